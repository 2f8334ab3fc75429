"""The five roads against printed examples, edge cases, and a second way of making each."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.instruments.shoe.scoreboard.roads import (
    ROWS,
    Result,
    RoadMark,
    as_data,
    bead_plate,
    big_eye_boy,
    big_road,
    cockroach_pig,
    small_road,
    streaks,
)

WORDS: dict[str, Result] = {"B": "banker", "P": "player", "T": "tie"}
DERIVED = {1: big_eye_boy, 2: small_road, 3: cockroach_pig}

coups = st.lists(st.sampled_from(tuple(WORDS.values())), max_size=120)
long_streaks = st.lists(st.integers(1, 30), max_size=16).map(
    lambda lengths: [WORDS["BP"[at % 2]] for at, many in enumerate(lengths) for _ in range(many)]
)
shoes = coups | long_streaks


def shoe(letters: str) -> tuple[Result, ...]:
    return tuple(WORDS[letter] for letter in letters)


def runs(*lengths: int) -> tuple[Result, ...]:
    """Streaks of these lengths, banker first."""
    return shoe("".join("BP"[at % 2] * length for at, length in enumerate(lengths)))


def places(results: Sequence[Result]) -> list[tuple[int, int]]:
    return [(cell.column, cell.row) for cell in big_road(results).cells]


def colours(marks: Sequence[RoadMark]) -> str:
    return "".join(mark.mark[0] for mark in marks)


def picture(results: Sequence[Result]) -> list[str]:
    """The big road as it looks."""
    drawn = {(cell.column, cell.row): cell.mark[0].upper() for cell in big_road(results).cells}
    last = max(column for column, _ in drawn)
    return [
        "".join(drawn.get((column, row), ".") for column in range(1, last + 1)).rstrip(".")
        for row in range(1, ROWS + 1)
    ]


# What others have printed


def test_a_first_column_of_the_bead_plate() -> None:
    """jconradi/baccarat-engine, roadmapGenerator.spec.js: six coups fill one column."""
    beads = bead_plate(shoe("BBPTPB"))
    assert [(bead.column, bead.row) for bead in beads] == [(1, row) for row in range(1, 7)]
    assert [bead.mark for bead in beads] == list(shoe("BBPTPB"))


def test_a_tie_stands_on_the_win_before_it() -> None:
    """The same file: B B P T P B as a big road. Its rows and columns count from 0, ours from 1."""
    road = big_road(shoe("BBPTPB"))
    assert [tuple(cell) for cell in road.cells] == [
        (1, 1, "banker", 0),
        (1, 2, "banker", 0),
        (2, 1, "player", 1),
        (2, 2, "player", 0),
        (3, 1, "banker", 0),
    ]
    assert road.leading_ties == 0


def test_two_dragons() -> None:
    """The same file: nine banker, ten player. The second dragon turns a row higher, over the tail
    of the first. We agree up to where the first tail ends; there that engine lets the second go
    down again, and here it goes on to the right."""
    printed = [(1, row) for row in range(1, 7)] + [(2, 6), (3, 6), (4, 6)]
    printed += [(2, row) for row in range(1, 6)] + [(3, 5), (4, 5), (5, 5)]
    assert places(runs(9, 10)) == [*printed, (6, 5), (7, 5)]


def test_ties_over_a_change_of_winner() -> None:
    """jconradi/baccarat-engine, pull request 7: ties between two winners do not join them."""
    assert [run.length for run in streaks(shoe("PBTTPBPPPPPBTPTPB"))] == [1, 1, 1, 1, 5, 1, 2, 1]


@pytest.mark.parametrize(
    ("letters", "expected"),
    [("BBPP", "r"), ("BBPPB", "rr"), ("BBPPBBPP", "rrrrr"), ("BBPPBBPPP", "rrrrrb")],
)
def test_big_eye_boy_of_nine_coups(letters: str, expected: str) -> None:
    """safecasinojapan.com on the big eye boy: nine numbered coups, two, two, two and three; the
    first mark is for the fourth, and the ninth begins a second column."""
    assert colours(big_eye_boy(shoe(letters))) == expected


def test_where_the_ninth_coup_stands() -> None:
    assert big_eye_boy(shoe("BBPPBBPPP"))[-1] == RoadMark(2, 1, "blue")


@pytest.mark.parametrize(
    ("letters", "expected"), [("BBPPB", ""), ("BBPPBB", "r"), ("BBPPBBP", "rr")]
)
def test_small_road_begins_with_the_sixth_coup(letters: str, expected: str) -> None:
    """max-bet.biz on the small road: streaks of two; the sixth coup falls as the second did, the
    seventh moves over as the third did."""
    assert colours(small_road(shoe(letters))) == expected


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [((3, 3), "rr"), ((3, 4), "rrb"), ((1, 2), "b"), ((1, 3), "br"), ((2, 6), "rbrrr")],
)
def test_further_down_a_column(lengths: tuple[int, ...], expected: str) -> None:
    """World Gaming Magazine 56 (March 2018), page 22: red with a cell to the left; blue one beyond
    its end; red again from two beyond, for a long streak."""
    assert colours(big_eye_boy(runs(*lengths))) == expected


@pytest.mark.parametrize(
    ("road", "lengths", "expected"),
    [
        (1, (1, 1), ""),
        (1, (4, 2), "r"),
        (1, (1, 1, 1), "r"),
        (2, (1, 1, 1), ""),
        (2, (2, 1, 2), "r"),
        (2, (1, 1, 1, 1), "r"),
        (3, (1, 1, 1, 1), ""),
        (3, (2, 1, 1, 2), "r"),
        (3, (1, 1, 1, 1, 1), "r"),
    ],
)
def test_where_a_derived_road_begins(road: int, lengths: tuple[int, ...], expected: str) -> None:
    """The road map rules of OG (og-plus, roadmap.html) and zeanpanan.com: the second row of column
    2, 3 or 4, or the top of the column after it."""
    assert colours(DERIVED[road](runs(*lengths))) == expected


# The edges


def test_nothing_has_happened() -> None:
    assert as_data(()) == {
        "bead_plate": [],
        "big_road": {"cells": [], "streaks": [], "leading_ties": 0},
        "big_eye_boy": [],
        "small_road": [],
        "cockroach_pig": [],
    }


def test_only_ties() -> None:
    road = big_road(shoe("TTT"))
    assert (road.cells, road.streaks, road.leading_ties) == ((), (), 3)
    assert len(bead_plate(shoe("TTT"))) == 3


def test_leading_ties_are_counted_apart() -> None:
    road = big_road(shoe("TTBTTTP"))
    assert road.leading_ties == 2
    assert [cell.ties for cell in road.cells] == [3, 0]


@pytest.mark.parametrize("length", [6, 7, 12, 20])
def test_one_dragon(length: int) -> None:
    tail = [(column, 6) for column in range(2, length - 4)]
    assert places(runs(length)) == [(1, row) for row in range(1, 7)] + tail


def test_the_next_streak_begins_beside_the_head_and_not_beyond_the_tail() -> None:
    assert picture(runs(10, 2, 1)) == ["BPB", "BP", "B", "B", "B", "BBBBB"]


def test_three_dragons_each_a_row_higher() -> None:
    assert picture(runs(12, 9, 8)) == [
        "BPB",
        "BPB",
        "BPB",
        "BPBBBBB",
        "BPPPPP",
        "BBBBBBB",
    ]


def test_a_streak_beyond_every_tail_has_all_six_rows() -> None:
    assert picture(runs(8, 1, 1, 6)) == ["BPBP", "B..P", "B..P", "B..P", "B..P", "BBBP"]


def test_a_dragon_in_the_top_row_moves_the_next_streak_over() -> None:
    """Six tails fill column 6 from the bottom up; the sixth runs along the top, and the seventh
    streak begins right of it, in column 10, and has to run along the top as well."""
    lengths = (20, 19, 18, 17, 16, 4)
    assert picture(runs(*lengths, 2))[0] == "BPBPBPPPPBB"
    assert places(runs(*lengths, 2))[-2:] == [(10, 1), (11, 1)]


def test_a_long_alternation_goes_along_the_top() -> None:
    results = runs(*(1,) * 90)
    assert places(results) == [(column, 1) for column in range(1, 91)]
    for back, road in DERIVED.items():
        assert colours(road(results)) == "r" * (89 - back)
        assert [mark.row for mark in road(results)[:7]] == [1, 2, 3, 4, 5, 6, 6]


def test_tails_do_not_count_as_columns_in_the_derived_roads() -> None:
    """The tenth banker lies in column 5 of the sheet, and is still of column 1."""
    assert colours(big_eye_boy(runs(10, 10, 1))) == "r" * 10
    assert colours(small_road(runs(10, 1, 11))) == "r" * 9 + "b"


# What is so for every shoe


@given(shoes)
def test_every_coup_has_its_bead(results: list[Result]) -> None:
    beads = bead_plate(results)
    assert [bead.mark for bead in beads] == results
    assert [(bead.column - 1) * ROWS + bead.row for bead in beads] == list(
        range(1, len(results) + 1)
    )


@given(shoes)
def test_the_big_road_reads_back(results: list[Result]) -> None:
    road = big_road(results)
    read = ["tie"] * road.leading_ties
    for cell in road.cells:
        read += [cell.mark, *["tie"] * cell.ties]
    assert read == results
    assert [run.winner for run in road.streaks for _ in range(run.length)] == [
        cell.mark for cell in road.cells
    ]


@given(shoes)
def test_no_two_cells_share_a_place(results: list[Result]) -> None:
    drawn = [
        places(results),
        [(bead.column, bead.row) for bead in bead_plate(results)],
        *([(mark.column, mark.row) for mark in road(results)] for road in DERIVED.values()),
    ]
    for cells in drawn:
        assert len(set(cells)) == len(cells)
        assert all(column >= 1 and 1 <= row <= ROWS for column, row in cells)


@given(shoes)
def test_how_many_marks_follow_from_the_streaks(results: list[Result]) -> None:
    lengths = [run.length for run in streaks(results)]
    for back, road in DERIVED.items():
        assert len(road(results)) == max(0, sum(lengths[back:]) - 1)


@given(coups)
def test_ties_are_nothing_to_the_derived_roads(results: list[Result]) -> None:
    decided = [result for result in results if result != "tie"]
    for road in DERIVED.values():
        assert road(results) == road(decided)


@given(shoes)
def test_which_side_wins_is_nothing_to_the_derived_roads(results: list[Result]) -> None:
    swap: dict[Result, Result] = {"banker": "player", "player": "banker", "tie": "tie"}
    for road in DERIVED.values():
        assert road(results) == road([swap[result] for result in results])


@given(shoes, st.sampled_from(tuple(WORDS.values())))
def test_what_is_drawn_stays(results: list[Result], following: Result) -> None:
    """One more coup adds a cell at the most; of the others, a tie changes the last one's count."""
    more = [*results, following]
    assert bead_plate(more)[:-1] == bead_plate(results)
    before, after = big_road(results), big_road(more)
    if following == "tie":
        assert [cell[:3] for cell in after.cells] == [cell[:3] for cell in before.cells]
    else:
        assert after.cells[:-1] == before.cells
    for road in DERIVED.values():
        drawn = road(results)
        assert road(more)[: len(drawn)] == drawn
        assert len(road(more)) - len(drawn) in ((0,) if following == "tie" else (0, 1))


# A second way


def laid_out(lengths: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Streaks measured before they are laid: count the free cells from the top of the column, fill
    as many as there are, and put the rest to the right of the last."""
    sheet: list[list[bool]] = [[False] * ROWS for _ in range(sum(lengths) + len(lengths) + 1)]
    begin = 0
    for length in lengths:
        begin = next(at for at in range(begin, len(sheet)) if not sheet[at][0])
        free = (sheet[begin] + [True]).index(True)
        depth = min(free, length)
        cells = [(begin, row) for row in range(depth)]
        cells += [(begin + step, depth - 1) for step in range(1, length - depth + 1)]
        for column, row in cells:
            assert not sheet[column][row]
            sheet[column][row] = True
            yield column + 1, row + 1
        begin += 1


def asked_of_the_sheet(results: Sequence[Result], back: int) -> list[str]:
    """The derived road as it is kept at a table, coup by coup, on a sheet without a bottom: look to
    the left of the new cell; at the top of a column, ask what the colour would have been had the
    old streak gone on, and take the other one."""
    sheet: set[tuple[int, int]] = set()
    found = []
    column, row, last = 0, 0, "tie"
    for result in results:
        if result == "tie":
            continue
        goes_on = result == last
        model = column - back
        if model >= 1:
            there, above = (model, row + 1) in sheet, (model, row) in sheet
            red = there or not above
            found.append("red" if red == goes_on else "blue")
        column, row = (column, row + 1) if goes_on else (column + 1, 1)
        sheet.add((column, row))
        last = result
    return found


@given(shoes)
def test_the_big_road_is_laid_as_measured(results: list[Result]) -> None:
    assert places(results) == list(laid_out([run.length for run in streaks(results)]))


@given(shoes)
@pytest.mark.parametrize("back", DERIVED)
def test_the_derived_roads_as_kept_at_a_table(back: int, results: list[Result]) -> None:
    marks = DERIVED[back](results)
    assert [mark.mark for mark in marks] == asked_of_the_sheet(results, back)
    lengths = [len(list(run)) for _, run in groupby(mark.mark for mark in marks)]
    assert [(mark.column, mark.row) for mark in marks] == list(laid_out(lengths))


def test_the_data_has_every_cell_in_order() -> None:
    results = shoe("TBBPTPBBBPPPPPPPPB")
    data = as_data(results)
    assert list(data) == ["bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig"]
    assert [bead["mark"] for bead in data["bead_plate"]] == list(results)
    assert data["big_road"]["leading_ties"] == 1
    assert data["big_road"]["cells"][2] == {"column": 2, "row": 1, "mark": "player", "ties": 1}
    assert data["big_road"]["streaks"][3] == {"winner": "player", "length": 8}
    for back, road in ((1, "big_eye_boy"), (2, "small_road"), (3, "cockroach_pig")):
        assert [tuple(each.values()) for each in data[road]] == list(DERIVED[back](results))
        assert all(list(each) == ["column", "row", "mark"] for each in data[road])
