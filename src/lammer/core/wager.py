"""A wager is data: a small machine over a finite space, every transition with its clause.

A machine has states; a state has rules; a rule says what happens on a set of cells. Rules of
a state are disjoint, so their order never matters. No rule for a cell: the bet stands. A rule
that does not move the bet to another state decides it.

What is not in the machine is data beside it: when the wager may be made (``Offer``), when it
works (``Working``), what the player may not do with it (``Bar``), its unit, its limits and
its vigorish. Whose dice, and who may call what, belong to the table.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, Protocol

from lammer.core.cite import Cite
from lammer.core.odds import Odds
from lammer.core.space import Cells, Space

Mode = Literal["floor", "exact", "free"]
Moment = Literal["bet", "win"]
Base = Literal["wager", "win"]
Action = Literal["increase", "reduce", "remove", "replace"]
Call = Literal["on", "off"]
BarCode = Literal["contract-bet", "no-late-increase", "no-change", "no-replacing"]


@dataclass(frozen=True, slots=True)
class PayoutLaw:
    """What a licensee may do with a payout line: never pay less (``least``); not pay more
    either, if ``exact`` says so; and if it pays more, pay it everywhere (``uniform``). Where no
    text is printed and the odds are the house's to elect, ``free`` says so.
    ``payable`` is why an amount that cannot be paid at the line is not accepted, if it is not."""

    least: tuple[Cite, ...]
    exact: tuple[Cite, ...] = ()
    uniform: tuple[Cite, ...] = ()
    payable: tuple[Cite, ...] = ()
    free: tuple[Cite, ...] = ()

    @property
    def mode(self) -> Mode:
        if self.free:
            return "free"
        return "exact" if self.exact else "floor"


LINE = "/"
"""Stands between the key of a wager outside the text and the name of a line of its definition."""


@dataclass(frozen=True, slots=True)
class Payout:
    """One line of a payout list; ``key`` is how a house file names it."""

    key: str
    odds: Odds
    law: PayoutLaw
    cites: tuple[Cite, ...]

    @property
    def line(self) -> str:
        """The line of a wager's own definition, if it stands in no text."""
        return self.key.partition(LINE)[2]


@dataclass(frozen=True, slots=True)
class Win:
    """``share`` of the stake is paid and returned; the rest of the stake loses.

    The share is 1 but for wagers made of parts: on a 2 a quarter of a Horn Bet wins.
    """

    payout: Payout
    share: Fraction = Fraction(1)

    @property
    def net(self) -> Fraction:
        return self.share * (self.payout.odds.fraction + 1) - 1


@dataclass(frozen=True, slots=True)
class Lose:
    """The stake is collected; or only a share of it, if ``net`` says so, and the rest goes back."""

    net: Fraction = Fraction(-1)

    @property
    def returned(self) -> Fraction:
        """The share of the stake that goes back."""
        return 1 + self.net


@dataclass(frozen=True, slots=True)
class Void:
    """Neither won nor lost: the stake is returned (R-10)."""

    net: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Move:
    """The bet goes on in another state."""

    to: str


Effect = Win | Lose | Void | Move


@dataclass(frozen=True, slots=True)
class Rule:
    """On these cells, this happens, by these clauses."""

    on: Cells
    effect: Effect
    cites: tuple[Cite, ...]

    @property
    def all_cites(self) -> tuple[Cite, ...]:
        """The rule's own clauses and those of the payout it pays at."""
        return self.cites + self.effect.payout.cites if isinstance(self.effect, Win) else self.cites


class Machine(Protocol):
    """What every reader of a wager needs: where it starts, the rules of each state, the same
    machine at other payouts, every set of cells it tells apart, and every way it can win."""

    @property
    def start(self) -> str: ...

    def rules(self, state: str) -> tuple[Rule, ...]: ...

    def paying(self, change: Callable[[Payout], Payout]) -> "Machine": ...

    def sets(self) -> Iterator[Cells]: ...

    def wins(self) -> Iterator[Win]: ...


@dataclass(frozen=True, slots=True)
class Chart:
    """A machine written out state by state."""

    states: Mapping[str, tuple[Rule, ...]]
    start: str = "up"

    def rules(self, state: str) -> tuple[Rule, ...]:
        return self.states[state]

    def paying(self, change: Callable[[Payout], Payout]) -> "Chart":
        return replace(
            self,
            states={
                state: tuple(replace(rule, effect=_paying(rule.effect, change)) for rule in rules)
                for state, rules in self.states.items()
            },
        )

    def sets(self) -> Iterator[Cells]:
        return (rule.on for rules in self.states.values() for rule in rules)

    def wins(self) -> Iterator[Win]:
        effects = (rule.effect for rules in self.states.values() for rule in rules)
        return (effect for effect in effects if isinstance(effect, Win))


@dataclass(frozen=True, slots=True)
class Goal:
    """One thing a ``Collection`` gathers."""

    name: str
    on: Cells
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Ladder:
    """What a count of goals pays when the collection ends; no line for a count: it loses."""

    pays: Mapping[int, Payout]
    cites: tuple[Cite, ...]
    lose_cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Collection:
    """A machine that gathers goals, in any order, each counting once, until it is ended.

    A state is the set of goals gathered so far, written "4,9". With ``complete`` the wager is
    paid the moment all are gathered; with ``ladder`` it is paid, for the number gathered, when
    the ending comes and not before.

    A bet that is made in the middle of somebody else's goal starts in ``late``: the next goal is
    not its own, and puts it where others start.
    """

    goals: tuple[Goal, ...]
    until: Cells
    until_cites: tuple[Cite, ...]
    complete: tuple[Payout, tuple[Cite, ...]] | None = None
    ladder: Ladder | None = None
    start: str = ""
    late: tuple[str, tuple[Cite, ...]] | None = None

    def gathered(self, state: str) -> frozenset[str]:
        return frozenset(state.split(",")) if state else frozenset()

    def rules(self, state: str) -> tuple[Rule, ...]:
        if self.late is not None and state == self.late[0]:
            goals = (Rule(goal.on, Move(self.start), self.late[1]) for goal in self.goals)
            return (*goals, self._end(0))
        have = self.gathered(state)
        rules = [self._gather(goal, have) for goal in self.goals if goal.name not in have]
        if self.until:
            rules.append(self._end(len(have)))
        return tuple(rules)

    def _gather(self, goal: Goal, have: frozenset[str]) -> Rule:
        now = have | {goal.name}
        if self.complete and len(now) == len(self.goals):
            payout, cites = self.complete
            return Rule(goal.on, Win(payout), goal.cites + cites)
        names = ",".join(each.name for each in self.goals if each.name in now)
        return Rule(goal.on, Move(names), goal.cites)

    def _end(self, count: int) -> Rule:
        if self.ladder is None:
            return Rule(self.until, Lose(), self.until_cites)
        payout = self.ladder.pays.get(count)
        if payout is None:
            return Rule(self.until, Lose(), self.until_cites + self.ladder.lose_cites)
        return Rule(self.until, Win(payout), self.until_cites + self.ladder.cites)

    def paying(self, change: Callable[[Payout], Payout]) -> "Collection":
        complete = self.complete and (change(self.complete[0]), self.complete[1])
        ladder = self.ladder and replace(
            self.ladder, pays={count: change(pay) for count, pay in self.ladder.pays.items()}
        )
        return replace(self, complete=complete, ladder=ladder)

    def sets(self) -> Iterator[Cells]:
        yield self.until
        for goal in self.goals:
            yield goal.on

    def wins(self) -> Iterator[Win]:
        if self.complete:
            yield Win(self.complete[0])
        for payout in self.ladder.pays.values() if self.ladder else ():
            yield Win(payout)


def reachable(machine: Machine) -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
    """Return the states that a bet can reach from the start, each with the states it can move to;
    and the names of states that rules move to but that do not exist."""
    found: dict[str, tuple[str, ...]] = {}
    missing: set[str] = set()
    waiting = [machine.start]
    while waiting:
        state = waiting.pop()
        if state in found or state in missing:
            continue
        try:
            rules = machine.rules(state)
        except KeyError:
            missing.add(state)
            continue
        effects = (rule.effect for rule in rules if rule.on)
        found[state] = tuple(effect.to for effect in effects if isinstance(effect, Move))
        waiting += found[state]
    return found, frozenset(missing)


def _paying(effect: Effect, change: Callable[[Payout], Payout]) -> Effect:
    return replace(effect, payout=change(effect.payout)) if isinstance(effect, Win) else effect


@dataclass(frozen=True, slots=True)
class Offer:
    """When the wager may be made: in these contexts, while any of these facts of the table holds
    (none named: whatever holds); under the same facts also in ``midway``, where a ``Collection``
    starts late. ``needs_cites`` are those of the clauses that speak of the facts.

    Which of ``needs`` the table establishes when: ``new_holder`` until the holder of the instrument
    has begun a first cycle, ``base_up`` while the bet that this one stands behind is up,
    ``reopens_when`` after a trial that lost a bet on this wager."""

    words: str
    contexts: tuple[str, ...]
    cites: tuple[Cite, ...]
    needs: tuple[str, ...] = ()
    midway: tuple[str, ...] = ()
    needs_cites: tuple[Cite, ...] = ()
    new_holder: str = field(default="", compare=False)
    base_up: str = field(default="", compare=False)
    reopens_when: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class MayCall:
    """A player's call that changes where a wager works: "on" adds ``cells``, "off" drops them."""

    call: Call
    cells: Cells
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Working:
    """The cells on which the wager can win or lose, and the call that changes that.

    ``spoken_of`` are the cells its clauses speak of: a New Jersey lay bet works on every roll,
    and the clause that says so speaks of come-out rolls. ``no_call`` is why it may not be called
    otherwise, where that is not in the same clauses; ``no_call_words`` say when a call would change
    nothing.
    """

    on: Cells
    words: str
    cites: tuple[Cite, ...]
    spoken_of: Cells
    may_call: MayCall | None = None
    no_call: tuple[Cite, ...] = ()
    no_call_words: str = field(default="can be called off only when that matters", compare=False)

    def cells(self, called: Call | None = None) -> Cells:
        if self.may_call is None or called != self.may_call.call:
            return self.on
        if called == "on":
            return self.on | self.may_call.cells
        return self.on - self.may_call.cells


@dataclass(frozen=True, slots=True)
class Bar:
    """What the player may not do with a bet that is up: in these states (none named: any),
    once these facts hold of the bet. ``code`` is how the refusal is known."""

    code: BarCode
    actions: tuple[Action, ...]
    cites: tuple[Cite, ...]
    states: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Control:
    """That a bet may be reduced or removed before a roll decides it, and the exceptions."""

    cites: tuple[Cite, ...]
    bars: tuple[Bar, ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """The amount is a multiple of ``parts`` units."""

    parts: int
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """The minimum, maximum and step that the text itself fixes, in cents."""

    min_cents: int
    max_cents: int
    step_cents: int
    cites: tuple[Cite, ...]
    step_cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class VigLaw:
    """The charge a licensee may take for true odds.

    ``moments`` are the lawful times to collect it, each with its clause, and ``only`` says on
    what condition, if any; ``cap`` is the most it may come to, as a share of the wager; ``base``
    is what the rate is a percentage of; ``not_nil`` is why a bet too small to be charged is
    refused, ``changed`` why the charge follows a bet that is raised or taken down.

    A charge is rounded down to the pay unit; or to the cent where ``to_the_cent`` says so, in the
    way the house option ``rounding`` has it. Where it may be marked and collected later,
    ``marked`` says so, ``collect`` is the house option that does it, and ``collected_by`` the time
    for it in words.
    """

    base: Base
    cap: Fraction
    moments: Mapping[Moment, tuple[Cite, ...]]
    cites: tuple[Cite, ...]
    only: Mapping[Moment, str] = field(default_factory=dict)
    not_nil: tuple[Cite, ...] = ()
    changed: tuple[Cite, ...] = ()
    to_the_cent: tuple[Cite, ...] = ()
    rounding: str | None = None
    marked: tuple[Cite, ...] = ()
    collect: str | None = None
    collected_by: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Vig:
    """A charge as elected: ``rate`` of the ``base``, collected ``when``."""

    rate: Fraction
    base: Base
    when: Moment

    def charge(self, odds: Odds) -> Fraction:
        """Return the charge for each unit wagered, unrounded.

        >>> Vig(Fraction(1, 20), "win", "bet").charge(Odds(1, 2))
        Fraction(1, 40)
        """
        return self.rate * odds.fraction if self.base == "win" else self.rate


@dataclass(frozen=True, slots=True)
class Behind:
    """A supplemental wager: the bet it supports, in the states named, and how much it may be.

    ``by`` says what the multiple counts: the odds staked against the flat bet (taking), or the
    odds' winnings against it (laying). The licensee may post any multiple from ``least`` to
    ``most``; ``round_up`` is the clause for the excess that makes a payout possible.
    """

    base: str
    states: tuple[str, ...]
    by: Literal["stake", "winnings"]
    least: int
    most: int
    least_cites: tuple[Cite, ...]
    most_cites: tuple[Cite, ...]
    round_up_cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A share of a combined wager that is settled as another wager would be."""

    wager: str
    share: Fraction


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A wager that is put down as two: where the layout has no area for it, or always."""

    parts: tuple[Part, ...]
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Election:
    """A wager that is the house's to offer or not, under this name in the house file;
    ``words`` say on what footing. ``instead`` is the election of the wager that must be offered
    where this one is not."""

    key: str
    words: str
    cites: tuple[Cite, ...]
    instead: str | None = None


@dataclass(frozen=True, slots=True)
class Wager:
    """A kind of bet. ``cites`` define it, the first being the clause to show for it.

    A bet that ``travels`` is named with its number once it has one: come-6. ``kind``, ``label``,
    ``short_label``, ``number`` and ``group`` say how it is shown and spoken of (``Display``), and
    are no rules.
    """

    key: str
    name: str
    spot: str
    cites: tuple[Cite, ...]
    machine: Machine
    offer: Offer
    working: Working
    control: Control
    games: tuple[str, ...]
    games_cites: tuple[Cite, ...] = ()
    off_rules: tuple[Rule, ...] = ()
    one_roll: bool = False
    unit: Unit | None = None
    limits: Limits | None = None
    vig: VigLaw | None = None
    behind: Behind | None = None
    parts: tuple[Part, ...] = ()
    breakdown: Breakdown | None = None
    travels: bool = False
    variant: str | None = None
    election: Election | None = None
    kind: str = field(default="", compare=False, repr=False)
    label: str = field(default="", compare=False, repr=False)
    short_label: str = field(default="", compare=False, repr=False)
    number: int | None = field(default=None, compare=False, repr=False)
    group: str = field(default="", compare=False, repr=False)
    experimental: bool = field(default=False, compare=False, repr=False)
    """Whether it stands in no text: a house deals it as an experiment, by its own definition."""
    description: str = field(default="", compare=False, repr=False)
    """When such a wager wins and loses, in the words of its definition."""

    def rules(self, state: str, called: Call | None = None) -> tuple[Rule, ...]:
        """Return the rules in force in a state: each only where the wager works, then what becomes
        of it where it does not.

        >>> from lammer.games import load
        >>> hard_8 = load("nj-2011").wager("hard-8")
        >>> [len(rule.on) for rule in hard_8.rules("up")]   # six points, not the come-out
        [6, 60]
        """
        works = self.working.cells(called)
        inside = (replace(rule, on=rule.on & works) for rule in self.machine.rules(state))
        outside = (replace(rule, on=rule.on - works) for rule in self.off_rules)
        return tuple(rule for rule in (*inside, *outside) if rule.on)

    def sees_context(self, space: Space) -> bool:
        """Return whether what becomes of the bet can depend on the context at all."""
        return any(space.sees_context(cells) for cells in (*self.machine.sets(), self.working.on))

    def payouts(self) -> tuple[Payout, ...]:
        """Return every payout line the machine can pay at, each once; those of a wager outside the
        regulation rising, since its definition has no order."""
        found = {win.payout.key: win.payout for win in self.machine.wins()}.values()
        return tuple(
            sorted(found, key=lambda each: each.odds.fraction) if self.experimental else found
        )
