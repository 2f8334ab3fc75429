"""Logs that another version of the rules wrote: chain, books and money are judged, the rest is
noted."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lammer.audit import Finding, audit_log
from lammer.core.rule_parts import rule_parts
from lammer.games import earlier_rules as earlier
from lammer.games import load
from lammer.games.earlier_rules import changes_since, earlier_rules
from lammer.table import Run
from lammer.table.log import canonical
from tests.table.test_log import rehashed

Line = dict[str, Any]
UNKNOWN = "0" * 64
KNOWN = "1" * 64
PRESENT = load("nj-2011").digest
EXPORTED = Path(__file__).parents[1] / "golden" / "exported"


@cache
def log() -> tuple[bytes, ...]:
    kept: list[bytes] = []
    run = Run.at("nj-2011", rails={1: 100_000, 2: 100_000}, keep=kept.append)
    for command in (
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
        {"do": "bet", "seat": 2, "wager": "field", "amount": 1000},
        {"do": "roll", "dice": [6, 4]},
        {"do": "remove", "seat": 1, "wager": "pass"},
        {"do": "bet", "seat": 2, "wager": "place-6", "amount": 1200},
        {"do": "roll", "dice": [3, 3]},
        {"do": "roll", "dice": [3, 4]},
    ):
        run.do(command)
    run.close()
    return tuple(kept)


def judged(lines: list[Line]) -> tuple[list[Finding], list[str]]:
    """The findings and notes on these lines, sealed anew."""
    audit = audit_log(enumerate(rehashed([canonical(line).encode() for line in lines]), 1))
    return list(audit), [note.what for note in audit.notes]


def written(digest: str = UNKNOWN, change: Callable[[Line], None] | None = None) -> list[Line]:
    """The log as a version with this digest may have written it."""
    lines: list[Line] = [json.loads(line) for line in log()]
    if change is not None:
        for line in lines:
            change(line)
    lines[0]["body"]["digest"] = digest
    return lines


def paid_more(wins: Line) -> None:
    """Write $5 more than was due."""
    next(move for move in wins["body"]["moves"] if move[0] == "bank")[2] += 500
    wins["body"]["paid"] += 500


def line_of(lines: list[Line], event: str, wager: str) -> Line:
    return next(
        line for line in lines if line["event"] == event and line["body"].get("wager") == wager
    )


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """An earlier version: the Field Bet paid otherwise, a Place Bet on 6 was made otherwise."""
    parts = rule_parts(load("nj-2011"))
    for key, at in (("wager field", 0), ("wager place-6", 1)):
        digests = parts[key].split()
        digests[at] = digests[2] = "00000000"
        parts[key] = " ".join(digests)
    found: Mapping[str, Mapping[str, str]] = {KNOWN: parts | {"layout": "00000000"}}
    monkeypatch.setattr(earlier, "earlier_rules", lambda: found)


def test_another_version_is_noted_once_and_no_finding() -> None:
    findings, notes = judged(written())
    assert findings == []
    (note,) = notes
    assert note.startswith("Written under another version of the rules (digest 000000000000).")
    assert "does not know it" in note


@pytest.mark.usefixtures("known")
def test_which_rules_differ_is_said() -> None:
    findings, notes = judged(written(KNOWN))
    assert findings == []
    (note,) = notes
    assert note.endswith(
        "Since then: Place Bet 6 to Win (how it is made), Field Bet (what it pays); layout."
    )


def test_clauses_and_words_may_differ() -> None:
    def older(line: Line) -> None:
        line["clauses"] = line["clauses"][:1]
        if line["event"] == "refused":
            line["body"] |= {"code": "contract", "detail": "It may not."}

    findings, notes = judged(written(UNKNOWN, older))
    assert findings == []
    assert len(notes) == 1
    assert judged(written(PRESENT, older))[0], "the present version would be told of it"


def test_a_wrong_payment_is_found_all_the_same() -> None:
    lines = written()
    paid_more(line_of(lines, "wins", "place-6"))
    findings, _ = judged(lines)
    (found,) = findings
    assert (found.kind, found.seat, found.wager, found.off_by_cents) == (
        "decision", 2, "place-6", 500,
    )  # fmt: skip


@pytest.mark.parametrize("event", ["wins", "loses"])
def test_a_missing_settlement_and_one_too_many_are_found(event: str) -> None:
    lines = written()
    at = next(n for n, line in enumerate(lines) if line["event"] == event)
    assert judged([*lines[:at], *lines[at + 1 :]])[0]
    assert judged([*lines[: at + 1], lines[at], *lines[at + 1 :]])[0]


@pytest.mark.usefixtures("known")
def test_a_payment_by_a_rule_that_changed_is_noted() -> None:
    lines = written(KNOWN)
    paid_more(line_of(lines, "wins", "field"))
    findings, notes = judged(lines)
    assert findings == []
    assert any(note.startswith("Seat 2, field: $25 to the rail") for note in notes)
    lines[0]["body"]["digest"] = UNKNOWN
    assert len(judged(lines)[0]) == 1, "whether it changed is not known"


def test_what_was_refused_and_would_not_be_now_is_noted() -> None:
    lines = written()
    refused = next(line for line in lines if line["event"] == "refused")
    refused["body"]["command"] = {"do": "bet", "seat": 1, "wager": "field", "amount": 500}
    findings, notes = judged(lines)
    assert findings == []
    assert notes[1:] == ['"bet" field: was refused, and would not be now.']


def test_what_was_accepted_and_would_not_be_now_is_noted_and_goes_on() -> None:
    lines = written()
    refused = next(line for line in lines if line["event"] == "refused")
    moves = [["layout-1", "rail-1", 1000]]
    body = {"seat": 1, "wager": "pass", "stake": 1000, "moves": moves}
    refused |= {"event": "remove", "actor": "seat-1"}
    refused["body"] = body | {"command": refused["body"]["command"]}
    assert judged(lines)[0], "the bet is down, and is lost all the same"
    lines.remove(line_of(lines, "loses", "pass"))
    findings, notes = judged(lines)
    assert findings == []
    assert notes[1].startswith('"remove" pass: was accepted, and would not be now. Pass Bet may')


def test_chips_that_are_not_there_are_found() -> None:
    lines = written()
    bet = line_of(lines, "bet", "field")
    bet["body"]["command"]["amount"] = bet["body"]["amount"] = bet["body"]["stake"] = 900_000
    bet["body"]["moves"][0][2] = 900_000
    assert "books" in {found.kind for found in judged(lines)[0]}


def test_the_chain_is_judged() -> None:
    lines = rehashed([canonical(line).encode() for line in written()])
    del lines[5]
    assert next(iter(audit_log(enumerate(lines, 1)))).kind == "chain"
    lines = rehashed([canonical(line).encode() for line in written()])
    lines[5] = lines[5].replace(b'"stake":1000', b'"stake":1001')
    assert "chain" in {found.kind for found in audit_log(enumerate(lines, 1))}


def test_elections_that_are_not_lawful_now_leave_chain_and_books() -> None:
    lines = written()
    lines[0]["body"]["command"]["house"] = lines[0]["body"]["house"] = {"such_a_key": 1}
    findings, notes = judged(lines)
    assert findings == []
    assert "Only chain and books are judged." in notes[0]
    line_of(lines, "bet", "field")["body"]["moves"][0][2] = 900_000
    assert {found.kind for found in judged(lines)[0]} == {"books"}


def changed(at: int, before: str, digest: str) -> list[Line]:
    """The log, whose table went on under other rules from a line on."""
    lines = written(before)
    line = {
        "actor": "house",
        "at": lines[at - 1]["at"],
        "by": "house",
        "clauses": [],
        "event": "rules",
    }
    return [*lines[:at], line | {"body": {"before": before, "digest": digest}}, *lines[at:]]


def test_a_table_that_went_on_under_the_present_rules_is_judged_by_them_from_there() -> None:
    at = next(n for n, line in enumerate(written()) if line["event"] == "refused")
    findings, notes = judged(changed(at, UNKNOWN, PRESENT))
    assert findings == []
    assert len(notes) == 1
    lines = changed(at, UNKNOWN, PRESENT)
    lines[2]["clauses"] = []
    assert judged(lines)[0] == []
    lines[-2]["clauses"] = []
    assert judged(lines)[0]


def test_a_change_of_rules_that_does_not_fit_is_found() -> None:
    for before, digest in ((KNOWN, PRESENT), (UNKNOWN, UNKNOWN), (UNKNOWN, "?")):
        lines = changed(6, UNKNOWN, PRESENT)
        lines[6]["body"] = {"before": before, "digest": digest}
        assert "rules" in {found.kind for found in judged(lines)[0]}


def test_what_earlier_versions_said_is_known() -> None:
    """The logs in this folder were written by a version whose parts are known."""
    for path in sorted(EXPORTED.glob("*.log")):
        opened = json.loads(path.read_bytes().splitlines()[0])["body"]
        assert opened["digest"] in earlier_rules()
        law = load(opened["rules"], opened["game"])
        changes = changes_since(opened["digest"], law)
        assert changes is not None
        if law.digest == opened["digest"]:
            assert (changes.wagers, changes.others) == ({}, ())
