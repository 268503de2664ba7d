"""What was typed into a form that was refused, as it stands in the refusal and is taken back.

Discord lets no form open again by itself and gives what was typed only once. So the refusal shows
it, in a block of code, and the button below brings it back into the form: nothing is kept here.
"""

from collections.abc import Iterable, Mapping, Sequence

_FENCE = "```"
_MOST = 2600  # characters: all that a form of ours takes


def keep(said: Mapping[str, str]) -> str:
    """A line for each field; only the last one may have lines of its own."""
    text = "\n".join(f"{field} = {value}" for field, value in said.items())
    return f"{_FENCE}\n{text.replace('`', chr(39))[:_MOST]}\n{_FENCE}"


def taken_back(texts: Iterable[str], fields: Sequence[str]) -> dict[str, str]:
    """Field -> what was typed, out of the texts of the message; empty for any other message."""
    for text in texts:
        _, fence, rest = text.partition(f"{_FENCE}\n")
        if fence and rest.endswith(f"\n{_FENCE}"):
            return _read(rest.removesuffix(f"\n{_FENCE}"), fields)
    return {}


def _read(text: str, fields: Sequence[str]) -> dict[str, str]:
    said: dict[str, str] = {}
    for line in text.split("\n"):
        field = fields[len(said)] if len(said) < len(fields) else None
        if field is not None and line.startswith(f"{field} = "):
            said[field] = line.removeprefix(f"{field} = ")
        elif said:
            last = fields[len(said) - 1]
            said[last] = f"{said[last]}\n{line}"
    return said
