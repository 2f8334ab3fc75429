"""A second, naive model of the mini-dice table (nj-1997), written from the regulation text
(N.J.A.C. 19:47-13) and the readings; shares no code with lammer.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

from tests.table.naive.refusal import RefusedError, refuse

BOX = (4, 5, 6, 8, 9, 10)
PLACE = tuple(f"place-{number}" for number in BOX)
WAGERS = (*PLACE, "field", "any-seven", "over-7", "under-7")

# 13.6(b); "under-7" restored by R-47; "field-2-12" is not a wager but the other row of the field.
LEAST_PAYS = {
    "place-4": "9 to 5",
    "place-5": "7 to 5",
    "place-6": "7 to 6",
    "place-8": "7 to 6",
    "place-9": "7 to 5",
    "place-10": "9 to 5",
    "field": "1 to 1",
    "field-2-12": "2 to 1",
    "any-seven": "4 to 1",
    "over-7": "1 to 1",
    "under-7": "1 to 1",
}


def odds(text: str) -> Fraction:
    """'9 to 5' is 9/5."""
    win, stake = text.split(" to ")
    return Fraction(int(win), int(stake))


def moment(text: str) -> datetime:
    when = datetime.fromisoformat(text)
    return when if when.tzinfo is not None else when.replace(tzinfo=UTC)


class NaiveMiniDice:
    def __init__(self, opening: dict[str, Any]) -> None:
        house: dict[str, Any] = opening.get("house") or {}
        self.unit: int = house.get("pay_unit", 100)
        self.limits: dict[str, dict[str, int]] = house.get("limits") or {}
        # 13.6(b): the house may pay more.
        self.pays: dict[str, Fraction] = {
            row: odds(text) for row, text in {**LEAST_PAYS, **(house.get("payouts") or {})}.items()
        }

        # Money.
        self.rail: dict[int, int] = {}
        self.stakes: dict[int, dict[str, int]] = {}
        self.bank: int = 0
        self.commission: int = 0  # 13.6(d): never anything

        # What else is known of a bet, by (seat, wager).
        self.leave_up: set[tuple[int, str]] = set()
        self.coupons: dict[tuple[int, str], int] = {}

        # The time, and when the dice in the shaker came to the table (13.3(a)2).
        self.clock: datetime = moment(opening.get("at", "1970-01-01T00:00:00Z"))
        self.dice_since: datetime = self.clock

        # what is still to be entered where the house elects the long form.
        self.long_form: bool = house.get("long_form", False)
        self.to_be_inspected: bool = self.long_form  # 13.5(a)
        self.to_be_paid: bool = False  # 13.5(f)

        # "No more bets" has been announced (13.5(b)).
        self.closed: bool = False

        # The shaker.
        self.shooter: int | str | None = None
        self.offered: int | None = None
        self.asked: set[int] = set()  # in this round of asking
        self.refused: set[int] = set()  # "previously refused to accept the shaker", 13.7(a)2
        self.ask_only_who_has_not_refused: bool = False

        for entry in opening.get("seats", []):
            self.rail[entry["seat"]] = entry.get("rail", 0)
            self.stakes[entry["seat"]] = {}
        if self.rail:
            self.offer_from_seat_one()

    # ------------------------------------------------------------------ what one can look at

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
            "shooter": self.shooter,
            "offered": self.offered,
            "seats": seats,
        }

    # ------------------------------------------------------------------ commands

    def do(self, command: dict[str, Any]) -> dict[str, Any]:
        if "at" in command:
            self.clock = moment(command["at"])
        else:
            self.clock = self.clock + timedelta(seconds=1)
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
            "coupon": lambda c: self.coupon(c["seat"], c["wager"], c["amount"]),
            "reduce": lambda c: self.reduce(c["seat"], c["wager"], c["by"]),
            "remove": lambda c: self.remove(c["seat"], c["wager"]),
            "accept-shaker": lambda c: self.accept(c["seat"]),
            "decline-shaker": lambda c: self.decline(c["seat"]),
            "pass-shaker": lambda c: self.pass_shaker(c["seat"]),
            "order-pass": lambda c: self.order_pass(c.get("caller"), c.get("reason")),
            "no-more-bets": lambda _: self.no_more_bets(),
            "shake": self.shake,
            "no-shake": self.no_shake,
            "disputed-face": self.disputed_face,
            "new-dice": lambda c: self.new_dice(c.get("caller")),
            "step": self.step,
        }
        # Not "call": every bet is active on each shake (13.2(a)1). Not "verbal": 13.4(a).
        if command["do"] not in by_verb:
            raise refuse("no such command at this table")
        by_verb[command["do"]](command)

    # ------------------------------------------------------------------ seats and money

    def must_sit(self, seat: int) -> None:
        if seat not in self.rail:
            raise refuse("nobody sits there")

    def betting_must_be_open(self) -> None:
        if self.closed:
            raise refuse("no more bets (13.4(d))")

    def sit(self, seat: int, rail: int) -> None:
        if seat < 1 or seat > 12:
            raise refuse("no such seat")
        if seat in self.rail:
            raise refuse("seat taken")
        self.rail[seat] = rail
        self.stakes[seat] = {}
        if self.shooter is None and self.offered is None:
            self.offer_from_seat_one()

    def leave(self, seat: int) -> None:
        self.must_sit(seat)
        if self.stakes[seat]:
            raise refuse("stays seated until the round of play is complete (13.4(b), R-64)")
        if seat == self.shooter and self.closed:
            raise refuse("no more bets: the holder shakes first")
        del self.rail[seat]
        del self.stakes[seat]
        self.asked.discard(seat)
        self.refused.discard(seat)  # forgotten when the player leaves
        if not self.rail:
            self.shooter = None
            self.offered = None
            self.closed = False
        elif seat == self.shooter:
            self.relinquish(seat)
        elif seat == self.offered:
            self.offer_to_next_after(seat)

    def buy_in(self, seat: int, amount: int) -> None:
        self.must_sit(seat)
        self.rail[seat] += amount

    def cash_out(self, seat: int, amount: int | None) -> None:
        self.must_sit(seat)
        if amount is None:
            amount = self.rail[seat]
        if amount > self.rail[seat]:
            raise refuse("not enough chips")
        self.rail[seat] -= amount

    # ------------------------------------------------------------------ whose shaker

    def clockwise_after(self, seat: int) -> list[int]:
        """Everybody seated, clockwise, beginning on the left of the seat and ending with it."""
        higher = [other for other in sorted(self.rail) if other > seat]
        rest = [other for other in sorted(self.rail) if other <= seat]
        return higher + rest

    def offer_from_seat_one(self) -> None:
        """13.5(d): first the player immediately to the left of the dealer."""
        self.shooter = None
        self.asked = set()
        self.ask_only_who_has_not_refused = False
        self.offered = min(self.rail)

    def relinquish(self, seat: int) -> None:
        """13.7(b): offered to the left of the person who had it, then clockwise."""
        self.shooter = None
        self.asked = set()
        self.ask_only_who_has_not_refused = False
        self.offered = self.clockwise_after(seat)[0]

    def dealer_offers_to_pass(self) -> None:
        """13.7(a)2: after a settled shake, if somebody has not previously refused."""
        willing = [seat for seat in sorted(self.rail) if seat not in self.refused]
        if willing:
            self.shooter = None
            self.asked = set()
            self.ask_only_who_has_not_refused = True
            self.offered = willing[0]

    def offer_to_next_after(self, seat: int) -> None:
        """The seat did not take it: the next who has not been asked; failing that the dealer."""
        for other in self.clockwise_after(seat):
            if other in self.asked:
                continue
            if self.ask_only_who_has_not_refused and other in self.refused:
                continue
            self.offered = other
            return
        self.offered = None
        self.shooter = "dealer"

    def must_be_offered(self, seat: int) -> None:
        self.must_sit(seat)
        if self.offered is None or seat != self.offered:
            raise refuse("the shaker is not offered to this seat")

    def accept(self, seat: int) -> None:
        self.must_be_offered(seat)
        self.shooter = seat
        self.offered = None
        self.refused.discard(seat)  # forgotten when the player accepts

    def decline(self, seat: int) -> None:
        self.must_be_offered(seat)
        self.refused.add(seat)
        self.asked.add(seat)
        self.offer_to_next_after(seat)

    def pass_shaker(self, seat: int | str) -> None:
        if self.shooter is None or seat != self.shooter:
            raise refuse("does not hold the shaker")
        if self.closed:
            raise refuse("only between rounds (13.7(a))")
        if isinstance(self.shooter, int):
            self.relinquish(self.shooter)
        else:
            self.offer_from_seat_one()

    def order_pass(self, caller: str | None, reason: str | None) -> None:
        """13.7(a)1ii."""
        if caller != "floorperson":
            raise refuse("only the floorperson may order a pass")
        if reason not in ("delay", "invalid-shakes", "invalid-rolls", "violation"):
            raise refuse("no such reason")
        if not isinstance(self.shooter, int):
            raise refuse("no player holds the shaker")
        self.relinquish(self.shooter)

    # ------------------------------------------------------------------ the shake

    def somebody_must_hold_it(self, command: dict[str, Any]) -> None:
        if self.shooter is None:
            raise refuse("nobody holds the shaker")
        if command.get("seat", self.shooter) != self.shooter:
            raise refuse("does not hold the shaker")

    def dice_must_be_fresh(self) -> None:
        """13.3(a)2: not more than 24 hours; a round that has begun is finished."""
        if not self.closed and self.clock - self.dice_since > timedelta(hours=24):
            raise refuse("the dice have been on the table more than 24 hours")

    def new_dice(self, caller: str | None) -> None:
        if caller != "floorperson":
            raise refuse("the floorperson inspects the shaker (13.5(a))")
        if self.closed:
            raise refuse("no more bets: the dice in the shaker are shaken first")
        self.dice_since = self.clock
        self.to_be_inspected = False

    def step(self, command: dict[str, Any]) -> None:
        step, caller = command["step"], command["caller"]
        if any(key in command for key in ("number", "count", "seats")):
            raise refuse("no marker and no seats at mini-dice")
        if step == "shaker-inspected" and caller == "floorperson" and self.to_be_inspected:
            self.to_be_inspected = False
        elif step == "winners-paid" and caller == "dealer" and self.to_be_paid:
            self.to_be_paid = False
        else:
            raise refuse("not to be done now, or not by this one")

    def entered_before(self) -> None:
        """The long form: every shake begins with "No more bets", announced when all is done."""
        if self.long_form and not self.closed:
            raise refuse('"No more bets" is announced first')

    def no_more_bets(self) -> None:
        """13.5(b) comes before the offer of 13.5(d), so nobody need hold it yet."""
        if self.shooter is None and self.offered is None:
            raise refuse("nobody to shake for")
        self.dice_must_be_fresh()
        if self.to_be_inspected or self.to_be_paid:
            raise refuse("something is to be entered first")
        if self.closed:
            raise refuse("announced already")
        self.closed = True

    def shake(self, command: dict[str, Any]) -> None:
        self.somebody_must_hold_it(command)
        self.dice_must_be_fresh()
        self.entered_before()
        if self.long_form and ("dealer_shakes" not in command or "shakes" not in command):
            raise refuse("how often it was shaken is entered")
        # 13.5(c), (d)1, (d)2: at least three shakes by each hand.
        if command.get("dealer_shakes", 3) < 3 or command.get("shakes", 3) < 3:
            raise refuse("at least three shakes")
        self.settle_all(command["dice"])

    def no_shake(self, command: dict[str, Any]) -> None:
        """R-54. Wagers stand, and the dice are shaken again; the dealer's own may be void."""
        if not self.closed:
            self.somebody_must_hold_it(command)
        self.dice_must_be_fresh()
        self.entered_before()
        reason: str | None = command.get("reason")
        if reason in ("one-die-on-the-other", "cocked"):
            pass  # void by themselves
        elif reason in ("cover-off-early", "too-few-shakes"):
            if command.get("caller") not in ("dealer", "floorperson"):
                raise refuse("not called by the dealer or the floorperson")
        else:
            raise refuse("no such reason")
        self.closed = False

    def disputed_face(self, command: dict[str, Any]) -> None:
        """R-54: the floorperson decides disputes; 13.5(e): one face is uppermost."""
        self.somebody_must_hold_it(command)
        self.entered_before()
        if command.get("caller") != "floorperson":
            raise refuse("only the floorperson rules on a face")
        self.dice_must_be_fresh()
        if command.get("dice") is None:
            self.closed = False
        else:
            self.settle_all(command["dice"])

    def settle_all(self, dice: list[int]) -> None:
        self.to_be_paid = self.long_form
        total = dice[0] + dice[1]
        self.closed = False

        # 13.5(f): first all losing wagers, then all winning wagers.
        for seat in sorted(self.stakes):
            for name in list(self.stakes[seat]):
                if self.result(name, total) == "loses":
                    self.bank += self.stakes[seat][name]
                    self.forget(seat, name)
        again: list[tuple[int, str, int]] = []
        for seat in sorted(self.stakes):
            for name in list(self.stakes[seat]):
                if self.result(name, total) == "wins":
                    stake = self.stakes[seat][name]
                    row = "field-2-12" if name == "field" and total in (2, 12) else name
                    winnings = stake * self.pays[row]
                    assert winnings.denominator == 1, winnings
                    paid = winnings.numerator + self.coupons.get((seat, name), 0)
                    self.rail[seat] += stake + paid
                    self.bank -= paid
                    if (seat, name) in self.leave_up:
                        again.append((seat, name, stake))
                    self.forget(seat, name)

        # left up is a new wager, made when everything is settled.
        for seat, name, stake in again:
            before = copy.deepcopy(self.__dict__)
            try:
                self.make(seat, name, stake, True)
            except RefusedError:
                self.__dict__.update(before)

        # 13.7(a): who shakes next.
        if isinstance(self.shooter, int):
            if total == 7:
                self.relinquish(self.shooter)
        else:
            self.dealer_offers_to_pass()

    def result(self, name: str, total: int) -> str:
        """13.2(a)."""
        if name in PLACE:
            number = int(name.removeprefix("place-"))
            if total == number:
                return "wins"
            if total == 7:
                return "loses"
            return "stands"
        if name == "field":
            return "wins" if total in (2, 3, 4, 9, 10, 11, 12) else "loses"
        if name == "any-seven":
            return "wins" if total == 7 else "loses"
        if name == "over-7":
            return "wins" if total in (8, 9, 10, 11, 12) else "loses"
        if name == "under-7":
            return "wins" if total in (2, 3, 4, 5, 6) else "loses"
        raise AssertionError(name)

    def forget(self, seat: int, name: str) -> None:
        """The bet is down, and its coupon is gone (R-35)."""
        del self.stakes[seat][name]
        self.coupons.pop((seat, name), None)
        self.leave_up.discard((seat, name))

    # ------------------------------------------------------------------ wagers

    def bet(self, seat: int, name: str, amount: int, leave_up: bool | None) -> None:
        self.betting_must_be_open()
        self.make(seat, name, amount, leave_up)

    def make(self, seat: int, name: str, amount: int, leave_up: bool | None) -> None:
        self.must_sit(seat)  # 13.4(b)
        if name not in WAGERS:
            raise refuse("not a permissible wager (13.2(b))")
        if leave_up and name not in PLACE:
            raise refuse("this wager is not left up")
        total = self.stakes[seat].get(name, 0) + amount
        self.check_amount(name, total)
        if amount > self.rail[seat]:
            raise refuse("not enough chips")
        self.rail[seat] -= amount
        self.stakes[seat][name] = total
        if leave_up is True:
            self.leave_up.add((seat, name))
        elif leave_up is False:
            self.leave_up.discard((seat, name))

    def check_amount(self, name: str, total: int) -> None:
        posted = self.limits.get(name)
        if posted is None and name in PLACE:
            posted = self.limits.get("place")
        if posted is None:
            posted = {}
        if total < self.unit:
            raise refuse("below one pay unit")
        if "min" in posted and total < posted["min"]:
            raise refuse("below the minimum")
        if "max" in posted and total > posted["max"]:
            raise refuse("above the maximum")
        # 13.6(c), R-12: the stake, and every payout it could earn, in whole pay units.
        if total % self.unit != 0:
            raise refuse("cannot be paid")
        rows = ["field", "field-2-12"] if name == "field" else [name]
        for row in rows:
            if (total * self.pays[row] / self.unit).denominator != 1:
                raise refuse("cannot be paid")

    def must_be_up(self, seat: int, name: str) -> None:
        """R-56: what is up may be taken down until "No more bets"."""
        self.must_sit(seat)
        self.betting_must_be_open()
        if name not in self.stakes[seat]:
            raise refuse("no such bet up")

    def remove(self, seat: int, name: str) -> None:
        self.must_be_up(seat, name)
        self.rail[seat] += self.stakes[seat][name]
        self.forget(seat, name)

    def reduce(self, seat: int, name: str, by: int) -> None:
        self.must_be_up(seat, name)
        rest = self.stakes[seat][name] - by
        if rest < 0:
            raise refuse("more than is up")
        if rest == 0:
            self.remove(seat, name)
            return
        # what is left must be a bet that could be made.
        self.check_amount(name, rest)
        if self.coupons.get((seat, name), 0) > rest:
            raise refuse("a coupon needs chips of at least its value")
        self.stakes[seat][name] = rest
        self.rail[seat] += by

    def coupon(self, seat: int, name: str, value: int) -> None:
        """R-56 and R-35."""
        self.must_sit(seat)
        self.betting_must_be_open()
        if name not in ("over-7", "under-7"):
            raise refuse("coupons on even-money bets only")
        if self.pays[name] != 1:
            raise refuse("coupons on even-money bets only")
        if value > self.stakes[seat].get(name, 0):
            raise refuse("a coupon needs chips of at least its value")
        if value % self.unit != 0:
            raise refuse("cannot be paid")
        if (seat, "over-7") in self.coupons or (seat, "under-7") in self.coupons:
            raise refuse("one coupon a player at a time")
        self.coupons[(seat, name)] = value
