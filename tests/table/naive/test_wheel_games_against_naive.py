"""Roulette and big six against a second, naive model of both, command by command."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from tests.table.naive.model_comparison import ModelComparison
from tests.table.naive.wheel_games import NO_SPIN, STOPS, NaiveWheel

SEATS = st.integers(1, 4)
AMOUNTS = st.sampled_from([1, 50, 100, 105, 500, 1000, 1001, 2500, 6000])
POCKET = st.sampled_from(["0", "00", "0", "37", "-1", "17", *map(str, range(37))])
NUMBER = st.integers(0, 38).map(str)
INSIDE = st.one_of(
    st.builds("straight-{}".format, POCKET),
    st.builds("split-{}-{}".format, POCKET, POCKET),
    st.integers(1, 36).map(lambda n: f"split-{n}-{n + 1}"),
    st.integers(1, 36).map(lambda n: f"split-{n}-{n + 3}"),
    st.builds("{}-{}".format, st.sampled_from(["street", "corner", "line"]), NUMBER),
    st.builds("trio-{}-{}-{}".format, *[st.sampled_from(["0", "00", "1", "2", "3"])] * 3),
)
OUTSIDE = st.sampled_from([
    *("red", "black", "odd", "even", "low", "high", "first-five", "first-four", "pass"),
    *(f"{kind}-{n}" for kind in ("column", "dozen") for n in (0, 1, 2, 3, 4)),
])  # fmt: skip


class WheelComparison(ModelComparison):
    """What is asked at both games."""

    rules_key = ""
    game = ""

    def table(self, rails: list[int], **house: Any) -> None:
        seats = [{"seat": seat, "rail": rail} for seat, rail in enumerate(rails, start=1)]
        opening = {"do": "open", "rules": self.rules_key, "house": house, "seats": seats}
        self.begin(opening, NaiveWheel(opening))

    def where(self, place: str) -> dict[str, str]:
        return {"pocket" if self.game == "roulette" else "stop": place}

    @rule(seat=SEATS, data=st.data())
    def change_what_is_up(self, seat: int, data: st.DataObject) -> None:
        up = self.naive.bets(seat)
        wager = data.draw(st.sampled_from([*up, *up, "red", "one"]))
        by = data.draw(st.sampled_from([None, 1, 100, 450, 500, 1000]))
        verb: dict[str, Any] = {"do": "remove"} if by is None else {"do": "reduce", "by": by}
        self.do({**verb, "seat": seat, "wager": wager})

    @rule()
    def spin_it(self) -> None:
        self.do({"do": "spin"})

    @rule()
    def no_more_bets(self) -> None:
        self.do({"do": "no-more-bets"})

    @rule(reason=st.sampled_from([*NO_SPIN["roulette"], *NO_SPIN["big-six"], "cocked"]))
    def no_spin(self, reason: str) -> None:
        self.do({"do": "no-spin", "reason": reason})

    @rule(verb=st.sampled_from(["throw", "shuffle", "no-line-bet"]))
    def of_another_game(self, verb: str) -> None:
        self.do({"do": verb})


class RouletteComparison(WheelComparison):
    rules_key, game = "ac-roulette", "roulette"

    @initialize(
        rails=st.lists(st.sampled_from([5000, 200_000]), min_size=1, max_size=4),
        wheel=st.sampled_from(["double-zero", "single-zero"]),
        half_on_zero=st.booleans(),
        pay_unit=st.sampled_from([100, 1, 25]),
        long_form=st.booleans(),
        limited=st.booleans(),
    )
    def open(self, rails: list[int], limited: bool, **house: Any) -> None:
        limits = {"limits": {"red": {"max": 1500}, "straight-17": {"max": 700}}} if limited else {}
        self.table(rails, **house, **limits)

    @rule(seat=SEATS, wager=st.one_of(INSIDE, OUTSIDE, OUTSIDE), amount=AMOUNTS)
    def bet(self, seat: int, wager: str, amount: int) -> None:
        self.do({"do": "bet", "seat": seat, "wager": wager, "amount": amount})

    @rule(pocket=POCKET)
    def whole_spin(self, pocket: str) -> None:
        self.do({"do": "spin", **self.where(pocket)})

    @rule(pocket=POCKET)
    def rest(self, pocket: str) -> None:
        self.do({"do": "rest", **self.where(pocket)})


class BigSixComparison(WheelComparison):
    rules_key, game = "ac-big-six", "big-six"

    @initialize(
        rails=st.lists(st.sampled_from([5000, 200_000]), min_size=1, max_size=4),
        long_form=st.booleans(),
    )
    def open(self, rails: list[int], long_form: bool) -> None:
        self.table(rails, long_form=long_form)

    @rule(seat=SEATS, wager=st.sampled_from([*STOPS, "forty"]), amount=AMOUNTS)
    def bet(self, seat: int, wager: str, amount: int) -> None:
        self.do({"do": "bet", "seat": seat, "wager": wager, "amount": amount})

    @rule(stop=st.sampled_from([*STOPS, "forty"]))
    def whole_spin(self, stop: str) -> None:
        self.do({"do": "spin", **self.where(stop)})

    @rule(stop=st.sampled_from([*STOPS, "forty"]))
    def rest(self, stop: str) -> None:
        self.do({"do": "rest", **self.where(stop)})


TestRoulette = RouletteComparison.TestCase
TestRoulette.settings = settings(stateful_step_count=60, max_examples=settings().max_examples)
TestBigSix = BigSixComparison.TestCase
TestBigSix.settings = settings(stateful_step_count=60, max_examples=settings().max_examples)
