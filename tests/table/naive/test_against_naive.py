"""The craps table against a second, naive model, command by command, on tables of every kind."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from tests.table.naive.craps import BOX, HOPS, LINE, NUMBERED, PLAIN, NaiveTable
from tests.table.naive.model_comparison import ModelComparison, as_due

WAGERS = [*PLAIN, *HOPS, *(f"{kind}-{n}" for kind in NUMBERED for n in BOX), "hop-1-1", "big-6"]
KEPT_UP = [f"{kind}-{n}" for kind in ("place", "place-lose", "buy", "lay") for n in BOX]
KEPT_UP += [f"hard-{n}" for n in (4, 6, 8, 10)]
LATER = ["come", "dont-come", "pass-odds", "dont-pass-odds", "fire", "all-small", "all-tall"]
LATER += [f"{kind}-{n}" for kind in ("come-odds", "dont-come-odds") for n in BOX]
COMBINED = ["horn", "whirl", "any-seven", "craps-12", *(f"horn-high-{n}" for n in (2, 3, 11, 12))]
GAMES = [
    ("nj-2011", "craps"),
    ("nj-2011", "mini-craps"),
    ("nj-2011", "automated-craps"),
    ("nj-2005", "craps"),
    ("nj-2005", "mini-craps"),
    ("md-2013", "craps"),
    ("md-2013", "mini-craps"),
]
ROLES = ["dealer", "stickperson", "boxperson", "floorperson"]
REASONS = ["cocked", "off-the-table", "improper", "on-the-bank", "cheating", "missed-the-end"]
STEPS = ["dice-to-cup", "dice-to-centre", "dice-to-shooter", "fire-bets-in", "fire-marker"]
STEPS += ["surveillance-told", "bonus-bets-in", "bonus-marker", "bonus-markers-off"]
AMOUNTS = st.sampled_from([100, 150, 500, 700, 800, 1000, 1100, 1200, 2000, 3000, 4000, 6000])
FACES = st.integers(1, 6)
SEATS = st.integers(1, 4)


@st.composite
def openings(draw: st.DrawFn) -> dict[str, Any]:
    rules, game = draw(st.sampled_from(GAMES))
    when = ["bet"] if rules == "nj-2005" else ["bet", "win"]
    by_point = {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 3}
    house: dict[str, Any] = {
        "pay_unit": draw(st.sampled_from([100, 100, 500, 25])),
        "odds": draw(st.sampled_from([1, 2, 100, by_point])),
        "round_up_odds": draw(st.booleans()),
        "vig": {"buy": draw(st.sampled_from(when)), "lay": draw(st.sampled_from(when))},
    }
    if game != "automated-craps":
        house["long_form"] = draw(st.booleans())
    if draw(st.booleans()):
        house["limits"] = {
            "pass": {"min": 500, "max": 5000},
            "place": {"max": 6000},
            "any-seven": {"max": 500},
            "horn": {"min": 800},
            "craps-12": {"max": 1000},
        }
    layout = {"horn_high_area": draw(st.booleans())}
    house["layout"] = layout | ({"whirl_area": draw(st.booleans())} if rules == "md-2013" else {})
    if rules == "md-2013" or (rules, game) == ("nj-2011", "craps"):
        house["fire"] = draw(st.sampled_from(["A", "B", False]))
    if game != "automated-craps" and draw(st.booleans()):
        listed = ["stickperson", "boxperson" if game == "craps" else "floorperson"]
        roles: Any = draw(st.lists(st.sampled_from(listed), min_size=1, max_size=2))
        house["roles"] = {"no_roll": roles if draw(st.booleans()) else roles[0]}
    rails = draw(st.lists(st.sampled_from([20000, 100000]), min_size=1, max_size=3))
    seats = [{"seat": number, "rail": rail} for number, rail in enumerate(rails, start=1)]
    return {"do": "open", "rules": rules, "game": game, "house": house, "seats": seats}


class TwoTables(ModelComparison):
    """Craps tables of every kind."""

    @initialize(opening=openings())
    def open(self, opening: dict[str, Any]) -> None:
        self.begin(opening, NaiveTable(opening))
        self.game = opening["game"]
        other = "floorperson" if self.game == "mini-craps" else "boxperson"
        self.confirmers = ["dealer", other]

    @rule(accepts=st.booleans(), anybody=SEATS)
    def answer_for_the_dice(self, accepts: bool, anybody: int) -> None:
        seat = self.run.table.hands.offered or anybody
        self.do({"do": "accept-dice" if accepts else "decline-dice", "seat": seat})

    @rule(wager=st.sampled_from(LINE), amount=AMOUNTS, anybody=SEATS)
    def line_bet(self, wager: str, amount: int, anybody: int) -> None:
        seat = self.run.table.hands.holder or anybody
        self.do({"do": "bet", "seat": seat, "wager": wager, "amount": amount})

    @rule(dice=st.tuples(FACES, FACES))
    def roll(self, dice: tuple[int, int]) -> None:
        verb = "rest" if self.run.table.thrown else "roll"
        self.do({"do": verb, "dice": list(dice)})

    @rule(rolls=st.lists(st.tuples(FACES, FACES), min_size=1, max_size=6))
    def shoot(self, rolls: list[tuple[int, int]]) -> None:
        """A shooter who takes the dice, bets the line when it is time, and rolls."""
        for dice in rolls:
            hands = self.run.table.hands
            if hands.offered is not None:
                self.do({"do": "accept-dice", "seat": hands.offered})
            holder = self.run.table.hands.holder
            if holder is not None and self.run.table.point is None:
                self.do({"do": "bet", "seat": holder, "wager": "pass", "amount": 500})
            self.enter_all_steps()
            self.roll(dice)

    def enter_all_steps(self) -> None:
        """What the long form asks for before the dice are out."""
        if not self.run.table.rules.long_form or self.run.table.thrown:
            return
        if not self.run.table.hands.selected:
            self.do({"do": "select-dice", "seat": self.run.table.hands.holder or 1})
        for due in self.run.table.due:
            self.do(as_due(self.run.table, due))
        self.do({"do": "throw"})

    @rule(
        at=st.integers(0, 3),
        caller=st.none() | st.sampled_from(ROLES),
        wrong=st.sampled_from([{}, {}, {"number": 6}, {"count": 2}, {"seats": [2, 1]}]),
        other=st.sampled_from(STEPS),
    )
    def step(self, at: int, caller: str | None, wrong: dict[str, Any], other: str) -> None:
        due = self.run.table.due[at:]
        command = as_due(self.run.table, due[0]) if due else {"do": "step", "step": other}
        who = caller or command.get("caller", "stickperson")
        self.do({**command, **wrong, "caller": who})

    @rule(seat=SEATS, wager=st.sampled_from(WAGERS), amount=AMOUNTS, confirmed=st.booleans())
    def bet(self, seat: int, wager: str, amount: int, confirmed: bool) -> None:
        command = {"do": "bet", "seat": seat, "wager": wager, "amount": amount}
        if confirmed:
            command["confirmed_by"] = self.confirmers
        self.do(command)

    @rule(seat=SEATS, wager=st.sampled_from(COMBINED), units=st.integers(1, 6))
    def bet_on_several_numbers(self, seat: int, wager: str, units: int) -> None:
        amount = units * 5 * self.run.table.rules.pay_unit
        self.do({"do": "bet", "seat": seat, "wager": wager, "amount": amount})

    @rule(seat=SEATS, wager=st.sampled_from(LATER), amount=AMOUNTS)
    def bet_on_what_stands(self, seat: int, wager: str, amount: int) -> None:
        self.do({"do": "bet", "seat": seat, "wager": wager, "amount": amount})

    @rule(seat=SEATS, wager=st.sampled_from(KEPT_UP), amount=AMOUNTS, leave_up=st.booleans())
    def bet_to_be_left_up(self, seat: int, wager: str, amount: int, leave_up: bool) -> None:
        command = {"do": "bet", "seat": seat, "wager": wager, "amount": amount}
        self.do({**command, "leave_up": leave_up})

    @rule(seat=SEATS, data=st.data())
    def change_what_is_up(self, seat: int, data: st.DataObject) -> None:
        up = self.naive.bets(seat) if seat in self.run.table.seats else {}
        wager = data.draw(st.sampled_from([*up, "place-6", "come-4", "whirl", "horn-high-12"]))
        what = data.draw(st.sampled_from(["reduce", "remove", "on", "off", "raise"]))
        if what == "reduce":
            by = data.draw(st.sampled_from([100, 500, 600, 1000]))
            self.do({"do": "reduce", "seat": seat, "wager": wager, "by": by})
        elif what == "remove":
            self.do({"do": "remove", "seat": seat, "wager": wager})
        elif what == "raise":
            amount = data.draw(AMOUNTS)
            self.do({"do": "bet", "seat": seat, "wager": wager, "amount": amount})
        else:
            self.do({"do": "call", "seat": seat, "wager": wager, "working": what == "on"})

    @rule()
    def throw(self) -> None:
        self.do({"do": "throw"})

    @rule(dice=st.tuples(FACES, FACES))
    def roll_by_the_long_form(self, dice: tuple[int, int]) -> None:
        self.enter_all_steps()
        self.roll(dice)

    @rule(reason=st.sampled_from(REASONS), caller=st.sampled_from([*ROLES, None]))
    def no_roll(self, reason: str, caller: str | None) -> None:
        called = {} if caller is None else {"caller": caller}
        self.do({"do": "no-roll", "reason": reason, **called})

    @rule(
        dice=st.tuples(FACES, FACES),
        reason=st.sampled_from(REASONS),
        caller=st.sampled_from(ROLES),
        first=st.booleans(),
    )
    def no_roll_after_it_was_read(
        self, dice: tuple[int, int], reason: str, caller: str, first: bool
    ) -> None:
        if first:
            self.roll(dice)
        self.do({"do": "no-roll", "of": "last", "reason": reason, "caller": caller})

    @rule(caller=st.sampled_from(ROLES), dice=st.none() | st.tuples(FACES, FACES))
    def disputed_face(self, caller: str, dice: tuple[int, int] | None) -> None:
        ruled = {} if dice is None else {"dice": list(dice)}
        self.do({"do": "disputed-face", "caller": caller, **ruled})

    @rule(anybody=SEATS, verb=st.sampled_from(["pass-dice", "select-dice"]))
    def pass_or_select(self, anybody: int, verb: str) -> None:
        self.do({"do": verb, "seat": self.run.table.hands.holder or anybody})

    @rule(caller=st.sampled_from(ROLES))
    def order_pass(self, caller: str) -> None:
        self.do({"do": "order-pass", "caller": caller, "reason": "delay"})

    @rule()
    def no_line_bet(self) -> None:
        self.do({"do": "no-line-bet"})

    @rule(seat=SEATS, wager=st.sampled_from([*LINE, "field"]), value=st.sampled_from([100, 500]))
    def coupon(self, seat: int, wager: str, value: int) -> None:
        self.do({"do": "coupon", "seat": seat, "wager": wager, "amount": value})

    @rule(seat=SEATS, wager=st.sampled_from(WAGERS), confirmed=st.booleans())
    def verbal(self, seat: int, wager: str, confirmed: bool) -> None:
        command = {"do": "verbal", "seat": seat, "wager": wager, "amount": 1200}
        self.do({**command, "confirmed_by": self.confirmers if confirmed else []})

    @rule(seat=SEATS, what=st.sampled_from(["sit", "leave", "buy-in", "cash-out"]))
    def come_and_go(self, seat: int, what: str) -> None:
        there = self.run.table.seats.get(seat)
        if what == "leave" and self.game != "mini-craps" and there is not None and there.bets:
            return  # Chips left behind at craps: no text speaks, and the naive model refuses.
        more = {"sit": {"rail": 20000}, "leave": {}}.get(what, {"amount": 3000})
        self.do({"do": what, "seat": seat, **more})


TestTwoTables = TwoTables.TestCase
TestTwoTables.settings = settings(stateful_step_count=60, max_examples=settings().max_examples)
