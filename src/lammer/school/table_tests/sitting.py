"""A sitting of a table test, as a log that is sealed line by line and graded again by anybody.

The first line has the whole test, the person, the seed and the digests of the rules; then there is
a line for each question that is shown and one for each answer, with its time and its grade; the
last has the result. ``regrade`` makes every line again from the test, the seed and the answers.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from hashlib import sha256
from typing import Any, NamedTuple

from lammer.core.codec import Malformed, canonical
from lammer.school.answers.grade import Grade, grade
from lammer.school.table_tests.table_test import TableTest, as_data, asked, read_test, rules_of
from lammer.table.log import FIRST, stamp

FORMAT = 1
BEGUN, SHOWN, ANSWERED, ENDED = "test", "question", "answer", "result"
MOST_LINE = 1 << 20


class LateAnswer(ValueError):
    """Raised for an answer after the time of the test is over."""


class WrongQuestion(ValueError):
    """Raised for an answer to a question that is not the one that is open."""


class MarkedAnswer(NamedTuple):
    """A question of a sitting that was answered: its number, its skill, whether it was right, the
    seconds it took, and its mistakes in words."""

    number: int
    skill: str
    right: bool
    seconds: int
    mistakes: tuple[str, ...]
    clauses: tuple[str, ...]


class SittingResult(NamedTuple):
    """The result of a sitting: right answers, all questions, whether it is passed."""

    right: int
    asked: int
    passed: bool
    by_skill: Mapping[str, tuple[int, int]]


class Sitting:
    """A sitting that goes on: one question is open at a time, and is answered once.

    ``lines`` are those of its log so far. It is a function of the test, the person, the seed and
    of what was answered when, so it can be rebuilt from its log (``resume``).
    """

    def __init__(self, test: TableTest, person: str, seed: int, at: datetime) -> None:
        self.test, self.person, self.seed, self.begun = test, person, seed, at
        self.lines: list[bytes] = []
        self.marked: list[MarkedAnswer] = []
        self.head = FIRST
        self._shown = at
        self._result: SittingResult | None = None
        digests = [rules_of(part).digest for part in test.part]
        body = {"format": FORMAT, "kind": "table-test", "test": as_data(test), "person": person}
        self._write(at, BEGUN, {**body, "seed": seed, "digests": digests})
        self._show(at)

    @property
    def number(self) -> int | None:
        """The number of the open question, from 0 on; None once all are answered."""
        return None if self._result is not None else len(self.marked)

    @property
    def result(self) -> SittingResult | None:
        return self._result

    @property
    def ends_at(self) -> datetime | None:
        """When the time is over."""
        minutes = self.test.minutes
        return None if minutes is None else self.begun + timedelta(minutes=minutes)

    def question(self) -> Any:
        """Return the open question."""
        assert self.number is not None, "every question is answered"
        return asked(self.test, self.seed, self.number)

    def answer(self, number: int, given: Mapping[str, Any], at: datetime) -> MarkedAnswer:
        """Take the answer to the open question.

        Raises ``Malformed`` for what is no answer, ``WrongQuestion`` for another question,
        ``LateAnswer`` after the time; then nothing has changed, except that the time is over.
        """
        if self.number is None or number != self.number:
            raise WrongQuestion(f"question {number + 1} is not open")
        at = max(at, self._shown)
        if self.expire(at):
            raise LateAnswer(f"the {self.test.minutes} minutes of this test are over")
        one = self.question()
        found = grade(one, given)
        seconds = int((at - self._shown).total_seconds())
        marked = _marked(number, one.key, found, seconds)
        self.marked.append(marked)
        self._write(at, ANSWERED, {"number": number, "answer": dict(given), **_as_body(marked)})
        if len(self.marked) == self.test.count:
            self.finish(at)
        else:
            self._show(at)
        return marked

    def expire(self, at: datetime) -> bool:
        """End the sitting if its time is over; return whether it is."""
        ends = self.ends_at
        if self._result is not None or ends is None or at <= ends:
            return False
        self.finish(ends)
        return True

    def finish(self, at: datetime) -> SittingResult:
        """End the sitting; unanswered questions count as wrong."""
        if self._result is None:
            self._result = result(self.test, self.marked)
            last = {"lines": len(self.lines), "head": self.head}
            self._write(max(at, self._shown), ENDED, {**last, **_result_body(self._result)})
        return self._result

    def _show(self, at: datetime) -> None:
        self._shown = at
        one = self.question()
        body = {"number": len(self.marked), "skill": one.key, "seed": one.seed}
        self._write(at, SHOWN, body)

    def _write(self, at: datetime, event: str, body: Mapping[str, Any]) -> None:
        line, self.head = sealed(len(self.lines) + 1, stamp(at), event, body, self.head)
        self.lines.append(line)


def sealed(seq: int, at: str, event: str, body: Mapping[str, Any], prev: str) -> tuple[bytes, str]:
    """Return a line of a sitting's log with its hash, and the hash: as at a table, the SHA-256 of
    the line without it."""
    data = {"at": at, "body": dict(body), "event": event, "prev": prev, "seq": seq}
    digest = sha256(canonical(data).encode()).hexdigest()
    return (canonical({**data, "hash": digest}) + "\n").encode(), digest


def _marked(number: int, skill: str, found: Grade, seconds: int) -> MarkedAnswer:
    mistakes = tuple(each.what for each in found.mistakes)
    clauses = tuple(dict.fromkeys(c for each in found.mistakes for c in each.clauses))
    return MarkedAnswer(number, skill, found.right, seconds, mistakes, clauses)


def _as_body(marked: MarkedAnswer) -> dict[str, Any]:
    body: dict[str, Any] = {"right": marked.right, "seconds": marked.seconds}
    if marked.mistakes:
        body |= {"mistakes": list(marked.mistakes), "clauses": list(marked.clauses)}
    return body


def result(test: TableTest, marked: Sequence[MarkedAnswer]) -> SittingResult:
    """Return the result of answers; unanswered questions count as wrong."""
    right = sum(each.right for each in marked)
    by_skill: dict[str, tuple[int, int]] = {}
    for each in marked:
        have, of = by_skill.get(each.skill, (0, 0))
        by_skill[each.skill] = (have + each.right, of + 1)
    passed = Fraction(right, test.count) >= test.mark
    return SittingResult(right, test.count, passed, by_skill)


def _result_body(found: SittingResult) -> dict[str, Any]:
    skills = {key: list(pair) for key, pair in found.by_skill.items()}
    return {"right": found.right, "count": found.asked, "passed": found.passed, "skills": skills}


# Rebuilt from a log


class SittingFault(NamedTuple):
    """Something wrong with the log of a sitting: the line, and what."""

    line: int
    what: str


class Regraded(NamedTuple):
    """A sitting rebuilt from its log, and the faults of the log."""

    sitting: Sitting | None
    faults: tuple[SittingFault, ...]


def is_sitting(first: bytes) -> bool:
    """Return whether a file begins as the log of a sitting does."""
    try:
        data = json.loads(first)
    except ValueError:
        return False
    return isinstance(data, dict) and data.get("event") == BEGUN and "hash" in data


def regrade(lines: Iterable[bytes]) -> Regraded:
    """Make every line of a sitting's log again, from its test, its seed and its answers, and
    compare them to the byte.

    A line that differs is a fault; the sitting is then as the answers that could be read have it.
    """
    given = [line if line.endswith(b"\n") else line + b"\n" for line in lines if line.strip()]
    faults: list[SittingFault] = []
    sitting = None
    for number, line in enumerate(given, start=1):
        try:
            data = _parsed(line)
        except Malformed as problem:
            faults.append(SittingFault(number, f"It cannot be read: {problem}."))
            continue
        if sitting is None:
            sitting, problems = _begun(data)
            faults += [SittingFault(number, each) for each in problems]
            if sitting is None:
                return Regraded(None, tuple(faults))
        else:
            faults += [SittingFault(number, each) for each in _taken(sitting, data)]
    if sitting is None:
        return Regraded(None, (SittingFault(1, "There is nothing in it."),))
    faults += _compared(sitting, given)
    return Regraded(sitting, tuple(dict.fromkeys(faults)))


def resume(lines: Iterable[bytes]) -> Sitting:
    """Return a sitting as its log has it; raises ``ValueError`` for a log that does not hold."""
    found = regrade(lines)
    if found.sitting is None or found.faults:
        raise ValueError(found.faults[0].what if found.faults else "it is empty")
    return found.sitting


def _parsed(line: bytes) -> dict[str, Any]:
    if len(line) > MOST_LINE:
        raise Malformed("", "a line of more than a megabyte")
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise Malformed("", "not JSON") from None
    if not isinstance(data, dict) or not isinstance(data.get("body"), dict):
        raise Malformed("", "not a line of a log")
    return data


def _begun(data: Mapping[str, Any]) -> tuple[Sitting | None, tuple[str, ...]]:
    body = data["body"]
    if data.get("event") != BEGUN:
        return None, ("It does not begin with the test.",)
    try:
        test = read_test(body.get("test"))
        at, seed = datetime.fromisoformat(str(data.get("at"))), body.get("seed")
        if not isinstance(seed, int) or not isinstance(body.get("person"), str):
            return None, ("The person or the seed is missing.",)
        sitting = Sitting(test, body["person"], seed, at)
    except (Malformed, ValueError, LookupError) as problem:
        return None, (f"The test cannot be read: {problem}.",)
    digests = [rules_of(part).digest for part in test.part]
    if body.get("digests") != digests:
        return sitting, ("It was taken under other rules than this program has.",)
    return sitting, ()


def _taken(sitting: Sitting, data: Mapping[str, Any]) -> Iterator[str]:
    """Carry out a line of an answer, or of the end."""
    body = data["body"]
    try:
        at = datetime.fromisoformat(str(data.get("at")))
        if data.get("event") == ANSWERED and sitting.number is not None:
            sitting.answer(sitting.number, body.get("answer") or {}, at)
        elif data.get("event") == ENDED:
            sitting.finish(at)
    except (LateAnswer, WrongQuestion, Malformed, ValueError, TypeError) as problem:
        yield f"It is no answer that was possible: {problem}."


def _compared(sitting: Sitting, given: Sequence[bytes]) -> Iterator[SittingFault]:
    for number, (line, right) in enumerate(zip(given, sitting.lines, strict=False), start=1):
        if line != right:
            yield SittingFault(number, _difference(line, right))
            return
    if len(given) > len(sitting.lines):
        yield SittingFault(len(sitting.lines) + 1, "Nothing follows here, and there is a line.")
    elif len(given) < len(sitting.lines):
        yield SittingFault(len(given), f"{len(sitting.lines) - len(given)} lines are missing.")


def _difference(line: bytes, right: bytes) -> str:
    try:
        said, due = json.loads(line), json.loads(right)
    except ValueError:
        return "It is not as it was written."
    for key in ("event", "at", "prev", "seq"):
        if said.get(key) != due[key]:
            return f"{key} is {str(said.get(key))[:80]}, and should be {due[key]}."
    for key in sorted({*said.get("body", {}), *due["body"]}):
        if said["body"].get(key) != due["body"].get(key):
            found = canonical(said["body"].get(key))[:80]
            return f"{key} is {found}, and should be {canonical(due['body'].get(key))[:80]}."
    return "Its hash is not that of the line."
