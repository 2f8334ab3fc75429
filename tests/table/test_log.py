"""The log: canonical, chained, the same for the same script; whatever is done to it is found."""

import json
import random
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lammer.audit import Finding, audit_log
from lammer.table import Run
from lammer.table.commands import Malformed
from lammer.table.log import FIRST, canonical
from tests.hands.hand import play
from tests.usual import one_in

HANDS = sorted((Path(__file__).parents[1] / "hands").glob("*.hand"))


def log_of(path: Path) -> list[bytes]:
    lines: list[bytes] = []
    play(path, lines.append)
    return lines


PATHS = HANDS[::9]


@cache
def logs() -> list[list[bytes]]:
    """Made when a test first needs them: collecting the tests must not play hands."""
    return [log_of(path) for path in PATHS]


def findings(lines: list[bytes], head: str | None = None) -> list[Finding]:
    return list(audit_log(enumerate(lines, start=1), head))


def is_found(lines: list[bytes], head: str | None = None) -> bool:
    """Whether an audit reports anything, or cannot even read it."""
    try:
        return bool(findings(lines, head))
    except Malformed:
        return True


def rehashed(lines: list[bytes]) -> list[bytes]:
    """The lines sealed anew, as somebody would who wants them to look untouched."""
    prev, found = FIRST, []
    for number, line in enumerate(lines, start=1):
        data = json.loads(line)
        data.pop("hash", None)
        data |= {"prev": prev, "seq": number}
        if data["event"] == "close":
            data["body"] = {"lines": number - 1, "head": prev}
        prev = sha256(canonical(data).encode()).hexdigest()
        found.append(f"{canonical(data | {'hash': prev})}\n".encode())
    return found


def head_of(lines: list[bytes]) -> str:
    head: str = json.loads(lines[-1])["hash"]
    return head


@pytest.mark.parametrize("path", HANDS[::20], ids=lambda path: path.stem)
def test_each_line_is_canonical_json_and_seals_the_one_before(path: Path) -> None:
    prev = FIRST
    for number, line in enumerate(log_of(path), start=1):
        data = json.loads(line)
        text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert line == f"{text}\n".encode()
        sealed = {key: value for key, value in data.items() if key != "hash"}
        unsealed = json.dumps(sealed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert data["hash"] == sha256(unsealed.encode()).hexdigest()
        assert (data["prev"], data["seq"]) == (prev, number)
        prev = data["hash"]
    assert data["event"] == "close"
    assert data["body"] == {"head": data["prev"], "lines": number - 1}


@pytest.mark.parametrize("path", HANDS[::20], ids=lambda path: path.stem)
def test_the_same_hand_gives_the_same_bytes(path: Path) -> None:
    assert log_of(path) == log_of(path)


def test_the_clock_of_a_script_without_times_starts_at_the_epoch() -> None:
    lines = logs()[0]
    times = list(dict.fromkeys(json.loads(line)["at"] for line in lines))
    assert times[:2] == ["1970-01-01T00:00:00Z", "1970-01-01T00:00:01Z"]


def test_rehashing_what_is_untouched_changes_nothing() -> None:
    for lines in logs():
        assert rehashed(lines) == lines


@given(st.sampled_from(range(len(PATHS))), st.data())
def test_any_byte_changed_is_found(which: int, data: st.DataObject) -> None:
    lines = list(logs()[which])
    at = data.draw(st.integers(0, len(lines) - 1))
    place = data.draw(st.integers(0, len(lines[at]) - 2))
    byte = data.draw(st.integers(32, 126).filter(lambda b: b != lines[at][place]))
    lines[at] = lines[at][:place] + bytes([byte]) + lines[at][place + 1 :]
    assert is_found(lines)


@given(st.sampled_from(range(len(PATHS))), st.data())
def test_any_line_cut_added_or_moved_is_found(which: int, data: st.DataObject) -> None:
    lines = list(logs()[which])
    at = data.draw(st.integers(0, len(lines) - 1))
    other = data.draw(st.integers(0, len(lines) - 1))
    what = data.draw(st.sampled_from(["cut", "double", "move", "end"]))
    if what == "cut":
        del lines[at]
    elif what == "double":
        lines.insert(at, lines[at])
    elif what == "move":
        lines.insert(other, lines.pop(at))
    else:
        lines = lines[: max(at, 1)]
    if lines == logs()[which]:
        return
    assert is_found(lines)


def _paid(body: dict[str, Any]) -> bool:
    if "paid" in body:
        body["paid"] += 100
        body["moves"] = [
            [a, b, c + 100] if (a, c) == ("bank", body["paid"] - 100) else [a, b, c]
            for a, b, c in body["moves"]
        ]
    return "paid" in body


def _dice(body: dict[str, Any]) -> bool:
    if "total" not in body or "command" not in body:
        return False
    body["dice"] = [body["dice"][0] % 6 + 1, body["dice"][1]]
    body["command"]["dice"] = body["dice"]
    body["total"] = sum(body["dice"])
    return True


def _amount(body: dict[str, Any]) -> bool:
    """The bet itself, in the command and all that is said of it."""
    if "amount" not in body or "moves" not in body or "command" not in body:
        return False
    body["command"]["amount"] = body["amount"] = body["amount"] + 100
    body["stake"] = body.get("stake", 0) + 100
    body["moves"][0][2] += 100
    return True


@pytest.mark.parametrize(
    "change", one_in(3, [_paid, _dice, _amount]), ids=["paid", "dice", "amount"]
)
def test_a_lie_about_what_follows_is_found_though_the_log_is_sealed_anew(
    change: Callable[[dict[str, Any]], bool], pytestconfig: pytest.Config
) -> None:
    """Changed dice or bets may happen to tell a possible story; then the head tells."""
    every = 1 if pytestconfig.getoption("--long") else 5
    told, silent, lies = 0, 0, 0
    for lines in logs():
        for at, line in enumerate(lines):
            data = json.loads(line)
            if not change(data["body"]):
                continue
            lies += 1
            if lies % every:
                continue
            forged = rehashed([*lines[:at], canonical(data).encode() + b"\n", *lines[at + 1 :]])
            found = is_found(forged)
            told, silent = told + found, silent + (not found)
            assert is_found(forged, head_of(lines))
            if change is _paid:
                assert found
    assert told > 10 * silent


def test_a_payment_that_is_wrong_is_named_with_its_seat_wager_clause_and_cents() -> None:
    lines: list[bytes] = []
    run = Run.at("nj-2011", rails={1: 100000}, keep=lines.append)
    for command in (
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
        {"do": "roll", "dice": [4, 4]},
        {"do": "bet", "seat": 1, "wager": "place-6", "amount": 1200},
        {"do": "roll", "dice": [2, 4]},
    ):
        assert run.do(command).ok
    run.close()
    at = next(n for n, line in enumerate(lines) if b'"event":"wins"' in line)
    data = json.loads(lines[at])
    data["body"]["paid"] = 1200
    data["body"]["moves"] = [["layout-1", "rail-1", 1200], ["bank", "rail-1", 1200]]
    lines[at] = canonical(data).encode() + b"\n"
    (found,) = findings(rehashed(lines))
    assert (found.line, found.seat, found.wager) == (at + 1, 1, "place-6")
    assert (found.due_cents, found.paid_cents, found.off_by_cents) == (2600, 2400, -200)
    assert "NJ11-1.4b-Place6W" in found.clauses


def test_a_bet_taken_that_should_have_been_refused_is_found() -> None:
    lines: list[bytes] = []
    run = Run.at("nj-2011", rails={1: 100000}, keep=lines.append)
    assert not run.do({"do": "bet", "seat": 1, "wager": "place-6", "amount": 1000}).ok
    run.close()
    data = json.loads(lines[1])
    data |= {"event": "bet", "actor": "seat-1"}
    data["body"] |= {"seat": 1, "wager": "place-6", "amount": 1000, "stake": 1000}
    data["body"]["moves"] = [["rail-1", "layout-1", 1000]]
    forged = rehashed([lines[0], canonical(data).encode(), lines[2]])
    (found,) = findings(forged)
    assert found.clauses == ("NJ11-1.4f", "R-12")
    assert (found.line, found.seat, found.wager) == (2, 1, "place-6")


def test_a_log_without_its_end_is_incomplete_and_one_cut_and_closed_anew_misses_its_head() -> None:
    lines = logs()[0]
    assert [found.kind for found in findings(lines[:-1])] == ["incomplete"]
    short: list[bytes] = []
    run = Run(short.append)
    for line in lines[:2]:
        run.do(json.loads(line)["body"]["command"])
    run.close()
    assert short[:2] == lines[:2]
    assert findings(short) == []
    assert [found.kind for found in findings(short, head_of(lines))] == ["chain"]
    assert findings(lines, head_of(lines)) == []
    assert findings(lines, json.loads(lines[-1])["prev"]) == []


def test_any_head_of_the_chain_is_found_with_its_line_and_what_follows() -> None:
    lines = logs()[0]
    for number, line in enumerate(lines, start=1):
        audit = audit_log(enumerate(lines, start=1), json.loads(line)["hash"].upper())
        assert list(audit) == []
        assert (audit.head_line, audit.lines_after_head) == (number, len(lines) - number)
    nowhere = audit_log(enumerate(lines, start=1), "ab" * 32)
    (found,) = nowhere
    assert (found.kind, nowhere.head_line, nowhere.lines_after_head) == ("chain", None, None)
    assert "no line of this log" in found.what


@given(st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_an_audit_never_breaks_down(chance: random.Random) -> None:
    """Whatever values stand in a sealed log, the audit reports them or says it cannot read them."""
    lines = [json.loads(line) for line in chance.choice(logs())]
    odd: list[Any] = [None, -1, 10**30, "x", [], {}, True, [["rail-1", "bank", -5]], "rail-1"]
    for _ in range(3):
        body = chance.choice(lines)["body"]
        body[chance.choice([*body, "extra"])] = chance.choice(odd)
    lines[0]["at"] = chance.choice([lines[0]["at"], "0001-01-01T00:00:00Z"])
    forged = rehashed([canonical(line).encode() + b"\n" for line in lines])
    is_found(forged)
    del forged[chance.randrange(len(forged))]
    is_found(forged)


def test_what_was_asked_before_the_table_was_open_does_not_spoil_its_log() -> None:
    lines: list[bytes] = []
    run = Run(lines.append)
    assert not run.do({"do": "roll", "dice": [3, 3]}).ok
    assert run.do({"do": "open", "rules": "nj-2011", "seats": [{"seat": 1, "rail": 1000}]}).ok
    assert run.do({"do": "accept-dice", "seat": 1}).ok
    run.close()
    assert [json.loads(line)["at"][-3:] for line in lines] == ["01Z", "02Z", "03Z"]
    assert findings(lines) == []
