"""The shoe: an order of cards fixed before the first bet, that anyone can check afterwards.

This is `bj-fair-v1`, steps 1 to 5. The house commits to a seed, members may cut with a text, the
two together make the order, and a chain of seals lets each hand be proven without learning what
is still undealt. All integers are big-endian; `enc(b)` is the length as u32, then the bytes.

    commit    C = H("bj-fair-v1/commit" + enc(shoe_id) + u16(decks) + enc(S))
    close     E = H("bj-fair-v1/cut" + enc(shoe_id) + C + u16(n) + cuts + u16(m) + publics)
              K = HMAC(S, "bj-fair-v1/key" + E)
    shuffle   Fisher-Yates over the stream HMAC(K, "bj-fair-v1/stream" + u64(i)), with rejection
    seals     leaf_p from the card and a salt; seal_p = H(1 + leaf_p + seal_{p+1})

Limits, stated plainly: whoever runs the bot can read S; only a cut typed after C was shown is
strong entropy; 256 bits cannot reach every order of a shoe.
"""

import hashlib
import hmac
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

from .cards import DECK

_V = b"bj-fair-v1/"
CUT_LIMIT = 64  # characters
FROM_END = (60, 75)  # cards behind the cut card where a player places it
SEAL = 32  # bytes
CACHED = 4096  # shoes whose seals are kept: more than tables in play, or each board draws its own


class ShoeEmpty(Exception):
    """A hand needs a card and there is none left: the round is void."""


class Shoe(msgspec.Struct):
    """`order` is empty until the cut window closes; `dealt` counts the cards drawn from it.

    A shoe without a seed is unsealed: cards written down for a test, a replay or a simulation.
    """

    number: int
    name: str  # "<channel id>/<table>/<number>": what the commitment is bound to
    decks: int
    seed: bytes = b""
    commit: bytes = b""
    cuts: dict[int, str] = {}  # account number -> text; msgspec copies the default
    order: bytes = b""  # one face a byte
    dealt: int = 0
    place: int | None = None  # of the cut card, cards from the end, as the cutter said
    cut_at: int | None = None  # after so many cards the cut card comes
    is_revealed: bool = False  # out of play: the seed may be shown

    def copy(self) -> "Shoe":
        return Shoe(
            self.number, self.name, self.decks, self.seed, self.commit,
            dict(self.cuts), self.order, self.dealt, self.place, self.cut_at, self.is_revealed,
        )  # fmt: skip

    @property
    def left(self) -> int:
        return len(self.order) - self.dealt

    def draw(self) -> int:
        """The next card. Raises ShoeEmpty when there is none."""
        p = self.dealt
        try:
            card = self.order[p]
        except IndexError:
            raise ShoeEmpty from None
        self.dealt = p + 1
        return card

    def seal(self) -> bytes:
        """The seal of everything still undealt; empty for an unsealed shoe."""
        if not self.seed or not self.order:
            return b""
        at = SEAL * self.dealt
        return _sealed(shoe_key(self), self.order)[at : at + SEAL]


def committed(number: int, name: str, decks: int, seed: bytes) -> Shoe:
    """Step 1: a shoe that is promised but not yet shuffled."""
    data = _V + b"commit" + _enc(name.encode()) + _u16(decks) + _enc(seed)
    return Shoe(number, name, decks, seed=seed, commit=_hash(data))


def close(shoe: Shoe) -> None:
    """Steps 3 and 4: no more cuts; the order is now fixed. That of an unsealed shoe was before."""
    if shoe.seed:
        shoe.order = shuffled(shoe_key(shoe), shoe.decks)


def rigged(cards: Sequence[int], decks: int) -> Shoe:
    """An unsealed shoe that deals exactly these cards."""
    return Shoe(1, "unsealed", decks, order=bytes(cards))


def clean_cut(text: str) -> str:
    """A member's cut as it is stored and hashed: NFC, outer blanks gone.

    Control characters and halves of surrogate pairs go too: not every store or encoder takes them,
    and a cut that can't be written down would keep the shoe from ever being closed.
    """
    kept = "".join(char for char in text if unicodedata.category(char) not in ("Cc", "Cs"))
    return unicodedata.normalize("NFC", kept.strip())


def shoe_key(shoe: Shoe) -> bytes:
    return key(shoe.seed, shoe.name, shoe.commit, tuple(sorted(shoe.cuts.items())))


def cut_number(shoe: Shoe) -> int:
    """E of step 3 as a number: what a silent cutter's place of the cut card comes from."""
    cuts = tuple(sorted(shoe.cuts.items()))
    return int.from_bytes(_cut_hash(shoe.name, shoe.commit, cuts, ()), "big")


@lru_cache(maxsize=CACHED)
def key(
    seed: bytes, name: str, commit: bytes, cuts: tuple[tuple[int, str], ...],
    publics: tuple[str, ...] = (),
) -> bytes:  # fmt: skip
    """K of step 3. `cuts` by ascending account number; `publics` is empty in this bot."""
    return _mac(seed, _V + b"key" + _cut_hash(name, commit, cuts, publics))


def _cut_hash(
    name: str, commit: bytes, cuts: tuple[tuple[int, str], ...], publics: tuple[str, ...]
) -> bytes:
    data = _V + b"cut" + _enc(name.encode()) + commit + _u16(len(cuts))
    for account, text in cuts:
        data += account.to_bytes(8, "big") + _enc(unicodedata.normalize("NFC", text).encode())
    data += _u16(len(publics))
    for public in publics:
        data += _enc(unicodedata.normalize("NFC", public).encode())
    return _hash(data)


def shuffled(k: bytes, decks: int) -> bytes:
    """Step 4: the order of the cards, a face 0 … 51 a byte, first card first.

    Values that would favour some cards are rejected, not folded: plain modulo is biased.
    """
    cards = list(range(DECK * decks))
    draws = _draws(k)
    for i in range(len(cards) - 1, 0, -1):
        fair = 65536 - 65536 % (i + 1)
        v = next(draws)
        while v >= fair:
            v = next(draws)
        j = v % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return bytes(card % DECK for card in cards)


def _draws(k: bytes) -> Iterator[int]:
    """The key stream as u16 numbers."""
    i = 0
    while True:
        block = _mac(k, _V + b"stream" + i.to_bytes(8, "big"))
        for at in range(0, 32, 2):
            yield int.from_bytes(block[at : at + 2], "big")
        i += 1


def salt(k: bytes, p: int) -> bytes:
    return _mac(k, _V + b"salt" + _u16(p))[:16]


def leaf(p: int, salt_p: bytes, face: int) -> bytes:
    """What stands for the card at position `p` until it is shown."""
    return _hash(b"\x00" + _u16(p) + salt_p + bytes([face]))


@lru_cache(maxsize=CACHED)
def _sealed(k: bytes, order: bytes) -> bytes:
    """All seals of a shoe in one piece, which takes half the room of so many small ones."""
    return b"".join(seals(k, order))


def seals(k: bytes, order: bytes) -> tuple[bytes, ...]:
    """Step 5: seal_0 … seal_N. seal_p binds every card from p on, and gives none away."""
    chain = [_mac(k, _V + b"tail")]
    for p in range(len(order) - 1, -1, -1):
        chain.append(_hash(b"\x01" + leaf(p, salt(k, p), order[p]) + chain[-1]))
    return tuple(reversed(chain))


def cut_texts(cuts: Mapping[str, str]) -> tuple[tuple[int, str], ...]:
    """Cuts of a transcript (account numbers as text) in the order they are hashed."""
    return tuple(sorted((int(account), text) for account, text in cuts.items()))


def _hash(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _mac(k: bytes, data: bytes) -> bytes:
    return hmac.digest(k, data, "sha256")


def _enc(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def _u16(number: int) -> bytes:
    return number.to_bytes(2, "big")
