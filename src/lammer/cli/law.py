"""``lammer clauses`` and ``lammer law``."""

from collections import Counter

from rich.text import Text

from lammer.cli.output import bold, console, paragraphs, write_json
from lammer.coverage.as_data import (
    followed_in,
    plain_clause,
    plain_holding,
    plain_reading,
    readings_of,
    sources_of,
)
from lammer.coverage.status import STATUSES, Holding, holdings
from lammer.games.registry import UnknownName
from lammer.law import EDITIONS, Reading, edition_of, readings
from lammer.law import clauses as all_clauses


def clauses(edition: str | None, status: str | None, json: bool) -> int:
    prefix = None
    if edition is not None:
        prefix = edition_of(edition)
        if prefix is None:
            raise UnknownName("edition", edition, (*EDITIONS.values(), *EDITIONS))
    found = [each for each in holdings(prefix) if status in (None, each.status)]
    if json:
        write_json({"format": 1, "clauses": [plain_holding(each) for each in found]})
    else:
        _as_list(found, edition)
    return 0


def _as_list(found: list[Holding], edition: str | None) -> None:
    """Section by section: a line of facts for each clause, then what it requires."""
    screen = console()
    width = max((len(holding.clause.id) for holding in found), default=0)
    section = None
    for holding in found:
        here = f"{EDITIONS[holding.clause.edition]} {holding.clause.section}"
        if here != section:
            screen.print()
            screen.print(bold(here))
            screen.print()
            section = here
        tests = f"{len(holding.tests)} tests" if len(holding.tests) != 1 else "1 test"
        held = ", ".join(_short(where) for where in holding.where[:2])
        more = f" and {len(holding.where) - 2} more" if len(holding.where) > 2 else ""
        facts = f"{holding.clause.kind:10}  {holding.status:8}  {tests:>9}  {held}{more}"
        screen.print(f"{holding.clause.id:{width}}  {facts}".rstrip(), soft_wrap=True)
        paragraphs(holding.clause.words, indent=" " * (width + 2), apart=False)
    count = Counter(holding.status for holding in found)
    said = ", ".join(f"{count[status]} {status}" for status in STATUSES if count[status])
    name = f" of {edition}" if edition else ""
    clauses_said = "1 clause" if len(found) == 1 else f"{len(found)} clauses"
    screen.print(f"\n{clauses_said}{name}: {said or 'none of that status'}.")
    screen.print("The tests by name, and one clause whole: lammer law CLAUSE.", style="dim")


def _short(where: str) -> str:
    return where.removeprefix("lammer.games.")


def law(id: str, json: bool) -> int:
    by_name = {name.casefold(): name for name in (*all_clauses(), *readings())}
    name = by_name.get(id.strip().casefold())
    if name is None:
        raise UnknownName("clause or reading", id, (*all_clauses(), *readings()))
    if name in readings():
        _reading(readings()[name], json)
    else:
        _clause(next(each for each in holdings() if each.clause.id == name), json)
    return 0


def _clause(holding: Holding, json: bool) -> None:
    touching = readings_of(holding)
    clause = holding.clause
    if json:
        write_json({"format": 1, "clause": plain_clause(holding)})
        return
    screen = console()
    screen.print(bold(clause.id).append(f"  {clause.citation}", "not bold"))
    screen.print(f"{clause.kind}, for {', '.join(clause.games)}; status: {holding.status}\n")
    paragraphs(clause.words)
    if holding.reason:
        screen.print(f"Why software cannot hold it: {holding.reason}\n")
    _list("Held in", holding.where)
    for each in holding.lent:
        _list(f"Lent to {each.rules} ({each.borrowed})", each.where)
    _list("Proved by", holding.tests)
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
    """With a small first letter, to stand inside a sentence."""
    return words[:1].lower() + words[1:]


def _reading(reading: Reading, json: bool) -> None:
    used = followed_in(reading)
    if json:
        write_json({"format": 1, "reading": plain_reading(reading) | {"where": list(used)}})
        return
    screen = console()
    screen.print(bold(reading.id).append(f"  {reading.title}", "not bold"))
    screen.print(f"standing: {_small(reading.standing)}\n")
    paragraphs(reading.text)
    _list("Sources", tuple(f"{key}: {said}" for key, said in sources_of(reading).items()))
    _list("Clauses", reading.clauses)
    _list("Followed in", used)
