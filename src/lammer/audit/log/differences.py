"""Findings about lines of a log that differ from the expected ones: by money, one for each rail."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from lammer.audit.finding import Finding
from lammer.audit.log.lines import Expected
from lammer.audit.log.resync import LineEvent, LoggedEvent
from lammer.core.money import dollars

_ACCOUNT = re.compile(r"(?:rail|layout)-([0-9]{1,3})")


def differences(
    number: int, how: str, due: Expected, logged: LineEvent | None
) -> Iterator[Finding]:
    """Yield what is wrong with a line that should be otherwise: one finding for each rail on which
    the money differs, or one without an amount if no rail is affected."""
    event = due.event
    seat, wager = seat_and_wager(event.body)
    if seat is None and wager is None and due.command is not None:
        seat, wager = seat_and_wager(due.command)
    parts = [] if logged is None else _parts(event, logged)
    what = f"{event.name}: {how}"
    if parts:
        what += f" ({', '.join(parts)})"
    owed, paid = _net(event), _net(logged)
    rails = [account for account in {**owed, **paid} if account.startswith("rail-")]
    wrong = [each for each in rails if owed.get(each, 0) != paid.get(each, 0)]
    for account in wrong:
        was, went = owed.get(account, 0), paid.get(account, 0)
        money = f"; {signed(was)} was due on {account}, {signed(went)} went there"
        whose = _seat_of(account)
        yield Finding(number, "decision", f"{what}{money}.", event.clauses, whose, wager, was, went)
    if not wrong:
        others = [each for each in {**owed, **paid} if owed.get(each, 0) != paid.get(each, 0)]
        for account in others:
            was, went = owed.get(account, 0), paid.get(account, 0)
            what += f"; {account} {signed(went)} instead of {signed(was)}"
        yield Finding(number, "decision", f"{what}.", event.clauses, seat, wager)


def _parts(due: LoggedEvent, logged: LineEvent) -> list[str]:
    """Return which parts of a line differ, each with its correct value."""
    parts = []
    wanted = due.body
    for key in sorted({*wanted, *logged.body}):
        want, have = wanted.get(key), logged.body.get(key)
        if want != have:
            parts.append(f"{key} is {brief(have)}, should be {brief(want)}")
    if due.actor != logged.actor:
        parts.append(f"actor is {brief(logged.actor)}, should be {brief(due.actor)}")
    missing = [each for each in due.clauses if each not in logged.clauses]
    added = [each for each in logged.clauses if each not in due.clauses]
    if due.clauses != logged.clauses:
        parts.append(f"clauses: {brief(missing)} missing, {brief(added)} added")
    if due.moves != logged.moves:
        parts.append("transfers differ")
    return parts or ["its time or command differs"]


def unexpected(number: int, event: LineEvent) -> Iterator[Finding]:
    """Yield a finding for a line that no command leads to, for each rail that it pays."""
    seat, wager = seat_and_wager(event.body)
    what = f"{brief(event.name)}: nothing that was asked for leads to this line"
    rails = {account: cents for account, cents in _net(event).items() if _seat_of(account)}
    paid = {account: cents for account, cents in rails.items() if account.startswith("rail-")}
    for account, cents in paid.items():
        money = f"; {signed(cents)} went to {account}, nothing was due"
        whose = _seat_of(account)
        yield Finding(number, "decision", f"{what}{money}.", (), whose, wager, 0, cents)
    if not paid:
        yield Finding(number, "decision", f"{what}.", (), seat, wager)


def rails(event: LoggedEvent) -> dict[str, int]:
    """Return what an event puts on each rail, in cents."""
    return {key: cents for key, cents in _net(event).items() if key.startswith("rail-") and cents}


def _net(event: LoggedEvent | None) -> dict[str, int]:
    """Return the net change of each account, in cents."""
    net: dict[str, int] = {}
    for source, target, cents in event.moves if event is not None else ():
        net[source] = net.get(source, 0) - cents
        net[target] = net.get(target, 0) + cents
    return net


def seat_and_wager(body: Mapping[str, Any]) -> tuple[int | None, str | None]:
    seat, wager = body.get("seat"), body.get("wager")
    return (
        seat if isinstance(seat, int) else None,
        wager if isinstance(wager, str) else None,
    )


def _seat_of(account: str) -> int | None:
    match = _ACCOUNT.fullmatch(account)
    return int(match[1]) if match else None


def signed(cents: int) -> str:
    return dollars(cents) if cents >= 0 else f"-{dollars(-cents)}"


def brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."
