"""A practice table, round after round: players bet, there is a trial, the books are settled.

What happens is a function of the rules, who sits there and a seed. The trainee's actions do not
enter into it, so the books always follow the rules.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from lammer.core.legality import Refusal
from lammer.ledger import CAGE, rail
from lammer.school.posing.question_table import (
    DecidedTrial,
    RefusedTrial,
    entered,
    table_with_bets,
    trial,
    with_holder,
)
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.practice import tasks
from lammer.school.practice.players import Bettor, DoneCommand, Newcomer, Place, casual
from lammer.school.practice.tasks import Request, Task, spoken
from lammer.school.topics.payments import SEATS
from lammer.table import decide
from lammer.table.apply import apply, apply_all
from lammer.table.commands import Command, MakeBet, Remove
from lammer.table.events import Event
from lammer.table.log import EPOCH
from lammer.table.rules import Rules
from lammer.table.state import Seat, TableState
from lammer.table.views.narrate import narrated

MOST_SPOKEN = 4
"""Bets that are spoken before one trial; players put the others down themselves."""
MOST_READY = 10
"""Commands that make the instrument ready for a trial."""


class NoCrew(ValueError):
    """Raised for a game that has no crew to practice for; ``clauses`` say so."""

    def __init__(self, clauses: tuple[str, ...]) -> None:
        self.clauses = clauses
        super().__init__("This game has no crew, so there is nothing to practice at its table.")


class PracticeRound(NamedTuple):
    """One trial and what comes before it: ``said`` in words, the ``tasks`` in order, the commands
    that the table carried out, the trial (None: it was void), the table after it."""

    number: int
    said: tuple[str, ...]
    tasks: tuple[Task, ...]
    done: tuple[DoneCommand, ...]
    keys: Mapping[str, Any]
    found: DecidedTrial | None
    void: str
    after: TableState


class PracticeTable:
    """A table with players at the first seats; ``next`` plays a round. Raises ``NoCrew`` for rules
    without one."""

    def __init__(
        self, rules: Rules, seed: int, players: int, newcomer: Newcomer | None = None
    ) -> None:
        # Such a game has no crew that enters what happens.
        if rules.procedure.trial.corrected is None:
            raise NoCrew(rules.ids(rules.procedure.unattended))
        if not 1 <= players <= min(SEATS, rules.procedure.seating.most):
            raise ValueError(f"1 to {min(SEATS, rules.procedure.seating.most)} players sit here")
        self.rules, self.seed = rules, seed
        self._newcomer = casual if newcomer is None else newcomer
        self._number = 0
        self._bettors: dict[int, Bettor] = {}
        empty: dict[int, Any] = {seat: {} for seat in range(1, players + 1)}
        opened = table_with_bets(rules, rules.start, empty)
        self.table = opened._replace(hands=opened.hands._replace(fresh=True))
        for seat in empty:
            self._sit_down(seat, self._picks("seat", seat))

    def _picks(self, *words: object) -> SeededChoices:
        law = self.rules.house.law
        return SeededChoices(law.key, law.game, "practice", self.seed, self._number, *words)

    def players(self) -> dict[int, str]:
        """Return how each player bets, by seat."""
        return {seat: bettor.name for seat, bettor in self._bettors.items()}

    def _sit_down(self, seat: int, picks: SeededChoices) -> str:
        """Have somebody sit down in a free seat; return that in words."""
        bettor = self._bettors[seat] = self._newcomer(self.rules, seat, picks)
        books = {**self.table.books, rail(seat): bettor.bankroll, CAGE: 0}
        books[CAGE] = -sum(books.values())
        seats = {**self.table.seats, seat: Seat(seat, "", {})}
        self.table = self.table._replace(seats=seats, books=books)
        return f"Seat {seat} sits down: {bettor.name}."

    def next(self) -> PracticeRound:
        """Play a round."""
        self._number += 1
        picks = self._picks()
        said = [*self._ready()]
        done, requests, shown = self._bets(picks, said)
        asked: list[Task] = []
        wrong = None
        if picks.chance(1, 3):
            wrong = tasks.wrong_request(self.table, tasks.seats_up(self.table), picks)
        if wrong is not None:
            requests.append(wrong)
        if requests:
            asked.append(tasks.requests_task(shown, sorted(requests, key=lambda r: r.seat)))
        keys = trial(self.table, picks.key()).keys
        asked += self._incidents(keys, done, picks)
        void = next((task for task in asked if task.asked == "valid"), None)
        if void is not None and not void.posed.answer["valid"]:
            reason = str(void.posed.given["resting"]["happened"])
            said_void = self._void(reason, keys)
            return PracticeRound(
                self._number, tuple(said), tuple(asked), tuple(done), keys, None, said_void,
                self.table,
            )  # fmt: skip
        before, found = self.table, entered(self.table, keys)
        call = tasks.call_task(before, found, picks)
        asked += (*tasks.instruments_own(before, found, picks), *(() if call is None else (call,)))
        asked.append(tasks.payments_task(before, found))
        if picks.chance(1, 4):
            disputed = tasks.dispute(before, found, picks)
            asked += () if disputed is None else (disputed,)
        self.table = apply_all(before, found.every)
        for seat, bettor in self._bettors.items():
            bettor.observe(before, found, Place(self.table, seat))
        return PracticeRound(
            self._number, tuple(said), tuple(asked), tuple(done), found.keys, found, "", self.table
        )

    def _ready(self) -> Iterator[str]:
        """Make the instrument ready; yield what is done in words."""
        for _ in range(MOST_READY):
            renewal = self.rules.instrument.renewal(self.table)
            if renewal is None:
                break
            events = self._run(renewal)
            yield from narrated(self.table, events)
            self.table = apply_all(self.table, events)
        self.table = with_holder(self.table)
        ready = self.rules.instrument.preparation(self.table, EPOCH)
        if ready is not None:
            self.table = apply_all(self.table, self._run(ready))

    def _run(self, command: Command) -> tuple[Event, ...]:
        decision = decide(self.table, command)
        if isinstance(decision, Refusal):
            raise RefusedTrial(f"{decision.detail} ({', '.join(decision.clauses)})")
        return decision

    def _bets(
        self, picks: SeededChoices, said: list[str]
    ) -> tuple[list[DoneCommand], list[Request], TableState]:
        """Let every player bet; return what the table carried out, what of it was spoken, and the
        table without that."""
        shown = self.table
        every: list[DoneCommand] = []
        requests: list[Request] = []
        for seat in list(self._bettors):
            place = Place(self.table, seat)
            if not self._bettors[seat].bet(place) and not place.table.seats[seat].bets:
                said.append(f"Seat {seat} leaves. {self._sit_down(seat, picks)}")
                shown = shown._replace(seats={**shown.seats, seat: self.table.seats[seat]})
                continue
            self.table = place.table
            for each in place.done:
                every.append(each)
                if len(requests) < MOST_SPOKEN and self._is_spoken(each.command, picks):
                    words = spoken(each.before, each.command)
                    requests.append(Request(seat, words, each.command, each.events))
                    continue
                said += narrated(each.before, each.events)
                for event in each.events:
                    shown = apply(shown, event)
        return every, requests, shown

    def _is_spoken(self, command: Command, picks: SeededChoices) -> bool:
        making, turn = self.rules.procedure.making, self.rules.procedure.turn
        if making.no_verbal or not isinstance(command, MakeBet | Remove):
            return False
        own = () if turn is None else turn.stake
        return command.wager not in own and picks.chance(1, 2)

    def _incidents(
        self, keys: Mapping[str, Any], done: list[DoneCommand], picks: SeededChoices
    ) -> Iterator[Task]:
        """Yield what must be ruled on before the outcome; a late bet that counts is made."""
        if picks.chance(1, 4):
            late = tasks.late_bet(self.table, keys, picks)
            if late is not None:
                task, made = late
                if made is not None:
                    done.append(made)
                    self.table = apply_all(self.table, made.events)
                yield task
        if picks.chance(1, 6):
            task_or_none = tasks.void_trial(self.table, keys, picks)
            if task_or_none is not None:
                yield task_or_none
        elif picks.chance(1, 8):
            order = tasks.order_given(self.table, picks)
            if order is not None:
                yield order

    def _void(self, reason: str, keys: Mapping[str, Any]) -> str:
        """Have a trial be void; return that in words."""
        command = tasks.void_command(self.table, reason, keys)
        assert command is not None
        events = self._run(command)
        words = " ".join(narrated(self.table, events))
        self.table = apply_all(self.table, events)
        return words
