"""Draws a layout at one moment as SVG: its areas and spots, with the chips of each seat.

It is drawn from the areas of the rule set, in their order; an area without bets is left out, except
for the first. It is a plan, not a picture: spots have their names, chips their seat and amount.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import islice
from typing import NamedTuple

from lammer.core.money import dollars
from lammer.core.wager import Wager
from lammer.table import Bet, TableState
from lammer.table.rules import Rules

WIDTH = 820
_COLUMNS = 6
_GAP, _TITLE, _LABEL, _CHIP = 8, 24, 20, 24
_LETTER = 7
"""The width of a letter."""
_MOST_CHIPS = 12
"""The most bets drawn on one spot."""
STYLE = """\
.layout { width: 100%; height: auto; max-width: 820px; display: block; margin: .75rem 0; }
.layout .felt { fill: #0b5f47; } .layout .spot { fill: none; stroke: #e8efe9; stroke-opacity: .55; }
.layout text { fill: #f3f7f4; font: 13px system-ui, sans-serif; }
.layout .area { font-weight: 600; font-size: 12px; letter-spacing: .05em; fill: #cfe3d6; }
.layout .pays { font-size: 11px; fill: #cfe3d6; }
.layout .chip { fill: #f3f7f4; } .layout .chip-words { fill: #1c2b23; font-weight: 600; }
.layout .meant { fill: #ffd76a; stroke: #7a5200; stroke-width: 2; }
.layout .standing { fill: #fff; stroke: #222; }
.layout .standing-words { fill: #111; font-weight: 700; }
@media print { .layout .pays { fill: #000; }
  .layout .felt { fill: #fff; stroke: #000; } .layout .spot { stroke: #000; }
  .layout text, .layout .area { fill: #000; } .layout .chip { fill: #fff; stroke: #000; }
  .layout .meant { fill: #ddd; stroke: #000; } }
"""


class _Chip(NamedTuple):
    words: str
    meant: bool


def drawn(
    table: TableState,
    seat: int | None = None,
    names: Sequence[str] = (),
    *,
    whole: bool = False,
) -> str:
    """Return the layout of a table as SVG, with the bets of these names of a seat marked; with
    ``whole``, also the areas without bets.

    >>> from lammer.table import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> _ = run.do({"do": "accept-dice", "seat": 1})
    >>> _ = run.do({"do": "bet", "seat": 1, "wager": "pass", "amount": 1000})
    >>> picture = drawn(run.table, 1, ["pass"])
    >>> "seat 1: $10" in picture, picture.count("<rect"), picture.startswith("<svg")
    (True, 6, True)
    """
    rules = table.rules
    chips = _chips(table, seat, set(names))
    parts: list[str] = []
    top = _GAP
    words, y = _state(table), top + 16
    if words:
        parts.append(_standing(words, y))
        top += 38
    for at, area in enumerate(rules.ruleset.layout):
        if at and not whole and not any(spot in chips for spot in area.spots):
            continue
        parts.append(_text(_GAP * 2, top + 16, area.title.upper(), "area"))
        top += _TITLE
        for row in _rows(area.spots):
            height = _LABEL + _GAP + _CHIP * max(1, *(len(chips.get(spot, ())) for spot in row))
            parts += _row(rules, row, chips, top, height)
            parts += _paid(rules, row, top) if whole else ()
            top += height + _GAP
    said = _said(table)
    return (
        f'<svg class="layout" viewBox="0 0 {WIDTH} {top + _GAP}" role="img" '
        f'aria-label="{escape(said)}"><rect class="felt" x="1" y="1" width="{WIDTH - 2}" '
        f'height="{top + _GAP - 2}" rx="12"/>{"".join(parts)}</svg>'
    )


def _rows(spots: Sequence[str]) -> Iterator[tuple[str, ...]]:
    left = iter(spots)
    while row := tuple(islice(left, _COLUMNS)):
        yield row


def _row(
    rules: Rules, row: Sequence[str], chips: dict[str, list[_Chip]], top: int, height: int
) -> Iterator[str]:
    width = (WIDTH - _GAP * 3) // _COLUMNS
    for at, spot in enumerate(row):
        x = _GAP * 2 + at * width
        yield (
            f'<rect class="spot" x="{x}" y="{top}" width="{width - _GAP}" height="{height}" '
            f'rx="6"/>{_text(x + 6, top + 15, _label(rules, spot), room=width - _GAP - 12)}'
        )
        for place, chip in enumerate(chips.get(spot, ())):
            y = top + _LABEL + 2 + place * _CHIP
            look = "chip meant" if chip.meant else "chip"
            yield (
                f'<rect class="{look}" x="{x + 5}" y="{y}" width="{width - _GAP - 10}" '
                f'height="{_CHIP - 4}" rx="10"/>'
                f"{_text(x + 12, y + 15, chip.words, 'chip-words', room=width - _GAP - 24)}"
            )


def _paid(rules: Rules, row: Sequence[str], top: int) -> Iterator[str]:
    """Yield what the spots of a row pay, under their names."""
    width = (WIDTH - _GAP * 3) // _COLUMNS
    for at, spot in enumerate(row):
        here = (each for each in rules.wagers.values() if each.spot == spot)
        odds = dict.fromkeys(str(pay.odds) for each in here for pay in each.payouts())
        words = ", ".join(odds)
        yield _text(_GAP * 2 + at * width + 6, top + 34, words, "pays", width - _GAP - 12)


def _chips(table: TableState, meant: int | None, names: set[str]) -> dict[str, list[_Chip]]:
    found: dict[str, list[_Chip]] = {}
    for number, seat in table.seats.items():
        for name, bet in seat.bets.items():
            wager = table.rules.wagers[bet.wager]
            here = found.setdefault(wager.spot, [])
            is_meant = number == meant and (not names or name in names)
            if len(here) < _MOST_CHIPS or is_meant:
                here.append(_Chip(_chip_words(table.rules, number, wager, bet), is_meant))
    return found


def _chip_words(rules: Rules, seat: int, wager: Wager, bet: Bet) -> str:
    """Return the text on a chip: the seat, the wager if the spot does not name it, the amount, and
    whether it is on its number or off."""
    kinds = [each for each in rules.wagers.values() if each.spot == wager.spot]
    kind = f"{wager.key.partition('-')[0]} " if len(kinds) > 1 else ""
    on = f" on {bet.state}" if wager.travels and bet.state != wager.machine.start else ""
    called = f", {bet.called}" if bet.called else ""
    return f"seat {seat}: {kind}{dollars(bet.stake)}{on}{called}"


def _label(rules: Rules, spot: str) -> str:
    """Return what stands on a spot: the labels of its wagers."""
    own = (each.label for each in rules.wagers.values() if each.spot == spot)
    return " / ".join(dict.fromkeys(own))


def _state(table: TableState) -> str:
    """Return the stage of the game; empty if it has only one."""
    if len(table.rules.space.contexts) == 1:
        return ""
    return table.context.upper()


def _standing(words: str, y: int) -> str:
    return (
        f'<circle class="standing" cx="{_GAP * 2 + 16}" cy="{y}" r="16"/>'
        f'<text class="standing-words" x="{_GAP * 2 + 16}" y="{y + 5}" text-anchor="middle">'
        f"{escape(words)}</text>"
    )


def _text(x: int, y: int, words: str, look: str = "", room: int = WIDTH) -> str:
    """Return a text, condensed where there is little room."""
    styled = f' class="{look}"' if look else ""
    narrow = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"'
    fitted = narrow if len(words) * _LETTER > room else ""
    return f'<text{styled} x="{x}" y="{y}"{fitted}>{escape(words)}</text>'


def _said(table: TableState) -> str:
    """Return a description of the layout, for people who cannot see it."""
    bets: Iterable[str] = (
        f"seat {number}: {name} {dollars(bet.stake)}"
        for number, seat in table.seats.items()
        for name, bet in seat.bets.items()
    )
    state = _state(table)
    return "; ".join((*((f"{state}",) if state else ()), *bets)) or "no bets"
