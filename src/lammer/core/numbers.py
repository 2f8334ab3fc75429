"""Exact numbers, written for reading: a fraction as a decimal, and both side by side."""

from fractions import Fraction

PLACES = 6
"""Places of a decimal that stands beside its fraction."""


def decimal(value: Fraction, places: int = PLACES) -> str:
    """A fraction rounded to so many places, half to even, for reading beside the exact one.

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


def exact_and_decimal(value: Fraction) -> dict[str, str]:
    """A number as it leaves the process: exact, and for people.

    >>> exact_and_decimal(Fraction(1, 66))
    {'exact': '1/66', 'decimal': '0.015152'}
    """
    return {"exact": str(value), "decimal": decimal(value)}
