"""The tests that documents name are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_test_that_a_document_names_exists() -> None:
    sources = "\n".join(path.read_text("utf-8") for path in ROOT.glob("tests/**/test_*.py"))
    there = set(re.findall(r"def (test_\w+)\(", sources))
    documents = "\n".join(path.read_text("utf-8") for path in ROOT.glob("docs/*.md"))
    named = set(re.findall(r"`(test_\w+)`", documents))
    assert len(named) > 50
    assert named <= there, named - there
