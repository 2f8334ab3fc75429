"""A compiled strategy is the strategy: the same money, bets and ends as on the real table."""

import pytest

from lammer.sim.model.interpret import Interpreter
from lammer.sim.model.player import StrategyLogic
from lammer.sim.model.world import World
from lammer.sim.simulate import Prepared, prepare
from lammer.sim.strategy import library
from lammer.sim.strategy.text import parse
from tests.sim.session_helpers import at_the_table, question, ready, walked
from tests.usual import usual

SEED = 20_111_017
EDITIONS = ("nj-2011", "md-2013", "nj-2005")
EXTRA = {
    "calls": "bet pass 10\nbet place-6 12\ncall place-6 on if come-out\nbet hard-8 5\n"
    "call hard-8 on if come-out and rolls > 4",
    "ups and downs": "bet pass 10\nodds 1x\nbet place-8 12 if point\nraise place-8 by 6 up to 24\n"
    "reduce place-8 to 6 if rolls this shooter >= 6\ntake down place-8 if point is 6\n"
    "raise pass-odds by 10 up to 30",
    "don'ts taken down": "bet dont-pass 20\nodds 2x\nreduce dont-pass by 10 if point is 4 or 10\n"
    "take down dont-pass if point is 6 or 8\nbet dont-come 10 if point and dont-come bets < 3\n"
    "take down dont-come-6 if last is 11",
    "lays and buys": "bet lay-4 40\nbet buy-10 20\nbet lay-6 60 if point\ntake down lay-4 if "
    "last is 11\nraise buy-10 by 20 up to 60 if last is 5 or 6\nbet place-lose-8 5",
    "one-roll bets": "bet horn 4\nbet any-seven 1\nbet hop-2-4 1\nbet c-and-e 2 if last is 7\n"
    "bet horn-high-12 5 if come-out\nbet field 5\nbet any-craps 1 if new shooter",
    "two wagers of one": "bet any-seven 1 if last is 7\nbet whirl 5\nbet horn 4 if come-out\n"
    "bet whirl 10 if last is 11\nbet pass 10\nraise horn by 4 up to 12 if point",
    "counters": "count hot up to 3:\n    after point made: +1\n    after seven-out: = 0\n"
    "count cold up to 4:\n    after any bet loses: +1\n    after any bet wins: - 1\n"
    "bet pass 10\nbet field 5 if hot >= 1\nbet any-craps 1 if cold >= 2 and not hot > 1\n"
    "stop if losses >= 9\nstop if points >= 3",
    "scopes": "bet pass 10\nbet field 5 if wins this shooter > 1\n"
    "bet place-9 10 if rolls since the come-out >= 3\ntake down place-9 if losses this shooter > 2",
    "money": "bet pass 10\nbet field 5 if bankroll > 120\nbet any-craps 1 if rail < 60\n"
    "bet place-6 12 if ahead < 0 and point\nstop if ahead >= 60\nstop if behind >= 90",
    "paid this shooter": "bet buy-4 20\nbet pass 10\nbet field 5 if ahead this shooter < 0\n"
    "stop if rolls >= 30",
    "shares": "bet pass 4 % of bankroll\nodds 1x\nbet place-6 5 % of bankroll if point",
    "trailing": "bet pass 10\nodds 2x\nstop if drawdown >= 80",
    "trailing, paid for": "bet buy-4 20\nbet field 5 if drawdown = 0\n"
    "stop if bankroll > 220 or drawdown > 60",
    "falls without an end": "bet pass 10\nbet buy-10 20\nbet field 5 if drawdown > 40",
}


LARGE = ("bonus-pass", "all-or-nothing-pass")
"""Of these the machine has a thousand states."""
USUAL = [name for name in library.names() if name not in LARGE][::5]


def _same(prepared: Prepared, session: int, rolls: int) -> None:
    walk, table = (
        walked(prepared, SEED, session, rolls),
        at_the_table(prepared, SEED, session, rolls),
    )
    assert walk == table[:5], f"session {session}"


@pytest.mark.parametrize("name", usual(library.names(), USUAL))
def test_every_strategy_of_the_library_is_the_same_on_the_table(
    name: str, request: pytest.FixtureRequest
) -> None:
    """A thousand sessions each in the long run, also with a large bankroll; a small one, so that
    many are ruined."""
    long = request.config.getoption("--long")
    sessions, rolls = (1000, 60) if long else (6, 120)
    large = name in LARGE
    for bankroll in (50_000, 6_000) if long and not large else (6_000,):
        prepared = ready(name, bankroll=bankroll)
        if prepared.automaton is None:
            _interpreted(prepared, sessions // 10 + 3, rolls)
            continue
        for session in range(sessions // 2):
            _same(prepared, session, rolls)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Some of the other lines, under each edition in turn; all under all of them with --long."""
    if metafunc.function is test_other_lines_are_the_same_on_the_table:
        every = [
            (name, rules)
            for at, name in enumerate(EXTRA)
            for turn, rules in enumerate(EDITIONS)
            if metafunc.config.getoption("--long")
            or (at % 4 == 0 and turn == at // 4 % len(EDITIONS))
        ]
        metafunc.parametrize(("name", "rules"), every)


def test_other_lines_are_the_same_on_the_table(name: str, rules: str) -> None:
    strategy = parse(EXTRA[name])
    prepared = prepare(question(strategy, rules=rules, bankroll=15_000))
    if prepared.automaton is None:
        _interpreted(prepared, 8, 150)
        return
    for session in range(4):
        _same(prepared, session, 150)


@pytest.mark.parametrize(
    ("rules", "game"),
    [
        ("nj-2011", "mini-craps"),
        ("nj-2011", "automated-craps"),
        ("md-2013", "mini-craps"),
        ("nj-2005", "mini-craps"),
    ],
)
def test_other_games_are_the_same_on_the_table(rules: str, game: str) -> None:
    text = "bet pass 10\nodds 2x\nbet come 10 if come bets < 1\nbet place-6 12"
    prepared = prepare(question(parse(text), rules=rules, game=game, bankroll=12_000))
    for session in range(4):
        _same(prepared, session, 120)


def test_a_house_that_charges_on_the_win_and_posts_limits_is_the_same_on_the_table() -> None:
    house = {"vig": {"buy": "win", "lay": "win"}, "odds": 2, "limits": {"pass": {"min": 1500}}}
    text = "bet pass 15\nodds max\nbet buy-4 20\nbet lay-10 40 if point"
    prepared = prepare(question(parse(text), house=house, bankroll=20_000))
    for session in range(4):
        _same(prepared, session, 120)


@pytest.mark.parametrize("bankroll", usual([700, 2_300, 5_300, 11_700], [2_300]))
@pytest.mark.parametrize(
    "text",
    [
        "bet pass 1\nodds 100x",
        "bet pass 5\nodds max",
        "bet dont-pass 5\nodds max",
        "bet pass 5\nodds 3-4-5x\nbet field 1",
        "bet pass 5\nbet dont-pass 5\nodds 10x on dont-pass\nbet buy-4 20 if point",
        "bet pass 1\nbet come 1 if come bets < 2\nodds max",
    ],
)
def test_odds_that_the_rail_does_not_cover_are_the_same_on_the_table(
    text: str, bankroll: int
) -> None:
    prepared = prepare(question(parse(text), bankroll=bankroll))
    assert (prepared.automaton is None) == ("come" in text)
    if prepared.automaton is None:
        _interpreted(prepared, 4, 60)
        return
    for session in range(4):
        _same(prepared, session, 60)
    _interpreted(prepared, 2, 60)


def test_a_goal_is_the_same_on_the_table() -> None:
    prepared = ready("pass-odds-2x", bankroll=20_000, goal=26_000)
    ends = set()
    for session in range(20):
        _same(prepared, session, 200)
        ends.add(walked(prepared, SEED, session, 200).end)
    assert {0, 1} <= ends


def _interpreted(prepared: Prepared, sessions: int, rolls: int) -> None:
    """What is not compiled is played on the rules: that too is the same on the table."""
    strategy = prepared.question.strategy
    world = World.of(strategy, prepared.rules)
    for session in range(sessions):
        logic = StrategyLogic(strategy, prepared.question.bankroll)
        lived = Interpreter(logic, world).session(prepared.sampling.outcomes(SEED, session), rolls)
        table = at_the_table(prepared, SEED, session, rolls)
        assert (*lived[:4], tuple(lived.trail)) == table[:5], f"session {session}"
        assert lived.parts == table.parts
