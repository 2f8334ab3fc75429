"""Dice at the terminal: where they come from, how a roll is announced, the latest in a row."""

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
    """So many dice thrown by ``chance``; it remembers what was rolled or shaken."""

    def __init__(self, chance: Random, many: int = 2) -> None:
        self._chance, self._many = chance, many
        self._past: deque[tuple[int, ...]] = deque(maxlen=MOST_KEPT)

    def draw(self) -> tuple[int, ...]:
        return tuple(self._chance.randint(1, 6) for _ in range(self._many))

    def note(self, event: Event) -> None:
        if event.name in ("roll", "shake"):
            self._past.append(tuple(event.body["dice"]))

    @property
    def past(self) -> Sequence[tuple[int, ...]]:
        return tuple(self._past)


def past_row(label: str, scene: Scene) -> None:
    if scene.past:
        row(label, latest(["-".join(map(str, dice)) for dice in scene.past], 6))


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
