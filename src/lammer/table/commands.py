"""What may be asked of a table, and how it is written: one JSON object for each command.

The shape of a command is checked here, and only its shape: an unknown verb or key, a wrong type, an
amount of nothing, a die with seven sides are *malformed*. Whether a well-formed command is allowed
now is for ``decide``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, lru_cache
from typing import Annotated, Any, ClassVar

from lammer.core.codec import MOST_WORD, AsObject, Reads, encoder, shape
from lammer.core.codec import Malformed as Malformed
from lammer.core.codec import plain as plain
from lammer.core.codec import show as show
from lammer.core.names import did_you_mean, nearest
from lammer.table.keys import (
    MOST_SEATS,
    Cents,
    Chips,
    Counted,
    Digest,
    Faces,
    Flag,
    HandOfCards,
    OwnSeed,
    PersonName,
    Role,
    Roles,
    SeatOrDealer,
    Several,
    Sides,
    TimeText,
    Whole,
    Word,
    at_utc,
    text,
)


@dataclass(frozen=True, slots=True)
class Command:
    """Base of all commands; ``verb`` is how it is written."""

    verb: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class SeatOpening:
    """A seat at the opening: its number, the chips on its rail, its name."""

    seat: Whole
    rail: Chips
    name: PersonName = ""


def _seats(key: str, value: Any) -> tuple[SeatOpening, ...]:
    """The seats of an opening, each once."""
    if not isinstance(value, list):
        raise Malformed(key, f"{show(value)} is not a list")
    if len(value) > MOST_SEATS:
        raise Malformed(key, f"{len(value)} seats", f"At most {MOST_SEATS}.")
    places = tuple(_place(f"{key}[{index}]", each) for index, each in enumerate(value))
    numbers = [place.seat for place in places]
    for number in numbers:
        if number < 1:
            raise Malformed(key, f"there is no seat {show(number)}", "Seats start at 1.")
        if numbers.count(number) > 1:
            raise Malformed(key, f"seat {show(number)} stands there twice", "Leave one out.")
    return places


def _place(key: str, raw: Any) -> SeatOpening:
    if not isinstance(raw, Mapping):
        raise Malformed(key, f"{show(raw)} is not a seat", 'Write {"seat": 1, "rail": 100000}.')
    found: SeatOpening = shape(SeatOpening).read({"rail": 0, **raw}, key)
    return found


@dataclass(frozen=True, slots=True)
class Open(Command):
    verb: ClassVar[str] = "open"
    rules: Annotated[str, Reads(text, 'Write "rules": "nj-2011", for example.')]
    game: Word | None = None
    house: AsObject[Any] = field(default_factory=dict)
    seats: Annotated[tuple[SeatOpening, ...], Reads(_seats)] = ()


@dataclass(frozen=True, slots=True)
class Sit(Command):
    verb: ClassVar[str] = "sit"
    seat: Whole
    rail: Chips = 0
    name: PersonName = ""


@dataclass(frozen=True, slots=True)
class Leave(Command):
    verb: ClassVar[str] = "leave"
    seat: Whole


@dataclass(frozen=True, slots=True)
class BuyIn(Command):
    verb: ClassVar[str] = "buy-in"
    seat: Whole
    amount: Cents


@dataclass(frozen=True, slots=True)
class CashOut(Command):
    """Without an amount, all that is on the rail."""

    verb: ClassVar[str] = "cash-out"
    seat: Whole
    amount: Cents | None = None


@dataclass(frozen=True, slots=True)
class MakeBet(Command):
    verb: ClassVar[str] = "bet"
    seat: Whole
    wager: Word
    amount: Cents
    leave_up: Flag | None = None
    confirmed_by: Roles = ()


@dataclass(frozen=True, slots=True)
class Verbal(Command):
    """A bet called out with cash; ``cash`` left out, exactly the amount."""

    verb: ClassVar[str] = "verbal"
    seat: Whole
    wager: Word
    amount: Cents
    cash: Cents | None = None
    leave_up: Flag | None = None
    confirmed_by: Roles = ()


@dataclass(frozen=True, slots=True)
class Coupon(Command):
    """A match play coupon laid with chips that are up; ``amount`` is its value."""

    verb: ClassVar[str] = "coupon"
    seat: Whole
    wager: Word
    amount: Cents
    confirmed_by: Roles = ()


@dataclass(frozen=True, slots=True)
class Reduce(Command):
    verb: ClassVar[str] = "reduce"
    seat: Whole
    wager: Word
    by: Cents


@dataclass(frozen=True, slots=True)
class Remove(Command):
    verb: ClassVar[str] = "remove"
    seat: Whole
    wager: Word


@dataclass(frozen=True, slots=True)
class CallBet(Command):
    verb: ClassVar[str] = "call"
    seat: Whole
    wager: Word
    working: Flag


@dataclass(frozen=True, slots=True)
class Accept(Command):
    """``dealer``: the player takes the shoe and has the dealer deal."""

    verb: ClassVar[str] = "accept-{thing}"
    seat: Whole
    dealer: Flag = False


@dataclass(frozen=True, slots=True)
class Decline(Command):
    verb: ClassVar[str] = "decline-{thing}"
    seat: Whole


@dataclass(frozen=True, slots=True)
class PassOn(Command):
    """``seat`` may be "dealer", where the dealer can have it."""

    verb: ClassVar[str] = "pass-{thing}"
    seat: SeatOrDealer


@dataclass(frozen=True, slots=True)
class Select(Command):
    """How many were taken, out of how many; ``dice`` may say which of the set."""

    verb: ClassVar[str] = "select-{thing}"
    seat: Whole
    of: Cents = 5
    take: Cents | None = None
    dice: Several | None = None


@dataclass(frozen=True, slots=True)
class OrderPass(Command):
    verb: ClassVar[str] = "order-pass"
    caller: Role
    reason: Word
    seat: Whole | None = None


@dataclass(frozen=True, slots=True)
class NoLineBet(Command):
    verb: ClassVar[str] = "no-line-bet"
    seat: Whole | None = None


@dataclass(frozen=True, slots=True)
class Throw(Command):
    verb: ClassVar[str] = "throw"
    seat: Whole | None = None


@dataclass(frozen=True, slots=True)
class Rest(Command):
    """The faces uppermost; ``resting`` has, for a die that leans on something, the side it rests
    on, and 0 for one that lies flat."""

    verb: ClassVar[str] = "rest"
    dice: Faces
    resting: Sides | None = None
    seat: Whole | None = None


@dataclass(frozen=True, slots=True)
class Roll(Command):
    verb: ClassVar[str] = "roll"
    dice: Faces
    seat: Whole | None = None
    resting: Sides | None = None


@dataclass(frozen=True, slots=True)
class NoRoll(Command):
    verb: ClassVar[str] = "no-{trial}"
    reason: Word
    dice: Faces | None = None
    caller: Role | None = None
    seat: Whole | None = None


@dataclass(frozen=True, slots=True)
class DisputedFace(Command):
    """A dispute about a face, ruled on: the faces, or without ``dice`` a throw that is void."""

    verb: ClassVar[str] = "disputed-face"
    caller: Role
    dice: Faces | None = None
    seat: Whole | None = None


@dataclass(frozen=True, slots=True)
class Correct(Command):
    """The trial that was entered last was entered wrongly: it is taken back."""

    verb: ClassVar[str] = "correct"
    caller: Role
    reason: Word


@dataclass(frozen=True, slots=True)
class NoMoreBets(Command):
    """The announcement that closes the betting; a bare shake or deal stands for it too."""

    verb: ClassVar[str] = "no-more-bets"


@dataclass(frozen=True, slots=True)
class Shake(Command):
    """A shake, uncovered; how often the dealer and then the holder shook, if that is entered."""

    verb: ClassVar[str] = "shake"
    dice: Faces
    seat: SeatOrDealer | None = None
    dealer_shakes: Counted | None = None
    shakes: Counted | None = None


@dataclass(frozen=True, slots=True)
class NewDice(Command):
    verb: ClassVar[str] = "new-dice"
    caller: Role


@dataclass(frozen=True, slots=True)
class Deal(Command):
    """The cards of one coup in dealing order; ``cut_card``: the cutting card came out in it."""

    verb: ClassVar[str] = "deal"
    cards: HandOfCards
    cut_card: Flag = False
    seat: SeatOrDealer | None = None


@dataclass(frozen=True, slots=True)
class NoDeal(Command):
    """A round that is not completed; ``cards`` are those that came out of the shoe in it."""

    verb: ClassVar[str] = "no-deal"
    reason: Word
    caller: Role | None = None
    cards: HandOfCards = ()
    cut_card: Flag = False


@dataclass(frozen=True, slots=True)
class Shuffle(Command):
    verb: ClassVar[str] = "shuffle"


@dataclass(frozen=True, slots=True)
class Cut(Command):
    verb: ClassVar[str] = "cut"
    seat: Whole


@dataclass(frozen=True, slots=True)
class Recut(Command):
    verb: ClassVar[str] = "recut"
    caller: Role
    seat: SeatOrDealer | None = None
    reason: Word | None = None


@dataclass(frozen=True, slots=True)
class Collect(Command):
    """The vigorish a seat owes."""

    verb: ClassVar[str] = "collect"
    seat: Whole


@dataclass(frozen=True, slots=True)
class ChangeProcedure(Command):
    """Another way to pay winners, with the times at which it was notified in writing."""

    verb: ClassVar[str] = "change-procedure"
    procedure: Whole
    commission_at: TimeText | None = None
    surveillance_at: TimeText | None = None


@dataclass(frozen=True, slots=True)
class CommitSeed(Command):
    """The hash of a seed from which a program will draw the hand."""

    verb: ClassVar[str] = "commit"
    hash: Digest


@dataclass(frozen=True, slots=True)
class Seed(Command):
    """A player's own seed for the hand to come."""

    verb: ClassVar[str] = "seed"
    seat: Whole
    seed: OwnSeed


@dataclass(frozen=True, slots=True)
class Reveal(Command):
    verb: ClassVar[str] = "reveal"
    seed: Digest


@dataclass(frozen=True, slots=True)
class Withdraw(Command):
    verb: ClassVar[str] = "withdraw"
    reason: Word


@dataclass(frozen=True, slots=True)
class Elsewhere(Command):
    """A command of another game."""

    word: str


_ANYWHERE: tuple[type[Command], ...] = (
    *(Open, Sit, Leave, BuyIn, CashOut, MakeBet, Verbal, Coupon, Reduce, Remove, CallBet),
    *(Accept, Decline, PassOn, OrderPass, Correct, CommitSeed, Seed, Reveal, Withdraw),
)
_KINDS: Mapping[str, tuple[type[Command], ...]] = {
    "dice": (Select, NoLineBet, Throw, Rest, Roll, NoRoll, DisputedFace),
    "shaker": (NoMoreBets, Shake, NoRoll, DisputedFace, NewDice),
    "shoe": (NoMoreBets, Deal, NoDeal, Shuffle, Cut, Recut, Collect, ChangeProcedure),
}
_ALSO: Mapping[str, type[Command]] = {"no-roll": NoRoll, "reshuffle": Shuffle}
"""Other words that are understood."""
_TRIAL = {"dice": "roll", "shaker": "shake", "shoe": "deal"}


def spelled(kind: type[Command], thing: str) -> str:
    """How a command is written in a game in which this goes round."""
    return kind.verb.format(thing=thing, trial=_TRIAL[thing])


@cache
def verbs(thing: str = "dice") -> Mapping[str, type[Command]]:
    """Every verb of a game in which this goes round.

    >>> sorted(verbs())[:3], sorted(verbs("shoe"))[:3]
    (['accept-dice', 'bet', 'buy-in'], ['accept-shoe', 'bet', 'buy-in'])
    """
    found = {spelled(kind, thing): kind for kind in (*_ANYWHERE, *_KINDS[thing])}
    return {**found, **{verb: kind for verb, kind in _ALSO.items() if kind in _KINDS[thing]}}


@cache
def _everywhere() -> Mapping[str, type[Command]]:
    return {verb: kind for thing in _KINDS for verb, kind in verbs(thing).items()}


def read(raw: Mapping[str, Any], thing: str = "dice") -> Command:
    """The command that plain data says; ``Malformed`` if it says none.

    >>> read({"do": "reduce", "seat": 2, "wager": "dont-pass", "by": 500})
    Reduce(seat=2, wager='dont-pass', by=500)
    >>> read({"do": "roll", "dice": [3, 7]})
    Traceback (most recent call last):
    ...
    lammer.core.codec.Malformed: dice: 7 is not a face of a die
    """
    verb = raw.get("do")
    if not isinstance(verb, str):
        raise Malformed("do", "there is no verb", 'Write "do": "bet", for example.')
    known = verbs(thing)
    kind = known.get(verb) or _everywhere().get(verb)
    if kind is None:
        hint = did_you_mean(nearest(verb[:MOST_WORD], list(known))).strip()
        raise Malformed("do", f'there is no verb "{plain(verb)}"', hint)
    command: Command = shape(kind).read(raw, beside=("do", "at"))
    return command if verb in known else Elsewhere(verb)


def written(command: Command, thing: str = "dice") -> dict[str, Any]:
    """The plain data of a command; what is left at its default is left out.

    >>> written(Roll((3, 4)))
    {'do': 'roll', 'dice': [3, 4]}
    """
    return {"do": spelled(type(command), thing), **shape(type(command)).write(command)}


def written_text(command: Command, thing: str) -> str:
    """The same as canonical JSON.

    >>> written_text(Roll((3, 4)), "dice")
    '{"dice":[3,4],"do":"roll"}'
    """
    kind = type(command)
    known = _WRITERS.get((kind, thing))
    if known is None:
        verb = f'"{spelled(kind, thing)}"'
        known = _WRITERS[kind, thing] = verb, encoder(kind, frozenset(), "do")
    verb, encode = known
    return encode(command, verb)


_WRITERS: dict[tuple[type[Command], str], tuple[str, Callable[[Any, str], str]]] = {}


def moment(raw: Mapping[str, Any]) -> datetime | None:
    """The time a command carries, if it carries one."""
    if "at" not in raw:
        return None
    value = raw["at"]
    return _known_moment(value) if isinstance(value, str) else at_utc("at", value)


@lru_cache(maxsize=64)
def _known_moment(value: str) -> datetime:
    """The same time is read often: all that happens at once carries it."""
    return at_utc("at", value)
