"""Phrases for accepting, declining and passing on the instrument of a table."""

from lammer.core.legality import Refusal
from lammer.table import TableState, apply
from lammer.table.state import DEALER
from lammer.typed.dry_run import decision_on
from lammer.typed.intents import Command
from lammer.typed.vocabulary import Asks


def asks(table: TableState, seat: int) -> Asks:
    """Yield patterns of words, each with the commands it stands for."""
    thing = table.rules.procedure.trial.thing
    yield f"(?:take|accept|my) {thing}|{thing}|accept|ill take (?:them|it)", taking(table, seat)
    declined = {"do": f"decline-{thing}", "seat": seat}
    yield f"no {thing}|decline(?: {thing})?|dont take {thing}|no thanks", (declined,)
    passed = {"do": f"pass-{thing}", "seat": seat}
    yield f"pass (?:on )?{thing}(?: on)?|give up {thing}", (passed,)


def asks_of_one(table: TableState, seat: int) -> Asks:
    """Yield the same, and "take it" and "pass": for games without a bet called pass."""
    thing = table.rules.procedure.trial.thing
    yield from asks(table, seat)
    yield "take(?: it)?", taking(table, seat)
    does = "decline" if table.hands.offered == seat else "pass"
    yield "pass(?: it)?(?: on)?", ({"do": f"{does}-{thing}", "seat": seat},)


def taking(table: TableState, seat: int) -> tuple[Command, ...]:
    """Return the commands by which a seat takes the instrument. If the dealer holds it and would
    offer it to this seat, the dealer passes it on first."""
    thing = table.rules.procedure.trial.thing
    take = {"do": f"accept-{thing}", "seat": seat}
    if table.hands.holder != DEALER or table.hands.on_behalf_of not in (None, seat):
        return (take,)
    offer = {"do": f"pass-{thing}", "seat": DEALER}
    return (offer, take) if _offered_after(table, offer) == seat else (take,)


def _offered_after(table: TableState, offer: Command) -> int | None:
    decision = decision_on(table, offer)
    for event in () if isinstance(decision, Refusal) else decision:
        table = apply(table, event)
    return table.hands.offered
