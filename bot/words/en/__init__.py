"""English: every sentence the bot says.

Kind, short, and saying what to do. Numbers arrive already grouped; what is won or lost arrives with
its sign. Discord labels: buttons up to 80 characters, form titles and labels up to 45, what a
choice or a field is about up to 100.
"""

from . import answers, board, cards, custom, history

THOUSANDS = ","

#: By where they are said; no key is in two of them.
GROUPS: tuple[dict[str, str], ...] = (
    answers.REFUSALS, answers.RULES, answers.ANSWERS, board.TABLES, board.HEADER, board.HANDS,
    board.SEATS, board.ASKING, board.ENDING, board.BUTTONS, cards.FORMS, cards.RULES_CARD,
    cards.HELP, history.HISTORY, custom.PANEL, custom.CHANGES, custom.FORMS, custom.REFUSALS,
    custom.WRITTEN, custom.GROUPS, custom.ROWS, custom.CHOICES,
)  # fmt: skip

SENTENCES = {key: sentence for group in GROUPS for key, sentence in group.items()}


def plural(n: int) -> str:
    return "one" if n == 1 else "other"
