"""Reads a line of a record as cells: CSV as people and spreadsheets write it, or JSON Lines. What
the cells say is left to ``entries``."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple

from lammer.core.codec import Malformed, plain
from lammer.games.registry import did_you_mean, nearest
from lammer.table.script import MOST_BYTES, parse

Shape = Literal["csv", "json", "log"]
Raw = dict[str, Any]
"""The cells of one line by their columns, without those that are empty."""
IGNORED = ("at", "time", "note", "notes", "remarks", "comments")
"""Columns that are not read."""
_BLANK = b" \t\r\n,;\xef\xbb\xbf"
_HOW = "A record begins with a CSV header (kind,seat,wager,cents,...) or is JSON Lines."


def shape(first: bytes) -> Shape | None:
    """Return the format of a file by its first line that is not blank: a record as CSV or JSON
    Lines, a table's log, or None.

    >>> shape(b"seat,kind,wager,cents,dice"), shape(b'{"kind": "roll", "dice": "3-4"}')
    ('csv', 'json')
    >>> shape(b"Kind;Seat;Wager;Dollars;Dice"), shape(b"sep=;")
    ('csv', 'csv')
    >>> shape(b'{"actor":"house","event":"open","hash":"ab"}'), shape(b"hello") is None
    ('log', True)
    """
    if first.lstrip(_BLANK).startswith(b"{"):
        try:
            keys = set(json.loads(first.decode("utf-8-sig")))
        except (ValueError, RecursionError):
            # Damaged: the reader of its format reports what is wrong.
            keys = {key for key in ("hash", "event", "kind") if f'"{key}"'.encode() in first}
        if keys & {"hash", "event"}:
            return "log"
        return "json" if "kind" in keys else None
    try:
        text = _decoded(first)
        return "csv" if _is_separator(text) or _split_header(text) is not None else None
    except Malformed:
        return None


def is_blank(line: bytes) -> bool:
    """Return whether a line says nothing: empty, or a row of empty cells. Raise ``Malformed`` if it
    is too long to be read."""
    if len(line) > MOST_BYTES:
        raise Malformed("", f"longer than {MOST_BYTES} bytes")
    return not line.strip(_BLANK)


class LineReader(NamedTuple):
    """How the lines of one record are read; ``here``: the first of them is an entry itself."""

    read: Callable[[bytes], Raw]
    here: bool


def line_reader(first: bytes, columns: Mapping[str, tuple[type, ...]]) -> LineReader | None:
    """Return how the lines of the record are read that begins with this line; None if the line
    only names the separator. ``columns`` are those that a record may have, with the types that
    their values have in JSON.

    >>> read = line_reader(b"Kind;Dollars;;", {"kind": (str,), "dollars": (str,)}).read
    >>> read(b"bet;1.200,50;;")
    {'kind': 'bet', 'dollars': '1200.50'}
    """
    match shape(first):
        case "json":
            return LineReader(_object, here=True)
        case "log":
            raise Malformed("", "this is a table's log, not a plain record")
        case None:
            raise Malformed("", "this is no record", _HOW)
    text = _decoded(first)
    split = _split_header(text)
    if split is None:
        return None
    separator, names = split
    header = _checked(names, columns)
    return LineReader(lambda line: _row(header, columns, separator, line), here=False)


def nothing_here() -> Malformed:
    return Malformed("", "there is no record here", _HOW)


def _is_separator(text: str) -> bool:
    """Return whether a line is what a spreadsheet writes to name its separator."""
    return re.fullmatch(r'"?sep=.?"?', text.strip(), re.IGNORECASE) is not None


# CSV


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8-sig").strip("\r\n")
    except UnicodeDecodeError as problem:
        what = f"not UTF-8 text: byte {problem.start + 1}"
        raise Malformed("", what, 'Save the sheet as "CSV UTF-8".') from None


def _cells(line: str, separator: str) -> list[str]:
    try:
        rows = list(csv.reader([line], delimiter=separator, strict=True))
    except csv.Error as problem:
        raise Malformed("", f"not CSV: {problem}") from None
    return [_SPACES.sub(" ", cell).strip() for cell in rows[0]] if rows else []


_SPACES = re.compile(r"[\s\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]+")
_SEPARATORS = (",", ";", "\t")
_WITHOUT_UNIT = ("$", "amount", "amt", "chips", "money", "sum", "usd", "value")
"""Columns that are clearly about money, and do not say in which unit."""


def _split_header(text: str) -> tuple[str, list[str]] | None:
    """Return the separator of a header and its columns; None if it has no ``kind``."""
    for separator in _SEPARATORS:
        names = [_column(cell) for cell in _cells(text, separator)]
        if "kind" in names:
            return separator, names
    return None


def _column(name: str) -> str:
    """Return a column's name as written in a sheet: "Leave up" is leave_up, "Dollars ($)"
    dollars."""
    bare = re.sub(r"\(.*\)", "", name).strip()
    return re.sub(r"[ _-]+", "_", bare.casefold())


def _checked(names: list[str], columns: Iterable[str]) -> list[str]:
    for name in names:
        if name and name not in (*columns, *IGNORED):
            near = did_you_mean(nearest(name[:40], (*columns, *IGNORED))).strip()
            hint = near or "Leave it out, or write it into note."
            if name in _WITHOUT_UNIT:
                hint = "Call it dollars, or cents if the amounts are whole cents."
            raise Malformed("", f'there is no column "{plain(name)}"', hint)
        if name and names.count(name) > 1:
            raise Malformed(name, "stands there twice")
    return names


def _row(
    header: list[str], columns: Mapping[str, tuple[type, ...]], separator: str, line: bytes
) -> Raw:
    cells = _cells(_decoded(line), separator)
    over = [cell for cell, key in zip(cells, header, strict=False) if cell and not key]
    over += [cell for cell in cells[len(header) :] if cell]
    if over:
        what = f"{len(cells)} cells under a header of {len([key for key in header if key])}"
        raise Malformed("", what, 'A cell with the separator in it stands in quotes: "a, b".')
    found = {key: cell for key, cell in zip(header, cells, strict=False) if cell}
    return {key: _value(key, cell, columns.get(key, ()), separator) for key, cell in found.items()}


_DIGITS = re.compile(r"-?[0-9]{1,18}")
_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")
_TRUTH = {
    **dict.fromkeys(("yes", "y", "true", "x", "1"), True),
    **dict.fromkeys(("no", "n", "false", "0"), False),
}


def _value(key: str, cell: str, values: tuple[type, ...], separator: str) -> str | int | bool:
    """Return the value of a CSV cell; an unsuitable one is left for the key's reader to refuse."""
    if key == "dollars":
        return _dollars(cell, separator)
    if bool in values:
        return _TRUTH.get(cell.casefold(), cell)
    if int in values:
        bare = cell.replace(",", "") if _GROUPED.fullmatch(cell) else cell
        return int(bare) if _DIGITS.fullmatch(bare) else cell
    return cell


_MONEY = re.compile(
    r"(?P<whole>[0-9]+|[0-9]{1,3}(?:(?P<group>[., '])[0-9]{3})(?:(?P=group)[0-9]{3})*)"
    r"(?:(?P<point>[.,])(?P<cents>[0-9]{1,2}))?"
)


def _dollars(cell: str, separator: str) -> str:
    """Return an amount as ``1200.50``, however a spreadsheet showed it: $1,200.50, 1.200,50. A
    mark with three digits after it groups thousands, one with one or two divides the cents."""
    bare = re.sub(r"^(?:USD|US\$|\$)|(?:USD|\$)$", "", cell.strip(), flags=re.IGNORECASE).strip()
    found = _MONEY.fullmatch(bare)
    if found is None or (found["group"] and found["group"] == found["point"]):
        return cell
    if found["group"] == "." and separator == ",":
        return cell  # It could as well be a decimal as a group of thousands.
    whole = re.sub(r"[^0-9]", "", found["whole"])
    return f"{whole}.{found['cents'].ljust(2, '0')}" if found["cents"] else whole


# JSON Lines


def _object(line: bytes) -> Raw:
    line = line.removeprefix(b"\xef\xbb\xbf")
    if not line.lstrip().startswith(b"{"):
        raise Malformed("", "not an object", 'Write {"kind": "bet", ...}.')
    return {key: value for key, value in parse(line).items() if value is not None and value != ""}
