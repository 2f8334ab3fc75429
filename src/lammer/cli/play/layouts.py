"""A layout as the rule set has it: its areas and boxes, what each pays, and the chips there."""

from collections.abc import Iterable, Mapping

from lammer.cli.play.scene import Board, Pieces, chips
from lammer.core.legality import wins_in
from lammer.core.wager import Vig, Wager
from lammer.table import TableState


def board(
    table: TableState, seat: int, corner: str, boxes: Mapping[str, str], pays: Mapping[str, str]
) -> Board:
    """Return wagers side by side, each under its given name: what it pays, what the player has on
    it."""
    bets = table.seats[seat].bets
    yours: dict[str, Pieces] = {
        boxes[key]: [chips(table, bet)] for key, bet in bets.items() if key in boxes
    }
    rows = {"pays": {boxes[key]: [words] for key, words in pays.items()}, "yours": yours}
    return Board(corner, corner, {name: name for name in boxes.values()}, rows, kept=("yours",))


def areas(table: TableState) -> Iterable[tuple[str, list[Wager]]]:
    """Yield the areas of the layout with the wagers offered on them, in reading order."""
    ruleset = table.rules.ruleset
    for area in ruleset.layout:
        found = [each for spot in area.spots for each in ruleset.wagers if each.spot == spot]
        if found:
            yield area.title, found


def pays(table: TableState, wager: Wager, where: str | None = None) -> str:
    """Return what a wager pays, behind a bet on the number ``where``, and its vigorish; empty if it
    depends on the outcome."""
    lines = {str(win.payout.odds): None for win in wins_in(table.rules.ruleset, wager, where)}
    if len(lines) != 1:
        return ""
    vig = table.rules.vig(wager)
    of_the_win = vig is not None and (vig.base, vig.when) == ("win", "win")
    return next(iter(lines)) + (f" less {rate(vig)}" if vig is not None and of_the_win else "")


def rate(vig: Vig) -> str:
    percent = vig.rate * 100
    return f"{percent}%" if percent.denominator == 1 else str(vig.rate)
