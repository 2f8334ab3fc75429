"""Rules for names, logins and passwords.

A name is shown to others, so no character in it may be invisible, reverse the direction of writing,
or cover other text.
"""

import re
import unicodedata

from lammer.server.errors import Refused

MOST_NAME = 24
LEAST_PASSWORD = 10
MOST_PASSWORD = 200
LOGIN = re.compile(r"[a-z0-9](?:[a-z0-9._-]{1,30}[a-z0-9])")

_INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE0F)))
)
"""Invisible characters that Unicode counts as letters or marks."""
_MOST_MARKS = 2
"""Marks on one letter; more would cover the lines above."""


def clean_name(name: str) -> str:
    """Return the name as it is stored, or raise ``Refused``.

    >>> clean_name("  Anna   K. ")
    'Anna K.'
    """
    if len(name) > 10 * MOST_NAME:
        raise _bad_name(f"A name of {len(name)} characters is too long.")
    plain = unicodedata.normalize("NFC", name)
    for each in plain:
        if unicodedata.category(each) in _HIDDEN or each in _INVISIBLE:
            raise _bad_name(f"A name cannot have the character U+{ord(each):04X} in it.")
    plain = " ".join(plain.split())
    if not 1 <= len(plain) <= MOST_NAME:
        raise _bad_name(f"This name has {len(plain)} characters.")
    if not any(unicodedata.category(each)[0] in "LN" for each in plain):
        raise _bad_name("A name needs at least one letter or digit.")
    marks = 0
    for each in plain:
        marks = marks + 1 if unicodedata.category(each) in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            raise _bad_name("A name cannot have a tower of marks on one letter.")
    return plain


_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def _bad_name(detail: str) -> Refused:
    instead = f"1 to {MOST_NAME} characters you can see, a letter or digit among them."
    return Refused("bad-name", detail, 422, instead=instead)


def clean_login(login: str) -> str:
    """Return the login as it is stored: in lower case.

    >>> clean_login(" Anna.K ")
    'anna.k'
    """
    plain = login.strip().lower()
    if not LOGIN.fullmatch(plain):
        instead = "3 to 32 of a-z, 0-9, dot, dash and underscore, a letter or digit at the ends."
        raise Refused("bad-login", "This cannot be a login.", 422, instead=instead)
    return plain


def clean_password(password: str, login: str) -> str:
    """Return the password as it is hashed, or raise ``Refused``, whose text never contains it."""
    plain = plain_password(password)
    size = f"{LEAST_PASSWORD} to {MOST_PASSWORD} characters that are not the login."
    if not LEAST_PASSWORD <= len(plain) <= MOST_PASSWORD:
        detail = f"This password has {len(plain)} characters."
        raise Refused("bad-password", detail, 422, instead=size)
    try:
        plain.encode()
    except UnicodeEncodeError:
        raise Refused("bad-password", "Half a character.", 422, instead=size) from None
    if plain.casefold() == login.casefold():
        raise Refused("bad-password", "This password is the login.", 422, instead=size)
    return plain


def plain_password(password: str) -> str:
    """Return the password in Unicode's normal form, so that it does not depend on the keyboard."""
    return unicodedata.normalize("NFKC", password[: 4 * MOST_PASSWORD])
