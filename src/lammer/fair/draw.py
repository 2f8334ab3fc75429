"""Dice and cards as a pure function of a committed seed and the players' own.

The house commits to 32 secret bytes by publishing their SHA-256. Players may add a text each. From
both comes one key, and from the key, by HMAC-SHA256, every roll, shake and card until the seed is
revealed. Numbers that would make one outcome likelier than another are skipped, so that all are
equally likely to the last bit. ``docs/fair.md`` says the same for people who write this in another
language; whoever changes it changes the ``1`` in every message below.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from hmac import digest
from typing import NamedTuple, TypeVar

from lammer.core.cards import DECK, MOST, Coup, Drawing, dealt
from lammer.table.log import canonical

T = TypeVar("T")

SEED_BYTES = 32
MOST_SEED = 64
"""Characters in a player's seed."""
SIDES = 6
FAIR_BYTES = 252
"""The bytes below this are as many for each face; the four others are skipped."""
CUT = 14
"""Cards behind the cutting card: enough for the coup it comes out in and one more."""
MOST_DECKS = 100
FEWEST = 4
"""No coup has fewer cards than this."""


def commitment(seed: bytes) -> str:
    """What is published of a seed before it is used.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return sha256(seed).hexdigest()


def key_of(seed: bytes, players: Iterable[tuple[int, str]] = ()) -> bytes:
    """The key of a pledge: the house's seed, and each seat that gave one with its text.

    >>> key_of(bytes(32), [(3, "lucky"), (1, "seven out")]).hex()[:16]
    '8da3e233f62ce8f0'
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    texts = [[seat, text] for seat, text in sorted(players)]
    if len({seat for seat, _ in texts}) != len(texts):
        raise ValueError("a seat has one seed: the last it gave")
    return digest(seed, canonical(texts).encode(), "sha256")


def is_player_seed(text: str) -> bool:
    """Whether a text can be a player's seed.

    >>> is_player_seed("lucky 7"), is_player_seed(""), is_player_seed("a\\nb")
    (True, False, False)
    """
    return 0 < len(text) <= MOST_SEED and text.isprintable()


# Dice


def dice(key: bytes, trial: int) -> tuple[int, int]:
    """The dice of a pledge's trial, the first being 0.

    >>> key = key_of(bytes(32))
    >>> [dice(key, trial) for trial in range(4)]
    [(2, 3), (4, 4), (5, 4), (5, 2)]
    """
    if trial < 0:
        raise ValueError(f"trials are counted from 0, and {trial} is below it")
    first = 0
    block = 0
    while True:
        for byte in digest(key, b"lammer 1 roll %d %d" % (trial, block), "sha256"):
            if byte >= FAIR_BYTES:
                continue
            if first:
                return first, 1 + byte % SIDES
            first = 1 + byte % SIDES
        block += 1


# Cards


def in_the_shoe(decks: int, out: Mapping[str, int]) -> tuple[str, ...]:
    """The cards of so many decks less those that are out, in the order the shuffle begins from:
    each card as often as it is left, from the ace of spades to the king of clubs.

    >>> in_the_shoe(2, {"As": 1, "Ah": 2})[:4]
    ('As', 'Ad', 'Ad', 'Ac')
    """
    if not 1 <= decks <= MOST_DECKS:
        raise ValueError(f"a shoe has 1 to {MOST_DECKS} decks, not {decks}")
    for card, many in out.items():
        if card not in DECK or not 0 <= many <= decks:
            raise ValueError(f"{many} of {card} cannot be out of {decks} decks")
    return tuple(card for card in DECK for _ in range(decks - out.get(card, 0)))


def shuffled(key: bytes, cards: Sequence[T]) -> tuple[T, ...]:
    """The cards in dealing order: every order equally likely for a key nobody knows.

    >>> shuffled(key_of(bytes(32)), in_the_shoe(8, {}))[:6]
    ('4d', '2s', '6d', 'As', '3c', '7h')
    """
    order, numbers = list(cards), _numbers(key)
    for last in range(len(order) - 1, 0, -1):
        at = _below(last + 1, numbers)
        order[last], order[at] = order[at], order[last]
    return tuple(order)


def _numbers(key: bytes) -> Iterator[int]:
    """Whole numbers of 32 bits without end."""
    block = 0
    while True:
        made = digest(key, b"lammer 1 shoe %d" % block, "sha256")
        for at in range(0, len(made), 4):
            yield int.from_bytes(made[at : at + 4], "big")
        block += 1


def _below(many: int, numbers: Iterator[int]) -> int:
    """A number below ``many``, each equally likely: those left over at the top are skipped."""
    most = 2**32 - 2**32 % many
    return next(number for number in numbers if number < most) % many


class Drawn(NamedTuple):
    """The cards of a coup in dealing order, and whether the cutting card came out in it."""

    cards: tuple[str, ...]
    cut_card: bool


def coup(drawing: Drawing, order: Sequence[str], at: int, *, cut_is_out: bool = False) -> Drawn:
    """The coup that begins with card ``at`` of a shuffled shoe, with as many cards as are drawn.
    ``cut_is_out`` says that the cutting card has come out before it. ``ValueError`` if too few
    cards are left.

    >>> from lammer.games import load
    >>> drawing = load("nj-2001").procedure.trial.shoe.drawing
    >>> coup(drawing, shuffled(key_of(bytes(32)), in_the_shoe(8, {})), 0)
    Drawn(cards=('4d', '2s', '6d', 'As', '3c', '7h'), cut_card=False)
    """
    for many in range(FEWEST, MOST + 1):
        cards = tuple(order[at : at + many])
        if len(cards) == many and isinstance(dealt(drawing, cards), Coup):
            return Drawn(cards, not cut_is_out and at + many > len(order) - CUT)
    raise ValueError(f"no coup can be dealt from card {at + 1} of {len(order)}")
