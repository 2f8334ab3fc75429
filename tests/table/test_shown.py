"""What lies on the table after each line of a recorded log is what a second reading of it finds."""

import json
from collections.abc import Sequence
from typing import Any

from lammer.table.events import read_event
from lammer.table.instrument import Shown
from lammer.table.log import canonical
from lammer.table.run import Run
from tests.golden.recording import LOGS
from tests.golden.store import EXPORTED

Line = dict[str, Any]
LOG_FILES = [*sorted(LOGS.glob("*.log")), *sorted(EXPORTED.glob("*.log"))]
NOT_APPLIED = {"open", "close", "refused"}


def naive(lines: Sequence[Line]) -> Any:
    """What lies there after these lines, found by looking back from the last."""
    voided = False
    for at in reversed(range(len(lines))):
        event, body = lines[at]["event"], lines[at]["body"]
        if event in ("correct", "no-deal", "shuffle"):
            return None
        voided = voided or event in ("throw", "no-roll", "no-shake", "spun", "no-spin")
        if event in ("roll", "shake", "spin"):
            came = {key: body[key] for key in ("dice", "pocket", "stop", "place") if key in body}
            return {**came, **({"old": True} if voided else {})}
        if event == "deal":
            return _coup(lines[at:])
    return None


def _coup(lines: Sequence[Line]) -> Any:
    found: Any = {"cards": {side: lines[0]["body"][side] for side in ("player", "banker")}}
    for line in lines[1:]:
        body = line["body"]
        if line["event"] == "draw":
            found["cards"][body["hand"]] = [*found["cards"][body["hand"]], body["card"]]
        if line["event"] == "result":
            found |= {key: body[key] for key in ("player", "banker", "winner")}
    return found


def test_what_is_shown_is_what_a_second_reading_of_the_log_finds() -> None:
    seen: set[str] = set()
    for path in LOG_FILES:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        opened = lines[0]["body"]
        instrument = Run.at(opened["rules"], opened["game"], rails={}).table.rules.instrument
        shown: Shown = None
        for number, line in enumerate(lines, 1):
            if line["event"] not in NOT_APPLIED:
                shown = instrument.shown(
                    shown, read_event(instrument.key, line["event"], line["body"])
                )
            assert json.loads(canonical(shown)) == naive(lines[:number]), (path.name, number)
            seen.add(line["event"])
    assert seen >= {"roll", "throw", "no-roll", "shake", "no-shake", "spin", "spun",
                    "no-spin", "deal", "draw", "result", "no-deal", "shuffle",
                    "correct"}  # fmt: skip


def test_bets_and_turns_leave_the_same_object_there() -> None:
    """Whoever compares by identity sees that nothing was put there anew."""
    run = Run.at("nj-2011", rails={1: 50_000})
    rolled = shown = {"dice": [3, 3]}
    for command in ({"do": "accept-dice"}, {"do": "bet", "wager": "pass", "amount": 1000}):
        for event in run.do({**command, "seat": 1}).events:
            shown = run.table.rules.instrument.shown(shown, event)  # type: ignore[assignment]
    assert shown is rolled
