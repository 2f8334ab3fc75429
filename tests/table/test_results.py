"""What a trial did to each seat, over every written hand: amounts agree with the books."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from lammer.core.legality import Refusal
from lammer.table import Run, TableState
from lammer.table.apply import apply_all
from lammer.table.commands import Command
from lammer.table.decide import decide
from lammer.table.events import (
    BetDecided,
    BetMade,
    CashConverted,
    Event,
    TrialCorrected,
    VigorishCollected,
)
from lammer.table.views.results import SeatResult, as_data, missed, results
from lammer.table.views.undo import undo_of
from tests.hands.hand import Hand, lines
from tests.usual import case, usual

HANDS = sorted((Path(__file__).parents[1] / "hands").glob("*.hand"))
PARTS = usual(range(8), range(0, 8, 2))
"""Of the hands."""


class PlayedCommand(NamedTuple):
    before: TableState
    after: TableState
    events: tuple[Event, ...]
    found: tuple[SeatResult, ...]


def steps(path: Path) -> Iterator[PlayedCommand]:
    """Yield every accepted command of a hand, with what was found of it."""
    hand = Hand(None)
    for line in lines(path):
        before = None if hand.run is None else hand.run.table
        hand.say(line)
        if before is None or hand.run is None or hand.answer is None or not hand.answer.ok:
            continue
        after, events = hand.run.table, hand.answer.events
        if after is not before:
            yield PlayedCommand(before, after, events, results([(before, events)], after, 1))


def chips(table: TableState, seat: int) -> int:
    return table.rail(seat) + table.layout(seat)


@pytest.mark.parametrize("part", PARTS)
def test_results_agree_with_the_books(part: int) -> None:
    for path in HANDS[part::8]:
        with case(path.stem):
            _agrees_with_the_books(path)


def _agrees_with_the_books(path: Path) -> None:
    for step in steps(path):
        for each in step.found:
            seat = each.seat
            paid = sum(
                event.amount
                for event in step.events
                if isinstance(event, VigorishCollected) and event.seat == seat
            )
            left = step.after.seats.get(seat)
            if left is not None and not left.gone:
                assert each.net == chips(step.after, seat) - chips(step.before, seat) + paid
            corrected = any(isinstance(event, TrialCorrected) for event in step.events)
            if not corrected:
                again = sum(  # A winner that is left up is charged for again.
                    event.charge
                    for event in step.events
                    if isinstance(event, BetMade) and event.seat == seat
                )
                assert each.net == sum(bet.net for bet in each.bets) - again
                assert each.taken == sum(bet.vigorish for bet in each.bets) + again
            decided = [event for event in step.events if isinstance(event, BetDecided)]
            mine = [event for event in decided if event.seat == seat]
            assert [bet.bet for bet in each.bets] == [event.wager for event in mine]
            assert all(step.events[bet.line - 1].bet_name == bet.bet for bet in each.bets)
            if each.text:
                assert f"eat {seat} " not in as_data(each)["to_player"]["text"]
        concerned = {event.seat for event in step.events if isinstance(event, BetDecided)}
        if step.found or concerned:
            assert concerned <= {each.seat for each in step.found}


@pytest.mark.parametrize("part", PARTS)
def test_undo_restores_the_bets(part: int) -> None:
    """What is undone at once, and is not refused, leaves chips and bets as they were."""
    for path in HANDS[part::8]:
        with case(path.stem):
            _undo_restores_the_bets(path)


def _undo_restores_the_bets(path: Path) -> None:
    for step in steps(path):
        undo = undo_of(step.before, step.events)
        table = undone(step.after, undo.commands)
        cash = any(isinstance(event, CashConverted) for event in step.events)
        if not undo.commands or undo.final or table is None or cash:
            continue
        for seat, was in step.before.seats.items():
            assert chips(table, seat) == chips(step.before, seat)
            now = table.seats[seat].bets
            assert {name: bet.stake for name, bet in now.items()} == {
                name: bet.stake for name, bet in was.bets.items()
            }


def undone(table: TableState, commands: Sequence[Command]) -> TableState | None:
    """Return the table after some commands; None if one is refused."""
    for command in commands:
        decision = decide(table, command)
        if isinstance(decision, Refusal):
            return None
        table = apply_all(table, decision)
    return table


def test_most_changes_can_be_undone() -> None:
    made = [
        (undo.commands, undone(step.after, undo.commands))
        for path in HANDS[::9]
        for step in steps(path)
        if (undo := undo_of(step.before, step.events)).commands
    ]
    refused = [commands for commands, table in made if table is None]
    assert len(made) > 20
    assert len(refused) * 5 < len(made), refused


def at_craps(**bets: int) -> Run:
    run = Run.at("nj-2011", rails={1: 100_00, 2: 100_00})
    run.do({"do": "accept-dice", "seat": 1})
    for wager, amount in bets.items():
        answer = run.do(
            {"do": "bet", "seat": 1, "wager": wager.replace("_", "-"), "amount": amount}
        )
        assert answer.ok
    return run


def rolled(run: Run, *dice: int) -> SeatResult:
    before = run.table
    answer = run.do({"do": "roll", "dice": list(dice)})
    (found,) = results([(before, answer.events)], run.table, 1)
    return found


def test_a_bet_in_parts_wins_less_what_its_other_parts_lose() -> None:
    found = rolled(at_craps(**{"pass": 500}, horn=400), 5, 6)
    assert [(bet.bet, bet.result, bet.net) for bet in found.bets] == [
        ("pass", "won", 500),
        ("horn", "won", 1200),
    ]
    assert found.brief == "Seat 1 wins $17"


def test_a_push_and_odds_that_come_back_are_no_wins() -> None:
    found = rolled(at_craps(dont_pass=1000), 6, 6)
    assert (found.net, found.bets[0].result, found.brief) == (0, "push", "Push: $10 back")
    assert as_data(found)["to_player"] == {"brief": "Push: $10 back", "text": "Push: $10 back."}


def test_a_bet_that_moves_is_told_with_its_new_name() -> None:
    run = at_craps(**{"pass": 1000})
    assert rolled(run, 2, 4).bets[0].now is None
    run.do({"do": "bet", "seat": 1, "wager": "come", "amount": 500})
    (come,) = rolled(run, 4, 4).bets
    assert (come.bet, come.result, come.now, come.net) == ("come", "moved", "come-8", 0)


def test_even_in_all() -> None:
    found = rolled(at_craps(**{"pass": 1000}, any_craps=1000), 5, 6)
    assert found.brief == "Even"
    assert as_data(found)["to_player"]["text"] == (
        "You win $10 on Pass Bet. You lose $10 on Any Craps. In all you are even."
    )


def test_commands_without_a_trial_have_no_results() -> None:
    run = at_craps()
    before = run.table
    answer = run.do({"do": "bet", "seat": 1, "wager": "field", "amount": 500})
    assert results([(before, answer.events)], run.table, 1) == ()


def line(event: str, *moves: tuple[str, str, int]) -> dict[str, object]:
    return {"event": event, "body": {"moves": [list(move) for move in moves]}}


def test_lines_missed_are_summed_up() -> None:
    rules = at_craps().table.rules
    roll, won = line("roll"), line("wins", ("bank", "rail-1", 1000))
    assert missed([line("bet", ("rail-1", "layout-1", 500))], 1, rules) is None
    found = missed([roll, won, roll, line("sit", ("cage", "rail-1", 5000))], 1, rules)
    assert found == {
        "trials": 2,
        "taken_back": 0,
        "net": 1000,
        "text": "2 rolls while you were away: you won $10.",
    }
    watcher = missed([roll, won], None, rules)
    assert watcher is not None
    assert (watcher["text"], "net" in watcher) == ("1 roll while you were away.", False)
    back = missed([line("correct", ("rail-1", "bank", 1000))], 1, rules)
    assert back is not None
    assert back["text"] == (
        "The last roll was entered wrongly and taken back while you were away: $10 went."
    )
