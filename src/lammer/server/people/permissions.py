"""Permissions: who may give which command at a table.

A player gives commands for the own seat, the crew of a staffed table for the game; nobody gives
those of the house. Whether the rules allow a command is up to the table.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from lammer.core.legality import Refusal
from lammer.server.client_commands import (
    OWN_SEAT,
    DrawTrial,
    ParsedCommand,
)
from lammer.server.errors import Refused
from lammer.table.commands import Command, ForeignCommand, Leave, verb_for, verbs
from lammer.table.decide import decide
from lammer.table.state import DEALER, TableState
from lammer.table.views.crew import unannounced
from lammer.table.views.legal import Legal, May, Range, as_data

ClientKey = tuple[int | None, str]
"""A person and the name of one of their clients; commands are numbered per client."""
CREW = ("dealer", "stickperson", "boxperson", "floorperson")
"""The roles that run a game."""


class Requester(NamedTuple):
    """The sender of a command: a person with roles, over one of their clients, from an address. The
    house itself has no person."""

    person: int | None
    name: str = ""
    roles: tuple[str, ...] = ()
    client: str = ""
    address: str = ""
    guest: bool = False

    @property
    def key(self) -> ClientKey:
        return self.person, self.client

    @property
    def crew(self) -> tuple[str, ...]:
        return tuple(role for role in self.roles if role in CREW)


THE_HOUSE = Requester(None, "house")

OWN_TABLE = "You have a seat here: who plays at a table enters nothing there."


def runs_game(kind: str, own: int | None, who: Requester) -> bool:
    """True if somebody whose seat is ``own`` is of the crew at a table of this kind: who has a seat
    there is not, whatever the role."""
    return kind == "staffed" and own is None and bool(who.crew)


def authorized(
    table: TableState, kind: str, own: int | None, who: Requester, sent: ParsedCommand
) -> ParsedCommand:
    """Return the command of somebody whose seat is ``own``, with that seat where it names none.
    Raises ``Refused`` if they may not give it, and ``Malformed`` if it could not be read. Sitting
    down and confirming bets are checked elsewhere."""
    asked = sent.kind
    if asked is None or asked is ForeignCommand:
        return sent._replace(command=sent.readable())  # The table refuses a foreign one.
    verb: str = sent.raw["do"]
    if asked.issued_by == "house":
        raise Refused("not-yours", f"{verb} is the house's to do.", 403)
    if "surveillance" in who.roles and (asked is not Leave or own is None):
        raise Refused("not-yours", "Surveillance sees all play and touches nothing.", 403)
    staffed = kind == "staffed"
    if runs_game(kind, own, who):
        _check_announced(table, verb)
        command = sent.readable()
        _check_roles(who, command)
        return sent
    if staffed and who.crew and asked.issued_by in ("holder", "crew"):
        raise Refused("not-yours", OWN_TABLE, 403, instead="Leave the table first.")
    if staffed and asked.issued_by == "holder":
        noun = table.rules.procedure.trial.noun
        raise Refused("not-yours", f"At a staffed table the crew enters the {noun}.", 403)
    if asked.issued_by == "crew":
        where = "At a staffed table the crew does it." if staffed else "Nobody does it here."
        raise Refused("not-yours", f"{verb} is not a player's to do. {where}", 403)
    if own is None:
        raise Refused("not-seated", "You do not sit at this table.", 403,
                      instead='Ask {"do": "sit"} first.')  # fmt: skip
    return _for_own_seat(table, own, sent)


def _for_own_seat(table: TableState, own: int, sent: ParsedCommand) -> ParsedCommand:
    """Return a player's command with the own seat; without one, for a trial that no player has to
    make."""
    command: Any = sent.readable()
    if command.seat not in (None, OWN_SEAT, own):
        raise Refused("not-your-seat", f"Your seat is {own}.", 403)
    if getattr(command, "confirmed_by", ()):
        raise Refused("not-yours", "The crew confirms a bet, not its player.", 403,
                      instead='Leave "confirmed_by" out.')  # fmt: skip
    nobody_s = table.rules.procedure.turn is None or table.hands.holder == DEALER
    if isinstance(command, DrawTrial) and nobody_s:
        raw = {key: value for key, value in sent.raw.items() if key != "seat"}
        return ParsedCommand(DrawTrial(), raw)
    if command.seat == own:
        return sent
    return ParsedCommand(replace(command, seat=own), {**sent.raw, "seat": own})


def _check_announced(table: TableState, verb: str) -> None:
    """Refuse a trial that the crew enters before it has closed the betting."""
    first = unannounced(table, verb)
    if first is not None:
        raise Refused(first.code, first.detail, 409, clauses=first.clauses,
                      instead='Ask {"do": "no-more-bets"} first.')  # fmt: skip


def _check_roles(who: Requester, command: Command) -> None:
    """Refuse a command that the crew gives, or confirms, in a role that the sender has not."""
    caller = getattr(command, "caller", None)
    if caller is not None and caller not in who.crew:
        yours = ", ".join(who.crew)
        raise Refused("not-authorised", f"You are not {caller} here; you are {yours}.", 403)
    for role in getattr(command, "confirmed_by", ()):
        if role not in who.crew:
            detail = f"You cannot give the word of the {role}."
            raise Refused("not-authorised", detail, 403,
                          instead="Ask without it; the others confirm.")  # fmt: skip


def available(
    table: TableState, kind: str, found: Legal, free_cents: int, now: datetime, crew: bool = False
) -> dict[str, Any]:
    """Return what a player may ask, out of what the table would do for the seat: not what the crew
    enters, and no more chips than are in the purse; the next trial also where nobody holds the
    instrument. For the ``crew`` it includes coupons."""
    kinds = verbs(table.rules.procedure.trial.thing)
    barred = ("crew", "holder") if kind == "staffed" else ("crew",)
    kept: dict[str, May] = {
        verb: may
        for verb, may in found.verbs.items()
        if verb not in kinds or kinds[verb].issued_by not in barred
    }
    if kind == "automatic":
        kept |= _trial_for_anybody(table, found, now)
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


def _trial_for_anybody(table: TableState, found: Legal, now: datetime) -> dict[str, May]:
    """Return whether the next trial may be made by anybody who is seated, because no player holds
    the instrument."""
    procedure, seat = table.rules.procedure, found.seat
    assert seat is not None
    if procedure.turn is not None and table.hands.holder != DEALER:
        return {}
    trial = table.rules.instrument.sample_trial(table)
    decision = decide(table, trial, now)
    refused = decision if isinstance(decision, Refusal) else None
    return {verb_for(type(trial), procedure.trial.thing): refused}
