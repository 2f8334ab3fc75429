"""Grades what a trainee did with bets that were spoken, by what the table would make of it."""

from collections.abc import Iterator, Mapping
from typing import Any

from lammer.core.codec import Malformed, show
from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.school.practice.tasks import Request, Task
from lammer.table.commands import MakeBet, Remove, Verbal
from lammer.table.refusals import MOST_CENTS, unique_clauses
from lammer.table.rules import Rules

_KEYS = ("request", "refused", "down", "bet", "amount", "vigorish")
_FORM = 'Write {"request": 1, "bet": "field", "amount": 500} or {"request": 1, "refused": true}.'
Wrong = tuple[str, str, tuple[str, ...], int | None, str | None, int]
"""A fault: its kind, in words, its clauses, the seat, the bet, and what the player got too much."""


def grade_requests(task: Task, answer: Mapping[str, Any]) -> Iterator[Wrong]:
    """Yield the mistakes in what a trainee did about requests. Raises ``Malformed`` for text that
    is no answer to them."""
    posed = task.posed
    rows = _rows(answer, len(task.requests))
    for number, request in enumerate(task.requests, start=1):
        right = posed.answer["requests"][number - 1]
        yield from _judged(posed.table.rules, request, right, rows.get(number))


def _judged(
    rules: Rules, request: Request, right: Mapping[str, Any], said: Mapping[str, Any] | None
) -> Iterator[Wrong]:
    seat, asked = request.seat, f'Seat {request.seat}, "{request.words}":'
    if isinstance(request.decision, Refusal):
        if said is not None and not said.get("refused"):
            detail, clauses = request.decision.detail, request.decision.clauses
            yield "unlawful", f"{asked} {detail}", clauses, seat, None, 0
        elif said is None:
            what = f"{asked} an answer is due. {request.decision.detail}"
            yield "missed-bet", what, request.decision.clauses, seat, None, 0
        return
    clauses = unique_clauses(*(event.clauses for event in request.decision))
    if said is None or said.get("refused"):
        done = "refused" if said else "missed"
        yield "missed-bet", f"{asked} {done}, and it is allowed.", clauses, seat, None, 0
        return
    if isinstance(request.command, Remove):
        if not said.get("down"):
            yield "wrong-bet", f"{asked} it comes down.", clauses, seat, None, 0
        return
    assert isinstance(request.command, MakeBet | Verbal)
    if (said.get("bet"), said.get("amount")) != (right["bet"], right["amount"]):
        wanted = f"{dollars(right['amount'])} on the {rules.words_for(right['bet'])}"
        yield "wrong-bet", f"{asked} {wanted} is right.", clauses, seat, right["bet"], 0
        return
    due, got = right.get("vigorish", 0), said.get("vigorish", 0)
    if due != got:
        what = f"{asked} {dollars(due)} vigorish is right, not {dollars(got)}."
        yield "vigorish", what, clauses, seat, right["bet"], due - got


def _rows(answer: Mapping[str, Any], most: int) -> dict[int, Mapping[str, Any]]:
    """Return the rows of an answer by the number of the request; raises ``Malformed``."""
    rows = answer.get("requests")
    if set(answer) != {"requests"} or not isinstance(rows, list | tuple) or len(rows) > most:
        raise Malformed("requests", f"{show(rows)} is not a list of at most {most}", _FORM)
    found: dict[int, Mapping[str, Any]] = {}
    for at, row in enumerate(rows):
        key = f"requests[{at}]"
        if not isinstance(row, Mapping) or any(each not in _KEYS for each in row):
            raise Malformed(key, f"{show(row)} is not understood", _FORM)
        number: Any = row.get("request")
        if not _is_whole(number) or not 1 <= number <= most or number in found:
            raise Malformed(
                f"{key}.request", f"{show(number)} is not the number of an open request", _FORM
            )
        for each in ("amount", "vigorish"):
            if each in row and not (_is_whole(row[each]) and 0 <= row[each] <= MOST_CENTS):
                raise Malformed(f"{key}.{each}", f"{show(row[each])} is no amount", "Write cents.")
        done = [each for each in ("refused", "down") if row.get(each) is True]
        bet = isinstance(row.get("bet"), str) and "amount" in row
        if len(done) + bet != 1:
            raise Malformed(key, "one thing is done with a request", _FORM)
        found[number] = row
    return found


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
