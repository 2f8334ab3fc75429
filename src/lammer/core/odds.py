"""Payout odds as the regulations write them: "9 to 5", never "for" (NJ11-1.4a)."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

_WORDS = re.compile(r" *([0-9]{1,9}) +to +([0-9]{1,9}) *")
_FOR = re.compile(r" *([0-9]{1,9}) +for +([0-9]{1,9}) *")


@dataclass(frozen=True, slots=True)
class Odds:
    """``win`` units paid for each ``stake`` units wagered, kept as written.

    >>> str(Odds(9, 5)), Odds(9, 5).fraction
    ('9 to 5', Fraction(9, 5))
    """

    win: int
    stake: int

    def __post_init__(self) -> None:
        if self.win < 1 or self.stake < 1:
            raise ValueError(f"odds are two whole numbers above zero, not {self}")

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.win, self.stake)

    def __str__(self) -> str:
        return f"{self.win} to {self.stake}"

    @classmethod
    def parse(cls, words: str) -> "Odds":
        """Read "9 to 5"; anything else, "9 for 5" included, is a ``ValueError``.

        >>> Odds.parse("3 to 1")
        Odds(win=3, stake=1)
        """
        match = _WORDS.fullmatch(words)
        if match is None:
            raise ValueError(f'odds are written "9 to 5", not {words!r}')
        return cls(int(match[1]), int(match[2]))


class SaidFor(NamedTuple):
    """A payout written with "for", which counts the stake: "5 for 1" is 4 to 1."""

    win: int
    stake: int

    def __str__(self) -> str:
        return f"{self.win} for {self.stake}"

    @property
    def odds(self) -> Odds | None:
        """Return the same odds with "to", if there are any."""
        above = self.win - self.stake
        return Odds(above, self.stake) if above > 0 < self.stake else None


def read_payout(words: str) -> Odds | SaidFor:
    """Read "3 to 1" or "4 for 1"; anything else is a ``ValueError``.

    >>> read_payout("5 for 1").odds
    Odds(win=4, stake=1)
    """
    match = _FOR.fullmatch(words)
    return Odds.parse(words) if match is None else SaidFor(int(match[1]), int(match[2]))
