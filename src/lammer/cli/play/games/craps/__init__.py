"""Craps at the terminal, the mini and the automated kind too."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from lammer.cli.play.games.craps import felt
from lammer.cli.play.games.craps.habits import HABITS
from lammer.cli.play.games.craps.suggestions import instead, line_bet
from lammer.cli.play.games.craps.vocabulary import WORDS, help_rows
from lammer.cli.play.games.dice import Dice, past_row
from lammer.cli.play.games.terminal_game import Fell, Line, TerminalGame
from lammer.cli.play.intents import Command
from lammer.cli.play.scene import Pieces, Scene, by_whom
from lammer.cli.play.try_out import answered
from lammer.core.legality import Refusal
from lammer.table import Event, Table


class Craps(TerminalGame):
    """Dice that go round among shooters, and a puck."""

    go = "roll"
    closing = {"do": "throw"}
    words = WORDS
    habits = HABITS
    staying = "Place, buy, lay and hardway bets"
    asked_example = "hard 8?"
    help_foot = "Place, buy, lay and hardway bets that win stay up."
    told = frozenset({"pass", "offer", "alone", "tell", "marker", "markers-off", "no-roll"})

    def source(self, chance: Random, _table: Table) -> Dice:
        return Dice(chance)

    def entered(self, fell: Fell) -> Command:
        return {"do": "roll", "dice": list(fell)}

    def enters(self, table: Table, seat: int) -> bool:
        """When a neighbour has the dice; one's own are thrown by saying so."""
        return table.hands.holder not in (None, seat)

    def stage(self, scene: Scene) -> str:
        point = scene.table.point
        return "come-out" if point is None else f"point {point}"

    def called(self, scene: Scene, event: Event, words: str) -> Line | None:
        if event.name == "roll":
            return Line(f"{by_whom(scene, 'rolls')}{words}", "bold")
        return super().called(scene, event, words)

    def hint(self, scene: Scene) -> str:
        hands = scene.table.hands
        if hands.offered == scene.seat:
            return "The dice are yours to take: roll takes and throws them; no dice declines."
        if hands.holder == scene.seat:
            refusal = answered(scene.table, self.closing)
            if isinstance(refusal, Refusal) and refusal.code == "needs-line-bet":
                return f"To roll you need a line bet. {line_bet(scene.table)}"
        return ""

    def instead(self, refusal: Refusal, command: Mapping[str, Any], table: Table, seat: int) -> str:
        return instead(refusal, command, table, seat)

    def felt(self, scene: Scene) -> None:
        felt.draw(scene)
        past_row("rolls", scene)

    def help(self, table: Table) -> Iterable[tuple[str, Pieces]]:
        return help_rows(table)
