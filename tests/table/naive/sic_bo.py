"""A second, naive model of the sic bo table (ac-sic-bo), written from R-130 to R-135; shares no
code with lammer.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

from tests.table.naive.refusal import RefusedError, refuse

# Of a number: by how many dice show it.
TOTALS = {4: 60, 5: 30, 6: 17, 7: 12, 8: 8, 9: 6, 10: 6, 11: 6, 12: 6}
TOTALS |= {13: 8, 14: 12, 15: 17, 16: 30, 17: 60}
LEAST: dict[str, int] = {"small": 1, "big": 1, "any-triple": 30}
LEAST |= {f"triple-{n}": 180 for n in range(1, 7)}
LEAST |= {f"double-{n}": 10 for n in range(1, 7)}
LEAST |= {f"total-{n}": pays for n, pays in TOTALS.items()}
LEAST |= {f"pair-{a}-{b}": 5 for a in range(1, 6) for b in range(a + 1, 7)}
LEAST |= {f"number-{n}": 1 for n in range(1, 7)}
WAGERS = tuple(LEAST)
LEAST |= {f"number-{n}-twice": 2 for n in range(1, 7)}
LEAST |= {f"number-{n}-thrice": 3 for n in range(1, 7)}


def won_line(wager: str, dice: list[int]) -> str | None:
    """The payout line on which a wager wins; None if it loses (R-131)."""
    a, b, c = sorted(dice)
    triple = a == c
    if wager == "small":
        return wager if a + b + c <= 10 and not triple else None
    if wager == "big":
        return wager if a + b + c > 10 and not triple else None
    if wager == "any-triple":
        return wager if triple else None
    kind, *numbers = wager.split("-")
    n = int(numbers[0])
    if kind == "total":
        return wager if a + b + c == n else None
    times = (a == n) + (b == n) + (c == n)
    if kind == "triple":
        return wager if times == 3 else None
    if kind == "double":
        return wager if times >= 2 else None
    if kind == "pair":
        other = int(numbers[1])
        return wager if times and other in (a, b, c) else None
    assert kind == "number", wager
    return [None, wager, f"{wager}-twice", f"{wager}-thrice"][times]


def moment(text: str) -> datetime:
    when = datetime.fromisoformat(text)
    return when if when.tzinfo is not None else when.replace(tzinfo=UTC)


class NaiveSicBo:
    def __init__(self, opening: dict[str, Any]) -> None:
        house: dict[str, Any] = opening.get("house") or {}
        self.unit: int = house.get("pay_unit", 100)
        self.limits: dict[str, dict[str, int]] = house.get("limits") or {}
        self.hours: int = (house.get("dice") or {}).get("max_hours", 24)
        self.shakes: int = (house.get("shaker") or {}).get("min_shakes", 3)
        self.pays = {row: Fraction(pays) for row, pays in LEAST.items()}
        for row, text in (house.get("payouts") or {}).items():
            win, stake = text.split(" to ")
            self.pays[row] = Fraction(int(win), int(stake))
        self.rail: dict[int, int] = {}
        self.stakes: dict[int, dict[str, int]] = {}
        self.gone: set[int] = set()  # left with bets up
        self.bank = 0
        self.commission = 0  # nothing is charged
        self.clock = moment(opening.get("at", "1970-01-01T00:00:00Z"))
        self.dice_since = self.clock
        self.long_form: bool = house.get("long_form", False)
        self.to_be_inspected = self.long_form
        self.to_be_paid = False
        self.closed = False
        for entry in opening.get("seats", []):
            self.rail[entry["seat"]] = entry.get("rail", 0)
            self.stakes[entry["seat"]] = {}

    def bets(self, seat: int) -> dict[str, int]:
        return dict(self.stakes.get(seat, {}))

    def answer(self, ok: bool, why: str | None) -> dict[str, Any]:
        seats = {
            str(seat): {"rail": self.rail[seat], "layout": sum(self.stakes[seat].values())}
            for seat in sorted(self.rail)
        }
        return {
            "ok": ok,
            "why": why,
            "point": None,
            "shooter": None,
            "offered": None,
            "seats": seats,
        }

    def do(self, command: dict[str, Any]) -> dict[str, Any]:
        at = command.get("at")
        self.clock = self.clock + timedelta(seconds=1) if at is None else moment(at)
        before = copy.deepcopy(self.__dict__)
        try:
            self.carry_out(command)
        except RefusedError as refusal:
            self.__dict__.update(before)
            return self.answer(False, str(refusal))
        return self.answer(True, None)

    def carry_out(self, command: dict[str, Any]) -> None:
        by_verb: dict[str, Callable[[dict[str, Any]], None]] = {
            "sit": lambda c: self.sit(c["seat"], c.get("rail", 0)),
            "leave": lambda c: self.leave(c["seat"]),
            "buy-in": lambda c: self.buy_in(c["seat"], c["amount"]),
            "cash-out": lambda c: self.cash_out(c["seat"], c.get("amount")),
            "bet": lambda c: self.bet(c["seat"], c["wager"], c["amount"], c.get("leave_up")),
            "reduce": lambda c: self.reduce(c["seat"], c["wager"], c["by"]),
            "remove": lambda c: self.remove(c["seat"], c["wager"]),
            "no-more-bets": lambda _: self.no_more_bets(),
            "shake": self.shake,
            "no-shake": self.no_shake,
            "disputed-face": self.disputed_face,
            "new-dice": lambda c: self.new_dice(c.get("caller")),
            "step": self.step,
        }
        # Not "call", "verbal", "coupon"; nobody is offered the shaker.
        if command["do"] not in by_verb:
            raise refuse("no such command at this table")
        by_verb[command["do"]](command)

    # Seats and money

    def must_sit(self, seat: int) -> None:
        if seat not in self.rail or seat in self.gone:
            raise refuse("nobody sits there")

    def betting_must_be_open(self) -> None:
        if self.closed:
            raise refuse("no more bets")

    def sit(self, seat: int, rail: int) -> None:
        if seat < 1 or seat > 24:
            raise refuse("no such seat")
        if seat in self.gone:  # What the bets brought waits at the place.
            self.gone.discard(seat)
            self.rail[seat] += rail
            return
        if seat in self.rail:
            raise refuse("seat taken")
        self.rail[seat] = rail
        self.stakes[seat] = {}

    def leave(self, seat: int) -> None:
        self.must_sit(seat)
        self.rail[seat] = 0
        self.gone.add(seat)
        self.clear_places()

    def clear_places(self) -> None:
        """Nothing waits any more at the place of somebody who has left."""
        for seat in sorted(self.gone):
            if not self.rail[seat] and not self.stakes[seat]:
                del self.rail[seat]
                del self.stakes[seat]
                self.gone.discard(seat)
        if not self.rail:
            self.closed = False

    def buy_in(self, seat: int, amount: int) -> None:
        self.must_sit(seat)
        self.rail[seat] += amount

    def cash_out(self, seat: int, amount: int | None) -> None:
        if seat not in self.rail:
            raise refuse("nobody's place")
        amount = self.rail[seat] if amount is None else amount
        if not 0 < amount <= self.rail[seat]:
            raise refuse("not enough chips")
        self.rail[seat] -= amount
        self.clear_places()

    # The dice

    def dice_must_be_fresh(self) -> None:
        if not self.closed and self.clock - self.dice_since > timedelta(hours=self.hours):
            raise refuse("the dice are too old")

    def new_dice(self, caller: str | None) -> None:
        if caller != "floorperson":
            raise refuse("the floorperson inspects the shaker")
        self.betting_must_be_open()
        self.dice_since = self.clock
        self.to_be_inspected = False

    def step(self, command: dict[str, Any]) -> None:
        step, caller = command["step"], command["caller"]
        if any(key in command for key in ("number", "count", "seats")):
            raise refuse("no marker and no seats here")
        if step == "shaker-inspected" and caller == "floorperson" and self.to_be_inspected:
            self.to_be_inspected = False
        elif step == "winners-paid" and caller == "dealer" and self.to_be_paid:
            self.to_be_paid = False
        else:
            raise refuse("not to be done now, or not by this one")

    def entered_before(self) -> None:
        if self.long_form and not self.closed:
            raise refuse('"No more bets" is announced first')

    def no_more_bets(self) -> None:
        self.dice_must_be_fresh()
        if self.to_be_inspected or self.to_be_paid:
            raise refuse("something is to be entered first")
        self.betting_must_be_open()
        self.closed = True

    def shake(self, command: dict[str, Any]) -> None:
        self.dice_must_be_fresh()
        self.entered_before()
        if self.long_form and "dealer_shakes" not in command:
            raise refuse("how often it was shaken is entered")
        if command.get("dealer_shakes", self.shakes) < self.shakes:
            raise refuse("not shaken often enough")
        self.settle_all(command["dice"])

    def no_shake(self, command: dict[str, Any]) -> None:
        """R-134: by itself, or called."""
        self.dice_must_be_fresh()
        self.entered_before()
        reason = command.get("reason")
        if reason in ("cover-off-early", "too-few-shakes"):
            if command.get("caller") not in ("dealer", "floorperson"):
                raise refuse("not called by the dealer or the floorperson")
        elif reason not in ("one-die-on-the-other", "cocked"):
            raise refuse("no such reason")
        self.closed = False

    def disputed_face(self, command: dict[str, Any]) -> None:
        self.entered_before()
        if command.get("caller") != "floorperson":
            raise refuse("only the floorperson rules on a face")
        self.dice_must_be_fresh()
        if command.get("dice") is None:
            self.closed = False
        else:
            self.settle_all(command["dice"])

    def settle_all(self, dice: list[int]) -> None:
        self.closed = False
        self.to_be_paid = self.long_form
        for seat in sorted(self.stakes):
            for name in list(self.stakes[seat]):
                stake, line = self.stakes[seat].pop(name), won_line(name, dice)
                if line is None:
                    self.bank += stake
                else:
                    winnings = stake * self.pays[line]
                    assert winnings.denominator == 1, winnings
                    self.rail[seat] += stake + winnings.numerator
                    self.bank -= winnings.numerator
        self.clear_places()

    # Wagers

    def bet(self, seat: int, name: str, amount: int, leave_up: bool | None) -> None:
        self.must_sit(seat)
        self.betting_must_be_open()
        if name not in WAGERS:
            raise refuse("not a permissible wager")
        if leave_up:
            raise refuse("no wager is left up")
        total = self.stakes[seat].get(name, 0) + amount
        self.check_amount(name, total)
        if amount > self.rail[seat]:
            raise refuse("not enough chips")
        self.rail[seat] -= amount
        self.stakes[seat][name] = total

    def check_amount(self, name: str, total: int) -> None:
        kind = name.split("-")[0]
        posted = {**self.limits.get(kind, {}), **self.limits.get(name, {})}
        if total < self.unit:
            raise refuse("below one pay unit")
        if "min" in posted and total < posted["min"]:
            raise refuse("below the minimum")
        if "max" in posted and total > posted["max"]:
            raise refuse("above the maximum")
        rows = [row for row in self.pays if row == name or row.startswith(f"{name}-t")]
        parts = [Fraction(total, self.unit), *(total * self.pays[row] / self.unit for row in rows)]
        if any(part.denominator != 1 for part in parts):
            raise refuse("cannot be paid")

    def must_be_up(self, seat: int, name: str) -> None:
        self.must_sit(seat)
        self.betting_must_be_open()
        if name not in self.stakes[seat]:
            raise refuse("no such bet up")

    def remove(self, seat: int, name: str) -> None:
        self.must_be_up(seat, name)
        self.rail[seat] += self.stakes[seat].pop(name)

    def reduce(self, seat: int, name: str, by: int) -> None:
        self.must_be_up(seat, name)
        rest = self.stakes[seat][name] - by
        if rest < 0:
            raise refuse("more than is up")
        if rest == 0:
            self.remove(seat, name)
            return
        self.check_amount(name, rest)
        self.stakes[seat][name] = rest
        self.rail[seat] += by
