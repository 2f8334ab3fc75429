"""Rules for names, logins and passwords.

A name is shown to others, so no character in it may be invisible, reverse the direction of writing,
or cover other text; and it may not be read as that of the house, of its staff, or of somebody else
at the same table.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import lru_cache

from lammer.server.errors import Refused
from lammer.server.people.roles import ROLES

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


_ALIKE = {
    "CYRILLIC": "A:a VE:b IE:e DZE:s BYELORUSSIAN-UKRAINIAN-I:i JE:j KA:k EM:m EN:h O:o ER:p ES:c "
    "TE:t U:y HA:x IZHITSA:v KOMI-DE:d QA:q WE:w SHHA:h PALOCHKA:l SOFT-SIGN:b GHE:r PE:n",
    "GREEK CAPITAL": "ALPHA:a BETA:b EPSILON:e ZETA:z ETA:h IOTA:i KAPPA:k MU:m NU:n OMICRON:o "
    "RHO:p TAU:t UPSILON:y CHI:x",
    "GREEK SMALL": "ALPHA:a BETA:b GAMMA:y EPSILON:e ETA:n IOTA:i KAPPA:k NU:v OMICRON:o RHO:p "
    "TAU:t UPSILON:u CHI:x OMEGA:w",
    "ARMENIAN": "SEH:u OH:o HO:h VO:n CO:g KEH:p",
    "LATIN": "DOTLESS-I:i DOTLESS-J:j SCHWA:e ALPHA:a IOTA:i",
}
"""By script, the names that Unicode gives to letters that look like Latin ones."""
_LOOKS = {
    f"{script} {name}": latin
    for script, names in _ALIKE.items()
    for name, _, latin in (each.partition(":") for each in names.split())
}
_LETTER = re.compile(r"(CYRILLIC|GREEK|ARMENIAN|LATIN)( SMALL| CAPITAL)? LETTER (.+)")
_ONE_LOOK = str.maketrans("i1|!0345@$", "lllloeasas")
"""Characters that stand for letters."""
_LATIN = re.compile(r"LATIN (?:SMALL |CAPITAL )?LETTER (?:SMALL CAPITAL |SCRIPT )?([A-Z])\b")
_STAFF = {role: role for role in ROLES} | {
    "croupier": "dealer",
    "stickman": "stickperson",
    "boxman": "boxperson",
    "floorman": "floorperson",
}
"""What people call those who have a role."""
_OFFICIAL = ("house", "casino", "bank", "cage", "management", "admin", "staff", "seat", "table")
"""Names that, alone or with a number, stand for the house itself, or in a sentence for a player:
"Seat 2 wins $10"."""
_ENDING = re.compile(r"[\W\d_]+$")


def look(name: str) -> str:
    """Return what a name looks like: equal for two names that are read as the same.

    >>> look("Dealer") == look("D\\u0435\\uff411er") == look("d-e-a-l-e-r")
    True
    """
    return "".join(_words(name))


@lru_cache(1024)
def _words(name: str) -> tuple[str, ...]:
    """Return what the words of a name look like; a single letter belongs to what follows it."""
    plain = "".join(map(_letter, unicodedata.normalize("NFKD", name)))
    plain = unicodedata.normalize("NFKD", plain.casefold()).translate(_ONE_LOOK)
    plain = plain.replace("rn", "m").replace("vv", "w")
    return tuple(re.findall(r"[^\W_]+", re.sub(r"\b([^\W_])[\W_]+(?=[^\W_])", r"\1", plain)))


def _letter(each: str) -> str:
    """Return the Latin letter that a character looks like; nothing for a mark."""
    if unicodedata.category(each) in ("Mn", "Me", "Cf"):
        return ""
    if each.isascii():
        return each
    name = unicodedata.name(each, "")
    found, latin = _LETTER.match(name), _LATIN.search(name)
    if found is not None:
        script, case, letter = found[1], found[2] or "", found[3].replace(" ", "-")
        looks = _LOOKS.get(f"{script}{case} {letter}") or _LOOKS.get(f"{script} {letter}")
        if looks is not None:
            return looks
    return latin[1].lower() if latin else each


def check_name(name: str, house: str, roles: Collection[str] = ()) -> None:
    """Raise ``Refused`` if a name is read as that of the house, or of a role its bearer has not.

    >>> check_name("Anna", "Lammer")
    >>> check_name("Dealer", "Lammer", ("dealer",))
    """
    words = _words(name)
    for word, role in _STAFF.items():
        sign = look(word)
        if role not in roles and ("".join(words) == sign or any(sign in each for each in words)):
            raise _imitates(f"staff ({role})")
    if not roles and _bare(name) in {_bare(each) for each in (house, *_OFFICIAL)}:
        raise _imitates("the house")


def _bare(name: str) -> str:
    """Return what a name looks like without an article before it and a number after it."""
    return look(_ENDING.sub("", name) or name).removeprefix("the")


CHANGE_NAME = "Change your name on your page (PATCH /api/v1/me), then sit down."


def check_not_taken(name: str, others: Iterable[str], instead: str = CHANGE_NAME) -> None:
    """Raise ``Refused`` if a name is read as one of others' at the same table.

    >>> check_not_taken("Anna", ["Anne", "Hanna"])
    """
    own = look(name)
    if any(own == look(each) for each in others):
        detail = f"Somebody at this table is called {name}, or nearly so."
        raise Refused("name-taken", detail, 409, instead=instead)


def _imitates(whose: str) -> Refused:
    detail = f"This name would be taken for {whose}."
    return Refused("bad-name", detail, 422, instead="Choose another name.")


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
