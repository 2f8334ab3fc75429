"""The sheet that ``lammer audit --template`` writes."""

import csv
import io

from lammer.audit.record.template import template
from lammer.cli.support.house_files import lawful_house
from lammer.cli.support.output import flushing, write
from lammer.games.registry import load
from lammer.house import Elections, house


def write_template(rules: str, game: str | None, house_file: str | None) -> int:
    """Write a sheet to type a record into, on standard output."""
    if house_file is not None:
        here = lawful_house(house_file, rules, game)
    else:
        here = house(load(rules, game), Elections())
    columns, rows = template(here)
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    with flushing():
        write(out.getvalue())
    return 0
