"""What is said about the dice, the shaker or the shoe themselves: taken, declined, passed on."""

from lammer.core.legality import Refusal
from lammer.table import TableState, apply
from lammer.table.state import DEALER
from lammer.typed.intents import Command
from lammer.typed.try_out import answered
from lammer.typed.vocabulary import Asks


def asks(table: TableState, seat: int) -> Asks:
    """The patterns of words, and what each asks of the table."""
    thing = table.rules.procedure.trial.thing
    yield f"(?:take|accept|my) {thing}|{thing}|accept|ill take (?:them|it)", taking(table, seat)
    declined = {"do": f"decline-{thing}", "seat": seat}
    yield f"no {thing}|decline(?: {thing})?|dont take {thing}|no thanks", (declined,)
    passed = {"do": f"pass-{thing}", "seat": seat}
    yield f"pass (?:on )?{thing}(?: on)?|give up {thing}", (passed,)


def asks_of_one(table: TableState, seat: int) -> Asks:
    """The same where there is no pass bet, and one thing goes round: "take it", "pass"."""
    thing = table.rules.procedure.trial.thing
    yield from asks(table, seat)
    yield "take(?: it)?", taking(table, seat)
    does = "decline" if table.hands.offered == seat else "pass"
    yield "pass(?: it)?(?: on)?", ({"do": f"{does}-{thing}", "seat": seat},)


def taking(table: TableState, seat: int) -> tuple[Command, ...]:
    """Taking it; from a dealer who has it, and would offer it to this seat, by way of an offer."""
    thing = table.rules.procedure.trial.thing
    take = {"do": f"accept-{thing}", "seat": seat}
    if table.hands.holder != DEALER or table.hands.on_behalf_of not in (None, seat):
        return (take,)
    offer = {"do": f"pass-{thing}", "seat": DEALER}
    return (offer, take) if _offered_after(table, offer) == seat else (take,)


def _offered_after(table: TableState, offer: Command) -> int | None:
    decision = answered(table, offer)
    for event in () if isinstance(decision, Refusal) else decision:
        table = apply(table, event)
    return table.hands.offered
