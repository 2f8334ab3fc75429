"""The dice: chosen, thrown, at rest or void; the throw of a shooter, and what it needs."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from lammer.core.legality import Refusal
from lammer.core.procedure import Turn
from lammer.table.closing import stale
from lammer.table.commands import (
    DisputedFace,
    NoDeal,
    NoLineBet,
    NoRoll,
    Rest,
    Roll,
    Select,
    Throw,
    plain,
)
from lammer.table.events import (
    DiceSelected,
    DiceThrown,
    Event,
    Offered,
    RollsAlone,
    RollVoid,
    ShakeVoid,
    VoidTrial,
)
from lammer.table.holding import nobody, not_by, the_holder, the_turn
from lammer.table.refusals import Decision, in_the_air, refuse, together
from lammer.table.rules import HOUSE
from lammer.table.settlement import closing, rolled, uncovered
from lammer.table.state import Holder, Table
from lammer.table.turn import after, line_bets, numbers_stand, who


def select(table: Table, command: Select) -> Decision:
    turn = the_turn(table)
    if isinstance(turn, Refusal):
        return turn
    chosen = turn.selection
    assert chosen is not None
    refusal = the_holder(table, turn, command.seat, chosen.taken)
    if refusal is not None:
        return refusal
    took = command.take
    if took is None:
        took = len(command.dice) if command.dice is not None else chosen.take
    if command.of < chosen.least:
        detail = f"A set of at least {chosen.least} dice is offered, not {command.of}."
        return refuse(table, "not-two-dice", detail, chosen.present)
    if took != chosen.take or not _apart(command, took):
        detail = f"The shooter selects {chosen.take} dice, not {took}."
        return refuse(table, "not-two-dice", detail, chosen.taken)
    if table.hands.picked:
        detail = f"Seat {command.seat} has selected the dice."
        return refuse(table, "not-needed", detail, chosen.taken)
    clauses = table.rules.ids(chosen.present, chosen.taken, chosen.rest, turn.kept)
    seat, away = command.seat, command.of - took
    return (DiceSelected(f"seat-{seat}", clauses, seat, command.of, took, away),)


def _apart(command: Select, took: int) -> bool:
    """Whether as many dice as were taken are named, each of them another of the set. Dice that are
    not named are taken to be."""
    if not command.dice:
        return took <= command.of
    inside = all(1 <= each <= command.of for each in command.dice)
    return inside and len(set(command.dice)) == took


def no_line_bet(table: Table, command: NoLineBet) -> Decision:
    """The shooter makes no line bet while come bets stand: the dice are first offered to the
    others (1.11(b))."""
    turn = the_turn(table)
    if isinstance(turn, Refusal):
        return turn
    only, holder = turn.only_for, table.hands.seat
    assert only is not None
    refusal = the_holder(table, turn, command.seat, only.offer)
    if refusal is not None:
        return refusal
    assert holder is not None
    if table.thrown:
        return in_the_air(table, "wait for the roll", only.offer)
    if table.context != table.rules.start or table.hands.alone:
        detail = "A line bet is wanted before a come-out roll only."
        return refuse(table, "not-needed", detail, only.offer, turn.stake_cites)
    if any(wager in table.seats[holder].bets for wager in turn.stake):
        detail = f"Seat {holder} has a line bet up."
        return refuse(table, "not-needed", detail, only.offer, turn.stake_cites)
    if not numbers_stand(table, turn):
        detail = "No Come or Don't Come Bet has a number: make a line bet or pass the dice."
        return refuse(table, "needs-line-bet", detail, only.offer, turn.stake_cites)
    others = [number for number in table.seated() if number != holder]
    if not others and line_bets(table, turn):
        detail = "Somebody's line bet is up, so this is no roll only for the come bets."
        return refuse(table, "needs-line-bet", detail, turn.stake_cites, only.over)
    if not others:
        return (_goes_alone(table, turn),)
    clauses = table.rules.ids(only.offer, turn.relinquished)
    return (Offered(f"seat-{holder}", clauses, after(table, holder), holder, asking=True),)


def _goes_alone(table: Table, turn: Turn) -> Event:
    assert turn.only_for is not None
    clauses = table.rules.ids(turn.only_for.alone, turn.only_for.marker)
    return RollsAlone("table", clauses, table.hands.holder, on=True)


# The throw


def may_throw(table: Table, seat: Holder | None) -> tuple[Event, ...] | Refusal:
    """Whether the dice may be thrown now, and what that implies: a lone shooter without a line
    bet goes on only for the come bets."""
    turn = table.rules.procedure.turn
    if turn is None:
        return () if seat is None else nobody(table)
    trial = table.rules.procedure.trial
    refusal = the_holder(table, turn, seat, trial.thrown if trial.shoe is not None else ())
    if refusal is not None:
        return refusal
    hands = table.hands
    if not turn.stake or table.context != table.rules.start or hands.alone:
        return ()
    assert hands.seat is not None
    bets = table.seats[hands.seat].bets
    if not bets.keys().isdisjoint(turn.stake):
        return ()
    stand = numbers_stand(table, turn)
    if stand and len(table.seated()) == 1 and not line_bets(table, turn):
        return (_goes_alone(table, turn),)
    detail = f"Seat {hands.holder} must make a Pass or Don't Pass Bet before a come-out roll."
    more = turn.only_for.offer if stand and turn.only_for else ()
    return refuse(table, "needs-line-bet", detail, turn.stake_cites, more)


def throw(table: Table, command: Throw) -> Decision:
    if table.thrown:
        return in_the_air(table, "enter where they come to rest")
    before = may_throw(table, command.seat)
    if isinstance(before, Refusal):
        return before
    clauses = table.rules.ids(table.rules.procedure.trial.thrown)
    return (*before, DiceThrown(who(table.hands.holder), clauses))


def roll(table: Table, command: Roll) -> Decision:
    """A whole throw at once."""
    if table.thrown:
        trial = table.rules.procedure.trial
        return in_the_air(table, "enter where they come to rest", trial.called)
    before = may_throw(table, command.seat)
    if isinstance(before, Refusal):
        return before
    return come_to_rest(table, before, command.dice, command.resting)


def rest(table: Table, command: Rest) -> Decision:
    if not table.thrown:
        return Refusal("dice-not-thrown", "The dice have not been thrown.", HOUSE)
    return come_to_rest(table, (), command.dice, command.resting)


def come_to_rest(
    table: Table,
    before: tuple[Event, ...],
    dice: tuple[int, int],
    resting: tuple[int, int] | None,
    ruled: tuple[str, tuple[str, ...]] | None = None,
) -> Decision:
    leaned: tuple[str, ...] = ()
    if resting is not None:
        cites = table.rules.procedure.trial.leaned
        if any(resting) and not cites:
            detail = "A die that leans on something is void here: enter it as cocked."
            return refuse(table, "wrong-face", detail, table.rules.procedure.unattended)
        for face, side in zip(dice, resting, strict=True):
            if side and face + side != 7:
                detail = f"A die resting on its {side} shows a {7 - side}, not a {face}."
                return refuse(table, "wrong-face", detail, cites)
        leaned = table.rules.ids(cites) if any(resting) else ()
    return (*before, *rolled(table, bool(before) or table.hands.alone, dice, leaned, ruled))


def under_way(table: Table, seat: int | None) -> tuple[Event, ...] | Refusal:
    """What precedes the end of a throw, if it may be made: nothing, for dice in the air."""
    return () if table.thrown else may_throw(table, seat)


def no_roll(table: Table, command: NoRoll, now: datetime) -> Decision:
    begun = stale(table, now) or under_way(table, command.seat)
    void = RollVoid if table.rules.procedure.trial.shaker is None else ShakeVoid
    return not_counted(table, command, begun, partial(void, dice=command.dice))


def not_counted(
    table: Table,
    command: NoRoll | NoDeal,
    before: tuple[Event, ...] | Refusal,
    made: Callable[[str, tuple[str, ...], str, str | None], VoidTrial],
) -> Decision:
    """A trial that does not count: by itself, or because somebody with the authority says so.
    ``before`` is what precedes it, or why there is none; ``made`` makes its event."""
    trial = table.rules.procedure.trial
    reason = trial.reason(command.reason)
    if reason is None:
        known = ", ".join(each.key for each in trial.reasons if not each.none)
        callers = next((each.callers.cites for each in trial.reasons if each.callers), ())
        what = trial.noun
        detail = f'"{plain(command.reason)}" is no reason for a void {what}. There are: {known}.'
        return refuse(table, "not-a-reason", detail, callers)
    if isinstance(before, Refusal):
        return before
    if reason.none:
        return refuse(table, "not-a-reason", f"Not void: {reason.words}.", reason.none)
    named = reason.cites
    if reason.callers is not None:
        if command.caller is None:
            roles = " or ".join(table.rules.roles(reason.callers))
            what = trial.noun
            detail = f"Void only if the {roles} calls it; uncalled, the {what} counts."
            return refuse(table, "not-authorised", detail, reason.callers.cites, reason.cites)
        refusal = not_by(table, reason.callers, command.caller, f"calls a void {trial.noun}")
        if refusal is not None:
            return refusal
        named = (*reason.cites, *reason.callers.cites)
    clauses = table.rules.ids(named, trial.void)
    void = made(command.caller or "table", clauses, command.reason, command.caller)
    return (*before, *_closing(table), void)


def _closing(table: Table) -> tuple[Event, ...]:
    """The announcement that precedes the trial, where there is one and it is not made yet."""
    closed = closing(table) if table.rules.procedure.trial.closed else None
    return () if closed is None else (closed,)


def disputed_face(table: Table, command: DisputedFace, now: datetime) -> Decision:
    """A dispute about which face is up: ruled, or the throw void."""
    disputes = table.rules.procedure.trial.disputes
    if disputes is None:
        detail = "There is nobody here to rule on a face."
        return refuse(table, "no-staff", detail, table.rules.procedure.unattended)
    in_hand = table.rules.procedure.trial.shaker is not None
    begun = may_throw(table, command.seat) if in_hand else under_way(table, command.seat)
    before = stale(table, now) or begun
    if isinstance(before, Refusal):
        return before
    refusal = not_by(table, disputes, command.caller, "rules on a disputed face")
    if refusal is not None:
        return refusal
    named = table.rules.ids(disputes.cites)
    if command.dice is not None:
        ruled = command.caller, named
        if table.rules.procedure.trial.shaker is not None:
            return uncovered(table, command.dice, ruled=ruled)
        return come_to_rest(table, before, command.dice, None, ruled)
    void = together(named, table.rules.ids(table.rules.procedure.trial.void))
    made = ShakeVoid if in_hand else RollVoid
    caller = command.caller
    return (*before, *_closing(table), made(caller, void, "disputed-face", caller))
