"""Two dice: where they come from, and the latest of them in a row."""

from collections import deque
from collections.abc import Sequence
from random import Random

from lammer.cli.play.scene import Scene, latest, row
from lammer.table import Event
from lammer.table.events import DiceRolled, ShakerUncovered

MOST_KEPT = 40
"""Rolls remembered for the layout."""


class Dice:
    """Two dice thrown by ``chance``; it remembers what was rolled or shaken."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._past: deque[tuple[int, int]] = deque(maxlen=MOST_KEPT)

    def draw(self) -> tuple[int, int]:
        return self._chance.randint(1, 6), self._chance.randint(1, 6)

    def saw(self, event: Event) -> None:
        if isinstance(event, DiceRolled | ShakerUncovered):
            self._past.append(event.dice)

    @property
    def past(self) -> Sequence[tuple[int, int]]:
        return tuple(self._past)


def past_row(label: str, scene: Scene) -> None:
    if scene.past:
        row(label, latest([f"{first}-{second}" for first, second in scene.past], 6))
