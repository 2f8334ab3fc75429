"""Reducing and removing bets with their odds and vigorish, and calling them on or off."""

from dataclasses import replace

from lammer.core.legality import (
    Permission,
    Refusal,
    may_call,
    may_change,
    may_stake,
)
from lammer.core.money import dollars
from lammer.core.wager import Action, Call, Wager
from lammer.house.house import posted
from lammer.ledger import COMMISSION, layout, rail
from lammer.table.bets.amounts import base_of, odds_cap, with_charge_clauses
from lammer.table.bets.lookup import DOWN, bet_named
from lammer.table.commands import CallBet, Reduce, Remove
from lammer.table.events import BetCalled, BetReduced, BetRemoved, Event
from lammer.table.refusals import Decision, moves, refuse, too_late, unique_clauses
from lammer.table.rules import HOUSE, Rules
from lammer.table.state import Bet, Seat, TableState
from lammer.table.turns.order import with_end_of_only_for


def remove(table: TableState, command: Remove) -> Decision:
    found = bet_named(table, command.seat, command.wager)
    if isinstance(found, Refusal):
        return found
    seat, wager, bet = found
    answer = _may_come_down(table, wager, bet, "remove")
    if isinstance(answer, Refusal):
        return answer
    gone = _removed(table, seat, wager, bet, answer.clauses)
    with_it = tuple(
        _removed(table, seat, odds, seat.bets[odds.key], _clauses_with_bet(table, odds), wager.key)
        for odds in table.rules.supplements(wager.key, bet.state)
        if odds.key in seat.bets
    )
    return with_end_of_only_for(table, (gone, *with_it))


def _removed(
    table: TableState,
    seat: Seat,
    wager: Wager,
    bet: Bet,
    clauses: tuple[str, ...],
    because_of: str | None = None,
) -> BetRemoved:
    name = table.rules.bet_name(wager, bet.state)
    barred = (bet.wager, bet.state) if bars_replacing(wager, bet) else None
    clauses = with_charge_clauses(table, wager, clauses, bet.charged)
    whose, up = rail(seat.number), layout(seat.number)
    back = moves((up, whose, bet.stake), (COMMISSION, whose, bet.charged))
    return BetRemoved(
        f"seat-{seat.number}",
        clauses,
        seat.number,
        name,
        bet.stake,
        bet.charged,
        because_of,
        barred,
        moves=back,
    )


def reduce(table: TableState, command: Reduce) -> Decision:
    found = bet_named(table, command.seat, command.wager)
    if isinstance(found, Refusal):
        return found
    seat, wager, bet = found
    if command.by == bet.stake:
        return remove(table, Remove(command.seat, command.wager))
    answer = _may_come_down(table, wager, bet, "reduce")
    if isinstance(answer, Refusal):
        return answer
    left = bet.stake - command.by
    if left < 0:
        detail = f"Only {dollars(bet.stake)} is up on {command.wager}."
        return Refusal("more-than-is-up", detail, HOUSE)
    if left < bet.coupon:
        coupons = table.rules.procedure.making.coupons
        detail = f"A coupon for {dollars(bet.coupon)} lies with it and needs as much in chips."
        return refuse(table, "no-coupon", detail, coupons.terms if coupons else ())
    fits = _check_remainder(table.rules, wager, left, seat)
    if isinstance(fits, Refusal):
        reading = table.rules.ids(table.rules.procedure.making.reduced)
        return replace(fits, clauses=unique_clauses(fits.clauses, reading))
    event = _reduced(table, seat, wager, bet, left, answer.clauses)
    return (event, *_reduced_odds(table, seat, wager, bet._replace(stake=left)))


def _check_remainder(
    rules: Rules, wager: Wager, left: int, seat: Seat
) -> tuple[str, ...] | Refusal:
    """Check that the rest is a bet that could be made; the odds multiple only falls and is not
    checked."""
    base = base_of(seat, wager)
    context = None if base is None else base.state
    answer = may_stake(
        rules.ruleset, wager, left, rules.pay_unit, context=context, vig=rules.vig(wager)
    )
    low, _ = posted(wager, rules.house.elections)
    if isinstance(answer, Permission) and low is not None and left < low:
        detail = f"{wager.name}: at least {dollars(low)} is posted."
        return Refusal("under-minimum", detail, rules.ids(rules.ruleset.law.least))
    return answer if isinstance(answer, Refusal) else answer.clauses


def _reduced(
    table: TableState,
    seat: Seat,
    wager: Wager,
    bet: Bet,
    left: int,
    clauses: tuple[str, ...],
    because_of: str | None = None,
) -> BetReduced:
    name = table.rules.bet_name(wager, bet.state)
    by = bet.stake - left
    refund = bet.charged - min(bet.charged, table.rules.charge(wager, left)) if bet.charged else 0
    clauses = with_charge_clauses(table, wager, clauses, refund)
    whose, up = rail(seat.number), layout(seat.number)
    back = moves((up, whose, by), (COMMISSION, whose, refund))
    return BetReduced(
        f"seat-{seat.number}",
        clauses,
        seat.number,
        name,
        by,
        left,
        refund,
        because_of,
        bars_replacing(wager, bet),
        moves=back,
    )


def _reduced_odds(table: TableState, seat: Seat, wager: Wager, base: Bet) -> tuple[Event, ...]:
    """Return the events that cut odds to what may stand behind a reduced bet (R-42)."""
    events: list[Event] = []
    for odds in table.rules.supplements(wager.key, base.state):
        bet = seat.bets.get(odds.key)
        if bet is None:
            continue
        cap, step, _ = odds_cap(table.rules, odds, base)
        if bet.stake <= cap:
            continue
        left = int(cap // step) * step
        clauses = _clauses_with_bet(table, odds)
        if left >= table.rules.pay_unit:
            events.append(_reduced(table, seat, odds, bet, left, clauses, wager.key))
        else:
            events.append(_removed(table, seat, odds, bet, clauses, wager.key))
    return tuple(events)


def _clauses_with_bet(table: TableState, odds: Wager) -> tuple[str, ...]:
    return table.rules.ids(odds.control.cites)


def _may_come_down(
    table: TableState, wager: Wager, bet: Bet, action: Action
) -> Permission | Refusal:
    if table.thrown:
        return too_late(table, "bets stand as they are", wager.control.cites)
    return may_change(wager, action, bet.state)


def bars_replacing(wager: Wager, bet: Bet) -> bool:
    """Return whether the player may not make the bet again: a bar applies to chips that were taken
    down, and a trial has moved the bet (R-61)."""
    binding = any(DOWN in bar.needs for bar in wager.control.bars)
    return binding and bet.state != wager.machine.start


def call(table: TableState, command: CallBet) -> Decision:
    """Call a bet on or off."""
    found = bet_named(table, command.seat, command.wager)
    if isinstance(found, Refusal):
        return found
    _, wager, bet = found
    if table.thrown:
        return too_late(table, "bets stand as they are", wager.working.cites)
    wanted: Call = "on" if command.working else "off"
    answer = may_call(wager, wanted, bet.called)
    if isinstance(answer, Refusal):
        return answer
    allowed = wager.working.may_call
    if wanted == "off" and bet.called is None and not _call_has_effect(table, wager):
        detail = f"{wager.name} {wager.working.no_call_words}."
        return refuse(table, "no-call", detail, wager.working.cites, wager.working.no_call)
    called = wanted if allowed is not None and allowed.call == wanted else None
    word = _word_for(table, command) if called is not None else None
    if isinstance(word, Refusal):
        return replace(word, clauses=unique_clauses(answer.clauses, word.clauses))
    seat, name = command.seat, command.wager
    return (BetCalled(f"seat-{seat}", answer.clauses, seat, name, command.working, called, word),)


def _word_for(table: TableState, command: CallBet) -> tuple[str, ...] | Refusal | None:
    """Return the clauses by which a call was confirmed, None if confirmations are not entered here;
    or a refusal if it must be."""
    calls = table.rules.procedure.making.calls
    if calls is not None and any(role not in command.confirmed_by for role in calls.roles):
        who, word = " and ".join(calls.roles), "on" if command.working else "off"
        detail = f'A call counts when the {who} puts the "{word}" marker on the bet.'
        return refuse(table, "not-confirmed", detail, calls.cites)
    return command.confirmed_by or None


def _call_has_effect(table: TableState, wager: Wager) -> bool:
    """Return whether a call would change anything on the next roll."""
    allowed = wager.working.may_call
    here = table.rules.space.context_cells(table.context)
    return allowed is not None and bool(allowed.cells & here)
