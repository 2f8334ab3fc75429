"""Every shape against a second reading of its file: probabilities by following the rolls one after
another, in floating point, without the machine."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.core.odds import Odds
from lammer.design import (
    alternatives,
    design_figure,
    designed,
    faults_of,
    is_wager_file,
    solve_payout,
)
from lammer.design.figures import NoAnswer

ROLLS = [a + b for a, b in product(range(1, 7), repeat=2)]
Step = Callable[[Any, int], tuple[Hashable, float | None]]


def followed(start: Hashable, step: Step, rolls: int = 4000) -> dict[float, float]:
    """Return the chance of each net result: mass is moved roll by roll; ``step`` gives the next
    state and, where the bet is decided, the net result."""
    mass: dict[Hashable, float] = {start: 1.0}
    found: dict[float, float] = {}
    for _ in range(rolls):
        after: dict[Hashable, float] = {}
        for state, p in mass.items():
            for total in ROLLS:
                to, net = step(state, total)
                if net is None:
                    after[to] = after.get(to, 0.0) + p / 36
                else:
                    found[net] = found.get(net, 0.0) + p / 36
        mass = after
        if sum(mass.values()) < 1e-14:
            break
    return found


def wager(shape: str, body: object, **more: object) -> dict[str, Any]:
    return {"key": "mine", "name": "Mine", "space": "two dice", shape: body, **more}


def agrees(data: dict[str, Any], start: Hashable, step: Step) -> None:
    found, faults = designed(data)
    assert found is not None, faults
    assert all("the player has an edge" in fault.what for fault in faults_of(data))
    figure = design_figure(found)
    theirs = followed(start, step)
    ours = {float(net): float(p) for net, p in figure.distribution}
    assert ours.keys() == theirs.keys()
    for net, p in ours.items():
        assert p == pytest.approx(theirs[net], abs=1e-12)
    assert sum(p for _, p in figure.distribution) == 1
    assert figure.edge == -sum((net * p for net, p in figure.distribution), Fraction(0))


def test_one_roll() -> None:
    body = {"pays": {"2 to 5": "1 to 1", "12": "5 for 1"}, "push": "11"}

    def step(_: Any, total: int) -> tuple[Hashable, float | None]:
        return None, 1.0 if total <= 5 else 4.0 if total == 12 else 0.0 if total == 11 else -1.0

    agrees(wager("one_roll", body), 0, step)


def test_one_thing_before_another() -> None:
    body = {"pays": {"4, 10": "9 to 5", "2": "20 to 1"}, "loses": "7", "push": "12"}

    def step(_: Any, total: int) -> tuple[Hashable, float | None]:
        won = {4: 1.8, 10: 1.8, 2: 20.0, 7: -1.0, 12: 0.0}
        return 0, won.get(total)

    data = wager("before", body, min=5, step=5)
    agrees(data, 0, step)


HARD_WAYS = ["hard 4", "hard 6", "hard 8", "hard 10"]
IN_A_ROW = Fraction(4 * 4, 6 * 36 + 4 * (4 + 6))
"""Of two rolls that decide it, two hard ways; the others are a 7, or a hard way and then a 7."""
SAME_TWICE = Fraction(4, 10)
"""One of four that came before comes again before a 7; then with three, two, one, none before."""
for before in (3, 2, 1, 0):
    SAME_TWICE = (before + (4 - before) * SAME_TWICE) / 10
POINT_MADE = sum(Fraction(ways, 24) * Fraction(ways, ways + 6) for ways in (3, 4, 5, 5, 4, 3))
POINTS = {"3": "6 to 1", "4": "12 to 1", "5 or more": "50 to 1"}


@pytest.mark.parametrize(
    ("shape", "body", "more", "edge"),
    [
        ("run", {"event": ", ".join(HARD_WAYS), "times": 2, "loses": "7", "pays": "12 to 1"}, {},
         1 - 13 * IN_A_ROW),
        ("repeat",
         {"until": "7", "at_once": True,
          "lines": [{"goals": HARD_WAYS, "times": 2, "pays": "11 to 1"}]}, {},
         1 - 12 * SAME_TWICE),
        ("count", {"event": "point made", "until": "seven-out", "pays": POINTS},
         {"space": "dice with puck", "offer": "new shooter"},
         1 - (1 - POINT_MADE) * (7 * POINT_MADE**3 + 13 * POINT_MADE**4) - 51 * POINT_MADE**5),
    ],
)  # fmt: skip
def test_twice_hard_and_sharp_shooter_as_they_may_be_meant(
    shape: str, body: object, more: dict[str, Any], edge: Fraction
) -> None:
    found, faults = designed(wager(shape, body, **more))
    assert found is not None, faults
    assert design_figure(found).edge == edge


@pytest.mark.parametrize("side", ["with", "against"])
def test_with_and_against_the_dice(side: str) -> None:
    sign = 1.0 if side == "with" else -1.0
    wins, loses = ("7, 11", "2, 3, 12") if side == "with" else ("2, 3", "7, 11")
    body: dict[str, Any] = {
        "side": side,
        "wins": wins,
        "loses": loses,
        "numbers": [4, 5, 6, 8, 9, 10],
        "against": 7,
        "pays": "1 to 1",
    }
    if side == "against":
        body["push"] = 12

    def step(point: Any, total: int) -> tuple[Hashable, float | None]:
        if point:
            return point, sign if total == point else -sign if total == 7 else None
        if total in (7, 11):
            return 0, sign
        if total in (2, 3):
            return 0, -sign
        if total == 12:
            return 0, -1.0 if side == "with" else 0.0
        return total, None

    agrees(wager("line", body), 0, step)


def test_counts_with_ranges() -> None:
    body = {
        "event": "even",
        "until": "7",
        "pays": {"2": "push", "3 to 5": "1 to 1", "6 or more": "8 to 1"},
    }

    def step(count: Any, total: int) -> tuple[Hashable, float | None]:
        if total == 7:
            return 0, -1.0 if count < 2 else 0.0 if count == 2 else 1.0 if count < 6 else 8.0
        return min(count + (total % 2 == 0), 6), None

    agrees(wager("count", body), 0, step)


def test_a_collection_with_a_part_of_it() -> None:
    body = {
        "goals": [3, 4, 5],
        "until": 7,
        "complete": "20 to 1",
        "pays": {"2": "2 to 1"},
        "sets": [{"have": [4, 5], "pays": "3 to 1"}],
    }

    def step(have: Any, total: int) -> tuple[Hashable, float | None]:
        if total == 7:
            return 0, -1.0 if len(have) < 2 else 3.0 if {4, 5} <= have else 2.0
        now = have | {total} if total in (3, 4, 5) else have
        return (0, 20.0) if len(now) == 3 else (now, None)

    agrees(wager("collect", body), frozenset(), step)


@pytest.mark.parametrize("broken", [None, "12"])
def test_a_run(broken: str | None) -> None:
    body: dict[str, Any] = {"event": "odd except 7", "times": 3, "loses": "7", "pays": "5 to 1"}
    if broken:
        body["broken_by"] = broken

    def step(count: Any, total: int) -> tuple[Hashable, float | None]:
        if total == 7:
            return 0, -1.0
        if total % 2:
            return (0, 5.0) if count == 2 else (count + 1, None)
        return (0 if broken is None or total == 12 else count), None

    agrees(wager("run", body), 0, step)


def test_parts_of_which_two_may_win() -> None:
    body = [
        {"share": "1/2", "on": "2, 3, 12", "pays": "7 to 1"},
        {"share": "1/4", "on": "12", "pays": "27 to 1"},
        {"share": "1/4", "on": "11", "pays": "15 to 1"},
    ]

    def step(_: Any, total: int) -> tuple[Hashable, float | None]:
        back = {2: 4.0, 3: 4.0, 12: 11.0, 11: 4.0}.get(total, 0.0)
        return 0, back - 1

    agrees(wager("parts", body, min=4, step=4), 0, step)


def test_states_written_out() -> None:
    body = {
        "first": {"7": "lose", "even": "to second"},
        "second": {"7": "win 3 to 1", "2, 12": "push", "11": "lose", "3": "to first"},
    }

    def step(state: Any, total: int) -> tuple[Hashable, float | None]:
        if state == "first":
            return ("first", -1.0) if total == 7 else ("second" if total % 2 == 0 else state, None)
        won = {7: 3.0, 2: 0.0, 12: 0.0, 11: -1.0}
        return ("first" if total == 3 else state), won.get(total)

    found, faults = designed(wager("states", body))
    assert found is not None, faults
    ours = {float(net): float(p) for net, p in design_figure(found).distribution}
    assert ours == pytest.approx(followed("first", step))


@pytest.mark.parametrize(
    ("outcomes", "pays", "edge"),
    [("17", "35 to 1", "1/19"), ("dozen 2", "2 to 1", "1/19"), ("00, 0, 1 to 3", "6 to 1", "3/38")],
)
def test_a_wheel_of_38_pockets(outcomes: str, pays: str, edge: str) -> None:
    """The edges of roulette, as they are published everywhere."""
    data = {**wager("one_roll", {"pays": {outcomes: pays}}), "space": "wheel"}
    found, faults = designed(data)
    assert found is not None, faults
    assert design_figure(found).edge == Fraction(edge)


@pytest.mark.parametrize(
    ("pays", "edge"),
    [
        ({"small": "1 to 1"}, "1/36"),
        ({"triple 4": "180 to 1"}, "35/216"),
        ({"9": "6 to 1"}, "41/216"),
        ({"one 2": "1 to 1", "two 2s": "2 to 1", "triple 2": "3 to 1"}, "17/216"),
    ],
)
def test_three_dice(pays: dict[str, str], edge: str) -> None:
    """The edges of sic bo, as they are published everywhere."""
    found, faults = designed({**wager("one_roll", {"pays": pays}), "space": "three dice"})
    assert found is not None, faults
    assert design_figure(found).edge == Fraction(edge)


@pytest.mark.parametrize(
    ("pays", "edge"),
    [
        ({"1": "1 to 1"}, "1/9"),
        ({"joker": "45 to 1"}, "4/27"),
        ({"emblems": "22 to 1"}, "4/27"),
        ({"numbers except 1, 2": "3 to 1"}, "1/27"),
    ],
)
def test_stops(pays: dict[str, str], edge: str) -> None:
    """Edges of big six; two emblems together; 13 stops of 54 at 3 to 1."""
    found, faults = designed({**wager("one_roll", {"pays": pays}), "space": "big six wheel"})
    assert found is not None, faults
    assert design_figure(found).edge == Fraction(edge)


# Solving and comparing


def test_the_largest_payout_that_keeps_an_edge() -> None:
    data = wager("one_roll", {"pays": {"2": "10 to 1", "12": "20 to 1"}})
    odds = solve_payout(data, "2", Fraction(1, 10))
    (_, kept), (_, lost) = alternatives(data, "2", (odds, Odds(odds.win + 1, 1)))
    assert kept.edge >= Fraction(1, 10) > lost.edge
    assert solve_payout(data, "2", kept.edge) == odds


def test_what_cannot_be_solved_is_said() -> None:
    data = wager("one_roll", {"pays": {"2": "10 to 1", "7": "9 to 1"}})
    with pytest.raises(NoAnswer, match="Even at 1 to 1"):
        solve_payout(data, "2", Fraction(1, 2))
    with pytest.raises(NoAnswer, match='Its lines: "2", "7"'):
        solve_payout(data, "3", Fraction(1, 10))


def test_what_depends_on_the_time_it_is_made_is_not_one_figure() -> None:
    body = {"pays": {"7 on the come-out": "4 to 1"}}
    data = {**wager("one_roll", body), "space": "dice with puck"}
    (fault,) = faults_of(data)
    assert fault.key == "offer"
    assert "depends on when it is made" in fault.what
    assert faults_of({**data, "offer": "come-out"}) == ()


def test_what_is_never_decided_has_no_figures() -> None:
    data = wager("states", {"up": {"7": "win 1 to 1", "6": "to gone"}, "gone": {"7": "to gone"}})
    found, _ = designed({**data, "space": "two dice"})
    assert found is not None
    with pytest.raises(NoAnswer, match="may never be decided from: 'gone'"):
        design_figure(found)


# What is wrong


LONG_RUN = {"event": "pass wins", "times": 60, "broken_by": "seven-out", "pays": "2 to 1"}


@pytest.mark.parametrize(
    ("data", "key", "what"),
    [
        (wager("one_roll", {}), "one_roll.pays", "nothing says what it pays"),
        (wager("one_roll", {"pays": {"13": "4 to 1"}}), "one_roll.pays.13", '"13" is no outcome'),
        (
            wager("one_roll", {"pays": {"7 except 7": "4 to 1"}}),
            "one_roll.pays.7 except 7",
            "no outcome is",
        ),
        (
            wager("one_roll", {"pays": {"7": "4 to 1", "odd": "1 to 1"}}),
            "one_roll.pays.odd",
            "7 has 7 too",
        ),
        (
            wager("one_roll", {"pays": {"7": "4 to 1"}, "loses": "2 to 5"}),
            "one_roll.loses",
            "nothing says what becomes of 6, 8, 9, 10, 11, 12",
        ),
        (
            wager("one_roll", {"pays": {"7": "1 for 1"}}),
            "one_roll.pays.7",
            "pays no more than the stake",
        ),
        (wager("one_roll", {"pays": {"7": "4"}}), "one_roll.pays.7", "is no payout"),
        (wager("one_roll", {"pays": {"7": "lose"}}), "one_roll", "it never wins"),
        (
            wager("one_roll", {"pays": {"7": "6 to 1"}}),
            "one_roll",
            "the player has an edge of 16.667%",
        ),
        (wager("one_roll", {"pays": {"7": "7 to 6"}}), "step", "cannot be paid in whole dollars"),
        (wager("one_roll", {"pays": {"7": "4 to 1"}}, max=5, min=10), "min", "above the maximum"),
        (wager("one_roll", {"pays": {"7": "4 to 1"}, "wins": "7"}), "one_roll.wins", "no such key"),
        (wager("before", {"wins": "6", "pays": "1 to 1"}), "before.loses", "nothing says"),
        (
            wager("before", {"wins": "6", "loses": "6, 7", "pays": "1 to 1"}),
            "before.loses",
            "wins has 6 too",
        ),
        (
            wager("count", {"event": 6, "until": 7, "pays": {"2": "5 to 1"}}),
            "count.pays",
            "3 or more",
        ),
        (
            wager(
                "count", {"event": 6, "until": 7, "pays": {"2 or more": "5 to 1", "4": "9 to 1"}}
            ),
            "count.pays.4",
            "has a line already",
        ),
        (
            wager("collect", {"goals": [4, 5], "until": 7, "pays": {"3": "5 to 1"}}),
            "collect.pays.3",
            "no count",
        ),
        (
            wager("collect", {"goals": [4, "4, 5"], "until": 7, "complete": "5 to 1"}),
            "collect.goals",
            "share an",
        ),
        (wager("run", {"event": 7, "times": 0, "pays": "5 to 1"}), "run.times", "no number from 1"),
        (
            wager(
                "parts",
                [
                    {"share": "1/2", "on": 7, "pays": "4 to 1"},
                    {"share": "1/4", "on": 11, "pays": "9 to 1"},
                ],
            ),
            "parts",
            "come to 3/4",
        ),
        (wager("states", {"up": {"7": "to nowhere"}}), "states.up.7", 'no state "nowhere"'),
        (
            wager("states", {"up": {"6": "to other"}, "other": {"6": "to up"}}),
            "states",
            "may never be decided",
        ),
        ({"key": "x", "name": "x", "space": "two dice"}, "", "it has no shape"),
        ({**wager("run", {}), "before": {}}, "run", "2 shapes"),
        ({**wager("run", {}), "space": "three coins"}, "space", "is no space"),
        ({**wager("one_roll", {"pays": {"7": "4 to 1"}}), "key": "No Key"}, "key", "is no key"),
        (
            {**wager("one_roll", {"pays": {"7": "4 to 1"}}), "offer": "come-out"},
            "offer",
            "is no choice here",
        ),
        ({**wager("one_roll", {"pays": {"7": "4 to 1"}}), "ofer": "x"}, "ofer", "no such key"),
        (
            {
                **wager("one_roll", {"pays": {"10 to 17": "1 to 1"}, "loses": "4 to 9"}),
                "space": "three dice",
            },
            "one_roll.loses",
            "nothing says what becomes of triple 1, triple 6",
        ),
        (
            {**wager("one_roll", {"pays": {"7": "4 to 1"}}), "name": "S\u202eafe"},
            "name",
            "characters that cannot be seen",
        ),
        (
            {**wager("one_roll", {"pays": {"7": "4 to 1"}}), "start": "up"},
            "start",
            'there is no state "up"',
        ),
        (
            {**wager("one_roll", {"pays": {"00 to 3": "6 to 1"}}), "space": "wheel"},
            "one_roll.pays.00 to 3",
            "no outcome of this space",
        ),
        (
            {**wager("one_roll", {"pays": {"40": "40 to 1"}}), "space": "big six wheel"},
            "one_roll.pays.40",
            "no outcome of this space",
        ),
        (
            {**wager("one_roll", {"pays": {"2 to 6": "6 to 1"}}), "space": "three dice"},
            "one_roll.pays.2 to 6",
            "no outcome of this space",
        ),
        (
            wager("one_roll", {"pays": {"2 to 13": "1 to 1"}}),
            "one_roll.pays.2 to 13",
            "no outcome of this space",
        ),
        (
            wager("one_roll", {"pays": {"7": "4 to 1", "max": 5}}),
            "one_roll.pays.max",
            "it is paid on nothing",
        ),
        (
            wager("before", {"wins": 16**5000, "loses": "7", "pays": "1 to 1"}),
            "before.wins",
            '"a number that long" is no outcome',
        ),
        (
            wager("parts", [{"share": 16**5000, "on": 16**5000, "pays": "1 to 1"}] * 2),
            "parts",
            "a number that long is no share",
        ),
        (
            wager("parts", [{"share": "1e999999999", "on": "7", "pays": "1 to 1"}] * 2),
            "parts",
            "is no share",
        ),
        (
            wager("before", {"wins": "6", "loses": "7", "pays": "1 to 1", "max": 5}),
            "before.max",
            "there is no such key here",
        ),
        (
            {
                **wager("run", LONG_RUN),
                "space": "dice with puck",
            },
            "run",
            "too many to be solved exactly",
        ),
    ],
)
def test_faults_have_their_place_and_a_way_out(data: dict[str, Any], key: str, what: str) -> None:
    faults = faults_of(data)
    assert any(fault.key == key and what in fault.what for fault in faults), list(map(str, faults))
    assert all(fault.instead for fault in faults)
    assert len({str(fault) for fault in faults}) == len(faults)


def test_a_payout_beyond_the_limit_names_the_limit() -> None:
    (fault,) = faults_of(wager("one_roll", {"pays": {"7": "1000000000 to 1"}}))
    assert "from 1 to 999999999" in fault.instead


ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=8)
    | st.sampled_from(["7", "2, 12", "even", "4 to 1", "push", "lose", "to up", "1/2"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "pays",
                    "wins",
                    "loses",
                    "event",
                    "until",
                    "goals",
                    "times",
                    "side",
                    "numbers",
                    "complete",
                    "sets",
                    "have",
                    "share",
                    "on",
                    "up",
                    "7",
                    "2",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(
    shape=st.sampled_from(
        ["one_roll", "before", "line", "collect", "count", "run", "parts", "states"]
    ),
    body=ANY,
    space=st.sampled_from(["two dice", "dice with puck", "coup", "moon"]),
)
def test_anything_is_a_wager_or_has_faults(shape: str, body: object, space: str) -> None:
    data = {"key": "any", "name": "Any", "space": space, shape: body}
    found, faults = designed(data)
    assert (found is None) == bool(faults)
    wrong = faults_of(data)
    if found is not None and not wrong:
        figure = design_figure(found)
        assert sum(p for _, p in figure.distribution) == 1
        assert figure.edge >= 0


def test_wager_files_and_house_files_are_told_apart() -> None:
    assert is_wager_file(wager("run", {}))
    assert not is_wager_file({"rules": "nj-2011", "limits": {}})
