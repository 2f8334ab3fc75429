"""Craps at the terminal, the mini and the automated kind too."""

from collections.abc import Iterable, Mapping
from typing import Any

from lammer.cli.play.scene import Pieces, Scene
from lammer.core.legality import NEEDS_STAKE, Refusal
from lammer.core.wager import Wager
from lammer.games.craps.terminal import felt
from lammer.games.craps.terminal.habits import HABITS
from lammer.games.craps.terminal.help import help_rows
from lammer.games.craps.terminal.suggestions import instead, line_bet
from lammer.instruments.dice.terminal import DiceGame, past_row
from lammer.table import TableState
from lammer.typed.dry_run import decision_on


class Craps(DiceGame):
    """Dice that go round among shooters, and a puck."""

    habits = HABITS
    staying = "Place, buy, lay and hardway bets"
    asked_example = "hard 8?"
    help_foot = "Place, buy, lay and hardway bets that win stay up."
    announced = frozenset({"pass", "offer", "alone", "tell", "marker", "markers-off", "no-roll"})

    odds_note = "Odds are paid as the dice fall: the house has no edge on them."

    def edge_group(self, wager: Wager) -> tuple[str, str]:
        match wager.group, wager.key.split("-"):
            case "hop", [_, first, second]:
                return ("hop, a pair" if first == second else "hop, no pair"), ""
            case "horn-high", [*_, number]:
                return "horn high", number
            case "place-lose", _:
                return "to lose", str(wager.number)
        return super().edge_group(wager)

    def stage(self, scene: Scene) -> str:
        point = scene.table.point
        return "come-out" if point is None else f"point {point}"

    def hint(self, scene: Scene) -> str:
        hands = scene.table.hands
        if hands.offered == scene.seat:
            return "The dice are yours to take: roll takes and throws them; no dice declines."
        if hands.holder == scene.seat:
            refusal = decision_on(scene.table, self.closing)
            if isinstance(refusal, Refusal) and refusal.code == NEEDS_STAKE:
                return f"To roll you need a line bet. {line_bet(scene.table)}"
        return ""

    def instead(
        self, refusal: Refusal, command: Mapping[str, Any], table: TableState, seat: int
    ) -> str:
        return instead(refusal, command, table, seat)

    def draw_layout(self, scene: Scene) -> None:
        felt.draw(scene)
        past_row("rolls", scene)

    def help(self, table: TableState) -> Iterable[tuple[str, Pieces]]:
        return help_rows(table)


GAME = Craps()
