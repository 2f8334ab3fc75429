"""Questions about payments: what a trial pays on one bet, and on bets that belong together."""

from collections.abc import Mapping, Sequence
from typing import Any

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.core.wager import Collection, Wager
from lammer.school.instrument import drills_of
from lammer.school.posing.posed_question import BetReckoning, Pose, PosedQuestion
from lammer.school.posing.question_table import DecidedTrial, table_with_bets, wanted_trial
from lammer.school.posing.reckon import reckoned, way
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.posing.situations import Situation, as_bets, gathered, situations
from lammer.school.posing.stakes import stakes
from lammer.table import decide
from lammer.table.apply import apply
from lammer.table.commands import MakeBet
from lammer.table.events import (
    BetDecided,
    BetLost,
    BetMade,
    BetMoved,
    BetVoid,
    BetWon,
    VigorishCharged,
)
from lammer.table.refusals import unique_clauses
from lammer.table.rules import Rules
from lammer.table.state import Bet, TableState

SEATS = 8
MOST_TRIES = 60
"""Situations tried before a question is given up."""


def on(wagers: Sequence[Wager]) -> Pose:
    """Return a pose about one bet on one of these wagers."""

    def pose(rules: Rules, picks: SeededChoices) -> PosedQuestion | None:
        for wager in (picks.one(wagers) for _ in range(MOST_TRIES)):
            all_of_them = situations(rules, wager)
            if not all_of_them:
                continue
            situation = gathered(wager, picks.one(all_of_them), picks)
            amounts = stakes(rules, situation, picks)
            if amounts is None:
                continue
            bets = as_bets(rules, situation, amounts)
            seat = 1 + picks.below(SEATS)
            about = picks.one([bet.wager for bet in bets.values()][-len(_parts(wager)) :])
            posed = decided(table_with_bets(rules, situation.context, {seat: bets}), picks, about)
            if posed is not None:
                return posed
        return None

    return pose


def _parts(wager: Wager) -> tuple[object, ...]:
    """Return the bets that a wager is put down as: itself, or its parts."""
    return wager.breakdown.parts if wager.breakdown is not None else (wager,)


def decided(table: TableState, picks: SeededChoices, about: str) -> PosedQuestion | None:
    """Return the question of what the next trial pays, such that it decides a bet on ``about``;
    now and then one on which that bet only stands."""
    rules = table.rules
    kinds = _kinds(rules, table, about)
    if not kinds:
        return None
    kind = picks.one(kinds)

    def is_wanted(found: DecidedTrial) -> bool:
        return _kind(rules, table, about, found.outcome) == kind

    found = wanted_trial(table, picks, is_wanted)
    return None if found is None else payments(table, found)


def _bet_on(table: TableState, about: str) -> Bet:
    return next(b for s in table.seats.values() for b in s.bets.values() if b.wager == about)


def _kind(rules: Rules, table: TableState, about: str, outcome: Any) -> tuple[object, ...]:
    """Return what an outcome does to a bet on ``about``, told apart as a dealer does."""
    bet = _bet_on(table, about)
    effect = rules.effects(bet.wager, bet.state, bet.called)[rules.trial(table.context, outcome)[0]]
    if effect is None:
        return ()
    return (
        effect.result,
        effect.back,
        effect.paid,
        effect.clauses if effect.result != "wins" else (),
    )


def _kinds(rules: Rules, table: TableState, about: str) -> list[tuple[object, ...]]:
    """Return the kinds of outcomes in this context, those that win twice as often."""
    space = rules.space
    weighed = zip(space.outcomes, space.weights, strict=True)
    kinds = dict.fromkeys(_kind(rules, table, about, o) for o, weight in weighed if weight)
    decides = [each for each in kinds if each and each[0] not in ("off", "stands")]
    wins = [each for each in decides if each[0] == "wins"]
    off = [each for each in kinds if each and each[0] == "off"]
    return [*decides, *wins, *off]


def payments(table: TableState, found: DecidedTrial) -> PosedQuestion:
    """Return the question of every payment that a trial makes due, with its answer."""
    rules, context = table.rules, table.context
    rows: dict[tuple[int, str], dict[str, Any]] = {}
    clauses: tuple[str, ...] = ()
    reckonings: list[str] = []
    bets: dict[tuple[int, str], BetReckoning] = {}
    for event in found.events:
        clauses = unique_clauses(clauses, event.clauses)
        if isinstance(event, VigorishCharged):
            _add_vigorish(rows, event)
            reckonings.append(
                f"{rules.words_for(event.wager)}: {dollars(event.charge)} vigorish"
                f"{' is marked' if event.owed is not None else ''}."
            )
            _add_reckoning(bets, event.seat, event.wager, event.clauses, "", reckonings[-1])
            continue
        assert isinstance(event, BetDecided)
        if not isinstance(event, BetMoved) or event.now != event.wager:
            rows.setdefault((event.seat, event.wager), {}).update(_row(event))
        bet = table.seats[event.seat].bets[event.wager]
        reckonings.append(reckoned(rules, bet, context, found, event))
        how = way(rules, bet, context, found, event)
        _add_reckoning(bets, event.seat, event.wager, event.clauses, how, reckonings[-1])
    if not found.events:
        clauses, words = _why_nothing(table, found)
        reckonings.append(words)
    elif not rows:
        reckonings.append("Nothing is paid or collected.")
    outcome = drills_of(rules.procedure.trial.thing).outcome_words(rules, found.outcome, found.keys)
    given: dict[str, Any] = {"outcome": dict(found.keys)}
    procedure = payment_way(table)
    return PosedQuestion(
        table,
        f"{outcome}. What is paid, what is collected?",
        {"payments": [*rows.values()]},
        clauses,
        " ".join(dict.fromkeys(filter(None, reckonings))),
        given,
        {} if procedure is None else {"procedure": procedure},
        bets,
    )


def _add_reckoning(
    bets: dict[tuple[int, str], BetReckoning],
    seat: int,
    name: str,
    clauses: tuple[str, ...],
    how: str,
    reckon: str,
) -> None:
    """Note why something is done about a bet; vigorish may be told apart from the payment."""
    before = bets.get((seat, name), BetReckoning((), "", ""))
    bets[seat, name] = BetReckoning(
        unique_clauses(before.clauses, clauses),
        before.way or how,
        " ".join(filter(None, (before.reckon, reckon))),
    )


def payment_way(table: TableState) -> int | None:
    """Return the procedure in use for paying winners, where there are several."""
    payment = table.rules.procedure.trial.payment
    if payment is None or not payment.ways:
        return None
    return table.rules.instrument.payment_way(table)


def _row(event: BetDecided) -> dict[str, Any]:
    """Return what a dealer does about one bet: ``pays`` on top of the stake, ``returns`` of it,
    ``takes`` of it."""
    row: dict[str, Any] = {"seat": event.seat, "bet": event.wager}
    amounts = {"pays": 0, "returns": 0, "takes": 0}
    match event:
        case BetWon():
            amounts["pays"] = event.paid
            amounts["returns"] = event.returned
            amounts["takes"] = event.stake - event.returned
            if event.charge:
                amounts["vigorish"] = event.charge
        case BetLost():
            amounts["returns"] = event.returned
            amounts["takes"] = event.stake - event.returned
        case BetVoid():
            amounts["returns"] = event.stake
        case BetMoved():
            row["moves"] = event.now
    return {**row, **amounts}


def _add_vigorish(rows: dict[tuple[int, str], dict[str, Any]], event: VigorishCharged) -> None:
    """Note vigorish that the table charges apart from the payment; it may come before it."""
    row = rows.setdefault((event.seat, event.wager), {"seat": event.seat, "bet": event.wager})
    row["marks" if event.owed is not None else "vigorish"] = event.charge


def _why_nothing(table: TableState, found: DecidedTrial) -> tuple[tuple[str, ...], str]:
    from lammer.table.views.reasons import reason

    rules = table.rules
    words: list[str] = []
    clauses: tuple[str, ...] = ()
    for seat in table.seats.values():
        for name, bet in seat.bets.items():
            told = reason(rules, bet, table.context, found.outcome)
            if told:
                words.append(f"{rules.words_for(name)}: {told}")
            clauses = unique_clauses(clauses, rules.ids(rules.wagers[bet.wager].working.cites))
    return clauses, " ".join((*words, "Nothing is paid or collected."))


def off_and_on(wager: Wager) -> Pose:
    """Return a pose about a bet on its number, with odds as a rule, while a new one goes there."""
    start = wager.machine.start

    def pose(rules: Rules, picks: SeededChoices) -> PosedQuestion | None:
        every = situations(rules, wager)
        fresh = {each.context for each in every if each.last[1] == start}
        moved = [each for each in every if each.last[1] != start and each.context in fresh]
        for situation in picks.order(moved)[:MOST_TRIES]:
            posed = _off_and_on(rules, wager, situation, picks)
            if posed is not None:
                return posed
        return None

    return pose


def _off_and_on(
    rules: Rules, wager: Wager, moved: Situation, picks: SeededChoices
) -> PosedQuestion | None:
    start, state = wager.machine.start, moved.last[1]
    odds = [(each.key, each.machine.start) for each in rules.supplements(wager.key, state)]
    with_odds = moved._replace(bets=(*moved.bets, *odds[: picks.chance(3, 4)]))
    new = Situation(moved.context, ((wager.key, start),))
    amounts, again = stakes(rules, with_odds, picks), stakes(rules, new, picks)
    if amounts is None or again is None:
        return None
    bets = as_bets(rules, with_odds, amounts)
    bets[wager.key] = Bet(wager.key, start, amounts[0] if picks.chance(1, 2) else again[0])
    both = {rules.bet_name(wager, state), wager.key}

    def is_wanted(found: DecidedTrial) -> bool:
        return both <= {event.wager for event in found.events if isinstance(event, BetDecided)}

    table = table_with_bets(rules, moved.context, {1 + picks.below(SEATS): bets})
    found = wanted_trial(table, picks, is_wanted)
    return None if found is None else payments(table, found)


# Presses


def may_be_pressed(rules: Rules, wagers: Sequence[Wager]) -> bool:
    """Return whether a bet on one of these wagers can stay through trials without moving, and wins
    enough to be doubled out of it."""
    return any(_is_pressed(rules, wager) for wager in wagers)


def _is_pressed(rules: Rules, wager: Wager) -> bool:
    if wager.one_roll or wager.travels or wager.behind is not None or wager.limits is not None:
        return False
    if isinstance(wager.machine, Collection):
        return False
    every = situations(rules, wager)
    stays = {situation.last[1] for situation in every} == {wager.machine.start}
    return stays and len(every) > 1 and any(win.net >= 1 for win in wager.machine.wins())


def pressing(wagers: Sequence[Wager]) -> Pose:
    """Return a pose about a winner that is pressed: doubled out of what it won."""

    def pose(rules: Rules, picks: SeededChoices) -> PosedQuestion | None:
        for _ in range(MOST_TRIES):
            wager = picks.one(wagers)
            every = [s for s in situations(rules, wager) if s.context in wager.offer.contexts]
            if not every:
                return None
            situation = picks.one(every)
            amounts = stakes(rules, situation, picks)
            if amounts is None:
                continue
            bets = as_bets(rules, situation, amounts)
            seat = 1 + picks.below(SEATS)
            table = table_with_bets(rules, situation.context, {seat: bets})
            if not any(kind and kind[0] == "wins" for kind in _kinds(rules, table, wager.key)):
                continue
            found = wanted_trial(
                table, picks, lambda done: any(isinstance(e, BetWon) for e in done.events)
            )
            posed = None if found is None else _pressed(table, seat, wager, found)
            if posed is not None:
                return posed
        return None

    return pose


def _pressed(
    table: TableState, seat: int, wager: Wager, found: DecidedTrial
) -> PosedQuestion | None:
    """Return the question about a press, if the table takes it and the winnings pay for it."""
    rules = table.rules
    won = next(each for each in found.events if isinstance(each, BetWon))
    now = table
    for event in found.events:
        now = apply(now, event)
    _, after, _ = rules.trial(table.context, found.outcome)
    now = now._replace(context=after)
    double = 2 * won.stake
    made = decide(now, MakeBet(seat, wager.key, double))
    if isinstance(made, Refusal):
        return None
    charge = sum(event.charge for event in made if isinstance(event, BetMade))
    change = won.returned + won.paid - won.charge - double - charge
    if change < 0:
        return None
    clauses: tuple[str, ...] = unique_clauses(won.clauses, *(event.clauses for event in made))
    reckon = f"{dollars(won.stake)} wins {dollars(won.paid)}"
    reckon += f", less {dollars(won.charge + charge)} vigorish" if won.charge + charge else ""
    reckon += f"; {dollars(won.stake)} more goes up, {dollars(change)} comes back"
    outcome = drills_of(rules.procedure.trial.thing).outcome_words(rules, found.outcome, found.keys)
    given: Mapping[str, Any] = {
        "outcome": dict(found.keys),
        "action": {"do": "press", "seat": seat, "bet": won.wager},
    }
    words = f'{outcome}. Seat {seat}: "Press it." What is up then, and what is the change?'
    answer = {"press": {"up": double, "change": change}}
    return PosedQuestion(table, words, answer, clauses, f"{reckon}.", given)
