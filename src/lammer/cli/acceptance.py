"""``lammer acceptance``: the tests a laboratory would make of what the server draws."""

import re
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, NamedTuple

from cyclopts import Parameter

from lammer.cli.support.input_lines import with_progress
from lammer.cli.support.options import Json, refuse_together
from lammer.cli.support.output import CommandError, grid, open_input, show, write, write_json
from lammer.fair.acceptance import LEVEL, AcceptanceTest, TestOutcome, acceptance_tests, batches
from lammer.fair.draw import SEED_BYTES
from lammer.table.commands import Malformed


class _Run(NamedTuple):
    what: str
    source: str
    many: int
    seed: bytes | None
    tests: tuple[TestOutcome, ...]


def acceptance(
    file: Annotated[
        str | None,
        Parameter(
            help="Rolls to test: a log, or one roll a line; or -. Left out: what the server draws.",
            allow_leading_hyphen=True,
        ),
    ] = None,
    *,
    rolls: Annotated[
        str | None,
        Parameter(help="Rolls to draw (default 360,000); with --cards, shuffles (2,000)."),
    ] = None,
    seed: Annotated[
        str | None, Parameter(help="64 hexadecimal digits an earlier run printed, to repeat it.")
    ] = None,
    load: Annotated[
        str | None,
        Parameter(
            name="--loaded",
            help="FACE or FACE:EXTRA: load the first die by EXTRA percent (1).",
        ),
    ] = None,
    cards: Annotated[
        bool, Parameter(help="Test shuffles of eight decks instead of rolls.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Test the dice as a laboratory would: faces, pairs, runs, serial correlation, at 99 %.

    Exit status 1 when a test fails. A true generator fails a few runs in a hundred by chance, and
    then not the next; one that is wrong fails again.
    Examples: lammer acceptance; lammer acceptance --loaded 6:1; lammer acceptance evening.log
    """
    own = {"--rolls": rolls is not None, "--seed": seed is not None, "--cards": cards}
    own |= {"--loaded": load is not None}
    for option, given in own.items():
        refuse_together({"FILE": file is not None, option: given})
    refuse_together({"--cards": cards, "--loaded": load is not None})
    tests = acceptance_tests()
    usual = next(iter(tests.values()))
    if file is not None:
        tested = _recorded(file, usual)
    else:
        test = next(each for each in tests.values() if each.option == "cards") if cards else usual
        begun = secrets.token_bytes(SEED_BYTES) if seed is None else _seed(seed)
        many = test.usual if rolls is None else _number(rolls, test.fewest, test.most)
        tested = _drawn(test, begun, many, load)
    if as_json:
        write_json(_as_data(tested))
    else:
        _show(tested)
    return 0 if all(test.passed for test in tested.tests) else 1


def _seed(text: str) -> bytes:
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        what = "--seed has 64 hexadecimal digits."
        raise CommandError(what, "Give the seed an earlier run printed, or leave it out.")
    return bytes.fromhex(text)


def _number(text: str, least: int, most: int) -> int:
    plain = text.replace(",", "").replace("_", "")
    try:
        many = int(float(plain)) if re.fullmatch(r"[0-9]{1,3}e[0-9]", plain) else int(plain[:20])
    except ValueError:
        many = 0
    if not least <= many <= most:
        what = f'--rolls is a number from {least:,} to {most:,}, not "{text[:20]}".'
        raise CommandError(what, "Write 360000, for example, or 1e6.")
    return many


def _drawn(test: AcceptanceTest[Any], seed: bytes, many: int, bias: str | None) -> _Run:
    """Draw trials as the server draws them, or with a bias."""
    source, words = test.drawn(seed), "the server's derivation"
    if bias is not None:
        try:
            source, words = test.biased(source, bias, seed)
        except Malformed as problem:
            raise CommandError(f"--loaded is {problem}.", problem.instead) from None
    tally = test.tally()
    with _progress(test.unit, many) as progress:
        for batch in batches(source, many, test.at_a_time):
            tally.add(batch)
            progress(tally.count)
    return _Run(test.unit, words, many, seed, tally.tests())


def _recorded(path: str, test: AcceptanceTest[Any]) -> _Run:
    """Read recorded trials, or those of a log."""
    tally, instead = test.tally(), f"Name a log, or a file of {test.unit}."
    with open_input(path, "a log, or a file with one roll a line") as stream:
        text = (
            line.decode(errors="replace") for _, line in with_progress(stream, path, "acceptance")
        )
        try:
            tally.add(test.recorded(text))
        except Malformed as problem:
            raise CommandError(f"{path}: {problem}.", instead) from None
        except ValueError as problem:
            raise CommandError(f"{path}, {problem}.", instead) from None
    if tally.count < test.fewest:
        what = f"{path} has {tally.count:,} {test.unit}, and the tests need at least {test.fewest}."
        raise CommandError(what, "Name a longer file, or several put together.")
    return _Run(test.unit, path, tally.count, None, tally.tests())


@contextmanager
def _progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


def _false_alarm(tests: tuple[TestOutcome, ...]) -> float:
    """Return the highest rate at which a true generator fails a run."""
    return len(tests) * LEVEL


def _show(tested: _Run) -> None:
    write(f"{tested.many:,} {tested.what} of {tested.source}; each test at 99 %.\n")
    if tested.seed is not None:
        write(f"Seed {tested.seed.hex()} (--seed repeats this run).\n")
    write("\n")
    table = grid("Test", right=("Value", "Limit", "Degrees", "Chance", ""))
    for test in tested.tests:
        limit = f"{test.limit:,.3f}" if test.df is not None else f"±{test.limit:.3f}"
        df = "" if test.df is None else f"{test.df:,}"
        chance = f"{test.p:.4f}" if test.p >= 0.0001 else "< 0.0001"
        table.add_row(
            test.name, f"{test.value:,.3f}", limit, df, chance, "" if test.passed else "FAILED"
        )
    show(table)
    failed = sum(not test.passed for test in tested.tests)
    if not failed:
        write("\nPassed: every test is within its limit.\n")
        return
    write(f"\nFailed: {failed} of {len(tested.tests)} tests.\n")
    often = f"{_false_alarm(tested.tests):.0%}"
    write(f"A true generator fails up to {often} of such runs, by chance, and then not the next;\n")
    write("run it again on fresh rolls. One that is wrong fails again.\n")


def _as_data(tested: _Run) -> dict[str, Any]:
    return {
        "format": 1,
        "of": tested.what,
        "source": tested.source,
        "seed": None if tested.seed is None else tested.seed.hex(),
        "count": tested.many,
        "level": 1 - LEVEL,
        "ok": all(test.passed for test in tested.tests),
        "false_alarms_at_most": round(_false_alarm(tested.tests), 6),
        "tests": [
            {
                "name": test.name,
                "value": test.value if abs(test.value) < 1e300 else None,
                "limit": test.limit,
                "two_sided": test.df is None,
                "df": test.df,
                "p": test.p,
                "ok": test.passed,
            }
            for test in tested.tests
        ],
    }
