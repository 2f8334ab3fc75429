"""Results as files that spreadsheets and programs read: CSV and JSON."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

FileKind = Literal["csv", "json"]
FORMAT = 1


def as_file(kind: FileKind, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Return rows as a file: CSV with these columns, or JSON with all that the rows have.

    >>> as_file("csv", ("skill", "right"), [{"skill": "craps.valid", "right": True}])
    'skill,right\\r\\ncraps.valid,true\\r\\n'
    """
    if kind == "json":
        return json.dumps({"format": FORMAT, "rows": [dict(row) for row in rows]})
    made = io.StringIO()
    writer = csv.writer(made)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([cell(row.get(key)) for key in columns])
    return made.getvalue()


def cell(value: Any) -> str:
    """Return a value as a cell, which no spreadsheet takes for a formula.

    >>> cell("=1+1"), cell(True), cell(["a", "b"]), cell({"valid": True}), cell(-5), cell(None)
    ("'=1+1", 'true', 'a b', '{"valid": true}', '-5', '')
    """
    match value:
        case None:
            return ""
        case bool() | dict():
            return json.dumps(value)
        case int() | float():
            return str(value)
        case list():
            text = " ".join(map(str, value))
        case _:
            text = str(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
