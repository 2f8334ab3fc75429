"""A second, naive model of the punto banco table (nj-2001), written from the regulation text
(N.J.A.C. 19:47-3) and the readings; shares no code with lammer.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

from tests.table.naive.refusal import RefusedError, refuse

WAGERS = ("player", "banker", "tie")
RANKS = "A23456789TJQK"
SUITS = "shdc"

# Table 2 of 3.9(c) as R-48 restores it. The Banker's two cards, and what the Banker's Hand must
# do: the first letter when the Player's Hand took no third card, then ten letters for a third
# card of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9.
TABLE_2 = {
    0: ("D", "DDDDDDDDDD"),
    1: ("D", "DDDDDDDDDD"),
    2: ("D", "DDDDDDDDDD"),
    3: ("D", "DDDDDDDDSD"),
    4: ("D", "SSDDDDDDSS"),
    5: ("D", "SSSSDDDDSS"),
    6: ("S", "SSSSSSDDSS"),
    7: ("S", "SSSSSSSSSS"),
    8: ("S", "SSSSSSSSSS"),
    9: ("S", "SSSSSSSSSS"),
}


def odds(text: str) -> Fraction:
    """'8 to 1' is 8."""
    win, stake = text.split(" to ")
    return Fraction(int(win), int(stake))


def moment(text: str) -> datetime:
    when = datetime.fromisoformat(text)
    return when if when.tzinfo is not None else when.replace(tzinfo=UTC)


def is_a_card(card: str) -> bool:
    return len(card) == 2 and card[0] in RANKS and card[1] in SUITS


def value(card: str) -> int:
    """R-50: ace 1; 2 to 9 face value; 10, jack, queen, king 0."""
    if card[0] == "A":
        return 1
    if card[0] in "TJQK":
        return 0
    return int(card[0])


def point_count(hand: list[str]) -> int:
    """R-50: the last digit of the sum."""
    return sum(value(card) for card in hand) % 10


def hands_of(cards: list[str]) -> tuple[list[str], list[str]]:
    """The Player's Hand and the Banker's Hand of a round with exactly these cards."""
    if len(cards) < 4:
        raise refuse("too few cards (3.7(c))")
    left = list(cards)
    # 3.7(c): the first and third card, the second and fourth.
    first, second, third, fourth = left.pop(0), left.pop(0), left.pop(0), left.pop(0)
    player = [first, third]
    banker = [second, fourth]
    player_has = point_count(player)
    banker_has = point_count(banker)
    if player_has not in (8, 9) and banker_has not in (8, 9):  # 3.9(a): no natural
        player_third: str | None = None
        if player_has in (0, 1, 2, 3, 4, 5):  # 3.9(b) Table 1
            if not left:
                raise refuse("the Player's Hand draws a third card")
            player_third = left.pop(0)
            player.append(player_third)
        # 3.9(c) to (g).
        no_third_card, by_third_card = TABLE_2[banker_has]
        letter = no_third_card
        if player_third is not None:
            letter = by_third_card[value(player_third)]
        if letter == "D":
            if not left:
                raise refuse("the Banker's Hand draws a third card")
            banker.append(left.pop(0))
    if left:
        raise refuse("more cards than the rules draw")
    return player, banker


class NaivePuntoBanco:
    def __init__(self, opening: dict[str, Any]) -> None:
        house: dict[str, Any] = opening.get("house") or {}
        vig: dict[str, Any] = house.get("vig") or {}
        self.unit: int = house.get("pay_unit", 100)
        self.limits: dict[str, dict[str, int]] = house.get("limits") or {}
        self.decks: int = house.get("decks", 8)
        self.vig_rate: Fraction = Fraction(house.get("vig_rate", "1/20"))
        self.vig_marked: bool = vig.get("collect", "collect") == "mark"
        self.vig_rounding: str = vig.get("rounding", "down")
        self.procedure: int = vig.get("procedure", 1)
        self.recut_by: str = house.get("recut", "same")
        self.numbered_from: str = (house.get("seats") or {}).get("numbered_from", "left")
        payouts: dict[str, str] = house.get("payouts") or {}
        self.pays: dict[str, Fraction] = {
            "player": odds(payouts.get("player", "1 to 1")),
            "banker": odds(payouts.get("banker", "1 to 1")),
            "tie": odds(payouts.get("tie", "8 to 1")),
        }

        # Money.
        self.rail: dict[int, int] = {}
        self.stakes: dict[int, dict[str, int]] = {}
        self.marked: dict[int, int] = {}
        self.bank: int = 0
        self.commission: int = 0
        # Left with bets up: the rail waits for the bets to be decided.
        self.gone: set[int] = set()

        self.clock: datetime = moment(opening.get("at", "1970-01-01T00:00:00Z"))

        # "last hand" is still to be entered where the house elects the long form.
        self.long_form: bool = house.get("long_form", False)
        self.to_be_announced: bool = False

        # "No More Bets" has been announced (3.7(b)).
        self.closed: bool = False

        # The shoe: copies left of each card; how many more hands after the cutting card (3.8(e)),
        # None before it has appeared; who cut last, if entered.
        self.copies: dict[str, int] = {}
        self.first_card_dealt: bool = False
        self.hands_left: int | None = None
        self.last_cut_by: int | None = None
        self.new_shoe()

        # The curator.
        self.shooter: int | str | None = None
        self.offered: int | None = None
        self.asked: set[int] = set()  # in this round of asking
        self.designated_by: int | None = None  # 3.6(d)1

        for entry in opening.get("seats", []):
            self.rail[entry["seat"]] = entry.get("rail", 0)
            self.stakes[entry["seat"]] = {}
            self.marked[entry["seat"]] = 0
        if self.rail:
            self.offer_from_seat_one()

    # ------------------------------------------------------------------ what one can look at

    def bets(self, seat: int) -> dict[str, int]:
        return dict(self.stakes.get(seat, {}))

    def owed(self, seat: int) -> int:
        return self.marked.get(seat, 0)

    def answer(self, ok: bool, why: str | None) -> dict[str, Any]:
        seats: dict[str, dict[str, int]] = {}
        for seat in sorted(self.rail):
            shown = {"rail": self.rail[seat], "layout": sum(self.stakes[seat].values())}
            if self.marked[seat] > 0:
                shown["owed"] = self.marked[seat]
            seats[str(seat)] = shown
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
            "reduce": lambda c: self.reduce(c["seat"], c["wager"], c["by"]),
            "remove": lambda c: self.remove(c["seat"], c["wager"]),
            "collect": lambda c: self.collect(c["seat"]),
            "accept-shoe": lambda c: self.accept(c["seat"], c.get("dealer", False)),
            "decline-shoe": lambda c: self.decline(c["seat"]),
            "pass-shoe": lambda c: self.pass_shoe(c["seat"]),
            "order-pass": lambda c: self.order_pass(c.get("caller"), c.get("reason")),
            "no-more-bets": lambda _: self.no_more_bets(),
            "deal": self.deal,
            "no-deal": self.no_deal,
            "shuffle": lambda _: self.shuffle(),
            "cut": lambda c: self.cut(c["seat"]),
            "recut": lambda c: self.recut(c.get("caller"), c.get("reason"), c.get("seat")),
            "change-procedure": self.change_procedure,
            "step": self.step,
        }
        # Not "call" (no bet is ever on or off), not "verbal", not "coupon".
        if command["do"] not in by_verb:
            raise refuse("no such command at this table")
        by_verb[command["do"]](command)

    # ------------------------------------------------------------------ seats and money

    def seated(self) -> list[int]:
        return [seat for seat in sorted(self.rail) if seat not in self.gone]

    def must_sit(self, seat: int) -> None:
        if seat not in self.seated():
            raise refuse("nobody sits there")

    def betting_must_be_open(self) -> None:
        if self.closed:
            raise refuse("no more bets (3.7(b))")

    def sit(self, seat: int, rail: int) -> None:
        if seat < 1 or seat > 15:
            raise refuse("no such seat")
        if seat in self.rail:
            raise refuse("seat taken")
        self.rail[seat] = rail
        self.stakes[seat] = {}
        self.marked[seat] = 0
        if self.offered is None and (self.shooter is None or len(self.seated()) == 1):
            self.offer_from_seat_one()

    def leave(self, seat: int) -> None:
        self.must_sit(seat)
        if seat in (self.shooter, self.designated_by) and self.closed:
            raise refuse("no more bets: the curator deals first")
        self.pay_what_is_owed(seat)
        if self.stakes[seat]:
            self.gone.add(seat)
        else:
            self.clear(seat)
        self.asked.discard(seat)
        if not self.seated():
            self.offered = None
            self.designated_by = None
            self.shooter = "dealer" if any(self.stakes.values()) else None
            if not self.rail:
                self.closed = False
        elif seat in (self.shooter, self.designated_by):
            self.relinquish(seat)
        elif seat == self.offered:
            self.offer_to_next_after(seat)

    def clear(self, seat: int) -> None:
        del self.rail[seat]
        del self.stakes[seat]
        del self.marked[seat]
        self.gone.discard(seat)

    def buy_in(self, seat: int, amount: int) -> None:
        self.must_sit(seat)
        self.rail[seat] += amount

    def cash_out(self, seat: int, amount: int | None) -> None:
        self.must_sit(seat)
        if amount is None:
            amount = self.rail[seat]
        if self.rail[seat] - amount < self.marked[seat]:
            raise refuse("not enough chips beyond what is owed")
        self.rail[seat] -= amount

    def collect(self, seat: int) -> None:
        self.must_sit(seat)
        if self.marked[seat] == 0:
            raise refuse("nothing is owed")
        self.pay_what_is_owed(seat)

    def pay_what_is_owed(self, seat: int) -> None:
        self.rail[seat] -= self.marked[seat]
        self.commission += self.marked[seat]
        self.marked[seat] = 0

    def everybody_pays(self) -> None:
        """R-50: all vigorish is collected by the end of the shoe."""
        for seat in sorted(self.rail):
            self.pay_what_is_owed(seat)

    # ------------------------------------------------------------------ whose shoe

    def counter_clockwise_after(self, seat: int) -> list[int]:
        """Everybody seated, counter-clockwise, beginning beside the seat and ending with it."""
        if self.numbered_from == "right":
            up = sorted(self.seated())
            return [each for each in up if each > seat] + [each for each in up if each <= seat]
        down = sorted(self.seated(), reverse=True)
        lower = [other for other in down if other < seat]
        rest = [other for other in down if other >= seat]
        return lower + rest

    def from_seat_one(self) -> list[int]:
        """3.6(b): seat 1, then counter-clockwise."""
        return self.counter_clockwise_after(0 if self.numbered_from == "right" else 2)

    def offer_from_seat_one(self) -> None:
        self.shooter = None
        self.designated_by = None
        self.asked = set()
        self.offered = self.from_seat_one()[0]

    def relinquish(self, seat: int) -> None:
        """R-53: offered to the next participant counter-clockwise of the seat."""
        self.shooter = None
        self.designated_by = None
        self.asked = set()
        self.offered = self.counter_clockwise_after(seat)[0]

    def curator_gives_up(self) -> None:
        if isinstance(self.shooter, int):
            self.relinquish(self.shooter)
        elif self.designated_by is not None:
            self.relinquish(self.designated_by)
        else:
            self.offer_from_seat_one()

    def offer_to_next_after(self, seat: int) -> None:
        """The seat did not take it: the next who has not been asked; else the dealer (3.6(d)2)."""
        for other in self.counter_clockwise_after(seat):
            if other not in self.asked:
                self.offered = other
                return
        self.offered = None
        self.shooter = "dealer"
        self.designated_by = None

    def must_be_offered(self, seat: int) -> None:
        self.must_sit(seat)
        if self.offered is None or seat != self.offered:
            raise refuse("the shoe is not offered to this seat")

    def accept(self, seat: int, designates_the_dealer: bool) -> None:
        self.must_be_offered(seat)
        self.offered = None
        if designates_the_dealer:  # 3.6(d)1
            self.shooter = "dealer"
            self.designated_by = seat
        else:
            self.shooter = seat
            self.designated_by = None

    def decline(self, seat: int) -> None:
        self.must_be_offered(seat)
        self.asked.add(seat)
        self.offer_to_next_after(seat)

    def pass_shoe(self, seat: int | str) -> None:
        if self.shooter is None or seat not in (self.shooter, self.designated_by):
            raise refuse("not the curator")
        self.betting_must_be_open()
        self.curator_gives_up()

    def order_pass(self, caller: str | None, reason: str | None) -> None:
        """R-53."""
        if caller not in ("floorperson", "dealer"):
            raise refuse("only the floorperson or the dealer may order a pass")
        if reason not in ("delay", "misdeals", "invalid-rolls", "violation"):
            raise refuse("no such reason")
        if not isinstance(self.shooter, int):
            raise refuse("no player is the curator")
        self.relinquish(self.shooter)

    # ------------------------------------------------------------------ the shoe

    def new_shoe(self) -> None:
        self.copies = {rank + suit: self.decks for rank in RANKS for suit in SUITS}
        self.first_card_dealt = False
        self.hands_left = None
        self.last_cut_by = None
        self.to_be_announced = False

    def shuffle(self) -> None:
        self.betting_must_be_open()
        if self.hands_left == 1 and (self.seated() or any(self.stakes.values())):
            raise refuse("one more hand is played (3.8(e))")
        self.everybody_pays()
        self.new_shoe()

    def cut(self, seat: int) -> None:
        self.must_sit(seat)
        if self.first_card_dealt:
            raise refuse("cards have been dealt from this shoe")
        if self.last_cut_by is not None:
            raise refuse("the cards are cut already")
        self.last_cut_by = seat

    def recut(self, caller: str | None, reason: str | None, seat: int | None) -> None:
        """3.5(f)."""
        if caller != "floorperson":
            raise refuse("only a casino supervisor may require a recut")
        if reason not in ("improper", "fairness"):
            raise refuse("no reason for a recut")
        if self.first_card_dealt:
            raise refuse("cards have been dealt from this shoe")
        if not self.seated():
            raise refuse("nobody is there to recut")
        last = self.last_cut_by
        if last is None:
            last = self.from_seat_one()[0]
        if self.recut_by == "same" and last in self.seated():
            who = last
        else:
            who = self.counter_clockwise_after(last)[0]
        if seat is not None and seat != who:
            raise refuse("not the one who recuts")
        self.last_cut_by = who

    # ------------------------------------------------------------------ the round

    def may_deal(self, command: dict[str, Any]) -> None:
        if self.shooter is None:
            raise refuse("no curator")
        if command.get("seat", self.shooter) != self.shooter:
            raise refuse("not the curator")
        if self.hands_left == 0:
            raise refuse("no more cards until the reshuffle (3.8(e))")

    def step(self, command: dict[str, Any]) -> None:
        if any(key in command for key in ("number", "count", "seats")):
            raise refuse("no marker and no seats at punto banco")
        if command["step"] != "last-hand" or command["caller"] != "dealer":
            raise refuse("no such step, or not by this one")
        if not self.to_be_announced:
            raise refuse("no last hand to be announced")
        self.to_be_announced = False

    def entered_before(self) -> None:
        """The long form: every round begins with "No More Bets", announced when all is done."""
        if self.long_form and not self.closed:
            raise refuse('"No More Bets" is announced first')

    def no_more_bets(self) -> None:
        self.may_deal({})
        if self.to_be_announced:
            raise refuse("something is to be entered first")
        if self.closed:
            raise refuse("announced already")
        self.closed = True

    def deal(self, command: dict[str, Any]) -> None:
        self.may_deal(command)
        self.entered_before()
        cards: list[str] = command["cards"]
        self.take_out(cards, command)
        player_hand, banker_hand = hands_of(cards)
        player = point_count(player_hand)
        banker = point_count(banker_hand)

        self.closed = False
        self.first_card_dealt = True
        self.settle_all(player, banker)

        # 3.8(e): after the hand in which the cutting card appears, one more.
        if command.get("cut_card"):
            self.hands_left = 1
            self.to_be_announced = self.long_form
        elif self.hands_left is not None:
            self.hands_left -= 1
            self.to_be_announced = self.long_form and self.hands_left == 1
            if self.hands_left == 0:
                self.everybody_pays()

        # Those who left with bets up are now paid and gone.
        for seat in sorted(self.gone):
            self.pay_what_is_owed(seat)
            self.clear(seat)

        # 3.11(a)1.
        if banker < player:
            self.curator_gives_up()

    def take_out(self, cards: list[str], command: dict[str, Any]) -> None:
        for card in cards:
            if not is_a_card(card):
                raise refuse("no such card")
            if self.copies[card] == 0:
                raise refuse("the shoe has no more of this card")
            self.copies[card] -= 1
        if command.get("cut_card") and self.hands_left is not None:
            raise refuse("the cutting card has appeared already")

    def no_deal(self, command: dict[str, Any]) -> None:
        """R-78: the round is void, wagers stand, the cards that came out are out."""
        reason: str | None = command.get("reason")
        if reason not in ("misdeal", "foul-cards", "called-too-early", "too-few-cards"):
            raise refuse("no such reason")
        if command.get("caller") != "floorperson":
            raise refuse("only the floorperson calls it")
        if not self.closed:
            self.entered_before()
            self.may_deal({})
        cards: list[str] = command.get("cards", [])
        if len(cards) > 6:
            raise refuse("no round has so many cards")
        self.take_out(cards, command)
        if cards:
            self.first_card_dealt = True
        if command.get("cut_card"):
            # 3.8(e): the next round stands for the hand in progress, and one more.
            self.hands_left = 2
        if reason == "too-few-cards":
            self.hands_left = 0
            self.everybody_pays()
        self.closed = False

    def settle_all(self, player: int, banker: int) -> None:
        # 3.10(b), R-51: first each losing wager; on a tie none loses.
        for seat in sorted(self.stakes, reverse=True):
            for name in list(self.stakes[seat]):
                if self.result(name, player, banker) == "loses":
                    self.bank += self.stakes[seat].pop(name)
        # Void on a tie.
        for seat in sorted(self.stakes, reverse=True):
            for name in list(self.stakes[seat]):
                if self.result(name, player, banker) == "void":
                    self.rail[seat] += self.stakes[seat].pop(name)
        # Then the winners, from the highest position down, with the vigorish at once (procedure
        # 3; the four procedures come to the same).
        for seat in sorted(self.stakes, reverse=True):
            for name in list(self.stakes[seat]):
                stake = self.stakes[seat].pop(name)
                exact = stake * self.pays[name]
                assert exact.denominator == 1, exact
                winnings = exact.numerator
                self.rail[seat] += stake + winnings
                self.bank -= winnings
                if name == "banker":
                    vigorish = self.vigorish(winnings)
                    if self.vig_marked:
                        self.marked[seat] += vigorish
                    else:
                        self.rail[seat] -= vigorish
                        self.commission += vigorish

    def result(self, name: str, player: int, banker: int) -> str:
        if name == "tie":
            return "wins" if player == banker else "loses"
        if player == banker:
            return "void"
        if name == "player":
            return "wins" if player > banker else "loses"
        if name == "banker":
            return "wins" if banker > player else "loses"
        raise AssertionError(name)

    def vigorish(self, winnings: int) -> int:
        """R-50: a part of the winnings, rounded to the cent."""
        exact = winnings * self.vig_rate
        if self.vig_rounding == "up":
            return math.ceil(exact)
        if self.vig_rounding == "nearest":
            return math.floor(exact + Fraction(1, 2))
        return math.floor(exact)

    def change_procedure(self, command: dict[str, Any]) -> None:
        """3.10(c)2: written notice to both at least 30 minutes before."""
        self.betting_must_be_open()
        procedure: int = command["procedure"]
        if procedure not in (1, 2, 3, 4):
            raise refuse("no such procedure")
        if procedure == self.procedure:
            raise refuse("in use already")
        for notice in ("commission_at", "surveillance_at"):
            if command.get(notice) is None:
                raise refuse("no notice given")
            if self.clock - moment(command[notice]) < timedelta(minutes=30):
                raise refuse("notice is at least 30 minutes before")
        self.procedure = procedure

    # ------------------------------------------------------------------ wagers

    def bet(self, seat: int, name: str, amount: int, leave_up: bool | None) -> None:
        self.must_sit(seat)
        self.betting_must_be_open()
        if name not in WAGERS:
            raise refuse("not a permissible wager")
        if leave_up:
            raise refuse("no wager is left up")
        total = self.stakes[seat].get(name, 0) + amount
        self.check_amount(name, total)
        if self.rail[seat] - amount < self.marked[seat]:
            raise refuse("not enough chips beyond what is owed")
        self.rail[seat] -= amount
        self.stakes[seat][name] = total

    def check_amount(self, name: str, total: int) -> None:
        posted = self.limits.get(name, {})
        if total < self.unit:
            raise refuse("below one pay unit")
        if "min" in posted and total < posted["min"]:
            raise refuse("below the minimum")
        if "max" in posted and total > posted["max"]:
            raise refuse("above the maximum")
        if (total * self.pays[name]).denominator != 1:
            raise refuse("cannot be paid in whole cents")

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
        # what is left must be a bet that could be made.
        self.check_amount(name, rest)
        self.stakes[seat][name] = rest
        self.rail[seat] += by
