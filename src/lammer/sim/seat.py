"""A player on the real table: at seat 2, while a neighbour at seat 1 has a line bet and throws.

What a strategy does here is decided, settled, booked and (if wished) logged by the table itself. It
is the measure of everything faster; and the only place for a player who is a Python function.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from lammer.core.cards import Coup, dealt, winner
from lammer.core.legality import Refusal
from lammer.house.house import posted
from lammer.sim.memory import Happened, Memory
from lammer.sim.mind import RUIN, SEAT, Mind
from lammer.sim.purse import Purse
from lammer.table.command import (
    Accept,
    CallBet,
    Command,
    Deal,
    Decline,
    MakeBet,
    NewDice,
    Reduce,
    Remove,
    Roll,
    Shake,
    Shuffle,
)
from lammer.table.event import Event
from lammer.table.rules import Rules
from lammer.table.run import Run
from lammer.table.state import Bet, Cards, Table

NEIGHBOUR = 1
NEIGHBOURS_RAIL = 10**13
MOST_COMMANDS = 1_000
"""What a function may do before one trial; more is taken for a loop without end."""
SHORT = ("not-enough-chips", "owes-vigorish")


class Endless(Exception):
    """A player who goes on acting and never lets the dice roll."""


class Outcome(NamedTuple):
    """Dice, or the cards of a coup in dealing order with whether the cutting card came out."""

    dice: tuple[int, int] | None = None
    cards: tuple[str, ...] = ()
    cut_card: bool = False


class Table2:
    """The table with the two of them, driven from trial to trial."""

    def __init__(
        self,
        rules: str,
        game: str | None,
        house: Mapping[str, Any] | None,
        bankroll: int,
        keep: Callable[[bytes], None] | None = None,
    ) -> None:
        rails = {NEIGHBOUR: NEIGHBOURS_RAIL, SEAT: bankroll}
        self.run = Run.at(rules, game, rails=rails, house=house, keep=keep)
        self.thing = self.table.rules.procedure.trial.thing

    @property
    def table(self) -> Table:
        return self.run.table

    @property
    def equity(self) -> int:
        """What the player has on rail and layout, less what he owes."""
        table = self.table
        return table.rail(SEAT) + table.layout(SEAT) - table.seats[SEAT].owed

    def trial(self, outcome: Outcome) -> tuple[Event, ...]:
        """One roll, shake or coup, with everything round it that is not the player's affair."""
        self._make_ready()
        command: Command
        if outcome.dice is None:
            command = Deal(outcome.cards, outcome.cut_card)
        else:
            command = Roll(outcome.dice) if self.thing == "dice" else Shake(outcome.dice)
        answer = self.run.carry_out(command)
        if answer.refusal is not None and answer.refusal.code == "dice-too-old":
            self._do(NewDice("floorperson"))
            answer = self.run.carry_out(command)
        if answer.refusal is not None:
            raise ValueError(f"{answer.refusal.detail} ({', '.join(answer.refusal.clauses)})")
        return answer.events

    def _make_ready(self) -> None:
        table = self.table
        if isinstance(table.kit, Cards) and table.kit.left == 0:
            self._do(Shuffle())
        turn = table.rules.procedure.turn
        while turn is not None and self.table.hands.holder is None:
            offered = self.table.hands.offered
            assert offered is not None
            self._do(Accept(NEIGHBOUR) if offered == NEIGHBOUR else Decline(offered))
        table = self.table
        if turn is None or not turn.stake or table.context != table.rules.start:
            return
        if not any(wager in table.seats[NEIGHBOUR].bets for wager in turn.stake):
            low, _ = posted(table.rules.wagers[turn.stake[0]], table.rules.house.elections)
            self._do(MakeBet(NEIGHBOUR, turn.stake[0], max(table.rules.pay_unit, low or 0)))

    def _do(self, command: Command) -> None:
        refusal = self.run.carry_out(command).refusal
        if refusal is not None:
            raise ValueError(f"{refusal.detail} ({', '.join(refusal.clauses)})")


class Seated:
    """The hand of somebody who sits there: see ``mind.Hand``. For a Python function also the means
    to bet: ``bet``, ``reduce``, ``take_down``, ``call``, in dollars."""

    def __init__(self, place: Table2) -> None:
        self._place = place
        self.rules: Rules = place.table.rules
        self.staked = 0
        self.parts: dict[str, int] = {}
        self.refused: list[Refusal] = []
        self._count = 0
        self.broke = False

    @property
    def table(self) -> Table:
        return self._place.table

    @property
    def point(self) -> int | None:
        return self.table.point

    @property
    def new_shooter(self) -> bool:
        return self.table.hands.fresh

    @property
    def up(self) -> Mapping[str, Bet]:
        return self.table.seats[SEAT].bets

    @property
    def bets(self) -> dict[str, float]:
        """What is up, in dollars by name."""
        return {name: bet.stake / 100 for name, bet in self.up.items()}

    @property
    def bankroll(self) -> float:
        """Dollars on rail and layout."""
        return self._place.equity / 100

    @property
    def rail(self) -> float:
        return self.table.rail(SEAT) / 100

    @property
    def purse(self) -> Purse:
        return Purse(self._place.equity, self.table.layout(SEAT))

    def act(self, command: Command) -> Refusal | bool:
        self._count += 1
        if self._count > MOST_COMMANDS:
            raise Endless(f"more than {MOST_COMMANDS} commands before one trial")
        answer = self._place.run.carry_out(command)
        if answer.refusal is not None:
            return False if answer.refusal.code in SHORT else answer.refusal
        if isinstance(command, MakeBet):
            self.staked += command.amount
            self.parts[command.wager] = self.parts.get(command.wager, 0) + command.amount
        return True

    def fresh(self) -> None:
        """A new trial is due: commands are counted from here."""
        self._count = 0
        self.refused.clear()

    # For Python functions

    def bet(self, wager: str, dollars: float) -> bool:
        """Bet, or add to a bet. False: refused, and ``refused`` says why, or not paid for."""
        return self._tried(MakeBet(SEAT, wager, _cents(dollars)))

    def reduce(self, wager: str, dollars: float) -> bool:
        return self._tried(Reduce(SEAT, wager, _cents(dollars)))

    def take_down(self, wager: str) -> bool:
        return self._tried(Remove(SEAT, wager))

    def call(self, wager: str, on: bool) -> bool:
        return self._tried(CallBet(SEAT, wager, on))

    def _tried(self, command: Command) -> bool:
        nothing_up = not self.up
        answer = self.act(command)
        if answer is False and nothing_up:
            self.broke = True
        if isinstance(answer, Refusal):
            self.refused.append(answer)
        return answer is True


def _cents(dollars: float) -> int:
    cents = round(dollars * 100)
    if cents <= 0:
        raise ValueError(f"${dollars} is no bet")
    return cents


class Player(Protocol):
    """Whoever plays a session."""

    ends: tuple[str, ...]

    def decide(self, hand: Seated) -> int | None:
        """Act; the end it comes to, or None."""

    def saw(self, happened: Happened, equity: int) -> None: ...

    @property
    def goal(self) -> int | None: ...


class ByStrategy:
    """A strategy that plays."""

    def __init__(self, mind: Mind) -> None:
        self.mind, self.ends, self.goal = mind, mind.ends, mind.goal
        self.memory: Memory = mind.start

    def decide(self, hand: Seated) -> int | None:
        return self.mind.decide(hand, self.memory)

    def saw(self, happened: Happened, equity: int) -> None:
        self.memory = self.mind.after(self.memory, happened, equity)


class ByFunction:
    """A Python function that is called before each trial with the hand it plays. It stops by
    returning a word that says why."""

    def __init__(self, function: Callable[[Seated], str | None], goal: int | None = None) -> None:
        self.function, self.goal = function, goal
        self.ends: tuple[str, ...] = (RUIN, "goal", "stop")

    def decide(self, hand: Seated) -> int | None:
        if self.goal is not None and hand.purse.equity_at_least(self.goal):
            return 1
        word = self.function(hand)
        if hand.broke and not hand.up:
            return 0
        return 2 if word else None

    def saw(self, happened: Happened, equity: int) -> None:
        """A function remembers what it likes itself."""


class Session(NamedTuple):
    """How a session went, in cents. ``trail`` is the equity after each trial, from the start."""

    final: int
    end: int | None
    rolls: int
    staked: int
    trail: tuple[int, ...]
    parts: Mapping[str, int]


def play(
    place: Table2, player: Player, outcomes: Iterable[Outcome], rolls: int | None = None
) -> Session:
    """A session on the table: at most so many trials, or as many outcomes as there are."""
    hand = Seated(place)
    trail = [place.equity]
    end: int | None = None
    source = iter(outcomes)
    while True:
        last = rolls is not None and len(trail) > rolls
        if last:
            break
        outcome = next(source, None)
        if outcome is None:
            break
        hand.fresh()
        held = place.equity
        end = player.decide(hand)
        if end is not None:
            break
        names = {name: bet.wager for name, bet in hand.up.items()}
        before = place.table.context
        events = place.trial(outcome)
        trail.append(place.equity)
        player.saw(_happened(place, before, names, outcome, events, place.equity - held), trail[-1])
    if end is None:
        end = _ended_anyway(place, player)
    return Session(trail[-1], end, len(trail) - 1, hand.staked, tuple(trail), hand.parts)


def _ended_anyway(place: Table2, player: Player) -> int | None:
    """The end that the player has come to after the last trial, if he has. Nobody is ruined by
    then: no bet is due."""
    if isinstance(player, ByStrategy):
        return player.mind.decide(_Looking(place), player.memory) or None
    return 1 if player.goal is not None and place.equity >= player.goal else None


class _Looking(Seated):
    """A hand whose actions happen on a copy: the table's next state is thought of, not made."""

    def __init__(self, place: Table2) -> None:
        copy = Table2.__new__(Table2)
        copy.run = _copied(place.run)
        copy.thing = place.thing
        super().__init__(copy)


def _copied(run: Run) -> Run:
    twin = Run()
    twin._table, twin._now, twin._thing = run._table, run._now, run._thing
    return twin


def _happened(
    place: Table2,
    before: str,
    names: Mapping[str, str],
    outcome: Outcome,
    events: Iterable[Event],
    gain: int,
) -> Happened:
    table = place.table
    start, after = table.rules.start, table.context
    called: int | str = sum(outcome.dice) if outcome.dice is not None else ""
    if outcome.dice is None:
        shoe = table.rules.procedure.trial.shoe
        assert shoe is not None
        coup = dealt(shoe.drawing, outcome.cards)
        assert isinstance(coup, Coup)
        called = winner(*coup.outcome[:2])
    mine = [event for event in events if event.body.get("seat") == SEAT]
    results = tuple(
        (names[event.body["wager"]], event.name)
        for event in mine
        if event.name in ("wins", "loses", "void")
    )
    return Happened(
        results,
        called,
        point_set=before == start != after,
        point_made=before != start == after and str(called) == before,
        seven_out=before != start == after and str(called) != before,
        was_come_out=before == start and len(table.rules.space.contexts) > 1,
        come_out=after == start and len(table.rules.space.contexts) > 1,
        gain=gain,
    )
