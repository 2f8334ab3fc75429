"""Mini-dice and the games of coups against a second, naive model of each, command by command."""

from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from lammer.instruments.shoe.cards import DECK
from tests.table.naive import punto_banco
from tests.table.naive.mini_dice import NaiveMiniDice
from tests.table.naive.minibaccarat import NaiveMinibaccarat
from tests.table.naive.model_comparison import ModelComparison, as_due
from tests.table.naive.punto_banco import NaivePuntoBanco
from tests.table.naive.refusal import RefusedError
from tests.table.naive.sic_bo import WAGERS, NaiveSicBo

SEATS = st.integers(1, 5)
FACES = st.integers(1, 6)
ROLES = ["dealer", "stickperson", "boxperson", "floorperson"]


class Round(ModelComparison):
    """What is asked where one thing goes round and the dealer may have it."""

    thing = ""
    wagers: tuple[str, ...] = ()

    @rule(accepts=st.integers(0, 3), anybody=SEATS)
    def answer_the_offer(self, accepts: int, anybody: int) -> None:
        seat = self.run.table.hands.offered or anybody
        self.do({"do": f"{'decline' if accepts == 0 else 'accept'}-{self.thing}", "seat": seat})

    @rule()
    def everybody_declines(self) -> None:
        for _ in range(6):
            seat = self.run.table.hands.offered
            if seat is not None:
                self.do({"do": f"decline-{self.thing}", "seat": seat})

    @rule(anybody=SEATS, who=st.sampled_from(["holder", "anybody", "dealer"]))
    def give_it_up(self, anybody: int, who: str) -> None:
        holder = self.run.table.hands.holder or anybody
        seat = {"holder": holder, "anybody": anybody, "dealer": "dealer"}[who]
        self.do({"do": f"pass-{self.thing}", "seat": seat})

    @rule(
        caller=st.sampled_from(ROLES),
        reason=st.sampled_from(["delay", "violation", "invalid-rolls", "bad-luck"]),
    )
    def order_pass(self, caller: str, reason: str) -> None:
        self.do({"do": "order-pass", "caller": caller, "reason": reason})

    @rule()
    def no_more_bets(self) -> None:
        self.do({"do": "no-more-bets"})

    @rule(seat=SEATS, data=st.data())
    def change_what_is_up(self, seat: int, data: st.DataObject) -> None:
        up = self.naive.bets(seat) if seat in self.run.table.seats else {}
        wager = data.draw(st.sampled_from([*up, *up, self.wagers[0]]))
        what = data.draw(st.sampled_from(["reduce", "reduce", "remove", "call"]))
        command: dict[str, Any] = {"do": what, "seat": seat, "wager": wager}
        if what == "reduce":
            command["by"] = data.draw(st.sampled_from([100, 250, 500, 600, 1000]))
        if what == "call":
            command["working"] = True
        self.do(command)

    @rule(
        seat=SEATS,
        what=st.sampled_from(["sit", "leave", "buy-in", "cash-out"]),
        amount=st.sampled_from([100, 3000, 20000]),
    )
    def come_and_go(self, seat: int, what: str, amount: int) -> None:
        there = self.run.table.seats.get(seat)
        if what == "leave" and there is not None and there.bets and self.thing == "shoe":
            return  # Chips left behind: no text speaks, and the naive model has its own way.
        more = {"sit": {"rail": amount}, "leave": {}}.get(what, {"amount": amount})
        self.do({"do": what, "seat": seat, **more})

    @rule(
        step=st.sampled_from(["shaker-inspected", "winners-paid", "last-hand", "dice-to-cup"]),
        caller=st.sampled_from(["dealer", "floorperson", "boxperson"]),
        more=st.sampled_from([{}, {}, {"number": 4}, {"seats": [1]}]),
    )
    def step(self, step: str, caller: str, more: dict[str, Any]) -> None:
        self.do({"do": "step", "step": step, "caller": caller, **more})

    def enter_all_steps(self) -> None:
        """What the long form asks for before a shake or a coup."""
        if self.run.table.rules.long_form and not self.run.table.thrown:
            for due in self.run.table.due:
                self.do(as_due(self.run.table, due))
            self.do({"do": "no-more-bets"})

    @rule(verb=st.sampled_from(["throw", "no-line-bet"]))
    def of_another_game(self, verb: str) -> None:
        self.do({"do": verb})

    @rule(seat=SEATS)
    def verbal(self, seat: int) -> None:
        command = {"do": "verbal", "seat": seat, "wager": self.wagers[0], "amount": 1000}
        self.do({**command, "confirmed_by": ["dealer"]})


class MiniDiceComparison(Round):
    thing = "shaker"
    wagers = (
        *("place-4", "place-5", "place-6", "place-8", "place-9", "place-10", "field"),
        *("any-seven", "over-7", "under-7", "pass"),
    )

    @initialize(
        unit=st.sampled_from([100, 100, 500, 25]),
        rails=st.lists(st.sampled_from([5000, 20000]), min_size=0, max_size=4),
        better=st.booleans(),
        limits=st.booleans(),
        long_form=st.booleans(),
    )
    def open(
        self, unit: int, rails: list[int], better: bool, limits: bool, long_form: bool
    ) -> None:
        house: dict[str, Any] = {"pay_unit": unit, "long_form": long_form}
        if better:
            better_odds = {"any-seven": "5 to 1", "field-2-12": "3 to 1", "over-7": "11 to 10"}
            house["payouts"] = better_odds
        if limits:
            house["limits"] = {"over-7": {"min": 500, "max": 5000}, "place": {"max": 6000}}
        seats = [{"seat": seat, "rail": rail} for seat, rail in enumerate(rails, start=1)]
        opening = {"do": "open", "rules": "nj-1997", "house": house, "seats": seats}
        self.begin(opening, NaiveMiniDice(opening))

    @rule(
        seat=SEATS,
        wager=st.sampled_from(wagers),
        amount=st.sampled_from([100, 150, 500, 600, 700, 1000, 1200, 3000, 6000]),
        leave_up=st.sampled_from([None, None, True, False]),
    )
    def bet(self, seat: int, wager: str, amount: int, leave_up: bool | None) -> None:
        command = {"do": "bet", "seat": seat, "wager": wager, "amount": amount}
        if leave_up is not None:
            command["leave_up"] = leave_up
        self.do(command)

    @rule(seat=SEATS, wager=st.sampled_from(["over-7", "under-7", "field"]), amount=st.just(500))
    def coupon(self, seat: int, wager: str, amount: int) -> None:
        self.do({"do": "bet", "seat": seat, "wager": wager, "amount": 1000})
        self.do({"do": "coupon", "seat": seat, "wager": wager, "amount": amount})

    @rule(dice=st.tuples(FACES, FACES))
    def shake(self, dice: tuple[int, int]) -> None:
        self.do({"do": "shake", "dice": list(dice)})

    @rule(shakes=st.lists(st.tuples(FACES, FACES), min_size=1, max_size=5))
    def shoot(self, shakes: list[tuple[int, int]]) -> None:
        for dice in shakes:
            offered = self.run.table.hands.offered
            if offered is not None:
                self.do({"do": "accept-shaker", "seat": offered})
            self.enter_all_steps()
            self.do({"do": "shake", "dice": list(dice), "dealer_shakes": 3, "shakes": 4})

    @rule(dealer=st.integers(1, 5), player=st.integers(1, 5))
    def count_the_shakes(self, dealer: int, player: int) -> None:
        self.do({"do": "shake", "dice": [2, 3], "dealer_shakes": dealer, "shakes": player})

    @rule(
        reason=st.sampled_from(["cocked", "cover-off-early", "too-few-shakes", "off-the-table"]),
        caller=st.sampled_from([*ROLES, None]),
    )
    def no_shake(self, reason: str, caller: str | None) -> None:
        called = {} if caller is None else {"caller": caller}
        self.do({"do": "no-shake", "reason": reason, **called})

    @rule(caller=st.sampled_from(ROLES), dice=st.none() | st.tuples(FACES, FACES))
    def disputed_face(self, caller: str, dice: tuple[int, int] | None) -> None:
        ruled = {} if dice is None else {"dice": list(dice)}
        self.do({"do": "disputed-face", "caller": caller, **ruled})

    @rule(caller=st.sampled_from(ROLES))
    def new_dice(self, caller: str) -> None:
        self.do({"do": "new-dice", "caller": caller})

    @rule(days=st.integers(1, 3))
    def time_goes_by(self, days: int) -> None:
        at = f"1970-01-0{1 + days}T00:00:30Z"
        if self.naive.clock.isoformat() < at:
            self.do({"do": "buy-in", "seat": 1, "amount": 100, "at": at})


class PuntoBancoComparison(Round):
    thing = "shoe"
    wagers = ("player", "banker", "tie", "pair")
    rule_set = "nj-2001"
    model: type[NaivePuntoBanco] = NaivePuntoBanco

    @initialize(
        collect=st.sampled_from(["collect", "mark"]),
        procedure=st.integers(1, 4),
        rounding=st.sampled_from(["down", "nearest", "up"]),
        rate=st.sampled_from(["1/20", "1/25", "0", "1"]),
        decks=st.sampled_from([6, 8]),
        tie=st.sampled_from(["8 to 1", "9 to 1", "17 to 2", "25 to 3"]),
        unit=st.sampled_from([100, 100, 1]),
        recut=st.sampled_from(["same", "next"]),
        long_form=st.booleans(),
        numbered=st.sampled_from(["left", "right"]),
        rails=st.lists(st.sampled_from([5000, 20000]), min_size=1, max_size=4),
    )
    def open(self, rails: list[int], **house: Any) -> None:
        keys = ("collect", "procedure", "rounding")
        elected = {
            "vig": {key: house[key] for key in keys},
            "vig_rate": house["rate"],
            "decks": house["decks"],
            "recut": house["recut"],
            "payouts": {"tie": house["tie"]},
            "pay_unit": house["unit"],
            "long_form": house["long_form"],
        }
        if self.rule_set == "nj-2001":
            elected["seats"] = {"numbered_from": house["numbered"]}
        seats = [{"seat": seat, "rail": rail} for seat, rail in enumerate(rails, start=1)]
        opening = {"do": "open", "rules": self.rule_set, "house": elected, "seats": seats}
        self.begin(opening, self.model(opening))

    @rule(
        seat=SEATS,
        wager=st.sampled_from(wagers),
        amount=st.sampled_from([1, 50, 100, 130, 550, 1000, 1010, 3333, 5000]),
    )
    def bet(self, seat: int, wager: str, amount: int) -> None:
        self.do({"do": "bet", "seat": seat, "wager": wager, "amount": amount})

    @rule(seat=SEATS)
    def bet_it_all(self, seat: int) -> None:
        there = self.run.table.seats.get(seat)
        if there is not None and self.run.table.rail(seat) > 100:
            amount = max(1, self.run.table.rail(seat) - there.owed)
            self.do({"do": "bet", "seat": seat, "wager": "banker", "amount": amount})

    @rule(
        chance=st.randoms(use_true_random=False),
        cut_card=st.integers(0, 7),
        wrong=st.integers(0, 9),
    )
    def deal(self, chance: Random, cut_card: int, wrong: int) -> None:
        """A coup that the rules could deal; now and then one card too many or too few."""
        deck = chance.sample(DECK, 7)
        offered = self.run.table.hands.offered
        if offered is not None and wrong != 9:
            self.do({"do": "accept-shoe", "seat": offered})
        cards = next(deck[:n] for n in (4, 5, 6) if _whole(deck[:n]))
        cards = {0: deck[: len(cards) + 1], 1: cards[:-1]}.get(wrong, cards)
        command: dict[str, Any] = {"do": "deal", "cards": cards}
        if cut_card == 0:
            command["cut_card"] = True
        if wrong != 8:
            self.enter_all_steps()
        self.do(command)

    @rule(
        reason=st.sampled_from(
            ["misdeal", "foul-cards", "called-too-early", "too-few-cards", "cocked"]
        ),
        caller=st.sampled_from(["floorperson", "floorperson", "dealer", None]),
        cards=st.lists(st.sampled_from(DECK), max_size=7),
        cut_card=st.booleans(),
    )
    def no_deal(self, reason: str, caller: str | None, cards: list[str], cut_card: bool) -> None:
        command: dict[str, Any] = {"do": "no-deal", "reason": reason}
        if caller is not None:
            command["caller"] = caller
        if cards:
            command["cards"] = cards
        if cut_card:
            command["cut_card"] = True
        self.do(command)

    @rule(times=st.integers(3, 8), card=st.sampled_from(DECK))
    def the_same_card(self, times: int, card: str) -> None:
        for _ in range(times):
            cards = [card, "9c", "Kd", "Ts"]
            if _whole(cards):
                self.do({"do": "deal", "cards": cards})

    @rule(seat=SEATS)
    def the_dealer_deals(self, seat: int) -> None:
        offered = self.run.table.hands.offered or seat
        self.do({"do": "accept-shoe", "seat": offered, "dealer": True})

    @rule()
    def shuffle(self) -> None:
        self.do({"do": "shuffle"})

    @rule(seat=SEATS)
    def cut(self, seat: int) -> None:
        self.do({"do": "cut", "seat": seat})

    @rule(
        caller=st.sampled_from(ROLES),
        seat=st.none() | SEATS,
        reason=st.sampled_from([{"reason": each} for each in ("improper", "fairness", "x")] + [{}]),
    )
    def recut(self, caller: str, seat: int | None, reason: dict[str, str]) -> None:
        if self.run.table.seated():
            by = {} if seat is None else {"seat": seat}
            self.do({"do": "recut", "caller": caller, **reason, **by})

    @rule(seat=SEATS)
    def collect(self, seat: int) -> None:
        self.do({"do": "collect", "seat": seat})

    @rule(procedure=st.integers(1, 4), minutes=st.sampled_from([0, 29, 30, 31, None]))
    def change_procedure(self, procedure: int, minutes: int | None) -> None:
        command: dict[str, Any] = {"do": "change-procedure", "procedure": procedure}
        if minutes is not None:
            command["commission_at"] = "1970-01-01T00:00:00Z"
            command["surveillance_at"] = f"1970-01-01T00:{minutes:02}:00Z"
        self.do(command)

    @rule(hour=st.integers(1, 5))
    def time_goes_by(self, hour: int) -> None:
        at = f"1970-01-01T0{hour}:00:00Z"
        if self.naive.clock.isoformat() < at:
            self.do({"do": "buy-in", "seat": 1, "amount": 100, "at": at})

    @rule(seat=SEATS)
    def coupon(self, seat: int) -> None:
        self.do({"do": "coupon", "seat": seat, "wager": "player", "amount": 500})


class MinibaccaratComparison(PuntoBancoComparison):
    rule_set = "ac-minibaccarat"
    model = NaiveMinibaccarat


class SicBoComparison(Round):
    """Of what is asked where something goes round, all is refused."""

    thing = "dome"
    wagers = (*WAGERS, "total-3", "pair-2-1")

    @initialize(
        unit=st.sampled_from([100, 100, 500, 25]),
        rails=st.lists(st.sampled_from([5000, 20000]), min_size=0, max_size=4),
        better=st.booleans(),
        limits=st.booleans(),
        long_form=st.booleans(),
        hours=st.sampled_from([24, 8]),
        shakes=st.sampled_from([3, 5]),
    )
    def open(self, rails: list[int], **house: Any) -> None:
        elected: dict[str, Any] = {
            "pay_unit": house["unit"],
            "long_form": house["long_form"],
            "dice": {"max_hours": house["hours"]},
            "shaker": {"min_shakes": house["shakes"]},
        }
        if house["better"]:
            elected["payouts"] = {"triple-4": "200 to 1", "small": "11 to 10", "total-9": "7 to 1"}
            elected["payouts"] |= {"number-2-thrice": "12 to 1", "pair-1-2": "11 to 2"}
        if house["limits"]:
            elected["limits"] = {"triple": {"max": 1000}, "small": {"min": 500}}
        seats = [{"seat": seat, "rail": rail} for seat, rail in enumerate(rails, start=1)]
        opening = {"do": "open", "rules": "ac-sic-bo", "house": elected, "seats": seats}
        self.begin(opening, NaiveSicBo(opening))

    @rule(
        seat=SEATS,
        wager=st.sampled_from(wagers),
        amount=st.sampled_from([100, 150, 500, 1000, 1200, 3000]),
        leave_up=st.sampled_from([None, None, None, True]),
    )
    def bet(self, seat: int, wager: str, amount: int, leave_up: bool | None) -> None:
        command = {"do": "bet", "seat": seat, "wager": wager, "amount": amount}
        self.do(command if leave_up is None else {**command, "leave_up": leave_up})

    @rule(dice=st.tuples(FACES, FACES, FACES), times=st.sampled_from([None, None, 2, 3, 5]))
    def shake(self, dice: tuple[int, int, int], times: int | None) -> None:
        command = {"do": "shake", "dice": list(dice)}
        self.do(command if times is None else {**command, "dealer_shakes": times})

    @rule(face=FACES)
    def triple(self, face: int) -> None:
        self.enter_all_steps()
        self.do({"do": "shake", "dice": [face, face, face], "dealer_shakes": 5})

    @rule(
        reason=st.sampled_from(["cocked", "cover-off-early", "too-few-shakes", "off-the-table"]),
        caller=st.sampled_from([*ROLES, None]),
    )
    def no_shake(self, reason: str, caller: str | None) -> None:
        called = {} if caller is None else {"caller": caller}
        self.do({"do": "no-shake", "reason": reason, **called})

    @rule(caller=st.sampled_from(ROLES), dice=st.none() | st.tuples(FACES, FACES, FACES))
    def disputed_face(self, caller: str, dice: tuple[int, int, int] | None) -> None:
        ruled = {} if dice is None else {"dice": list(dice)}
        self.do({"do": "disputed-face", "caller": caller, **ruled})

    @rule(caller=st.sampled_from(ROLES))
    def new_dice(self, caller: str) -> None:
        self.do({"do": "new-dice", "caller": caller})

    @rule(hours=st.sampled_from([9, 25, 50]))
    def time_goes_by(self, hours: int) -> None:
        at = f"1970-01-0{1 + hours // 24}T{hours % 24:02}:00:30Z"
        if self.naive.clock.isoformat() < at:
            self.do({"do": "buy-in", "seat": 1, "amount": 100, "at": at})

    @rule(seat=SEATS)
    def coupon(self, seat: int) -> None:
        self.do({"do": "coupon", "seat": seat, "wager": "small", "amount": 500})


def _whole(cards: list[str]) -> bool:
    try:
        punto_banco.hands_of(cards)
    except RefusedError:
        return False
    return True


TestMiniDice = MiniDiceComparison.TestCase
TestMiniDice.settings = settings(stateful_step_count=60, max_examples=settings().max_examples)
TestPuntoBanco = PuntoBancoComparison.TestCase
TestPuntoBanco.settings = settings(stateful_step_count=60, max_examples=settings().max_examples)
TestMinibaccarat = MinibaccaratComparison.TestCase
TestMinibaccarat.settings = settings(stateful_step_count=60, max_examples=settings().max_examples)
TestSicBo = SicBoComparison.TestCase
TestSicBo.settings = settings(stateful_step_count=60, max_examples=settings().max_examples)
