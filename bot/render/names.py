"""Members' names, made harmless.

A name is written by a stranger and stands in the middle of our markup. `clean` leaves what a
reader can see, cuts it without tearing a character, and escapes whatever Discord would take for
markdown, a mention, a link, a timestamp or an emoji.
"""

import unicodedata
from functools import lru_cache

import regex  # type: ignore[import-untyped]

GRAPHEMES = 24  # what a person would call characters
_MARKS = 2  # combining marks a character may carry; "zalgo" stacks dozens
_POINTS = 32  # Discord's own limit for a name, in code points; longer ones never came from there
NOBODY = "Someone"

_KEPT = regex.compile(  # what would be invisible but makes an emoji: its joiners and its colour
    r"(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D"
    r"(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\uFE0F"
)
_UNSEEN = regex.compile(r"[\p{C}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]")
_BLANKS = regex.compile(r"[\p{Z}\s]+")
_GRAPHEME = regex.compile(r"\X")
_MARK = regex.compile(r"[\p{M}--\uFE0F]", regex.V1)
_MARKDOWN = regex.compile(r"([\\*_~`|<>#\[\]():+-])")
_NUMBERED = regex.compile(r"^(\d+)\.")


@lru_cache(maxsize=4096)  # a board says the same few names at each drawing
def clean(name: str) -> str:
    """A member's name as it may stand anywhere in a message; never empty."""
    return _harmless(_cut(name, GRAPHEMES))


@lru_cache(maxsize=256)
def whole(name: str) -> str:
    """A table's name, just as harmless, and as long as it may be: two can end differently."""
    return _harmless(plain(name))


def plain(name: str) -> str:
    """What a reader sees of the name, for where nothing is taken for markdown: menus and forms.

    May be empty.
    """
    return _cut(name, _POINTS)


def _harmless(name: str) -> str:
    return _isolated(_escaped(name)) if name else NOBODY


def _cut(name: str, most: int) -> str:
    graphemes = [seen for part in _GRAPHEME.findall(_visible(name)) if (seen := _thin(part))]
    if len(graphemes) > most:
        graphemes = [*graphemes[: most - 1], "…"]
    return _within(graphemes, _POINTS)


def _visible(name: str) -> str:
    """Control, bidi, invisible and unassigned characters out; blanks become single spaces."""
    name = _BLANKS.sub(" ", unicodedata.normalize("NFC", name))
    kept = {match.start() for match in _KEPT.finditer(name)}
    seen = "".join(c for i, c in enumerate(name) if i in kept or not _UNSEEN.match(c))
    return str(_BLANKS.sub(" ", seen)).strip()


def _thin(grapheme: str) -> str:
    """The grapheme with its first few marks; nothing when it is marks alone."""
    if _MARK.match(grapheme):
        return ""
    marks = 0
    thin = []
    for point in grapheme:
        marks += bool(_MARK.match(point))
        if marks <= _MARKS or not _MARK.match(point):
            thin.append(point)
    return "".join(thin)


def _within(graphemes: list[str], points: int) -> str:
    if sum(map(len, graphemes)) <= points:
        return "".join(graphemes).strip()
    kept = ""
    for grapheme in graphemes:
        if len(kept) + len(grapheme) > points - 1:
            break
        kept += grapheme
    return f"{kept.strip()}…"


def _escaped(name: str) -> str:
    name = str(_MARKDOWN.sub(r"\\\1", name))
    name = _NUMBERED.sub(r"\1\\.", name)
    return name.replace("@", "@\N{ZERO WIDTH SPACE}")  # a backslash does not stop @everyone


def _isolated(name: str) -> str:
    """Right-to-left names keep to themselves: without this they reorder the chips beside them."""
    if any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name
