"""Punto banco at the terminal: a shoe that goes round, and bets on either hand or a tie."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from lammer.cli.output import console
from lammer.cli.play.games.holding import asks_of_one
from lammer.cli.play.games.layouts import areas, board, pays
from lammer.cli.play.games.punto_banco import narrate as telling
from lammer.cli.play.games.punto_banco.shoe import CUTTING_CARD, DealtShoe, cards_in, faces
from lammer.cli.play.games.terminal_game import (
    Asks,
    ChanceSource,
    Fell,
    Line,
    TerminalGame,
    Vocabulary,
    show_rows,
)
from lammer.cli.play.habits import LINE_CENTS, Habit, always
from lammer.cli.play.intents import Command, spoken
from lammer.cli.play.scene import LabelledRow, Pieces, Scene, draw_board, latest, rails
from lammer.cli.play.second_person import tell
from lammer.cli.roads import LETTER, draw
from lammer.core.cards import DECK
from lammer.core.legality import Refusal
from lammer.table import Event, Table
from lammer.table.state import Cards


def _asks(table: Table, seat: int) -> Asks:
    yield from asks_of_one(table, seat)
    designated = {"do": "accept-shoe", "seat": seat, "dealer": True}
    yield "(?:let )?dealer(?: deals?)?(?: it)?", (designated,)
    yield "(?:i )?cut(?: cards| shoe)?", ({"do": "cut", "seat": seat},)
    owing = {"do": "collect", "seat": seat}
    yield "collect|(?:pay|settle)(?: up| it)?(?: (?:vig|vigorish|commission))?", (owing,)


WORDS = Vocabulary(
    spots=(
        ("p|players?(?: hand)?|punto", "player"),
        ("b|bank|bankers?(?: hand)?|banco", "banker"),
        ("t|ties?(?: hand)?", "tie"),
    ),
    short=frozenset({"p", "b", "t"}),
    asks=_asks,
    wishes={
        "roll": "deal|d|deal (?:it|em|cards|coup)|cards|coup|next(?: coup)?|go|no more bets|roll|r",
        "shuffle": "(?:re)?shuffle|shuffle (?:it|em|cards|shoe)|new shoe",
        "roads": "roads?|road ?maps?|scoreboard|bead plate|big road",
    },
    examples=(
        *("player 10", "deal", "banker 10", "tie 5", "p 10", "b 10", "t 5", "take the shoe"),
        *("no shoe", "pass the shoe", "let the dealer deal", "collect", "roads", "shuffle"),
        *("press banker 10", "less 5 on banker", "down on banker", "everything down"),
    ),
    down_example="down on banker",
    call_example="banker",
)


class PuntoBanco(TerminalGame):
    """A shoe of several decks; the curator deals, the tables decide who draws."""

    go = "deal"
    closing = {"do": "no-more-bets"}
    words = WORDS
    habits = (
        Habit("banker, every coup", always(("banker", LINE_CENTS))),
        Habit(
            "player, every coup; has the dealer deal",
            always(("player", LINE_CENTS)),
            designates=True,
        ),
        Habit("banker, and a little on the tie", always(("banker", LINE_CENTS), ("tie", 100))),
        Habit("player, and never the shoe", always(("player", LINE_CENTS)), shoots=False),
        Habit("banker, twice as much", always(("banker", 2 * LINE_CENTS))),
    )
    staying = ""
    asked_example = "banker?"
    edges_note = ", out of a fresh shoe"
    help_foot = "Every bet is for the next coup alone."
    told = frozenset(
        {"pass", "offer", "no-more-bets", "cutting-card", "last-hand", "shoe-over", "shuffle"}
    )

    def title(self, game: str) -> str:
        return game.replace("-", " ")

    def source(self, chance: Random, table: Table) -> DealtShoe:
        return DealtShoe(chance, telling.drawing_of(table), _decks(table))

    def entered(self, fell: Fell) -> Command:
        cut = {"cut_card": True} if CUTTING_CARD in fell else {}
        return {"do": "deal", "cards": cards_in(fell), **cut}

    def renewal(self, table: Table) -> Command | None:
        return {"do": "shuffle"} if _kit(table).left == 0 else None

    def stage(self, scene: Scene) -> str:
        return f"coup {len(scene.past) + 1}"

    def called(self, scene: Scene, event: Event, words: str) -> Line | None:
        return telling.called(scene, event, words) or super().called(scene, event, words)

    def hint(self, scene: Scene) -> str:
        if scene.table.hands.offered != scene.seat:
            return ""
        return (
            "The shoe is yours to take: deal takes it and deals; let the dealer deal has it dealt "
            "for you; no shoe declines it."
        )

    def instead(
        self, refusal: Refusal, _command: Mapping[str, Any], _table: Table, _seat: int
    ) -> str:
        return {
            "shoe-over": "Say shuffle.",
        }.get(refusal.code, "")

    def felt(self, scene: Scene) -> None:
        table = scene.table
        wagers = [each for _, found in areas(table) for each in found]
        boxes = {each.key: spoken(each.key).title() for each in wagers}
        paid = {each.key: pays(table, each) for each in wagers}
        draw_board(board(table, scene.seat, self.stage(scene), boxes, paid))
        show_rows((*_shoe(scene), *rails(scene), *_coups(scene)))

    def help(self, table: Table) -> Iterable[tuple[str, Pieces]]:
        bets = [("player", "p 10"), ("banker", "b 10"), ("tie", "t 5")]
        here = [(key, short) for key, short in bets if key in table.rules.wagers]
        yield "bet", [f"{key} {short[2:]}" for key, short in here]
        yield "or short", [short for _, short in here]
        yield "change", ["press banker 10", "less 5 on banker", "down on banker"]
        yield "", ["everything down"]
        yield "deal", ["deal", "or just Enter"]
        yield "shoe", ["take the shoe", "no shoe", "pass the shoe", "let the dealer deal"]
        yield "", ["shuffle", "roads"]
        yield "vigorish", ["collect (what you owe, where it is marked)"]

    def chosen(self, table: Table) -> Iterable[str]:
        for option in table.rules.ruleset.options:
            words = f"{option.words[:1].upper()}{option.words[1:]}"
            yield f"{words}: {table.rules.option(option.key)}."

    def roads(self, source: ChanceSource) -> None:
        assert isinstance(source, DealtShoe)
        coups = source.past or source.earlier
        if not coups:
            tell("No coup has been dealt yet.")
            return
        if not source.past:
            tell("No coup of this shoe yet. The shoe before:")
        screen = console()
        results = [coup.winner for coup in coups]
        screen.print(draw(results, screen.width, plain=screen.options.ascii_only))


def _kit(table: Table) -> Cards:
    assert isinstance(table.kit, Cards)
    return table.kit


def _decks(table: Table) -> int:
    shoe = table.rules.procedure.trial.shoe
    assert shoe is not None
    return int(table.rules.option(shoe.decks))


def _shoe(scene: Scene) -> Iterable[LabelledRow]:
    """The hands of the last coup, and what is left in the shoe."""
    if scene.past:
        coup = scene.past[-1]
        player = f"Player {faces(coup.player)} = {coup.player_count}"
        yield "cards", [player, f"Banker {faces(coup.banker)} = {coup.banker_count}"]
    kit, cards = _kit(scene.table), len(DECK) * _decks(scene.table)
    end = {1: ["one more hand"], 2: ["two more hands"]}.get(kit.left or 0, [])
    yield "shoe", [f"{cards - sum(kit.out.values())} of {cards} cards left", *end]


def _coups(scene: Scene) -> Iterable[LabelledRow]:
    if scene.past:
        yield "coups", latest([LETTER[coup.winner] for coup in scene.past], 4)
