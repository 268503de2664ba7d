"""Everything the bot says, by key and language.

The rest of the bot knows keys (`Refused.why`, a phase, a result); sentences are chosen here, at the
edge, in the reader's language. A language is one module beside this one, named after its locale
(`en`, `pt_br`), with:

    SENTENCES   key -> sentence; what is missing is said in English
    THOUSANDS   what stands between groups of three digits
    plural(n)   the ending of the key that counts n things: `one`, `other`, or more where needed

Sentences hold names in braces: {chips}. A member is always {member}: the caller puts the cleaned
name (`bot.render.names.clean`) where the game only knows an account number.
"""

import importlib
import pkgutil
from types import ModuleType

from . import en

_LANGUAGES: dict[str, ModuleType] = {
    found.name: importlib.import_module(f"{__name__}.{found.name}")
    for found in pkgutil.iter_modules(__path__)
}


class Words:
    """One language. Whole numbers are written with its thousands separator."""

    def __init__(self, language: ModuleType) -> None:
        self._language = language
        self._sentences: dict[str, str] = {**en.SENTENCES, **language.SENTENCES}

    def say(self, key: str, **about: int | str) -> str:
        """The sentence. Raises KeyError for a key nobody wrote or a blank nobody filled."""
        return self._sentences[key].format_map(
            {name: self.number(part) if isinstance(part, int) else part
             for name, part in about.items()}
        )  # fmt: skip

    def has(self, key: str) -> bool:
        return key in self._sentences

    def count(self, key: str, n: int, **about: int | str) -> str:
        """The sentence about n things: `cards` becomes `cards_one` or `cards_other`."""
        ending = self._language.plural(n)
        if not self.has(f"{key}_{ending}"):  # the language counts in a way English does not
            ending = en.plural(n)
        return self.say(f"{key}_{ending}", n=n, **about)

    def number(self, n: int) -> str:
        grouped: str = f"{n:,}".replace(",", self._language.THOUSANDS)
        return grouped.replace("-", "−")

    def signed(self, n: int) -> str:
        """What was won or lost; the sign is written out, so colour need not tell."""
        return f"+{self.number(n)}" if n > 0 else self.number(n) if n else "±0"


def words_for(locale: str) -> Words:
    """The words of a Discord locale (`en-US`, `pt-BR`), or its language, or English."""
    exact = locale.lower().replace("-", "_")
    for name in (exact, exact.partition("_")[0]):
        if name in _LANGUAGES:
            return Words(_LANGUAGES[name])
    return Words(en)
