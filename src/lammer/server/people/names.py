"""What people may be called, and what a login and a password must be.

A name is shown to others, so nothing in it may hide, turn the writing round or pass for nothing.
"""

import re
import unicodedata

from lammer.server.refused import Refused

MOST_NAME = 24
LEAST_PASSWORD = 10
MOST_PASSWORD = 200
LOGIN = re.compile(r"[a-z0-9](?:[a-z0-9._-]{1,30}[a-z0-9])")

_UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE0F)))
)
"""Characters that are letters or marks to Unicode and nothing to the eye."""
_MOST_MARKS = 2
"""Marks on one letter; a tower of them covers the lines above."""


def clean_name(name: str) -> str:
    """The name as it is kept, or a refusal.

    >>> clean_name("  Anna   K. ")
    'Anna K.'
    """
    if len(name) > 10 * MOST_NAME:
        raise _bad_name(f"A name of {len(name)} characters is too long.")
    plain = unicodedata.normalize("NFC", name)
    for each in plain:
        if unicodedata.category(each) in _HIDDEN or each in _UNSEEN:
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
    """The login as it is kept: in small letters.

    >>> clean_login(" Anna.K ")
    'anna.k'
    """
    plain = login.strip().lower()
    if not LOGIN.fullmatch(plain):
        raise Refused(
            "bad-login",
            "This cannot be a login.",
            422,
            instead="3 to 32 of a-z, 0-9, dot, dash and underscore, a letter or digit at the ends.",
        )
    return plain


def clean_password(password: str, login: str) -> str:
    """The password as it is hashed, or a refusal; it is never repeated in words."""
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
    """The same password however the keyboard composes it."""
    return unicodedata.normalize("NFKC", password[: 4 * MOST_PASSWORD])
