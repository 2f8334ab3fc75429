"""A table test in the terminal: taken, written down, printed."""

import json
import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from lammer.cli.support.drill_session import ask, typed
from lammer.cli.support.output import CommandError, flushing, open_input, write
from lammer.core.codec import Malformed
from lammer.school.document import document
from lammer.school.sitting import LateAnswer, Sitting, SittingResult
from lammer.school.table_test import MOST_TEXT, TableTest, read_text

LARGEST = 1_000_000
"""The limit of a test's file in bytes."""


class SittingOptions(NamedTuple):
    """What a test is taken with: its file, who takes it, where log and document go, a seed."""

    path: str
    person: str
    log: str | None
    document: str | None
    seed: int | None
    as_json: bool


def take_test(options: SittingOptions) -> int:
    """Take a test in the terminal; 0 if it is passed, 1 if it is not."""
    test = _read(options.path)
    if len(options.person) > MOST_TEXT or not options.person.isprintable():
        raise CommandError(f"--person: a name of at most {MOST_TEXT} characters.")
    seed = options.seed if options.seed is not None else test.seed
    sitting = Sitting(
        test,
        options.person or "nobody named",
        secrets.randbelow(2**48) if seed is None else seed,
        datetime.now(UTC).replace(microsecond=0),
    )
    with flushing():
        _sit(sitting)
        found = sitting.finish(datetime.now(UTC).replace(microsecond=0))
        _keep(options, sitting)
        if options.as_json:
            write(json.dumps(_data(sitting, found)) + "\n")
        else:
            passed = "passed" if found.passed else f"not passed ({test.pass_mark} passes)"
            write(f"\n{found.right} of {found.asked} right: {passed}. Head: {sitting.head}\n")
    return 0 if found.passed else 1


def _read(path: str) -> TableTest:
    with open_input(path, "a test (TOML)") as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise CommandError(f"{path} is larger than a megabyte.")
    try:
        return read_text(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise CommandError(f"{path} is not UTF-8 text.") from None
    except Malformed as problem:
        raise CommandError(f"{path}: {problem}.", problem.instead) from None


def _sit(sitting: Sitting) -> None:
    """Ask every question; what is left unanswered at the end of the input is not right."""
    while sitting.number is not None:
        number, one = sitting.number, sitting.question()
        write(f"\n{number + 1} of {sitting.test.count}: {one.skill.what}\n")
        ask(one)
        given = typed(one)
        if given is None:
            return
        try:
            sitting.answer(number, given, datetime.now(UTC).replace(microsecond=0))
        except LateAnswer as problem:
            write(f"  {problem}.\n")
            return


def _keep(options: SittingOptions, sitting: Sitting) -> None:
    for path, content in (
        (options.log, b"".join(sitting.lines)),
        (options.document, document(sitting).encode()),
    ):
        if path is None:
            continue
        try:
            Path(path).write_bytes(content)
        except OSError as problem:
            raise CommandError(f"{path} cannot be written: {problem.strerror}.") from None


def _data(sitting: Sitting, found: SittingResult) -> dict[str, object]:
    return {
        "format": 1,
        "test": sitting.test.name,
        "person": sitting.person,
        "right": found.right,
        "count": found.asked,
        "passed": found.passed,
        "skills": {key: list(pair) for key, pair in found.by_skill.items()},
        "head": sitting.head,
    }
