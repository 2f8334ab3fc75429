"""Questions about whether a bet works on the next trial, as it stands or as it was called."""

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.core.wager import Call
from lammer.school.posing.posed_question import PosedQuestion
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.posing.situations import situations
from lammer.school.topics.permissions import balanced, placed, position
from lammer.table import decide
from lammer.table.commands import CallBet
from lammer.table.refusals import unique_clauses
from lammer.table.rules import Rules
from lammer.table.state import Bet, TableState


def is_asked(rules: Rules) -> bool:
    """Return whether some bet of a house does not always work."""
    return any(
        wager.working.may_call is not None
        or any(rules.is_off(each.context, wager.key, None) for each in situations(rules, wager))
        for wager in rules.wagers.values()
    )


def next_trial(rules: Rules, picks: SeededChoices) -> PosedQuestion | None:
    """Ask whether a bet works: one that is off, or called so, as often as one that does."""
    return balanced("works", lambda: (_asked(rules, picks),), picks)


def _asked(rules: Rules, picks: SeededChoices) -> PosedQuestion | None:
    found = placed(rules, picks)
    if found is None:
        return None
    table, seat, wager, situation = found
    name = rules.bet_name(wager, situation.last[1])
    clauses = rules.ids(wager.working.cites)
    if wager.working.may_call is not None and picks.chance(1, 2):
        called = wager.working.may_call.call
        made = decide(table, CallBet(seat, name, called == "on"))
        if not isinstance(made, Refusal):
            table = _with_call(table, seat, name, called)
            clauses = unique_clauses(*(event.clauses for event in made), clauses)
    bet = table.seats[seat].bets[name]
    if _works_for_some(rules, table, bet):
        return None
    works = not rules.is_off(table.context, bet.wager, bet.called)
    said = f", which its player called {bet.called}" if bet.called else ""
    noun = rules.procedure.trial.noun
    words = (
        f"{position(table)}Seat {seat} has {dollars(bet.stake)} on the "
        f"{rules.words_for(name)}{said}. Does it work on the next {noun}?"
    )
    why = f"It was called {bet.called}" if bet.called else f"It is {wager.working.words}"
    reckon = f"{why}; here it {'works' if works else 'is off'}."
    return PosedQuestion(table, words, {"works": works}, clauses, reckon)


def _with_call(table: TableState, seat: int, name: str, called: Call) -> TableState:
    theirs = table.seats[seat]
    bets = {**theirs.bets, name: theirs.bets[name]._replace(called=called)}
    return table._replace(seats={**table.seats, seat: theirs._replace(bets=bets)})


def _works_for_some(rules: Rules, table: TableState, bet: Bet) -> bool:
    """Return whether a bet works on some of the next outcomes and not on others: no yes or no."""
    cells = {rules.trial(table.context, outcome)[0] for outcome in rules.space.outcomes}
    works = rules.wagers[bet.wager].working.cells(bet.called)
    return 0 < sum(cell in works for cell in cells) < len(cells)
