"""A long log damaged in one place: few findings, at the right place, and thefts after it found."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from lammer.audit import Finding, audit_log
from lammer.table import Run
from lammer.table.log import canonical
from tests.fair.pledged_tables import all_cards
from tests.table.test_log import rehashed
from tests.usual import one_in, usual

BETS = {
    "nj-2011": ("pass", "dont-pass", "come", "field", "place-6", "place-8", "hard-8", "any-seven"),
    "nj-1997": ("over-7", "under-7", "any-7", "field", "place-6", "place-8"),
    "nj-2001": ("player", "banker", "tie"),
}
THINGS = {"nj-2011": "dice", "nj-1997": "shaker", "nj-2001": "shoe"}
MOST = 10
Log = list[bytes]


@cache
def log_of(rules: str, timed: bool) -> tuple[bytes, ...]:
    """The log of a long evening: bets, rolls, chips bought, refusals."""
    lines: Log = []
    run = Run.at(rules, rails={1: 10**6, 2: 10**6, 3: 30000}, keep=lines.append)
    chance = random.Random(rules)
    second = 0

    def do(**command: Any) -> bool:
        nonlocal second
        second += chance.randrange(5)
        at = {"at": f"1970-01-01T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z"}
        return run.do({**command, **(at if timed else {})}).ok

    for _ in range(70):
        table = run.table
        if table.hands.offered is not None:
            do(do=f"accept-{THINGS[rules]}", seat=table.hands.offered)
        holder = run.table.hands.seat or 1
        if rules == "nj-2011" and not run.table.seats[holder].bets:
            do(do="bet", seat=holder, wager="pass", amount=1000)
        for _ in range(chance.randrange(4)):
            wager = chance.choice(BETS[rules])
            do(do="bet", seat=chance.choice((1, 2, 3)), wager=wager, amount=1200)
        if chance.random() < 0.1:
            do(do="buy-in", seat=chance.choice((1, 2, 3)), amount=5000)
        _trial(rules, chance, do)
    run.close()
    return tuple(lines)


def _trial(rules: str, chance: random.Random, do: Callable[..., bool]) -> None:
    dice = [chance.randrange(1, 7), chance.randrange(1, 7)]
    if rules == "nj-2011":
        do(do="roll", dice=dice)
        return
    do(do="no-more-bets")
    if rules == "nj-1997":
        do(do="shake", dice=dice)
        return
    shoe = chance.sample(all_cards(8), 6)
    if not any(do(do="deal", cards=shoe[:many]) for many in (4, 5, 6)):
        do(do="shuffle")


def findings(lines: Log) -> list[Finding]:
    return list(audit_log(enumerate(lines, start=1)))


def places(lines: Log) -> list[int]:
    """A place of each kind of line, neither the opening nor the close."""
    chance = random.Random(7)
    kinds: dict[tuple[str, bool], list[int]] = {}
    for at, line in enumerate(lines[1:-1], start=1):
        data = json.loads(line)
        kinds.setdefault((data["event"], "command" in data["body"]), []).append(at)
    return sorted(at for many in kinds.values() for at in chance.sample(many, 1))


def cut(lines: Log, at: int) -> Log:
    return [*lines[:at], *lines[at + 1 :]]


def cut_five(lines: Log, at: int) -> Log:
    return [*lines[:at], *lines[min(at + 5, len(lines) - 2) :]]


def doubled(lines: Log, at: int) -> Log:
    return [*lines[:at], lines[at], *lines[at:]]


def swapped(lines: Log, at: int) -> Log:
    after = list(lines)
    after[at - 1 : at + 1] = reversed(after[at - 1 : at + 1])
    return after


def moved(lines: Log, at: int) -> Log:
    later = min(at + 7, len(lines) - 2)
    return [*lines[:at], *lines[at + 1 : later], lines[at], *lines[later:]]


def added(lines: Log, at: int) -> Log:
    return [*lines[:at], lines[len(lines) // 3], *lines[at:]]


def altered(lines: Log, at: int) -> Log:
    """What the line says is changed, and its own hash left."""
    data = json.loads(lines[at])
    data["body"]["stake"] = 77
    return [*lines[:at], canonical(data).encode() + b"\n", *lines[at + 1 :]]


def cut_and_sealed(lines: Log, at: int) -> Log:
    return rehashed(cut(lines, at))


DAMAGE = (cut, cut_five, doubled, swapped, moved, added, altered)


@pytest.mark.parametrize("timed", [False, True], ids=["untimed", "timed"])
@pytest.mark.parametrize("rules", BETS)
def test_the_long_log_itself_is_right(rules: str, timed: bool) -> None:
    lines = list(log_of(rules, timed))
    assert len(lines) > 250
    assert findings(lines) == []


@pytest.mark.parametrize(
    ("rules", "damage", "timed"),
    usual(
        [(rules, damage, timed) for rules in BETS for damage in DAMAGE for timed in (False, True)],
        [(rules, damage, (at + place) % 2 == 1)
         for place, rules in enumerate(BETS) for at, damage in enumerate(DAMAGE)
         if (at + place) % 3 or rules == "nj-2011"],
    ),
)  # fmt: skip
def test_damage_in_one_place_gives_few_findings_that_name_it(
    rules: str, damage: Callable[[Log, int], Log], timed: bool
) -> None:
    lines = list(log_of(rules, timed))
    for at in places(lines):
        damaged = damage(lines, at)
        if damaged == lines:
            continue
        found = findings(damaged)
        assert 0 < len(found) <= MOST, (at, lines[at])
        assert abs(min(each.line for each in found) - (at + 1)) <= 1, (at, found[0])


@pytest.mark.parametrize("rules", one_in(3, BETS))
def test_a_line_cut_from_a_log_sealed_again_gives_few_findings(rules: str) -> None:
    lines = list(log_of(rules, timed=False))
    for at in places(lines):
        assert 0 < len(findings(cut_and_sealed(lines, at))) <= MOST, (at, lines[at])


@pytest.mark.parametrize(
    "damage", one_in(3, [cut, cut_five, swapped, added]), ids=lambda each: each.__name__
)
@pytest.mark.parametrize("rules", BETS)
def test_money_stolen_after_the_damage_is_found_though_its_tail_is_sealed_again(
    rules: str, damage: Callable[[Log, int], Log]
) -> None:
    lines = list(log_of(rules, timed=False))
    theft = [at for at, line in enumerate(lines) if b'"event":"wins"' in line][-3]
    data = json.loads(lines[theft])
    data["body"]["paid"] += 100000
    data["body"]["moves"].append(["bank", data["body"]["moves"][0][1], 100000])
    forged = rehashed([*lines[:theft], canonical(data).encode() + b"\n", *lines[theft + 1 :]])
    for at in places(lines):
        if at + 5 > theft - 40:
            continue
        damaged = damage(forged, at)
        line = theft + 1 + len(damaged) - len(lines)
        found = [each for each in findings(damaged) if each.line == line]
        assert [each.off_by_cents for each in found] == [100000], (at, lines[at])


@pytest.mark.parametrize("rules", BETS)
def test_without_its_first_part_a_log_is_judged_by_its_chain_alone(rules: str) -> None:
    lines = list(log_of(rules, timed=False))
    (found,) = findings(lines[40:])
    assert (found.line, found.kind) == (1, "chain")
    assert "Lines 1 to 40" in found.what
    assert "only the chain" in found.what
    later = altered(lines, 100)[40:]
    assert [each.line for each in findings(later)] == [1, 61]


def test_many_gaps_give_about_as_many_findings() -> None:
    lines = list(log_of("nj-2011", timed=False))
    gaps = range(50, len(lines) - 50, 40)
    left = [line for at, line in enumerate(lines) if at not in gaps]
    found = findings(left)
    assert len(gaps) <= len(found) <= 6 * len(gaps)
    assert [each.line for each in found if each.kind == "chain"] == [
        at - index + 1 for index, at in enumerate(gaps)
    ]


# What a missing line costs


def _played() -> Log:
    """Two players, one of whom wins and leaves with everything."""
    lines: Log = []
    run = Run.at("nj-2011", rails={1: 100000, 2: 50000}, keep=lines.append)
    commands: tuple[dict[str, Any], ...] = (
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
        {"do": "bet", "seat": 2, "wager": "field", "amount": 500},
        {"do": "bet", "seat": 2, "wager": "any-craps", "amount": 500},
        {"do": "roll", "dice": [1, 2]},
        {"do": "bet", "seat": 2, "wager": "field", "amount": 700},
        {"do": "roll", "dice": [6, 6]},
        {"do": "leave", "seat": 1},
        {"do": "leave", "seat": 2},
    )
    for command in commands:
        run.do(command)
    run.close()
    return lines


def _line_of(lines: Log, event: str, **of: Any) -> int:
    for at, line in enumerate(lines):
        data = json.loads(line)
        if data["event"] == event and all(data["body"].get(k) == v for k, v in of.items()):
            return at
    raise LookupError(event)


def _only_finding(lines: Log, **more: Any) -> Finding:
    (found,) = audit_log(enumerate(lines, start=1), **more)
    assert found.kind == "chain"
    return found


@pytest.mark.parametrize(
    ("event", "of", "cents"),
    [
        ("wins", {"wager": "field", "stake": 500}, 500),
        ("loses", {"wager": "pass"}, -1000),
        ("bet", {"wager": "any-craps"}, 0),
    ],
)
def test_a_missing_line_is_one_finding_with_what_it_moved(
    event: str, of: dict[str, Any], cents: int
) -> None:
    lines = _played()
    at = _line_of(lines, event, **of)
    found = _only_finding(cut(lines, at))
    assert (found.line, found.moved_cents) == (at + 1, cents), found.what
    assert found.money_cents == abs(cents)


def test_a_missing_purchase_is_shown_by_the_chips_taken_away() -> None:
    lines: Log = []
    run = Run.at("nj-2011", rails={1: 100000, 2: 50000}, keep=lines.append)
    run.do({"do": "buy-in", "seat": 2, "amount": 7000})
    run.do({"do": "leave", "seat": 2})
    run.close()
    found = _only_finding(cut(lines, 1))
    assert (found.moved_cents, "$70 to seat 2" in found.what) == (7000, True)


def test_where_nobody_leaves_the_balances_show_what_is_missing() -> None:
    lines: Log = []
    run = Run.at("nj-2011", rails={1: 100000, 2: 50000}, keep=lines.append)
    run.do({"do": "accept-dice", "seat": 1})
    run.do({"do": "bet", "seat": 1, "wager": "pass", "amount": 1000})
    run.do({"do": "roll", "dice": [3, 4]})
    run.do({"do": "bet", "seat": 2, "wager": "field", "amount": 500})
    run.close()
    whole = _line_of(lines, "roll")
    gone = [*lines[:whole], *lines[_line_of(lines, "wins") + 1 :]]
    assert _only_finding(gone).moved_cents is None
    found = _only_finding(gone, balances=run.table.books)
    assert (found.moved_cents, "$10 to seat 1" in found.what) == (1000, True)
