"""A game at the terminal with bets on either hand of a coup or a tie."""

from collections.abc import Iterable

from lammer.cli.play.layouts import areas, board, pays
from lammer.cli.play.scene import LabelledRow, Pieces, Scene, draw_board, latest, rails
from lammer.cli.play.screen_text import tell
from lammer.cli.play.terminal_game import ChanceSource, show_rows
from lammer.cli.support.output import console
from lammer.instruments.shoe.cards import DECK
from lammer.instruments.shoe.terminal import ShoeGame, decks_of, kit_of
from lammer.instruments.shoe.terminal.roads import LETTER, draw
from lammer.instruments.shoe.terminal.shoe import DealtShoe, faces
from lammer.table import TableState
from lammer.typed.vocabulary import spoken


class CoupGame(ShoeGame):
    """A game of coups whose bets are all for the next one."""

    staying = ""
    asked_example = "banker?"
    edges_note = ", out of a fresh shoe"
    help_foot = "Every bet is for the next coup alone."

    def title(self, game: str) -> str:
        return game.replace("-", " ")

    def draw_layout(self, scene: Scene) -> None:
        table = scene.table
        wagers = [each for _, found in areas(table) for each in found]
        boxes = {each.key: spoken(each.key).title() for each in wagers}
        paid = {each.key: pays(table, each) for each in wagers}
        draw_board(board(table, scene.seat, self.stage(scene), boxes, paid))
        show_rows((*_shoe(scene), *rails(scene), *_coups(scene)))

    def help(self, table: TableState) -> Iterable[tuple[str, Pieces]]:
        bets = [("player", "p 10"), ("banker", "b 10"), ("tie", "t 5")]
        here = [(key, short) for key, short in bets if key in table.rules.wagers]
        yield "bet", [f"{key} {short[2:]}" for key, short in here]
        yield "or short", [short for _, short in here]
        yield "change", ["press banker 10", "less 5 on banker", "down on banker"]
        yield "", ["everything down"]
        yield "deal", ["deal", "or just Enter"]
        if table.rules.procedure.turn is not None:
            yield "shoe", ["take the shoe", "no shoe", "pass the shoe", "let the dealer deal"]
            yield "", ["shuffle", "roads"]
        else:
            yield "shoe", ["shuffle", "roads"]
        yield "vigorish", ["collect (what you owe, where it is marked)"]

    def elected_words(self, table: TableState) -> Iterable[str]:
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


def _shoe(scene: Scene) -> Iterable[LabelledRow]:
    """Yield the hands of the last coup, and what is left in the shoe."""
    if scene.past:
        coup = scene.past[-1]
        player = f"Player {faces(coup.player)} = {coup.player_count}"
        yield "cards", [player, f"Banker {faces(coup.banker)} = {coup.banker_count}"]
    kit, cards = kit_of(scene.table), len(DECK) * decks_of(scene.table)
    end = {1: ["one more hand"], 2: ["two more hands"]}.get(kit.left or 0, [])
    yield "shoe", [f"{cards - sum(kit.out.values())} of {cards} cards left", *end]


def _coups(scene: Scene) -> Iterable[LabelledRow]:
    if scene.past:
        yield "coups", latest([LETTER[coup.winner] for coup in scene.past], 4)
