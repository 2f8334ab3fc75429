"""When a wager wins and loses, in one plain line, read from its machine.

"Wins on 7 or 11; then on the point before a 7. Loses on 2, 3 or 12." A line names every outcome
that decides the bet in its state, and says of no outcome what the machine does not do with it.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from lammer.core.ruleset import Ruleset
from lammer.core.space import Cells, Space
from lammer.core.wager import Call, Collection, Goal, Lose, Move, Rule, Void, Wager, Win
from lammer.guide.document import a_or_an, either, every

_FRACTIONS = {2: "half", 3: "third", 4: "quarter", 5: "fifth"}


def wager_summary(
    ruleset: Ruleset, wager: Wager, state: str | None = None, called: Call | None = None
) -> str:
    """Return what decides a bet that is in ``state`` and was ``called`` on or off, or a new one.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> wager_summary(nj, nj.wager("pass"))
    'Wins on 7 or 11; then on the point before a 7. Loses on 2, 3 or 12.'
    >>> wager_summary(nj, nj.wager("pass"), "6")
    'Wins on 6 before a 7.'
    >>> wager_summary(nj, nj.wager("hard-8"))
    'Wins on a hard 8 before a 7 or an easy 8. Off on the come-out.'
    >>> wager_summary(nj, nj.wager("any-craps"))
    'Wins on 2, 3 or 12 in the next roll; anything else loses.'
    """
    if wager.experimental:
        return _designed(ruleset, wager, state)
    noun = "trial" if ruleset.procedure is None else ruleset.procedure.trial.noun
    words = _Words(ruleset.space, noun)
    return f"{_deciding(ruleset, words, wager, state)}{_off(words, wager, called)}"


def _designed(ruleset: Ruleset, wager: Wager, state: str | None) -> str:
    """Return what decides a wager outside the text, in the words of its definition."""
    off = ruleset.space.everything - wager.working.on
    begun = state not in (None, wager.machine.start)
    return (
        wager.description
        + (f" It stands at: {state}." if begun else "")
        + ("" if not off else f" Works only {wager.working.words.removeprefix('while ')}.")
    )


def _deciding(ruleset: Ruleset, words: "_Words", wager: Wager, state: str | None) -> str:
    machine = wager.machine
    state = machine.start if state is None else state
    if isinstance(machine, Collection):
        return _collection(words, machine, state)
    if wager.behind is not None and any(map(words.space.sees_context, machine.sets())):
        base = ruleset.wager(wager.behind.base).name
        return f"Goes with the {base}: wins when it wins, and loses when it loses."
    rules = machine.rules(state)
    moves = [rule for rule in rules if isinstance(rule.effect, Move)]
    return _moving(words, wager, rules, moves) if moves else _decided(words, rules)


def _off(words: "_Words", wager: Wager, called: Call | None) -> str:
    """Return when the bet does not work, and what returns it then: " Off on the come-out."."""
    off = words.space.everything - wager.working.cells(called)
    if not off:
        return ""
    back = _of(wager.off_rules, Void, words.space) & off
    return f" Off on {words.space.sets[off]}{f'; returned {words.on(back)} then' if back else ''}."


class _Words:
    """How the outcomes of one game are said."""

    def __init__(self, space: Space, noun: str) -> None:
        self.space, self.noun = space, noun

    def all_of(self, cells: Cells) -> list[str]:
        """Return the outcomes of a set, each in its words."""
        return self.space.words(cells).split(", ") if cells else []

    def on(self, cells: Cells) -> str:
        """Return a set as a condition: "on 7 or 11", "if the Player's Hand wins"."""
        if (name := self.space.sets.get(cells)) is not None:
            return f"on {name}"
        words = self.all_of(cells)
        known = self.space.conditions
        if any(word in known for word in words):
            return either(known.get(word, f"on {a_or_an(word)}") for word in words)
        return f"on {either(word if word.isdigit() else a_or_an(word) for word in words)}"

    def a(self, cells: Cells) -> str:
        """Return a set as something that comes: "a 7 or an easy 8"."""
        name = self.space.sets.get(cells)
        return name if name is not None else either(map(a_or_an, self.all_of(cells)))

    def is_all(self, cells: Cells) -> bool:
        """Return whether one trial is certain to bring one of these."""
        return cells.mask == self.space.everything.mask


def _of(rules: Iterable[Rule], effect: type[Win | Lose | Void], space: Space) -> Cells:
    """Return the cells on which a bet is won, lost or returned."""
    found = Cells(space.size, 0)
    for rule in rules:
        if isinstance(rule.effect, effect):
            found = found | rule.on
    return found


def _decided(words: _Words, rules: Sequence[Rule]) -> str:
    """Describe a bet that does not move: decided by the next trial, or by the first that concerns
    it."""
    wins, loses, void = (_of(rules, effect, words.space) for effect in (Win, Lose, Void))
    if not words.is_all(wins | loses | void):
        back = f" Returned {words.on(void)}." if void else ""
        return f"Wins {words.on(wins)} before {words.a(loses)}.{back}"
    part = _of_part(words, rules)
    conditional = any(word in words.space.conditions for word in words.all_of(wins))
    rest = f"loses {words.on(loses)}; returned {words.on(void)}" if void else "anything else loses"
    when = "" if conditional else f" in the next {words.noun}"
    return f"Wins {words.on(wins)}{when}{_part(rules)}; {part}{rest}."


def _of_part(words: _Words, rules: Iterable[Rule]) -> str:
    """Return on what only a part of the bet is lost: "loses half on 0 or 00; "; "" if all is."""
    found: dict[Fraction, Cells] = {}
    for rule in rules:
        if isinstance(rule.effect, Lose) and rule.effect.returned:
            lost = -rule.effect.net
            found[lost] = found.get(lost, rule.on) | rule.on
    return "".join(
        f"loses {_FRACTIONS.get(lost.denominator, 'part')} {words.on(cells)}; "
        for lost, cells in found.items()
    )


def _part(rules: Iterable[Rule]) -> str:
    """Return how much of it wins: of a bet that is made in parts only the part that is on it."""
    shares = {rule.effect.share for rule in rules if isinstance(rule.effect, Win)}
    if shares == {1}:
        return ""
    part = _FRACTIONS[shares.pop().denominator] if len(shares) == 1 else "part"
    return f", for the {part} that is on it"


def _moving(words: _Words, wager: Wager, rules: Sequence[Rule], moves: Sequence[Rule]) -> str:
    """Describe a bet that moves to a number and is decided there."""
    wins, loses, void = (_of(rules, effect, words.space) for effect in (Win, Lose, Void))
    then = _afterwards(words, wager, moves)
    back = f" Returned {words.on(void)}." if void else ""
    return f"Wins {words.on(wins)}; then {then}. Loses {words.on(loses)}.{back}"


def _afterwards(words: _Words, wager: Wager, moves: Sequence[Rule]) -> str:
    """Return what decides a bet once it has its number, if that is the same for every number."""
    number = "its number" if wager.travels else "the point"
    against: set[str] = set()
    withs: set[str] = set()
    for rule in moves:
        assert isinstance(rule.effect, Move)
        to = rule.effect.to
        after = wager.machine.rules(to)
        won, lost = (_of(after, effect, words.space) for effect in (Win, Lose))
        if words.all_of(won) == [to]:
            withs.add(words.a(lost))
        elif words.all_of(lost) == [to]:
            against.add(words.on(won))
        else:
            raise ValueError(f"{wager.key} is not decided by its number in {to}")
    if withs and not against:
        (lost_to,) = withs
        return f"on {number} before {lost_to}"
    (won_by,) = against
    return f"{won_by} before {number}"


def _collection(words: _Words, machine: Collection, state: str) -> str:
    """Describe a bet that collects several goals, each once."""
    if machine.late is not None and state == machine.late[0]:
        new = _collection(words, machine, machine.start)
        return f"Begins after the next {_kind(words, machine.goals[0])} made, then counts{new[6:]}"
    have = machine.gathered(state)
    wanted = [goal for goal in machine.goals if goal.name not in have]
    got = [goal.name for goal in machine.goals if goal.name in have]
    so_far = f"Has {every(got)}. " if got else ""
    ends = words.a(machine.until)
    if machine.ladder is None:
        names = every(goal.name for goal in wanted)
        come = "has come" if len(wanted) == 1 else "have come" if got else "have all come"
        return f"{so_far}Wins once {names} {come}{' as well' if got else ''} before {ends}."
    least = min(machine.ladder.pays)
    if not wanted:
        return f"{so_far}Wins {words.on(machine.until)}."
    things = _what_is_counted(words, wanted)
    return f"{so_far}Counts {things}, each once, until {ends}; wins with {least} or more."


def _what_is_counted(words: _Words, goals: Sequence[Goal]) -> str:
    """Return what a collection gathers, by the name of the first goal."""
    kind, numbers = _kind(words, goals[0]), every(goal.name for goal in goals)
    return f"{kind}s made ({numbers})" if kind else numbers


def _kind(words: _Words, goal: Goal) -> str:
    """Return "point" for a goal whose name is "the point 4"."""
    name = words.space.sets.get(goal.on, "")
    return name.rpartition(" ")[0].removeprefix("the ").removeprefix("a ")
