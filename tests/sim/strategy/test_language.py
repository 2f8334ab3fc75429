"""Amounts with names, lists, winners left up, groups, the point number: read, refused, played."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import islice, pairwise

import pytest

from lammer.sim.model.check import Unplayable
from lammer.sim.model.instrument import sampling_at
from lammer.sim.model.interpret import Interpreter
from lammer.sim.model.player import StrategyLogic
from lammer.sim.model.world import World
from lammer.sim.play.on_table import TwoSeats
from lammer.sim.sample import kernel_numba, kernel_numpy, packed
from lammer.sim.simulate import Means, Prepared, Question, answer, answered, prepare
from lammer.sim.strategy import library
from lammer.sim.strategy import parts as p
from lammer.sim.strategy.text import parse
from lammer.sim.strategy.words import StrategySyntaxError
from lammer.sim.strategy.write import written
from tests.sim.session_helpers import at_the_table, walked
from tests.usual import one_in

SEED = 11
UNIT = 10_00

OSCAR = library.text("pass-oscars-grind")
LABOUCHERE = library.text("pass-labouchere")


# Reading and writing


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("bet pass unit", p.bet("pass", p.Named("unit"))),
        ("bet pass 2 * unit", p.bet("pass", p.Times(Fraction(2), p.Named("unit")))),
        ("bet pass unit * 2", p.bet("pass", p.Times(Fraction(2), p.Named("unit")))),
        ("bet unit + 5 on pass", p.bet("pass", p.Reckoned("+", p.Named("unit"), p.Money(500)))),
        ("bet pass size - unit", p.bet("pass", p.Reckoned("-", p.StepOf("size"), p.Named("unit")))),
        ("bet pass size / 2", p.bet("pass", p.Times(Fraction(1, 2), p.StepOf("size")))),
        ("bet pass half of size", p.bet("pass", p.Times(Fraction(1, 2), p.StepOf("size")))),
        (
            "bet pass 2 * (size + unit)",
            p.bet("pass", p.Times(Fraction(2), p.Reckoned("+", p.StepOf("size"), p.Named("unit")))),
        ),
        (
            "bet pass least of size and unit",
            p.bet("pass", p.Reckoned("least", p.StepOf("size"), p.Named("unit"))),
        ),
        ("bet pass what is left", p.bet("pass", p.WhatIsLeft())),
        ("bet pass ends of line", p.bet("pass", p.OfList("line", "ends"))),
        ("bet pass the first of the line", p.bet("pass", p.OfList("line", "first"))),
        ("bet place-6 12 leave up", p.bet("place-6", 12, leave_up=True)),
        ("bet place-6 12 and leave it up", p.bet("place-6", 12, leave_up=True)),
        ("press place-6 by the winnings", p.raise_by("place-6", p.Winnings())),
        (
            "press place-6 by half the winnings of place-8 up to 60",
            p.raise_by("place-6", p.Times(Fraction(1, 2), p.Winnings("place-8")), 60),
        ),
        ("press place-6 by a step of size", p.RaiseLine("place-6", p.NextStep("size"), to=True)),
        ("bet the point number 10", p.bet("place-point", 10)),
        ("bet buy the point 20", p.bet("buy-point", 20)),
        ("take down place the point number", p.take_down("place-point")),
        ("bet pass 10 if line is empty", p.when(p.Measure("length", name="line").equals(0),
                                                p.bet("pass", 10))),
        ("bet pass 10 if length of line >= 8", p.when(p.Measure("length", name="line") >= 8,
                                                      p.bet("pass", 10))),
        ("bet pass 10 if unit > 5", p.when(p.Measure("amount", name="unit") > 5,
                                           p.bet("pass", 10))),
        ("bet pass 10 if sum of line < 50", p.when(p.Measure("sum", name="line") < 50,
                                                   p.bet("pass", 10))),
    ],
)  # fmt: skip
def test_a_line_is_read_and_written(text: str, line: p.Line) -> None:
    declared = "steps size: 10 20 40\namount unit: 10\nlist line: 10 20 30\nbet field 5\n"
    found = parse(declared + text)
    assert found.lines[1] == line
    assert parse(written(found)) == found


def test_a_group_is_its_wagers_with_their_parts() -> None:
    inside = parse("bet inside 44").lines
    assert {(each.wager, each.amount) for each in inside if isinstance(each, p.BetLine)} == {
        ("place-5", p.Money(1000)),
        ("place-6", p.Money(1200)),
        ("place-8", p.Money(1200)),
        ("place-9", p.Money(1000)),
    }
    assert parse("bet 32 across").lines == parse("bet across 32").lines
    across = [each for each in parse("bet across 32").lines if isinstance(each, p.BetLine)]
    assert sum(each.amount.cents for each in across if isinstance(each.amount, p.Money)) == 3200
    assert [each.wager for each in across] == [f"place-{n}" for n in (4, 5, 6, 8, 9, 10)]
    down = parse("bet field 5\ntake down inside").lines[1:]
    assert down == tuple(p.take_down(f"place-{n}") for n in (5, 6, 8, 9))
    but = parse("bet across 32 except the point").lines[2]
    assert but == p.when(p.Not(p.point_is(6)), p.bet("place-6", 6))


@pytest.mark.parametrize(
    ("text", "line", "column", "says", "instead"),
    [
        ("bet pass 10\nwager pass 10", 2, 1, "nothing a strategy does", "Lines begin with"),
        ("bte pass 10", 1, 1, "nothing a strategy does", "Did you mean bet?"),
        ("when point:\n    bet pass ten", 2, 14, '"ten" is neither', "Write dollars"),
        ("bet pass 10 20", 1, 13, "left over", ""),
        ("bet pass", 1, 9, "breaks off", ""),
        ("amount stake: 10\nbet pass stak", 2, 10, "neither", "Did you mean stake?"),
        ("amount stake: 10\nbet pass stake-5", 2, 10, "neither", "write stake - 5 with blanks"),
        ("list line: 10\nbet pass ends of lien", 2, 18, '"lien" is no list', "Did you mean line?"),
        ("list line: 10 0\nbet pass 10", 1, 15, "above zero", "list line: 10 20 30 40"),
        ("list line up to 20: 10 20\nbet pass 10", 1, 24, "above its top", ""),
        ("amount x up to 5: 10\nbet pass x", 1, 19, "above its top", ""),
        ("amount x: what is left\nbet pass x", 1, 11, "not known before play", "Start with"),
        ("amount x: 10\n    after pass wins: double\nbet pass x", 2, 22, "no move of an", "+ unit"),
        ("list x: 10\n    after pass wins: drop\nbet pass 10", 2, 22, "no move of a", "strike"),
        ("amount x: 10\n    when pass wins: + 5\nbet pass x", 2, 5, "nothing that moves", "after"),
        ("amount x: 10\n    after pass wins if point: + 5\nbet pass x", 2, 24, "nothing but", ""),
        ("amount x: 10\n    after pass wins: + the winnings\nbet pass x", 2, 28, "which wager", ""),
        ("amount x: 10\namount x: 20\nbet pass x", 2, 8, "declared twice", ""),
        ("bet inside 20", 1, 12, "cannot be divided into 4", "Write 22, 44"),
        ("bet field 5 except the point", 1, 24, "is on no number", "leave out the point"),
        ("count n up to 3:\n    after the point number wins: + 1\nbet pass 10", 2, 21,
         "not known any more", "place-6 wins"),
        ("bet pass 10 / x", 1, 15, "no number", "unit / 2"),
    ],
)  # fmt: skip
def test_what_is_wrong_has_its_place(
    text: str, line: int, column: int, says: str, instead: str
) -> None:
    with pytest.raises(StrategySyntaxError) as problem:
        parse(text)
    found = problem.value
    assert says in found.what
    assert instead in found.instead
    assert (found.line, found.column) == (line, column), found


@pytest.mark.parametrize(
    ("text", "rules", "says"),
    [
        ("bet pass 10 leave up", "nj-2011", "not a bet that is left up"),
        ("bet field 5 leave up", "nj-2011", "not a bet that is left up"),
        ("game: roulette\nbet red 10 leave up", "ac-roulette", "not a bet that is left up"),
        ("game: mini-dice\nbet the point number 10", "nj-1997", "place-point is not a wager"),
        ("bet pass 10\npress place-6 by the winnings of place-7", "nj-2011", "place-7"),
        ("bet the point number 10 leave up", "nj-2011", "the point is another"),
        ("bet pass 10\nodds half the winnings", "nj-2011", "the winnings of which bet"),
        ("bet pass 10\nraise all by the winnings", "nj-2011", "the winnings of which bet"),
    ],
)
def test_what_a_table_does_not_take_is_said(text: str, rules: str, says: str) -> None:
    with pytest.raises(Unplayable, match=says) as refused:
        prepare(Question(parse(text), rules))
    assert refused.value.faults[0].line or "place-7" in says


def test_names_that_are_not_declared_are_told_to_python_too() -> None:
    for amount in (p.Named("unit"), p.OfList("line", "ends")):
        with pytest.raises(Unplayable, match="not declared"):
            prepare(Question(p.Strategy("", (p.bet("pass", amount),))))


# The same everywhere


PLAYED = [
    ("nj-2011", OSCAR),
    ("nj-2011", LABOUCHERE),
    ("nj-2011", "bet place-6, place-8 12 leave up\npress place-6 by the winnings up to 96"),
    ("md-2013", "bet 22 inside leave up if point\npress inside by half the winnings up to 44"),
    ("nj-2011", "bet the point number 10\nbet pass 5\ntake down place the point if rolls >= 20"),
    ("nj-2011", "bet buy the point 25\nbet pass 5"),
    ("nj-2011", "bet buy-4, lay-10 40 leave up"),
    ("nj-2011", "bet pass 5\nbet across 32 except the point if point"),
    ("nj-2011", "bet field what is left\nstop if bankroll >= 800\nstop if bankroll < 100"),
    ("nj-2011", "bet field half of what is left\nstop if rolls >= 6"),
    (
        "nj-2011",
        "steps s: 12 18 24 30\nbet place-6 12 leave up\npress place-6 by a step of s up to 24",
    ),
    (
        "nj-2011",
        "amount unit: 5\ncount n up to 3:\n    after field loses: + 1\n"
        "    after field wins: reset\n"
        "amount rung up to 40: unit\n    after field loses if n >= 2: + the winnings of place-6\n"
        "    after field loses if n < 2: + unit\n    after field wins: reset\n"
        "bet field rung\nbet place-6 12",
    ),
    (
        "nj-2011",
        "list line up to 300: 10, 20\n    after field wins: strike first\n"
        "    after field loses: add sum of line\n    after seven-out: restart\n"
        "bet field last of line\nstop if line is empty",
    ),
    ("nj-2011", "bet pass 10\nodds 2 * (5 + 5)\nbet come 10 if come bets < 1"),
    ("nj-1997", "game: mini-dice\nbet place-6 12 leave up\npress place-6 by the winnings up to 60"),
    ("ac-roulette", library.text("roulette-labouchere")),
    ("ac-roulette", "game: roulette\namount n up to 60: 5\n    after red loses: + 5\n"
     "    after red wins: reset\nbet red n"),
    ("ac-big-six", "game: big-six\nlist l up to 90: 5 5\n    after one wins: strike ends\n"
     "    after one loses: add ends of l\n    when empty: restart\nbet one ends of l"),
    ("ac-sic-bo", "game: sic-bo\namount n up to 80: 5\n    after small loses: + n\n"
     "    after small wins: reset\nbet small n"),
    ("nj-2001", "game: punto-banco\namount unit: 10\namount owed up to 200: 0\n"
     "    after player wins: - stake\n    after player loses: + stake\namount stake: unit\n"
     "    after player wins: = least of stake + unit and owed + unit\nbet player stake"),
    ("ac-minibaccarat", "game: minibaccarat\nbet player what is left if rolls < 3"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "text"), one_in(4, PLAYED))
def test_compiled_interpreted_and_on_the_table_it_is_the_same(rules: str, text: str) -> None:
    rolls, sessions = 40, 4
    question = Question(parse(text), rules, rolls=rolls)
    prepared = prepare(question)
    logic = StrategyLogic(question.strategy, question.bankroll)
    player = Interpreter(logic, World.of(question.strategy, prepared.rules))
    for session in range(sessions):
        table = at_the_table(prepared, SEED, session, rolls)
        lived = player.session(prepared.sampling.outcomes(SEED, session), rolls)
        assert (*lived[:4], tuple(lived.trail)) == table[:5]
        assert lived.parts == table.parts
        if prepared.automaton is not None:
            assert walked(prepared, SEED, session, rolls) == table[:5]
    assert table.staked


@pytest.mark.parametrize("at", [0, 1, 2, 7])
def test_the_kernels_play_the_same_sessions(at: int) -> None:
    rules, text = PLAYED[at]
    prepared = prepare(Question(parse(text), rules, rolls=60))
    automaton = prepared.automaton
    assert automaton is not None
    alone = [walked(prepared, SEED, session, 60).final for session in range(30)]
    ready = packed.pack(automaton, prepared.question.bankroll // automaton.unit)
    for engine in (kernel_numba, kernel_numpy):
        bankroll = prepared.question.bankroll // automaton.unit
        done = engine.play(ready, bankroll, 60, SEED, 0, 30)
        assert (done.final * automaton.unit).tolist() == alone


# Oscar's Grind and Labouchere, written a second time without the language


TOP = 50
"""Units: more is not counted, or not written down."""
Results = Iterator[bool]
Stakes = Iterator[tuple[int, bool]]


def oscar(won: Results) -> Stakes:
    """Each stake in units, and what became of it."""
    profit, stake = 0, 1
    for result in won:
        yield stake, result
        profit = max(profit + (stake if result else -stake), -TOP)
        if profit >= 1:
            profit, stake = 0, 1
        elif result:
            stake = min(stake + 1, 1 - profit)


def labouchere(won: Results) -> Stakes:
    start = [1, 2, 3, 4]
    left = list(start)
    for result in won:
        stake = left[0] if len(left) == 1 else left[0] + left[-1]
        yield stake, result
        if result:
            left = left[1:-1] or list(start)
        elif sum(left) + stake <= TOP:
            left.append(stake)


def pass_results(totals: Iterable[int]) -> Iterator[bool]:
    """What becomes of one pass bet after another."""
    point = None
    for total in totals:
        if point is None:
            if total in (7, 11):
                yield True
            elif total in (2, 3, 12):
                yield False
            else:
                point = total
        elif total in (point, 7):
            yield total == point
            point = None


@pytest.mark.parametrize(
    ("name", "naive"), [("pass-oscars-grind", oscar), ("pass-labouchere", labouchere)]
)
def test_the_text_does_what_a_naive_player_does(
    name: str, naive: Callable[[Results], Stakes]
) -> None:
    """On the same dice, session by session, ruined sessions included."""
    prepared = prepare(Question(library.load(name), rolls=200))
    ruined = 0
    for session in range(150):
        drawn = islice(prepared.sampling.outcomes(SEED, session), 200)
        totals = [sum(prepared.rules.space.outcomes[number]) for number in drawn]
        bankroll, broke = 50_000, False
        for stake, won in naive(pass_results(totals)):
            if bankroll < stake * UNIT:
                broke = True
                break
            bankroll += stake * UNIT if won else -stake * UNIT
        lived = walked(prepared, SEED, session, 200)
        assert lived.final == bankroll, session
        assert lived.end == 0 or not broke
        ruined += broke
    assert ruined


@pytest.mark.parametrize(
    ("results", "stakes"),
    [
        ("LLLLLWWW", [1, 1, 1, 1, 1, 1, 2, 3]),
        ("LWLWW", [1, 1, 1, 1, 1]),
        ("LLWLWLLWWLLWW", [1, 1, 1, 2, 2, 2, 2, 2, 3, 1, 1, 1, 2]),
    ],
)
def test_oscar_s_grind_as_it_is_published(results: str, stakes: list[int]) -> None:
    """The three series of roulettestar.com/systems/oscar; each ends a unit ahead."""
    assert _stakes(OSCAR.replace("pass ", "red "), results) == stakes


def test_labouchere_as_it_is_published() -> None:
    """The line 1 1 2 3 of 10proulette.com: five wins, six losses, seven units ahead."""
    results, stakes = "LLLWWLLWWLW", [4, 5, 6, 7, 6, 6, 8, 10, 9, 4, 8]
    assert _stakes(library.text("roulette-labouchere"), results) == stakes
    gained = sum(s if r == "W" else -s for s, r in zip(stakes, results, strict=True))
    assert gained == 7


def _stakes(text: str, results: str) -> list[int]:
    """The stakes on red, in units, on wins and losses in this order; no half back on a zero."""
    game = "" if "game:" in text else "game: roulette\n"
    question = Question(
        parse(game + text), "ac-roulette", house={"half_on_zero": False}, bankroll=10**6
    )
    place = TwoSeats("ac-roulette", "roulette", question.house, question.bankroll)
    sampling = sampling_at(place.table.rules)
    outcomes = place.table.rules.space.outcomes
    red = next(o for o in outcomes if str(getattr(o, "name", o)) == "1" or o == 1)
    black = next(o for o in outcomes if str(getattr(o, "name", o)) == "2" or o == 2)
    logic = StrategyLogic(question.strategy, question.bankroll)
    player = Interpreter(logic, World.of(question.strategy, place.table.rules))
    drawn = [outcomes.index(red if each == "W" else black) for each in results]
    assert sampling.trials()
    trail = player.session(drawn, len(drawn)).trail
    return [abs(b - a) // UNIT for a, b in pairwise(trail)]


# Exact where it is small


def test_bold_play_is_exact() -> None:
    """All on red until 400 from 100: two reds in a row; with half back on zero it goes on."""
    text = "game: roulette\nbet red what is left\nstop if bankroll >= 400"
    found = answer(Question(parse(text), "ac-roulette", house={"half_on_zero": False},
                            bankroll=10_000, rolls=None))  # fmt: skip
    assert found.exact
    assert found.ends["stop: bankroll >= 400"] == pytest.approx((18 / 38) ** 2, abs=1e-12)
    assert found.p_ruin == pytest.approx(1 - (18 / 38) ** 2, abs=1e-12)


def test_what_has_no_top_says_what_to_do() -> None:
    text = "amount stake: 10\n    after pass loses: + stake\n    after pass wins: reset\n"
    text += "bet pass stake"
    prepared = prepare(Question(parse(text)))
    if prepared.automaton is None:
        assert any("stake can grow without end" in note for note in prepared.notes)
        assert any("up to 500" in note for note in prepared.notes)
    assert answered(prepared, Means(sessions=20, seed=1)).sessions == 20


@pytest.mark.parametrize("amount", ["unit", "2 * unit", "unit / 100"])
def test_an_amount_of_nothing_makes_no_bet(amount: str) -> None:
    unit = "0.50" if "/" in amount else "0"
    with pytest.raises(Unplayable, match="it never bets"):
        prepare(Question(parse(f"amount unit: {unit}\nbet pass {amount}")))


def test_presses_without_a_top_are_soon_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """A press that has a top is compiled, whatever the limit of the others."""
    monkeypatch.setattr("lammer.sim.model.compile.MOST_WITH_RAISES", 40)
    pressed = "bet place-6 12 leave up\npress place-6 by the winnings"
    prepared = prepare(Question(parse(pressed), rolls=5))
    assert prepared.why == "more than 40 positions can come about"
    assert prepare(Question(parse(f"{pressed} up to 120"), rolls=5)).automaton is not None
    steps = "steps size: 12 24 36\nbet place-6 12 leave up\npress place-6 by a step of size"
    assert prepare(Question(parse(steps), rolls=5)).automaton is not None


@pytest.mark.long
@pytest.mark.parametrize(
    "name", one_in(3, ["pass-oscars-grind", "pass-labouchere", "roulette-labouchere"])
)
def test_sampled_is_near_exact(name: str) -> None:
    prepared: Prepared = prepare(Question(library.load(name), rolls=60))
    exactly = answered(prepared, Means("exact"))
    sampled = answered(prepared, Means(sessions=100_000, seed=5))
    error = (sampled.errors or {})["mean"]
    assert error is not None
    assert abs(exactly.mean - sampled.mean) < 5 * error
    assert abs(exactly.p_ruin - sampled.p_ruin) < 0.01
