"""``lammer replay``: a table script, played line by line."""

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Annotated, Any, BinaryIO

from cyclopts import Parameter

from lammer.cli.support.options import Verbose
from lammer.cli.support.output import (
    CommandError,
    cited_by,
    flushing,
    open_input,
    print_error,
    stop_writing,
    write,
)
from lammer.core.money import dollars
from lammer.table import Run, TableState
from lammer.table.apply import apply
from lammer.table.commands import Malformed
from lammer.table.run import Answer, events_as_data
from lammer.table.script import LineTooLong, lines, parse
from lammer.table.views.narrate import narrate
from lammer.table.views.public import script_state


def replay(
    file: Annotated[
        str,
        Parameter(
            help="A table script (JSON Lines), or - for standard input.", allow_leading_hyphen=True
        ),
    ],
    *,
    as_json: Annotated[
        bool,
        Parameter(name="--json", help="Print one JSON object a line instead of words."),
    ] = False,
    verbose: Verbose = False,
    log: Annotated[
        str | None, Parameter(help="Write the table's log to this new file, for lammer audit.")
    ] = None,
) -> int:
    """Play a table script line by line: what was accepted, refused, won and lost, by which clause.

    Each line has the clause that decides; -v shows all that it rests on.
    Exit status 2 when a line is no command; what came before it stands.
    Examples: lammer replay evening.jsonl; lammer replay - --json < evening.jsonl
    """
    with ExitStack() as stack:
        script = stack.enter_context(open_input(file, "a table script"))
        kept = None if log is None else stack.enter_context(_writing(log))
        run = Run(_keeping(kept))
        stack.enter_context(flushing())
        status = _play(script, run, as_json, verbose, kept is not None)
        head = run.close()
        if head is not None:
            sys.stdout.flush()
            sys.stderr.write(f"log: {log}, head {head}\n")
        return status


def _writing(path: str) -> BinaryIO:
    """Open a new log; an existing file is never overwritten."""
    try:
        return open(path, "xb")
    except FileExistsError:
        raise CommandError(f"{path} is there already.", "Name a new file for the log.") from None
    except OSError as problem:
        raise CommandError(f"{path} cannot be written: {problem.strerror}.") from None


def _keeping(file: BinaryIO | None) -> Callable[[bytes], None] | None:
    if file is None:
        return None

    def keep(line: bytes) -> None:
        try:
            file.write(line)
        except OSError as problem:
            raise CommandError(f"the log could not be written: {problem.strerror}.") from None

    return keep


class _Printer:
    """Prints answers as they come. When the reader of the output is gone it prints nothing more,
    but a log is still completed."""

    def __init__(self, script: BinaryIO, logged: bool) -> None:
        self._logged = logged
        self._gone = False
        self._at_once = _real(script) and not stat.S_ISREG(os.fstat(script.fileno()).st_mode)

    def say(self, text: str) -> None:
        if self._gone:
            return
        try:
            write(text)
            if self._at_once:
                sys.stdout.flush()
        except BrokenPipeError:
            if not self._logged:
                raise
            self._gone = True
            stop_writing()


def _real(stream: BinaryIO) -> bool:
    try:
        stream.fileno()
    except (OSError, ValueError):
        return False
    return True


def _play(script: BinaryIO, run: Run, as_json: bool, verbose: bool, logged: bool) -> int:
    number = 0
    aloud = _Printer(script, logged)
    try:
        for number, line in lines(script):
            if not line.strip():
                continue
            raw = parse(line)
            before = run.table if run.is_open else None
            answer = run.do(raw)
            if as_json:
                aloud.say(_compact(_as_json(number, answer, run)))
            else:
                aloud.say("".join(_tell(number, answer, raw, before, run, verbose)))
    except Malformed as problem:
        number = problem.number if isinstance(problem, LineTooLong) else number
        sys.stdout.flush()
        print_error(f"line {number}: {problem}.", problem.instead)
        return 2
    return 0


def _as_json(number: int, answer: Answer, run: Run) -> dict[str, Any]:
    found: dict[str, Any] = {"line": number, "ok": answer.ok}
    if answer.refusal is not None:
        found["refusal"] = {
            "code": answer.refusal.code,
            "clause": answer.refusal.clauses[0],
            "detail": answer.refusal.detail,
            "clauses": list(answer.refusal.clauses),
        }
    shown = script_state(run.table if run.is_open else None)
    seats = shown.pop("seats")
    return found | shown | {"events": events_as_data(answer.events), "seats": seats}


def _compact(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": ")) + "\n"


def _tell(
    number: int,
    answer: Answer,
    raw: dict[str, Any],
    before: TableState | None,
    run: Run,
    verbose: bool,
) -> Iterator[str]:
    """Print the line as a dealer would say it, each event with the clause that decides it, or with
    all its clauses."""
    if answer.refusal is not None:
        refusal = answer.refusal
        who = f", seat {raw['seat']}" if isinstance(raw.get("seat"), int) else ""
        yield f"{number:>5}  Refused ({raw['do']}{who}): {refusal.detail} "
        yield f"{cited_by(refusal.clauses, verbose)}\n"
        return
    now = before if before is not None else run.table
    for index, event in enumerate(answer.events):
        margin = f"{number:>5}" if index == 0 else " " * 5
        by = cited_by(event.clauses, verbose)
        yield f"{margin}  {narrate(now, event)} {by}\n"
        now = now if event.name == "open" else apply(now, event)
    if any(event.name in _MOVING for event in answer.events):
        table = run.table
        seats = [_chips(table, n) for n in table.seats]
        cycle = table.rules.ruleset.cycle
        if cycle is not None and cycle.words is not None:
            point, words = table.point, cycle.words
            seats.insert(0, words.before if point is None else words.during.format(point=point))
        if seats:
            yield f"{'':>5}  = {'; '.join(seats)}\n"


def _chips(table: TableState, number: int) -> str:
    owed = table.seats[number].owed
    also = f", owes {dollars(owed)}" if owed else ""
    rail, layout = dollars(table.rail(number)), dollars(table.layout(number))
    return f"seat {number}: rail {rail}, layout {layout}{also}"


_MOVING = (
    *("roll", "shake", "result", "correct"),
    *("open", "leave", "sit", "buy-in", "cash-out", "collect"),
)
