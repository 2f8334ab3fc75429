"""Honest records of hands that were played at the table, rewritten as a clerk would type them: from
the middle, in words, in dollars, with one amount for all that a seat was paid. Nothing is found in
them; an amount that is changed is found, by exactly what it was changed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lammer.audit import RecordOptions, judge
from lammer.audit.record.instrument import record_of
from lammer.core.wager import Collection
from lammer.house import House
from lammer.instruments import INSTRUMENTS
from lammer.table import Bet, TableState
from lammer.typed.bet_names import named_bet
from lammer.typed.vocabulary import spoken
from tests.audit.records import numbered, recorded
from tests.hands.hand import play

HANDS = sorted((Path(__file__).parents[1] / "hands").glob("*.hand"))
ENDS = {kind for thing in INSTRUMENTS for kind in record_of(thing).ends}
Entry = dict[str, Any]


def table_after(entries: list[Entry], house: House) -> TableState:
    audit = judge(numbered(entries), house)
    assert list(audit) == []
    return audit.table


def is_plain(bet: Bet, table: TableState) -> bool:
    """Whether an ``up`` line says all of a bet: nothing else was done to it before."""
    wager = table.rules.wagers[bet.wager]
    vig = table.rules.vig(wager)
    due = table.rules.charge(wager, bet.stake) if vig is not None and vig.when == "bet" else 0
    late = isinstance(wager.machine, Collection) and bet.state == "inherited"
    return not (bet.coupon or bet.reduced or bet.called or late) and bet.charged == due


def start(table: TableState) -> list[Entry] | None:
    """The entries that say how a table stands; None if entries cannot say it."""
    plain = all(is_plain(bet, table) for seat in table.seats.values() for bet in seat.bets.values())
    odd = any(seat.barred or seat.owed or seat.coupon for seat in table.seats.values())
    if not plain or odd or table.hands.only_for or table.reopened:
        return None
    found: list[Entry] = []
    if table.rules.procedure.trial.thing == "dice":
        standing = {} if table.hands.fresh else {"point": table.context}
        found += [{"kind": "point", **standing}] if standing else []
        if table.hands.fresh and table.context != "off":
            return None
    elif table.kit is not None and getattr(table.kit, "left", None) is not None:
        return None
    for number, seat in table.seats.items():
        for name, bet in reversed(list(seat.bets.items())):
            wager = table.rules.wagers[bet.wager]
            made = bet.state.split(",") if isinstance(wager.machine, Collection) else []
            up: Entry = {"kind": "up", "seat": number, "wager": name, "cents": bet.stake}
            up |= {"leave_up": True} if bet.leave_up else {}
            found.append(up | ({"made": [int(each) for each in made]} if any(made) else {}))
    return found


def owed(entries: list[Entry]) -> Iterator[Entry]:
    """The entries that say what was marked before, and not collected."""
    left: dict[int, int] = {}
    for entry in entries:
        if entry["kind"] in ("mark", "collect"):
            cents = entry["cents"] if entry["kind"] == "mark" else -entry["cents"]
            left[entry["seat"]] = left.get(entry["seat"], 0) + cents
    for seat, cents in left.items():
        if cents:
            yield {"kind": "owed", "seat": seat, "wager": "banker", "cents": cents}


def retyped(entries: list[Entry]) -> Iterator[Entry]:
    """The entries in words and dollars, and each seat's payments of one trial as one."""
    paid: dict[int, int] = {}

    def payments() -> Iterator[Entry]:
        for seat, cents in paid.items():
            yield {"kind": "payment", "seat": seat, "dollars": f"{cents // 100}.{cents % 100:02}"}
        paid.clear()

    for entry in entries:
        if entry["kind"] == "payment":
            paid[entry["seat"]] = paid.get(entry["seat"], 0) + entry["cents"]
            continue
        if entry["kind"] in ENDS:
            yield from payments()
        typed = {key: each for key, each in entry.items() if key != "cents"}
        if "cents" in entry:
            typed["dollars"] = f"{entry['cents'] // 100}.{entry['cents'] % 100:02}"
        if "wager" in entry:
            typed["wager"] = spoken(entry["wager"])
        yield typed
    yield from payments()


@pytest.mark.parametrize("path", HANDS[::4], ids=lambda path: str(path.stem))
def test_a_hand_as_a_clerk_would_type_it(path: Path) -> None:
    log: list[bytes] = []
    assert play(path, log.append) == []
    house, entries = recorded(log)
    cuts = [at for at, entry in enumerate(entries) if entry["kind"] in ENDS]
    for at in (0, *cuts[len(cuts) // 2 : len(cuts) // 2 + 1]):
        # A trial's own money comes after it, so a record begins just before a trial.
        before = start(table_after(entries[:at], house)) if at else []
        before = before if before is None else [*before, *owed(entries[:at])]
        if before is None:
            continue
        typed = [*before, *retyped(entries[at:])]
        if not typed:
            continue
        options = RecordOptions(names=named_bet)
        audit = judge(numbered(typed), house, options)
        assert [each.what for each in audit] == []
        assert [str(each) for each in audit.unreadable] == []
        paid = [n for n, entry in enumerate(typed) if entry["kind"] == "payment"]
        wrong = [
            entry | {"dollars": _more(entry["dollars"])} if n in paid else entry
            for n, entry in enumerate(typed)
        ]
        found = list(judge(numbered(wrong), house, options))
        assert [each.line for each in found] == [n + 1 for n in paid]
        assert {each.off_by_cents for each in found} <= {700}


def _more(dollars: str) -> str:
    whole, _, cents = dollars.partition(".")
    return f"{int(whole) + 7}.{cents}"
