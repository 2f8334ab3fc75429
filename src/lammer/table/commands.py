"""What may be asked of a table, and how it is written: one JSON object for each command.

The shape of a command is checked here, and only its shape: an unknown verb or key, a wrong type, an
amount of nothing, a die with seven sides are *malformed*. Whether a well-formed command is allowed
now is for ``decide``.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, ClassVar, Literal

from lammer.core.cards import DECK
from lammer.core.procedure import ROLES
from lammer.games.registry import did_you_mean, nearest

MOST_NUMBER = 10**60
"""No number has more digits than this; far beyond any amount, and quick to say."""
MOST_NAME = 80
"""Characters in a player's name."""
LAST_YEAR = 9000
"""No table is played in this year or later, so a clock that adds seconds never runs out."""
MOST_WORD = 40
"""Characters in a wager's key or another word of a command."""


class Malformed(ValueError):
    """Something that is no command: at which key, what is wrong with it, what to write."""

    def __init__(self, key: str, what: str, instead: str = "") -> None:
        self.key, self.what, self.instead = key, what, instead
        super().__init__(f"{key}: {what}" if key else what)

    @property
    def sentence(self) -> str:
        """It, where another may follow."""
        return f"{self}."


@dataclass(frozen=True, slots=True)
class Command:
    """Base of all commands; ``verb`` is how it is written."""

    verb: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class SeatOpening:
    """A seat at the opening: its number, the chips on its rail, its name."""

    seat: int
    rail: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Open(Command):
    verb: ClassVar[str] = "open"
    rules: str
    game: str | None
    house: Mapping[str, Any]
    seats: tuple[SeatOpening, ...]


@dataclass(frozen=True, slots=True)
class Sit(Command):
    verb: ClassVar[str] = "sit"
    seat: int
    rail: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Leave(Command):
    verb: ClassVar[str] = "leave"
    seat: int


@dataclass(frozen=True, slots=True)
class BuyIn(Command):
    verb: ClassVar[str] = "buy-in"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class CashOut(Command):
    """Without an amount, all that is on the rail."""

    verb: ClassVar[str] = "cash-out"
    seat: int
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class MakeBet(Command):
    verb: ClassVar[str] = "bet"
    seat: int
    wager: str
    amount: int
    leave_up: bool | None = None
    confirmed_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verbal(Command):
    """A bet called out with cash; ``cash`` left out, exactly the amount."""

    verb: ClassVar[str] = "verbal"
    seat: int
    wager: str
    amount: int
    cash: int | None = None
    leave_up: bool | None = None
    confirmed_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Coupon(Command):
    """A match play coupon laid with chips that are up; ``amount`` is its value."""

    verb: ClassVar[str] = "coupon"
    seat: int
    wager: str
    amount: int
    confirmed_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reduce(Command):
    verb: ClassVar[str] = "reduce"
    seat: int
    wager: str
    by: int


@dataclass(frozen=True, slots=True)
class Remove(Command):
    verb: ClassVar[str] = "remove"
    seat: int
    wager: str


@dataclass(frozen=True, slots=True)
class CallBet(Command):
    verb: ClassVar[str] = "call"
    seat: int
    wager: str
    working: bool


@dataclass(frozen=True, slots=True)
class Accept(Command):
    """``dealer``: the player takes the shoe and has the dealer deal."""

    verb: ClassVar[str] = "accept-{thing}"
    seat: int
    dealer: bool = False


@dataclass(frozen=True, slots=True)
class Decline(Command):
    verb: ClassVar[str] = "decline-{thing}"
    seat: int


@dataclass(frozen=True, slots=True)
class PassOn(Command):
    """``seat`` may be "dealer", where the dealer can have it."""

    verb: ClassVar[str] = "pass-{thing}"
    seat: int | Literal["dealer"]


@dataclass(frozen=True, slots=True)
class Select(Command):
    """How many were taken, out of how many; ``dice`` may say which of the set."""

    verb: ClassVar[str] = "select-{thing}"
    seat: int
    of: int = 5
    take: int | None = None
    dice: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class OrderPass(Command):
    verb: ClassVar[str] = "order-pass"
    caller: str
    reason: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class NoLineBet(Command):
    verb: ClassVar[str] = "no-line-bet"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Throw(Command):
    verb: ClassVar[str] = "throw"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Rest(Command):
    """The faces uppermost; ``resting`` has, for a die that leans on something, the side it rests
    on, and 0 for one that lies flat."""

    verb: ClassVar[str] = "rest"
    dice: tuple[int, int]
    resting: tuple[int, int] | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Roll(Command):
    verb: ClassVar[str] = "roll"
    dice: tuple[int, int]
    seat: int | None = None
    resting: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class NoRoll(Command):
    verb: ClassVar[str] = "no-{trial}"
    reason: str
    dice: tuple[int, int] | None = None
    caller: str | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class DisputedFace(Command):
    """A dispute about a face, ruled on: the faces, or without ``dice`` a throw that is void."""

    verb: ClassVar[str] = "disputed-face"
    caller: str
    dice: tuple[int, int] | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Correct(Command):
    """The trial that was entered last was entered wrongly: it is taken back."""

    verb: ClassVar[str] = "correct"
    caller: str
    reason: str


@dataclass(frozen=True, slots=True)
class NoMoreBets(Command):
    """The announcement that closes the betting; a bare shake or deal stands for it too."""

    verb: ClassVar[str] = "no-more-bets"


@dataclass(frozen=True, slots=True)
class Shake(Command):
    """A shake, uncovered; how often the dealer and then the holder shook, if that is entered."""

    verb: ClassVar[str] = "shake"
    dice: tuple[int, int]
    seat: int | Literal["dealer"] | None = None
    dealer_shakes: int | None = None
    shakes: int | None = None


@dataclass(frozen=True, slots=True)
class NewDice(Command):
    verb: ClassVar[str] = "new-dice"
    caller: str


@dataclass(frozen=True, slots=True)
class Deal(Command):
    """The cards of one coup in dealing order; ``cut_card``: the cutting card came out in it."""

    verb: ClassVar[str] = "deal"
    cards: tuple[str, ...]
    cut_card: bool = False
    seat: int | Literal["dealer"] | None = None


@dataclass(frozen=True, slots=True)
class NoDeal(Command):
    """A round that is not completed; ``cards`` are those that came out of the shoe in it."""

    verb: ClassVar[str] = "no-deal"
    reason: str
    caller: str | None = None
    cards: tuple[str, ...] = ()
    cut_card: bool = False


@dataclass(frozen=True, slots=True)
class Shuffle(Command):
    verb: ClassVar[str] = "shuffle"


@dataclass(frozen=True, slots=True)
class Cut(Command):
    verb: ClassVar[str] = "cut"
    seat: int


@dataclass(frozen=True, slots=True)
class Recut(Command):
    verb: ClassVar[str] = "recut"
    caller: str
    seat: int | Literal["dealer"] | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Collect(Command):
    """The vigorish a seat owes."""

    verb: ClassVar[str] = "collect"
    seat: int


@dataclass(frozen=True, slots=True)
class ChangeProcedure(Command):
    """Another way to pay winners, with the times at which it was notified in writing."""

    verb: ClassVar[str] = "change-procedure"
    procedure: int
    commission_at: str | None = None
    surveillance_at: str | None = None


@dataclass(frozen=True, slots=True)
class CommitSeed(Command):
    """The hash of a seed from which a program will draw the hand."""

    verb: ClassVar[str] = "commit"
    hash: str


@dataclass(frozen=True, slots=True)
class Seed(Command):
    """A player's own seed for the hand to come."""

    verb: ClassVar[str] = "seed"
    seat: int
    seed: str


@dataclass(frozen=True, slots=True)
class Reveal(Command):
    verb: ClassVar[str] = "reveal"
    seed: str


@dataclass(frozen=True, slots=True)
class Withdraw(Command):
    verb: ClassVar[str] = "withdraw"
    reason: str


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
    lammer.table.commands.Malformed: dice: 7 is not a face of a die
    """
    verb = raw.get("do")
    if not isinstance(verb, str):
        raise Malformed("do", "there is no verb", 'Write "do": "bet", for example.')
    known = verbs(thing)
    kind = known.get(verb) or _everywhere().get(verb)
    if kind is None:
        hint = did_you_mean(nearest(verb[:MOST_WORD], list(known))).strip()
        raise Malformed("do", f'there is no verb "{plain(verb)}"', hint)
    if kind is Open:
        return _open(raw)
    command = kind(**_values(kind, raw, ("do", "at")))
    return command if verb in known else Elsewhere(verb)


def written(command: Command, thing: str = "dice") -> dict[str, Any]:
    """The plain data of a command; what is left at its default is left out.

    >>> written(Roll((3, 4)))
    {'do': 'roll', 'dice': [3, 4]}
    """
    found: dict[str, Any] = {"do": spelled(type(command), thing)}
    for name, default in _defaults(command.verb, type(command)):
        value = getattr(command, name)
        if value == default:
            continue
        if name == "seats":
            value = [written_place(place) for place in value]
        found[name] = list(value) if isinstance(value, tuple) else value
    return found


_DEFAULTS: dict[str, tuple[tuple[str, Any], ...]] = {}


def _defaults(verb: str, kind: type[Command]) -> tuple[tuple[str, Any], ...]:
    found = _DEFAULTS.get(verb)
    if found is None:
        found = _DEFAULTS[verb] = tuple((field.name, field.default) for field in fields(kind))
    return found


def written_place(place: SeatOpening) -> dict[str, Any]:
    named = {"name": place.name} if place.name else {}
    return {"seat": place.seat, "rail": place.rail, **named}


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


_UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)")


def at_utc(key: str, value: Any) -> datetime:
    if isinstance(value, str) and len(value) <= MOST_WORD and _UTC.fullmatch(value):
        try:
            found = datetime.fromisoformat(value)
        except ValueError:
            pass
        else:
            if found.year < LAST_YEAR:
                return found
    raise Malformed(key, f"{show(value)} is not a time", 'Write "2026-01-31T20:15:00Z", in UTC.')


def plain(text: str) -> str:
    """Text from outside, cut short and with nothing in it that steers a terminal."""
    cut = text if len(text) <= MOST_WORD else f"{text[:MOST_WORD]}..."
    return "".join(each if each.isprintable() else "?" for each in cut)


def show(value: Any) -> str:
    match value:
        case str():
            return f'"{plain(value)}"'
        case bool():
            return "true" if value else "false"
        case None:
            return "null"
        case int():
            return str(value) if abs(value) < 10**18 else "a number that long"
        case list() | tuple():
            return "a list"
        case Mapping():
            return "an object"
    return "a number with a fraction"


def whole(key: str, value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        if abs(value) < MOST_NUMBER:
            return value
        raise Malformed(key, "a number longer than any that is counted here")
    raise Malformed(key, f"{show(value)} is not a whole number", f'Write "{key}": 1, for example.')


def cents(key: str, value: Any) -> int:
    amount = whole(key, value)
    if amount > 0:
        return amount
    raise Malformed(key, f"{show(value)} is no amount", "Amounts are cents, above zero.")


def text(key: str, value: Any) -> str:
    """A word of the program's own: whether it is one is asked later."""
    if not isinstance(value, str):
        raise Malformed(key, f"{show(value)} is not text")
    if len(value) > MOST_NAME:
        raise Malformed(key, f"a word of {len(value)} characters", f"At most {MOST_NAME}.")
    return whole_characters(key, value)


def whole_characters(key: str, value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Malformed(key, "half a character", "Write whole Unicode characters.") from None
    return value


def person(key: str, value: Any) -> str:
    """A player's name: any text that can be written down."""
    if not isinstance(value, str):
        raise Malformed(key, f"{show(value)} is not text")
    if len(value) > MOST_NAME:
        raise Malformed(key, f"a name of {len(value)} characters", f"At most {MOST_NAME}.")
    return whole_characters(key, value)


def boolean(key: str, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise Malformed(key, f"{show(value)} is not true or false")


def role(key: str, value: Any) -> str:
    if isinstance(value, str) and value in ROLES:
        return value
    raise Malformed(key, f"{show(value)} is not a role", f"One of: {', '.join(ROLES)}.")


def roles(key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > len(ROLES):
        raise Malformed(key, f"{show(value)} is not a list of roles", '["dealer", "boxperson"]')
    return tuple(role(key, each) for each in value)


def _list(key: str, value: Any, most: int) -> list[int]:
    if not isinstance(value, list) or len(value) > most:
        raise Malformed(key, f"{show(value)} is not a list of numbers", 'Write "dice": [3, 4].')
    return [whole(key, each) for each in value]


def faces(key: str, value: Any) -> tuple[int, int]:
    found = _list(key, value, 64)
    if len(found) != 2:
        raise Malformed(key, f"{len(found)} dice", "Write the faces of two.")
    for face in found:
        if not 1 <= face <= 6:
            raise Malformed(key, f"{show(face)} is not a face of a die", "Faces are 1 to 6.")
    return found[0], found[1]


def sides(key: str, value: Any) -> tuple[int, int]:
    found = _list(key, value, 2)
    if len(found) == 2 and all(0 <= side <= 6 for side in found):
        return found[0], found[1]
    raise Malformed(key, "not a side for each die", "0 for a die that lies flat, else 1 to 6.")


def several(key: str, value: Any) -> tuple[int, ...]:
    return tuple(_list(key, value, 64))


def card(key: str, value: Any) -> str:
    if isinstance(value, str) and value in _DECK:
        return value
    what = f"{show(value)} is not a card"
    raise Malformed(key, what, 'Rank A23456789TJQK and suit shdc: "9h", "Ts".')


_DECK = frozenset(DECK)
MOST_CARDS = 64


def hand_of_cards(key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_CARDS:
        raise Malformed(key, f"{show(value)} is not a list of cards", 'Write ["9h", "Kd", ...].')
    return tuple(card(key, each) for each in value)


def seat_or_dealer(key: str, value: Any) -> int | str:
    return "dealer" if value == "dealer" else whole(key, value)


def counted(key: str, value: Any) -> int:
    number = whole(key, value)
    if number > 0:
        return number
    raise Malformed(key, f"{show(value)} is no count", "Leave it out, or write how many.")


def time_text(key: str, value: Any) -> str:
    at_utc(key, value)
    return str(value)


_HEX = re.compile(r"[0-9a-f]{64}")


def hex_digest(key: str, value: Any) -> str:
    if isinstance(value, str) and _HEX.fullmatch(value):
        return value
    raise Malformed(key, f"{show(value)} is not 32 bytes", "Write 64 hexadecimal digits, small.")


def own_seed(key: str, value: Any) -> str:
    found = person(key, value)
    if 1 <= len(found) <= MOST_SEED and found.isprintable():
        return found
    raise Malformed(key, "not a seed", f"Write 1 to {MOST_SEED} characters that can be seen.")


MOST_SEED = 64
"""Characters in a player's own seed."""


_READERS = {
    "seat": whole,
    "cards": hand_of_cards,
    "cut_card": boolean,
    "dealer": boolean,
    "dealer_shakes": counted,
    "shakes": counted,
    "procedure": whole,
    "commission_at": time_text,
    "surveillance_at": time_text,
    "rail": lambda key, value: 0 if value == 0 and value is not False else cents(key, value),
    "name": person,
    "amount": cents,
    "cash": cents,
    "by": cents,
    "wager": text,
    "leave_up": boolean,
    "working": boolean,
    "confirmed_by": roles,
    "caller": role,
    "reason": text,
    "dice": faces,
    "resting": sides,
    "of": cents,
    "take": cents,
    "hash": hex_digest,
    "seed": hex_digest,
}


_OF_ONE: Mapping[tuple[type, str], Callable[[str, Any], Any]] = {
    (Select, "dice"): several,
    (PassOn, "seat"): seat_or_dealer,
    (Shake, "seat"): seat_or_dealer,
    (Deal, "seat"): seat_or_dealer,
    (Recut, "seat"): seat_or_dealer,
    (Seed, "seed"): own_seed,
}
"""Keys that one command has its own way of writing."""

_FIELDS: dict[str, dict[str, tuple[bool, Callable[[str, Any], Any]]]] = {}


def _fields(
    kind: type[Command] | type[SeatOpening],
) -> dict[str, tuple[bool, Callable[[str, Any], Any]]]:
    """The keys of a command: whether each must be there, and how it is read."""
    found = _FIELDS.get(kind.__name__)
    if found is None:
        found = {}
        for field in fields(kind):
            reads = _OF_ONE.get((kind, field.name)) or _READERS[field.name]
            found[field.name] = field.default is MISSING, reads
        _FIELDS[kind.__name__] = found
    return found


def _values(
    kind: type[Command] | type[SeatOpening], raw: Mapping[str, Any], apart: tuple[str, ...]
) -> dict[str, Any]:
    """The fields of a command from plain data, each read by its name."""
    known = _fields(kind)
    for key in raw:
        if key not in known and key not in apart:
            hint = did_you_mean(nearest(key[:MOST_WORD], list(known))).strip()
            raise Malformed(plain(key), "there is no such key here", hint)
    found: dict[str, Any] = {}
    for name, (needed, reads) in known.items():
        if name in raw:
            found[name] = reads(name, raw[name])
        elif needed:
            raise Malformed(name, "is missing")
    return found


def _open(raw: Mapping[str, Any]) -> Open:
    for key in raw:
        if key not in ("do", "at", "rules", "game", "house", "seats"):
            raise Malformed(plain(key), "there is no such key here")
    if "rules" not in raw:
        raise Malformed("rules", "is missing", 'Write "rules": "nj-2011", for example.')
    game = text("game", raw["game"]) if "game" in raw else None
    house = raw.get("house", {})
    if not isinstance(house, Mapping):
        raise Malformed("house", f"{show(house)} is not an object")
    seats = raw.get("seats", [])
    if not isinstance(seats, list):
        raise Malformed("seats", f"{show(seats)} is not a list")
    if len(seats) > MOST_SEATS:
        raise Malformed("seats", f"{len(seats)} seats", f"At most {MOST_SEATS}.")
    places = tuple(_place(index, each) for index, each in enumerate(seats))
    numbers = [place.seat for place in places]
    for number in numbers:
        if number < 1:
            raise Malformed("seats", f"there is no seat {show(number)}", "Seats start at 1.")
        if numbers.count(number) > 1:
            raise Malformed("seats", f"seat {show(number)} stands there twice", "Leave one out.")
    return Open(text("rules", raw["rules"]), game, house, places)


MOST_SEATS = 100
"""Seats an opening may name; the table itself takes fewer."""


def _place(index: int, raw: Any) -> SeatOpening:
    key = f"seats[{index}]"
    if not isinstance(raw, Mapping):
        raise Malformed(key, f"{show(raw)} is not a seat", 'Write {"seat": 1, "rail": 100000}.')
    try:
        return SeatOpening(**{"rail": 0, **_values(SeatOpening, {"rail": 0, **raw}, ())})
    except Malformed as problem:
        raise Malformed(f"{key}.{problem.key}", problem.what, problem.instead) from None
