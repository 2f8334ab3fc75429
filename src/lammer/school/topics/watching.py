"""Questions for who watches a table: a record of some trials, in which the crew made mistakes.

What is recorded was played at a real table. Mistakes are put into it: an amount that is not due, a
winner left out, a loser paid, vigorish forgotten, a bet taken at the wrong time, one taken down
that may not be, and those of an instrument. The audit of records says what is wrong with the
result, and that is the answer: no question is kept in which it finds more than was put in.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from lammer.audit.finding import Finding
from lammer.audit.record.auditor import judge
from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.school.instrument import drills_of
from lammer.school.posing.posed_question import Frame, Mistake, PosedQuestion, Recorded
from lammer.school.posing.question_table import (
    DecidedTrial,
    RefusedTrial,
    entered,
    recorded,
    table_with_bets,
    trial,
    with_holder,
)
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.posing.situations import situations
from lammer.school.posing.stakes import lawful
from lammer.school.topics.layouts import with_bets
from lammer.school.topics.payments import SEATS
from lammer.table import decide
from lammer.table.apply import apply_all
from lammer.table.commands import MakeBet, Remove
from lammer.table.events import BetLost, BetWon, VigorishCharged
from lammer.table.refusals import unique_clauses
from lammer.table.rules import Rules
from lammer.table.state import Bet, TableState

PLAYERS = 3
TRIALS = (3, 4, 5)
MOST_MISTAKES = 3
MOST_TRIES = 40


def find_mistakes(rules: Rules, picks: SeededChoices) -> PosedQuestion | None:
    """Ask what is wrong in a record of some trials; sometimes nothing is."""
    wanted = picks.below(MOST_MISTAKES + 1)
    for _ in range(MOST_TRIES):
        right = _played(rules, picks)
        if _findings(rules, right):
            continue
        wrong, put = right, 0
        for _ in range(6 * wanted):
            if put == wanted:
                break
            tried = _with_mistake(wrong, picks)
            if tried is not None and len(_findings(rules, tried)) == put + 1:
                wrong, put = tried, put + 1
        if put == wanted:
            return _posed(rules, wrong, _findings(rules, wrong))
    return None


def _posed(rules: Rules, steps: Sequence[Recorded], found: Sequence[Finding]) -> PosedQuestion:
    mistakes = [
        {
            "line": each.line,
            **({"off_by": int(off)} if (off := each.off_by_cents) else {}),
            **_told_by(steps, each),
        }
        for each in found
    ]
    shown = [{"line": at, **step.entry, "words": step.words} for at, step in enumerate(steps, 1)]
    clauses = unique_clauses(*(each.clauses for each in found))
    law = rules.procedure.trial
    reckon = " ".join(f"Line {each.line}: {each.what}" for each in found) or "Nothing is wrong."
    return PosedQuestion(
        table_with_bets(rules, rules.start, {}),
        "What did the crew do wrong, in which lines, and by how much?",
        {"mistakes": mistakes},
        clauses or rules.ids(law.settled, law.called),
        reckon,
        {"steps": shown, "wrong": _nameable(law.noun)},
        frames=_frames(steps),
    )


WRONG = {
    "wrong-amount": "A wrong amount",
    "missed-winner": "A winner was not paid",
    "not-due": "Paid or collected, and not due",
    "late-bet": "A bet taken when the outcome was known, and paid",
    "not-allowed": "A bet that may not be made then",
    "taken-down": "A bet that may not come down",
    "vigorish": "Vigorish was forgotten",
    "trial": "The {noun} itself",
}
"""What can be wrong in a line, each in words."""


NOT_MONEY = ("not-allowed", "taken-down", "trial")
"""Those without an amount."""


def _nameable(noun: str) -> list[dict[str, Any]]:
    return [
        {"what": key, "words": words.format(noun=noun), "money": key not in NOT_MONEY}
        for key, words in WRONG.items()
    ]


def what_is_wrong(kind: str, found: Finding) -> str:
    """Return what a finding is about, in a line of a record of this kind."""
    off = found.off_by_cents
    match kind:
        case "bet":
            return "vigorish" if off else "not-allowed"
        case "remove":
            return "taken-down"
        case "payment" | "take" | "vigorish" | "mark":
            return "wrong-amount" if found.due_cents else "not-due"
    if not off:
        return "trial"
    return "missed-winner" if off < 0 else "vigorish"


def _told_by(steps: Sequence[Recorded], found: Finding) -> dict[str, Any]:
    """Return what is wrong with a line of a record. A bet that came too late is seen in the line
    before it was paid, so that line may be named for it as well (``or``)."""
    before, entry = steps[found.line - 2].entry, steps[found.line - 1].entry
    place = entry.get("seat"), entry.get("wager")
    paid = entry["kind"] == "payment" and not found.due_cents
    if paid and before["kind"] == "bet" and (before["seat"], before["wager"]) == place:
        return {"what": "late-bet", "or": found.line - 1}
    return {"what": what_is_wrong(entry["kind"], found)}


def _frames(steps: Sequence[Recorded]) -> list[Frame]:
    """Return the picture of each step: the bets on the table after it."""
    frames: list[Frame] = []
    lies: Mapping[str, Any] | None = None
    verb = steps[0].table.rules.instrument.verb
    up: dict[tuple[int, str], Bet] = {}
    for at, (entry, table, _) in enumerate(steps):
        if entry["kind"] == verb:
            lies = _lying(table, entry)
            up |= {place: bet for place, bet in _bets(table).items() if place not in up}
        elif frames and steps[at - 1].table is not table:
            later = {
                (step.entry["seat"], step.entry["wager"])
                for step in _until(steps[at:], verb)
                if step.entry["kind"] == "bet"
            }
            up = {place: bet for place, bet in _bets(table).items() if place not in later}
            lies = None
        _lay(up, entry, table)
        frames.append(Frame(_with(table, up), lies))
    return frames


def _bets(table: TableState) -> dict[tuple[int, str], Bet]:
    return {
        (number, name): bet
        for number, seat in table.seats.items()
        if number <= SEATS
        for name, bet in seat.bets.items()
    }


def _until(steps: Sequence[Recorded], verb: str) -> Iterator[Recorded]:
    return takewhile(lambda step: step.entry["kind"] != verb, steps)


def _lay(up: dict[tuple[int, str], Bet], entry: Mapping[str, Any], table: TableState) -> None:
    """Put down or take away the chips of an entry."""
    place = entry.get("seat", 0), entry.get("wager", "")
    match entry["kind"]:
        case "bet":
            there = table.seats[place[0]].bets.get(place[1])
            start = table.rules.wagers[place[1]].machine.start
            up[place] = there or Bet(place[1], start, entry["cents"])
        case "remove":
            up.pop(place, None)
        case "take" if place in up and entry["cents"] >= up[place].stake:
            del up[place]


def _with(table: TableState, up: Mapping[tuple[int, str], Bet]) -> TableState:
    """Return a table with these bets instead of its own."""
    seats = {
        number: seat._replace(
            bets={name: bet for (where, name), bet in up.items() if where == number}
        )
        for number, seat in table.seats.items()
    }
    return table._replace(seats=seats)


def _lying(table: TableState, entry: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return what lies on the table after a trial of a record; None for one that the table does
    not take."""
    try:
        found = entered(table, {key: value for key, value in entry.items() if key != "kind"})
    except RefusedTrial:
        return None
    shown: Mapping[str, Any] | None = None
    for event in found.every:
        shown = table.rules.instrument.shown(shown, event)
    return shown


def _findings(rules: Rules, steps: Sequence[Recorded]) -> tuple[Finding, ...]:
    lines = (json.dumps(step.entry).encode() for step in steps)
    return tuple(judge(enumerate(lines, start=1), rules.house))


# What was played


def _played(rules: Rules, picks: SeededChoices) -> list[Recorded]:
    """Return the record of some trials, without a mistake."""
    places = picks.some(range(1, SEATS + 1), PLAYERS)
    fresh = table_with_bets(rules, rules.start, {seat: {} for seat in places})
    table = fresh._replace(hands=fresh.hands._replace(fresh=True))
    steps: list[Recorded] = []
    for _ in range(picks.one(TRIALS)):
        before, table = table, with_bets(table, places, picks, 2)
        steps += _made(before, table, places)
        found = trial(table, picks.key())
        steps += _settled(table, found)
        table = with_holder(apply_all(table, found.every))
    return steps


def _made(before: TableState, after: TableState, places: Sequence[int]) -> Iterator[Recorded]:
    """Yield the bets that were made between two states of a table, with vigorish taken for them."""
    rules = before.rules
    for seat in places:
        for name, bet in after.seats[seat].bets.items():
            if name in before.seats[seat].bets:
                continue
            entry = {"kind": "bet", "seat": seat, "wager": name, "cents": bet.stake}
            words = f"Seat {seat} bets {dollars(bet.stake)} on the {rules.words_for(name)}."
            yield Recorded(entry, after, words)
            if bet.charged:
                yield _vigorish(after, seat, name, bet.charged, "vigorish")


def _vigorish(table: TableState, seat: int, name: str, cents: int, kind: str) -> Recorded:
    done = "marked" if kind == "mark" else "taken"
    words = f"Seat {seat}: {dollars(cents)} vigorish {done} on the {table.rules.words_for(name)}."
    return Recorded({"kind": kind, "seat": seat, "wager": name, "cents": cents}, table, words)


def _settled(table: TableState, found: DecidedTrial) -> Iterator[Recorded]:
    """Yield the trial, and what was collected and paid after it."""
    rules = table.rules
    instrument = rules.instrument
    words = drills_of(instrument.key).outcome_words(rules, found.outcome, found.keys)
    yield Recorded(recorded(rules, found.keys), table, f"{words}.")
    for event in found.events:
        name, seat = event.bet_name or "", event.player or 0
        place = {"seat": seat, "wager": name}
        match event:
            case BetLost():
                lost = event.stake - event.returned
                entry = {"kind": "take", **place, "cents": lost}
                said = f"Seat {seat}: {dollars(lost)} on the {rules.words_for(name)} taken."
                yield Recorded(entry, table, said)
            case BetWon():
                if event.returned < event.stake:
                    lost = event.stake - event.returned
                    said = f"Seat {seat}: {dollars(lost)} of the {rules.words_for(name)} taken."
                    yield Recorded({"kind": "take", **place, "cents": lost}, table, said)
                yield Recorded(
                    {"kind": "payment", **place, "cents": event.paid}, table,
                    f"Seat {seat} is paid {dollars(event.paid)} on the {rules.words_for(name)}.",
                )  # fmt: skip
                if event.charge:
                    yield _vigorish(table, seat, name, event.charge, "vigorish")
            case VigorishCharged():
                kind = "vigorish" if event.owed is None else "mark"
                yield _vigorish(table, seat, name, event.charge, kind)


# Mistakes


def _with_mistake(steps: Sequence[Recorded], picks: SeededChoices) -> list[Recorded] | None:
    """Return the record with one mistake more; None where it has no room for that one."""
    own = drills_of(steps[0].table.rules.instrument.key).mistakes
    return picks.one((*MISTAKES, *own))(steps, picks)


def _of(steps: Sequence[Recorded], *kinds: str) -> list[int]:
    return [at for at, step in enumerate(steps) if step.entry["kind"] in kinds]


def _replaced(steps: Sequence[Recorded], at: int, *new: Recorded) -> list[Recorded]:
    return [*steps[:at], *new, *steps[at + 1 :]]


def _wrong_amount(steps: Sequence[Recorded], picks: SeededChoices) -> list[Recorded] | None:
    """A payment that a dealer in a hurry makes: of another unit, or for a chip too much."""
    places = _of(steps, "payment")
    if not places:
        return None
    at = picks.one(places)
    step = steps[at]
    unit, paid = step.table.rules.pay_unit, step.entry["cents"]
    stake = _stake(step)
    near = [paid - unit, paid + unit, paid + 5 * unit, stake, 2 * paid, paid + stake]
    wrong = picks.one([each for each in near if each > 0 and each != paid])
    return _replaced(steps, at, _with_cents(step, wrong))


def _stake(step: Recorded) -> int:
    bets = step.table.seats[step.entry["seat"]].bets
    return bets[step.entry["wager"]].stake if step.entry["wager"] in bets else 0


def _with_cents(step: Recorded, cents: int) -> Recorded:
    was = dollars(step.entry["cents"])
    words = step.words.replace(was, dollars(cents), 1)
    return step._replace(entry={**step.entry, "cents": cents}, words=words)


def _forgotten(*kinds: str) -> Mistake:
    """A winner left out, or vigorish forgotten."""

    def made(steps: Sequence[Recorded], picks: SeededChoices) -> list[Recorded] | None:
        places = _of(steps, *kinds)
        return _replaced(steps, picks.one(places)) if places else None

    return made


def _loser_paid(steps: Sequence[Recorded], picks: SeededChoices) -> list[Recorded] | None:
    """A loser is paid even money, after its stake was taken."""
    places = _of(steps, "take")
    if not places:
        return None
    at = picks.one(places)
    step = steps[at]
    seat, name, cents = (step.entry[key] for key in ("seat", "wager", "cents"))
    words = f"Seat {seat} is paid {dollars(cents)} on the {step.table.rules.words_for(name)}."
    entry = {"kind": "payment", "seat": seat, "wager": name, "cents": cents}
    return _replaced(steps, at, step, Recorded(entry, step.table, words))


def _wrong_time(steps: Sequence[Recorded], picks: SeededChoices) -> list[Recorded] | None:
    """A bet is taken at a time when it may not be made."""
    trials = _of(steps, steps[0].table.rules.instrument.verb)
    at = picks.one(trials)
    table = steps[at].table
    for seat in picks.order([n for n in table.seats if n <= SEATS]):
        for wager in picks.order(tuple(table.rules.wagers.values()))[:20]:
            cents = 10 * table.rules.pay_unit
            decision = decide(table, MakeBet(seat, wager.key, cents))
            if isinstance(decision, Refusal) and decision.code == "wrong-time":
                if not situations(table.rules, wager):
                    continue
                entry = {"kind": "bet", "seat": seat, "wager": wager.key, "cents": cents}
                words = f"Seat {seat} bets {dollars(cents)} on the {wager.name}."
                return _replaced(steps, at, Recorded(entry, table, words), steps[at])
    return None


def _taken_down(steps: Sequence[Recorded], picks: SeededChoices) -> list[Recorded] | None:
    """A bet comes down that may not be taken down."""
    trials = _of(steps, steps[0].table.rules.instrument.verb)
    at = picks.one(trials)
    table = steps[at].table
    for seat, place in table.seats.items():
        for name, bet in place.bets.items() if seat <= SEATS else ():
            if isinstance(decide(table, Remove(seat, name)), Refusal):
                entry = {"kind": "remove", "seat": seat, "wager": name, "cents": bet.stake}
                words = f"Seat {seat} takes {dollars(bet.stake)} down from the "
                words += f"{table.rules.words_for(name)}."
                return _replaced(steps, at, Recorded(entry, table, words), steps[at])
    return None


def _after_the_trial(steps: Sequence[Recorded], picks: SeededChoices) -> list[Recorded] | None:
    """A bet is taken when its outcome is known, and paid."""
    at = _of(steps, steps[0].table.rules.instrument.verb)[-1]
    table, entry = steps[at].table, steps[at].entry
    keys = {key: value for key, value in entry.items() if key != "kind"}
    rules = table.rules
    for seat in picks.order([n for n in table.seats if n <= SEATS]):
        for wager in picks.order(tuple(rules.wagers.values()))[:20]:
            amounts = lawful(rules, wager)[:8] if wager.vig is None else ()
            if not amounts or wager.key in table.seats[seat].bets or wager.behind is not None:
                continue
            cents = picks.one(amounts)
            made = decide(table, MakeBet(seat, wager.key, cents))
            if isinstance(made, Refusal):
                continue
            try:
                found = entered(apply_all(table, made), keys)
            except RefusedTrial:
                return None
            for event in found.events:
                if isinstance(event, BetWon) and (event.seat, event.wager) == (seat, wager.key):
                    name = rules.words_for(wager.key)
                    bet = {"kind": "bet", "seat": seat, "wager": wager.key, "cents": cents}
                    paid = {**bet, "kind": "payment", "cents": event.paid}
                    return [
                        *steps,
                        Recorded(bet, table, f"Seat {seat} bets {dollars(cents)} on the {name}."),
                        Recorded(paid, table,
                                 f"Seat {seat} is paid {dollars(event.paid)} on the {name}."),
                    ]  # fmt: skip
    return None


MISTAKES: tuple[Mistake, ...] = (
    _wrong_amount,
    _wrong_amount,
    _forgotten("payment"),
    _forgotten("vigorish", "mark"),
    _loser_paid,
    _wrong_time,
    _taken_down,
    _after_the_trial,
)
