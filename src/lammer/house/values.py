"""Reads single values of a house file: amounts, rates, multiples, payouts, choices."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from lammer.core.codec import Malformed
from lammer.core.money import dollars
from lammer.core.odds import Odds, SaidFor, read_payout
from lammer.core.ruleset import Choice, Option

MOST_CENTS = 10**15
"""The limit of any amount in a house file: ten trillion dollars."""
MOST_NAME = 80
"""Characters in the operator's name."""
MOST_CHOICES = 10
"""Choices listed one by one; more are integers in a row."""
MOST_TIMES = 10**6
"""The limit of any multiple, lawful or not."""

PAYOUT = 'Write "3 to 1": whole numbers from 1 to 999999999, and "to".'
_RATE = re.compile(r"([0-9]{1,9})(?:/([1-9][0-9]{0,8})|\.([0-9]{1,9}))?(%?)")
_MULTIPLE = re.compile(r"[0-9]{1,6}(/[1-9][0-9]{0,5})?")
_DOLLARS = re.compile(r"\$? ?([0-9]{1,13})(?:\.([0-9]{1,2}))?")


def boolean(key: str, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise Malformed(key, f"{show(value)} is not true or false", "Write true or false.")


def amount(key: str, value: Any) -> int:
    if is_whole(value) and 1 <= value <= MOST_CENTS:
        return int(value)
    what = f"{show(value)} is not an amount: cents, as a whole number above zero"
    if is_whole(value) and value > MOST_CENTS:
        what = f"{show(value)} is too much: at most {dollars(MOST_CENTS)}"
    raise Malformed(key, what, _in_cents(value))


def _in_cents(value: Any) -> str:
    """Return how to write what was probably meant: 5.0 and "$5" are 500 cents."""
    meant = _DOLLARS.fullmatch(str(value)[:40]) if not is_whole(value) else None
    cents = int(meant[1]) * 100 + int((meant[2] or "").ljust(2, "0")) if meant else 0
    if not 1 <= cents <= MOST_CENTS:
        cents = 500
    return f"Write {cents} for {dollars(cents)}."


def text(key: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    raise Malformed(key, f"{show(value)} is not text", f'Write {key} = "..." in quotes.')


def short_text(key: str, value: Any) -> str:
    found = text(key, value)
    if len(found) <= MOST_NAME and found.isprintable():
        return found
    raise Malformed(key, "too long, or not plain text", f"At most {MOST_NAME} characters.")


def word(*words: str) -> Callable[[str, Any], str]:
    def read(key: str, value: Any) -> str:
        if isinstance(value, str) and value in words:
            return value
        either = " or ".join(f'"{word}"' for word in words)
        raise Malformed(key, f"{show(value)} is not a choice here", f"Write {either}.")

    return read


def rate(key: str, value: Any) -> Fraction:
    """Return a rate from 0 to 1 that is written "1/20", "0.05" or "5%".

    >>> rate("rate", "5%"), rate("rate", "1/20")
    (Fraction(1, 20), Fraction(1, 20))
    """
    match = _RATE.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is not None:
        whole, below, decimals, percent = match.groups()
        found = Fraction(int(whole), int(below or 1))
        if decimals:
            found += Fraction(int(decimals), 10 ** len(decimals))
        found /= 100 if percent else 1
        if found <= 1:
            return found
    instead = 'Write "1/20" or "5%", in quotes.'
    raise Malformed(key, f"{show(value)} is not a rate from 0% to 100%", instead)


def multiple(key: str, value: Any) -> Fraction:
    """Return a multiple: a whole number, or a fraction such as "5/2"."""
    if is_whole(value) and abs(value) <= MOST_TIMES:
        return Fraction(value)
    if isinstance(value, str) and _MULTIPLE.fullmatch(value):
        return Fraction(value)
    instead = 'Write 10, or "5/2"; or a table by point: 4 = 3, 5 = 4, 6 = 5, ...'
    raise Malformed(key, f"{show(value)} is not a multiple", instead)


def payout(key: str, value: Any) -> Odds | SaidFor:
    try:
        return read_payout(value if isinstance(value, str) else "")
    except ValueError:
        raise Malformed(key, f"{show(value)} is no payout", PAYOUT) from None


def table(key: str, value: Any) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    raise Malformed(key, f"{show(value)} is not a table", f"Write [{key}] and its keys below it.")


def choice(option: Option, key: str, value: Any) -> Choice:
    """Return one of the values that an option can have, of the same type; of one that may have
    several, those in a list."""
    if option.several and isinstance(value, list) and value:
        named = [choice(option, key, each) for each in value]
        return ",".join(str(each) for each in option.known if each in named)
    for each in option.known:
        if value == each and type(value) is type(each):
            return each
    what = f"{show(value)} is not a choice here"
    raise Malformed(key, what, f"Write {either(option.known)}.")


def either(values: tuple[Choice, ...]) -> str:
    """Return values as they are written, in few words.

    >>> either((True, False)), either(("on", "off")), either(tuple(range(1, 25)))
    ('true or false', '"on" or "off"', 'a whole number from 1 to 24')
    """
    if len(values) <= MOST_CHOICES:
        return " or ".join(show(each) for each in values)
    numbers = sorted(each for each in values if isinstance(each, int))
    return f"a whole number from {numbers[0]} to {numbers[-1]}"


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def show(value: Any) -> str:
    """Return a value as TOML would write it, shortened, without control characters."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            shown = value if len(value) <= 40 else f"{value[:40]}..."
            return f'"{safe(shown)}"'
        case int():
            return str(value) if abs(value) < 10**20 else "a number that long"
        case list():
            return "a list"
        case Mapping():
            return "a table"
    return safe(str(value)[:40])


def safe(text: str) -> str:
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
