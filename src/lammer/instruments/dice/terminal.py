"""Two dice at the terminal: where they come from, how a roll is announced, the latest in a row."""

from collections import deque
from collections.abc import Sequence
from random import Random

from lammer.cli.play.scene import Scene, by_whom, latest, row
from lammer.cli.play.terminal_game import Announcement, Outcome, TerminalGame
from lammer.table import Event, TableState
from lammer.typed.intents import Command

MOST_KEPT = 40
"""Rolls remembered for the layout."""


class RandomDice:
    """Two dice thrown by ``chance``; it remembers what was rolled or shaken."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._past: deque[tuple[int, int]] = deque(maxlen=MOST_KEPT)

    def draw(self) -> tuple[int, int]:
        return self._chance.randint(1, 6), self._chance.randint(1, 6)

    def note(self, event: Event) -> None:
        if event.name in ("roll", "shake"):
            first, second = event.body["dice"]
            self._past.append((first, second))

    @property
    def past(self) -> Sequence[tuple[int, int]]:
        return tuple(self._past)


def past_row(label: str, scene: Scene) -> None:
    if scene.past:
        row(label, latest([f"{first}-{second}" for first, second in scene.past], 6))


class DiceGame(TerminalGame):
    """A game whose dice the shooter throws."""

    trial_word = "roll"
    closing = {"do": "throw"}

    def source(self, chance: Random, _table: TableState) -> RandomDice:
        return RandomDice(chance)

    def trial_command(self, outcome: Outcome) -> Command:
        return {"do": "roll", "dice": list(outcome)}

    def empty_line_rolls(self, table: TableState, seat: int) -> bool:
        """Return True while a neighbour has the dice; a player throws their own by saying so."""
        return table.hands.holder not in (None, seat)

    def announce(self, scene: Scene, event: Event, words: str) -> Announcement | None:
        if event.name == "roll":
            return Announcement(f"{by_whom(scene, 'rolls')}{words}", "bold")
        return super().announce(scene, event, words)
