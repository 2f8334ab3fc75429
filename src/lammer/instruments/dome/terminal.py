"""Three dice under a dome at the terminal: the dealer shakes."""

from collections.abc import Mapping
from random import Random
from typing import Any

from lammer.cli.play.scene import Scene
from lammer.cli.play.terminal_game import Announcement, Outcome, TerminalGame
from lammer.core.legality import Refusal
from lammer.instruments.dice.terminal import RandomDice
from lammer.instruments.dome.commands import MANY
from lammer.table import Event, TableState
from lammer.typed.intents import Command


class DomeGame(TerminalGame):
    """A game whose three dice the dealer shakes."""

    trial_word = "shake"
    closing = {"do": "no-more-bets"}
    announced = frozenset({"no-more-bets", "no-shake"})

    def source(self, chance: Random, _table: TableState) -> RandomDice:
        return RandomDice(chance, MANY)

    def trial_command(self, outcome: Outcome) -> Command:
        return {"do": "shake", "dice": list(outcome)}

    def stage(self, _scene: Scene) -> str:
        return "next shake"

    def announce(self, scene: Scene, event: Event, words: str) -> Announcement | None:
        if event.name == "shake":
            return Announcement(f"The dealer shakes {words}", "bold")
        return super().announce(scene, event, words)

    def instead(
        self, refusal: Refusal, _command: Mapping[str, Any], _table: TableState, _seat: int
    ) -> str:
        return "Say new dice." if refusal.code == "dice-too-old" else ""
