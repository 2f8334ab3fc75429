"""Who may ask what of a table: a message from somebody, as the command the table understands.

Whether the command is allowed by the rules is the table's business. Here is only whose business it
is to ask: a player speaks for the own seat, the crew of a staffed table for the game, nobody for
the house.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from lammer.core.codec import shape
from lammer.core.legality import Refusal
from lammer.server.refused import Refused
from lammer.server.tables.idempotency import Key
from lammer.table.commands import Malformed, verb_for, verbs
from lammer.table.decide import decide
from lammer.table.state import DEALER, TableState
from lammer.table.views.crew import unannounced
from lammer.table.views.legal import Legal, May, Range, as_data

CREW = ("dealer", "stickperson", "boxperson", "floorperson")
"""The roles that run a game."""


class Requester(NamedTuple):
    """Somebody at a table: a person with roles, over a client of theirs. The house itself has no
    person."""

    person: int | None
    name: str = ""
    roles: tuple[str, ...] = ()
    client: str = ""

    @property
    def key(self) -> Key:
        """What their commands are counted under."""
        return self.person, self.client

    @property
    def crew(self) -> tuple[str, ...]:
        return tuple(role for role in self.roles if role in CREW)


THE_HOUSE = Requester(None, "house")


def authorized(
    table: TableState, kind: str, own: int | None, who: Requester, raw: Mapping[str, Any]
) -> dict[str, Any]:
    """The command somebody means, whose own seat is ``own``; ``Refused`` if it is not theirs to
    ask. Sitting down is not asked here."""
    verb = raw.get("do")
    kinds = verbs(table.rules.procedure.trial.thing)
    if not isinstance(verb, str) or verb not in kinds:
        return dict(raw)  # The table says what is wrong with it.
    asked_by = kinds[verb].issued_by
    if "at" in raw:
        raise Refused("not-yours", "The time of a command is the house's.", 403,
                      instead='Leave "at" out.')  # fmt: skip
    if asked_by == "house":
        raise Refused("not-yours", f"{verb} is the house's to do.", 403)
    if "surveillance" in who.roles and (verb != "leave" or own is None):
        raise Refused("not-yours", "Surveillance sees all play and touches nothing.", 403)
    staffed = kind == "staffed"
    if staffed and who.crew:
        _announced(table, verb)
    if asked_by == "holder":
        return _trial(table, staffed, own, who, raw)
    if staffed and who.crew:
        return _crew(who, raw)
    if asked_by == "crew":
        where = "At a staffed table the crew does it." if staffed else "Nobody does it here."
        raise Refused("not-yours", f"{verb} is not a player's to do. {where}", 403)
    return _own(own, verb, raw)


def _own(own: int | None, verb: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    if own is None:
        raise Refused("not-seated", "You do not sit at this table.", 403,
                      instead='Ask {"do": "sit"} first.')  # fmt: skip
    if raw.get("seat", own) != own:
        raise Refused("not-your-seat", f"Your seat is {own}.", 403)
    if "confirmed_by" in raw:
        raise Refused("not-yours", "The crew confirms a bet, not its player.", 403,
                      instead='Leave "confirmed_by" out.')  # fmt: skip
    if verb == "buy-in" and "amount" not in raw:
        raise Malformed("amount", "is missing")
    return {**raw, "seat": own}


def _trial(
    table: TableState, staffed: bool, own: int | None, who: Requester, raw: Mapping[str, Any]
) -> dict[str, Any]:
    """A roll, a shake, a coup: entered by the crew, or the button pressed by whoever has it."""
    if staffed:
        if who.crew:
            return dict(raw)
        noun = table.rules.procedure.trial.noun
        raise Refused("not-yours", f"At a staffed table the crew enters the {noun}.", 403)
    kinds = verbs(table.rules.procedure.trial.thing)
    for key in shape(kinds[str(raw["do"])]).fields:
        if key in raw and key != "seat":
            detail = "The house draws at this table, from the seed it pledged."
            raise Refused("not-yours", detail, 403, instead=f'Leave "{key}" out.')
    if own is None:
        raise Refused("not-seated", "You do not sit at this table.", 403)
    if raw.get("seat", own) != own:
        raise Refused("not-your-seat", f"Your seat is {own}.", 403)
    holder = table.hands.holder
    if table.rules.procedure.turn is None or holder == DEALER:
        return {key: value for key, value in raw.items() if key != "seat"}
    return {**raw, "seat": own}


def _announced(table: TableState, verb: str) -> None:
    """The crew closes the betting before it enters what the dice or the cards show."""
    first = unannounced(table, verb)
    if first is not None:
        raise Refused(first.code, first.detail, 409, clauses=first.clauses,
                      instead='Ask {"do": "no-more-bets"} first.')  # fmt: skip


def _crew(who: Requester, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The crew speaks for itself, in a role that it has, and enters what players do."""
    caller = raw.get("caller")
    if isinstance(caller, str) and caller not in who.crew:
        yours = ", ".join(who.crew)
        raise Refused("not-authorised", f"You are not {caller} here; you are {yours}.", 403)
    confirmed = raw.get("confirmed_by")
    if isinstance(confirmed, list):
        for role in confirmed:
            if isinstance(role, str) and role not in who.crew:
                detail = f"You cannot give the word of the {role}."
                raise Refused("not-authorised", detail, 403,
                              instead="Ask without it; the others confirm.")  # fmt: skip
    return dict(raw)


def available(
    table: TableState, kind: str, found: Legal, free_cents: int, now: datetime, crew: bool = False
) -> dict[str, Any]:
    """What a player may ask, out of what the table would do for the seat: not what the crew
    enters, no more chips than are in the purse, and the button also when nobody has to hold it.
    The ``crew`` is told of coupons, too."""
    kinds = verbs(table.rules.procedure.trial.thing)
    barred = ("crew", "holder") if kind == "staffed" else ("crew",)
    kept: dict[str, May] = {
        verb: may
        for verb, may in found.verbs.items()
        if verb not in kinds or kinds[verb].issued_by not in barred
    }
    if kind == "automatic":
        kept |= _button(table, found, now)
    brought = kept.get("buy-in")
    if isinstance(brought, Range) and free_cents < brought.most:
        short = Refusal("not-enough-chips", "There is nothing in the purse.", ("house",))
        less = brought._replace(most=free_cents, limit="not-enough-chips")
        kept["buy-in"] = less if free_cents else short
    data = as_data(found._replace(verbs=kept))
    if not crew:
        for up in data.get("up", {}).values():
            del up["coupon"]
    return data


def _button(table: TableState, found: Legal, now: datetime) -> dict[str, May]:
    """Where no player holds anything, anybody who is seated has the house go on."""
    procedure, seat = table.rules.procedure, found.seat
    assert seat is not None
    if procedure.turn is not None and table.hands.holder != DEALER:
        return {}
    trial = table.rules.instrument.sample_trial(table)
    decision = decide(table, trial, now)
    refused = decision if isinstance(decision, Refusal) else None
    return {verb_for(type(trial), procedure.trial.thing): refused}
