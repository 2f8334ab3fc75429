"""The report of an audit: its figures against hand computation, and the page itself."""

import re
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lammer.audit import RecordOptions, audit_log, judge
from lammer.audit.record.template import template
from lammer.cli.audit import audit as audit_command
from lammer.cli.support.output import CommandError
from lammer.games.registry import RULESETS, games_of
from lammer.report.log_statistics import FollowedLog
from lammer.report.statistics import AuditStatistics
from lammer.table import Run
from tests.audit.records import as_csv, at, numbered, recorded
from tests.audit.test_template import as_sheet

LOGS = Path(__file__).parents[1] / "golden" / "logs"


def counted(record: str, rules: str = "nj-2011") -> AuditStatistics:
    statistics = AuditStatistics()
    lines = enumerate(as_csv(record).splitlines(keepends=True), 1)
    list(judge(lines, at(rules), RecordOptions(watcher=statistics)))
    return statistics


def test_the_theory_of_decided_bets_is_their_edge() -> None:
    """A $495 Pass Bet costs $7, won at once or lost after a point; a $36 field bet $2."""
    record = """
        bet 1 pass 49500
        roll 5-6
        payment 1 pass 49500
        bet 1 pass 49500
        bet 2 field 3600
        roll 4-4
        roll 3-3
        roll 3-4
        """
    found = counted(record)
    assert found.money["pass"].theory == 1400
    assert found.money["field"].theory == 200
    assert (found.money["pass"].decided, found.money["pass"].staked) == (2, 99000)
    total = found.total
    assert [total.due, total.done, found.undecided] == [3600, 3600, 0]
    assert found.luck == 3600 - 1600


def test_a_wrong_payment_changes_the_win_as_entered() -> None:
    found = counted("bet 1 field 500\nroll 6-6\npayment 1 field 500")
    total = found.total
    assert [total.due, total.done] == [-1000, -500]
    assert (found.every.acts, found.every.wrong) == (2, 1)
    assert found.wagers["field"].wrong == 1


def test_vigorish_is_part_of_the_win_and_of_the_theory() -> None:
    """Five percent of $20 on the 4, taken at the bet: true odds, so that is the whole theory."""
    found = counted("bet 1 buy-4 2000\nvigorish 1 buy-4 100\nroll 3-3\nroll 3-4")
    assert found.money["buy-4"].theory == 100
    assert found.total.due == 2100


def test_bets_that_win_and_lose_together_are_not_independent() -> None:
    """Pass against Don't Pass by the same amount: only the 12 on the come-out is at chance."""
    record = "bet 1 pass 1000\nbet 2 dont-pass 1000\nroll 3-3"
    found = counted(record)
    (low, high, unit) = found.deviations.interval()
    assert unit == 0
    assert high - low <= 1000
    assert found.deviations.variance < 10**6 / 30


def test_errors_by_dealer_and_shift() -> None:
    rows: list[dict[str, Any]] = [
        {"kind": "bet", "seat": 1, "wager": "field", "cents": 500, "dealer": "A", "shift": "day"},
        {"kind": "roll", "dice": "6-6"},
        {"kind": "payment", "seat": 1, "wager": "field", "cents": 500},
        {"kind": "bet", "seat": 1, "wager": "field", "cents": 500, "dealer": "B"},
        {"kind": "roll", "dice": "6-6"},
        {"kind": "payment", "seat": 1, "wager": "field", "cents": 1000},
    ]
    statistics = AuditStatistics()
    list(judge(numbered(rows), at(), RecordOptions(watcher=statistics)))
    assert {name: (c.acts, c.wrong) for name, c in statistics.dealers.items()} == {
        "A": (2, 1),
        "B": (2, 0),
    }
    assert statistics.shifts["day"].acts == 4


@given(rolls=st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=12))
@settings(max_examples=15)
def test_win_and_luck_and_theory_add_up(rolls: list[tuple[int, int]]) -> None:
    """What chance brought is the win less the theory, but for bets that are not decided: their
    worth is the theory of those that would be made anew."""
    record = "".join(f"bet 1 place-6 600\nbet 1 field 500\nroll {a}-{b}\n" for a, b in rolls)
    found = counted(record)
    assert found.luck == found.total.due + found.undecided - found.total.theory
    if found.money:
        assert found.money["field"].theory == len(rolls) * Fraction(500, 18)


# Logs


def log_of_a_table() -> list[bytes]:
    lines: list[bytes] = []
    run = Run.at("nj-2011", rails={1: 100000, 2: 100000}, keep=lines.append)
    for command in (
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
        {"do": "bet", "seat": 2, "wager": "buy-4", "amount": 2000},
        {"do": "bet", "seat": 2, "wager": "horn", "amount": 400},
        {"do": "roll", "dice": [6, 6]},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
        {"do": "roll", "dice": [4, 4]},
        {"do": "roll", "dice": [3, 3]},
        {"do": "correct", "caller": "boxperson", "reason": "wrong-dice"},
        {"do": "roll", "dice": [3, 4]},
    ):
        run.do(command)
    run.close()
    return lines


def test_a_log_and_its_record_have_the_same_figures() -> None:
    lines, follower = log_of_a_table(), FollowedLog()
    assert list(audit_log(follower.following(enumerate(lines, 1)))) == []
    house, entries = recorded(lines)
    statistics = AuditStatistics()
    assert list(judge(numbered(entries), house, RecordOptions(watcher=statistics))) == []
    of_log = follower.statistics
    assert follower.complete
    assert of_log.trials == statistics.trials == 3
    for name in ("pass", "buy-4", "horn"):
        one, other = of_log.money[name], statistics.money[name]
        assert (one.due, one.theory, one.staked) == (other.due, other.theory, other.staked), name
    assert of_log.deviations.interval() == statistics.deviations.interval()


def test_every_golden_log_is_followed_to_its_end() -> None:
    for path in sorted(LOGS.glob("*.log"))[::3]:
        follower = FollowedLog()
        lines = enumerate(path.read_bytes().splitlines(keepends=True), 1)
        list(audit_log(follower.following(lines)))
        assert follower.complete, path.name


# The page


class Outside(HTMLParser):
    """Collects what a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [f"{tag} {key}" for key, _ in attrs if key in ("src", "href", "onload")]
        if tag not in ("meta", "rect", "circle", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("rect", "circle"):
            assert self.open.pop() == tag


def reported(
    tmp_path: Path, name: str, content: bytes, rules: str | None = None
) -> tuple[int, str]:
    path, out = tmp_path / name, tmp_path / "report.html"
    path.write_bytes(content)
    status = audit_command(str(path), report=str(out), rules=rules)
    page = out.read_text(encoding="utf-8")
    outside = Outside()
    outside.feed(page)
    assert outside.loads == []
    assert outside.open == []
    return status, page


@pytest.mark.parametrize(
    ("rules", "game"), [(rules, game) for rules in RULESETS for game in games_of(rules)[:1]]
)
def test_a_page_for_every_rule_set(
    rules: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    columns, rows = template(at(rules, game))
    status, page = reported(tmp_path, "a.csv", as_sheet(columns, rows), rules=rules)
    assert status == 0
    assert "Nothing was found wrong" in page
    assert "95 % interval around theory" in page
    assert "nothing wrong" in capsys.readouterr().out


def test_findings_are_drawn_as_the_table_lay(tmp_path: Path) -> None:
    record = (
        b"kind,seat,wager,cents,dice,dealer\n"
        b"bet,1,field,500,,<b>Ann</b>\nbet,2,horn,400,,\nroll,,,,6-6,\npayment,1,field,500,,\n"
        b"payment,2,horn,3000,,\nrol,,,,,\n"
    )
    status, page = reported(tmp_path, "<a>.csv", record, rules="nj-2011")
    assert status == 2
    (picture,) = re.findall(r"<svg.*?</svg>", page)
    assert 'aria-label="OFF; seat 1: field $5; seat 2: horn $4"' in picture
    assert picture.count("chip meant") == 1
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "<b>Ann</b>" not in page
    assert "there is no kind &quot;rol&quot;" in page


def test_the_page_of_a_log_shows_what_was_changed_in_it(tmp_path: Path) -> None:
    changed = [line.replace(b'"paid":3000', b'"paid":3500') for line in log_of_a_table()]
    status, page = reported(tmp_path, "a.log", b"".join(changed))
    assert status != 0
    assert "Findings" in page
    assert "seat 2: horn $4" in page


@pytest.mark.parametrize(
    ("file", "out"), [("-", "a.html"), ("a.csv", "a.txt")], ids=["standard input", "no page"]
)
def test_what_no_report_can_be_of(file: str, out: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        audit_command(file, report=str(tmp_path / out), rules="nj-2011")
