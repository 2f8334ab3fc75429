"""A player's money behind comparisons, so that a decision is known to hold for a whole interval of
bankrolls."""

FAR = 2**61


class Purse:
    """Equity in cents. Each comparison narrows ``[low, high)``, the starting equities for which all
    the answers so far would have been the same."""

    def __init__(self, equity: int, on_layout: int) -> None:
        self.start = equity
        self.low, self.high = -FAR, FAR
        self.on_layout = on_layout
        self.charged = 0
        self.staked = 0

    def equity_at_least(self, cents: int) -> bool:
        """True if rail and layout together hold at least this many cents now."""
        bound = cents + self.charged
        if self.start >= bound:
            self.low = max(self.low, bound)
            return True
        self.high = min(self.high, bound)
        return False

    def rail_at_least(self, cents: int) -> bool:
        return self.equity_at_least(cents + self.on_layout)

    @property
    def equity(self) -> int:
        """Return the exact equity in cents. Reading it narrows the interval to this one value."""
        self.low, self.high = max(self.low, self.start), min(self.high, self.start + 1)
        return self.start - self.charged

    def move(self, to_layout: int, charge: int, staked: int) -> None:
        """Move cents to the layout (back, if negative), and charge vigorish (refund, if
        negative)."""
        self.on_layout += to_layout
        self.charged += charge
        self.staked += staked
