"""A table as a Gymnasium environment: the real one of any game, with its refusals.

The player has seat 2. A neighbour at seat 1 takes every turn, with the bet that a turn asks for, so
that trials never wait for the player. Each step the player acts on the chosen wagers, then there is
one trial. All money is whole cents.

``gymnasium.make("lammer.sim.play.gym:lammer/Table-v0", rules="md-2013")`` makes one, as does
``TableEnv``.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.core.wager import Wager
from lammer.games.registry import find_game_module, game_terms
from lammer.house import elections_in
from lammer.house.house import posted
from lammer.sim.model.instrument import TableTrial
from lammer.sim.model.player import SEAT
from lammer.sim.play.on_table import TwoSeats
from lammer.table.bets.amounts import check_amount
from lammer.table.commands import Command, MakeBet, Remove
from lammer.table.decide import decide
from lammer.table.refusals import MOST_CENTS
from lammer.table.rules import Rules
from lammer.table.state import Bet, TableState

PLAYER = SEAT
LEAVE, BET, TAKE_DOWN = 0, 1, 2
MOST_ROLLS = 1_000_000
MOST_BANKROLL = 10**11
"""In cents: far enough below the limit of a rail that any win fits."""
MOST_WAGERS = 200
TRIES = 200
"""The number of pay units within which a lawful amount is searched."""

Observation = dict[str, Any]


class TableEnv(gymnasium.Env[Observation, NDArray[np.int64]]):
    """A game under a rule set, trial by trial.

    ``house`` is a house file's path or the same as data. ``stake`` is what one bet is, in cents,
    for all wagers or by wager; where the rules do not take that amount, it is the next above that
    they take (``stakes`` has them: $12 on 6 for a stake of $10).

    - Action: for each of ``wagers`` 0 leave, 1 bet one stake (or add it to the bet that is up), 2
      take down. What is taken down comes first. The table refuses what the rules forbid, and what
      the rail does not cover; that raises nothing, changes nothing and stands in
      ``info["refused"]`` with its clauses. ``info["action_mask"]`` says what would be taken now,
      each by itself, as ``action_space.sample`` takes it; ``action_masks`` is the same in one row.
    - Observation: cents on the ``rail`` and on the ``layout``, the ``point`` (an index into
      ``points``; 0 is none), the ``bets`` up in cents (``spots`` says which), and how many
      ``rolls`` are left.
    - Reward: the change of what the player has on rail and layout, in cents.
    - An episode terminates at ruin (nothing up, and no stake can be bet) and is truncated after
      ``rolls`` trials.

    ``reset(seed=7, options={"session": 3})`` plays what ``lammer simulate --seed 7`` draws in its
    session 3, the first being 0; without a seed the environment's generator draws one."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        rules: str = "nj-2011",
        game: str | None = None,
        house: str | Path | Mapping[str, Any] | None = None,
        bankroll: int = 50_000,
        rolls: int = 200,
        wagers: Sequence[str] | None = None,
        stake: int | Mapping[str, int] = 1_000,
        render_mode: str | None = None,
    ) -> None:
        self._opening = rules, game, _house(house)
        _whole("bankroll", bankroll, MOST_BANKROLL)
        _whole("rolls", rolls, MOST_ROLLS)
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode "{render_mode}": there is "ansi", or None')
        self.bankroll, self.rolls, self.render_mode = bankroll, rolls, render_mode
        self._place = self._opened()
        in_force = self._table.rules
        self.points = _points(in_force)
        self.wagers = _wagers(in_force, wagers)
        self.stakes = {wager: _stake(in_force, wager, stake) for wager in self.wagers}
        self.spots = _spots(in_force, self.wagers)
        self._rolled = 0
        self._shown: dict[str, Any] = dict.fromkeys(self._place.sampling.shows)
        self.trials: Iterator[TableTrial] = iter(())
        """The trials that come, each as the table takes it."""
        most = float(MOST_CENTS)
        self.action_space = spaces.MultiDiscrete([3] * len(self.wagers))
        self.observation_space = spaces.Dict(
            {
                "rail": spaces.Box(0.0, most, (1,), np.float64),
                "layout": spaces.Box(0.0, most, (1,), np.float64),
                "point": spaces.Discrete(len(self.points)),
                "bets": spaces.Box(0.0, most, (len(self.spots),), np.float64),
                "rolls": spaces.Box(0.0, float(rolls), (1,), np.float64),
            }
        )

    @property
    def equity(self) -> int:
        """Return the chips of the player on rail and layout, in cents."""
        return self._place.equity

    @property
    def _table(self) -> TableState:
        return self._place.table

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Sit down at a table that has just been opened."""
        super().reset(seed=seed, options=options)
        session = (options or {}).get("session", 0)
        if not isinstance(session, int) or not 0 <= session < 2**64:
            raise ValueError(f"session {session!r}: a whole number from 0 to 2**64 - 1")
        self._place = self._opened()
        drawn = int(self.np_random.integers(2**63)) if seed is None else seed
        self.trials = self._place.sampling.on_table(drawn, session)
        self._rolled = 0
        self._shown = dict.fromkeys(self._place.sampling.shows)
        return self._seen(), self._info([])

    def step(
        self, action: NDArray[np.int64]
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act on each wager, then play one trial."""
        if not self.action_space.contains(np.asarray(action)):
            raise ValueError(f"not an action: {action!r}; give 0, 1 or 2 for each of the wagers")
        trial = next(self.trials, None) if self._rolled < self.rolls else None
        if trial is None:
            raise ValueError("the session is over, or has not begun: reset the table")
        before = self.equity
        refused = self._act([int(each) for each in action])
        self._shown = {key: getattr(trial.command, key) for key in self._place.sampling.shows}
        self._place.trial(trial)
        self._rolled += 1
        reward = float(self.equity - before)
        ruined = not self._table.layout(PLAYER) and not self._can_bet()
        return self._seen(), reward, ruined, self._rolled >= self.rolls, self._info(refused)

    def render(self) -> str | None:
        """Return one line of text: the dice, the puck, the chips, the bets."""
        if self.render_mode is None:
            return None
        table = self._table
        last = [_said(each) for each in self._shown.values() if each is not None]
        rolled = f"rolled {' '.join(last)}; " if last else ""
        terms = game_terms(table.rules.house.law.key)
        stage = (
            f"{terms.point_on[0]} {table.point}" if table.point else "".join(terms.point_off[:1])
        )
        bets = table.seats[PLAYER].bets.items()
        up = ", ".join(f"{name} {dollars(bet.stake)}" for name, bet in bets) or "nothing"
        stage = f"{stage}; " if stage else ""
        return f"{rolled}{stage}rail {dollars(table.rail(PLAYER))}; up: {up}"

    # The table

    def _opened(self) -> TwoSeats:
        rules, game, house = self._opening
        return TwoSeats(rules, game, house, self.bankroll)

    def _act(self, action: list[int]) -> list[dict[str, Any]]:
        """Carry out the action; return what was refused."""
        refused = []
        for what in (TAKE_DOWN, BET):
            for wager, wanted in zip(self.wagers, action, strict=True):
                if wanted != what:
                    continue
                command: dict[str, Any] = {"do": "remove", "seat": PLAYER, "wager": wager}
                if what == BET:
                    command |= {"do": "bet", "amount": self.stakes[wager]}
                refusal = self._place.run.do(command).refusal
                if refusal is not None:
                    refused.append(_told(command, refusal))
        return refused

    def _can_bet(self) -> bool:
        return self._table.rail(PLAYER) >= min(self.stakes.values())

    def _seen(self) -> Observation:
        table = self._table
        up = table.seats[PLAYER].bets
        bets = [float(up[spot].stake) if spot in up else 0.0 for spot in self.spots]
        return {
            "rail": np.array([float(table.rail(PLAYER))]),
            "layout": np.array([float(table.layout(PLAYER))]),
            "point": np.int64(self.points.index(table.point)),
            "bets": np.array(bets),
            "rolls": np.array([float(self.rolls - self._rolled)]),
        }

    def _info(self, refused: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            "refused": refused,
            **self._shown,
            "equity": self.equity,
            "action_mask": self._masks(),
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what the table would take now, each by itself: for each of ``wagers`` in turn
        leave, bet, take down."""
        return np.concatenate(self._masks()).astype(np.bool_)

    def _masks(self) -> tuple[NDArray[np.int8], ...]:
        table = self._table
        up = table.seats[PLAYER].bets
        found = []
        for wager in self.wagers:
            bet = self._taken(MakeBet(PLAYER, wager, self.stakes[wager]))
            down = wager in up and self._taken(Remove(PLAYER, wager))
            found.append(np.array([True, bet, down], np.int8))
        return tuple(found)

    def _taken(self, command: Command) -> bool:
        """Return whether the table takes a command now."""
        return not isinstance(decide(self._table, command), Refusal)


def _said(shown: Any) -> str:
    """Return what a trial showed: two dice, or one thing."""
    return "-".join(map(str, shown)) if isinstance(shown, tuple) else str(shown)


def _told(command: dict[str, Any], refusal: Refusal) -> dict[str, Any]:
    return {
        "do": command["do"],
        "wager": command["wager"],
        "code": refusal.code,
        "detail": refusal.detail,
        "clauses": list(refusal.clauses),
    }


# What an environment is made from


def _house(house: str | Path | Mapping[str, Any] | None) -> dict[str, Any]:
    return dict(elections_in(str(house)) if isinstance(house, str | Path) else house or {})


def _whole(what: str, value: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= most:
        raise ValueError(f"{what} {value!r}: a whole number from 1 to {most:,}")


def _wagers(rules: Rules, wanted: Sequence[str] | None) -> tuple[str, ...]:
    if wanted is None:
        usual = find_game_module(rules.house.law.key, "gym")
        named = rules.wagers if usual is None else usual.USUAL_WAGERS
        return tuple(wager for wager in named if wager in rules.wagers)[:MOST_WAGERS]
    chosen = tuple(wanted)
    if not 0 < len(chosen) <= MOST_WAGERS or len(set(chosen)) < len(chosen):
        raise ValueError(f"wagers: 1 to {MOST_WAGERS} different ones")
    for wager in chosen:
        if wager not in rules.wagers and rules.moved_wager(wager) is None:
            law = rules.house.law
            raise ValueError(f'there is no wager "{wager}" at {law.game} under {law.key} here')
    return chosen


def _points(rules: Rules) -> tuple[int | None, ...]:
    """Return what the point can be, none first."""
    return (None, *(int(each) for each in rules.space.contexts if each.isdigit()))


def _spots(rules: Rules, wagers: tuple[str, ...]) -> tuple[str, ...]:
    """Return where the player's bets can lie: the wagers, and the numbers they move to."""
    spots = dict.fromkeys(wagers)
    for wager in wagers:
        kind = rules.wagers.get(wager)
        if kind is not None and kind.travels:
            spots |= dict.fromkeys(f"{wager}-{number}" for number in _points(rules) if number)
    return tuple(spots)


def _stake(rules: Rules, wager: str, stake: int | Mapping[str, int]) -> int:
    asked = stake.get(wager) if isinstance(stake, Mapping) else stake
    if asked is None:
        raise ValueError(f"stake: there is none for {wager}")
    _whole(f"stake on {wager}", asked, MOST_CENTS)
    kind = rules.wagers.get(wager)
    return asked if kind is None else _least(rules, kind, asked)


def _least(rules: Rules, wager: Wager, asked: int) -> int:
    """Return the smallest amount from the requested one on that the rules accept; behind a bet, for
    every number. If there is none, return the requested one, which the table will refuse."""
    behind = wager.behind
    bases: list[Bet | None] = [None]
    if behind is not None:
        bases = [Bet(behind.base, state, MOST_CENTS) for state in behind.states]
    unit = rules.pay_unit
    low, _ = posted(wager, rules.house.elections)
    start: int = ceil(Fraction(max(asked, low or 0), unit)) * unit
    amounts: list[int] = [asked, *range(start, start + TRIES * unit, unit)]
    for amount in amounts:
        if not any(isinstance(check_amount(rules, wager, amount, base), Refusal) for base in bases):
            return amount
    return asked


gymnasium.register("lammer/Table-v0", entry_point="lammer.sim.play.gym:TableEnv")
