"""The clock of one table: when the house moves by itself, and which players have gone."""

from typing import TYPE_CHECKING

from lammer.core.legality import NEEDS_STAKE
from lammer.server.client_commands import DrawTrial
from lammer.server.tables import autopilot
from lammer.server.tables.answers import TROUBLES, Message
from lammer.table.commands import Command, Leave

if TYPE_CHECKING:
    from lammer.server.tables.runner import TableRunner

ROUNDS = 2
"""How often the house offers the instrument round an idle table before it waits for a player."""
LONGEST_TURN = 4
"""Clock periods after which a turn ends, whatever is bet meanwhile."""


class TableClock:
    """Moves a table on when its players do not."""

    def __init__(self, runner: "TableRunner") -> None:
        self._runner = runner
        self._quiet_since: float | None = None
        """When something last happened; None while no move is due."""
        self._ran = False
        """Whether the clock ran when it was last started."""
        self._turn_since: tuple[int, float] | None = None
        """The number of the turn, and since when the house could move in it."""
        self._moves = 0
        """Moves of the house since the last command of a player, other than trials."""
        self._away: dict[int, float] = {}
        """Since when each player with a seat has had no connection."""

    @property
    def runs(self) -> bool:
        """True if the house moves at this table when nobody acts. It does not if a single visitor
        has the table alone, because nobody is waiting then."""
        record = self._runner.record
        return record.clock is not None and record.kind == "automatic" and not self._is_alone()

    def _is_alone(self) -> bool:
        """True if one connected player has the table alone, without bets of others who have left,
        and did not open it. A player who opened the table chose the clock, so it runs."""
        runner, seats = self._runner, self._runner.table.seats
        playing = [seat.number for seat in seats.values() if seat.bets or not seat.gone]
        if len(playing) != 1:
            return False
        person = runner.seats.get(playing[0])
        if person is None or person == runner.record.opened_by:
            return False
        return bool(runner.connected.get(person))

    def restart(self) -> None:
        self._ran = self.runs
        now = self._runner.house.monotonic() if self._ran else None
        self._quiet_since = now
        turns = self._runner.game.turns
        if now is None or self.next_move() is None:
            self._turn_since = None
        elif self._turn_since is None or self._turn_since[0] != turns:
            self._turn_since = turns, now

    def stop(self) -> None:
        self._quiet_since = None

    def player_moved(self) -> None:
        self._moves = 0

    def due(self) -> float | None:
        """Return when the house moves, on the steady clock: one period after anything happened, but
        no later than ``LONGEST_TURN`` periods into a turn, so that nobody can hold the table up by
        making and removing bets. None if no move is due."""
        since, clock = self._quiet_since, self._runner.record.clock
        if since is None or clock is None or not self.runs:
            return None
        begun = since if self._turn_since is None else self._turn_since[1]
        return min(since + clock, begun + LONGEST_TURN * clock)

    def next_move(self) -> Command | None:
        """Return the command that the house gives next; None if it waits for a player."""
        table = self._runner.table
        move = autopilot.next_move(table)
        if move is None or isinstance(move, DrawTrial):
            return move
        return move if self._moves < ROUNDS * max(1, len(table.seats)) else None

    def check(self, now: float) -> None:
        if self.runs != self._ran and self._runner.stopped is None:
            self.restart()  # A player who was alone has disconnected or come back.
        due = self.due()
        if due is None or now < due or not self._runner.idle:
            return
        self._quiet_since = None
        move = self.next_move()
        if move is None:
            return
        self._moves += not isinstance(move, DrawTrial)
        self._runner.submit_for_house(move, self._moved)

    def _moved(self, message: Message) -> None:
        """Order a holder who lacks the stake that is due to pass the instrument."""
        if message["ok"]:
            return
        if message["refusal"]["code"] != NEEDS_STAKE:
            if message["refusal"]["code"] in TROUBLES:
                self.restart()
            return
        table = self._runner.table
        move = autopilot.ordered_pass(table)
        if move is not None and len(table.seated()) > 1:
            self._runner.submit_for_house(move)

    def remove_absent(self) -> None:
        """Have players leave who have been disconnected for long and have no bets; if all players
        are, have their bets taken down or decided."""
        runner = self._runner
        if runner.record.kind != "automatic" or runner.stopped is not None:
            return
        now, limits = runner.house.monotonic(), runner.house.limits
        self._note_connections(now)
        if not runner.idle:
            return
        gone = {seat: now - self._away.get(person, now) for seat, person in runner.seats.items()}
        for seat in (seat for seat, seconds in gone.items() if seconds > limits.absent):
            there = runner.table.seats.get(seat)
            if there is not None and not (there.gone or there.bets):
                runner.submit_for_house(Leave(seat))
        left = bool(gone) and min(gone.values()) > limits.abandoned
        will_move = self._quiet_since is not None and self.next_move() is not None
        if left and runner.idle and not will_move:
            for move in autopilot.wind_up_commands(runner.table):
                self._runner.submit_for_house(move)

    def _note_connections(self, now: float) -> None:
        people = self._runner.seats.values()
        for person in [each for each in self._away if each not in people]:
            del self._away[person]
        for person in people:
            if self._runner.connected.get(person):
                self._away.pop(person, None)
            else:
                self._away.setdefault(person, now)
