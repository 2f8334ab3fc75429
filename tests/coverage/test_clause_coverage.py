"""``lammer clauses`` is computed from code and tests, and correct."""

import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from lammer.coverage import clause_coverage, places
from lammer.coverage.status import STATUSES
from lammer.games import RULESETS
from lammer.games.registry import usual_rules
from lammer.instruments import INSTRUMENTS
from lammer.law.registry import evidence_text
from lammer.table.commands import verbs
from lammer.table.events import event_kinds

ROOT = Path(__file__).parents[2]


def test_every_clause_has_a_status() -> None:
    found = clause_coverage()
    assert len(found) == 805
    assert {each.status for each in found} <= set(STATUSES)


def test_no_clause_is_open() -> None:
    """None but headings of games that are not there."""
    found = [each.clause for each in clause_coverage() if each.status == "open"]
    assert not [each.id for each in found if set(each.games) & usual_rules().keys()]
    assert {each.kind for each in found} <= {"heading"}


def test_a_clause_without_a_test_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the evidence does not have, no code holds."""
    monkeypatch.setattr("lammer.coverage.status.evidence_text", lambda: "{}")
    found = {each.status for each in clause_coverage()}
    assert found == {"open", "physical"}


def test_a_held_clause_has_code_and_tests() -> None:
    for each in clause_coverage():
        if each.status in ("enforced", "recorded", "shown", "asserted"):
            assert each.where
            assert each.tests
        if each.status == "physical":
            assert each.reason


def test_lent_clauses_say_under_which_reading() -> None:
    odds = next(each for each in clause_coverage("NJ11") if each.clause.id == "NJ11-1.6a-s4")
    loans = {(loan.rules, loan.borrowed) for loan in odds.lent}
    assert ("md-2013", "R-46") in loans
    hop = next(each for each in clause_coverage("NJ11") if each.clause.id == "NJ11-1.2a26")
    assert {(loan.rules, loan.borrowed) for loan in hop.lent} == {("nj-2005", "R-57")}


def test_places_can_be_opened() -> None:
    """Each place named is a constant of its module."""
    from importlib import import_module

    for found in places().values():
        for place in found:
            module, _, name = place.where.partition(":")
            assert hasattr(import_module(module), name.partition("[")[0])
            assert place.ruleset in RULESETS


def test_the_evidence_names_tests_that_exist() -> None:
    evidence = json.loads(evidence_text())
    files = {
        test.partition("::")[0]
        for proofs in evidence.values()
        for tests in proofs.values()
        for test in tests
    }
    assert files
    assert all((ROOT / name).is_file() for name in files)


PROBE = """
import pytest
from lammer.games import load
from lammer.odds import sheet

@pytest.mark.clause("NJ11-1.2a11")
def test_named():
    list(sheet(load("nj-2011"), "field"))

@pytest.mark.clause("NJ11-1.2a12")
def test_not_named():
    list(sheet(load("nj-2011"), "field"))

@pytest.mark.clause("NJ11-9.9")
def test_no_clause():
    list(sheet(load("nj-2011"), "field"))
"""


def test_a_tag_the_program_never_named_is_a_failure(tmp_path: Path) -> None:
    """The counting itself, run on three tests of which two claim what they do not prove."""
    (tmp_path / "conftest.py").write_text("from tests.conftest import *\n")
    (tmp_path / "test_probe.py").write_text(PROBE)
    config = tmp_path / "pytest.ini"
    config.write_text("[pytest]\nmarkers = clause: x\n")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", str(config), "-q", "-p", "no:cacheprovider", "."],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "2 failed, 1 passed" in run.stdout, run.stdout + run.stderr
    assert "tagged NJ11-1.2a12, but nothing the program produced named it" in run.stdout
    assert "tagged NJ11-9.9, which is no clause" in run.stdout


@pytest.mark.parametrize("status", [each for each in STATUSES if each not in ("open", "own")])
def test_each_status_occurs(status: str) -> None:
    assert any(each.status == status for each in clause_coverage())


def test_nothing_is_recorded_without_a_command_that_names_it() -> None:
    """Events that follow of themselves, or that only say that something is done, record nothing."""
    for key in INSTRUMENTS:
        commands = set(verbs(key).values())
        for kind in event_kinds(key).values():
            event = kind.__new__(kind, **dict.fromkeys(each.name for each in fields(kind)))
            shown = {each: event.proves(each) for each in (None, *commands)}
            recorded = {each for each, status in shown.items() if status == "recorded"}
            assert recorded == set(kind.entered_by) & commands, kind
    named = {kind.name for key in INSTRUMENTS for kind in event_kinds(key).values()
             if kind.says_only and not kind.entered_by}  # fmt: skip
    assert named == {"open", "marker", "tell", "markers-off", "cards", "count", "last-hand"}


def test_what_nobody_enters_is_not_recorded() -> None:
    """Clauses that a rule set only states are asserted, unless a step of the crew enters them."""
    status = {each.clause.id: each.status for each in clause_coverage()}
    for clause in ("NJ11-1.7a-s2", "NJ11-1.7a-s3", "NJ11-1.8-s2", "NJ97-13.3a1-s1", "NJ01-3.6a-s2"):
        assert status[clause] == "asserted", clause
    for clause in ("NJ11-1.7c1", "NJ11-1.7c2", "NJ11-1.12a4-s3", "MD13-12B3b"):
        assert status[clause] == "physical", clause
    stated = {clause for clause, found in places().items() if all(each.stated for each in found)}
    assert not [clause for clause in stated if status[clause] == "recorded"]
