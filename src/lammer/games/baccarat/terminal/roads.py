"""``lammer roads``: the five roads of a baccarat shoe, drawn or as data."""

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.options import Json
from lammer.cli.support.output import CommandError, bold, console, open_input, write_json
from lammer.instruments.shoe.scoreboard.roads import Result, as_data
from lammer.instruments.shoe.terminal.roads import DRAWN, LETTERS, draw
from lammer.table.commands import Malformed
from lammer.table.script import LineTooLong, lines, parse

Shoe = tuple[Result, ...]

WHAT = "results such as BBPTBP, or a file of them"


def roads(
    results: Annotated[
        str,
        Parameter(
            help="Results such as BBPTBP, a file of them, a log, or - for standard input.",
            allow_leading_hyphen=True,
        ),
    ],
    *,
    as_json: Json = False,
) -> int:
    """Draw the five roads of a punto banco shoe: bead plate, big road and the three below it.

    RESULTS are letters, B for banker, P for player and T for tie, in the order of the coups; or a
    file of such letters, or a log that lammer replay --log wrote (each shoe is drawn). Roads record
    what happened; they do not predict what comes.
    Examples: lammer roads BBPTBPPB; lammer roads evening.log --json
    """
    shoes = shoes_of(results)
    if as_json:
        found = [{"results": list(shoe), **as_data(shoe)} for shoe in shoes]
        write_json({"format": 1, "game": "punto-banco", "shoes": found})
        return 0
    screen = console()
    plain = not _can_write("".join(DRAWN))
    for number, shoe in enumerate(shoes, 1):
        if len(shoes) > 1:
            screen.print(bold(f"Shoe {number} of {len(shoes)}"))
        screen.print(draw(shoe, screen.width, plain=plain))
        if number < len(shoes):
            screen.print()
    return 0


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def shoes_of(given: str) -> list[Shoe]:
    """The shoes that an argument means: letters, or a file of letters, or a log."""
    if not given.strip():
        raise CommandError("there are no results.", f"Name {WHAT}.")
    if set(given.upper()) <= {*LETTERS, " "} or _meant_as_letters(given):
        return [results_of_letters(given)]
    with open_input(given, WHAT) as stream:
        try:
            return _shoes_in(given, lines(stream))
        except OSError as problem:
            raise CommandError(
                f"{given} cannot be read: {problem.strerror}.", f"Name {WHAT}."
            ) from None
        except LineTooLong as problem:
            raise CommandError(f"line {problem.number}: {problem}.", f"Name {WHAT}.") from None


def _meant_as_letters(given: str) -> bool:
    """Results with a slip in them, rather than the name of a file that is there."""
    most = sum(letter in LETTERS for letter in given.upper())
    return given.isalpha() and most > len(given) // 2 and not Path(given).exists()


def _shoes_in(path: str, numbered: Iterator[tuple[int, bytes]]) -> list[Shoe]:
    for number, line in numbered:
        if not line.strip():
            continue
        rest = chain([(number, line)], numbered)
        if line.lstrip().startswith(b"{"):
            shoes = results_of_log(rest)
        else:
            text = b"".join(each for _, each in rest).decode(errors="replace")
            shoes = [results_of_letters(text)]
        if shoes:
            return shoes
    raise CommandError(f"there are no baccarat results in {path}.", f"Name {WHAT}.")


def results_of_letters(text: str) -> Shoe:
    """B, P and T, small or large, with white space anywhere.

    >>> results_of_letters("b pT")
    ('banker', 'player', 'tie')
    """
    found: list[Result] = []
    for letter in "".join(text.split()):
        result = LETTERS.get(letter.upper())
        if result is None:
            raise CommandError(
                f"{letter!a} is no result (it stands after {len(found)} results).",
                "Write B for banker, P for player, T for tie.",
            )
        found.append(result)
    return tuple(found)


def results_of_log(numbered: Iterable[tuple[int, bytes]]) -> list[Shoe]:
    """The results in a log, shoe by shoe; a shoe without any is left out. What is read of a log is
    here and nowhere else: the lines whose ``event`` is ``result`` have the winner in their body,
    one whose ``event`` is ``shuffle`` begins a new shoe, one whose ``event`` is ``correct`` takes
    the result above it back. Lines come with their numbers."""
    shoes: list[list[Result]] = [[]]
    words = {str(result): result for result in LETTERS.values()}
    for number, line in numbered:
        if not line.strip():
            continue
        try:
            entry = parse(line)
        except Malformed as problem:
            raise CommandError(f"line {number}: {problem}.", problem.instead) from None
        if entry.get("event") == "shuffle":
            shoes.append([])
        elif entry.get("event") == "correct":
            del shoes[-1][-1:]
        elif entry.get("event") == "result":
            body = entry.get("body")
            winner = body.get("winner") if isinstance(body, dict) else None
            if not isinstance(winner, str) or winner not in words:
                raise CommandError(
                    f"line {number}: a result without a winner.",
                    "Its body needs a winner: player, banker or tie. lammer audit checks a log.",
                )
            shoes[-1].append(words[winner])
    return [tuple(shoe) for shoe in shoes if shoe]
