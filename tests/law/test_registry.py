"""The clause files and the readings as data."""

import csv
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import lammer.law
from lammer.games import RULESETS, load
from lammer.games.cites import cites_in
from lammer.law import EDITIONS, cited, clause, clauses, edition_of, known, reading, readings
from lammer.law.registry import physical, sources

KINDS = ("wager", "timing", "settlement", "payout", "limit", "procedure", "notice", "heading")
ROWS = {
    "NJ11": (42, 19, 36, 80, 18, 57, 3, 0),
    "MD13": (41, 26, 103, 75, 12, 20, 14, 0),
    "NJ05": (6, 6, 0, 71, 9, 2, 1, 0),
    "NJ97": (5, 3, 4, 12, 5, 27, 1, 0),
    "NJ01": (4, 7, 41, 0, 2, 28, 1, 24),
}


def test_805_clauses_by_edition_and_kind() -> None:
    assert len(clauses()) == 805
    count = Counter((each.edition, each.kind) for each in clauses().values())
    assert {edition: tuple(count[edition, kind] for kind in KINDS) for edition in EDITIONS} == ROWS


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_file_is_in_the_text_s_order(edition: str) -> None:
    """Sections follow one another and never come back."""
    sections = [each.section for each in clauses().values() if each.edition == edition]
    assert len(list(dict.fromkeys(sections))) == 1 + sum(a != b for a, b in pairwise(sections))


def test_each_row_is_whole() -> None:
    for each in clauses().values():
        assert each.citation.startswith(("N.J.A.C. 19:47-", "COMAR 36.05.05."))
        assert each.words
        assert each.kind in KINDS
        assert each.games


def test_one_clause() -> None:
    found = clause("NJ11-1.3c1")
    assert found.citation == "N.J.A.C. 19:47-1.3(c)1"
    assert found.kind == "timing"


def test_the_readings() -> None:
    names = list(readings())
    assert names == sorted(set(names), key=lambda name: int(name[2:]))
    assert {f"R-{n:02}" for n in range(1, 79)} <= set(names)
    for each in readings().values():
        assert each.title
        assert each.text
        assert each.standing.split()[0].lower().strip(";") in ("firm", "likely", "choice")
        assert all(known(name) for name in each.clauses)


def test_readings_name_readings_clauses_and_sources_that_exist() -> None:
    for each in readings().values():
        for name in re.findall(r"\b(?:NJ11|NJ05|NJ01|NJ97|MD13)-[\w.-]*\w", each.text):
            assert any(each_id.startswith(name) for each_id in clauses()), f"{each.id} names {name}"
        for name in re.findall(r"\bR-\d{2,3}\b", each.text):
            assert name in readings()
        for name in re.findall(r"\bS\d+\b", each.text):
            assert name in sources()


def test_clauses_refer_to_readings_that_exist() -> None:
    for each in clauses().values():
        assert all(name in readings() for name in re.findall(r"R-\d{2,3}", each.words))


def test_restored_clauses_have_their_reading() -> None:
    restored = [each for each in clauses().values() if "[RESTORED" in each.words]
    assert len(restored) >= 7
    assert all(re.search(r"see R-\d\d", each.words) for each in restored)


def test_no_catalogue_names_a_clause_that_does_not_exist() -> None:
    for rules in RULESETS:
        for game in load(rules).games:
            ruleset = load(rules, game)
            named = cites_in((ruleset.wagers, ruleset.law, ruleset.cycle, ruleset.options))
            for cite in named:
                assert known(cite.clause), cite
                assert all(name in readings() for name in cite.readings), cite
                assert cite.borrowed is None or cite.borrowed in readings(), cite


@pytest.mark.parametrize("name", ["NJ11", "nj11", "nj-2011", "NJ-2011"])
def test_an_edition_by_any_of_its_names(name: str) -> None:
    assert edition_of(name) == "NJ11"


def test_no_such_edition() -> None:
    assert edition_of("nj-1999") is None
    with pytest.raises(KeyError):
        reading("R-99")


def test_physical_clauses_exist_and_say_why() -> None:
    for name, reason in physical().items():
        assert name in clauses()
        assert len(reason) > 30


def test_the_files_are_plain_csv() -> None:
    here = Path(lammer.law.__file__).parent
    for path in here.glob("*.csv"):
        rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
        assert len({len(row) for row in rows}) == 1, path.name


@pytest.mark.parametrize("text", [
    "1.9(e)1", "1.9e1", "1.9 (e) 1", "1.9(E)(1)", "N.J.A.C. 19:47-1.9(e)1", "njac 19:47-1.9(e)1",
    "19:47-1.9(e)1", "§ 1.9(e)1", "§1.9(e), paragraph 1", "Section 1.9(e)1",
    "N.J.A.C.19:47-1.9(e)1",
])  # fmt: skip
def test_a_citation_is_found_however_it_is_written(text: str) -> None:
    assert [each.id for each in cited(text)] == ["NJ11-1.9e1"]


@pytest.mark.parametrize(("text", "first", "many"), [
    ("36.05.05.04E", "MD13-04E-s1", 2),
    ("COMAR 36.05.05.04E", "MD13-04E-s1", 2),
    ("comar .04e", "MD13-04E-s1", 2),
    ("36.05.05.4 E", "MD13-04E-s1", 2),
    (".03A(5)(a)", "MD13-03A5a", 1),
    ("1.2(a)1i(1)", "NJ11-1.2a1i1", 2),
    ("1.3(e)", "NJ11-1.3e-s1", 4),
    ("1.3(e) s2", "NJ11-1.3e-s2", 2),
    ("1.4(b) Hard8", "NJ11-1.4b-Hard8", 2),
    ("1.4(b) table", "NJ11-1.4b-Pass", 96),
    ("19:47-13.5(a)", "NJ97-13.5a", 1),
    ("3.9(c) Table 2", "NJ01-3.9c-B0", 10),
])  # fmt: skip
def test_what_is_printed_below_a_citation_is_found_with_it(
    text: str, first: str, many: int
) -> None:
    found = [each.id for each in cited(text)]
    assert (found[0], len(found)) == (first, many)


@pytest.mark.parametrize("text", ["", "Fire Bet", "1.99", "COMAR 1.9(e)1", "e1", "...", "R-05"])
def test_what_is_no_citation_finds_nothing(text: str) -> None:
    assert cited(text) == ()


def test_every_citation_finds_its_clause() -> None:
    for each in clauses().values():
        assert each in cited(each.citation), each.citation
