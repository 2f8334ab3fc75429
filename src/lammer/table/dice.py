"""The dice: who is offered them, who holds them, when they are thrown, when a throw counts."""

from lammer.core.cite import Cites
from lammer.core.legality import Refusal
from lammer.core.procedure import Authority, Turn
from lammer.table.command import (
    Accept,
    Decline,
    DisputedFace,
    NoLineBet,
    NoRoll,
    OrderPass,
    PassOn,
    Rest,
    Roll,
    Select,
    Throw,
    plain,
)
from lammer.table.event import Event
from lammer.table.rules import HOUSE
from lammer.table.say import Decision, in_the_air, player_at, refuse, together
from lammer.table.settlement import rolled
from lammer.table.state import Table
from lammer.table.turn import after, declined, given_up, line_bets, numbers_stand


def _turn(table: Table) -> Turn | Refusal:
    turn = table.rules.procedure.turn
    return turn if turn is not None else _nobody(table)


def _nobody(table: Table) -> Refusal:
    return refuse(
        table, "no-staff", "Nobody holds the dice here.", table.rules.procedure.unattended
    )


def _the_offer(table: Table, seat: int, turn: Turn) -> Refusal | None:
    """Why this seat may not answer for the dice, if it may not."""
    player = player_at(table, seat)
    if isinstance(player, Refusal):
        return player
    hands = table.hands
    cites = turn.relinquished if hands.before is not None else (*turn.first, *turn.declined)
    if hands.holder is not None:
        detail = f"Seat {hands.holder} has the {turn.thing}."
        return refuse(table, "not-your-turn", detail, turn.accepted, turn.may_pass, cites)
    if hands.offered != seat:
        detail = f"The {turn.thing} are offered to seat {hands.offered}."
        return refuse(table, "not-your-turn", detail, cites)
    return None


def accept(table: Table, command: Accept) -> Decision:
    turn = _turn(table)
    if isinstance(turn, Refusal):
        return turn
    refusal = _the_offer(table, command.seat, turn)
    if refusal is not None:
        return refusal
    chosen = turn.selection
    cites = turn.successor if table.hands.before is not None else turn.accepted
    clauses = table.rules.ids(cites, chosen.present, chosen.taken, chosen.rest)
    return (Event("accept", f"seat-{command.seat}", {"seat": command.seat}, clauses),)


def decline(table: Table, command: Decline) -> Decision:
    turn = _turn(table)
    if isinstance(turn, Refusal):
        return turn
    refusal = _the_offer(table, command.seat, turn)
    if refusal is not None:
        return refusal
    body, cites = declined(table, turn, command.seat)
    return (Event("decline", f"seat-{command.seat}", body, table.rules.ids(cites)),)


def select(table: Table, command: Select) -> Decision:
    turn = _turn(table)
    if isinstance(turn, Refusal):
        return turn
    chosen = turn.selection
    refusal = _the_holder(table, turn, command.seat, chosen.taken)
    if refusal is not None:
        return refusal
    took = command.take
    if took is None:
        took = len(command.dice) if command.dice is not None else chosen.take
    if command.of < chosen.least:
        detail = f"A set of at least {chosen.least} {turn.thing} is offered, not {command.of}."
        return refuse(table, "not-two-dice", detail, chosen.present)
    which = command.dice or tuple(range(1, took + 1))
    apart = len(set(which)) == took and all(1 <= each <= command.of for each in which)
    if took != chosen.take or not apart:
        detail = f"The shooter selects {chosen.take} {turn.thing}, not {took}."
        return refuse(table, "not-two-dice", detail, chosen.taken)
    if table.hands.picked:
        detail = f"Seat {command.seat} has selected the {turn.thing}."
        return refuse(table, "not-needed", detail, chosen.taken)
    body = {"seat": command.seat, "of": command.of, "taken": took, "away": command.of - took}
    clauses = table.rules.ids(chosen.present, chosen.taken, chosen.rest, turn.kept)
    return (Event("select", f"seat-{command.seat}", body, clauses),)


def _the_holder(table: Table, turn: Turn, seat: int | None, *cites: Cites) -> Refusal | None:
    """Why this seat does not have the dice, if it does not; ``cites`` speak of what it wants."""
    hands = table.hands
    if seat is not None:
        player = player_at(table, seat)
        if isinstance(player, Refusal):
            return player
    if hands.holder is None:
        whom = f"seat {hands.offered}" if hands.offered else "nobody yet"
        detail = f"Nobody holds the {turn.thing}: they are offered to {whom}."
        taking = turn.accepted if hands.before is None else turn.successor
        return refuse(table, "no-shooter", detail, *cites, taking)
    if seat is not None and seat != hands.holder:
        detail = f"Seat {hands.holder} holds the {turn.thing}."
        return refuse(table, "not-your-dice", detail, *cites, turn.may_pass)
    return None


def pass_on(table: Table, command: PassOn) -> Decision:
    turn = _turn(table)
    if isinstance(turn, Refusal):
        return turn
    refusal = _the_holder(table, turn, command.seat, turn.may_pass)
    if refusal is not None:
        return refusal
    if table.thrown:
        return in_the_air(table, "they are passed between rolls", turn.may_pass)
    return (given_up(table, turn, "choice", turn.may_pass),)


def order_pass(table: Table, command: OrderPass) -> Decision:
    turn = _turn(table)
    if isinstance(turn, Refusal):
        return turn
    ordered = turn.order.authority
    refusal = _the_holder(table, turn, command.seat, ordered.cites) or _not_by(
        table, ordered, command.caller, "orders the dice passed"
    )
    if refusal is not None:
        return refusal
    if command.reason not in turn.order.reasons:
        detail = f"The dice are ordered passed for: {', '.join(turn.order.reasons)}."
        return refuse(table, "not-a-reason", detail, turn.order.authority.cites)
    if table.thrown:
        return in_the_air(table, "they are passed between rolls", turn.order.authority.cites)
    return (given_up(table, turn, command.reason, turn.order.authority.cites, command.caller),)


def _not_by(table: Table, authority: Authority, caller: str, does: str) -> Refusal | None:
    roles = table.rules.roles(authority)
    if caller in roles:
        return None
    detail = f"The {' or '.join(roles)} {does}, not the {caller}."
    return refuse(table, "not-authorised", detail, authority.cites)


def no_line_bet(table: Table, command: NoLineBet) -> Decision:
    """The shooter makes no line bet while come bets stand: the dice are first offered to the
    others (1.11(b))."""
    turn = _turn(table)
    if isinstance(turn, Refusal):
        return turn
    refusal = _the_holder(table, turn, command.seat, turn.only_for.offer)
    if refusal is not None:
        return refusal
    only, holder = turn.only_for, table.hands.holder
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
    body = {"offered": after(table, holder), "before": holder, "asking": True}
    clauses = table.rules.ids(only.offer, turn.relinquished)
    return (Event("offer", f"seat-{holder}", body, clauses),)


def _goes_alone(table: Table, turn: Turn) -> Event:
    body = {"seat": table.hands.holder, "on": True}
    clauses = table.rules.ids(turn.only_for.alone, turn.only_for.marker)
    return Event("alone", "table", body, clauses)


# The throw


def _may_throw(table: Table, seat: int | None) -> tuple[Event, ...] | Refusal:
    """Whether the dice may be thrown now, and what that implies: a lone shooter without a line
    bet goes on only for the come bets."""
    turn = table.rules.procedure.turn
    if turn is None:
        return () if seat is None else _nobody(table)
    refusal = _the_holder(table, turn, seat)
    if refusal is not None:
        return refusal
    hands = table.hands
    if table.context != table.rules.start or hands.alone:
        return ()
    assert hands.holder is not None
    bets = table.seats[hands.holder].bets
    if not bets.keys().isdisjoint(turn.stake):
        return ()
    stand = numbers_stand(table, turn)
    if stand and len(table.seated()) == 1 and not line_bets(table, turn):
        return (_goes_alone(table, turn),)
    detail = f"Seat {hands.holder} must make a Pass or Don't Pass Bet before a come-out roll."
    more = turn.only_for.offer if stand else ()
    return refuse(table, "needs-line-bet", detail, turn.stake_cites, more)


def throw(table: Table, command: Throw) -> Decision:
    if table.thrown:
        return in_the_air(table, "enter where they come to rest")
    before = _may_throw(table, command.seat)
    if isinstance(before, Refusal):
        return before
    holder = table.hands.holder
    actor = "shaker" if holder is None else f"seat-{holder}"
    clauses = table.rules.ids(table.rules.procedure.trial.thrown)
    return (*before, Event("throw", actor, {}, clauses))


def roll(table: Table, command: Roll) -> Decision:
    """A whole throw at once."""
    if table.thrown:
        trial = table.rules.procedure.trial
        return in_the_air(table, "enter where they come to rest", trial.called)
    before = _may_throw(table, command.seat)
    if isinstance(before, Refusal):
        return before
    return _come_to_rest(table, before, command.dice, command.resting)


def rest(table: Table, command: Rest) -> Decision:
    if not table.thrown:
        return Refusal("dice-not-thrown", "The dice have not been thrown.", HOUSE)
    return _come_to_rest(table, (), command.dice, command.resting)


def _come_to_rest(
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


def no_roll(table: Table, command: NoRoll) -> Decision:
    """A throw that does not count: by itself, or because somebody with the authority says so."""
    trial = table.rules.procedure.trial
    reason = trial.reason(command.reason)
    if reason is None:
        known = ", ".join(each.key for each in trial.reasons if not each.none)
        callers = next((each.callers.cites for each in trial.reasons if each.callers), ())
        detail = f'"{plain(command.reason)}" is no reason for a void roll. There are: {known}.'
        return refuse(table, "not-a-reason", detail, callers)
    before = () if table.thrown else _may_throw(table, command.seat)
    if isinstance(before, Refusal):
        return before
    if reason.none:
        return refuse(table, "not-a-reason", f"Not void: {reason.words}.", reason.none)
    named = reason.cites
    if reason.callers is not None:
        if command.caller is None:
            roles = " or ".join(table.rules.roles(reason.callers))
            detail = f'Void only if the {roles} calls "No Roll"; uncalled, the roll counts.'
            return refuse(table, "not-authorised", detail, reason.callers.cites, reason.cites)
        refusal = _not_by(table, reason.callers, command.caller, 'may call "No Roll"')
        if refusal is not None:
            return refusal
        named = (*reason.cites, *reason.callers.cites)
    body: dict[str, object] = {"reason": command.reason, "caller": command.caller}
    if command.dice is not None:
        body["dice"] = list(command.dice)
    clauses = table.rules.ids(named, trial.void)
    return (*before, Event("no-roll", command.caller or "table", body, clauses))


def disputed_face(table: Table, command: DisputedFace) -> Decision:
    """A dispute about which face is up: ruled, or the throw void."""
    disputes = table.rules.procedure.trial.disputes
    if disputes is None:
        detail = "There is nobody here to rule on a face."
        return refuse(table, "no-staff", detail, table.rules.procedure.unattended)
    before = () if table.thrown else _may_throw(table, command.seat)
    if isinstance(before, Refusal):
        return before
    refusal = _not_by(table, disputes, command.caller, "rules on a disputed face")
    if refusal is not None:
        return refusal
    named = table.rules.ids(disputes.cites)
    if command.dice is not None:
        return _come_to_rest(table, before, command.dice, None, (command.caller, named))
    body = {"reason": "disputed-face", "caller": command.caller}
    void = together(named, table.rules.ids(table.rules.procedure.trial.void))
    return (*before, Event("no-roll", command.caller, body, void))
