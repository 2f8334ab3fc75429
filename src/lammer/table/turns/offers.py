"""Offering, accepting, declining and passing the instrument."""

from lammer.core.cite import Cites
from lammer.core.legality import NO_HOLDER, NOT_HOLDER, Refusal
from lammer.core.procedure import Authority, Turn
from lammer.table.commands import Accept, Decline, OrderPass, PassOn
from lammer.table.events import Accepted
from lammer.table.refusals import Decision, player_at, refuse, too_late
from lammer.table.state import DEALER, Holder, TableState
from lammer.table.turns.order import declined_event, passed_event


def turn_rules(table: TableState) -> Turn | Refusal:
    turn = table.rules.procedure.turn
    return turn if turn is not None else no_holder(table)


def no_holder(table: TableState) -> Refusal:
    procedure = table.rules.procedure
    whose = "The dealer has" if procedure.by_dealer else "Nobody holds"
    detail = f"{whose} the {_thing(table)} here."
    return refuse(table, "no-staff", detail, procedure.unattended)


def _thing(table: TableState) -> str:
    return table.rules.procedure.trial.thing


def _are(table: TableState) -> str:
    return "are" if table.rules.instrument.plural else "is"


def holder_words(holder: Holder) -> str:
    return "The dealer" if holder == DEALER else f"Seat {holder}"


def _check_offered(table: TableState, seat: int) -> Turn | Refusal:
    """Return the rules of the turn, if this seat may answer the offer; else why not."""
    turn = turn_rules(table)
    if isinstance(turn, Refusal):
        return turn
    player = player_at(table, seat)
    if isinstance(player, Refusal):
        return player
    hands = table.hands
    cites = turn.relinquished if hands.before is not None else (*turn.first, *turn.declined)
    if hands.before == DEALER:
        cites = (*turn.unrefused, *cites)
    if hands.holder is not None:
        detail = f"{holder_words(hands.holder)} has the {_thing(table)}."
        return refuse(table, "not-your-turn", detail, turn.accepted, turn.may_pass, cites)
    if hands.offered != seat:
        detail = f"The {_thing(table)} {_are(table)} offered to seat {hands.offered}."
        return refuse(table, "not-your-turn", detail, cites)
    return turn


def accept(table: TableState, command: Accept) -> Decision:
    turn = _check_offered(table, command.seat)
    if isinstance(turn, Refusal):
        return turn
    cites = turn.successor if table.hands.before is not None else turn.accepted
    chosen = turn.selection
    if chosen is not None:
        cites = (*cites, *chosen.present, *chosen.taken, *chosen.rest)
    if command.dealer:
        if not turn.designated:
            detail = (
                f"A player who takes the {_thing(table)} uses it; no text has the dealer do it."
            )
            return refuse(table, "not-authorised", detail, turn.accepted)
        cites = (*cites, *turn.designated)
    clauses = table.rules.ids(cites)
    return (Accepted(f"seat-{command.seat}", clauses, command.seat, command.dealer),)


def decline(table: TableState, command: Decline) -> Decision:
    turn = _check_offered(table, command.seat)
    if isinstance(turn, Refusal):
        return turn
    return (declined_event(table, turn, command.seat),)


def check_holder(
    table: TableState, turn: Turn, seat: Holder | None, *cites: Cites
) -> Refusal | None:
    """Return why this seat does not hold the instrument; None if it does. ``cites`` are the clauses
    of what it wants to do."""
    hands = table.hands
    if isinstance(seat, int):
        player = player_at(table, seat)
        if isinstance(player, Refusal):
            return player
    if hands.holder is None:
        whom = f"seat {hands.offered}" if hands.offered else "nobody yet"
        they = "they are" if table.rules.instrument.plural else "it is"
        detail = f"Nobody holds the {_thing(table)}: {they} offered to {whom}."
        taking = turn.accepted if hands.before is None else turn.successor
        return refuse(table, NO_HOLDER, detail, *cites, taking)
    if seat is not None and seat != hands.holder:
        detail = f"{holder_words(hands.holder)} holds the {_thing(table)}."
        return refuse(table, NOT_HOLDER, detail, *cites, turn.may_pass)
    return None


def pass_on(table: TableState, command: PassOn) -> Decision:
    turn = turn_rules(table)
    if isinstance(turn, Refusal):
        return turn
    hands = table.hands
    designated = hands.on_behalf_of is not None and command.seat == hands.on_behalf_of
    refusal = check_holder(table, turn, DEALER if designated else command.seat, turn.may_pass)
    if refusal is not None:
        return refusal
    if table.thrown:
        return too_late(table, table.rules.instrument.passed_between, turn.may_pass)
    return (passed_event(table, turn, "choice", turn.may_pass),)


def order_pass(table: TableState, command: OrderPass) -> Decision:
    turn = turn_rules(table)
    if isinstance(turn, Refusal):
        return turn
    ordered = turn.order.authority
    refusal = check_holder(table, turn, command.seat, ordered.cites) or check_authority(
        table, ordered, command.caller, f"orders the {_thing(table)} passed"
    )
    if refusal is not None:
        return refusal
    if table.hands.seat is None:
        detail = f"The {_thing(table)} is ordered passed by a player, and the dealer has it."
        return refuse(table, "not-needed", detail, ordered.cites)
    if command.reason not in (*turn.order.reasons, *turn.order.also):
        known = ", ".join(turn.order.reasons)
        detail = f"The {_thing(table)} {_are(table)} ordered passed for: {known}."
        return refuse(table, "not-a-reason", detail, ordered.cites)
    if table.thrown and not table.rules.procedure.trial.closed:
        return too_late(table, table.rules.instrument.passed_between, ordered.cites)
    return (passed_event(table, turn, command.reason, ordered.cites, command.caller),)


def check_authority(
    table: TableState, authority: Authority, caller: str, does: str
) -> Refusal | None:
    roles = table.rules.roles(authority)
    if caller in roles:
        return None
    detail = f"The {' or '.join(roles)} {does}, not the {caller}."
    if not roles:
        chosen = " or ".join(table.rules.designated(authority))
        detail = f"Nobody {does} here for that reason: the licensee designated the {chosen}."
    return refuse(table, "not-authorised", detail, authority.cites)
