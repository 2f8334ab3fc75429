"""The keys of commands and records: how the value of each is read from plain data."""

import re
from datetime import datetime
from typing import Annotated, Any, Literal

from lammer.core.cards import DECK
from lammer.core.codec import MOST_WORD, Malformed, Reads, show
from lammer.core.procedure import ROLES

MOST_NUMBER = 10**60
"""No number has more digits than this; far beyond any amount, and quick to say."""
MOST_NAME = 80
"""Characters in a player's name."""
LAST_YEAR = 9000
"""No table is played in this year or later, so a clock that adds seconds never runs out."""
MOST_SEATS = 100
"""Seats an opening may name; the table itself takes fewer."""

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


def chips(key: str, value: Any) -> int:
    """An amount that may be nothing."""
    return 0 if value == 0 and value is not False else cents(key, value)


Whole = Annotated[int, Reads(whole)]
SeatOrDealer = Annotated[int | Literal["dealer"], Reads(seat_or_dealer)]
Cents = Annotated[int, Reads(cents)]
Chips = Annotated[int, Reads(chips)]
Counted = Annotated[int, Reads(counted)]
Word = Annotated[str, Reads(text)]
PersonName = Annotated[str, Reads(person)]
Flag = Annotated[bool, Reads(boolean)]
Role = Annotated[str, Reads(role)]
Roles = Annotated[tuple[str, ...], Reads(roles)]
Faces = Annotated[tuple[int, int], Reads(faces)]
Sides = Annotated[tuple[int, int], Reads(sides)]
Several = Annotated[tuple[int, ...], Reads(several)]
HandOfCards = Annotated[tuple[str, ...], Reads(hand_of_cards)]
TimeText = Annotated[str, Reads(time_text)]
Digest = Annotated[str, Reads(hex_digest)]
OwnSeed = Annotated[str, Reads(own_seed)]
