"""Mini-dice at the terminal: a shaker that goes round, and bets on the next shake or a number."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from lammer.cli.play.games.dice import Dice, past_row
from lammer.cli.play.games.holding import asks_of_one
from lammer.cli.play.games.layouts import areas, board, pays
from lammer.cli.play.games.terminal_game import (
    Asks,
    Fell,
    Line,
    TerminalGame,
    Vocabulary,
    show_rows,
)
from lammer.cli.play.habits import LINE_CENTS, SIDE_CENTS, Habit, always
from lammer.cli.play.intents import Command
from lammer.cli.play.scene import Pieces, Scene, by_whom, draw_board, rails, spots
from lammer.core.legality import Refusal
from lammer.table import Event, Table
from lammer.table.state import DEALER


def _asks(table: Table, seat: int) -> Asks:
    yield from asks_of_one(table, seat)
    declined = {"do": "decline-shaker", "seat": seat}
    yield "(?:let )?dealer(?: shakes?)?(?: it)?", (declined,)
    shaker = table.rules.procedure.trial.shaker
    if shaker is not None:
        caller = table.rules.roles(shaker.inspected)[0]
        yield "(?:new|fresh) dice", ({"do": "new-dice", "caller": caller},)


WORDS = Vocabulary(
    spots=(
        (r"place (\d{1,2})", "place-{}"),
        ("field", "field"),
        ("any 7|7|red|big red", "any-seven"),
        ("over(?: 7)?", "over-7"),
        ("under(?: 7)?", "under-7"),
    ),
    boxes=("4", "5", "6", "8", "9", "10"),
    asks=_asks,
    wishes={
        "roll": "shake|s|shake (?:it|em|dice|shaker)|roll|r|roll (?:dice|em)|uncover|throw"
        "|next|go|no more bets"
    },
    staying=("place-",),
    examples=(
        *("over 10", "shake", "under 10", "over 7 for 10", "under 7 for 10", "field 5"),
        *("any seven 5", "6 for 12", "place 8 for 12", "down on the 6", "press the 6 6"),
        *("less 5 on over 7", "take the shaker", "no shaker", "pass the shaker"),
        *("let the dealer shake", "new dice", "leave up off", "everything down"),
    ),
    down_example="down on the 6",
    call_example="place 6",
)


class MiniDice(TerminalGame):
    """Two dice sealed in a shaker: the dealer shakes, then whoever accepted it."""

    go = "shake"
    closing = {"do": "no-more-bets"}
    words = WORDS
    habits = (
        Habit("places the 6 and 8", always(("place-6", LINE_CENTS), ("place-8", LINE_CENTS))),
        Habit("field, every shake", always(("field", SIDE_CENTS)), shoots=False),
        Habit("over 7, every shake", always(("over-7", LINE_CENTS))),
        Habit(
            "under 7 and any 7", always(("under-7", LINE_CENTS), ("any-seven", 100)), shoots=False
        ),
        Habit("places the 4 and 10", always(("place-4", LINE_CENTS), ("place-10", LINE_CENTS))),
    )
    staying = "Place bets"
    asked_example = "over 7?"
    help_foot = "Place bets stay up until their number or a 7 comes, and stay up when they win."
    told = frozenset({"pass", "offer", "no-more-bets", "no-shake"})

    def source(self, chance: Random, _table: Table) -> Dice:
        return Dice(chance)

    def entered(self, fell: Fell) -> Command:
        return {"do": "shake", "dice": list(fell)}

    def stage(self, scene: Scene) -> str:
        hands = scene.table.hands
        holder = hands.offered if hands.holder is None else hands.holder
        if holder in (None, scene.seat):
            return "your shake"
        return f"{holder if holder == DEALER else scene.name(holder)}'s shake"

    def called(self, scene: Scene, event: Event, words: str) -> Line | None:
        if event.name == "shake":
            return Line(f"{by_whom(scene, 'shakes')}{words}", "bold")
        return super().called(scene, event, words)

    def hint(self, scene: Scene) -> str:
        if scene.table.hands.offered != scene.seat:
            return ""
        return "The shaker is yours to take: shake takes it and shakes; no shaker declines it."

    def instead(
        self, refusal: Refusal, _command: Mapping[str, Any], _table: Table, _seat: int
    ) -> str:
        return "Say new dice." if refusal.code == "dice-too-old" else ""

    def felt(self, scene: Scene) -> None:
        table, seat = scene.table, scene.seat
        (title, first), *others = areas(table)
        numbers = {each.key: each.key.rpartition("-")[2] for each in first}
        paid = {each.key: pays(table, each) for each in first}
        draw_board(board(table, seat, _label(title), numbers, paid))
        show_rows(
            (_label(title), spots(table, seat, [each.key for each in wagers]))
            for title, wagers in others
        )
        show_rows(rails(scene))
        past_row("shakes", scene)

    def help(self, table: Table) -> Iterable[tuple[str, Pieces]]:
        examples = (
            *(("place-6", "6 for 12"), ("place-4", "place 4 for 5"), ("field", "field 5")),
            *(("any-seven", "any seven 5"), ("over-7", "over 10"), ("under-7", "under 10")),
        )
        yield "bet", [words for key, words in examples if key in table.rules.wagers]
        yield "change", ["press the 6 6", "less 5 on over 7", "down on the 6", "everything down"]
        yield "shake", ["shake", "or just Enter"]
        yield "shaker", ["take the shaker", "no shaker", "pass the shaker", "let the dealer shake"]


def _label(title: str) -> str:
    return title.lower().removesuffix(" bets")
