"""Describes the wager of a file in a sentence or two: when it wins and loses, in its words."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from lammer.design.builder import LOSE, PUSH

MOST_CHARACTERS = 1_500
"""Characters; a definition may say more, and is shown whole beside it."""


def describe(shape: str, table: Any, noun: str) -> str:
    """Return what the table of a shape means; ``noun`` is what a trial is called. The table must
    have passed the checks.

    >>> describe("one_roll", {"pays": {"2": "5 to 1", "3 to 6": "1 to 1"}}, "shake")
    'Decided by the next shake: 5 to 1 on 2; 1 to 1 on 3 to 6; anything else loses.'
    >>> describe("before", {"wins": "6", "loses": "7", "pays": "1 to 1"}, "roll")
    'Wins 1 to 1 on 6; loses on 7; anything else leaves it up.'
    """
    said = _DESCRIBED[shape](table, noun)
    return (
        said if len(said) <= MOST_CHARACTERS else f"{said[:MOST_CHARACTERS].rpartition(' ')[0]} ..."
    )


def _paid(value: Any, on: object) -> str:
    if value == PUSH:
        return f"returned on {on}"
    return f"loses on {on}" if value == LOSE else f"{value} on {on}"


def _lines(pays: Any) -> Iterator[str]:
    for name, value in pays.items() if isinstance(pays, Mapping) else ():
        yield _paid(value, name)


def _one_roll(table: Mapping[str, Any], noun: str) -> str:
    lines = [*_lines(table["pays"])]
    lines += [f"returned on {table['push']}"] if "push" in table else []
    rest = f"loses on {table['loses']}" if "loses" in table else "anything else loses"
    return f"Decided by the next {noun}: {'; '.join((*lines, rest))}."


def _before(table: Mapping[str, Any], _: str) -> str:
    pays = table["pays"]
    wins = "; ".join(_lines(pays)) or _paid(pays, table.get("wins"))
    push = f"; returned on {table['push']}" if "push" in table else ""
    return f"Wins {wins}; loses on {table['loses']}{push}; anything else leaves it up."


def _line(table: Mapping[str, Any], _: str) -> str:
    numbers = ", ".join(map(str, table["numbers"]))
    push = f", is returned on {table['push']}" if "push" in table else ""
    first = f"Wins on {table['wins']}, loses on {table['loses']}{push}"
    two = ("that number again", table["against"])
    one, other = two if table.get("side", "with") == "with" else two[::-1]
    return (
        f"{first}; otherwise goes to {numbers}, and then wins on {one} before {other}. "
        f"Pays {table['pays']}."
    )


def _collect(table: Mapping[str, Any], _: str) -> str:
    goals = "; ".join(map(str, table["goals"]))
    said = [f"Collects {goals}: each once, in any order, until {table['until']}."]
    if "pays" in table:
        lines = (f"{value} for {name}" for name, value in table["pays"].items())
        said.append(f"Pays then, by how many there are: {'; '.join(lines)}.")
    said.extend(
        f"Pays then {each['pays']} for {' with '.join(map(str, each['have']))}."
        for each in table.get("sets", ())
    )
    if "complete" in table:
        said.append(f"Pays {table['complete']} at once for all of them.")
    return " ".join((*said, "Loses otherwise."))


def _count(table: Mapping[str, Any], _: str) -> str:
    lines = "; ".join(f"{value} for {name}" for name, value in table["pays"].items())
    when = ", the highest at once" if table.get("at_once") else ""
    return (
        f"Counts {table['event']} until {table['until']}, and is paid then{when}: {lines}; "
        "any other count loses."
    )


def _repeat(table: Mapping[str, Any], _: str) -> str:
    lines = "; ".join(
        f"{line['pays']} for {line['times']} of {' or '.join(map(str, line['goals']))}"
        for line in table["lines"]
    )
    when = "the first of these at once" if table.get("at_once") else "then the best of these"
    return (
        f"Counts each thing by itself until {table['until']}, and pays {when}: {lines}. "
        "Loses otherwise."
    )


def _run(table: Mapping[str, Any], _: str) -> str:
    loses = f" Loses on {table['loses']}." if "loses" in table else ""
    broken = table.get("broken_by", "anything else")
    return (
        f"Wins {table['pays']} on {table['event']} {table['times']} times in a row; {broken} "
        f"starts the run again.{loses}"
    )


def _parts(parts: list[Mapping[str, Any]], noun: str) -> str:
    lines = (f"{each['share']} of it pays {_paid(each['pays'], each['on'])}" for each in parts)
    return f"Decided by the next {noun}: {'; '.join(lines)}; each part loses otherwise."


def _states(states: Mapping[str, Mapping[str, str]], _: str) -> str:
    def one(state: str) -> str:
        return ", ".join(f"{value} on {outcomes}" for outcomes, value in states[state].items())

    return " ".join(f"In {state}: {one(state)}." for state in states)


_DESCRIBED: dict[str, Callable[[Any, str], str]] = {
    "one_roll": _one_roll,
    "before": _before,
    "line": _line,
    "collect": _collect,
    "count": _count,
    "repeat": _repeat,
    "run": _run,
    "parts": _parts,
    "states": _states,
}
