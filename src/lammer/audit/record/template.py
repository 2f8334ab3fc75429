"""An example record to write over: a few explained, correct lines of a game.

The lines are found by playing: bets that the house would take now, an example trial of the
instrument, and then whatever the audit says is due.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from lammer.audit.record.entries import UnreadableEntry, entries
from lammer.audit.record.instrument import record_of
from lammer.audit.record.judge import RecordJudge, RecordOptions
from lammer.audit.record.open_money import Due
from lammer.core.codec import canonical
from lammer.core.legality import Refusal
from lammer.core.wager import Collection, Wager
from lammer.house.house import House
from lammer.ledger import rail
from lammer.table import Seat, TableState, decide
from lammer.table.bets.make import may_be_left_up
from lammer.table.commands import MakeBet
from lammer.table.refusals import MOST_CENTS

Row = Mapping[str, str]
_AMOUNTS = (1000, 1200, 2000, 500, 400, 600, 700, 100)
"""Amounts that are tried for an example bet, in cents."""
_BETS_A_TRIAL = 2
_SEATS = 3
_NOTES = {
    "up": "only if the record begins in the middle: a bet that was up before it",
    "bet": "a bet made, or so much more on one that is up",
    "payment": "winnings paid, on top of the stake",
    "vigorish": "vigorish taken",
    "mark": "vigorish marked, to be collected later",
    "refund": "vigorish given back",
}
_TOGETHER = "one amount for several bets: name them, or leave the wager empty"
_NET = "paid net: the parts that lost are not taken, the whole stake goes back"
_STAFF = "dealer and shift are for the report, on their first line"
_LEFT_UP = "leave_up: if it wins it stays up for the same amount"


def template(house: House) -> tuple[tuple[str, ...], list[Row]]:
    """Return the columns of a sheet for this house's game, and rows to write over.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> columns, rows = template(house(load("nj-1997"), Elections()))
    >>> columns[:4], rows[1]["kind"]
    (('kind', 'seat', 'wager', 'dollars'), 'bet')
    """
    sheet = _Sheet(house)
    rows = [*sheet.rows()]
    instrument = record_of(sheet.judge.thing)
    own = tuple(instrument.columns._fields)
    used = {key for row in rows for key in row}
    maybe = ("leave_up", "net", "made")
    return (
        *("kind", "seat", "wager", "dollars"),
        *own,
        *(key for key in maybe if key in used),
        *("dealer", "shift", "note"),
    ), rows


class _Sheet:
    def __init__(self, house: House) -> None:
        self.judge = RecordJudge(house, RecordOptions())
        self._rules = house.rules
        self._shown: set[tuple[object, ...]] = set()
        self._notes: set[str] = set()
        self._line = 1
        self._seat = 0

    def rows(self) -> Iterator[Row]:
        """Yield the rows; each was carried out at the table of the example."""
        instrument = record_of(self.judge.thing)
        for start in instrument.example_start:
            yield self._done(start)
        if (up := self._up()) is not None:
            yield self._done(up)
        staff = {"dealer": "12", "shift": "day", "note": _STAFF}
        for trial in instrument.examples(self.judge.rules):
            for row in self._bets():
                done = self._done(row)
                yield done | staff | ({"note": f"{done['note']}; {_STAFF}"} if staff else {})
                staff = {}
                yield from self._due()
            yield self._done(trial)
            yield from self._due()

    def _done(self, row: Row) -> dict[str, str]:
        """Carry out a row, about which there is no finding."""
        self._line += 1
        raw = {key: each for key, each in row.items() if key != "note"}
        typed = {**raw, **({"seat": int(raw["seat"])} if "seat" in raw else {})}
        typed |= {key: True for key in ("leave_up", "net") if key in raw}
        (entry,) = entries([(self._line, canonical(typed).encode())], self.judge.thing)
        assert not isinstance(entry, UnreadableEntry), entry
        found = list(self.judge.take(entry))
        assert not found, found
        note = row.get("note", "")
        new = note not in self._notes
        self._notes.add(note)
        return {**raw, **({"note": note} if note and new else {})}

    # Bets

    def _bets(self) -> Iterator[Row]:
        """Yield bets of kinds that were not shown yet; if there are none, the first bet again."""
        made = 0
        for wager in self._rules.wagers:
            kind = _kind(wager)
            if made == _BETS_A_TRIAL or kind in self._shown or wager.variant is not None:
                continue
            seat = self._seat_for(wager)
            amount = self._amount(wager, seat)
            if amount is None:
                continue
            self._shown.add(kind)
            made += 1
            left = {"leave_up": "yes"} if may_be_left_up(wager) else {}
            note = _NOTES["bet"] + (f"; {_LEFT_UP}" if left else "")
            yield _row("bet", seat, wager.key, amount, note) | left
        first, one = self._rules.wagers[0], self.judge.table.seats.get(1)
        up = one is not None and first.key in one.bets
        if not made and not up and (amount := self._amount(first, 1)) is not None:
            yield _row("bet", 1, first.key, amount, _NOTES["bet"])

    def _seat_for(self, wager: Wager) -> int:
        """Return the seat with the bet that odds stand behind; else the seats in turn."""
        for number, seat in self.judge.table.seats.items():
            if wager.behind is not None and wager.behind.base in seat.bets:
                return number
        self._seat = self._seat % _SEATS + 1
        return self._seat

    def _amount(self, wager: Wager, seat: int) -> int | None:
        """Return an amount that would be taken now."""
        table = self.judge.table
        if seat not in table.seats:
            table = _with_seat(table, seat)
        for amount in _AMOUNTS:
            asked = MakeBet(seat, wager.key, amount)
            if not isinstance(decide(table, asked), Refusal):
                return amount
        return None

    def _up(self) -> Row | None:
        """Return a bet that may stand for many trials."""
        for wager in self._rules.wagers:
            if may_be_left_up(wager) and wager.vig is None:
                amount = self._amount(wager, _SEATS + 1)
                if amount is not None:
                    return _row("up", _SEATS + 1, wager.key, amount, _NOTES["up"])
        return None

    # Money

    def _due(self) -> Iterator[Row]:
        """Yield what is due now."""
        by_seat: dict[tuple[str, int], list[Due]] = {}
        for due in self.judge.money.outstanding():
            by_seat.setdefault((due.money, due.seat), []).append(due)
        for (money, seat), dues in by_seat.items():
            total = Fraction(sum(Fraction(each.due) for each in dues))
            names = "+".join(each.name for each in dues)
            net = len(dues) == 1 and dues[0].lost and money == "payment"
            total -= Fraction(dues[0].lost) if net else 0
            assert total.denominator == 1
            note = _NET if net else _TOGETHER if len(dues) > 1 else _NOTES[money]
            row = _row(money, seat, names, int(total), note)
            yield self._done({**row, **({"net": "yes"} if net else {})})


def _kind(wager: Wager) -> tuple[object, ...]:
    """Return what one example is enough for."""
    return (
        wager.vig is not None,
        bool(wager.parts) or wager.breakdown is not None,
        wager.behind is not None,
        wager.one_roll,
        wager.travels,
        isinstance(wager.machine, Collection),
    )


def _with_seat(table: TableState, number: int) -> TableState:
    seats = {**table.seats, number: Seat(number, "", {})}
    return table._replace(seats=seats, books={**table.books, rail(number): MOST_CENTS})


def _row(kind: str, seat: int, wager: str, amount: int, note: str) -> dict[str, str]:
    whole, over = divmod(amount, 100)
    dollars = f"{whole}.{over:02}" if over else f"{whole}"
    return {"kind": kind, "seat": str(seat), "wager": wager, "dollars": dollars, "note": note}
