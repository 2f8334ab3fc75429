"""A wheel at the terminal."""

from collections import deque
from collections.abc import Sequence
from random import Random

from lammer.cli.play.scene import Scene
from lammer.cli.play.terminal_game import Announcement, Outcome, TerminalGame
from lammer.table import Event, TableState
from lammer.typed.intents import Command
from tests.wheel.spinner.commands import POCKETS


class RandomWheel:
    """A wheel spun by ``chance``."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._past: deque[str] = deque(maxlen=20)

    def draw(self) -> tuple[str]:
        return (self._chance.choice(POCKETS),)

    def note(self, event: Event) -> None:
        if event.name == "spin":
            self._past.append(event.body["pocket"])

    @property
    def past(self) -> Sequence[str]:
        return tuple(self._past)


class WheelGame(TerminalGame):
    """A game on a wheel."""

    trial_word = "spin"
    closing = {"do": "no-more-bets"}
    announced = frozenset({"no-more-bets", "no-spin"})

    def source(self, chance: Random, _table: TableState) -> RandomWheel:
        return RandomWheel(chance)

    def trial_command(self, outcome: Outcome) -> Command:
        return {"do": "spin", "pocket": outcome[0]}

    def stage(self, _scene: Scene) -> str:
        return "place your bets"

    def announce(self, scene: Scene, event: Event, words: str) -> Announcement | None:
        if event.name == "spin":
            return Announcement(f"The ball comes to rest in {words}", "bold")
        return super().announce(scene, event, words)
