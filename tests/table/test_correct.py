"""A trial that was entered wrongly is taken back: the table is as it was before it, and the log
shows both lines and holds."""

import json
from typing import Any

import pytest

from lammer.audit import audit_log
from lammer.ledger import balanced, post, taking_back
from lammer.table import Event, Run, TableState, apply, decide
from lammer.table.apply import apply_all
from lammer.table.commands import read
from lammer.table.events import TrialEvent
from lammer.table.log import EPOCH, FIRST, SCRIPT, canonical, seal, stamp
from lammer.table.snapshot import dump, load
from lammer.table.state import LastTrial
from lammer.table.views.crew import crew_verbs
from lammer.table.views.narrate import narrate
from tests.table.naive.model_comparison import ModelComparison
from tests.table.naive.test_against_naive import TwoTables
from tests.table.naive.test_other_games_against_naive import (
    MiniDiceComparison,
    PuntoBancoComparison,
)

FLOOR = {"do": "correct", "caller": "floorperson"}
REASON = {"dice": "wrong-dice", "shaker": "wrong-dice", "shoe": "wrong-cards"}


def corrects(table: TableState) -> dict[str, Any]:
    return {**FLOOR, "reason": REASON[table.rules.procedure.trial.thing]}


def as_before(table: TableState, before: TableState) -> None:
    """The same in every field, to the order of seats and bets; an account that is not there is at
    zero. Where the betting is closed before a trial, it stays closed."""
    closes = bool(before.rules.procedure.trial.closed)
    assert table.thrown == (closes or before.thrown)
    for field in TableState._fields:
        if field not in ("books", "last", "thrown"):
            assert getattr(table, field) == getattr(before, field), field
    for account in {*table.books, *before.books}:
        assert table.books.get(account, 0) == before.books.get(account, 0), account
    assert list(table.seats) == list(before.seats)
    for number, seat in table.seats.items():
        assert list(seat.bets) == list(before.seats[number].bets)
    assert balanced(table.books)
    assert table.last is None


class EnteredTwice(ModelComparison):
    """Each trial that is accepted is entered, taken back and entered again; to the naive model it
    happens once. The log is audited at the end."""

    def do(self, command: dict[str, Any]) -> None:
        before = self.run.table
        if self._is_trial(command):
            # What the naive model does not see takes no time, or its clock would be behind.
            now = {"at": command.get("at", stamp(self.run.now))}
            assert self.run.do({**command, **now}).ok
            asked = {**corrects(before), **now}
            answer = self.run.do(asked)
            assert answer.ok, answer.refusal
            as_before(self.run.table, before)
            again = self.run.do(asked).refusal
            assert again is not None
            assert again.code == "nothing-to-correct"
        super().do(command)

    def _is_trial(self, command: dict[str, Any]) -> bool:
        """Whether the command would be accepted as a trial that counts, now and a little later,
        where anybody enters trials."""
        if self.run.table.rules.procedure.trial.corrected is None:
            return False
        twin = self.run.copy()
        for _ in range(3):
            twin.do({"do": "withdraw", "reason": "so that time goes by"})
        answer = twin.do(command)
        here = any(isinstance(event, TrialEvent) for event in answer.events)
        return here and self.run.copy().do(command).ok


class CorrectedCraps(EnteredTwice, TwoTables):
    pass


class CorrectedMiniDice(EnteredTwice, MiniDiceComparison):
    pass


class CorrectedPuntoBanco(EnteredTwice, PuntoBancoComparison):
    pass


TestCorrectedCraps = CorrectedCraps.TestCase
TestCorrectedMiniDice = CorrectedMiniDice.TestCase
TestCorrectedPuntoBanco = CorrectedPuntoBanco.TestCase


def craps(keep: Any = None, point: bool = True) -> Run:
    run = Run.at("nj-2011", rails={1: 100_000, 2: 50_000}, keep=keep)
    commands: list[dict[str, Any]] = [
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
        *([{"do": "roll", "dice": [3, 3]}] if point else []),
        {"do": "bet", "seat": 2, "wager": "place-8", "amount": 1200, "leave_up": True},
    ]
    for command in commands:
        answer = run.do(command)
        assert answer.ok, answer.refusal
    return run


def roll(run: Run, *dice: int) -> None:
    assert run.do({"do": "roll", "dice": list(dice)}).ok


@pytest.mark.clause("R-77")
def test_the_event_says_who_why_what_and_moves_the_chips_back_once() -> None:
    run = craps()
    roll(run, 4, 4)
    table = run.table
    (event,) = run.do(corrects(table)).events
    assert (event.name, event.actor, event.clauses) == ("correct", "floorperson", ("R-77",))
    assert event.body == {
        "reason": "wrong-dice",
        "trial": "roll",
        "dice": [4, 4],
        "point": 6,
        "lines": 3,
    }
    assert event.moves == (("rail-2", "bank", 1400),), "the stake went up and down: nothing of it"
    words = "The roll 4-4 is taken back (wrong dice): all is as it was before it."
    assert narrate(table, event) == words


def test_what_was_taken_back_is_said_of_cards_too() -> None:
    run = Run.at("nj-2001", rails={1: 5000})
    cards = ["9s", "2h", "Kc", "5c"]
    assert run.do({"do": "accept-shoe", "seat": 1}).ok
    assert run.do({"do": "deal", "cards": cards, "cut_card": True}).ok
    table = run.table
    (event,) = run.do(corrects(table)).events
    assert event.body["cards"] == cards
    assert event.body["cut_card"] is True
    assert "point" not in event.body
    assert "9s 2h Kc 5c" in narrate(table, event)


def closing_game(rules: str, house_closes: bool) -> tuple[Run, dict[str, Any]]:
    """A table at which the betting is closed, before a trial that is then entered."""
    run = Run.at(rules, rails={1: 5000})
    thing = run.table.rules.procedure.trial.thing
    assert run.do({"do": f"accept-{thing}", "seat": 1}).ok
    if house_closes:
        assert run.do({"do": "no-more-bets"}).ok
    if thing == "shaker":
        return run, {"do": "shake", "dice": [2, 2]}
    return run, {"do": "deal", "cards": ["Kd", "3c", "6s", "4h"]}


BET = {"nj-1997": "field", "nj-2001": "tie"}


@pytest.mark.clause("R-77")
@pytest.mark.parametrize("announced", [True, False])
@pytest.mark.parametrize("rules", ["nj-1997", "nj-2001"])
def test_the_betting_stays_closed_for_the_trial_that_was(rules: str, announced: bool) -> None:
    run, trial = closing_game(rules, announced)
    bet = {"do": "bet", "seat": 1, "wager": BET[rules], "amount": 1000}
    assert run.do(trial).ok
    (event,) = run.do(corrects(run.table)).events
    assert event.body["closed"] is True
    late = run.do(bet).refusal
    assert late is not None
    assert late.code == "too-late"
    assert run.do(trial).ok
    (event,) = run.do({**FLOOR, "reason": "entered-twice"}).events
    assert event.body["closed"] is False
    assert run.do(bet).ok, "there was no such trial: the next one is to come"


def test_a_shake_is_entered_again_however_old_its_dice_are() -> None:
    run, shake = closing_game("nj-1997", house_closes=False)
    at = {"at": "1970-01-01T23:59:59Z"}
    late = {"at": "1970-01-02T00:10:00Z"}
    assert run.do({**shake, **at}).ok
    assert run.do({**corrects(run.table), **late}).ok
    assert run.do({**shake, **late}).ok
    assert run.do({**FLOOR, "reason": "entered-twice", **late}).ok
    refusal = run.do({**shake, **late}).refusal
    assert refusal is not None
    assert refusal.code == "dice-too-old"


@pytest.mark.clause("R-78")
def test_a_coup_that_was_void_is_taken_back_and_called() -> None:
    run, deal = closing_game("nj-2001", house_closes=True)
    assert run.do(deal).ok
    assert run.do({**FLOOR, "reason": "was-void"}).ok
    void = {"do": "no-deal", "reason": "foul-cards", "caller": "floorperson"}
    assert run.do({**void, "cards": deal["cards"]}).ok
    assert sum(run.table.kit.out.values()) == 4  # type: ignore[union-attr]
    assert not run.table.thrown


def test_the_memory_of_a_table_does_not_grow() -> None:
    run = craps()
    for _ in range(5):
        roll(run, 5, 5)
        assert isinstance(run.table.last, LastTrial)
        assert run.table.last.before.last is None


@pytest.mark.parametrize(
    ("command", "since"),
    [
        ({"do": "bet", "seat": 2, "wager": "field", "amount": 500}, "bet, seat 2"),
        ({"do": "cash-out", "seat": 1}, "cash-out, seat 1"),
        ({"do": "sit", "seat": 5, "rail": 100}, "sit, seat 5"),
        ({"do": "throw"}, "throw"),
        ({"do": "no-roll", "reason": "cocked"}, "no-roll"),
        ({"do": "commit", "hash": "ab" * 32}, None),
    ],
)
def test_anything_else_that_is_done_makes_it_too_late(
    command: dict[str, Any], since: str | None
) -> None:
    run = craps()
    roll(run, 5, 5)
    assert run.do(command).ok
    refusal = run.do(corrects(run.table)).refusal
    assert refusal is not None
    if since is None:
        assert refusal.code == "not-here", "a program draws from here on"
        return
    assert refusal.code == "too-late"
    assert since in refusal.detail
    assert "made good" in refusal.detail


def test_what_a_program_drew_stands() -> None:
    run = craps(point=False)
    assert run.do({"do": "commit", "hash": "ab" * 32}).ok
    roll(run, 3, 3)
    refusal = run.do(corrects(run.table)).refusal
    assert refusal is not None
    assert refusal.code == "not-here"
    assert run.table.last is None
    assert run.do({"do": "withdraw", "reason": "lost"}).ok
    refusal = run.do(corrects(run.table)).refusal
    assert refusal is not None
    assert refusal.code == "nothing-to-correct"


def test_a_table_read_back_has_nothing_to_take_back() -> None:
    run = craps()
    roll(run, 5, 5)
    assert "last" not in dump(run.table)
    again = load(run.table.rules, json.loads(json.dumps(dump(run.table))))
    assert again.last is None
    assert again == run.table._replace(last=None)


def test_the_crew_is_told_when_it_may() -> None:
    run = craps()
    refusal = crew_verbs(run.table, EPOCH)["correct"]
    assert refusal is not None
    assert refusal.code == "too-late"
    roll(run, 5, 5)
    assert crew_verbs(run.table, EPOCH)["correct"] is None


def test_one_event_after_the_other_is_the_same_as_all_at_once() -> None:
    run = craps()
    table = run.table
    events = decide(table, read({"do": "roll", "dice": [3, 4]}, "dice"))
    assert isinstance(events, tuple)
    one = table
    for event in events:
        one = apply(one, event)
    assert apply_all(table, events)._replace(last=None) == one._replace(last=None)


def test_transfers_taken_back_never_run_a_player_short() -> None:
    moves = (("layout-1", "rail-1", 500), ("bank", "rail-1", 700), ("rail-1", "commission", 1200))
    before = {"layout-1": 500, "rail-1": 0, "cage": -500}
    after = post(before, moves)
    again = post(after, taking_back(moves))
    assert {account: cents for account, cents in again.items() if cents} == {
        "layout-1": 500,
        "cage": -500,
    }
    assert taking_back([*moves, *taking_back(moves)]) == ()


# In a log


def corrected_log() -> list[bytes]:
    log: list[bytes] = []
    run = craps(log.append)
    roll(run, 3, 4)
    assert not run.do({"do": "bet", "seat": 2, "wager": "come", "amount": 500}).ok
    assert run.do(corrects(run.table)).ok
    roll(run, 4, 4)
    run.close()
    return log


def sealed(bodies: list[tuple[dict[str, Any], dict[str, Any]]]) -> list[bytes]:
    """Lines sealed anew, as somebody would who forges them all."""
    lines, prev = [], FIRST
    for seq, (line, body) in enumerate(bodies, start=1):
        if line["event"] == "close":
            body = {"lines": seq - 1, "head": prev}
        clauses = canonical(line["clauses"])
        made, prev = seal(
            seq, line["at"], line["actor"], line["event"], canonical(body), clauses, prev,
            line["by"], SCRIPT if seq == 1 else None,
        )  # fmt: skip
        lines.append(made)
    return lines


def forged(change: Any) -> list[bytes]:
    found = [json.loads(line) for line in corrected_log()]
    kept = [each for each in map(change, found) if each is not None]
    return sealed([(line, line["body"]) for line in kept])


def test_a_log_with_a_correction_is_found_right() -> None:
    log = corrected_log()
    assert list(audit_log(enumerate(log, start=1))) == []
    assert forged(lambda line: line) == log


def more(line: dict[str, Any]) -> dict[str, Any]:
    if line["event"] == "correct":
        line["body"]["moves"][1][2] += 1200
    return line


def other_dice(line: dict[str, Any]) -> dict[str, Any]:
    if line["event"] == "correct":
        line["body"]["dice"] = [6, 6]
    return line


def unnamed(line: dict[str, Any]) -> dict[str, Any]:
    if line["event"] == "correct":
        line["actor"] = "dealer"
        line["body"]["command"]["caller"] = "dealer"
    return line


def unwritten(line: dict[str, Any]) -> dict[str, Any] | None:
    return None if line["event"] == "correct" else line


def too_late(line: dict[str, Any]) -> dict[str, Any] | None:
    """A bet was taken in between."""
    if line["event"] != "refused":
        return line
    body = line["body"]
    command = {"do": "bet", "seat": 2, "wager": "field", "amount": 500}
    moves = [["rail-2", "layout-2", 500]]
    line["event"], line["actor"], line["clauses"] = "bet", "seat-2", []
    line["body"] = {"command": {**body["command"], **command}, "moves": moves, "amount": 500}
    line["body"] |= {"seat": 2, "stake": 500, "wager": "field"}
    return line


@pytest.mark.parametrize("change", [more, other_dice, unnamed, unwritten, too_late])
def test_a_forged_correction_is_found(change: Any) -> None:
    findings = list(audit_log(enumerate(forged(change), start=1)))
    assert findings
    assert any(each.kind == "decision" for each in findings)


def test_money_of_a_forged_correction_is_told() -> None:
    (first, *_) = list(audit_log(enumerate(forged(more), start=1)))
    assert "correct" in first.what
    assert "layout-2" in first.what


def test_events_of_a_correction_are_plain_data() -> None:
    run = craps()
    roll(run, 3, 4)
    (event,) = run.do(corrects(run.table)).events
    assert isinstance(event, Event)
    assert json.loads(json.dumps(event.body)) == event.body
