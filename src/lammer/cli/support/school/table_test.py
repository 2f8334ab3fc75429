"""A table test in the terminal: taken, written down, printed."""

import json
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple

from lammer.cli.support.output import CommandError, flushing, open_input, write
from lammer.cli.support.school.drill_session import ask, typed
from lammer.core.codec import Malformed
from lammer.school.table_tests.document import document
from lammer.school.table_tests.sitting import LateAnswer, Sitting, SittingResult, resume
from lammer.school.table_tests.table_test import MOST_TEXT, TableTest, read_text
from lammer.table.log import stamp

LARGEST = 1_000_000
"""The limit of a test's file in bytes."""
LARGEST_LOG = 1 << 26
NOBODY = "nobody named"


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
    sitting = _going_on(options, test) or _begun(options, test)
    log = _SittingLog(options.log, sitting)
    with flushing():
        log.keep()
        _sit(sitting, log)
        found = sitting.finish(_now())
        log.keep()
        if options.document is not None:
            _write(options.document, document(sitting).encode(), "wb")
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


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def _begun(options: SittingOptions, test: TableTest) -> Sitting:
    seed = options.seed if options.seed is not None else test.seed
    made = secrets.randbelow(2**48) if seed is None else seed
    return Sitting(test, options.person or NOBODY, made, _now())


def _going_on(options: SittingOptions, test: TableTest) -> Sitting | None:
    """Return the sitting that the log has, if it goes on; ``CommandError`` for a file that has
    anything else in it, for a log is never written over."""
    if options.log is None or not Path(options.log).exists():
        return None
    with open_input(options.log, "a log") as stream:
        lines = stream.readlines(LARGEST_LOG)
    if not lines:
        return None
    elsewhere = "Name another file."
    try:
        found = resume(_whole(lines))
    except ValueError as problem:
        raise CommandError(f"{options.log} is there already: {problem}", elsewhere) from None
    if found.result is not None:
        raise CommandError(f"{options.log} has a sitting that is over.", elsewhere)
    seeds = (None, found.seed)
    if (found.test, found.person) != (test, options.person or NOBODY) or options.seed not in seeds:
        raise CommandError(f"{options.log} has another sitting, of {found.person}.", elsewhere)
    if found.lines != lines:
        _write(options.log, b"".join(found.lines), "wb")
    write(f"This sitting goes on, begun {stamp(found.begun)}.\n")
    return found


def _whole(lines: Sequence[bytes]) -> Sequence[bytes]:
    """Return lines without the end of a write that broke off: what is answered is there with the
    question that follows, or not at all."""
    for left_out in range(3):
        kept = lines[: len(lines) - left_out]
        if kept and kept[-1].endswith(b"\n") and b'"event":"answer"' not in kept[-1]:
            return kept
    return lines


class _SittingLog:
    """The file of a log: a line is in it as soon as it is sealed."""

    def __init__(self, path: str | None, sitting: Sitting) -> None:
        self._path, self._sitting = path, sitting
        has_lines = path is not None and Path(path).exists() and Path(path).stat().st_size
        self._written = len(sitting.lines) if has_lines else 0

    def keep(self) -> None:
        lines = self._sitting.lines[self._written :]
        if self._path is not None and lines:
            _write(self._path, b"".join(lines), "ab")
        self._written = len(self._sitting.lines)


def _sit(sitting: Sitting, log: _SittingLog) -> None:
    """Ask every question; what is left unanswered at the end of the input is not right."""
    sitting.expire(_now())
    while sitting.number is not None:
        number, one = sitting.number, sitting.question()
        write(f"\n{number + 1} of {sitting.test.count}: {one.skill.what}\n")
        ask(one)
        given = typed(one)
        if given is None:
            return
        try:
            sitting.answer(number, given, _now())
        except LateAnswer as problem:
            write(f"  {problem}.\n")
            return
        log.keep()


def _write(path: str, content: bytes, mode: Literal["ab", "wb"]) -> None:
    try:
        with open(path, mode) as stream:
            stream.write(content)
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
