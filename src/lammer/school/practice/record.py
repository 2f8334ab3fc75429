"""A round of a practice table as entries of a record (``lammer audit``): bets as the books have
them, the trial, and what the trainee collected and paid."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lammer.school.posing.question_table import STAND_IN, recorded
from lammer.school.practice.rounds import PracticeRound
from lammer.table.events import BetCalled, BetMade, BetReduced, BetRemoved, Event
from lammer.table.rules import Rules

Entry = dict[str, Any]


def record_of_round(
    rules: Rules, played: PracticeRound, paid: Sequence[Mapping[str, Any]] | None
) -> Iterator[Entry]:
    """Yield the entries of a round; ``paid`` are the payments of the trainee's answer, None for
    those that are right. A record need not contain void trials."""
    for done in played.done:
        for event in done.events:
            yield from _before(event)
    if played.found is None:
        return
    yield recorded(rules, played.keys)
    rows = paid
    if rows is None:
        task = next(each for each in played.tasks if each.asked == "payments")
        rows = task.posed.answer["payments"]
    for row in rows:
        if row["seat"] != STAND_IN:
            yield from _paid(row)


def _before(event: Event) -> Iterator[Entry]:
    """Yield the changes to bets before the trial."""
    match event:
        case BetMade(seat=seat, wager=wager, amount=amount, charge=charge):
            yield {"kind": "bet", "seat": seat, "wager": wager, "cents": amount}
            if charge:
                yield {"kind": "vigorish", "seat": seat, "wager": wager, "cents": charge}
        case BetRemoved(seat=seat, wager=wager):
            yield {"kind": "remove", "seat": seat, "wager": wager}
            if event.refund:
                yield {"kind": "refund", "seat": seat, "wager": wager, "cents": event.refund}
        case BetReduced(seat=seat, wager=wager, by=by):
            yield {"kind": "reduce", "seat": seat, "wager": wager, "cents": by}
            if event.refund:
                yield {"kind": "refund", "seat": seat, "wager": wager, "cents": event.refund}
        case BetCalled(seat=seat, wager=wager, working=working):
            yield {"kind": "call-on" if working else "call-off", "seat": seat, "wager": wager}


def _paid(row: Mapping[str, Any]) -> Iterator[Entry]:
    """Yield what a row of an answer moved."""
    place = {"seat": row["seat"], "wager": row["bet"]}
    net = row.get("net")
    takes = row.get("takes", 0) if net is None else max(-net, 0)
    pays = row.get("pays", 0) if net is None else max(net, 0)
    if takes:
        yield {"kind": "take", **place, "cents": takes}
    if pays:
        yield {
            "kind": "payment", **place, "cents": pays, **({"net": True} if net is not None else {}),
        }  # fmt: skip
    for key, kind in (("vigorish", "vigorish"), ("marks", "mark")):
        if row.get(key):
            yield {"kind": kind, **place, "cents": row[key]}
