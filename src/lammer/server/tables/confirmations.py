"""Bets that wait for the word of the crew: a late one, a verbal one, at a staffed table."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from lammer.server.people.permissions import Requester
from lammer.server.refused import Refused
from lammer.table.commands import Malformed
from lammer.table.events import RollVoid, ShakeVoid, TrialCorrected, TrialEvent

WORDS = ("confirm", "no-bet")
"""What the crew says of one: yes, or no."""
MOST_WAITING = 4
"""Bets of one seat that wait."""
ENDS_WAITING = (TrialEvent, RollVoid, ShakeVoid, TrialCorrected)
"""Events after which nothing waits any more."""


class PendingBet(NamedTuple):
    """A bet that waits, whose word it has, and the clauses by which it needs more."""

    command: Mapping[str, Any]
    given: tuple[str, ...]
    clauses: tuple[str, ...] = ()


class EndedBet(NamedTuple):
    """Why a bet waits no more, and by which clauses."""

    why: str
    clauses: tuple[str, ...]


class Confirmations:
    """The bets of one table that wait. Never changed in place but through its methods."""

    def __init__(self, asked: int = 0) -> None:
        self._waiting: dict[int, PendingBet] = {}
        self._ended: dict[int, EndedBet] = {}
        self._asked = asked

    def __bool__(self) -> bool:
        """Whether there is something to tell of: bets that wait, or that wait no more."""
        return bool(self._waiting or self._ended)

    def copy(self) -> "Confirmations":
        found = Confirmations(self._asked)
        found._waiting, found._ended = dict(self._waiting), dict(self._ended)
        return found

    def add(self, command: Mapping[str, Any], clauses: tuple[str, ...]) -> None:
        """A bet that was refused for want of a word, by these clauses; asked again, it still waits
        once."""
        given = tuple(command.get("confirmed_by") or ())
        kept = {key: value for key, value in command.items() if key != "confirmed_by"}
        theirs = [n for n, each in self._waiting.items() if each.command["seat"] == kept["seat"]]
        if any(self._waiting[number].command == kept for number in theirs):
            return
        if len(theirs) >= MOST_WAITING:
            self.drop(theirs[0], "replaced")
        self._asked += 1
        self._waiting[self._asked] = PendingBet(kept, given, clauses)

    def with_word(self, who: Requester, raw: Mapping[str, Any]) -> tuple[int, PendingBet]:
        """The bet somebody of the crew means, with their word added."""
        number, role = self._meant(who, raw)
        found = self._waiting[number]
        return number, found._replace(given=tuple(dict.fromkeys((*found.given, role))))

    def refuse(self, who: Requester, raw: Mapping[str, Any]) -> None:
        """Somebody of the crew says no."""
        self.drop(self._meant(who, raw)[0], "no-bet")

    def _meant(self, who: Requester, raw: Mapping[str, Any]) -> tuple[int, str]:
        """Which bet somebody of the crew speaks of, and in which role; ``Refused`` if it is not
        theirs to do, or nothing waits under that number."""
        if set(raw) - {"do", "waiting", "as"}:
            raise Malformed("do", f"{raw['do']} takes the keys waiting and as, no others")
        role = raw.get("as", who.crew[0] if len(who.crew) == 1 else None)
        if not who.crew or role not in who.crew:
            yours = ", ".join(who.crew) or "no role of the crew"
            raise Refused("not-authorised", f"Give your word in a role you have: {yours}.", 403)
        number = raw.get("waiting")
        known = isinstance(number, int) and not isinstance(number, bool)
        if not known or number not in self._waiting:
            raise Refused("nothing-waits", "No bet of that number waits for a word.", 404)
        return int(number), str(role)

    def keep(self, number: int, waiting: PendingBet) -> None:
        self._waiting[number] = waiting

    def drop(self, number: int, why: str, clauses: tuple[str, ...] = ()) -> None:
        """It waits no more, by these clauses; if none are given, by those it waited for."""
        found = self._waiting.pop(number, None)
        if found is not None:
            self._ended[number] = EndedBet(why, clauses or found.clauses)

    def clear(self) -> None:
        """The trial is over, and with it what waited."""
        for number in list(self._waiting):
            self.drop(number, "too-late")

    def as_data(self) -> list[dict[str, Any]]:
        return [
            {
                "waiting": number,
                "command": each.command,
                "word": list(each.given),
                "clauses": list(each.clauses),
            }
            for number, each in self._waiting.items()
        ]

    def ended(self, told: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Which of those that were told to wait do so no more, and why; told once."""
        ended, self._ended = self._ended, {}
        return [
            {
                "waiting": each["waiting"],
                "command": each["command"],
                "why": ended[each["waiting"]].why,
                "clauses": list(ended[each["waiting"]].clauses),
            }
            for each in told
            if each["waiting"] in ended
        ]
