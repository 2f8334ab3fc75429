"""``lammer audit``: judges tables' logs, other records, and a house's database."""

from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.audit import output as audit_output
from lammer.cli.support.audit.files import (
    AuditOptions,
    audited,
    audited_one_of_several,
    is_database,
    named_files,
)
from lammer.cli.support.audit.record_template import write_template
from lammer.cli.support.audit.report import check_report, write_report
from lammer.cli.support.options import Game, HouseOption, Json, Verbose
from lammer.cli.support.output import CommandError


def audit(
    *file: Annotated[
        str,
        Parameter(
            help="A table's log, a record (CSV or JSON Lines), or a house's database (a file or "
            "postgresql://...); several, or folders of them; - for standard input.",
            allow_leading_hyphen=True,
        ),
    ],
    head: Annotated[
        str | None, Parameter(help="The head hash the log must end on, published elsewhere.")
    ] = None,
    rules: Annotated[
        str | None, Parameter(help="For a record: the rule set it was played by, such as nj-2011.")
    ] = None,
    game: Game = None,
    house_file: HouseOption = None,
    still_open: Annotated[
        bool, Parameter(name="--open", help="The table is still open: no closing line is wanted.")
    ] = False,
    leave_up: Annotated[
        bool,
        Parameter(
            negative=(),
            help="For a record: winners stay up where they may, unless a line says otherwise.",
        ),
    ] = False,
    template: Annotated[
        str | None,
        Parameter(help="Write a sheet for a record under this rule set, such as nj-2011."),
    ] = None,
    no_fair: Annotated[
        bool, Parameter(name="--no-fair", help="Do not verify draws against pledged seeds.")
    ] = False,
    report: Annotated[
        str | None,
        Parameter(help="Write a page of it to this .html file too: errors, layouts, the win."),
    ] = None,
    verbose: Verbose = False,
    as_json: Json = False,
) -> int:
    """Judge a log or a record again: chain, books, every decision; what is wrong, by how much, why.

    Exit status 1 when anything is wrong, 2 when a line cannot be read; the others are judged all
    the same. Several files are judged together, with one table of findings. Of a database every log
    is judged, and meters, purses, hands, people and roles are computed again.
    Examples: lammer audit evening.log; lammer audit payments.csv --rules nj-2011;
    lammer audit --template nj-2011 > payments.csv;
    lammer audit evening.log --report evening.html; lammer audit house.sqlite
    """
    if template is not None:
        return write_template(template, game, house_file)
    if not file:
        raise CommandError(
            "no file is named.", "Name a log or a record, or ask for a sheet with --template."
        )
    files, left_out = named_files(file)
    several = list(file) != files or len(files) > 1 or is_database(files[0])
    options = AuditOptions(head, rules, game, house_file, still_open, leave_up, no_fair, several)
    options.check()
    if report is not None:
        check_report(report, file)
    if several:
        judged = [found for each in files for found in audited_one_of_several(each, options)]
        return audit_output.report_several(judged, left_out, as_json, verbose)
    found = audited(files[0], options)
    if report is not None:
        write_report(files[0], report, options)
    return audit_output.report(found, as_json, verbose)
