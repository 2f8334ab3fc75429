"""A shaker at the terminal: who shakes it, how a shake is entered and announced."""

from collections.abc import Mapping
from random import Random
from typing import Any

from lammer.cli.play.scene import Scene, by_whom
from lammer.cli.play.terminal_game import Announcement, Outcome, TerminalGame
from lammer.core.legality import Refusal
from lammer.instruments.dice.terminal import RandomDice
from lammer.table import Event, TableState
from lammer.table.state import DEALER
from lammer.typed.intents import Command


class ShakerGame(TerminalGame):
    """A game whose dice the dealer shakes, then whoever accepted the shaker."""

    trial_word = "shake"
    closing = {"do": "no-more-bets"}
    announced = frozenset({"pass", "offer", "no-more-bets", "no-shake"})

    def source(self, chance: Random, _table: TableState) -> RandomDice:
        return RandomDice(chance)

    def trial_command(self, outcome: Outcome) -> Command:
        return {"do": "shake", "dice": list(outcome)}

    def stage(self, scene: Scene) -> str:
        hands = scene.table.hands
        holder = hands.offered if hands.holder is None else hands.holder
        if holder in (None, scene.seat):
            return "your shake"
        return f"{holder if holder == DEALER else scene.name(holder)}'s shake"

    def announce(self, scene: Scene, event: Event, words: str) -> Announcement | None:
        if event.name == "shake":
            return Announcement(f"{by_whom(scene, 'shakes')}{words}", "bold")
        return super().announce(scene, event, words)

    def hint(self, scene: Scene) -> str:
        if scene.table.hands.offered != scene.seat:
            return ""
        return "The shaker is yours to take: shake takes it and shakes; no shaker declines it."

    def instead(
        self, refusal: Refusal, _command: Mapping[str, Any], _table: TableState, _seat: int
    ) -> str:
        return "Say new dice." if refusal.code == "dice-too-old" else ""
