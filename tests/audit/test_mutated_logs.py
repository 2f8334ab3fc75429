"""Logs of every game, changed at random in one place, as they are or sealed again after it: each
change is found, near its place, in a few findings; money that was moved is found to the cent."""

import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from lammer import instruments
from lammer.audit import Finding
from lammer.core.codec import Malformed
from lammer.fair.draw import key_of
from lammer.fair.instrument import draw_of
from lammer.fair.log_audit import WholeLogAudit
from lammer.table.log import canonical
from tests.audit.test_damaged_log import added, cut, cut_five, doubled, moved, swapped
from tests.fair.pledged_tables import PledgingHouse
from tests.table.test_log import rehashed
from tests.usual import EACH_GAME, FEW_GAMES, GAMES, case, usual

PARTS, EACH = 50, 40
"""Two thousand changes for each game; one part of them in the default run."""
MOST, MOST_SEALED = 12, 40
"""Findings about one change; about one that is sealed again, for other dice make another point,
and a trial that is none any more moves all those that are drawn from the same seed."""
SEALED = ("hash", "prev", "seq")
Log = list[bytes]
Change = Callable[[Log, random.Random], Log | None]


class TableWithMoreBets(PledgingHouse):
    """A table with more bets than its trials need, some of which are refused."""

    def __init__(self, rules: str, game: str) -> None:
        super().__init__(rules, game)
        self.chance = random.Random(f"{rules} {game}")

    def ready(self) -> None:
        super().ready()
        wagers = list(self.run.table.rules.wagers)
        for _ in range(self.chance.randrange(4)):
            seat, wager = self.chance.choice((1, 3)), self.chance.choice(wagers)
            amount = self.chance.choice((500, 1200, 2400))
            self.run.do({"do": "bet", "seat": seat, "wager": wager, "amount": amount})

    def draw(self) -> None:
        if self.thing in ("dice", "shaker", "shoe"):
            super().draw()
            return
        self.ready()
        pledge = self.run.table.pledge
        assert pledge is not None
        drawn = draw_of(self.thing).drawn(self.run.table, key_of(self.seed, pledge.seeds))
        self.do(do=instruments.load(self.thing).verb, **drawn)
        self.trial += 1


@cache
def log_of(rules: str, game: str) -> tuple[bytes, ...]:
    table = TableWithMoreBets(rules, game)
    seeds = {1: "one", 3: "three"}
    while sum(b'"event":"wins"' in line for line in table.lines) < 5:
        if table.thing != "shoe":
            table.hand(seeds)
            continue
        if not table.made:
            table.commit(seeds)  # A whole shoe would take too long.
        table.draw()
    table.run.close()
    return tuple(table.lines)


def findings(lines: Log) -> list[Finding]:
    """What is found; a line that is none of a log is found too."""
    audit = WholeLogAudit(enumerate(lines, start=1))
    found: list[Finding] = []
    try:
        found.extend(audit)
    except Malformed as problem:
        found.append(Finding(len(lines), "chain", str(problem)))
    return found


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a line at which there is a plain value."""
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in pairs:
            yield from leaves(each, (*path, key))
    else:
        yield path


def other(value: Any, chance: random.Random) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + chance.choice((-1, 1, 100, 1200))
        case str() if value:
            at = chance.randrange(len(value))
            return value[:at] + ("x" if value[at] != "x" else "y") + value[at + 1 :]
    return 7


def changed(line: bytes, path: tuple[Any, ...], chance: random.Random) -> bytes:
    data = json.loads(line)
    there = data
    for key in path[:-1]:
        there = there[key]
    there[path[-1]] = other(there[path[-1]], chance)
    return canonical(data).encode() + b"\n"


def a_byte(lines: Log, chance: random.Random) -> Log:
    at = chance.randrange(len(lines))
    line = bytearray(lines[at])
    place = chance.randrange(len(line) - 1)
    line[place] = chance.choice([each for each in range(32, 127) if each != line[place]])
    return [*lines[:at], bytes(line), *lines[at + 1 :]]


def a_value(lines: Log, chance: random.Random) -> Log:
    at = chance.randrange(len(lines))
    path = chance.choice(list(leaves(json.loads(lines[at]))))
    return [*lines[:at], changed(lines[at], path, chance), *lines[at + 1 :]]


def a_value_sealed_again(lines: Log, chance: random.Random) -> Log | None:
    """Left out is what makes another honest log: which house and table it is, other rules, and
    what else was asked in vain."""
    at = chance.randrange(len(lines) - 1)
    data = json.loads(lines[at])
    places = [
        path
        for path in leaves(data)
        if path[0] not in (*SEALED, "house", "table")
        and path[-1] != "digest"
        and not (data["event"] == "refused" and path[:2] == ("body", "command"))
    ]
    line = changed(lines[at], chance.choice(places), chance)
    return rehashed([*lines[:at], line, *lines[at + 1 :]])


def lines_of_it(damage: Callable[[Log, int], Log]) -> Change:
    def change(lines: Log, chance: random.Random) -> Log | None:
        after = damage(lines, chance.randrange(1, len(lines) - 2))
        return None if after == lines else after

    return change


def money(lines: Log, chance: random.Random) -> tuple[Log, int]:
    """A payment that is larger or smaller, in all that the line says, sealed again."""
    at = chance.choice([at for at, line in enumerate(lines) if b'"event":"wins"' in line])
    data = json.loads(lines[at])
    more = chance.choice((-100, 100, 500, 123_400))
    (move,) = (each for each in data["body"]["moves"] if each[0] == "bank")
    move[2] += more
    data["body"]["paid"] += more
    line = canonical(data).encode() + b"\n"
    return rehashed([*lines[:at], line, *lines[at + 1 :]]), more


CHANGES: tuple[Change, ...] = (
    a_byte,
    a_value,
    a_value_sealed_again,
    a_value_sealed_again,
    *map(lines_of_it, (cut, cut_five, doubled, swapped, moved, added)),
)


@pytest.mark.parametrize(
    ("rules", "game", "part"),
    usual(
        [(*each, part) for each in GAMES for part in range(PARTS)],
        [(*each, number % PARTS) for number, each in enumerate(FEW_GAMES)],
    ),
)
def test_every_change_of_a_log_is_found(rules: str, game: str, part: int) -> None:
    lines = list(log_of(rules, game))
    for number in range(part * EACH, (part + 1) * EACH):
        chance = random.Random(number)
        with case(f"{rules} {game} {number}"):
            if number % 8 == 7:
                after, more = money(lines, chance)
                off_by = [each.off_by_cents for each in findings(after) if each.kind == "decision"]
                assert more in off_by, off_by
                continue
            change = CHANGES[number % len(CHANGES)]
            mutated = change(lines, chance)
            if mutated is None or mutated == lines:
                continue
            found = findings(mutated)
            most = MOST_SEALED if change is a_value_sealed_again else MOST
            assert 0 < len(found) <= most, [each.what[:90] for each in found]


@pytest.mark.parametrize(("rules", "game"), EACH_GAME)
def test_the_log_itself_is_right(rules: str, game: str) -> None:
    lines = list(log_of(rules, game))
    assert findings(lines) == []
    assert sum(b'"event":"wins"' in line for line in lines) >= 5
