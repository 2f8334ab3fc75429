"""A practice table in the terminal, from a script, or for a program as lines of JSON."""

import json
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, NamedTuple

from cyclopts import Parameter

from lammer.cli.support.output import CommandError, flushing, grid, show, write
from lammer.cli.support.school.drill_session import ask, next_line, read_line
from lammer.core.codec import Malformed
from lammer.core.money import dollars
from lammer.school.answers.text import typed_answer
from lammer.school.exports import FileKind, as_file
from lammer.school.practice import DUTIES, PracticeSession, Setting
from lammer.school.practice.report import (
    COLUMNS,
    answered_data,
    export_rows,
    fault_data,
    score_data,
    setting_data,
    task_data,
)
from lammer.school.practice.rounds import NoCrew
from lammer.school.practice.session import (
    HINTS,
    MOST_PRACTICE_ROUNDS,
    Answered,
    PracticeFault,
    WrongTask,
    graded,
)
from lammer.school.practice.tasks import Duty, Task
from lammer.school.practice.typed_tasks import (
    DONE,
    HOW_HANDLED,
    typed_act,
    typed_request,
)
from lammer.school.questions import MOST_SEED
from lammer.sim.play.bots import newcomer
from lammer.table.log import stamp
from lammer.table.rules import Rules
from lammer.table.script import parse
from lammer.typed.intents import Unclear
from lammer.typed.parser import bet_meant

KINDS_OF_FILE: Mapping[str, FileKind] = {".csv": "csv", ".json": "json"}
MOST_LINE = 1 << 20
"""The longest line of a program, in bytes."""
_DUTIES = ", ".join(DUTIES)


@Parameter(name="*")
@dataclass(frozen=True)
class PracticeOptions:
    """How somebody practices, as given on the command line; None is the default."""

    players: Annotated[int | None, Parameter(help="With --practice: players (default 6).")] = None
    rounds: Annotated[
        int | None, Parameter(help="With --practice: how many trials (default 30).")
    ] = None
    duties: Annotated[
        str | None,
        Parameter(help=f"With --practice: what you do yourself, of {_DUTIES} (default: all)."),
    ] = None
    hints: Annotated[
        str | None,
        Parameter(help="With --practice: before, after (the default) or off: all at the end."),
    ] = None
    timed: Annotated[bool, Parameter(help="With --practice: too slow is a mistake.")] = False
    record: Annotated[
        str | None,
        Parameter(help="With --practice: write what you paid and collected, for lammer audit."),
    ] = None
    export: Annotated[
        str | None, Parameter(help="With --practice: write the results here (.csv or .json).")
    ] = None

    @property
    def given(self) -> bool:
        return self != PracticeOptions()


def practice(rules: Rules, seed: int | None, options: PracticeOptions, as_json: bool) -> int:
    """Practice at a table until its rounds are over, or the input ends. Always return 0."""
    session = _session(rules, seed, options)
    kind = _kind_of_file(options.export)
    for path in (options.record, options.export):
        _keep(path, "")  # If the file cannot be written, that is known before an hour's work.
    with flushing():
        begun = stamp(datetime.now(UTC).replace(microsecond=0))
        try:
            (_for_a_program if as_json else _in_the_terminal)(session)
        except KeyboardInterrupt:
            write("\n")
        session.end()
        _keep(options.record, "".join(f"{json.dumps(each)}\n" for each in session.record()))
        of_all = {"begun": begun, "rules": rules.house.law.key, "game": rules.house.law.game}
        of_all |= {"digest": rules.digest, **setting_data(session.setting)}
        rows = export_rows(of_all, map(answered_data, session.answered))
        _keep(options.export, as_file(kind, COLUMNS[1:], rows))
        if as_json:
            faults = [fault_data(each) for each in session.faults]
            _write(kind="result", **score_data(session), faults=faults)
        else:
            _say_report(session)
    return 0


def _session(rules: Rules, seed: int | None, options: PracticeOptions) -> PracticeSession:
    made = secrets.randbelow(2**31) if seed is None else seed
    if not 0 <= made < MOST_SEED:
        raise CommandError(f"--seed is 0 to {MOST_SEED - 1:,}.")
    usual = Setting(rules, made)
    rounds = usual.rounds if options.rounds is None else options.rounds
    if not 1 <= rounds <= MOST_PRACTICE_ROUNDS:
        raise CommandError(f"--rounds is 1 to {MOST_PRACTICE_ROUNDS}, not {rounds}.")
    hints = usual.hints if options.hints is None else options.hints
    if hints not in HINTS:
        raise CommandError(f"--hints is {', '.join(HINTS)}, not {hints[:40]}.")
    players = usual.players if options.players is None else options.players
    setting = Setting(rules, made, players, _duties(options.duties), hints, options.timed, rounds)
    try:
        return PracticeSession(setting, newcomer)
    except NoCrew as problem:
        raise CommandError(f"{problem} [{', '.join(problem.clauses)}]") from None
    except ValueError as problem:
        raise CommandError(f"--players {players}: {problem}.") from None


def _duties(text: str | None) -> tuple[Duty, ...]:
    if text is None:
        return tuple(DUTIES)
    said = [each.strip() for each in text.split(",") if each.strip()]
    unknown = next((each for each in said if each not in DUTIES), None)
    if unknown is not None or not said:
        raise CommandError(f'--duties: "{(unknown or "")[:40]}" is none of {_DUTIES}.',
                           "Write for example --duties bets,payments.")  # fmt: skip
    return tuple(duty for duty in DUTIES if duty in said)


def _kind_of_file(path: str | None) -> FileKind:
    kind = KINDS_OF_FILE.get("".join(Path(path or "a.csv").suffixes[-1:]).lower())
    if kind is None:
        raise CommandError(f"--export {path}: a file ends in .csv or .json.")
    return kind


def _keep(path: str | None, content: str) -> None:
    if path is None:
        return
    try:
        Path(path).write_text(content, encoding="utf-8", newline="")
    except OSError as problem:
        raise CommandError(f"{path} cannot be written: {problem.strerror}.") from None


# By hand


def _in_the_terminal(session: PracticeSession) -> None:
    for seat, name in session.players().items():
        write(f"Seat {seat}: {name}\n")
    number_of_round = 0
    while session.task is not None and session.round is not None:
        task = session.task
        if session.round.number != number_of_round:
            number_of_round = session.round.number
            write(f"\nRound {number_of_round} of {session.setting.rounds}\n")
            for said in session.round.said:
                write(f"  {said}\n")
        write("\n")
        _ask(task, session)
        started = monotonic()
        answer = _typed(task, session)
        if answer is None:
            return
        done = session.answer(session.number, answer, round(monotonic() - started, 1))
        _say_grade(session, task, done)


def _ask(task: Task, session: PracticeSession) -> None:
    """Show a task: the bets that it is about, and what is asked."""
    speaking = {each.seat for each in task.requests}
    seats = None if task.asked == "payments" else speaking
    ask(task, numbered=task.asked == "payments", seats=seats)
    if session.setting.hints == "before":
        for way in task.way:
            write(f"    {way}\n")
    write(f"  ({HOW_HANDLED[task.asked]})\n")


def _typed(task: Task, session: PracticeSession) -> Mapping[str, Any] | None:
    """Return what is done about a task; None at the end of the input, or for "quit"."""
    if task.asked == "payments":
        return _payments(task)
    if task.asked == "requests":
        return _requests(task)
    while True:
        answer = _line(partial(typed_answer, task), "  > ")
        if answer is None:
            return None
        try:
            graded(task, session.number, 0, answer)
        except Malformed as problem:
            _say_problem(problem)
        else:
            return answer


def _payments(task: Task) -> Mapping[str, Any] | None:
    done: list[dict[str, Any]] = []
    while True:
        text = read_line("  > ")
        if text is None:
            return None
        said = text.strip().lower()
        if said in DONE or (not said and done):
            return {"payments": done}
        for part in text.split(";"):
            try:
                typed_act(task, part, done)
            except Malformed as problem:
                _say_problem(problem)
                break


def _requests(task: Task) -> Mapping[str, Any] | None:
    rows = []
    for number, request in enumerate(task.requests, start=1):
        named = partial(_named, task, request.seat)
        prompt = f'  Seat {request.seat}: "{request.words}." '
        row = _line(partial(typed_request, number, named=named), prompt)
        if row is None:
            return None
        rows.append(row)
    return {"requests": rows}


def _named(task: Task, seat: int, words: str) -> str:
    table = task.posed.table
    known = words if words in table.rules.wagers else bet_meant(words, table, seat, making=True)
    if known is None:
        raise Malformed("", f'"{words[:40]}" is no bet here', "Name it as on the layout.")
    if isinstance(known, Unclear):
        raise Malformed("", known.what.rstrip("."), known.instead)
    return known


def _line(read: Callable[[str], Mapping[str, Any]], prompt: str) -> Mapping[str, Any] | None:
    """Return what is typed, asked again until it is clear; None at the end of the input."""
    while True:
        text = read_line(prompt)
        if text is None:
            return None
        try:
            return read(text)
        except Malformed as problem:
            _say_problem(problem)


def _say_problem(problem: Malformed) -> None:
    write(f"  {problem.what}. {problem.instead}\n")


def _say_grade(session: PracticeSession, task: Task, done: Answered) -> None:
    if session.setting.hints == "off":
        write("  Noted.\n")
        return
    took = f" {round(done.seconds)} s." if session.setting.timed else ""
    write(f"  {'Right' if done.right else 'Not right'}.{took}\n")
    for fault in done.faults:
        _say_fault(fault)
    if not done.right and task.asked in ("count", "card"):
        write(f"    {task.posed.reckon}\n")
    write(f"  {_running(session)}\n")


def _say_fault(fault: PracticeFault, before: str = "") -> None:
    cited = f" [{', '.join(fault.clauses[:2])}]" if fault.clauses else ""
    write(f"    {before}{fault.what}{_cost_words(fault.off_by)}{cited}\n")


def _cost_words(off_by: int) -> str:
    if not off_by:
        return ""
    words = f"The house loses {dollars(off_by)}." if off_by > 0 else f"The player is short {dollars(-off_by)}."  # fmt: skip  # noqa: E501
    return f" {words}"


def _running(session: PracticeSession) -> str:
    right = sum(each.right for each in session.answered)
    return (
        f"Cost to the house {dollars(session.cost)}, players are short {dollars(session.owed)}, "
        f"{right} of {len(session.answered)} right."
    )


def _say_report(session: PracticeSession) -> None:
    if not session.answered:
        write("\nNothing was answered.\n")
        return
    write("\nThe session is over.\n")
    if session.setting.hints == "off":
        for fault in session.faults:
            _say_fault(fault, f"Round {fault.round}. ")
    if session.faults:
        table = grid("what went wrong", right=("how often", "cost", "short"))
        for each in session.breakdown():
            money = (dollars(each[key]) if each[key] else "" for key in ("cost", "owed"))
            table.add_row(each["what"], str(each["count"]), *money)
        show(table)
    write(f"{_running(session)}\n")
    write(f"The same table again: --seed {session.setting.seed}.\n")


# For programs


class _Said(NamedTuple):
    """A line of a program: the answer to the task of this number (None: that of now)."""

    number: int | None
    answer: Mapping[str, Any]


def _for_a_program(session: PracticeSession) -> None:
    """Write each task as a line of JSON, read its answer from one, and write what it is worth."""
    law = session.setting.rules.house.law
    _write(
        kind="table",
        format=1,
        rules=law.key,
        game=law.game,
        **setting_data(session.setting) | {"players": session.players()},
    )
    told = 0
    while session.task is not None and session.round is not None:
        if session.number != told:
            told = session.number
            said = list(session.round.said)
            _write(kind="task", round=session.round.number, said=said,
                   **task_data(session, session.task))  # fmt: skip
        started = monotonic()
        line = next_line(MOST_LINE)
        if not line:
            break
        if not line.strip():
            continue
        task = session.task
        try:
            found = _read(line)
            number = session.number if found.number is None else found.number
            done = session.answer(number, found.answer, round(monotonic() - started, 1))
        except Malformed as problem:
            _write(kind="refused", what=f"{problem}", instead=problem.instead)
        except WrongTask as problem:
            _write(
                kind="refused", what=f"{problem}", instead="Answer the task that was asked last."
            )
        else:
            _write(kind="grade", **_grade_data(session, task, done))


def _grade_data(session: PracticeSession, task: Task, done: Answered) -> dict[str, Any]:
    found = {"number": done.number, "cost": session.cost, "owed": session.owed}
    if session.setting.hints == "off":
        return found
    posed = task.posed
    return {
        **found,
        "right": done.right,
        "faults": [fault_data(each) for each in done.faults],
        "answer": dict(posed.answer),
        "why": {"clauses": list(posed.clauses), "reckon": posed.reckon},
    }


def _read(line: bytes) -> _Said:
    data = parse(line)
    unknown: Sequence[str] = [key for key in data if key not in ("number", "answer")]
    if unknown or not isinstance(data.get("answer"), Mapping):
        raise Malformed("", "this is no answer", 'Write {"number": 1, "answer": {...}}.')
    number = data.get("number")
    if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
        raise Malformed("number", "not a whole number")
    return _Said(number, data["answer"])


def _write(**data: Any) -> None:
    write(json.dumps(data) + "\n")
    sys.stdout.flush()
