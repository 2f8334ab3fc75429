"""Plays the first hand of a game at a table that exists for this purpose only.

Every state and every sentence comes from the table. Nothing is stored: the table has no log and no
clock, and is dropped when the hand is over. A second player sits there, so that the instrument can
be passed.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.games.first_hand import RAIL, SEAT, DemonstrationStep
from lammer.games.registry import find_game_module, load
from lammer.guide.wager_summary import wager_summary
from lammer.table.events import Event
from lammer.table.instrument import Shown
from lammer.table.run import Run
from lammer.table.run import as_data as event_data
from lammer.table.state import TableState
from lammer.table.views.narrate import narrated
from lammer.table.views.public import full_state
from lammer.table.views.results import as_data as result_data
from lammer.table.views.results import results
from lammer.table.views.second_person import personal

OTHER = "Ruth"
"""The other player."""


PlayedCommand = tuple[TableState, tuple[Event, ...]]
"""The table before a command, and its events."""


class PlayedStep(NamedTuple):
    """A step, and the table before and after it: what is said of its bet (``plain``), what was done
    then, and a sentence for each event of that."""

    step: DemonstrationStep
    table: TableState
    plain: str
    button: str
    done: tuple[PlayedCommand, ...]
    text: tuple[str, ...]
    after: TableState

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for _, events in self.done for event in events)


class RefusedStep(ValueError):
    """A step whose command the table refused."""

    def __init__(self, number: int, refusal: Refusal) -> None:
        super().__init__(f"step {number}: {refusal.detail} ({', '.join(refusal.clauses)})")


def has_first_hand(rules: str) -> bool:
    """Return whether the games of a rule set have a first hand."""
    return find_game_module(rules, "first_hand") is not None


def first_hand(rules: str, game: str) -> tuple[PlayedStep, ...]:
    """Return the first hand of a game, played; empty if there is none.

    >>> steps = first_hand("nj-2011", "craps")
    >>> steps[0].step.spot, steps[0].button
    ('pass', '$10: Pass Bet')
    >>> steps[1].text[0], steps[2].table.point
    ('4-2: Six, easy six. The point is six.', 6)
    """
    module = find_game_module(rules, "first_hand")
    if module is None:
        return ()
    run = Run.at(rules, game, rails={})
    for seat, name in ((SEAT, "You"), (SEAT + 1, OTHER)):
        _do(run, 0, {"do": "sit", "seat": seat, "rail": RAIL, "name": name})
    _accept(run, 0)
    steps: tuple[DemonstrationStep, ...] = module.steps(load(rules, game))
    return tuple(_played(run, number, step) for number, step in enumerate(steps, start=1))


def _played(run: Run, number: int, step: DemonstrationStep) -> PlayedStep:
    before = run.table
    done: list[PlayedCommand] = []
    for command in step.commands:
        done += (*_accept(run, number), _do(run, number, command))
    said = (text for each in done for text in narrated(*each))
    text = tuple(personal(each, SEAT, {SEAT + 1: OTHER}) for each in said)
    return PlayedStep(step, before, *_about(before, step), tuple(done), text, run.table)


def _do(run: Run, number: int, command: Mapping[str, Any]) -> PlayedCommand:
    before, answer = run.table, run.do(command)
    if answer.refusal is not None:
        raise RefusedStep(number, answer.refusal)
    return before, answer.events


def _accept(run: Run, number: int) -> tuple[PlayedCommand, ...]:
    """Accept the instrument for whoever is offered it."""
    seat = run.table.hands.offered
    if seat is None:
        return ()
    thing = run.table.rules.procedure.trial.thing
    return (_do(run, number, {"do": f"accept-{thing}", "seat": seat}),)


def _about(table: TableState, step: DemonstrationStep) -> tuple[str, str]:
    """Return the plain line of a step's bet in its present state, and the text of its button."""
    rules = table.rules
    there = table.seats[SEAT].bets.get(step.spot or "")
    wager = rules.wagers.get(step.spot or "" if there is None else there.wager)
    if wager is None:
        return "", step.button
    plain = wager_summary(rules.ruleset, wager, None if there is None else there.state)
    amount = next((each["amount"] for each in step.commands if "amount" in each), 0)
    return plain, step.button or f"{dollars(amount)}: {wager.name}"


def as_data(rules: str, game: str) -> dict[str, Any] | None:
    """Return the first hand of a game as plain data, each step with the table as everybody would
    see it; None if there is none.

    >>> found = as_data("nj-2011", "craps")
    >>> found["steps"][2]["spot"], found["steps"][2]["state"]["point"]
    ('pass-odds', 6)
    """
    played, first = first_hand(rules, game), 1
    steps = []
    lying: Shown = None
    for each in played:
        steps.append({**_step(each, first), "shown": lying})
        first += len(each.events)
        for event in each.events:
            lying = each.table.rules.instrument.shown(lying, event)
    shown = {"format": 1, "rules": rules, "game": game, "seat": SEAT, "steps": steps}
    return shown if steps else None


def _step(played: PlayedStep, first: int) -> dict[str, Any]:
    """Return a step whose first event has the number ``first``."""
    said = zip(played.events, played.text, strict=True)
    found = results(played.done, played.after, first) if played.done else ()
    return {
        "text": played.step.text,
        "spot": played.step.spot,
        "plain": played.plain,
        "state": full_state(played.table),
        "button": played.button,
        "events": [
            {"seq": seq, **event_data(event), "text": text}
            for seq, (event, text) in enumerate(said, start=first)
        ],
        "results": {str(each.seat): result_data(each) for each in found},
    }
