"""Parses what a trainee types at a practice table, one bet after the other."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from lammer.core.codec import Malformed
from lammer.school.answers.text import HOW, amount, places, typed_payment
from lammer.school.practice.tasks import Task

HOW_HANDLED: Mapping[str, str] = {
    **HOW,
    "payments": "the number of a bet and what is done with it, in order: 3 lose; 1 35; "
    "with vigorish 2 20 1; part of it 4 -8. undo takes the last one back, done ends",
    "requests": "no; down; or the bet and its amount: BET for 20; with vigorish BET for 20 vig 1",
}
"""How the answer to each task is typed."""
DONE = ("done", "end")
UNDO = ("undo", "u")
Named = Callable[[str], str]
"""Returns the bet that words name; raises ``Malformed`` where that is not clear."""
_NUMBERED = re.compile(r"#?([0-9]{1,4})[.:]?\s+(\S.*)")
_PUT_DOWN = re.compile(
    r"(?P<bet>\S.*?)\s+(?:(?:for|at)\s+)?(?P<amount>\$?[0-9][0-9,.]*)"
    r"(?:\s+(?:vig|vigorish|commission)\s+(?P<vigorish>\$?[0-9][0-9,.]*))?",
    re.IGNORECASE,
)
_REFUSED = ("no", "n", "no bet", "refused", "refuse")
_DOWN = ("down", "take it down", "take down")


def typed_act(task: Task, text: str, done: list[dict[str, Any]]) -> None:
    """Add what was typed about one bet to what was ``done``, or take the last of it back. A bet
    that is typed again counts as it was typed last, in that place. Raises ``Malformed``."""
    if text.strip().lower() in UNDO:
        if not done:
            raise Malformed("", "nothing was done yet")
        done.pop()
        return
    bets = list(places(task))
    found = _NUMBERED.fullmatch(text.strip())
    if found is None or not 0 < int(found[1]) <= len(bets):
        raise Malformed("", f'"{text.strip()[:40]}" names no bet', "Type 3 lose, or 1 35.")
    seat, name, bet = bets[int(found[1]) - 1]
    rules = task.posed.table.rules
    charge = "marks" if rules.marks_vigorish(rules.wagers[bet.wager]) else "vigorish"
    row = typed_payment(seat, name, bet, found[2], charge)
    done[:] = [each for each in done if (each["seat"], each["bet"]) != (seat, name)]
    if row is not None:
        done.append(dict(row))


def typed_request(number: int, text: str, named: Named) -> dict[str, Any]:
    """Return what was typed about a spoken bet; raises ``Malformed``.

    >>> typed_request(1, "field for 5", lambda words: words)
    {'request': 1, 'bet': 'field', 'amount': 500}
    >>> typed_request(2, "No", lambda words: words)
    {'request': 2, 'refused': True}
    """
    said = " ".join(text.lower().rstrip(" .!").split())
    if said in _REFUSED:
        return {"request": number, "refused": True}
    if said in _DOWN:
        return {"request": number, "down": True}
    found = _PUT_DOWN.fullmatch(said)
    if found is None:
        raise Malformed("", f'"{text.strip()[:40]}" is not clear', f"Type {HOW_HANDLED['requests']}.")  # fmt: skip  # noqa: E501
    row = {"request": number, "bet": named(found["bet"]), "amount": amount(found["amount"])}
    charge = found["vigorish"]
    return row if charge is None else {**row, "vigorish": amount(charge)}
