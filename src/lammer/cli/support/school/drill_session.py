"""Asks and grades questions in the terminal: drills and table tests."""

import sys
from collections.abc import Collection, Mapping
from typing import Any

from lammer.cli.support.output import write
from lammer.core.codec import Malformed
from lammer.school import DrillQuestion, Grade, grade
from lammer.school.answers.text import HOW, bet_line, places, typed_answer, typed_payment, where
from lammer.school.posing.posed_question import LearnerQuestion

LONGEST = 1000
"""The longest line that is typed, in bytes."""
QUIT = ("quit", "exit", "q")


def ask(
    asked: LearnerQuestion, *, numbered: bool = False, seats: Collection[int] | None = None
) -> None:
    """Show a question: where the game stands, the bets (of these seats; None: of all), the lines of
    a record, what is asked."""
    here = where(asked)
    if here:
        write(f"  {here}\n")
    for number, place in enumerate(places(asked), start=1):
        if seats is not None and place[0] not in seats:
            continue
        before = f"{number:2}  " if numbered or asked.asked == "order" else ""
        write(f"  {before}{bet_line(asked, *place)}\n")
    for step in asked.posed.given.get("steps", ()):
        write(f"  {step['line']:3}  {step['words']}\n")
    write(f"  {asked.posed.words}\n")
    for number, call in enumerate(asked.posed.given.get("choices", ()), start=1):
        write(f"  {number:2}  {call}\n")


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
    text = read_line(f"  ({HOW[asked.skill.asked]}) ")
    return None if text is None else typed_answer(asked, text)


def _payments(asked: DrillQuestion) -> Mapping[str, Any] | None:
    """Return payments typed bet by bet, in the order of the answer: what is asked is how much."""
    rows: dict[tuple[int, str], Mapping[str, Any]] = {}
    write(f"  ({HOW['payments']})\n")
    for seat, name, bet in places(asked):
        text = read_line(f"  {bet_line(asked, seat, name, bet)}  ")
        if text is None:
            return None
        marks = asked.rules.marks_vigorish(asked.rules.wagers[bet.wager])
        row = typed_payment(seat, name, bet, text, "marks" if marks else "vigorish")
        if row is not None:
            rows[seat, name] = row
    lawful = [(row["seat"], row["bet"]) for row in asked.posed.answer["payments"]]
    order = [*(place for place in lawful if place in rows), *rows]
    return {"payments": [rows[place] for place in dict.fromkeys(order)]}


def read_line(prompt: str) -> str | None:
    """Return a line that is typed; None at the end of the input, or for "quit". A line that is
    piped is echoed, so that the answers can be read."""
    write(prompt)
    raw = next_line(LONGEST)
    text = raw.decode(errors="replace").rstrip("\r\n")
    if not raw or text.strip().lower() in QUIT:
        write("\n")
        return None
    if not sys.stdin.isatty():
        shown = "".join(each if each.isprintable() else "?" for each in text)
        write(f"{shown}\n")
    return text


def next_line(most: int) -> bytes:
    """Return the next line of the input, of which what is longer is left out; empty at the end."""
    sys.stdout.flush()
    if sys.stdin is None:
        return b""
    raw = rest = sys.stdin.buffer.readline(most)
    while rest and not rest.endswith(b"\n"):
        rest = sys.stdin.buffer.readline(1 << 16)
    return raw


def say_grade(asked: DrillQuestion, found: Grade) -> None:
    write("  Right.\n" if found.right else "  Not right.\n")
    for mistake in found.mistakes:
        write(f"    {mistake.what}\n")
        if mistake.reckon:
            write(f"      {mistake.reckon} [{', '.join(mistake.clauses[:3])}]\n")
    if not any(mistake.reckon for mistake in found.mistakes):
        write(f"    {asked.posed.reckon} [{', '.join(asked.posed.clauses[:2])}]\n")
