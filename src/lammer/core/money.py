"""Formats money, which is a whole number of cents everywhere."""

from fractions import Fraction


def dollars(cents: int | Fraction) -> str:
    """Return cents as dollars for display; a fraction of a cent is cut off and marked with dots.

    >>> dollars(1200), dollars(150), dollars(Fraction(3500, 3))
    ('$12', '$1.50', '$11.66...')
    """
    whole = int(cents)
    over, rest = divmod(whole, 100)
    if whole != cents:
        return f"${over:,}.{rest:02}..."
    return f"${over:,}.{rest:02}" if rest else f"${over:,}"
