"""A second, naive model of the craps table, written from the regulation texts; shares no code
with lammer.
"""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

from tests.table.naive.refusal import RefusedError, refuse

BOX = (4, 5, 6, 8, 9, 10)
SMALL = frozenset({2, 3, 4, 5, 6})
TALL = frozenset({8, 9, 10, 11, 12})

# A place bet to win and to lose (1.4(b)); true odds for buy bets and odds taken (1.5(a), 1.6(a)),
# for lay bets and odds laid (1.5(b), 1.6(b)).
PLACE_PAYS = {
    4: Fraction(9, 5),
    5: Fraction(7, 5),
    6: Fraction(7, 6),
    8: Fraction(7, 6),
    9: Fraction(7, 5),
    10: Fraction(9, 5),
}
PLACE_LOSE_PAYS = {
    4: Fraction(5, 11),
    5: Fraction(5, 8),
    6: Fraction(4, 5),
    8: Fraction(4, 5),
    9: Fraction(5, 8),
    10: Fraction(5, 11),
}
TAKE_PAYS = {
    4: Fraction(2),
    5: Fraction(3, 2),
    6: Fraction(6, 5),
    8: Fraction(6, 5),
    9: Fraction(3, 2),
    10: Fraction(2),
}
LAY_PAYS = {
    4: Fraction(1, 2),
    5: Fraction(2, 3),
    6: Fraction(5, 6),
    8: Fraction(5, 6),
    9: Fraction(2, 3),
    10: Fraction(1, 2),
}
HARD_PAYS = {4: 7, 6: 9, 8: 9, 10: 7}
HORN_PAYS = {2: 30, 3: 15, 11: 15, 12: 30}
FIRE_PAYS = {"A": {4: 24, 5: 249, 6: 999}, "B": {4: 39, 5: 199, 6: 499}}
BONUS_PAYS = {"all-small": 34, "all-or-nothing": 175, "all-tall": 34}
BONUS_NEEDS = {"all-small": SMALL, "all-or-nothing": SMALL | TALL, "all-tall": TALL}

HOPS = (
    "hop-2-2",
    "hop-3-3",
    "hop-4-4",
    "hop-5-5",
    "hop-1-3",
    "hop-1-4",
    "hop-2-3",
    "hop-1-5",
    "hop-2-4",
    "hop-1-6",
    "hop-2-5",
    "hop-3-4",
    "hop-2-6",
    "hop-3-5",
    "hop-3-6",
    "hop-4-5",
    "hop-4-6",
)
PLAIN = (
    "pass",
    "dont-pass",
    "come",
    "dont-come",
    "field",
    "any-seven",
    "any-craps",
    "craps-2",
    "craps-3",
    "craps-12",
    "eleven",
    "c-and-e",
    "horn",
    "horn-high-2",
    "horn-high-3",
    "horn-high-11",
    "horn-high-12",
    "whirl",
    "six-seven-eight",
    "fire",
    "all-small",
    "all-or-nothing",
    "all-tall",
    "hard-4",
    "hard-6",
    "hard-8",
    "hard-10",
    "pass-odds",
    "dont-pass-odds",
)
NUMBERED = ("place", "place-lose", "buy", "lay", "come", "dont-come", "come-odds", "dont-come-odds")
LINE = ("pass", "dont-pass")


def family_and_number(name: str) -> tuple[str, int]:
    """'place-lose-10' is ('place-lose', 10); a name without a number is (name, 0)."""
    head, _, tail = name.rpartition("-")
    if head and tail.isdigit() and not name.startswith("hop-"):
        return head, int(tail)
    return name, 0


def is_a_wager(name: str) -> bool:
    if name in PLAIN or name in HOPS:
        return True
    family, number = family_and_number(name)
    return family in NUMBERED and number in BOX


class NaiveTable:
    def __init__(self, opening: dict[str, Any]) -> None:
        house: dict[str, Any] = opening.get("house") or {}
        self.rules: str = opening["rules"]
        self.game: str = opening.get("game", "craps")
        self.unit: int = house.get("pay_unit", 100)
        self.odds: Any = house.get("odds", 100)
        self.round_up_odds: bool = house.get("round_up_odds", True)
        self.vig: Any = house.get("vig", {})
        self.vig_rate: Any = house.get("vig_rate", "1/20")
        self.fire_table: Any = house.get("fire", "A")
        self.limits: dict[str, dict[str, int]] = house.get("limits") or {}
        self.layout: dict[str, bool] = house.get("layout") or {}
        listed = ["dealer", "stickperson", "floorperson"]
        if self.game == "craps":
            listed = ["boxperson", "stickperson"]
        chosen: Any = (house.get("roles") or {}).get("no_roll", "all")
        named = [chosen] if isinstance(chosen, str) else chosen
        self.designated = listed if named == ["all"] else named
        self.offer: dict[str, bool] = {
            key.replace("-", "_"): value for key, value in (house.get("offer") or {}).items()
        }

        # Money.
        self.rail: dict[int, int] = {}
        self.stakes: dict[int, dict[str, int]] = {}
        self.bank: int = 0
        self.commission: int = 0

        # What else is known of a bet, by (seat, wager).
        self.vig_paid: dict[tuple[int, str], int] = {}
        self.called_on: set[tuple[int, str]] = set()
        self.called_off: set[tuple[int, str]] = set()
        self.leave_up: set[tuple[int, str]] = set()
        self.coupons: dict[tuple[int, str], int] = {}
        self.coupon_left: dict[int, tuple[str, int]] = {}
        self.coupon_rides: set[tuple[int, str]] = set()
        self.fire_points: dict[int, set[int]] = {}
        self.fire_under_inherited_point: set[int] = set()
        self.bonus_thrown: dict[tuple[int, str], set[int]] = {}

        # What there was before the throw that was read last, until anything else is done.
        self.before_last_roll: dict[str, Any] | None = None
        self.void_throw: bool = False

        # The table.
        self.point: int | None = None
        self.shooter: int | None = None
        self.offered: int | None = None
        self.dice_in_the_air: bool = False
        self.dice_selected: bool = False
        # True until the new shooter's initial come-out roll has been thrown.
        self.initial_come_out: bool = True
        # the shooter rolls without a line bet, only to decide the come bets.
        self.come_bets_only: bool = False
        # The shooter to whom the dice return when everybody declines the offer of 1.11(b).
        self.offer_returns_to: int | None = None

        # what the crew still has to enter before the next throw, with a marker's number and
        # count, where the house elects the long form.
        self.long_form: bool = house.get("long_form", False)
        self.to_do: list[tuple[str, int | None, int | None]] = []
        self.surveillance_knows: bool = False
        self.not_in: set[int] = set()  # seats whose Fire Bets the dealer has not brought in

        for entry in opening.get("seats", []):
            self.rail[entry["seat"]] = entry.get("rail", 0)
            self.stakes[entry["seat"]] = {}
        if self.game != "automated-craps" and self.rail:
            self.offered = min(self.rail)

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
            "point": self.point,
            "shooter": self.shooter,
            "offered": self.offered,
            "seats": seats,
        }

    # ------------------------------------------------------------------ commands

    def do(self, command: dict[str, Any]) -> dict[str, Any]:
        kept = {key: value for key, value in self.__dict__.items() if key != "before_last_roll"}
        before = copy.deepcopy(kept)
        try:
            self.carry_out(command)
        except RefusedError as refusal:
            self.__dict__.update(before)
            return self.answer(False, str(refusal))
        read = command["do"] in ("roll", "rest", "disputed-face") and not self.void_throw
        self.before_last_roll = before if read else None
        if not self.come_bets_stand():
            self.come_bets_only = False
        return self.answer(True, None)

    def carry_out(self, command: dict[str, Any]) -> None:
        verb: str = command["do"]
        if verb == "sit":
            self.sit(command["seat"], command.get("rail", command.get("amount", 0)))
        elif verb == "leave":
            self.leave(command["seat"])
        elif verb == "buy-in":
            self.must_sit(command["seat"])
            self.rail[command["seat"]] += command["amount"]
        elif verb == "cash-out":
            self.cash_out(command["seat"], command.get("amount"))
        elif verb == "bet":
            self.bet(command)
        elif verb == "verbal":
            self.verbal(command)
        elif verb == "coupon":
            self.coupon(command)
        elif verb == "reduce":
            self.reduce(command["seat"], command["wager"], command["by"])
        elif verb == "remove":
            self.remove(command["seat"], command["wager"])
        elif verb == "call":
            self.call(command["seat"], command["wager"], command["working"])
        elif verb == "accept-dice":
            self.accept_dice(command["seat"])
        elif verb == "decline-dice":
            self.decline_dice(command["seat"])
        elif verb == "pass-dice":
            self.pass_dice(command["seat"])
        elif verb == "order-pass":
            self.order_pass(command.get("caller"))
        elif verb == "no-line-bet":
            self.no_line_bet(command.get("seat", self.shooter))
        elif verb == "select-dice":
            self.select_dice(command.get("seat", self.shooter))
        elif verb == "throw":
            self.may_throw(command)
            self.dice_in_the_air = True
        elif verb == "rest":
            if not self.dice_in_the_air:
                raise refuse("no dice in the air")
            self.roll(command["dice"])
            self.void_throw = False
        elif verb == "step":
            self.step(command)
        elif verb == "roll":
            self.void_throw = False
            if self.dice_in_the_air:
                raise refuse("the dice are in the air")
            self.not_in_the_long_form()
            self.may_throw(command)
            self.roll(command["dice"])
        elif verb == "no-roll":
            self.no_roll(command)
        elif verb == "disputed-face":
            self.disputed_face(command)
        else:
            raise refuse("no such command at this table")

    # ------------------------------------------------------------------ seats and money

    def must_sit(self, seat: int) -> None:
        if seat not in self.rail:
            raise refuse("no such seat")

    def not_in_the_air(self) -> None:
        if self.dice_in_the_air:
            raise refuse("the dice are in the air")

    def sit(self, seat: int, rail: int) -> None:
        if seat in self.rail:
            raise refuse("seat taken")
        if self.game == "mini-craps" and (seat > 9 or len(self.rail) >= 9):
            raise refuse("at most nine seats")
        self.rail[seat] = rail
        self.stakes[seat] = {}
        if self.game != "automated-craps" and self.shooter is None and self.offered is None:
            self.offered = seat

    def leave(self, seat: int) -> None:
        self.must_sit(seat)
        if self.stakes[seat]:
            raise refuse("wagers are still up")
        if seat == self.shooter:
            self.not_in_the_air()
            self.relinquish()
        if seat == self.offer_returns_to:
            self.offer_returns_to = None
            self.initial_come_out = True
        if seat == self.offered:
            self.offer_to_next(seat)
        if seat == self.offered:  # nobody else is there
            self.offered = None
        del self.rail[seat]
        del self.stakes[seat]

    def cash_out(self, seat: int, amount: int | None) -> None:
        self.must_sit(seat)
        if amount is None:
            amount = self.rail[seat]
        if amount > self.rail[seat]:
            raise refuse("not enough chips")
        self.rail[seat] -= amount

    # ------------------------------------------------------------------ whose dice

    def left_of(self, seat: int) -> int:
        higher = [other for other in sorted(self.rail) if other > seat]
        return higher[0] if higher else min(self.rail)

    def there_is_a_shooter_rule(self) -> None:
        if self.game == "automated-craps":
            raise refuse("no shooter at automated craps")

    def relinquish(self) -> None:
        """A voluntary or compulsory relinquishment, 1.11(c)."""
        assert self.shooter is not None
        self.offered = self.left_of(self.shooter)
        self.shooter = None
        self.come_bets_only = False
        self.offer_returns_to = None
        self.initial_come_out = True
        self.to_do = [each for each in self.to_do if each[0] != "dice-to-shooter"]

    def start_offer_of_1_11b(self) -> None:
        assert self.shooter is not None
        self.offer_returns_to = self.shooter
        self.offered = self.left_of(self.shooter)
        self.shooter = None
        self.come_bets_only = False

    def offer_to_next(self, seat: int) -> None:
        self.offered = self.left_of(seat)
        if self.offered == self.offer_returns_to:
            # Everybody declined: the previous shooter goes on, without a line bet if nobody
            # else has one.
            self.shooter = self.offered
            self.offered = None
            self.offer_returns_to = None
            self.come_bets_only = self.come_bets_stand() and not self.line_bets_stand()

    def accept_dice(self, seat: int) -> None:
        self.there_is_a_shooter_rule()
        self.must_sit(seat)
        if self.offered is None or seat != self.offered:
            raise refuse("the dice are not offered to this seat")
        self.shooter = seat
        self.offered = None
        self.offer_returns_to = None
        self.come_bets_only = False
        self.initial_come_out = True
        self.dice_selected = False

    def decline_dice(self, seat: int) -> None:
        self.there_is_a_shooter_rule()
        self.must_sit(seat)
        if self.offered is None or seat != self.offered:
            raise refuse("the dice are not offered to this seat")
        self.offer_to_next(seat)

    def pass_dice(self, seat: int) -> None:
        self.there_is_a_shooter_rule()
        self.must_sit(seat)
        self.not_in_the_air()
        if seat != self.shooter:
            raise refuse("not the shooter")
        self.relinquish()

    def order_pass(self, caller: str | None) -> None:
        self.there_is_a_shooter_rule()
        self.not_in_the_air()
        if self.game == "craps" and caller != "boxperson":
            raise refuse("only the boxperson may order the dice passed")
        if self.game == "mini-craps" and caller != "dealer":
            raise refuse("only the dealer may order the dice passed")
        if self.shooter is None:
            raise refuse("no shooter")
        self.relinquish()

    def no_line_bet(self, seat: int | None) -> None:
        self.there_is_a_shooter_rule()
        self.not_in_the_air()
        if seat is None or seat != self.shooter:
            raise refuse("not the shooter")
        if self.point is not None or self.come_bets_only:
            raise refuse("not a come-out roll")
        if self.has_line_bet(seat):
            raise refuse("the shooter has a line bet")
        if not self.come_bets_stand():
            raise refuse("no come bets to decide")
        if len(self.rail) == 1:
            self.come_bets_only = True
        else:
            self.start_offer_of_1_11b()

    def select_dice(self, seat: int | None) -> None:
        self.there_is_a_shooter_rule()
        self.not_in_the_air()
        if seat is None or seat != self.shooter:
            raise refuse("not the shooter")
        if self.dice_selected:
            raise refuse("the dice are selected already")
        self.dice_selected = True
        self.crew_must("dice-to-cup")  # 1.7(c), 1.11(d)

    def has_line_bet(self, seat: int) -> bool:
        return "pass" in self.stakes[seat] or "dont-pass" in self.stakes[seat]

    def line_bets_stand(self) -> bool:
        return any(self.has_line_bet(seat) for seat in self.stakes)

    def come_bets_stand(self) -> bool:
        for seat in self.stakes:
            for name in self.stakes[seat]:
                if family_and_number(name)[0] in ("come", "dont-come"):
                    return True
        return False

    # ------------------------------------------------------------------ the throw

    def may_throw(self, command: dict[str, Any]) -> None:
        self.not_in_the_air()
        if self.game == "automated-craps":
            return
        if self.shooter is None:
            raise refuse("no shooter")
        if command.get("seat", self.shooter) != self.shooter:
            raise refuse("not the shooter")
        if self.point is None and not self.has_line_bet(self.shooter):
            if not self.come_bets_stand():
                raise refuse("the shooter needs a line bet")
            if len(self.rail) == 1:
                self.come_bets_only = True
            if not self.come_bets_only:
                raise refuse("the shooter needs a line bet")
        if self.long_form and (self.to_do or not self.dice_selected):
            raise refuse("something is to be entered first")
        self.dice_selected = True

    def no_roll(self, command: dict[str, Any]) -> None:
        reason: str = command["reason"]
        caller: str | None = command.get("caller")
        if self.game == "automated-craps":
            if reason not in ("one-die-on-the-other", "cocked"):
                raise refuse("no such void at automated craps")
        elif reason in ("off-the-table", "one-die-on-the-other", "cocked"):
            pass  # void by themselves
        elif caller not in self.designated:
            raise refuse("not called by an authorised person")  # 1.9(e)
        elif self.game == "mini-craps":
            if reason == "on-the-bank":
                raise refuse("no bank in front of a boxperson at mini-craps")
            if reason == "improper" and caller not in ("dealer", "stickperson"):
                raise refuse("not called by an authorised person")
        if command.get("of") == "last":
            self.void_what_was_read(reason)
            return
        if not self.dice_in_the_air:
            self.not_in_the_long_form()
            self.may_throw(command)
        self.dice_in_the_air = False

    def void_what_was_read(self, reason: str) -> None:
        """A call after the dice rested (1.9(c)): as if that throw had been void."""
        if reason in ("off-the-table", "one-die-on-the-other", "cocked"):
            raise refuse("void without a call, and so entered wrongly")
        if self.before_last_roll is None:
            raise refuse("no throw was read last")
        self.__dict__.update(copy.deepcopy(self.before_last_roll))
        self.dice_in_the_air = False
        self.dice_selected = True

    def disputed_face(self, command: dict[str, Any]) -> None:
        self.there_is_a_shooter_rule()
        caller = command.get("caller", command.get("by"))
        if self.game == "craps" and caller != "boxperson":
            raise refuse("only the boxperson rules on a face")
        if self.game == "mini-craps" and caller != "floorperson":
            raise refuse("only the floorperson rules on a face")
        if not self.dice_in_the_air:
            self.not_in_the_long_form()
            self.may_throw(command)
        self.void_throw = bool(command.get("void") or command.get("dice") is None)
        if self.void_throw:
            self.dice_in_the_air = False
        else:
            self.roll(command["dice"])

    def roll(self, dice: list[int]) -> None:
        self.dice_in_the_air = False
        one, two = min(dice), max(dice)
        total = one + two
        come_out = self.point is None
        point_made = self.point is not None and total == self.point
        loser_seven = self.point is not None and total == 7

        self.crew_must("dice-to-centre")  # 1.10(b), (c)
        self.crew_must("dice-to-shooter")
        self.markers(total, point_made)

        # Progress of the bets that collect.
        if point_made:
            for seat, made in self.fire_points.items():
                if seat not in self.fire_under_inherited_point:
                    made.add(total)
        if self.point is not None and (point_made or loser_seven):
            self.fire_under_inherited_point.clear()
        for thrown in self.bonus_thrown.values():
            thrown.add(total)

        if total == 7 and self.bonus_thrown:
            self.crew_must("bonus-markers-off")  # .12B(5)
        if loser_seven and any("fire" in up for up in self.stakes.values()):
            self.surveillance_knows = False

        # Settle.
        left_up: list[tuple[int, str, int]] = []
        for seat in sorted(self.stakes):
            moved: dict[str, int] = {}
            for name, stake in list(self.stakes[seat].items()):
                if name in ("come", "dont-come") and total in BOX:
                    del self.stakes[seat][name]
                    moved[f"{name}-{total}"] = stake
                    continue
                back = self.decide(seat, name, stake, one, two, come_out)
                if back is not None and self.settle(seat, name, stake, back):
                    left_up.append((seat, name, stake))
            self.stakes[seat].update(moved)

        # The puck, the buttons, the shooter.
        if self.come_bets_only:
            pass  # no point can be set, and a 7 is not a loser 7
        elif come_out:
            self.initial_come_out = False
            if total in BOX:
                self.point = total
                self.called_on.clear()
                self.called_off.clear()
        elif point_made:
            self.point = None
        elif loser_seven:
            self.point = None
            if self.game != "automated-craps":
                self.relinquish()

        # Winners that are to be left up are made again as new wagers.
        for seat, name, stake in left_up:
            before = copy.deepcopy(self.__dict__)
            try:
                self.make(seat, name, stake, True)
            except RefusedError:
                self.__dict__.update(before)

    def markers(self, total: int, point_made: bool) -> None:
        """1.12(a)4 and 6, .12B(3): the markers of a roll, before it is counted."""
        counts = [
            len(made) + 1
            for seat, made in self.fire_points.items()
            if point_made and seat not in self.fire_under_inherited_point and total not in made
        ]
        if counts and not any(total in made for made in self.fire_points.values()):
            self.crew_must("fire-marker", total, max(counts))  # of the oldest bet
        if counts and max(counts) >= 4 and not self.surveillance_knows:
            self.surveillance_knows = True
            self.crew_must("surveillance-told")
        asked = [thrown for (_, name), thrown in self.bonus_thrown.items()
                 if total in BONUS_NEEDS[name]]  # fmt: skip
        if asked and not any(total in thrown for thrown in asked):
            self.crew_must("bonus-marker", total)

    # ------------------------------------------------------------------ the long form, R-79

    def crew_must(self, step: str, number: int | None = None, count: int | None = None) -> None:
        if self.long_form and (step, number, count) not in self.to_do:
            self.to_do.append((step, number, count))

    def not_in_the_long_form(self) -> None:
        if self.long_form:
            raise refuse("the throw is entered by itself")

    def step(self, command: dict[str, Any]) -> None:
        step: str = command["step"]
        stick = ["stickperson"] if self.game == "craps" else ["dealer", "stickperson"]
        by = {
            "fire-bets-in": ["dealer"],
            "bonus-bets-in": ["dealer"],
            "surveillance-told": ["boxperson", "floorperson"],
        }.get(step, ["dealer", "boxperson"] if "marker" in step else stick)
        if command["caller"] not in by:
            raise refuse("somebody else does this")
        due = (step, command.get("number"), command.get("count"))
        if due not in self.to_do:
            raise refuse("not to be done now, or not so")
        if step == "dice-to-shooter" and ("dice-to-centre", None, None) in self.to_do:
            raise refuse("the dice are collected first")
        if command.get("seats") != (sorted(self.not_in) if step == "fire-bets-in" else None):
            raise refuse("in numerical order (1.12(a)3)")
        self.to_do.remove(due)
        if step == "fire-bets-in":
            self.not_in.clear()

    def settle(self, seat: int, name: str, stake: int, back: int) -> bool:
        """Move the money of a decided bet; say whether it is to be made again."""
        won = back > stake
        key = (seat, name)
        self.rail[seat] += back
        self.bank += stake - back
        if won and family_and_number(name)[0] in ("buy", "lay") and self.vig_on_win(name):
            charge = self.charge(name, stake)
            self.rail[seat] -= charge
            self.commission += charge
        if won and key in self.coupons:
            self.rail[seat] += self.coupons[key]
            self.bank -= self.coupons[key]
        if back == stake and key in self.coupons:
            self.coupon_left[seat] = (name, self.coupons[key])
        again = won and key in self.leave_up
        self.forget(seat, name)
        return again

    def forget(self, seat: int, name: str) -> None:
        """The bet is down."""
        key = (seat, name)
        del self.stakes[seat][name]
        self.vig_paid.pop(key, None)
        self.coupons.pop(key, None)
        self.coupon_rides.discard(key)
        self.bonus_thrown.pop(key, None)
        self.called_on.discard(key)
        self.called_off.discard(key)
        self.leave_up.discard(key)
        if name == "fire":
            self.fire_points.pop(seat, None)

    def decide(
        self, seat: int, name: str, stake: int, one: int, two: int, come_out: bool
    ) -> int | None:
        """The chips that come back to the player on this roll; None when the bet stands."""
        total = one + two
        family, number = family_and_number(name)
        off = come_out and self.is_off(seat, name)

        if name == "pass":
            if come_out and total in (7, 11):
                return 2 * stake
            if come_out and total in (2, 3, 12):
                return 0
            if not come_out and total == self.point:
                return 2 * stake
            if not come_out and total == 7:
                return 0
            return None
        if name == "dont-pass":
            if come_out and total in (2, 3):
                return 2 * stake
            if come_out and total in (7, 11):
                return 0
            if come_out and total == 12:
                return stake
            if not come_out and total == 7:
                return 2 * stake
            if not come_out and total == self.point:
                return 0
            return None
        if name == "pass-odds":
            if total == self.point:
                return stake + self.exact(stake * TAKE_PAYS[total])
            if total == 7:
                return 0
            return None
        if name == "dont-pass-odds":
            if total == 7:
                assert self.point is not None
                return stake + self.exact(stake * LAY_PAYS[self.point])
            if total == self.point:
                return 0
            return None
        if name == "come":
            if total in (7, 11):
                return 2 * stake
            if total in (2, 3, 12):
                return 0
            return None
        if name == "dont-come":
            if total in (2, 3):
                return 2 * stake
            if total in (7, 11):
                return 0
            if total == 12:
                return stake
            return None
        if family == "come":
            if total == number:
                return 2 * stake
            if total == 7:
                return 0
            return None
        if family == "dont-come":
            if total == 7:
                return 2 * stake
            if total == number:
                return 0
            return None
        if family == "come-odds":
            if total not in (number, 7):
                return None
            if off:
                return stake
            if total == number:
                return stake + self.exact(stake * TAKE_PAYS[number])
            return 0
        if family == "dont-come-odds":
            if total == 7:
                return stake + self.exact(stake * LAY_PAYS[number])
            if total == number:
                return 0
            return None
        if family == "place":
            if off or total not in (number, 7):
                return None
            if total == number:
                return stake + self.exact(stake * PLACE_PAYS[number])
            return 0
        if family == "buy":
            if off or total not in (number, 7):
                return None
            if total == number:
                return stake + self.exact(stake * TAKE_PAYS[number])
            return 0
        if family == "place-lose":
            if off or total not in (number, 7):
                return None
            if total == 7:
                return stake + self.exact(stake * PLACE_LOSE_PAYS[number])
            return 0
        if family == "lay":
            if off or total not in (number, 7):
                return None
            if total == 7:
                return stake + self.exact(stake * LAY_PAYS[number])
            return 0
        if family == "hard":
            if off or total not in (number, 7):
                return None
            if total == number and one == two:
                return stake + stake * HARD_PAYS[number]
            return 0
        if name == "field":
            if total in (2, 12):
                return 3 * stake
            if total in (3, 4, 9, 10, 11):
                return 2 * stake
            return 0
        if name == "any-seven":
            return 5 * stake if total == 7 else 0
        if name == "any-craps":
            return 8 * stake if total in (2, 3, 12) else 0
        if name == "craps-2":
            return 31 * stake if total == 2 else 0
        if name == "craps-3":
            return 16 * stake if total == 3 else 0
        if name == "craps-12":
            return 31 * stake if total == 12 else 0
        if name == "eleven":
            return 16 * stake if total == 11 else 0
        if name == "c-and-e":
            if total in (2, 3, 12):
                return 8 * stake // 2
            if total == 11:
                return 16 * stake // 2
            return 0
        if name == "horn":
            if total in HORN_PAYS:
                return (HORN_PAYS[total] + 1) * stake // 4
            return 0
        if family == "horn-high":
            if total in HORN_PAYS:
                units = 2 if total == number else 1
                return units * (HORN_PAYS[total] + 1) * stake // 5
            return 0
        if name == "whirl":
            if total in HORN_PAYS:
                return (HORN_PAYS[total] + 1) * stake // 5
            if total == 7:
                return 5 * stake // 5
            return 0
        if name.startswith("hop-"):
            if name != f"hop-{one}-{two}":
                return 0
            return 31 * stake if one == two else 16 * stake
        if name == "six-seven-eight":
            if total in (6, 8) and one == two:
                return 3 * stake
            if total in (6, 7, 8):
                return 2 * stake
            return 0
        if name == "fire":
            if come_out or total != 7:
                return None
            points = len(self.fire_points[seat])
            if points >= 4:
                return stake + stake * FIRE_PAYS[self.fire_table][points]
            return 0
        if name in BONUS_PAYS:
            if total == 7:
                return 0
            if self.bonus_thrown[(seat, name)] >= BONUS_NEEDS[name]:
                return stake + stake * BONUS_PAYS[name]
            return None
        raise AssertionError(name)

    def exact(self, amount: Fraction) -> int:
        assert amount.denominator == 1, amount
        return amount.numerator

    def off_unless_called_on(self, name: str) -> bool:
        family = family_and_number(name)[0]
        if family in ("place", "buy", "hard", "come-odds"):
            return True
        return family == "place-lose" and self.rules == "md-2013"

    def is_off(self, seat: int, name: str) -> bool:
        """Asked of a come-out roll only."""
        if self.off_unless_called_on(name):
            return (seat, name) not in self.called_on
        return (seat, name) in self.called_off

    # ------------------------------------------------------------------ making wagers

    def late_bet_check(self, confirmed_by: list[str]) -> None:
        if not self.dice_in_the_air:
            return
        if self.rules == "md-2013" or self.game == "automated-craps":
            raise refuse("no late bets")
        if self.game == "craps" and not {"dealer", "boxperson"} <= set(confirmed_by):
            raise refuse("a late bet needs the dealer and a boxperson")
        if self.game == "mini-craps" and not {"dealer", "floorperson"} <= set(confirmed_by):
            raise refuse("a late bet needs the dealer and the floorperson")

    def bet(self, command: dict[str, Any]) -> None:
        self.must_sit(command["seat"])
        self.late_bet_check(command.get("confirmed_by", []))
        self.make(command["seat"], command["wager"], command["amount"], command.get("leave_up"))
        self.after_line_bet(command["seat"], command["wager"])

    def verbal(self, command: dict[str, Any]) -> None:
        self.must_sit(command["seat"])
        if self.game == "automated-craps":
            raise refuse("nobody to confirm it")
        if "dealer" not in command.get("confirmed_by", []):
            raise refuse("a verbal wager needs the dealer")
        self.late_bet_check(command.get("confirmed_by", []))
        self.rail[command["seat"]] += command.get("cash", command["amount"])
        self.make(command["seat"], command["wager"], command["amount"], command.get("leave_up"))
        self.after_line_bet(command["seat"], command["wager"])

    def after_line_bet(self, seat: int, name: str) -> None:
        """R-30: somebody wants a line bet while the shooter rolls only for the come bets."""
        if name in LINE and self.come_bets_only:
            if self.dice_in_the_air:
                raise refuse("this throw is for the come bets only")
            if seat == self.shooter:
                self.come_bets_only = False
            else:
                self.start_offer_of_1_11b()

    def coupon(self, command: dict[str, Any]) -> None:
        seat: int = command["seat"]
        name: str = command["wager"]
        value: int = command["amount"] if "amount" in command else command["value"]
        self.must_sit(seat)
        self.late_bet_check(command.get("confirmed_by", []))
        if name not in LINE:
            raise refuse("coupons on pass and don't pass only")
        if self.point is not None:
            raise refuse("line bets before the come-out roll only")
        if self.stakes[seat].get(name, 0) < value:
            raise refuse("a coupon needs chips of at least its value")
        if value % self.unit != 0:
            raise refuse("cannot be paid")
        left = self.coupon_left.get(seat)
        if left is not None and left != (name, value):
            raise refuse("one coupon a round")
        again = (seat, name) in self.coupon_rides and self.coupons.get((seat, name)) == value
        up = (seat, "pass") in self.coupons or (seat, "dont-pass") in self.coupons
        if up and not again:
            raise refuse("one coupon a round")
        self.coupon_rides.discard((seat, name))
        self.coupons[(seat, name)] = value
        self.coupon_left.pop(seat, None)

    def two_wagers(self, name: str) -> tuple[str, str] | None:
        """Which two wagers a Horn High or a Whirl Bet is broken down into, if it is.

        "A casino licensee shall break down a Whirl wager into two separate wagers" (New Jersey
        1.2(a)21); the others where the layout has no area (1.2(a)20; .03A(20)(b), (21)(b)).
        """
        family, high = family_and_number(name)
        if name == "whirl":
            always = self.rules != "md-2013"
            area = self.layout.get("whirl_area", True)
            return ("horn", "any-seven") if always or not area else None
        if family == "horn-high" and not self.layout.get("horn_high_area", True):
            return ("horn", "eleven" if high == 11 else f"craps-{high}")
        return None

    def make(self, seat: int, name: str, amount: int, leave_up: bool | None) -> None:
        broken = self.two_wagers(name) if is_a_wager(name) else None
        if broken is not None:
            if amount % (5 * self.unit) != 0:
                raise refuse("units of five")
            posted = self.limits.get(name, {})
            if amount < posted.get("min", 0) or amount > posted.get("max", amount):
                raise refuse("outside the limits")
            one = amount // 5
            self.make(seat, broken[0], 4 * one, leave_up)
            self.make(seat, broken[1], one, leave_up)
            return
        self.check_offered(name)
        self.check_timing(seat, name)
        family = family_and_number(name)[0]
        if leave_up and family not in ("place", "place-lose", "buy", "lay", "hard"):
            raise refuse("this wager is not left up")

        total = self.stakes[seat].get(name, 0) + amount
        if self.is_odds(name) and total > self.most_odds(seat, name):
            raise refuse("above the odds limit")
        self.check_limits(name, total)
        self.check_payable(name, total)
        charge = self.check_charge(name, total)

        if family in ("buy", "lay") and not self.vig_on_win(name):
            extra = charge - self.vig_paid.get((seat, name), 0)
        else:
            extra = 0
        if amount + extra > self.rail[seat]:
            raise refuse("not enough chips")
        self.rail[seat] -= amount + extra
        self.commission += extra
        self.stakes[seat][name] = total
        if family in ("buy", "lay") and not self.vig_on_win(name):
            self.vig_paid[(seat, name)] = charge
        if name == "fire":
            self.fire_points[seat] = set()
            self.crew_must("fire-bets-in")
            self.not_in.add(seat)
            if self.point is not None:
                self.fire_under_inherited_point.add(seat)
        if name in BONUS_PAYS:
            self.bonus_thrown[(seat, name)] = set()
            self.crew_must("bonus-bets-in")
        left = self.coupon_left.get(seat)
        if left is not None and left[0] == name and left[1] <= total:
            self.coupons[(seat, name)] = left[1]
            self.coupon_rides.add((seat, name))
            del self.coupon_left[seat]
        if leave_up is True:
            self.leave_up.add((seat, name))
        elif leave_up is False:
            self.leave_up.discard((seat, name))

    def check_offered(self, name: str) -> None:
        """Is it a wager of this rule set and game, and does the house offer it?"""
        if not is_a_wager(name):
            raise refuse("not a permissible wager")
        family = family_and_number(name)[0]
        if name == "fire":
            if self.rules == "nj-2005":
                raise refuse("no fire bet in this edition")
            if self.rules == "nj-2011" and self.game != "craps":
                raise refuse("fire bet at craps only")
            if self.fire_table is False or not self.offer.get("fire", True):
                raise refuse("not offered")
        elif name in BONUS_PAYS:
            if self.rules != "md-2013":
                raise refuse("not a permissible wager")
            if not self.offer.get("bonus_craps", self.offer.get("bonus", True)):
                raise refuse("not offered")
        elif name == "six-seven-eight":
            if not self.offer.get("six_seven_eight", True):
                raise refuse("not offered")
        elif family in ("buy", "lay"):
            if not self.offer.get(family, True):
                raise refuse("not offered")
        elif family == "place-lose":
            offered = self.offer.get("place_to_lose", self.offer.get("place_lose", True))
            if not offered:
                raise refuse("not offered")

    def check_timing(self, seat: int, name: str) -> None:
        family, number = family_and_number(name)
        up = self.stakes[seat]
        if name in LINE:
            if self.point is not None:
                raise refuse("line bets before the come-out roll only")
        elif name in ("come", "dont-come"):
            if self.point is None:
                raise refuse("come bets only while a point stands")
        elif family in ("come", "dont-come"):
            raise refuse("a come bet with its number is not raised")
        elif name == "fire" or name in BONUS_PAYS:
            if name in up:
                raise refuse("one of each a seat at a time")
            inherited = name == "fire"  # a Fire Bet also while an inherited point stands
            if (self.point is not None and not inherited) or not self.initial_come_out:
                raise refuse("before a new shooter's initial come-out roll only")
        elif name in ("pass-odds", "dont-pass-odds"):
            if self.point is None:
                raise refuse("no point")
            if name.removesuffix("-odds") not in up:
                raise refuse("no bet to support")
        elif family in ("come-odds", "dont-come-odds"):
            flat = f"{family.removesuffix('-odds')}-{number}"
            if flat not in up:
                raise refuse("no bet to support")

    def posted(self, name: str) -> dict[str, int]:
        """The limits posted for 'place-6', failing that for 'place'."""
        while True:
            if name in self.limits:
                return self.limits[name]
            head, _, tail = name.rpartition("-")
            if not head or not tail.isdigit():
                return {}
            name = head

    def check_limits(self, name: str, total: int) -> None:
        posted = self.posted(name)
        if name == "fire":
            if total < 100 or total > 500 or total % 100 != 0:
                raise refuse("fire bets are one to five dollars, by the dollar")
            if total < posted.get("min", 100) or total > posted.get("max", 500):
                raise refuse("outside the limits")
            return
        if total < posted.get("min", self.unit):
            raise refuse("below the minimum")
        if "max" in posted and total > posted["max"] and not self.is_odds(name):
            raise refuse("above the maximum")

    def check_payable(self, name: str, total: int) -> None:
        """R-12, R-13, R-14: stakes and payouts are in whole pay units."""
        if name == "fire":
            return
        family, number = family_and_number(name)
        if total % self.unit != 0:
            raise refuse("cannot be paid")
        if family == "place":
            odds = PLACE_PAYS[number]
        elif family == "place-lose":
            odds = PLACE_LOSE_PAYS[number]
        elif family == "buy":
            odds = TAKE_PAYS[number]
        elif family == "lay":
            odds = LAY_PAYS[number]
        elif self.is_odds(name):
            odds = self.pays_of_odds(name)
        elif name == "c-and-e":
            odds = Fraction(1, 2)
        elif name == "horn":
            odds = Fraction(1, 4)
        elif family == "horn-high" or name == "whirl":
            odds = Fraction(1, 5)
        else:
            odds = Fraction(1)
        if (total * odds / self.unit).denominator != 1:
            raise refuse("cannot be paid")

    # ------------------------------------------------------------------ vigorish

    def vig_on_win(self, name: str) -> bool:
        family, number = family_and_number(name)
        when: Any = self.vig
        if isinstance(when, dict):
            when = when.get(family, "bet")
        if isinstance(when, dict):
            when = when.get(str(number), "bet")
        return bool(when == "win")

    def charge(self, name: str, total: int) -> int:
        """The whole charge on a buy or lay bet, rounded down to the pay unit (R-40)."""
        family, number = family_and_number(name)
        rate_text = self.vig_rate
        if isinstance(rate_text, dict):
            rate_text = rate_text.get(family, "1/20")
        rate = Fraction(rate_text)
        if family == "lay" and self.rules == "nj-2005":
            exact = min(total * LAY_PAYS[number] * rate, Fraction(total, 20))
        else:
            exact = total * rate
        return exact // self.unit * self.unit

    def check_charge(self, name: str, total: int) -> int:
        if family_and_number(name)[0] not in ("buy", "lay"):
            return 0
        charge = self.charge(name, total)
        if charge == 0:
            raise refuse("the charge would round to nil")
        return charge

    # ------------------------------------------------------------------ odds

    def is_odds(self, name: str) -> bool:
        return name.endswith("-odds") or "-odds-" in name

    def number_of_odds(self, name: str) -> int:
        number = family_and_number(name)[1]
        if number:
            return number
        assert self.point is not None
        return self.point

    def pays_of_odds(self, name: str) -> Fraction:
        if name.startswith("dont-"):
            return LAY_PAYS[self.number_of_odds(name)]
        return TAKE_PAYS[self.number_of_odds(name)]

    def flat_of_odds(self, name: str) -> str:
        return name.replace("-odds", "")

    def most_odds(self, seat: int, name: str) -> int:
        """The largest supplemental wager that may lie behind the flat bet (R-43, R-44)."""
        number = self.number_of_odds(name)
        multiple = self.odds
        if isinstance(multiple, dict):
            multiple = multiple.get(str(number), 100)
        flat = self.stakes[seat][self.flat_of_odds(name)]
        pays = self.pays_of_odds(name)
        cap = Fraction(flat * multiple)
        if name.startswith("dont-"):
            cap = cap / pays
        posted = self.posted(name)
        if "max" in posted:
            cap = min(cap, Fraction(posted["max"]))
        step = pays.denominator * self.unit
        most = cap // step * step
        if most != cap and self.round_up_odds:
            most += step
        return most

    # ------------------------------------------------------------------ taking wagers down

    def check_may_take(self, seat: int, name: str) -> None:
        self.must_sit(seat)
        self.not_in_the_air()
        if name not in self.stakes[seat]:
            raise refuse("no such bet up")
        family, number = family_and_number(name)
        if name == "pass" and self.point is not None:
            raise refuse("contract bet")
        if family == "come" and number:
            raise refuse("contract bet")
        if name == "fire" or name in BONUS_PAYS:
            raise refuse("stays until it is lost or paid")

    def take_down(self, seat: int, name: str) -> None:
        """Return a whole bet, with its charge."""
        self.rail[seat] += self.stakes[seat][name]
        refund = self.vig_paid.get((seat, name), 0)
        self.rail[seat] += refund
        self.commission -= refund
        self.forget(seat, name)

    def odds_behind(self, name: str) -> str:
        family, number = family_and_number(name)
        return f"{family}-odds-{number}" if number else f"{name}-odds"

    def remove(self, seat: int, name: str) -> None:
        self.check_may_take(seat, name)
        self.take_down(seat, name)
        if self.odds_behind(name) in self.stakes[seat]:
            self.take_down(seat, self.odds_behind(name))

    def reduce(self, seat: int, name: str, by: int) -> None:
        self.check_may_take(seat, name)
        rest = self.stakes[seat][name] - by
        if rest < 0:
            raise refuse("more than is up")
        if rest == 0:
            self.remove(seat, name)
            return
        self.check_limits(name, rest)
        self.check_payable(name, rest)
        charge = self.check_charge(name, rest)
        if self.coupons.get((seat, name), 0) > rest:
            raise refuse("a coupon needs chips of at least its value")
        self.stakes[seat][name] = rest
        self.rail[seat] += by
        if (seat, name) in self.vig_paid:
            refund = self.vig_paid[(seat, name)] - charge
            self.rail[seat] += refund
            self.commission -= refund
            self.vig_paid[(seat, name)] = charge
        behind = self.odds_behind(name)
        if behind in self.stakes[seat]:
            round_up, self.round_up_odds = self.round_up_odds, False
            most = self.most_odds(seat, behind)
            self.round_up_odds = round_up
            if most == 0:
                self.take_down(seat, behind)
            elif self.stakes[seat][behind] > most:
                self.rail[seat] += self.stakes[seat][behind] - most
                self.stakes[seat][behind] = most

    # ------------------------------------------------------------------ on and off

    def call(self, seat: int, name: str, working: bool) -> None:
        self.must_sit(seat)
        self.not_in_the_air()
        if name not in self.stakes[seat]:
            raise refuse("no such bet up")
        key = (seat, name)
        if self.off_unless_called_on(name):
            if working:
                self.called_on.add(key)
            elif key in self.called_on:
                self.called_on.discard(key)
            else:
                raise refuse("there is no On call to take back")
        elif family_and_number(name)[0] == "lay" and self.rules == "md-2013":
            if not working:
                if self.point is not None and key not in self.called_off:
                    raise refuse("called off on a come-out roll only")
                self.called_off.add(key)
            elif key in self.called_off:
                self.called_off.discard(key)
            else:
                raise refuse("there is no Off call to take back")
        else:
            raise refuse("this wager is always On")
