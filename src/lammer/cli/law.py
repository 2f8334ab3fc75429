"""``lammer law``: one clause or one reading."""

from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from lammer.cli.support.options import Json
from lammer.cli.support.output import bold, console, paragraphs, write_json
from lammer.coverage.as_data import (
    followed_in,
    plain_clause,
    plain_reading,
    readings_of,
    sources_of,
)
from lammer.coverage.status import ClauseCoverage, clause_coverage
from lammer.games.registry import UnknownName
from lammer.law import (
    EDITIONS,
    LATER,
    OUTSIDE_TITLE,
    OUTSIDE_WORDS,
    Reading,
    cited,
    outside,
    readings,
    same_text,
)
from lammer.law import clauses as all_clauses


def law(
    id: Annotated[
        str,
        Parameter(
            help="A clause such as NJ11-1.3c1, a citation such as 1.9(e)1, or a reading "
            "such as R-05."
        ),
    ],
    *,
    as_json: Json = False,
) -> int:
    """One clause: what it says, where it is held, its tests, the readings that touch it.

    A citation shows every clause that is printed there, of each edition.

    Examples: lammer law NJ11-1.3c1; lammer law "1.9(e)1"; lammer law 36.05.05.04E; lammer law R-05
    """
    by_name = {name.casefold(): name for name in (*all_clauses(), *readings())}
    name = by_name.get(id.strip().casefold())
    if name in readings():
        _reading(readings()[name], as_json)
        return 0
    if outside(id.strip()) is not None and not as_json:
        console().print(bold(id.strip()).append(f"  {OUTSIDE_TITLE}", "not bold"))
        paragraphs(f"{OUTSIDE_WORDS[0].upper()}{OUTSIDE_WORDS[1:]}")
        return 0
    wanted = {name} if name else {each.id for each in cited(id)}
    if not wanted:
        raise UnknownName("clause, citation or reading", id, same_text(id))
    found = [each for each in clause_coverage() if each.clause.id in wanted]
    if as_json:
        data = [plain_clause(each) for each in found]
        write_json({"format": 1} | ({"clause": data[0]} if len(data) == 1 else {"clauses": data}))
        return 0
    for at, coverage in enumerate(found):
        if at:
            console().print()
        _clause(coverage)
    return 0


def _clause(coverage: ClauseCoverage) -> None:
    touching = readings_of(coverage)
    clause = coverage.clause
    screen = console()
    screen.print(bold(clause.id).append(f"  {clause.citation}", "not bold"))
    screen.print(f"{clause.kind}, for {', '.join(clause.games)}; status: {coverage.status}\n")
    paragraphs(clause.words)
    if later := LATER.get(EDITIONS[clause.edition]):
        screen.print(f"{later}\n")
    if coverage.reason:
        screen.print(f"Why software cannot hold it: {coverage.reason}\n")
    _list("Held in", coverage.where)
    for each in coverage.lent:
        _list(f"Lent to {each.rules} ({each.borrowed})", each.where)
    _list("Proved by", coverage.tests)
    for reading in touching:
        about = f" {reading.title} ({_small(reading.standing)})"
        screen.print(bold(reading.id).append(about, "not bold"))
    if touching:
        screen.print("A reading whole: lammer law R-NN.", style="dim")


def _list(title: str, lines: tuple[str, ...]) -> None:
    screen = console()
    if not lines:
        return
    screen.print(f"{title}:")
    for line in lines:
        screen.print(Text(f"  {line}"), soft_wrap=True)
    screen.print()


def _small(words: str) -> str:
    """Return the text with a lower-case first letter, for use inside a sentence."""
    return words[:1].lower() + words[1:]


def _reading(reading: Reading, as_json: bool) -> None:
    used = followed_in(reading)
    if as_json:
        write_json({"format": 1, "reading": plain_reading(reading) | {"where": list(used)}})
        return
    screen = console()
    screen.print(bold(reading.id).append(f"  {reading.title}", "not bold"))
    screen.print(f"standing: {_small(reading.standing)}\n")
    paragraphs(reading.text)
    _list("Sources", tuple(f"{key}: {said}" for key, said in sources_of(reading).items()))
    _list("Clauses", reading.clauses)
    _list("Followed in", used)
