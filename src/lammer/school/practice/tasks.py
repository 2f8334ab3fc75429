"""The tasks of a trainee at a practice table: spoken bets, late bets, trials that may be void,
calling an outcome, paying it, disputes.

Each is a question (``PosedQuestion``) about the table as it stands, with the answer that the table
itself gives: ``decide`` for what may be done, the trial for what is paid.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Literal, NamedTuple

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.school.instrument import drills_of
from lammer.school.posing.posed_question import PosedQuestion, QuestionKind
from lammer.school.posing.question_table import STAND_IN, DecidedTrial, entered
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.posing.stakes import USUAL, lawful
from lammer.school.practice.players import DoneCommand
from lammer.school.skills import SECONDS
from lammer.school.topics.calls import announced, counted, who_may
from lammer.school.topics.payments import payments
from lammer.school.topics.permissions import OF_THE_TEXT
from lammer.table import decide
from lammer.table.apply import apply_all
from lammer.table.bets.amounts import base_of
from lammer.table.commands import Command, MakeBet, Remove, Verbal, command_data, read
from lammer.table.events import BetLost, BetMade, BetWon, Event
from lammer.table.log import EPOCH
from lammer.table.refusals import unique_clauses
from lammer.table.rules import Rules
from lammer.table.state import TableState

Duty = Literal["bets", "calls", "payments", "rulings"]
DUTIES: Mapping[Duty, str] = {
    "bets": "Take or refuse spoken bets",
    "calls": "Call the outcome",
    "payments": "Collect and pay",
    "rulings": "Rule on late bets, void trials and disputes",
}
"""The duties that a trainee may practice, each with a description."""
TaskKind = QuestionKind | Literal["requests"]
MOST_TRIES = 60
_SECONDS_EACH = 5
"""Seconds for each spoken bet, and for each bet that is paid or collected, in addition to the same
time for looking."""


class Task(NamedTuple):
    """A task: its duty, the question, the seconds for it at working speed. ``at_stake`` is what the
    house loses by allowing what is not allowed, in cents; ``requests`` are what players ask for."""

    duty: Duty
    asked: TaskKind
    posed: PosedQuestion
    seconds: int
    at_stake: int = 0
    requests: tuple["Request", ...] = ()

    @property
    def way(self) -> tuple[str, ...]:
        """How it is done, without the amounts of the answer: a hint before answering."""
        rules = self.posed.table.rules
        ways = [
            f"Seat {seat}, {rules.words_for(name)}: {why.way}."
            for (seat, name), why in self.posed.bets.items()
            if why.way
        ]
        if ways or self.asked == "payments":
            return tuple(ways) or ("Nothing is paid or collected.",)
        return tuple(clause_hint(self.posed))


def clause_hint(posed: PosedQuestion) -> Iterator[str]:
    if posed.clauses:
        yield f"See {', '.join(posed.clauses[:3])}."


# Spoken bets


class Request(NamedTuple):
    """Something that a player asks for: the command, in words, and what the table makes of it."""

    seat: int
    words: str
    command: Command
    decision: tuple[Event, ...] | Refusal

    @property
    def made(self) -> tuple[BetMade, ...]:
        """The bets that it makes."""
        if isinstance(self.decision, Refusal):
            return ()
        return tuple(event for event in self.decision if isinstance(event, BetMade))


def spoken(table: TableState, command: Command) -> str:
    """Return a command in a player's words."""
    rules = table.rules
    match command:
        case MakeBet(seat, wager, amount):
            more = " more" if wager in table.seats[seat].bets else ""
            return f"{dollars(amount)}{more} on the {rules.words_for(wager)}"
        case Verbal(_, wager, amount):
            return f"{dollars(amount)} cash on the {rules.words_for(wager)}"
        case Remove(_, name):
            return f"Take my {rules.words_for(name)} down"
    raise TypeError(f"nobody says that: {command!r}")


def wrong_request(table: TableState, seats: Sequence[int], picks: SeededChoices) -> Request | None:
    """Return something that a player asks for and may not have by the text; None if none was
    found."""
    rules = table.rules
    for _ in range(MOST_TRIES):
        seat = picks.one(seats)
        if not rules.procedure.making.no_verbal:
            command = picks.one((_some_wager, _some_wager, _take_down))(table, seat, picks)
        else:
            command = picks.one((_cash, _take_down))(table, seat, picks)
        if command is None:
            continue
        decision = decide(table, command)
        if isinstance(decision, Refusal) and decision.code in OF_THE_TEXT | {"no-verbal"}:
            return Request(seat, spoken(table, command), command, decision)
    return None


def _some_wager(table: TableState, seat: int, picks: SeededChoices) -> Command | None:
    """A wager at any time, of any amount."""
    wager = picks.one(tuple(table.rules.wagers.values()))
    if wager.key in table.seats[seat].bets:
        return None
    return MakeBet(seat, wager.key, picks.one(USUAL[:40]) * table.rules.pay_unit)


def _cash(table: TableState, seat: int, picks: SeededChoices) -> Command | None:
    wager = picks.one(tuple(table.rules.wagers.values()))
    amounts = lawful(table.rules, wager, base_of(table.seats[seat], wager))[:12]
    return Verbal(seat, wager.key, picks.one(amounts)) if amounts else None


def _take_down(table: TableState, seat: int, picks: SeededChoices) -> Command | None:
    up = tuple(table.seats[seat].bets)
    return Remove(seat, picks.one(up)) if up else None


def requests_task(table: TableState, requests: Sequence[Request]) -> Task:
    """Return the task of taking or refusing what players ask for; ``table`` is without it."""
    answer, clauses, reckon = [], [], []
    for number, each in enumerate(requests, start=1):
        answer.append({"request": number, **_right(each)})
        clauses.append(_clauses(each))
        reckon.append(f"{number}. {_why(table.rules, each)}")
    given = {
        "requests": [
            {"request": number, "seat": each.seat, "words": f'"{each.words}."'}
            for number, each in enumerate(requests, start=1)
        ]
    }
    posed = PosedQuestion(
        table,
        "Players speak. Which bets do you take, and for how much?",
        {"requests": answer},
        unique_clauses(*clauses),
        " ".join(reckon),
        given,
    )
    seconds = _SECONDS_EACH * (1 + len(requests))
    return Task("bets", "requests", posed, seconds, requests=tuple(requests))


def _right(request: Request) -> dict[str, Any]:
    """Return the right answer to a request."""
    if isinstance(request.decision, Refusal):
        return {"refused": True}
    if isinstance(request.command, Remove):
        return {"down": True}
    assert isinstance(request.command, MakeBet | Verbal)
    charge = sum(event.charge for event in request.made)
    taken = {"bet": request.command.wager, "amount": request.command.amount}
    return {**taken, **({"vigorish": charge} if charge else {})}


def _clauses(request: Request) -> tuple[str, ...]:
    if isinstance(request.decision, Refusal):
        return request.decision.clauses
    return unique_clauses(*(event.clauses for event in request.decision))


def _why(rules: Rules, request: Request) -> str:
    if isinstance(request.decision, Refusal):
        return f"Refused: {request.decision.detail}"
    if isinstance(request.command, Remove):
        return "It comes down."
    charge = sum(event.charge for event in request.made)
    names = " and ".join(
        f"{dollars(event.amount)} on the {rules.words_for(event.wager)}" for event in request.made
    )
    return f"Taken: {names}{f', {dollars(charge)} vigorish' if charge else ''}."


# Rulings


def late_bet(
    table: TableState, keys: Mapping[str, Any], picks: SeededChoices
) -> tuple[Task, DoneCommand | None] | None:
    """Return the task of ruling on a bet that comes after the trial began, and that bet if it is
    one; None if nobody could make one. ``keys`` are those of the trial that follows."""
    rules, seats = table.rules, seats_up(table)
    for _ in range(MOST_TRIES):
        seat, wager = picks.one(seats), picks.one(tuple(rules.wagers.values()))
        base = base_of(table.seats[seat], wager)
        amounts = lawful(rules, wager, base)[:12]
        if wager.key in table.seats[seat].bets or not amounts:
            continue
        amount = picks.one(amounts)
        in_time = decide(table, MakeBet(seat, wager.key, amount))
        if isinstance(in_time, Refusal):
            continue
        late = rules.procedure.making.late
        named = () if late is None else late.roles
        confirmed = picks.one(((), named, named[:1])) if named else ()
        command = MakeBet(seat, wager.key, amount, confirmed_by=tuple(confirmed))
        decision = decide(table._replace(thrown=True), command)
        who = f"The {' and the '.join(confirmed)} said" if confirmed else "Nobody has said"
        words = (
            f"{rules.instrument.in_progress}. Seat {seat} calls "
            f'"{spoken(table, MakeBet(seat, wager.key, amount))}". {who} that it is a bet. Is it?'
        )
        posed = _judged(table, decision, words)
        if isinstance(decision, Refusal):
            names = {event.wager for event in in_time if isinstance(event, BetMade)}
            found = entered(apply_all(table, in_time), keys)
            wins = [e for e in found.events if isinstance(e, BetWon) and e.seat == seat]
            paid = sum(event.paid for event in wins if event.wager in names)
            return Task("rulings", "legal", posed, SECONDS["legal"], paid), None
        return Task("rulings", "legal", posed, SECONDS["legal"]), DoneCommand(
            command, table, decision
        )
    return None


def _judged(table: TableState, decision: tuple[Event, ...] | Refusal, words: str) -> PosedQuestion:
    if isinstance(decision, Refusal):
        answer = {"allowed": False, "clause": decision.clauses[0]}
        return PosedQuestion(table, words, answer, decision.clauses, decision.detail)
    clauses = unique_clauses(*(event.clauses for event in decision))
    return PosedQuestion(table, words, {"allowed": True}, clauses, "It is a bet.")


def void_trial(table: TableState, keys: Mapping[str, Any], picks: SeededChoices) -> Task | None:
    """Return the task of ruling whether a trial counts after something happened in it."""
    reasons = [each for each in table.rules.procedure.trial.reasons if not each.none]
    for reason in picks.order(reasons):
        posed = counted(table, keys, reason, picks)
        command = void_command(table, reason.key, keys)
        may = command is not None and not isinstance(decide(table, command), Refusal)
        if may or posed.answer["valid"]:
            return Task("rulings", "valid", posed, SECONDS["valid"])
    return None


def void_command(table: TableState, reason: str, keys: Mapping[str, Any]) -> Command | None:
    """Return the command by which the crew enters a trial that is void, as it came out; None if
    there is none."""
    reasons = {each.key for each in table.rules.procedure.trial.reasons}
    for command in table.rules.instrument.crew_samples(table, EPOCH):
        if getattr(command, "reason", None) in reasons and getattr(command, "of", None) is None:
            there = {field.name for field in fields(command)}
            shown = {key: value for key, value in keys.items() if key in there}
            data = {**command_data(command, table.rules.procedure.trial.thing), **shown}
            data["reason"] = reason
            data.pop("caller", None)
            return read(data, table.rules.procedure.trial.thing)
    return None


def order_given(table: TableState, picks: SeededChoices) -> Task | None:
    """Return the task of ruling who may make a call or give an order."""
    posed = who_may(table.rules, picks)
    if posed is None:
        return None
    told = PosedQuestion(
        table, posed.words, posed.answer, posed.clauses, posed.reckon, posed.given, posed.shown
    )
    return Task("rulings", "legal", told, SECONDS["legal"])


def dispute(table: TableState, found: DecidedTrial, picks: SeededChoices) -> Task | None:
    """Return the task of ruling on what a player says is due; None if no bet is decided."""
    decided = [
        event
        for event in found.events
        if isinstance(event, BetLost) or (isinstance(event, BetWon) and not event.charge)
    ]
    if not decided:
        return None
    event = picks.one(decided)
    rules, unit = table.rules, table.rules.pay_unit
    due = event.paid if isinstance(event, BetWon) else 0
    wrong = [due + unit, due + 5 * unit, due + event.stake, 2 * due]
    if isinstance(event, BetLost):
        wrong = [event.stake]
    claim = due if due and picks.chance(1, 2) else picks.one([e for e in wrong if e > due])
    name = rules.words_for(event.wager)
    words = f'Seat {event.seat}: "My {dollars(event.stake)} {name} is paid {dollars(claim)}."'
    why = payments(table, found).bets[event.seat, event.wager]
    right = claim == due
    answer = {"allowed": right, **({} if right else {"clause": why.clauses[0]})}
    posed = PosedQuestion(
        table, f"{words} Is that right?", answer, why.clauses, why.reckon,
        {"outcome": dict(found.keys)},
    )  # fmt: skip
    lost = claim - due + (event.stake if isinstance(event, BetLost) else 0)
    return Task("rulings", "legal", posed, SECONDS["legal"], lost)


# The outcome


def call_task(table: TableState, found: DecidedTrial, picks: SeededChoices) -> Task | None:
    """Return the task of calling an outcome; None where it is called by what is seen, or all are
    called alike."""
    posed = announced(table, found, picks)
    return None if posed is None else Task("calls", "call", posed, SECONDS["call"])


def payments_task(table: TableState, found: DecidedTrial) -> Task:
    """Return the task of collecting and paying after a trial."""
    posed = payments(table, found)
    if table.rules.procedure.trial.payment is not None:
        posed = replace(posed, words=f"{posed.words.removesuffix('?')}, in which order?")
    return Task("payments", "payments", posed, _SECONDS_EACH * (2 + len(posed.bets)))


def instruments_own(table: TableState, found: DecidedTrial, picks: SeededChoices) -> Iterator[Task]:
    """Yield what the crew of an instrument does before an outcome is called, such as counting
    cards."""
    for asked, posed in drills_of(table.rules.procedure.trial.thing).of_trial(table, found, picks):
        yield Task("calls", asked, posed, SECONDS[asked])


def seats_up(table: TableState) -> list[int]:
    """Return the seats of players, without the stand-in who holds the instrument."""
    return [number for number in table.seats if number != STAND_IN]
