"""Why each bet won, lost, came back or moved, in words that follow from its machine."""

from collections.abc import Iterator

import pytest

from lammer.core.settle import step
from lammer.core.wager import Call, Collection, Wager, reachable
from lammer.games.registry import RULESETS, games_of
from lammer.table import Run
from lammer.table.rules import Rules
from lammer.table.state import Bet
from lammer.table.views.reasons import reason, stands_because_off
from lammer.table.views.results import SeatResult, as_data, results
from tests.usual import usual

GAMES = [(key, game) for key in RULESETS for game in games_of(key)]
CALLS: tuple[Call | None, ...] = (None, "on", "off")


def rules_of(edition: str, game: str) -> Rules:
    return Run.at(edition, game, rails={1: 10_000}).table.rules


def states(wager: Wager) -> Iterator[str]:
    """Yield the states of a wager; of one that gathers much, those with none, one, or all but one
    gathered."""
    machine = wager.machine
    if not isinstance(machine, Collection):
        yield from reachable(machine)[0]
        return
    names = [goal.name for goal in machine.goals]
    yield from ("", names[0], ",".join(names[:-1]))
    if machine.late is not None:
        yield machine.late[0]


USUAL = [("nj-2011", "craps"), ("nj-1997", "mini-dice"), ("nj-2001", "punto-banco")]


@pytest.mark.parametrize(("edition", "game"), usual(GAMES, USUAL))
def test_whatever_happens_to_a_bet_has_a_reason(
    edition: str, game: str, pytestconfig: pytest.Config
) -> None:
    every = 1 if pytestconfig.getoption("--long") else 5
    rules = rules_of(edition, game)
    space, many = rules.space, len(rules.space.outcomes)
    for wager in rules.wagers.values():
        for state in states(wager):
            for called in CALLS:
                bet = Bet(wager.key, state, 1000, called=called)
                for cell in range(0, space.size, every):
                    at = space.contexts[cell // many], space.outcomes[cell % many]
                    why, done = reason(rules, bet, *at), step(wager, state, cell, called)
                    off = stands_because_off(rules, bet, *at)
                    assert bool(why) == (off or done.result not in ("stands", "off")), (bet, at)
                    assert (" off" in why) == off or done.result == "void", (bet, at, why)
                    assert ("ays " in why) == (done.result == "wins"), (bet, at, why)


CRAPS = [
    ("pass", "up", "off", (5, 6), "11 came. Pays 1 to 1."),
    ("pass", "up", "off", (1, 1), "2 came."),
    ("pass", "up", "off", (4, 2), "6 came. The bet stands on the 6."),
    ("pass", "6", "6", (4, 2), "The point 6 was made. Pays 1 to 1."),
    ("pass", "6", "6", (3, 4), "7 came before the point (seven-out)."),
    ("dont-pass", "up", "off", (6, 6), "12 came: the bet neither wins nor loses."),
    ("come", "up", "6", (4, 5), "9 came. The bet goes to the 9."),
    ("place-8", "up", "6", (4, 4), "8 came. Pays 7 to 6."),
    ("place-8", "up", "off", (4, 4), "8 came, but the bet is off on the come-out."),
    ("come-odds-9", "up", "off", (3, 4), "7 came, but the bet is off on the come-out: it comes "
     "back."),
    ("hard-8", "up", "8", (6, 2), "Easy 8 came."),
    ("hard-8", "up", "8", (4, 4), "Hard 8 came. Pays 9 to 1."),
    ("any-craps", "up", "6", (4, 2), "6 came. It wins on 2, 3 or 12."),
    ("horn", "up", "6", (1, 1), "2 came. The quarter that is on it pays 30 to 1; the rest loses."),
    ("fire", "", "6", (4, 2), "The point 6 was made. The bet has 6 now."),
    ("fire", "4,6", "8", (3, 4),
     "7 came before the point (seven-out): it had 4 and 6 and wins with 4 or more."),
    ("fire", "4,5,6,8", "9", (3, 4),
     "7 came before the point (seven-out) after 4, 5, 6 and 8. Pays 24 to 1."),
]  # fmt: skip


@pytest.mark.parametrize(("wager", "state", "context", "dice", "words"), CRAPS)
def test_reasons_at_craps(
    wager: str, state: str, context: str, dice: tuple[int, int], words: str
) -> None:
    assert reason(rules_of("nj-2011", "craps"), Bet(wager, state, 1000), context, dice) == words


def test_a_bet_that_was_called_off_says_so() -> None:
    rules = rules_of("md-2013", "craps")
    bet = Bet("lay-8", "up", 1200, called="off")
    assert reason(rules, bet, "off", (4, 4)) == "8 came, but the bet is called off."


def test_reasons_at_cards() -> None:
    rules = rules_of("nj-2001", "punto-banco")
    tie, banker = (6, 6, 2, 2), (5, 7, 3, 2)
    found = [
        reason(rules, Bet(wager, "up", 1000), "play", outcome)
        for wager, outcome in (
            ("player", tie),
            ("tie", tie),
            ("player", banker),
            ("banker", banker),
        )
    ]
    assert found == [
        "A tie at 6: the bet neither wins nor loses.",
        "A tie at 6. Pays 8 to 1.",
        "The Banker's Hand wins, 7 to 5.",
        "The Banker's Hand wins, 7 to 5. Pays 1 to 1.",
    ]


def after(run: Run, **command: object) -> SeatResult:
    before = run.table
    answer = run.do(command)
    assert answer.ok, answer
    (found,) = results([(before, answer.events)], run.table, 1)
    return found


def test_a_bet_that_is_off_is_told_of_apart() -> None:
    run = Run.at("nj-2011", rails={1: 100_000})
    for command in (
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
        {"do": "bet", "seat": 1, "wager": "place-8", "amount": 1200},
    ):
        assert run.do(command).ok
    found = after(run, do="roll", dice=[4, 4])
    assert [(bet.bet, bet.why) for bet in found.bets] == [
        ("pass", "8 came. The bet stands on the 8.")
    ]
    assert as_data(found)["off"] == [
        {
            "bet": "place-8",
            "name": "Place Bet 8 to Win",
            "stake": 1200,
            "why": "8 came, but the bet is off on the come-out.",
        }
    ]


def test_the_outcome_of_a_coup_counts_its_third_cards() -> None:
    run = Run.at("nj-2001", "punto-banco", rails={1: 100_000})
    for command in (
        {"do": "accept-shoe", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "banker", "amount": 2000},
    ):
        assert run.do(command).ok
    before = run.table
    answer = run.do({"do": "deal", "cards": ["2h", "4s", "3c", "3d", "4d"]})
    assert answer.ok, answer
    assert before.rules.instrument.trial_outcome(answer.events) == (9, 7, 3, 2)
    assert before.rules.instrument.trial_outcome(answer.events[:2]) is None
