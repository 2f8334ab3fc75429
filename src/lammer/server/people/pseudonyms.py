"""Who entered a line of a log, in a form that only the house can trace to a person.

A pseudonym is the same for one person throughout one table's log, and another at every other table.
It follows from a random key of the table, which the store keeps with it and no page or log shows.
"""

import hmac
from base64 import b32encode
from secrets import token_hex

from lammer.server.people.roles import ADMINISTRATOR, has_role
from lammer.store.port import Person
from lammer.table.entered_by import BY_HOUSE

KEY_BYTES = 32
_CHARACTERS = 8
PLAYER = "player"
"""The role of somebody without any."""
_IN_CHARGE = ("floorperson", ADMINISTRATOR)


def new_key() -> str:
    """Return a key for the pseudonyms of a table."""
    return token_hex(KEY_BYTES)


def pseudonym(key: str, person: int) -> str:
    """Return a person's pseudonym at the table with this key.

    >>> pseudonym("00" * 32, 7), pseudonym("01" * 32, 7)
    ('mebefgrd', 'pvmqx4yx')
    """
    made = hmac.digest(bytes.fromhex(key), b"person %d" % person, "sha256")
    return b32encode(made).decode().lower()[:_CHARACTERS]


def in_role(key: str, person: int, role: str) -> str:
    """Return how the log of the table with this key names a person in a role."""
    return f"{role}-{pseudonym(key, person)}"


def in_charge(key: str, by: Person | None) -> str:
    """Return how the log names whoever opens or closes a table; None is the house."""
    if by is None:
        return BY_HOUSE
    role = next((each for each in _IN_CHARGE if has_role(by, each)), PLAYER)
    return in_role(key, by.id, role)
