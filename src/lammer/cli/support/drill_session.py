"""Asks and grades questions in the terminal: drills and table tests."""

import sys
from collections.abc import Mapping
from typing import Any

from lammer.cli.support.output import write
from lammer.core.codec import Malformed
from lammer.school import DrillQuestion, Grade, grade
from lammer.school.answers import HOW, bet_line, places, typed_answer, typed_payment, where


def ask(asked: DrillQuestion) -> None:
    here = where(asked)
    if here:
        write(f"  {here}\n")
    for number, place in enumerate(places(asked), start=1):
        numbered = f"{number:2}  " if asked.skill.asked == "order" else ""
        write(f"  {numbered}{bet_line(asked, *place)}\n")
    for step in asked.posed.given.get("steps", ()):
        write(f"  {step['line']:3}  {step['words']}\n")
    write(f"  {asked.posed.words}\n")


def answered(asked: DrillQuestion) -> Grade | None:
    """Return the grade of what is typed; None at the end of the input, or for "quit"."""
    given = typed(asked)
    return None if given is None else grade(asked, given)


def typed(asked: DrillQuestion) -> Mapping[str, Any] | None:
    """Return the answer that is typed, asked again until it is one; None at the end of the input,
    or for "quit"."""
    while True:
        try:
            answer = _payments(asked) if asked.skill.asked == "payments" else _one(asked)
            if answer is not None:
                grade(asked, answer)
        except Malformed as problem:
            write(f"  {problem.what}. {problem.instead}\n")
        else:
            return answer


def _one(asked: DrillQuestion) -> Mapping[str, Any] | None:
    text = _read(f"  ({HOW[asked.skill.asked]}) ")
    return None if text is None else typed_answer(asked, text)


def _payments(asked: DrillQuestion) -> Mapping[str, Any] | None:
    """Return payments typed bet by bet, in the order of the answer: what is asked is how much."""
    rows: dict[tuple[int, str], Mapping[str, Any]] = {}
    write(f"  ({HOW['payments']})\n")
    for seat, name, bet in places(asked):
        text = _read(f"  {bet_line(asked, seat, name, bet)}  ")
        if text is None:
            return None
        marks = asked.rules.marks_vigorish(asked.rules.wagers[bet.wager])
        row = typed_payment(seat, name, bet, text, "marks" if marks else "vigorish")
        if row is not None:
            rows[seat, name] = row
    lawful = [(row["seat"], row["bet"]) for row in asked.posed.answer["payments"]]
    order = [*(place for place in lawful if place in rows), *rows]
    return {"payments": [rows[place] for place in dict.fromkeys(order)]}


def _read(prompt: str) -> str | None:
    write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line or line.strip().lower() in ("quit", "exit", "q"):
        write("\n")
        return None
    return line


def say_grade(asked: DrillQuestion, found: Grade) -> None:
    write("  Right.\n" if found.right else "  Not right.\n")
    for mistake in found.mistakes:
        write(f"    {mistake.what}\n")
        if mistake.reckon:
            write(f"      {mistake.reckon} [{', '.join(mistake.clauses[:3])}]\n")
    if not any(mistake.reckon for mistake in found.mistakes):
        write(f"    {asked.posed.reckon} [{', '.join(asked.posed.clauses[:2])}]\n")
