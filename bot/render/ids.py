"""The grammar of custom ids: `bj:<table>:<move>:<decision>[:<arg>]`.

On the panel of rules, which belongs to no board: `bj:set:<word>[:<target>[:<group>]]`. Its target
is a table a server has made (the key of its name) or one in play (`t12`).

A press names the decision it answers. Ids come back from outside, so `parse` believes nothing:
only ASCII digits without leading zeros, numbers that fit a database, known words, and an argument
exactly where the move takes one. What it accepts is what `custom_id` writes, to the letter.
"""

import re
from dataclasses import dataclass

#: Move word -> whether an argument follows: chips, or the account number of who is kicked.
MOVES = {
    "join": False,
    "leave": False,
    "start": False,
    "rules": False,
    "cut": False,  # opens a form, which answers as `cutform`
    "cutform": False,
    "nocut": False,
    "bet": True,
    "betpanel": False,  # opens the private panel on which chips become a bet
    "chips": True,  # on that panel: the draft is now this many chips in all
    "allin": True,  # the same, for the most there is; an id of its own beside `chips`
    "clear": False,  # the draft is nothing
    "custom": False,  # opens a form, which answers as `betform`
    "betform": False,
    "same": False,  # the member's last bet, as far as it is possible now
    "again": False,  # at a result: on to the next hand, and there the last bet
    "change": False,  # at a result: on to the next hand, and there the panel
    "sitout": False,
    "insure": False,  # half the member's own bet
    "insureother": False,  # opens a form, which answers as `insureform`
    "insureform": False,
    "noinsure": False,
    "even": False,
    "hit": False,
    "stand": False,
    "double": False,
    "split": False,
    "surrender": False,
    "next": False,
    "new": False,
    "endrun": False,  # asks before; the answer's button says `close`
    "close": False,
    "kick": True,
    "older": False,  # on a list of one's hands: those before hand <decision> of <table>
    "newest": False,  # back to the first page; what is in the id is not looked at
}

MOST = 2**63 - 1  # what a signed column of either database holds
_LONGEST = 100  # Discord's own limit
_NUMBER = "[1-9][0-9]{0,18}"
_SHAPE = re.compile(f"bj:({_NUMBER}):([a-z]{{1,16}}):({_NUMBER})(?::({_NUMBER}))?")


#: Word on the panel of rules -> how many of target and group follow.
DESK = {
    "list": 0,  # all tables the server has made
    "pick": 0,  # a menu of them
    "new": 0,  # opens a form, which answers as `make`
    "make": 0,
    "import": 0,  # opens a form, which answers as `read`
    "read": 0,
    "open": 1,  # the panel of one table
    "edit": 2,  # opens the form of a group of rules, which answers as `save`
    "save": 2,
    "copy": 1,  # opens a form, which answers as `twin`
    "twin": 1,
    "text": 1,
    "drop": 1,  # asks before
    "delete": 1,
}
_TARGET = "[0-9a-f]{12}|t[1-9][0-9]{0,18}"
_DESK = re.compile(f"bj:set:([a-z]{{1,16}})(?::({_TARGET}))?(?::([a-z]{{1,16}}))?")


@dataclass(frozen=True)
class DeskId:
    word: str
    target: str = ""
    group: str = ""

    @property
    def table(self) -> int | None:
        """The number of the table in play that is meant."""
        return int(self.target[1:]) if self.target.startswith("t") else None

    def __str__(self) -> str:
        """Raises ValueError for what `parse_desk` would not take back."""
        made = ":".join(filter(None, ("bj", "set", self.word, self.target, self.group)))
        if parse_desk(made) != self:
            raise ValueError(f"not a custom id: {made!r}")
        return made


def parse_desk(custom_id: str) -> DeskId | None:
    """What was pressed on a panel of rules; None for anything that is not one of its ids."""
    match = _DESK.fullmatch(custom_id) if len(custom_id) <= _LONGEST else None
    if match is None:
        return None
    word, target, group = match.groups(default="")
    if DESK.get(word) != bool(target) + bool(group) or (group and not target):
        return None
    pressed = DeskId(word, target, group)
    return None if (pressed.table or 0) > MOST else pressed


@dataclass(frozen=True)
class PressId:
    table: int
    move: str
    decision: int
    arg: str  # digits, or empty where the move takes none


def custom_id(table: int, move: str, decision: int, arg: str = "") -> str:
    """Raises ValueError for what `parse` would not take back."""
    made = f"bj:{table}:{move}:{decision}" + (f":{arg}" if arg else "")
    if parse(made) is None:
        raise ValueError(f"not a custom id: {made!r}")
    return made


def parse(custom_id: str) -> PressId | None:
    """What was pressed; None for anything that is not one of our ids."""
    match = _SHAPE.fullmatch(custom_id) if len(custom_id) <= _LONGEST else None
    if match is None:
        return None
    table, move, decision, arg = match.groups(default="")
    takes_arg = MOVES.get(move)
    if takes_arg is None or takes_arg != bool(arg):
        return None
    if max(int(table), int(decision), int(arg or 0)) > MOST:
        return None
    return PressId(int(table), move, int(decision), arg)
