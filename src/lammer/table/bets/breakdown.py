"""Wagers that the text puts down as two others (``Breakdown``): made or refused as a whole, and up
under the names of their parts, each within its own posted limits."""

from collections.abc import Callable
from dataclasses import replace

from lammer.core.legality import Refusal, may_make, may_stake
from lammer.core.money import dollars
from lammer.core.wager import Wager
from lammer.house.house import posted_for_itself
from lammer.table.apply import apply
from lammer.table.commands import MakeBet
from lammer.table.events import BetMade, Event
from lammer.table.refusals import Decision, refuse, unique_clauses
from lammer.table.rules import HOUSE, Rules
from lammer.table.state import TableState

Make = Callable[[TableState, MakeBet], Decision]


def parts_words(rules: Rules, wager: Wager) -> str:
    """Return the names of the two wagers that a wager is put down as; empty if it is not.

    >>> from lammer.table.run import Run
    >>> rules = Run.at("nj-2011", rails={}).table.rules
    >>> parts_words(rules, rules.wagers["whirl"]), parts_words(rules, rules.wagers["horn"])
    ('Horn Bet and Any Seven', '')
    """
    parts = wager.breakdown.parts if wager.breakdown is not None else ()
    return " and ".join(rules.words_for(part.wager) for part in parts)


def make_parts(table: TableState, wager: Wager, command: MakeBet, make: Make) -> Decision:
    """Return the bets that a wager is put down as, the second decided at the table as it is after
    the first; or why the whole is refused."""
    clauses = _allowed(table, wager, command)
    if isinstance(clauses, Refusal):
        return clauses
    assert wager.breakdown is not None
    found: list[Event] = []
    after = table
    for part in wager.breakdown.parts:
        bet = replace(command, wager=part.wager, amount=int(part.share * command.amount))
        made = make(after, bet)
        if isinstance(made, Refusal):
            return _as_a_part(table, wager, made, command)
        for event in made:
            if isinstance(event, BetMade):
                event = replace(
                    event,
                    clauses=unique_clauses(clauses, event.clauses),
                    part_of=wager.key,
                )
            found.append(event)
            after = apply(after, event)
    return tuple(found)


def _allowed(table: TableState, wager: Wager, command: MakeBet) -> tuple[str, ...] | Refusal:
    """Return the clauses that allow the whole: its time, its units, limits posted for itself."""
    rules, amount = table.rules, command.amount
    timely = may_make(wager, table.context)
    if isinstance(timely, Refusal):
        return timely
    fits = may_stake(rules.ruleset, wager, amount, rules.pay_unit)
    if isinstance(fits, Refusal):
        return fits
    low, high = posted_for_itself(wager, rules.house.elections)
    if low is not None and amount < low:
        detail = f"{wager.name}: at least {dollars(low)} is posted."
        return Refusal("under-minimum", detail, rules.ids(rules.ruleset.law.least))
    if high is not None and amount > high:
        detail = f"{wager.name}: at most {dollars(high)} is posted."
        return Refusal("over-maximum", detail, rules.ids(rules.ruleset.law.most))
    has = table.rail(command.seat)
    if amount > has:
        detail = f"Seat {command.seat} has {dollars(has)}; {dollars(amount)} is needed."
        return Refusal("not-enough-chips", detail, HOUSE)
    assert wager.breakdown is not None
    broken = rules.ids(wager.breakdown.cites)
    return unique_clauses(broken, timely.clauses, fits.clauses)


def _as_a_part(table: TableState, wager: Wager, refusal: Refusal, command: MakeBet) -> Refusal:
    """Return the refusal of a part as that of the whole."""
    assert wager.breakdown is not None
    whole = f"{dollars(command.amount)} on {wager.name} is put down as two wagers."
    detail = f"{refusal.detail} {whole}"
    clauses = unique_clauses(refusal.clauses, table.rules.ids(wager.breakdown.cites))
    return replace(refusal, detail=detail, clauses=clauses)


def not_up_as_a_whole(table: TableState, wager: Wager) -> Refusal:
    """Refuse a command about a bet that is up as its parts only."""
    assert wager.breakdown is not None
    parts = parts_words(table.rules, wager)
    keys = " and ".join(part.wager for part in wager.breakdown.parts)
    detail = f"{wager.name} is put down as {parts}: name those ({keys})."
    return refuse(table, "no-such-bet", detail, wager.breakdown.cites)
