"""The gaming guides of all games and editions."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from lammer.games import load
from lammer.guide.document import GuideItem, GuideTable
from lammer.guide.how_to_play import Guide, as_data, how_to_play
from lammer.instruments.shoe.cards import Coup, Misdealt, dealt
from lammer.instruments.shoe.law import shoe_law
from lammer.law import clauses, readings
from lammer.table.run import Run
from tests.usual import EACH_GAME


def guide_of(key: str, game: str | None = None, house: Mapping[str, Any] | None = None) -> Guide:
    return how_to_play(Run.at(key, game, rails={}, house=house or {}).table.rules)


def sentences(guide: Guide) -> list[str]:
    return [item.text for section in guide.sections for item in section.items]


@pytest.mark.parametrize(("key", "game"), EACH_GAME)
def test_a_guide_cites_clauses_that_exist(key: str, game: str) -> None:
    guide, known = guide_of(key, game), {*clauses(), *readings()}
    parts: list[GuideItem | GuideTable] = []
    for section in guide.sections:
        parts += (*section.items, *section.tables)
    assert {clause for part in parts for clause in part.clauses} <= known
    assert {wager.clause for _, rows in guide.wagers for wager in rows} <= known
    without = [part for part in parts if not part.clauses]
    assert len(without) < len(parts) / 4, without


@pytest.mark.parametrize(("key", "game"), EACH_GAME)
def test_a_guide_has_every_wager_once(key: str, game: str) -> None:
    rules = Run.at(key, game, rails={}).table.rules
    named = [wager.key for _, rows in how_to_play(rules).wagers for wager in rows]
    assert sorted(named) == sorted(rules.wagers)


@pytest.mark.parametrize(("key", "game"), EACH_GAME)
def test_sentences_are_sentences(key: str, game: str) -> None:
    guide = guide_of(key, game)
    for text in sentences(guide):
        assert text[0].isupper() or text[0].isdigit() or text[0] == '"', text
        assert text.endswith("."), text
        assert [each for each in ("_", "  ", "..") if each in text] == [], text
    titles = [section.title for section in guide.sections]
    assert len(set(titles)) == len(titles)


TOLD = {
    "craps": ("come-out", "point", "seven-out", "shooter", "odds", "Pass Bet: wins on 7 or 11"),
    "mini-craps": ("come-out", "seven-out", "shooter", "seated"),
    "automated-craps": ("come-out", "by itself", "Nobody holds the dice"),
    "mini-dice": ("shaker", "at least three times", "Losing bets are collected first"),
    "punto-banco": ("natural", "third card", "tie", "Losing bets are collected first", "decks"),
    "sic-bo": ("dome", "at least three times", "The dealer has the dome", "Losing bets"),
    "minibaccarat": (
        "natural",
        "third card",
        "decks",
        "The dealer has the shoe",
        "collected first",
    ),
    "roulette": ("38 pockets", "No more bets", "lose half of the stake", "two zeros"),
    "big-six": ("54 stops", "No more bets", "Losing bets are collected first"),
}


@pytest.mark.parametrize(("key", "game"), EACH_GAME)
def test_a_guide_tells_what_a_newcomer_asks(key: str, game: str) -> None:
    guide = guide_of(key, game)
    whole = " ".join((*sentences(guide), *(section.title.lower() for section in guide.sections)))
    assert [words for words in TOLD[game] if words not in whole] == []


@pytest.mark.parametrize(("key", "game"), EACH_GAME)
def test_a_guide_says_which_rules_are_the_projects_own(key: str, game: str) -> None:
    titles = [section.title for section in guide_of(key, game).sections]
    assert ("Not the regulation's" in titles) is bool(load(key, game).law.own)


def test_a_guide_says_what_the_house_has_chosen() -> None:
    usual, own = (
        " ".join(sentences(guide_of("nj-2011", house=elected)))
        for elected in ({}, {"odds": {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 3}})
    )
    assert "Odds may be up to 100 times the bet." in usual
    assert "3 times the bet on 4 or 10, 4 times the bet on 5 or 9 and 5 times" in own


def test_a_guide_says_how_many_decks_there_are() -> None:
    told = " ".join(sentences(guide_of("nj-2001", house={"decks": 6})))
    assert "The shoe has 6 decks of cards." in told


def third_card_tables() -> tuple[GuideTable, GuideTable]:
    tables = [table for each in guide_of("nj-2001").sections for table in each.tables]
    player, banker = tables
    return player, banker


CARDS = "TA23456789"
"""A card of each value, 0 to 9."""


def coups() -> Iterator[tuple[int, int, int, Coup]]:
    """Coups without a natural, by both counts and the value of the next card."""
    procedure = Run.at("nj-2001", rails={}).table.rules.procedure
    drawing = shoe_law(procedure).drawing
    for player in range(8):
        for banker in range(8):
            for third in range(10):
                first = [f"{CARDS[player]}s", f"{CARDS[banker]}s", "Kh", "Kd"]
                for more in ([], [f"{CARDS[third]}h"], [f"{CARDS[third]}h", "Qc"]):
                    found = dealt(drawing, first + more)
                    if not isinstance(found, Misdealt):
                        yield player, banker, third, found


def test_the_tables_for_the_third_card_are_what_is_dealt() -> None:
    player_table, banker_table = third_card_tables()
    draws = {
        int(count): words == "draws"
        for counts, words in player_table.rows
        for count in counts.replace(" and ", ", ").split(", ")
    }
    rows = {int(row[0]): dict(zip(banker_table.head[1:], row[1:], strict=True))
            for row in banker_table.rows}  # fmt: skip
    seen = set()
    for player, banker, third, coup in coups():
        assert (len(coup.player) == 3) == draws[player]
        column = str(third) if draws[player] else "no card"
        assert (len(coup.banker) == 3) == (rows[banker][column] == "D"), (player, banker, third)
        seen.add((banker, column))
    assert seen == {(count, column) for count in rows for column in rows[count]}


@pytest.mark.parametrize(("key", "game"), EACH_GAME)
def test_as_data_is_plain(key: str, game: str) -> None:
    data = as_data(guide_of(key, game))
    assert (data["rules"], data["game"], data["format"]) == (key, game, 1)
