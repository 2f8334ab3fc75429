"""Records as the tests write them, in a few words a line; and as somebody beside a table would
write down what was played there."""

import csv
import io
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from lammer.audit.finding import Finding
from lammer.audit.record.auditor import judge
from lammer.audit.record.entries import UnreadableEntry, columns
from lammer.games import load
from lammer.house import House, check_house, elections, house
from lammer.table import Event, TableState, apply
from lammer.table.apply import initial_state
from lammer.table.commands import Open
from lammer.table.commands import read as read_command
from lammer.table.decide import rules_to_open
from lammer.table.events import Opened, TrialEvent, event_kinds, read_event
from lammer.table.rules import Rules
from lammer.table.script import lines


def at(rules: str = "nj-2011", game: str | None = None, **elected: Any) -> House:
    law = load(rules, game)
    read, faults = elections(elected, law)
    assert not faults
    assert not check_house(law, read)
    return house(law, read)


def as_csv(record: str) -> bytes:
    """A record as the tests write it: ``bet 1 field 500``, ``roll 6-6``, ``remove 1 place-6``."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns(), lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows(record))
    return out.getvalue().encode()


def as_json(record: str) -> bytes:
    """The same record; the first line is blank, so that the lines have the same numbers."""
    objects: list[str] = []
    for row in rows(record):
        typed: dict[str, Any] = dict(row)
        for key in ("seat", "cents"):
            if key in typed:
                typed[key] = int(typed[key])
        for key in ("leave_up", "cut_card"):
            if key in typed:
                typed[key] = True
        if "dice" in typed and len(objects) % 2:
            typed["dice"] = [int(face) for face in typed["dice"].split("-")]
        if "cards" in typed and len(objects) % 2:
            typed["cards"] = typed["cards"].split()
        objects.append(json.dumps(typed))
    return "\n".join(("", *objects, "")).encode()


def rows(record: str) -> Iterator[dict[str, str]]:
    for line in record.strip().splitlines():
        words, _, note = line.strip().partition("#")
        kind, *rest = words.split()
        row = {"kind": kind}
        for word, key in (("up", "leave_up"), ("cut", "cut_card")):
            if rest[-1:] == [word]:
                row[key] = "yes"
                rest.pop()
        if kind in ("roll", "roll-alone", "no-roll", "shake", "no-shake"):
            row |= dict(zip(("dice",), rest, strict=False))
        elif kind in ("deal", "no-deal"):
            row["cards"] = " ".join(rest)
        else:
            row |= dict(zip(("seat", "wager", "cents"), rest, strict=False))
        if note:
            row["note"] = note.strip()
        yield row


def judged(record: str, where: House | None = None) -> list[Finding]:
    """What is wrong with a record, the same in both forms."""
    where = where or at()
    first = list(judge(lines(io.BytesIO(as_csv(record))), where))
    assert list(judge(lines(io.BytesIO(as_json(record))), where)) == first
    return first


def problem_of(record: bytes, where: House) -> UnreadableEntry:
    """The one line of a record that cannot be read, with nothing found in the others."""
    audit = judge(lines(io.BytesIO(record)), where)
    try:
        assert list(audit) == []
    except UnreadableEntry as nothing_to_read:
        return nothing_to_read
    (problem,) = audit.unreadable
    return problem


def only(record: str, where: House | None = None) -> Finding:
    found = judged(record, where)
    assert len(found) == 1, found
    return found[0]


def money(found: Finding) -> tuple[int, str | None, int | Fraction | None, int | None]:
    """The line of the record (the header is line 1), the wager, what was due and what was paid."""
    return found.line, found.wager, found.due_cents, found.paid_cents


def numbered(record: list[dict[str, Any]]) -> Iterator[tuple[int, bytes]]:
    return enumerate((json.dumps(each).encode() for each in record), 1)


# What was played at a table, written down


def recorded(log: list[bytes]) -> tuple[House, list[dict[str, Any]]]:
    """The log of a table as somebody beside it would write it down: what was entered wrongly, and
    taken back, they never saw."""
    table: TableState | None = None
    where: Rules | None = None
    found: list[dict[str, Any]] = []
    verb = ""
    begun: tuple[TableState | None, list[dict[str, Any]]] = (None, [])
    trial = begun
    for raw in map(json.loads, log):
        body = raw["body"]
        if "command" in body:
            begun = (table, list(found))
        if where is None:
            command = read_command(body["command"], None)
            assert isinstance(command, Open)
            opened = rules_to_open(command)
            assert isinstance(opened, Rules)
            where = opened
        thing = where.procedure.trial.thing
        kind = event_kinds(thing).get(raw["event"])
        if kind is not None and issubclass(kind, TrialEvent):
            trial = begun
        if raw["event"] == "correct":
            table, found = trial[0], list(trial[1])
            if body.get("closed") is False and found[-1:] == [{"kind": "no-more-bets"}]:
                found.pop()
            continue
        verb = body.get("command", {}).get("do", verb)
        if raw["event"] in ("refused", "close"):
            continue
        moves = tuple((a, b, n) for a, b, n in body.get("moves", ()))
        event = read_event(thing, raw["event"], body, raw["actor"], tuple(raw["clauses"]), moves)
        if table is None:
            assert isinstance(event, Opened)
            table = initial_state(where, event)
            continue
        if event.name == "cutting-card":
            found[-1]["cut_card"] = True
        found += written(event, verb, table)
        closed, table = table.thrown, apply(table, event)
        if event.name == "leave" and closed and not table.thrown:
            found.remove({"kind": "no-more-bets"})  # Nobody was left for it to be said to.
        if thing == "dice" and event.name in ("accept", "pass", "offer") and table.hands.fresh:
            found.append({"kind": "shooter"})
    assert where is not None
    return where.house, found


def written(event: Event, verb: str, table: TableState) -> Iterator[dict[str, Any]]:
    body = event.body
    bet: dict[str, Any] = {key: body[key] for key in ("seat", "wager") if key in body}
    match event.name:
        case "roll" | "shake":
            alone = "-alone" if table.hands.only_for else ""
            yield {"kind": f"{event.name}{alone}", "dice": body["dice"]}
        case "deal":
            yield {"kind": "deal", "cards": body["cards"]}
        case "no-deal":
            yield {"kind": "no-deal", **{key: body[key] for key in ("cards",) if key in body}}
        case "spin":
            yield {key: body[key] for key in ("pocket", "stop") if key in body} | {"kind": "spin"}
        case "no-roll" | "no-shake" | "no-spin" | "spun" | "no-more-bets" | "shuffle":
            yield {"kind": event.name}
        case "bet" if verb not in ("roll", "rest", "disputed-face", "shake", "spin"):
            left = {key: body[key] for key in ("leave_up",) if key in body}
            yield {"kind": "bet", **bet, "cents": body["amount"], **left}
        case "remove" | "reduce" if "with" not in body:
            amount = {"cents": body.get("by", body["stake"])}
            yield {"kind": event.name, **bet, **amount}
        case "call":
            yield {"kind": "call-on" if body["working"] else "call-off", **bet}
        case "coupon":
            yield {"kind": "coupon", **bet, "cents": body["amount"]}
        case "wins":
            yield {"kind": "payment", **bet, "cents": body["paid"] + body.get("coupon", 0)}
        case "collect":
            yield {"kind": "collect", **bet, "wager": "banker", "cents": body["amount"]}
    charge = "mark" if "owed" in body else "vigorish"
    charges = {"charge": charge, "refund": "refund"}
    yield from ({"kind": charges[key], **bet, "cents": body[key]} for key in charges if key in body)


MONEY = ("payment", "vigorish", "mark", "collect", "refund")
"""The kinds of entry by which money moves, or is noted to be owed."""
