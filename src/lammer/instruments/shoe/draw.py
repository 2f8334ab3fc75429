"""A shuffled shoe from a key, and the coups dealt from it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from lammer.fair.draw import below, numbers
from lammer.fair.instrument import Draw, FindingKind, LogFollower, OpenPledge, PledgedTrial
from lammer.instruments.shoe.cards import DECK, MOST, Coup, Drawing, dealt
from lammer.instruments.shoe.law import Shoe, shoe_law
from lammer.instruments.shoe.state import Cards
from lammer.table.state import TableState

T = TypeVar("T")

CUT = 14
"""Cards behind the cutting card: enough for the coup it comes out in and one more."""
MOST_DECKS = 100
FEWEST = 4
"""No coup has fewer cards than this."""
MOST_SHOES = 256
"""Shuffled shoes that are cached, one for each table that is dealt from."""


def in_the_shoe(decks: int, out: Mapping[str, int]) -> tuple[str, ...]:
    """Return the cards of this many decks less those that are out, in the order the shuffle begins
    from: each card as often as it is left, from the ace of spades to the king of clubs.

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
    """Return the cards in dealing order: every order equally likely for a key nobody knows.

    >>> from lammer.fair.draw import key_of
    >>> shuffled(key_of(bytes(32)), in_the_shoe(8, {}))[:6]
    ('4d', '2s', '6d', 'As', '3c', '7h')
    """
    order, source = list(cards), numbers(key, "shoe", 4)
    for last in range(len(order) - 1, 0, -1):
        at = below(last + 1, source, 4)
        order[last], order[at] = order[at], order[last]
    return tuple(order)


class Drawn(NamedTuple):
    """The cards of a coup in dealing order, and whether the cutting card came out in it."""

    cards: tuple[str, ...]
    cut_card: bool


def coup(drawing: Drawing, order: Sequence[str], at: int, *, cut_is_out: bool = False) -> Drawn:
    """Return the coup that begins with card ``at`` of a shuffled shoe, with as many cards as are
    drawn. ``cut_is_out`` says that the cutting card has come out before it. ``ValueError`` if too
    few cards are left.

    >>> from lammer.fair.draw import key_of
    >>> from lammer.games import load
    >>> drawing = shoe_law(load("nj-2001").procedure).drawing
    >>> coup(drawing, shuffled(key_of(bytes(32)), in_the_shoe(8, {})), 0)
    Drawn(cards=('4d', '2s', '6d', 'As', '3c', '7h'), cut_card=False)
    """
    for many in range(FEWEST, MOST + 1):
        cards = tuple(order[at : at + many])
        if len(cards) == many and isinstance(dealt(drawing, cards), Coup):
            return Drawn(cards, not cut_is_out and at + many > len(order) - CUT)
    raise ValueError(f"no coup can be dealt from card {at + 1} of {len(order)}")


@lru_cache(maxsize=MOST_SHOES)
def _order(key: bytes, decks: int, out: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    return shuffled(key, in_the_shoe(decks, dict(out)))


class ShoeDraw(Draw):
    """The cards that are left, shuffled once for each pledge, and dealt coup after coup."""

    def drawn(self, table: TableState, key: bytes) -> dict[str, Any]:
        shoe, kit, pledge = shoe_law(table.rules.procedure), table.kit, table.pledge
        assert isinstance(kit, Cards)
        assert pledge is not None
        decks = int(table.rules.option(shoe.decks))
        order = _order(key, decks, tuple(sorted(pledge.used_up.items())))
        gone = sum(kit.out.values()) - sum(pledge.used_up.values())
        found = coup(shoe.drawing, order, gone, cut_is_out=kit.left is not None)
        cards: dict[str, Any] = {"cards": list(found.cards)}
        return {**cards, "cut_card": True} if found.cut_card else cards


class _ShoeBefore(NamedTuple):
    """The state of the shoe when a seed was pledged: the cards that were out, and whether the
    cutting card was."""

    out: Mapping[str, int]
    cut_is_out: bool


class ShoeFollower(LogFollower):
    """Tracks the cards that are out of a shoe, and the place of its cutting card."""

    no_outcome = "Not the cards of a coup."
    observed = frozenset(("no-deal", "cutting-card", "shuffle", "correct"))

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self._shoe: Shoe | None = None if rules is None else shoe_law(rules.procedure)
        self._out: dict[str, int] = {}
        self._cut_is_out = False
        self._stale = False
        """True if the cards of the open pledge have gone back into the shoe."""

    def outcome(self, body: Mapping[str, Any]) -> tuple[str, ...] | None:
        return _cards(body.get("cards"))

    def lose(self) -> None:
        self.known = False  # Until a shuffle it is unknown which cards are out.

    def start(self) -> _ShoeBefore:
        self._stale = False
        return _ShoeBefore(dict(self._out), self._cut_is_out)

    def observe(
        self, event: str, line: int, body: Mapping[str, Any], pledge: OpenPledge | None
    ) -> None:
        match event:
            case "deal":
                self._take_out(_cards(body.get("cards")))
                if pledge is not None and self._stale and pledge.trials:
                    pledge.trials[-1].notes["stale"] = True
            case "no-deal":
                if pledge is not None:
                    pledge.report(line, "trial", "A round is void while a seed is pledged.")
                self._take_out(_cards(body.get("cards"), least=1))
            case "cutting-card":
                self._cut_is_out = True
                if pledge is not None and not pledge.count:
                    pledge.report(line, "cards", "The cutting card comes out of no coup.")
                elif pledge is not None:
                    notes = pledge.trials[-1].notes
                    notes["cut"] = notes.get("cut", 0) + 1
            case "shuffle":
                self._stale = self._stale or bool(self._out)
                self._out, self._cut_is_out = {}, False
                self.known = True
            case "correct" if pledge is None:
                for card in _cards(body.get("cards")) or ():
                    self._out[card] = self._out.get(card, 0) - 1
                self._out = {card: count for card, count in self._out.items() if count > 0}
                self._cut_is_out = self._cut_is_out and body.get("cut_card") is not True

    def _take_out(self, cards: tuple[str, ...] | None) -> None:
        for card in cards or ():
            self._out[card] = self._out.get(card, 0) + 1

    def due(self, start: _ShoeBefore, key: bytes) -> Iterator[Drawn | str]:
        """Yield the coups of a pledge's shoe; words, when there can be none."""
        if self._shoe is None or self.rules is None:
            while True:
                yield "Cards are dealt at a table that has no shoe."
        try:
            decks = int(self.rules.option(self._shoe.decks))
            order = shuffled(key, in_the_shoe(decks, start.out))
        except ValueError as problem:
            while True:
                yield f"Nothing can be dealt: {problem}."
        at, cut_is_out = 0, start.cut_is_out
        while True:
            try:
                drawn = coup(self._shoe.drawing, order, at, cut_is_out=cut_is_out)
            except ValueError as problem:
                yield f"Nothing can be dealt: {problem}."
                continue
            at, cut_is_out = at + len(drawn.cards), cut_is_out or drawn.cut_card
            yield drawn

    def faults(self, trial: PledgedTrial, due: Drawn | str) -> Iterator[tuple[FindingKind, str]]:
        if trial.notes.get("stale"):
            yield "cards", "Dealt after a shuffle, from a seed pledged before it."
            return
        if isinstance(due, str):
            yield "cards", due
            return
        if trial.got != due.cards:
            cards = f"The cards are {' '.join(trial.got)}, and the seeds give "
            yield "cards", f"{cards}{' '.join(due.cards)}."
        out = trial.notes.get("cut", 0)
        if out and not due.cut_card:
            yield "cards", "The cutting card comes out in another coup than this."
        elif due.cut_card and not out:
            yield "cards", "The cutting card should come out in this coup."
        elif out > 1:
            yield "cards", "The cutting card comes out twice."


_DECK = frozenset(DECK)


def _cards(value: object, least: int = FEWEST) -> tuple[str, ...] | None:
    cards = tuple(value) if isinstance(value, list) and least <= len(value) <= MOST else ()
    known = all(isinstance(card, str) and card in _DECK for card in cards)
    return cards if cards and known else None


ShoeDraw.follower = ShoeFollower
DRAW = ShoeDraw()
