"""Decides what follows from a command at a table: events, or a refusal."""

import marshal
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from lammer.core.cite import clause_ids
from lammer.core.legality import Refusal
from lammer.core.ruleset import Ruleset
from lammer.games.registry import RULESETS, UnknownName, did_you_mean, load
from lammer.house import Elections, check_house, elections, without_defaults
from lammer.ledger import CAGE, rail
from lammer.table.bets import change as changing
from lammer.table.bets import make as making
from lammer.table.commands import (
    Accept,
    BuyIn,
    CallBet,
    CashOut,
    Command,
    CommitSeed,
    Correct,
    Coupon,
    Decline,
    EnterStep,
    ForeignCommand,
    Leave,
    MakeBet,
    Malformed,
    Open,
    OrderPass,
    PassOn,
    Reduce,
    Remove,
    Reveal,
    Seed,
    Sit,
    Verbal,
    Withdraw,
    plain,
    verbs,
)
from lammer.table.events import Opened
from lammer.table.log import EPOCH
from lammer.table.refusals import MOST_CENTS, Decision, moves, refuse
from lammer.table.rules import HOUSE, Rules, shared_rules
from lammer.table.state import TableState
from lammer.table.turns import corrections as correcting
from lammer.table.turns import offers, steps
from lammer.table.turns import pledges as pledge
from lammer.table.turns import seating as people
from lammer.table.turns.order import next_seat

_DECIDE: dict[type[Command], Callable[[TableState, Any], Decision]] = {
    Sit: people.sit,
    Leave: people.leave,
    BuyIn: people.buy_in,
    CashOut: people.cash_out,
    MakeBet: making.make,
    Verbal: making.verbal,
    Coupon: making.coupon,
    Reduce: changing.reduce,
    Remove: changing.remove,
    CallBet: changing.call,
    Accept: offers.accept,
    Decline: offers.decline,
    PassOn: offers.pass_on,
    OrderPass: offers.order_pass,
    EnterStep: steps.enter,
    Correct: correcting.correct,
    CommitSeed: pledge.pledge,
    Seed: pledge.seed,
    Reveal: pledge.reveal,
    Withdraw: pledge.withdraw,
    Open: lambda _table, _command: Refusal("already-open", "The table is open.", HOUSE),
}


def decide(table: TableState, command: Command, now: datetime = EPOCH) -> Decision:
    """Return what follows from ``command`` now, or why it is refused. Changes nothing.

    >>> from lammer.table.commands import MakeBet
    >>> from lammer.table.run import Run
    >>> table = Run.at("nj-2011", rails={1: 10000}).table
    >>> decide(table, MakeBet(1, "place-6", 1000)).clauses
    ('NJ11-1.4f', 'R-12')
    >>> [event.name for event in decide(table, MakeBet(1, "place-6", 1200))]
    ['bet']
    >>> decide(table, MakeBet(1, "come", 500)).code
    'wrong-time'
    """
    kind = type(command)
    decided = _DECIDE.get(kind)
    if decided is not None:
        return decided(table, command)
    return table.rules.instrument.decides[kind](table, command, now)


def _foreign_command(table: TableState, command: ForeignCommand) -> Refusal:
    """Refuse a command of another game, with those of this one."""
    procedure = table.rules.procedure
    game = table.rules.house.law.game
    not_done = {
        *(() if table.rules.steps else (EnterStep,)),
        *(() if procedure.turn else (Accept, Decline, PassOn, OrderPass)),
    }
    known = ", ".join(
        sorted(verb for verb, kind in verbs(procedure.trial.thing).items() if kind not in not_done)
    )
    detail = f"{command.word} is not done at {game}. What is: {known}."
    cites = table.rules.instrument.not_here(table.rules, command.word)
    return refuse(table, "not-here", detail, cites)


_DECIDE[ForeignCommand] = _foreign_command


def rules_to_open(command: Open, *, opened: bool = False) -> Rules | Refusal:
    """Return the rules that a table would be opened under, or the first election that the law
    forbids; for one that was ``opened`` already, save what does no harm."""
    try:
        law = load(command.rules)
    except UnknownName as problem:
        raise Malformed("rules", str(problem), _hint(problem)) from None
    if command.game is not None and command.game not in law.games:
        if not any(command.game in load(key).games for key in RULESETS):
            raise Malformed("game", f'there is no game "{plain(command.game)}"')
        detail = f"{command.game} is not a game of {law.key}: {', '.join(law.games)}."
        return Refusal("not-listed", detail, clause_ids(law.law.only_these))
    law = load(command.rules, command.game)
    found = _judged_before(law, command.house, opened)
    return found if isinstance(found, Refusal) else shared_rules(law, found)


_lawful: dict[tuple[int, bytes, bool], tuple[Ruleset, Elections]] = {}
"""Elections that a law was found to permit, by the law and what was written."""
_MOST_LAWFUL = 256


def _judged_before(law: Ruleset, written: Mapping[str, Any], opened: bool) -> Elections | Refusal:
    """Judge the same elections once: most tables of a house are opened under the same ones."""
    try:
        key = id(law), marshal.dumps(dict(written), 2), opened  # Plain values, with their types.
    except ValueError:
        return _judged(law, written, opened)
    kept = _lawful.pop(key, None)
    found = _judged(law, written, opened) if kept is None else kept[1]
    if not isinstance(found, Refusal):
        if len(_lawful) >= _MOST_LAWFUL:
            del _lawful[next(iter(_lawful))]
        _lawful[key] = law, found
    return found


def _judged(law: Ruleset, written: Mapping[str, Any], opened: bool) -> Elections | Refusal:
    """Return the elections, or the first that the law forbids."""
    elected, faults = elections(written, law)
    if faults:
        raise Malformed(f"house.{faults[0].key}", faults[0].what, faults[0].instead)
    for key, here in (("rules", law.key), ("game", law.game)):
        other = written.get(key, here)
        if other != here:
            what = f"the house is one for {plain(other)}, and the table for {here}"
            raise Malformed(f"house.{key}", what, "Leave it out, or open a table of it.")
    breaches = check_house(law, without_defaults(law, elected), rights_kept=True)
    first = next((each for each in breaches if not (opened and each.harmless)), None)
    if first is not None:
        detail = f"{first.key}: {first.what}. {first.instead}"
        return Refusal("unlawful-house", detail, first.clauses)
    return elected


def _hint(problem: Exception) -> str:
    known = getattr(problem, "known", ())
    listed = f"There are: {', '.join(known)}." if known else ""
    return f"{did_you_mean(getattr(problem, 'near', ()))}{listed}".strip()


def open_table(
    command: Open, now: datetime = EPOCH, *, opened: bool = False
) -> tuple[Rules, Opened] | Refusal:
    """Return the rules of a new table and the event that opens it, or a refusal; with ``opened``,
    of one that was opened before (``rules_to_open``)."""
    rules = rules_to_open(command, opened=opened)
    if isinstance(rules, Refusal):
        return rules
    seating, turn = rules.procedure.seating, rules.procedure.turn
    places = sorted(command.seats, key=lambda place: place.seat)
    if len(places) > seating.most or any(place.seat > seating.most for place in places):
        detail = f"Room for {seating.most} players, seats 1 to {seating.most}."
        return Refusal("table-full", detail, rules.ids(seating.most_cites) or HOUSE)
    if any(place.rail > MOST_CENTS for place in places):
        return Refusal("too-much", "A rail holds at most ten trillion dollars.", HOUSE)
    law = rules.house.law
    cites, offered = rules.procedure.unattended, None
    if turn is not None:
        offered = next_seat([place.seat for place in places], None, turn.rising)
        present = turn.selection.present if turn.selection is not None else ()
        first = turn.offering(offered) if offered is not None else ()
        cites = (*present, *turn.kept, *first)
    kit_cites, kit = rules.instrument.opening(rules, now)
    chips = moves(*((CAGE, rail(place.seat), place.rail) for place in places))
    made = rules.instrument.opened(
        "house",
        rules.ids((*cites, *kit_cites)),
        1,
        law.key,
        law.game,
        rules.digest,
        dict(command.house),
        tuple(places),
        offered,
        moves=chips,
        **kit,
    )
    return rules, made
