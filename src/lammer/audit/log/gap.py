"""A gap in a log: the finding about it, and what the missing lines cost.

What a missing line moved is unknown. But the chips of each seat are known before the gap, every
transfer after it is logged, and a player who leaves takes what is on the rail. Any surplus or
deficit then is what the gap moved.
"""

from collections import deque
from collections.abc import Iterator, Mapping

from lammer.audit.finding import Finding
from lammer.audit.log.differences import signed
from lammer.audit.log.resync import LineEvent
from lammer.ledger import Books, Transfer, layout, rail
from lammer.table.state import TableState

Balances = Mapping[str, int]
MOST_EXPLAINED = 100
"""Lines remembered until they are judged, which is when their command ends."""


class Gap:
    """A gap before the line ``number``. ``what`` is the finding's text; "" if it was reported
    already."""

    def __init__(self, number: int, what: str, books: Books, earlier: "Gap | None" = None) -> None:
        self.number, self.what = number, what
        self.doubts = self.first = self.last = self.cents = 0
        """Commands that were taken as written: how many, the first and last line, and what they
        moved to rails."""
        self._accounts: dict[str, int] = dict(books if earlier is None else earlier._accounts)
        """The accounts of players, as they would be if neither this gap nor earlier ones had moved
        anything."""
        self._since: int = number if earlier is None else earlier._since
        self._explained: deque[int] = deque(maxlen=MOST_EXPLAINED)
        self._shown: dict[int, int] = {}
        """What the gap moved to each seat, where later lines show it."""

    def doubt(self, number: int, cents: int) -> None:
        """Count a command that was taken as written."""
        self.first = self.first or number
        self.doubts, self.last, self.cents = self.doubts + 1, number, self.cents + cents

    def follow(self, number: int, event: LineEvent, table: TableState) -> None:
        """Follow a line after the gap; ``table`` is the table before it, as inferred."""
        for source, target, cents in event.moves:
            self._accounts[source] = self._accounts.get(source, 0) - cents
            self._accounts[target] = self._accounts.get(target, 0) + cents
        seat = event.body.get("seat")
        if not self.what or event.name != "leave" or not isinstance(seat, int):
            return
        there = table.seats.get(seat)
        bets = [] if there is None else list(there.bets)
        up = event.body.get("bets")
        if not up or up == bets:
            # The rail is empty then, and the chips on the layout are known.
            self._show(seat, {layout(seat): table.layout(seat) if up else 0})
            self._explained.append(number)

    def explains(self, number: int) -> bool:
        """Return whether a difference in a seat's chips at this line is part of what the gap
        cost."""
        return number in self._explained

    def _show(self, seat: int, balances: Balances) -> None:
        """Compare the expected chips of a seat with its actual ones."""
        for account in (rail(seat), layout(seat)):
            is_there = balances.get(account, 0)
            more = is_there - self._accounts.get(account, 0)
            self._accounts[account] = is_there
            self._shown[seat] = self._shown.get(seat, 0) + more

    def finding(self, balances: Balances | None = None) -> Iterator[Finding]:
        """Yield the finding about the gap; ``balances`` are the accounts at its end, if they are
        known from elsewhere."""
        for seat in _seats(self._accounts) | _seats(balances or {}) if balances else ():
            self._show(seat, balances or {})
        trusted = self._trusted()
        if self.what:
            moved, said = self._cost()
            what = " ".join(each for each in (self.what, said, trusted) if each)
            yield Finding(self.number, "chain", what, moved_cents=moved)
        elif trusted:
            yield Finding(self.first, "decision", trusted)

    def _trusted(self) -> str:
        if not self.doubts:
            return ""
        one = self.doubts == 1
        commands = "1 command does" if one else f"{self.doubts:,} commands do"
        where = f"line {self.first}" if one else f"lines {self.first} to {self.last}"
        said = f"{commands} not follow from the lines that are left ({where}): taken as written"
        return f"{said}, with {signed(self.cents)} to rails." if self.cents else f"{said}."

    def _cost(self) -> tuple[int | None, str]:
        if not self._shown:
            return None, "What they moved is not shown by the lines that are left."
        moved = {seat: cents for seat, cents in sorted(self._shown.items()) if cents}
        since = "" if self._since == self.number else f" since line {self._since}"
        return sum(moved.values()), in_words(moved, since)


def in_words(moved: Mapping[int, int], since: str = "") -> str:
    """Return what moved between the players and the house, as a sentence.

    >>> in_words({2: 2600, 3: -500})
    'What is missing moved $26 to seat 2, $5 from seat 3.'
    """
    parts = [
        f"{signed(abs(cents))} {'to' if cents > 0 else 'from'} seat {seat}"
        for seat, cents in moved.items()
    ]
    if not parts:
        return f"What is missing{since} moved nothing between players and the house."
    return f"What is missing{since} moved {', '.join(parts)}."


def moved_by(moves: tuple[Transfer, ...]) -> dict[int, int]:
    """Return what transfers move to each seat, in cents."""
    net: dict[str, int] = {}
    for source, target, cents in moves:
        net[source] = net.get(source, 0) - cents
        net[target] = net.get(target, 0) + cents
    found = {
        seat: net.get(rail(seat), 0) + net.get(layout(seat), 0) for seat in sorted(_seats(net))
    }
    return {seat: cents for seat, cents in found.items() if cents}


def _seats(balances: Mapping[str, int]) -> set[int]:
    """Return the seats that have accounts."""
    names = (account.partition("-") for account in balances)
    return {int(n) for kind, _, n in names if kind in ("rail", "layout") and n.isdecimal()}
