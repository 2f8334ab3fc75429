"""A wheel at the terminal: how a spin is entered and announced, the latest in a row."""

from collections import deque
from collections.abc import Sequence
from random import Random

from lammer.cli.play.scene import Scene, latest, row
from lammer.cli.play.terminal_game import Announcement, Outcome, TerminalGame
from lammer.instruments.wheel.law import Place, name_of, wheel_law
from lammer.table import Event, TableState
from lammer.typed.intents import Command

MOST_KEPT = 40
"""Spins remembered for the layout."""


class RandomPlaces:
    """A wheel spun by ``chance``; it remembers where it came to rest."""

    def __init__(self, chance: Random, table: TableState) -> None:
        self._chance = chance
        self._wheel = wheel_law(table.rules.procedure)
        self._places = tuple(self._wheel.places())
        self._past: deque[str] = deque(maxlen=MOST_KEPT)

    def draw(self) -> tuple[Place]:
        return (self._chance.choice(self._places),)

    def note(self, event: Event) -> None:
        if event.name == "spin":
            self._past.append(event.body[self._wheel.key])

    @property
    def past(self) -> Sequence[str]:
        return tuple(self._past)


def past_row(scene: Scene) -> None:
    if scene.past:
        row("spins", latest(list(scene.past), 4))


class TerminalWheel(TerminalGame):
    """A game on a wheel that nobody holds."""

    trial_word = "spin"
    closing = {"do": "no-more-bets"}
    announced = frozenset({"no-more-bets", "no-spin"})
    key: str
    """Whether the wheel has pockets or stops."""

    def source(self, chance: Random, table: TableState) -> RandomPlaces:
        return RandomPlaces(chance, table)

    def trial_command(self, outcome: Outcome) -> Command:
        (place,) = outcome
        where = {} if isinstance(place, str) else {"place": place.place}
        return {"do": "spin", self.key: name_of(place), **where}

    def stage(self, _scene: Scene) -> str:
        return "place your bets"

    def announce(self, scene: Scene, event: Event, words: str) -> Announcement | None:
        if event.name == "spin":
            return Announcement(words, "bold")
        return super().announce(scene, event, words)
