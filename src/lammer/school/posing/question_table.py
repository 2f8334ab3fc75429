"""A table set up for a question: bets as they stand, and the trial that decides them.

The trial is carried out by the table itself, with whatever its instrument needs around it: somebody
who holds the instrument and has the stake that is due, and who is left out of the question.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple

from lammer.audit.record.instrument import record_of
from lammer.core.legality import Refusal
from lammer.fair.instrument import draw_of
from lammer.ledger import CAGE, layout, rail
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.table import decide
from lammer.table.commands import read
from lammer.table.events import BetDecided, Event, VigorishCharged
from lammer.table.log import EPOCH
from lammer.table.rules import Rules
from lammer.table.state import Bet, Holding, Kit, Pledge, Seat, TableState

RAIL = 10_000_000_00
"""Chips in each rail, in cents: no question is about a lack of them."""
STAND_IN = 99
"""The seat of the stand-in who holds the instrument and is not part of the question."""
MOST_TRIALS = 4000
"""How many trials are drawn in search of a suitable one."""

Bets = Mapping[int, Mapping[str, Bet]]
"""Bets by seat and name."""


class DecidedTrial(NamedTuple):
    """A trial: its outcome as keys of the command that enters it and as the game's space has it,
    what it does to the bets in question, in order, and all its events."""

    keys: Mapping[str, Any]
    outcome: Hashable
    events: tuple[Event, ...]
    every: tuple[Event, ...]


class RefusedTrial(RuntimeError):
    """Raised for a trial that the table refuses: a mistake in the setting up of the question."""


def table_with_bets(rules: Rules, context: str, bets: Bets) -> TableState:
    """Return a table with these bets up, in this context, before a trial."""
    seats = {number: Seat(number, "", dict(here)) for number, here in sorted(bets.items())}
    books = {rail(number): RAIL for number in seats}
    books |= {layout(n): sum(bet.stake for bet in s.bets.values()) for n, s in seats.items()}
    books[CAGE] = -sum(books.values())
    kit = _kit(rules)
    return with_holder(TableState(rules, context, seats, books, Holding(fresh=False), kit=kit))


def _kit(rules: Rules) -> Kit:
    """Return the state of the instrument at a table that was just opened."""
    law, instrument = rules.house.law, rules.instrument
    _, more = instrument.opening(rules, EPOCH)
    opened = instrument.opened(
        "house", (), 1, law.key, law.game, rules.digest, {}, (), None, **more
    )
    return instrument.begin(opened)


def with_holder(table: TableState) -> TableState:
    """Return a table at which a stand-in, who is not part of the question, has the instrument and
    the stake that is due for the next trial."""
    rules, turn = table.rules, table.rules.procedure.turn
    if turn is None:
        return table
    hands = table.hands
    if hands.holder != STAND_IN:
        hands = Holding(holder=STAND_IN, fresh=hands.fresh, selected=True)
    theirs = dict(table.seats[STAND_IN].bets) if STAND_IN in table.seats else {}
    stake = next((key for key in turn.stake if key in rules.wagers), None)
    books = {**table.books, rail(STAND_IN): RAIL}
    if stake is not None and table.context == rules.start and stake not in theirs:
        theirs = {stake: Bet(stake, rules.wagers[stake].machine.start, rules.pay_unit)}
    books[layout(STAND_IN)] = sum(bet.stake for bet in theirs.values())
    books[CAGE] = 0
    books[CAGE] = -sum(books.values())
    seats = {**table.seats, STAND_IN: Seat(STAND_IN, "", theirs)}
    return table._replace(seats=seats, books=books, hands=hands)


def without_holder(table: TableState) -> TableState:
    """Return the table as it is shown: without the stand-in who holds the instrument."""
    if table.hands.holder != STAND_IN:
        return table
    return table._replace(hands=table.hands._replace(holder=None))


def trial(table: TableState, key: bytes) -> DecidedTrial:
    """Return the trial that a key draws at a table."""
    rules = table.rules
    thing = rules.procedure.trial.thing
    pledge = Pledge("", used_up=rules.instrument.used_up(table))
    return entered(table, draw_of(thing).drawn(table._replace(pledge=pledge), key))


def recorded(rules: Rules, keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entry of a trial in a record: the keys of its command that records have."""
    thing, verb = rules.procedure.trial.thing, rules.instrument.verb
    needed, more = record_of(thing).kinds[verb]
    return {"kind": verb, **{key: keys[key] for key in keys if key in (*needed, *more)}}


def entered(table: TableState, keys: Mapping[str, Any]) -> DecidedTrial:
    """Return the trial that these keys of its command enter at a table."""
    rules = table.rules
    command = read({"do": rules.instrument.verb, **keys}, rules.procedure.trial.thing)
    decision = decide(table, command)
    if isinstance(decision, Refusal):
        raise RefusedTrial(f"{decision.detail} ({', '.join(decision.clauses)})")
    outcome = rules.instrument.trial_outcome(decision)
    assert outcome is not None
    asked = tuple(
        event
        for event in decision
        if isinstance(event, BetDecided | VigorishCharged) and event.seat != STAND_IN
    )
    return DecidedTrial(keys, outcome, asked, decision)


def wanted_trial(
    table: TableState,
    picks: SeededChoices,
    is_wanted: Callable[[DecidedTrial], bool],
    most: int = MOST_TRIALS,
) -> DecidedTrial | None:
    """Return a random trial that is suitable; None if none was found."""
    for _ in range(most):
        found = trial(table, picks.key())
        if is_wanted(found):
            return found
    return None
