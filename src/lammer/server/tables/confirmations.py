"""Late and verbal bets and calls at a staffed table that wait for the crew's confirmation."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from lammer.server.client_commands import Confirm, ParsedCommand
from lammer.server.errors import Refused
from lammer.server.people.permissions import Requester
from lammer.table.commands import CallBet, Coupon, MakeBet, Verbal
from lammer.table.events import TrialCorrected, TrialEvent, VoidTrial

BetCommand = MakeBet | Verbal | Coupon | CallBet
"""The commands that the crew may have to confirm."""
MOST_WAITING = 4
"""Waiting bets of one seat."""
MOST_WAITING_CALLS = 32
"""Waiting calls of one seat: all its bets may be called on at once."""
ENDS_WAITING = (TrialEvent, VoidTrial, TrialCorrected)
"""Events that end all waiting."""


class PendingBet(NamedTuple):
    """A waiting bet, its message without any confirmation, the roles that have confirmed it, and
    the clauses that require more of them."""

    command: BetCommand
    raw: Mapping[str, Any]
    given: tuple[str, ...]
    clauses: tuple[str, ...] = ()

    @property
    def with_confirmations(self) -> ParsedCommand:
        """The bet as it is sent to the table."""
        bet = replace(self.command, confirmed_by=self.given)
        return ParsedCommand(bet, {**self.raw, "confirmed_by": list(self.given)})


class EndedBet(NamedTuple):
    """Why a bet stopped waiting, and the clauses."""

    why: str
    clauses: tuple[str, ...]


class Confirmations:
    """The waiting bets of one table."""

    def __init__(self, last_number: int = 0) -> None:
        self._waiting: dict[int, PendingBet] = {}
        self._ended: dict[int, EndedBet] = {}
        self._last_number = last_number

    def __bool__(self) -> bool:
        """True if there is something to send: bets that wait, or have stopped waiting."""
        return bool(self._waiting or self._ended)

    def copy(self) -> "Confirmations":
        found = Confirmations(self._last_number)
        found._waiting, found._ended = dict(self._waiting), dict(self._ended)
        return found

    def add(self, command: BetCommand, raw: Mapping[str, Any], clauses: tuple[str, ...]) -> None:
        """Add a bet that was refused for lack of a confirmation, by these clauses, unless it waits
        already."""
        given, bet = command.confirmed_by, replace(command, confirmed_by=())
        same_seat = [n for n, each in self._waiting.items() if each.command.seat == bet.seat]
        if any(self._waiting[number].command == bet for number in same_seat):
            return
        calls = [n for n in same_seat if isinstance(self._waiting[n].command, CallBet)]
        if isinstance(bet, CallBet):
            of_its_kind, most = calls, MOST_WAITING_CALLS
        else:
            of_its_kind, most = [n for n in same_seat if n not in calls], MOST_WAITING
        if len(of_its_kind) >= most:
            self.drop(of_its_kind[0], "replaced")
        self._last_number += 1
        kept = {key: value for key, value in raw.items() if key != "confirmed_by"}
        self._waiting[self._last_number] = PendingBet(bet, kept, given, clauses)

    def confirmed(self, who: Requester, command: Confirm) -> PendingBet:
        """Return the bet that a command of the crew names, with their role added."""
        role, found = self._find(who, command)
        return found._replace(given=tuple(dict.fromkeys((*found.given, role))))

    def reject(self, who: Requester, command: Confirm) -> None:
        self._find(who, command)
        self.drop(command.waiting, "no-bet")

    def _find(self, who: Requester, command: Confirm) -> tuple[str, PendingBet]:
        """Return the sender's role and the bet that a command names; ``Refused`` if the sender may
        not confirm it, or no bet of that number waits."""
        role = command.role or (who.crew[0] if len(who.crew) == 1 else None)
        if role is None or role not in who.crew:
            yours = ", ".join(who.crew) or "no role of the crew"
            raise Refused("not-authorised", f"Give your word in a role you have: {yours}.", 403)
        found = self._waiting.get(command.waiting)
        if found is None:
            raise Refused("nothing-waits", "No bet of that number waits for a word.", 404)
        return role, found

    def keep(self, number: int, waiting: PendingBet) -> None:
        self._waiting[number] = waiting

    def drop(self, number: int, why: str, clauses: tuple[str, ...] = ()) -> None:
        """End the waiting of a bet, by these clauses or by those that it waited for."""
        found = self._waiting.pop(number, None)
        if found is not None:
            self._ended[number] = EndedBet(why, clauses or found.clauses)

    def clear(self) -> None:
        """End all waiting, after a trial."""
        for number in list(self._waiting):
            self.drop(number, "too-late")

    def as_data(self, needed: Callable[[BetCommand], Iterable[str]]) -> list[dict[str, Any]]:
        """Return the bets that wait; ``needed`` says which roles must confirm such a bet now."""
        return [
            {
                "waiting": number,
                "command": each.raw,
                "word": list(each.given),
                "missing": [role for role in needed(each.command) if role not in each.given],
                "clauses": list(each.clauses),
            }
            for number, each in self._waiting.items()
        ]

    def ended(self, sent: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Return which of the bets sent as waiting have stopped, and why. Each is returned once."""
        ended, self._ended = self._ended, {}
        return [
            {
                "waiting": each["waiting"],
                "command": each["command"],
                "why": ended[each["waiting"]].why,
                "clauses": list(ended[each["waiting"]].clauses),
            }
            for each in sent
            if each["waiting"] in ended
        ]
