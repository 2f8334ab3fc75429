"""``lammer clauses``: each clause of an edition with its status, code and tests."""

from collections import Counter
from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.options import Json
from lammer.cli.support.output import bold, console, paragraphs, write_json
from lammer.coverage.as_data import plain_coverage
from lammer.coverage.status import (
    STATUSES,
    ClauseCoverage,
    ClauseStatus,
    clause_coverage,
    edition_asked,
)
from lammer.law import EDITIONS


def clauses(
    edition: Annotated[
        str | None, Parameter(help="An edition, such as nj-2011 or NJ11. Left out: all of them.")
    ] = None,
    *,
    status: Annotated[
        ClauseStatus | None,
        Parameter(help="Only clauses of this status."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Each clause of a regulation: its status, the code that holds it, the tests that prove it.

    Examples: lammer clauses nj-2011; lammer clauses --status open; lammer clauses NJ11 --json
    """
    prefix = None if edition is None else edition_asked(edition)
    found = [each for each in clause_coverage(prefix) if status in (None, each.status)]
    if as_json:
        write_json({"format": 1, "clauses": [plain_coverage(each) for each in found]})
    else:
        _as_list(found, edition)
    return 0


def _as_list(found: list[ClauseCoverage], edition: str | None) -> None:
    """List clauses section by section: a line of facts for each, then what it requires."""
    screen = console()
    width = max((len(coverage.clause.id) for coverage in found), default=0)
    section = None
    for coverage in found:
        here = f"{EDITIONS[coverage.clause.edition]} {coverage.clause.section}"
        if here != section:
            screen.print()
            screen.print(bold(here))
            screen.print()
            section = here
        tests = f"{len(coverage.tests)} tests" if len(coverage.tests) != 1 else "1 test"
        held = ", ".join(_short(where) for where in coverage.where[:2])
        more = f" and {len(coverage.where) - 2} more" if len(coverage.where) > 2 else ""
        facts = f"{coverage.clause.kind:10}  {coverage.status:8}  {tests:>9}  {held}{more}"
        screen.print(f"{coverage.clause.id:{width}}  {facts}".rstrip(), soft_wrap=True)
        paragraphs(coverage.clause.words, indent=" " * (width + 2), apart=False)
    count = Counter(coverage.status for coverage in found)
    said = ", ".join(f"{count[status]} {status}" for status in STATUSES if count[status])
    name = f" of {edition}" if edition else ""
    clauses_said = "1 clause" if len(found) == 1 else f"{len(found)} clauses"
    screen.print(f"\n{clauses_said}{name}: {said or 'none of that status'}.")
    screen.print("The tests by name, and one clause whole: lammer law CLAUSE.", style="dim")


def _short(where: str) -> str:
    return where.removeprefix("lammer.games.")
