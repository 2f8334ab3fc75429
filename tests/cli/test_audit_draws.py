"""``lammer audit`` on logs whose dice and cards come from pledged seeds; ``fair --strict``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.command import lammer
from tests.fair.pledged_tables import Line, PledgingHouse, edited, log_of
from tests.fair.test_verify import at
from tests.table.test_log import rehashed
from tests.usual import one_in


def audited(path: Path, lines: list[bytes], *options: str) -> tuple[int, Any, str]:
    """The status, the JSON and the text."""
    path.write_bytes(b"".join(lines))
    done = lammer("audit", str(path), *options, "--json")
    text = lammer("audit", str(path), *options)
    assert done.returncode == text.returncode
    return done.returncode, json.loads(done.stdout), text.stdout


def _both_dice(log: list[Line]) -> None:
    """Another roll, in the line and in the command that entered it: lawful, but not what was
    drawn."""
    line = log[at(log, "roll", 1)]
    line["body"]["dice"] = line["body"]["command"]["dice"] = line["body"]["dice"][::-1]


@pytest.mark.parametrize("rules", ["nj-2011", "nj-1997", "nj-2001"])
def test_draws_are_verified_with_the_rest(rules: str, tmp_path: Path) -> None:
    status, said, text = audited(tmp_path / "a.log", log_of(rules, 3, {1: "one"}))
    draws = said["draws"]
    assert (status, draws["verified"], draws["why_not"]) == (0, True, None)
    assert draws["trials"] == draws["followed"] > 0
    assert f"draws: {draws['trials']} of {draws['trials']} verified.\n" in text


def test_dice_that_the_seeds_do_not_give_are_a_finding(tmp_path: Path) -> None:
    log = edited(log_of("nj-2011", 3, {1: "one"}), _both_dice)
    lines = rehashed([json.dumps(line).encode() for line in log])
    status, said, text = audited(tmp_path / "a.log", lines)
    assert (status, [each["kind"] for each in said["findings"]]) == (1, ["draw"])
    assert "and the seeds give" in said["findings"][0]["what"]
    assert said["kinds"] == {"draw": 1}
    assert not said["draws"]["verified"]
    assert "not, because they do not follow from what was pledged" in text
    status, said, text = audited(tmp_path / "a.log", lines, "--no-fair")
    assert (status, said["draws"]["verified"]) == (0, False)
    assert said["draws"]["why_not"] == "--no-fair leaves them out"
    assert "draws: not verified, because --no-fair leaves them out." in text


@pytest.mark.parametrize(
    "event", one_in(4, ["roll", "commit", "reveal", "seed", "bet", "deal", "shuffle"])
)
@pytest.mark.parametrize("rules", ["nj-2011", "nj-2001"])
def test_a_line_that_is_missing_is_no_finding_about_the_draws(
    rules: str, event: str, tmp_path: Path
) -> None:
    lines = log_of(rules, 3, {1: "one"})
    with_it = [place for place, line in enumerate(lines) if json.loads(line)["event"] == event]
    for place in with_it[1:2]:
        _, said, _ = audited(tmp_path / "a.log", [*lines[:place], *lines[place + 1 :]])
        assert [each for each in said["findings"] if each["kind"] == "draw"] == []
        assert said["findings"][0]["kind"] == "chain"


def test_a_crew_pledges_nothing(tmp_path: Path) -> None:
    house = PledgingHouse("nj-2011")
    house.ready()
    house.do(do="roll", dice=[3, 3])
    status, said, text = audited(tmp_path / "a.log", house.lines, "--open")
    assert (status, said["draws"]["verified"], said["draws"]["unpledged"]) == (0, False, 1)
    assert "draws: not verified, because no seed was pledged" in text


def _withdrawn(house: PledgingHouse) -> None:
    house.do(do="withdraw", reason="restored from a backup")


def _open(house: PledgingHouse) -> None:
    del house


@pytest.mark.parametrize(("end", "word"), [(_withdrawn, "withdrawn"), (_open, "not revealed")])
def test_strict_fails_where_nothing_is_proved(
    end: Callable[[PledgingHouse], None], word: str, tmp_path: Path
) -> None:
    house = PledgingHouse("nj-2011")
    house.commit({})
    house.draw()
    end(house)
    path = tmp_path / "a.log"
    path.write_bytes(b"".join(house.lines))
    assert lammer("fair", str(path)).returncode == 0
    done = lammer("fair", str(path), "--strict")
    assert done.returncode == 1
    assert word in done.stdout.splitlines()[0]
    assert done.stdout.endswith("1 thing wrong.\n")
    found = json.loads(lammer("fair", str(path), "--strict", "--json").stdout)
    assert (found["ok"], found["count"], found["findings"][0]["pledge"]) == (False, 1, 1)


def test_strict_passes_where_all_is_proved(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(b"".join(log_of("nj-2011", 2, {})))
    assert lammer("fair", str(path), "--strict").returncode == 0
