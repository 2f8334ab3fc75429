"""Money is a whole number of cents; this is how it is said."""

from fractions import Fraction


def dollars(cents: int | Fraction) -> str:
    """Cents as dollars for reading; a fraction of a cent is cut off and marked.

    >>> dollars(1200), dollars(150), dollars(Fraction(3500, 3))
    ('$12', '$1.50', '$11.66...')
    """
    whole = int(cents)
    over, rest = divmod(whole, 100)
    if whole != cents:
        return f"${over:,}.{rest:02}..."
    return f"${over:,}.{rest:02}" if rest else f"${over:,}"
