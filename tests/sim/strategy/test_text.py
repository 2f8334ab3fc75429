"""The language of strategies: what is read, what is refused, that writing gives it back."""

import contextlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.games.registry import strategy_games
from lammer.sim.strategy import parts as p
from lammer.sim.strategy.text import LARGEST, MOST_LINES, parse, read_strategy
from lammer.sim.strategy.words import StrategySyntaxError
from lammer.sim.strategy.write import written


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("bet pass 10", p.bet("pass", 10)),
        ("bet 10 on pass", p.bet("pass", 10)),
        ("bet pass $12.50", p.bet("pass", 12.5)),
        ("BET Pass 10", p.bet("pass", 10)),
        ("bet don't pass 10", p.bet("dont-pass", 10)),
        ("bet pass line 10", p.bet("pass", 10)),
        ("bet place 6 12", p.bet("place-6", 12)),
        ("bet 5 on hard 8", p.bet("hard-8", 5)),
        ("take down place 6", p.take_down("place-6")),
        ("raise place-6 by 6 up to 30", p.raise_by("place-6", 6, 30)),
        ("reduce place-6 to 6", p.reduce_to("place-6", 6)),
        ("call hard-8 on", p.call_on("hard-8")),
        ("bet pass 5 % of bankroll", p.bet("pass", p.Share(Fraction(1, 20)))),
        ("odds 2x", p.odds("2x")),
        ("odds 3-4-5x on pass", p.odds("3-4-5x", on="pass")),
        ("odds max on dont-pass", p.odds("max", on="dont-pass")),
        ("odds 20 on pass", p.odds(20, on="pass")),
        ("take 2x odds", p.odds("2x")),
        ("lay 2x odds on dont-pass", p.odds("2x", on="dont-pass")),
        ("raise place-6 by 6 up to 30", p.RaiseLine("place-6", p.Money(600), most=3000)),
        ("press place-6 to 18", p.RaiseLine("place-6", p.Money(1800), to=True)),
        ("reduce place-6 to 6", p.ReduceLine("place-6", p.Money(600), to=True)),
        ("take down all", p.TakeDownLine("all")),
        ("remove place-6", p.TakeDownLine("place-6")),
        ("call hard-8 off", p.CallLine("hard-8", on=False)),
        ("bet come 10 if point", p.when(p.point, p.bet("come", 10))),
        ("bet pass 10 when come-out", p.when(p.come_out, p.bet("pass", 10))),
    ],
)
def test_a_line_is_read(text: str, line: p.Line) -> None:
    found = parse(f"{text}\nbet field 5" if not text.lower().startswith("bet") else text)
    assert found.lines[0] == line


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("come-out", p.come_out),
        ("point", p.point),
        ("point is 6 or 8", p.point_is(6, 8)),
        ("point is 4, 5 or 10", p.point_is(4, 5, 10)),
        ("point 6", p.point_is(6)),
        ("point is not 6 or 8", ~p.point_is(6, 8)),
        ("point != 6", ~p.point_is(6)),
        ("rolls this shooter > 4", p.rolls.this_shooter > 4),
        ("wins since the come-out < 2", p.wins.since_come_out < 2),
        ("point off", p.come_out),
        ("new shooter", p.NewHand()),
        ("nothing up", p.Not(p.BetIsUp("all"))),
        ("place-6 is up", p.up("place-6")),
        ("no place-6", p.Not(p.up("place-6"))),
        ("place-6 down", p.Not(p.up("place-6"))),
        ("come bets < 2", p.bets("come") < 2),
        ("bets >= 3", p.bets() >= 3),
        ("rolls at least 20", p.rolls >= 20),
        ("rolls this shooter > 4", p.Measure("rolls", "shooter") > 4),
        ("wins since the come-out = 2", p.Measure("wins", "point").equals(2)),
        ("hands >= 3", p.shooters >= 3),
        ("ahead >= 100", p.ahead >= 100),
        ("behind >= 100", p.ahead <= -100),
        ("behind more than $1,000", p.ahead < -1000),
        ("bankroll under 250.50", p.bankroll < 250.5),
        ("drawdown >= 50", p.drawdown >= 50),
        ("last is 2, 3 or 12", p.LastWas((2, 3, 12))),
        ("last was banker", p.LastWas(("banker",))),
        ("not point and rolls < 3", ~p.point & (p.rolls < 3)),
        ("point or rolls < 3 and wins > 1", p.point | ((p.rolls < 3) & (p.wins > 1))),
        ("(point or rolls < 3) and wins > 1", (p.point | (p.rolls < 3)) & (p.wins > 1)),
        ("point is 6 or place-8 up", p.point_is(6) | p.up("place-8")),
        ("last is 7 or rolls > 3", p.LastWas((7,)) | (p.rolls > 3)),
        ("last is tie or banker up", p.LastWas(("tie",)) | p.up("banker")),
    ],
)
def test_a_condition_is_read(text: str, condition: p.Condition) -> None:
    line = parse(f"bet field 5 if {text}").lines[0]
    assert isinstance(line, p.When)
    assert line.condition == condition


@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        ("", 0, "never bets"),
        ("# only a remark", 0, "never bets"),
        ("bet", 1, "breaks off"),
        ("bet pass", 1, "breaks off"),
        ("bet pass ten", 1, '"ten" is neither an amount nor steps'),
        ("bet pass 10 20", 1, "left over"),
        ("bet pass 10\nodds 2", 0, ""),
        ("bet pass 10\nodds twox", 2, "neither an amount"),
        ("bet pass 10.555", 1, "no amount"),
        ("bet pass 200 % of bankroll", 1, "no part"),
        ("wager pass 10", 1, "nothing a strategy does"),
        ("bet pass 10 if sunny", 1, '"sunny" is no condition'),
        ("bet pass 10 if rols >= 2", 1, "rols"),
        ("bet pass 10 if rolls", 1, "compared with nothing"),
        ("bet pass 10 if point is 7", 1, "7 is no point"),
        ("when point:\nbet pass 10", 1, "nothing is indented"),
        ("bet pass 10\n    odds 2x", 2, "indented under"),
        ("  bet pass 10", 1, "indented"),
        ("otherwise:\n    bet pass 10", 1, "otherwise"),
        ("steps unit: 10 0\nbet pass unit", 1, "above zero"),
        ("steps unit:\nbet pass unit", 1, "amounts"),
        ("steps unit: 10\n    after it rains: next\nbet pass unit", 2, "nothing that happens"),
        ("steps unit: 10\n    after pass wins: twice\nbet pass unit", 2, "no move"),
        ("steps unit: 10\nsteps unit: 20\nbet pass unit", 2, "twice"),
        ("steps point: 10\nbet pass 10", 1, "cannot be a name"),
        ("count n up to 0:\nbet pass 10", 1, "up to 1"),
        ("count n up to 99999999999:\nbet pass 10", 1, "too large"),
        ("name: a\nname: b\nbet pass 10", 2, "twice"),
        ("game: poker\nbet pass 10", 1, "no game"),
        ("bet pass 10 if " + "not " * 200 + "point", 1, "too many nots"),
        ("bet pass 10 if " + "(" * 200 + "point" + ")" * 200, 1, "too many brackets"),
        ("bet pass 10 \u2603", 1, "cannot be read"),
        ("bet all 10", 1, "by name"),
        ("stop if", 1, "breaks off"),
        ("steps u: 10 20\n    after pass wins: step 3\nbet pass u", 1, "no step 3"),
        ("steps u: 10 20\n    after pass wins: step 0\nbet pass u", 2, "counted from 1"),
        ("steps u: 1,250 1,500\nbet pass u", 1, "comma"),
        ("steps u: 10\nbet pass 2000 * u", 2, "times"),
        ("count no up to 3:\nbet pass 10", 1, "cannot be a name"),
        ("count place-6 up to 3:\nbet pass 10", 1, "cannot be a name"),
        ("count n up to 3:\n    after seven-out: = 4\nbet pass 10", 1, "up to 3"),
        ("stop ahead >= 3\nbet pass 10", 1, "followed by"),
        ("bet pass 0", 1, "0 is no stake. Write more than 0, or leave the line out."),
        ("bet pass 10\nodds 0", 2, "0 is no stake"),
        ("bet pass 10\nodds 0x", 2, "no multiple"),
        ("bet place-6 12\nraise place-6 by 0", 2, "0 is no stake"),
        ("bet place-6 12\nraise place-6 by 6 up to 0", 2, "0 is no stake"),
        ("bet place-6 12\nreduce place-6 by 0", 2, "0 is no stake"),
        ("bet pass -5", 1, "not below zero"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, at: int, says: str) -> None:
    if not says:
        assert parse(text).lines[1] == p.odds(2)
        return
    with pytest.raises(StrategySyntaxError) as problem:
        parse(text)
    assert says in str(problem.value)
    assert problem.value.line == at


def test_a_file_has_limits(tmp_path: pytest.TempPathFactory) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "big.strategy"
    path.write_text("#" * (LARGEST + 1))
    with pytest.raises(StrategySyntaxError, match="larger"):
        read_strategy(path)
    path.write_bytes(b"bet pass 10 \xff")
    with pytest.raises(StrategySyntaxError, match="UTF-8"):
        read_strategy(path)
    with pytest.raises(StrategySyntaxError, match="Not a directory"):
        read_strategy(path / "none")
    with pytest.raises(StrategySyntaxError, match="lines"):
        parse("\n" * (MOST_LINES + 1))
    path.write_text("bet pass 10")
    assert read_strategy(path).name == "big"


def test_conditions_in_python_do_not_lose_a_half_unseen() -> None:
    for wrong in (
        lambda: p.when(p.point and p.rolls > 2),
        lambda: p.when(2 < p.rolls < 5),
        lambda: p.when(p.rolls == 5),  # type: ignore[arg-type, comparison-overlap]
        lambda: p.when(not p.point),  # type: ignore[arg-type]
        lambda: p.stop(p.wins == 5),  # type: ignore[arg-type, comparison-overlap]
    ):
        with pytest.raises(TypeError, match=r"~"):
            wrong()


def test_hands_are_coups_where_there_are_no_shooters() -> None:
    cards = parse("game: punto-banco\nbet banker 10\nstop if hands >= 3")
    assert cards.stops == (p.stop(p.rolls >= 3),)


def test_wrong_amounts_in_python_are_refused() -> None:
    for wrong in (lambda: p.bet("pass", 10.001), lambda: p.odds("2"), lambda: p.odds("1-2x")):
        with pytest.raises(ValueError, match=r"no whole|no multiple"):
            wrong()


WAGERS = st.sampled_from(["pass", "come", "place-6", "hard-8", "hop-1-3", "all-small"])
NAMES = st.sampled_from(["unit", "press", "a1", "hot"])
CENTS = st.integers(1, 10**6)
AMOUNTS = st.one_of(
    CENTS.map(p.Money),
    st.sampled_from([Fraction(1, 100), Fraction(1, 8), Fraction(1)]).map(p.Share),
)
SINGLE: st.SearchStrategy[p.Condition] = st.one_of(
    st.just(p.point),
    st.just(p.NewHand()),
    st.lists(st.sampled_from([4, 5, 6, 8, 9, 10]), min_size=1, max_size=3).map(
        lambda n: p.PointIs(tuple(n))
    ),
    st.one_of(WAGERS, st.just("all")).map(p.BetIsUp),
    st.lists(st.integers(2, 12), min_size=1, max_size=3).map(lambda n: p.LastWas(tuple(n))),
    st.builds(
        p.Compare,
        st.one_of(
            st.builds(
                p.Measure,
                st.sampled_from(["rolls", "points", "wins", "losses"]),
                st.sampled_from(["session", "shooter", "point"]),
            ),
            st.one_of(WAGERS, st.just("all")).map(lambda w: p.Measure("bets", name=w)),
        ),
        st.sampled_from(["<", "<=", ">", ">=", "=", "!="]),
        st.integers(0, 1000),
    ),
    st.builds(
        p.Compare,
        st.sampled_from([p.bankroll, p.rail, p.ahead, p.drawdown]),
        st.sampled_from(["<", "<=", ">", ">=", "=", "!="]),
        st.integers(0, 10**6),
    ),
    st.builds(
        p.Compare,
        st.builds(p.Measure, st.just("ahead"), st.sampled_from(["session", "shooter", "point"])),
        st.sampled_from(["<", "<=", ">", ">="]),
        st.integers(-(10**6), -1),
    ),
)
CONDITIONS = st.recursive(
    SINGLE,
    lambda inner: st.one_of(
        inner.map(p.Not), st.builds(p.Both, inner, inner), st.builds(p.Either, inner, inner)
    ),
    max_leaves=6,
)
SIZES = st.one_of(
    AMOUNTS,
    st.sampled_from([p.multiple("2x"), p.multiple("3-4-5x"), p.multiple("1.5x"), "max"]),
)
ACTS: st.SearchStrategy[p.Line] = st.one_of(
    st.builds(p.BetLine, WAGERS, AMOUNTS),
    st.builds(p.OddsLine, SIZES, st.sampled_from(["all", "pass", "come", "come-6"])),
    st.builds(p.RaiseLine, WAGERS, AMOUNTS, st.just(True)),
    st.builds(p.RaiseLine, WAGERS, AMOUNTS, st.just(False), st.one_of(st.none(), CENTS)),
    st.builds(p.ReduceLine, WAGERS, AMOUNTS, st.booleans()),
    st.builds(p.TakeDownLine, st.one_of(WAGERS, st.just("all"))),
    st.builds(p.CallLine, WAGERS, st.booleans()),
)
LINES = st.recursive(
    ACTS,
    lambda inner: st.builds(
        p.When,
        CONDITIONS,
        st.lists(inner, min_size=1, max_size=3).map(tuple),
        st.lists(inner, max_size=2).map(tuple),
    ),
    max_leaves=8,
)
TRIGGERS = st.one_of(
    st.builds(p.Trigger, st.sampled_from(["wins", "loses"]), st.one_of(WAGERS, st.just("all"))),
    st.builds(p.Trigger, st.just("void"), WAGERS),
    st.builds(
        p.Trigger,
        st.sampled_from(["point-set", "point-made", "seven-out", "come-out", "trial"]),
    ),
    st.lists(st.integers(2, 12), min_size=1, max_size=3).map(
        lambda n: p.Trigger("rolled", outcomes=tuple(n))
    ),
    st.just(p.Trigger("came", outcomes=("banker", "tie"))),
)
STEP_MOVES = st.one_of(
    st.integers(-3, 3).map(p.StepMove),
    st.sampled_from([0, -1, 1]).map(lambda to: p.StepMove(to=to)),
)
COUNT_MOVES = st.one_of(
    st.integers(-3, 3).map(p.StepMove), st.integers(0, 4).map(lambda t: p.StepMove(to=t))
)


@given(
    st.lists(LINES, min_size=1, max_size=5),
    st.lists(st.builds(p.After, TRIGGERS, STEP_MOVES), max_size=3),
    st.lists(st.builds(p.After, TRIGGERS, COUNT_MOVES), max_size=3),
    st.lists(CONDITIONS, max_size=2),
    st.sampled_from(strategy_games()),
)
def test_what_is_written_is_read_back(
    lines: list[p.Line],
    steps: list[p.After],
    counts: list[p.After],
    stops: list[p.Condition],
    game: str,
) -> None:
    whole = p.Strategy(
        "A name",
        (*lines, p.BetLine("field", p.StepOf("unit", 3))),
        game,
        (p.Steps("unit", (500, 1050), tuple(steps), "first"),),
        (p.Count("hot", 7, tuple(counts)),),
        tuple(p.Stop(condition) for condition in stops),
        "About it.",
        "A book.",
    )
    assert parse(written(whole)) == whole


@given(st.text(alphabet="bet pas10x%if#:,()<>=-\n\t odds", max_size=80))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    with contextlib.suppress(StrategySyntaxError):
        assert parse(text).lines


def test_a_stop_in_a_block_holds_where_the_block_does() -> None:
    text = "bet pass 10\nwhen point:\n    stop if ahead > 5\notherwise:\n    stop if rolls > 9\n"
    found = parse(f"{text}    bet field 5")
    assert found.stops == (
        p.stop(p.point & (p.ahead > 5)),
        p.stop(p.Not(p.point) & (p.rolls > 9)),
    )
    assert found.lines[1] == p.when(p.Not(p.point), p.bet("field", 5))


def test_a_name_may_have_a_number_sign() -> None:
    assert parse("name: Plan #1 now\nbet pass 10 # a remark").name == "Plan #1 now"
