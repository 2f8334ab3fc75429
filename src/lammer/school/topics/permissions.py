"""Questions about what may be done: whether a bet may be made, changed, called, and why not.

The table is asked; a question is kept only if its answer turns on the text, and not on whose turn
it is or on chips.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.core.wager import Collection, Wager
from lammer.school.posing.posed_question import Pose, PosedQuestion
from lammer.school.posing.question_table import table_with_bets
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.posing.situations import Situation, as_bets, gathered, situations
from lammer.school.posing.stakes import USUAL, stakes
from lammer.school.topics.payments import MOST_TRIES, SEATS
from lammer.table import decide
from lammer.table.commands import CallBet, Command, MakeBet, Reduce, Remove, command_data
from lammer.table.refusals import unique_clauses
from lammer.table.rules import Rules
from lammer.table.state import TableState

OF_THE_TEXT = frozenset(
    (
        *("wrong-time", "no-call", "contract-bet", "no-late-increase", "no-change"),
        *("no-replacing", "not-a-unit", "under-minimum", "over-maximum", "not-a-step"),
        *("cannot-be-paid", "no-charge", "over-odds-limit", "not-offered", "not-listed"),
    )
)
"""Codes of refusals that are worth asking about."""

Candidates = Callable[[Rules, SeededChoices], Iterator[PosedQuestion | None]]


def _judged(table: TableState, command: Command, words: str) -> PosedQuestion | None:
    """Return the question whether a command is allowed; None if that turns on something else."""
    decision = decide(table, command)
    rules = table.rules
    action = command_data(command, rules.procedure.trial.thing)
    given: Mapping[str, Any] = {"action": action}
    if isinstance(decision, Refusal):
        if decision.code not in OF_THE_TEXT:
            return None
        answer = {"allowed": False, "clause": decision.clauses[0]}
        return PosedQuestion(table, words, answer, decision.clauses, decision.detail, given)
    clauses = unique_clauses(*(event.clauses for event in decision))
    return PosedQuestion(table, words, {"allowed": True}, clauses, "It is allowed.", given)


def _asked(make: Candidates) -> Pose:
    """Return a pose that asks for a refusal or a permission, each as often."""

    return lambda rules, picks: balanced("allowed", lambda: make(rules, picks), picks)


def balanced(
    key: str, make: Callable[[], Iterable[PosedQuestion | None]], picks: SeededChoices
) -> PosedQuestion | None:
    """Return a question whose answer says yes or no at ``key``, each as often; None if none can be
    made."""
    wanted = picks.chance(1, 2)
    other: PosedQuestion | None = None
    for _ in range(MOST_TRIES):
        for posed in make():
            if posed is None:
                continue
            if posed.answer[key] is wanted:
                return posed
            other = other or posed
    return other


def placed(rules: Rules, picks: SeededChoices) -> tuple[TableState, int, Wager, Situation] | None:
    """Return a table with one bet up, its seat, its wager, and where it stands."""
    wager = picks.one(tuple(rules.wagers.values()))
    every = situations(rules, wager)
    if not every or wager.breakdown is not None:
        return None
    situation = gathered(wager, picks.one(every), picks)
    amounts = stakes(rules, situation, picks)
    if amounts is None:
        return None
    seat = 1 + picks.below(SEATS)
    bets = as_bets(rules, situation, amounts)
    return table_with_bets(rules, situation.context, {seat: bets}), seat, wager, situation


def _making(rules: Rules, picks: SeededChoices) -> Iterator[PosedQuestion | None]:
    """Ask whether a wager may be made now."""
    wager = picks.one(tuple(rules.wagers.values()))
    context, seat = picks.one(rules.space.contexts), 1 + picks.below(SEATS)
    some = [each for each in situations(rules, wager) if each.bets[0][1]]
    situation = picks.one(some) if some else Situation(context, ((wager.key, wager.machine.start),))
    amounts = stakes(rules, situation, picks)
    if amounts is None or isinstance(wager.machine, Collection):
        return
    base = Situation(situation.context, situation.bets[:-1])
    up = as_bets(rules, base, amounts[:-1])
    where = situation.context if up else context
    table = table_with_bets(rules, where, {seat: up})
    stake = dollars(amounts[-1])
    words = f"{position(table)}Seat {seat} wants to bet {stake} on the {wager.name}. Is it taken?"
    yield _judged(table, MakeBet(seat, wager.key, amounts[-1]), words)


def position(table: TableState) -> str:
    """Return the context of a table as a sentence; "" where there is but one."""
    start = table.rules.start
    if len(table.rules.space.contexts) == 1:
        return ""
    where = table.rules.space.sets.get(table.rules.space.context_cells(start), start)
    return f"It is {where}. " if table.context == start else f"The point is {table.context}. "


def _changing(rules: Rules, picks: SeededChoices) -> Iterator[PosedQuestion | None]:
    """Ask whether a bet that is up may be raised, reduced or taken down."""
    found = placed(rules, picks)
    if found is None:
        return
    table, seat, wager, situation = found
    name = rules.bet_name(wager, situation.last[1])
    stake = table.seats[seat].bets[name].stake
    said = f"{dollars(stake)} on the {rules.words_for(name)}"
    start = f"{position(table)}Seat {seat} has {said}, and wants"
    per = (wager.unit.parts if wager.unit is not None else 1) * rules.pay_unit
    options: tuple[tuple[Command, str], ...] = (
        (Remove(seat, name), "to take it down"),
        (Reduce(seat, name, stake // 2 // per * per or stake), "to take half of it down"),
        (MakeBet(seat, name, stake), f"to add {dollars(stake)} to it"),
    )
    for command, words in picks.order(options):
        if isinstance(command, Reduce) and command.by == stake:
            continue
        yield _judged(table, command, f"{start} {words}. Is that allowed?")


def _calling(rules: Rules, picks: SeededChoices) -> Iterator[PosedQuestion | None]:
    """Ask whether a bet may be called on or off."""
    found = placed(rules, picks)
    if found is None:
        return
    table, seat, wager, situation = found
    name = rules.bet_name(wager, situation.last[1])
    for working in picks.order((True, False)):
        call = "working" if working else "off"
        words = f"{position(table)}Seat {seat} calls the {rules.words_for(name)} {call}. Is it?"
        yield _judged(table, CallBet(seat, name, working), words)


def _amount(rules: Rules, picks: SeededChoices) -> Iterator[PosedQuestion | None]:
    """Ask whether an amount is taken."""
    wager = picks.one(tuple(rules.wagers.values()))
    every = [s for s in situations(rules, wager) if s.context in wager.offer.contexts]
    if not every or isinstance(wager.machine, Collection):
        return
    situation, seat = picks.one(every), 1 + picks.below(SEATS)
    amounts = stakes(rules, situation, picks)
    if amounts is None:
        return
    base = Situation(situation.context, situation.bets[:-1])
    table = table_with_bets(rules, situation.context, {seat: as_bets(rules, base, amounts[:-1])})
    for cents in (picks.one(USUAL) * rules.pay_unit, amounts[-1]):
        words = (
            f"{position(table)}Seat {seat} bets {dollars(cents)} on the {wager.name}. Is it taken?"
        )
        yield _judged(table, MakeBet(seat, wager.key, cents), words)


def poses(rules: Rules) -> Iterator[tuple[str, str, Pose]]:
    """Yield the key, the words and the pose of each skill about permissions where both answers
    occur."""
    every = tuple(rules.wagers.values())
    contexts = set(rules.space.contexts)
    if any(set(wager.offer.contexts) != contexts for wager in every):
        yield "make", "Whether a bet may be made now", _asked(_making)
    if any(wager.unit or wager.limits or _rounded(wager) for wager in every):
        yield "amount", "Whether an amount is taken", _asked(_amount)
    if any(wager.control.bars for wager in every):
        yield "change", "Whether a bet may be raised, reduced or taken down", _asked(_changing)
    if any(wager.working.may_call for wager in every):
        yield "call", "Whether a bet may be called on or off", _asked(_calling)


def _rounded(wager: Wager) -> bool:
    """Return whether some amounts cannot be paid."""
    return any(pay.law.payable and pay.odds.fraction.denominator > 1 for pay in wager.payouts())
