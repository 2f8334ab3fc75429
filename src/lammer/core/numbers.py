"""Formats exact numbers: a fraction as a decimal, and both together."""

import re
from fractions import Fraction
from math import isqrt

PLACES = 6
"""Places of a decimal that stands beside its fraction."""


def decimal(value: Fraction, places: int = PLACES) -> str:
    """Return a fraction rounded half to even to this many decimal places, for display.

    >>> decimal(Fraction(7, 495) * 100, 3)
    '1.414'
    >>> decimal(Fraction(-1, 3), 2), decimal(Fraction(5, 2), 0)
    ('-0.33', '2')
    """
    scaled = round(abs(value) * 10**places)
    digits = f"{scaled:0{places + 1}d}"
    whole, part = (digits[:-places], digits[-places:]) if places else (digits, "")
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{whole}.{part}" if part else f"{sign}{whole}"


def percent(value: Fraction, places: int = 3) -> str:
    """Return a share as a percentage, rounded half to even.

    >>> percent(Fraction(7, 495)), percent(Fraction(1, 20), 1)
    ('1.414%', '5.0%')
    """
    return f"{decimal(value * 100, places)}%"


def short_percent(value: Fraction, places: int = 3) -> str:
    """Return a share as a percentage, without zeros at the end.

    >>> short_percent(Fraction(1, 20)), short_percent(Fraction(1, 66))
    ('5%', '1.515%')
    """
    return f"{decimal(value * 100, places).rstrip('0').rstrip('.')}%"


LONGEST_FRACTION = 24
"""Characters of a fraction that stands in a sentence."""


def share_words(value: Fraction, longest: int | None = LONGEST_FRACTION) -> str:
    """Return a share for reading: as a percentage, and exactly if that is not longer than so many
    characters (None: however long).

    >>> share_words(Fraction(5, 11)), share_words(Fraction(5, 11), 3)
    ('45.455% (5/11)', '45.455%')
    """
    exact = str(value)
    short = longest is None or len(exact) <= longest
    return f"{short_percent(value)} ({exact})" if short else short_percent(value)


_WRITTEN = re.compile(r"([0-9]{1,18}(?:\.[0-9]{1,18}|/0*[1-9][0-9]{0,17})?) ?(%?)")


def read_share(text: str) -> Fraction | None:
    """Return a share or an amount as it is written, or None: without an exponent, so that it is
    never larger than its text.

    >>> read_share("1/4"), read_share("25%"), read_share("0.25"), read_share("1e999")
    (Fraction(1, 4), Fraction(1, 4), Fraction(1, 4), None)
    """
    found = _WRITTEN.fullmatch(text.strip())
    return Fraction(found[1]) / (100 if found[2] else 1) if found else None


def share(value: Fraction, places: int = 3) -> dict[str, str]:
    """Return a share for the wire: exact, as a decimal, and as a percentage.

    >>> share(Fraction(1, 66))
    {'exact': '1/66', 'decimal': '0.015152', 'percent': '1.515%'}
    """
    return {**exact_and_decimal(value), "percent": percent(value, places)}


def exact_and_decimal(value: Fraction) -> dict[str, str]:
    """Return a number for the wire: exact as a fraction, and as a decimal for display.

    >>> exact_and_decimal(Fraction(1, 66))
    {'exact': '1/66', 'decimal': '0.015152'}
    """
    return {"exact": str(value), "decimal": decimal(value)}


def square_root(value: Fraction) -> Fraction:
    """Return the square root of a fraction, rounded down to this many places.

    >>> square_root(Fraction(2)), square_root(Fraction(9, 4))
    (Fraction(1414213, 1000000), Fraction(3, 2))
    """
    scale = 10**PLACES
    return Fraction(isqrt(int(value * scale * scale)), scale)
