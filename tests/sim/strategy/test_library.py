"""The strategies that are shipped, and the page that says how to write one."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from lammer.core.legality import Permission, may_stake
from lammer.core.wager import Vig
from lammer.games import load as load_rules
from lammer.games.registry import RULESETS, UnknownName
from lammer.sim.strategy import library, text, words
from lammer.sim.strategy.parts import (
    BetLine,
    Count,
    Line,
    Money,
    OddsLine,
    ReduceLine,
    StepOf,
    Steps,
    Strategy,
    When,
)
from lammer.sim.strategy.text import parse
from lammer.sim.strategy.write import written

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "src" / "lammer" / "sim" / "strategy" / "library"
PAGE = (ROOT / "docs" / "strategies.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```strategy\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
KEYS = library.names()
PAY_UNIT = 100


def all_lines(lines: tuple[Line, ...]) -> list[Line]:
    """Every line, those inside a condition too."""
    found: list[Line] = []
    for line in lines:
        if isinstance(line, When):
            found += all_lines((*line.then, *line.otherwise))
        else:
            found.append(line)
    return found


def stakes(strategy: Strategy) -> set[tuple[str, int]]:
    """Each wager with each amount that may come to lie on it."""
    steps = {each.name: each.amounts for each in strategy.steps}
    found = set()
    for line in all_lines(strategy.lines):
        if isinstance(line, BetLine | ReduceLine):
            match line.amount:
                case Money(cents):
                    found.add((line.wager, cents))
                case StepOf(name, times):
                    found |= {(line.wager, times * cents) for cents in steps[name]}
    return found


def wagers(strategy: Strategy) -> set[str]:
    """What it bets on."""
    return {line.wager for line in all_lines(strategy.lines) if isinstance(line, BetLine)}


def rulesets_for(strategy: Strategy) -> list[str]:
    """The editions of its game that have all its wagers."""
    return [
        key
        for key in RULESETS
        if (rules := load_rules(key)).game == strategy.game
        and wagers(strategy) <= {wager.key for wager in rules.wagers}
    ]


# The files


def test_names_are_the_files() -> None:
    files = {path.name.removesuffix(".strategy") for path in FOLDER.glob("*.strategy")}
    assert set(KEYS) == files
    assert list(KEYS) == sorted(KEYS)
    assert len(KEYS) >= 30
    for key in KEYS:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key), key


def test_every_game_is_there() -> None:
    games = [library.load(key).game for key in KEYS]
    assert games.count("craps") >= 30
    assert games.count("mini-dice") >= 4
    assert games.count("punto-banco") >= 8


def test_no_two_are_alike() -> None:
    assert len({library.load(key).name for key in KEYS}) == len(KEYS)
    parts = {
        (each.game, each.lines, each.steps, each.counts, each.stops)
        for each in map(library.load, KEYS)
    }
    assert len(parts) == len(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_a_strategy_says_what_it_is(key: str) -> None:
    strategy = library.load(key)
    assert strategy.name
    assert len(strategy.about) >= 120
    assert strategy.about.endswith(".")
    assert len(strategy.source) >= 20
    assert all(len(line) <= 100 for line in library.text(key).splitlines())


@pytest.mark.parametrize("key", KEYS)
def test_a_strategy_is_read_as_it_is_written(key: str) -> None:
    strategy = library.load(key)
    assert parse(written(strategy)) == strategy
    assert parse(library.text(key)) == strategy


@pytest.mark.parametrize("key", KEYS)
def test_what_is_declared_is_used(key: str) -> None:
    strategy = library.load(key)
    body = "\n".join(
        line
        for line in written(strategy).splitlines()
        if not re.match(r"(about|name|source):|(steps|count) ", line)
    )
    declared: list[Steps | Count] = [*strategy.steps, *strategy.counts]
    for each in declared:
        assert re.search(rf"\b{each.name}\b", body), each.name
        assert each.moves, each.name


@pytest.mark.parametrize("key", KEYS)
def test_some_edition_takes_every_amount(key: str) -> None:
    """Each wager exists, and each amount can be paid, and charged for, in whole dollars."""
    strategy = library.load(key)
    editions = rulesets_for(strategy)
    assert editions, f"no edition of {strategy.game} has {wagers(strategy)}"
    for edition in editions:
        rules = load_rules(edition)
        for wager, cents in stakes(strategy):
            on = rules.wager(wager)
            vig = None if on.vig is None else Vig(Fraction(1, 20), on.vig.base, "bet")
            answer = may_stake(rules, on, cents, PAY_UNIT, vig=vig)
            assert isinstance(answer, Permission), (edition, answer)


@pytest.mark.parametrize("key", KEYS)
def test_odds_stand_behind_a_bet_that_is_made(key: str) -> None:
    strategy = library.load(key)
    for line in all_lines(strategy.lines):
        if isinstance(line, OddsLine):
            behind = {"pass", "dont-pass", "come", "dont-come"}
            assert wagers(strategy) & (behind if line.on == "all" else {line.on})


def test_the_bonus_riders_name_the_edition_that_has_them() -> None:
    for key in KEYS:
        strategy = library.load(key)
        if wagers(strategy) & {"all-small", "all-tall", "all-or-nothing"}:
            assert rulesets_for(strategy) == ["md-2013"]
            assert "md-2013" in strategy.about, key


def test_a_name_nobody_knows() -> None:
    for asked in (library.load, library.text):
        with pytest.raises(UnknownName, match='no strategy "iron-cros"') as refused:
            asked("iron-cros")
        assert refused.value.near[0] == "iron-cross"
    with pytest.raises(UnknownName):
        library.load("../text")


# The page


def cells(heading: str, column: int = 0, table: int = 0) -> list[str]:
    """What stands between backticks in a column of a table under a heading."""
    section = PAGE.partition(f"\n{heading}\n")[2].partition("\n#")[0]
    tables = re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE)
    found: list[str] = []
    for row in tables[table].splitlines()[2:]:
        found += re.findall(r"`([^`]+)`", row.strip("|").split("|")[column])
    return found


DECLARED = (
    "steps size: 10 20 40\ncount hits up to 4:\n    after every roll: + 1\n"
    "amount unit: 10\nlist line: 10 20 30 40\n"
)


def test_the_page_lists_the_library_and_nothing_else() -> None:
    section = PAGE.partition("\n## The library\n")[2]
    listed = dict(re.findall(r"^\| `([a-z0-9-]+)` \| (.+?) \|$", section, re.MULTILINE))
    assert listed == {key: library.load(key).name for key in KEYS}


def test_examples_of_the_page_are_read() -> None:
    assert len(EXAMPLES) >= 4
    for example in EXAMPLES:
        strategy = parse(example)
        assert parse(written(strategy)) == strategy
        assert rulesets_for(strategy)


def test_every_line_of_the_page_is_read() -> None:
    blocks = ("when point:", "otherwise:", "amount unit: 10", "list line: 10 20 30 40", "outside")
    lines = [each for each in cells("## Lines") if each not in blocks]
    lines = [each for each in lines if each != "steps size: 10 20 40"]
    assert len(lines) >= 14
    for line in lines:
        parse(f"steps size: 10 20 40\nbet pass 10\n{line}\n")
    parse("when point:\n    bet field 5\notherwise:\n    bet pass 5\n")


def test_every_amount_of_the_page_is_read() -> None:
    found = [parse(f"{DECLARED}bet pass {each}").lines for each in cells("### Amounts")]
    assert len(found) == len(set(found)) + 2  # 10 and $10; size / 2 and half of size


def test_every_condition_of_the_page_is_read() -> None:
    examples = cells("## Conditions")
    assert len(examples) >= 12
    for each in examples:
        parse(f"{DECLARED}bet pass 10 if {each}")
    for each in cells("## Conditions", table=1):
        parse(f"{DECLARED}stop if {each} >= 3\nbet pass 10")


@pytest.mark.parametrize("scoped", [True, False])
def test_what_the_page_says_is_counted_for_one_shooter(scoped: bool) -> None:
    section = PAGE.partition("\n## Conditions\n")[2].partition("\n#")[0]
    rows = re.findall(r"^\| `([a-z]+)`.*\| (yes )?\|$", section, re.MULTILINE)
    named = [measure for measure, yes in rows if bool(yes) == scoped and measure != "hits"]
    assert len(named) >= 4
    for measure in named:
        line = f"stop if {measure} this shooter >= 3\nbet pass 10"
        if scoped:
            parse(line)
        else:
            with pytest.raises(words.StrategySyntaxError):
                parse(line)


def test_every_happening_and_move_of_the_page_is_read() -> None:
    heading = "## What moves steps and counts"
    happenings = [each for each in cells(heading) if each not in ("shake", "coup")]
    assert len(happenings) >= 12
    for each in happenings:
        parse(f"count hits up to 4:\n    after {each}: + 1\nbet pass 10")
    for move in cells(heading, column=0, table=1):
        parse(f"steps size: 10 20 40\n    after every roll: {move}\nbet pass size")
    for move in cells(heading, column=2, table=1):
        parse(f"count hits up to 4:\n    after every roll: {move}\nbet pass 10")


def test_limits_of_the_page_are_the_reader_s() -> None:
    section = PAGE.partition("\n## Limits\n")[2].partition("\n#")[0]
    for said in (
        f"{text.LARGEST:,} bytes",
        f"{text.MOST_LINES:,} lines",
        f"{text.DEEPEST} deep",
        f"{words.DEEPEST} deep",
        f"| {text.MOST_STEPS} |",
        f"| {text.MOST_COUNTED:,} |",
        f"${words.MOST_DOLLARS:,}",
    ):
        assert said in section, said
