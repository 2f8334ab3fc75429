"""A shoe at the terminal: who deals it, entering and announcing coups, when it is shuffled."""

from collections.abc import Mapping
from random import Random
from typing import Any

from lammer.cli.play.scene import Scene
from lammer.cli.play.terminal_game import Announcement, Outcome, TerminalGame
from lammer.core.legality import Refusal
from lammer.instruments.shoe.law import shoe_law
from lammer.instruments.shoe.state import Cards
from lammer.instruments.shoe.terminal import announcements
from lammer.instruments.shoe.terminal.shoe import CUTTING_CARD, DealtShoe, cards_in
from lammer.table import Event, TableState
from lammer.typed.intents import Command


class ShoeGame(TerminalGame):
    """A game of coups out of a shoe of several decks."""

    trial_word = "deal"
    closing = {"do": "no-more-bets"}
    announced = frozenset(
        {"pass", "offer", "no-more-bets", "cutting-card", "last-hand", "shoe-over", "shuffle"}
    )

    def source(self, chance: Random, table: TableState) -> DealtShoe:
        return DealtShoe(chance, announcements.drawing_of(table), decks_of(table))

    def trial_command(self, outcome: Outcome) -> Command:
        cut = {"cut_card": True} if CUTTING_CARD in outcome else {}
        return {"do": "deal", "cards": cards_in(outcome), **cut}

    def renewal(self, table: TableState) -> Command | None:
        return {"do": "shuffle"} if kit_of(table).left == 0 else None

    def stage(self, scene: Scene) -> str:
        return f"coup {len(scene.past) + 1}"

    def announce(self, scene: Scene, event: Event, words: str) -> Announcement | None:
        return announcements.announce(scene, event, words) or super().announce(scene, event, words)

    def hint(self, scene: Scene) -> str:
        if scene.table.hands.offered != scene.seat:
            return ""
        return (
            "The shoe is yours to take: deal takes it and deals; let the dealer deal has it dealt "
            "for you; no shoe declines it."
        )

    def instead(
        self, refusal: Refusal, _command: Mapping[str, Any], _table: TableState, _seat: int
    ) -> str:
        return {
            "shoe-over": "Say shuffle.",
        }.get(refusal.code, "")


def kit_of(table: TableState) -> Cards:
    assert isinstance(table.kit, Cards)
    return table.kit


def decks_of(table: TableState) -> int:
    return int(table.rules.option(shoe_law(table.rules.procedure).decks))
