"""The five roads of baccarat: scoreboards drawn from the results of one shoe and nothing else.

The bead plate has a bead for every coup. The big road has a streak of wins down each column. The
three derived roads (big eye boy, small road, cockroach pig) ask, at every cell of the big road,
whether the road repeats what it did one, two or three columns before: red if it does, blue if not.

No regulation prints these rules; they are the custom of the tables. Sources: World Gaming Magazine,
numbers 55 (pages 16 and 17: streaks, ties, ties before the first win) and 56 (page 22: red and blue
further down a column), 2018, wgm8.com; the road map rules of OG live casino (where each derived
road begins, red and blue at the top of a column); dumbo.net/casino/dairo.html (the dragon). Roads
record what happened. They do not predict what comes.

Columns and rows count from 1. Every road has six rows, and as many columns as it needs. What is on
a road never moves: another coup adds at most one cell to it, or a tie to the last cell.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple

Winner = Literal["player", "banker"]
Result = Literal["player", "banker", "tie"]
Colour = Literal["red", "blue"]

ROWS = 6


class Bead(NamedTuple):
    """One coup on the bead plate."""

    column: int
    row: int
    mark: Result


class Streak(NamedTuple):
    """Wins of one side with no win of the other between them: a column of the big road before it is
    bent to fit six rows. Ties do not break it."""

    winner: Winner
    length: int


class Cell(NamedTuple):
    """One decision on the big road, and the ties between it and the next."""

    column: int
    row: int
    mark: Winner
    ties: int


class BigRoad(NamedTuple):
    """The big road: its cells in the order of play, the streaks they make, and the ties before the
    first of them. Custom shows those on the first cell too; here they are counted apart."""

    cells: tuple[Cell, ...]
    streaks: tuple[Streak, ...]
    leading_ties: int


class RoadMark(NamedTuple):
    """One mark on a derived road."""

    column: int
    row: int
    mark: Colour


def bead_plate(results: Sequence[Result]) -> tuple[Bead, ...]:
    """Return every coup, down the columns.

    >>> bead_plate(("banker", "tie"))[1]
    Bead(column=1, row=2, mark='tie')
    """
    return tuple(Bead(at // ROWS + 1, at % ROWS + 1, result) for at, result in enumerate(results))


def streaks(results: Iterable[Result]) -> tuple[Streak, ...]:
    """Return the decisions, gathered by winner.

    >>> streaks(("banker", "tie", "banker", "player"))
    (Streak(winner='banker', length=2), Streak(winner='player', length=1))
    """
    decided = (result for result in results if result != "tie")
    return tuple(Streak(winner, len(list(wins))) for winner, wins in groupby(decided))


def big_road(results: Sequence[Result]) -> BigRoad:
    """Return every decision, a streak to a column.

    >>> road = big_road(("tie", "banker", "banker", "tie", "player"))
    >>> [tuple(cell) for cell in road.cells], road.leading_ties
    ([(1, 1, 'banker', 0), (1, 2, 'banker', 1), (2, 1, 'player', 0)], 1)
    """
    winners: list[Winner] = []
    ties = [0]  # Before the first decision, then after each.
    for result in results:
        if result == "tie":
            ties[-1] += 1
        else:
            winners.append(result)
            ties.append(0)
    runs = streaks(winners)
    places = _places(run.length for run in runs)
    cells = (
        Cell(column, row, winner, after)
        for (column, row), winner, after in zip(places, winners, ties[1:], strict=True)
    )
    return BigRoad(tuple(cells), runs, ties[0])


def _places(lengths: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield where streaks of these lengths lie: column and row of each cell.

    A streak begins in row 1, in the first free column right of where the one before it began. It
    goes down while the cell below is free, and once it cannot, it goes right for as long as it
    lasts (the dragon's tail) and never down again, though some boards let it. So a later streak
    stands above an earlier tail and turns a row higher. The cell to its right is always free: a
    tail that reached so far passed through the streak's own column as well, and stopped it higher.
    """
    taken: set[tuple[int, int]] = set()
    start = 0
    for length in lengths:
        start += 1
        while (start, 1) in taken:  # By a tail that had to turn in the top row.
            start += 1
        column, row, down = start, 1, True
        for _ in range(length):
            taken.add((column, row))
            yield column, row
            down = down and row < ROWS and (column, row + 1) not in taken
            column, row = (column, row + 1) if down else (column + 1, row)


def big_eye_boy(results: Iterable[Result]) -> tuple[RoadMark, ...]:
    """Return each column of the big road against the one before it.

    >>> big_eye_boy(("banker", "player", "player", "banker"))
    (RoadMark(column=1, row=1, mark='blue'), RoadMark(column=1, row=2, mark='blue'))
    """
    return _derived(results, 1)


def small_road(results: Iterable[Result]) -> tuple[RoadMark, ...]:
    """Return each column of the big road against the second before it."""
    return _derived(results, 2)


def cockroach_pig(results: Iterable[Result]) -> tuple[RoadMark, ...]:
    """Return each column of the big road against the third before it."""
    return _derived(results, 3)


def _derived(results: Iterable[Result], back: int) -> tuple[RoadMark, ...]:
    """Return the colours, laid out as the big road lays out winners."""
    colours = tuple(_colours([streak.length for streak in streaks(results)], back))
    places = _places(len(list(run)) for _, run in groupby(colours))
    return tuple(RoadMark(*place, colour) for place, colour in zip(places, colours, strict=True))


def _colours(lengths: Sequence[int], back: int) -> Iterator[Colour]:
    """Red or blue for each decision that has something to be compared with.

    Streaks count in full here, however the big road had to bend them.
    """
    for at, length in enumerate(lengths):
        if at > back:  # A new column: did the last one end where its model ended?
            yield "red" if lengths[at - 1] == lengths[at - 1 - back] else "blue"
        if at >= back:  # Further down: blue only in the first cell beyond the model's end.
            beyond = lengths[at - back] + 1
            yield from ("blue" if row == beyond else "red" for row in range(2, length + 1))


def as_data(results: Sequence[Result]) -> dict[str, Any]:
    """Return all five roads as plain data, each cell in the order in which it was drawn.

    ``bead_plate``: cells with ``column``, ``row`` and ``mark`` (player, banker or tie).
    ``big_road``: ``cells``, as above with ``ties``, the ties that followed (a mark is player or
    banker); ``streaks``, each with ``winner`` and ``length``; ``leading_ties``, the ties before the
    first decision. ``big_eye_boy``, ``small_road``, ``cockroach_pig``: cells with ``column``,
    ``row`` and ``mark`` (red or blue).

    >>> as_data(("banker",))["big_road"]["cells"]
    [{'column': 1, 'row': 1, 'mark': 'banker', 'ties': 0}]
    """
    road = big_road(results)
    return {
        "bead_plate": [bead._asdict() for bead in bead_plate(results)],
        "big_road": {
            "cells": [cell._asdict() for cell in road.cells],
            "streaks": [streak._asdict() for streak in road.streaks],
            "leading_ties": road.leading_ties,
        },
        "big_eye_boy": [mark._asdict() for mark in big_eye_boy(results)],
        "small_road": [mark._asdict() for mark in small_road(results)],
        "cockroach_pig": [mark._asdict() for mark in cockroach_pig(results)],
    }
