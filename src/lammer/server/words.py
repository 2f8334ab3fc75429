"""Bets that wait for the word of the crew: a late one, a verbal one, at a staffed table."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from lammer.server.asking import Who
from lammer.server.refused import Refused
from lammer.table.command import Malformed

MOST_WAITING = 4
"""Bets of one seat that wait."""
ENDS_WAITING = frozenset(("roll", "no-roll", "shake", "no-shake", "deal", "result", "correct"))
"""Events after which nothing waits any more."""


class Waiting(NamedTuple):
    """A bet that waits, and whose word it has."""

    command: Mapping[str, Any]
    given: tuple[str, ...]


class Words:
    """The bets of one table that wait. Never changed in place but through its methods."""

    def __init__(self, waiting: Mapping[int, Waiting] | None = None, asked: int = 0) -> None:
        self._waiting = dict(waiting) if waiting else {}
        self._asked = asked

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def copy(self) -> "Words":
        return Words(self._waiting, self._asked)

    def add(self, command: Mapping[str, Any]) -> None:
        """A bet that was refused for want of a word; asked again, it still waits once."""
        given = tuple(command.get("confirmed_by") or ())
        kept = {key: value for key, value in command.items() if key != "confirmed_by"}
        theirs = [n for n, each in self._waiting.items() if each.command["seat"] == kept["seat"]]
        if any(self._waiting[number].command == kept for number in theirs):
            return
        if len(theirs) >= MOST_WAITING:
            del self._waiting[theirs[0]]
        self._asked += 1
        self._waiting[self._asked] = Waiting(kept, given)

    def with_word(self, who: Who, raw: Mapping[str, Any]) -> tuple[int, Waiting]:
        """The bet somebody of the crew means, with their word added; ``Refused`` if it is not
        theirs to give, or nothing waits under that number."""
        if set(raw) - {"do", "waiting", "as"}:
            raise Malformed("do", "confirm takes the keys waiting and as, no others")
        role = raw.get("as", who.crew[0] if len(who.crew) == 1 else None)
        if not who.crew or role not in who.crew:
            yours = ", ".join(who.crew) or "no role of the crew"
            raise Refused("not-authorised", f"Give your word in a role you have: {yours}.", 403)
        number = raw.get("waiting")
        known = isinstance(number, int) and not isinstance(number, bool)
        found = self._waiting.get(number) if known else None  # type: ignore[arg-type]
        if found is None or not isinstance(number, int):
            raise Refused("nothing-waits", "No bet of that number waits for a word.", 404)
        given = tuple(dict.fromkeys((*found.given, str(role))))
        return number, found._replace(given=given)

    def keep(self, number: int, waiting: Waiting) -> None:
        self._waiting[number] = waiting

    def drop(self, number: int) -> None:
        self._waiting.pop(number, None)

    def clear(self) -> None:
        self._waiting.clear()

    def as_data(self) -> list[dict[str, Any]]:
        return [
            {"waiting": number, "command": each.command, "word": list(each.given)}
            for number, each in self._waiting.items()
        ]
