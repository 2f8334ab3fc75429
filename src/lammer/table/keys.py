"""Readers of the keys of commands and records."""

import re
from datetime import datetime
from typing import Annotated, Any, Literal, TypeGuard

from lammer.core.codec import MOST_WORD, Malformed, Reads, show
from lammer.core.procedure import ROLES

MOST_NUMBER = 10**60
"""Numbers with more digits are refused; far beyond any amount."""
MOST_NAME = 80
"""Characters in a player's name."""
LAST_YEAR = 9000
"""Times in this year or later are refused, so that adding seconds never overflows."""
MOST_SEATS = 100
"""Seats that an opening may name; the table takes fewer."""

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
    """Read a word of the program; whether it is known is checked later."""
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
    """Read a player's name: any text that can be stored."""
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


def seat_or_dealer(key: str, value: Any) -> int | str:
    return "dealer" if value == "dealer" else whole(key, value)


def seat_numbers(key: str, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > MOST_SEATS:
        raise Malformed(key, f"{show(value)} is not a list of seats", f'Write "{key}": [1, 3].')
    return tuple(whole(key, each) for each in value)


def counted(key: str, value: Any) -> int:
    number = whole(key, value)
    if number > 0:
        return number
    raise Malformed(key, f"{show(value)} is no count", "Leave it out, or write how many.")


def time_text(key: str, value: Any) -> str:
    at_utc(key, value)
    return str(value)


_DIGEST = re.compile(r"[0-9a-f]{64}")


def is_digest(value: object) -> TypeGuard[str]:
    """Return whether a value is 32 bytes, such as a SHA-256, as hexadecimal digits in lower
    case."""
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def hex_digest(key: str, value: Any) -> str:
    if is_digest(value):
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
    """Read an amount in cents that may be 0."""
    return 0 if value == 0 and value is not False else cents(key, value)


Whole = Annotated[int, Reads(whole, words="whole number")]
SeatOrDealer = Annotated[
    int | Literal["dealer"], Reads(seat_or_dealer, words='whole number or "dealer"')
]
SeatNumbers = Annotated[tuple[int, ...], Reads(seat_numbers, words="list of seats")]
Cents = Annotated[int, Reads(cents, words="whole number above 0")]
Chips = Annotated[int, Reads(chips, words="whole number, 0 or above")]
Counted = Annotated[int, Reads(counted, words="whole number above 0")]
Word = Annotated[str, Reads(text, words="text")]
PersonName = Annotated[str, Reads(person, words="text")]
Flag = Annotated[bool, Reads(boolean, words="true or false")]
Role = Annotated[str, Reads(role, words="role")]
Roles = Annotated[tuple[str, ...], Reads(roles, words="list of roles")]
TimeText = Annotated[str, Reads(time_text, words="time in UTC")]
Digest = Annotated[str, Reads(hex_digest, words="64 hexadecimal digits")]
OwnSeed = Annotated[str, Reads(own_seed, words="text of 1 to 64 characters")]
