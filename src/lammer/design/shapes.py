"""The shapes that a wager file can have, each made a machine from its table of the file.

Every line that pays has a key, by which ``--solve`` names it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from lammer.core.codec import show
from lammer.core.numbers import read_share
from lammer.core.odds import Odds
from lammer.core.space import Cells
from lammer.core.wager import LINE, Chart, Effect, Lose, Machine, Move, Payout, Rule, Void, Win
from lammer.design.builder import MOST_LINES, Builder, by_count, needed, pays_lines

MOST_COUNT = 100
MOST_GOALS = 10
MOST_STATES = 200
MOST_REPEATED = 3_000
"""States of counts of several things."""
MOST_SHARES = 100


def _one_roll(make: Builder, key: str, raw: Any) -> Machine:
    """Decided by the next trial: each line is what comes and what it pays. What stands nowhere
    loses, or is a gap where ``loses`` says what loses."""
    table = make.table(key, raw, ("pays", "push", "loses"))
    named: list[tuple[str, Cells, Effect]] = []
    pays = table.get("pays")
    if pays is not None and not isinstance(pays, Mapping):
        make.fault(f"{key}.pays", "the payouts of one roll are a table",
                   f'Write [{key}.pays], and below "2, 12" = "30 to 1".')  # fmt: skip
        return Chart({"up": ()})
    for at, name, value in pays_lines(make, f"{key}.pays", pays):
        effect, cells = make.effect(at, name, value), make.cells(at, name)
        if effect is not None:
            named.append((at, cells, effect))
    if "push" in table:
        named.append((f"{key}.push", make.cells(f"{key}.push", table["push"]), Void()))
    if "loses" in table:
        named.append((f"{key}.loses", make.cells(f"{key}.loses", table["loses"]), Lose()))
        _no_gap(make, f"{key}.loses", [cells for _, cells, _ in named])
    return Chart({"up": make.rules(key, named, Lose())})


def _no_gap(make: Builder, key: str, sets: list[Cells]) -> None:
    left = make.words.space.everything
    for cells in sets:
        left = left - cells
    if left:
        make.fault(key, f"nothing says what becomes of {make.said(left)}",
                   f"Add it, or leave {key} out: then all that is not named loses.")  # fmt: skip


def _before(make: Builder, key: str, raw: Any) -> Machine:
    """One thing before another; what is neither leaves the bet up. ``pays`` is one payout, or a
    table by what wins."""
    table = make.table(key, raw, ("wins", "loses", "push", "pays"))
    named: list[tuple[str, Cells, Effect]] = []
    pays = table.get("pays")
    if isinstance(pays, Mapping):
        if "wins" in table:
            make.fault(f"{key}.wins", "the table of payouts says what wins", "Leave it out.")
        for at, name, value in pays_lines(make, f"{key}.pays", pays):
            effect, cells = make.effect(at, name, value), make.cells(at, name)
            if effect is not None:
                named.append((at, cells, effect))
    else:
        for at, name, value in pays_lines(make, f"{key}.pays", pays):
            effect = make.effect(at, name, value)
            if effect is not None:
                named.append((f"{key}.wins", needed(make, table, f"{key}.wins"), effect))
    named.append((f"{key}.loses", needed(make, table, f"{key}.loses"), Lose()))
    if "push" in table:
        named.append((f"{key}.push", make.cells(f"{key}.push", table["push"]), Void()))
    return Chart({"up": make.rules(key, named, None)})


def _line(make: Builder, key: str, raw: Any) -> Machine:
    """With or against the dice: decided at once, or goes to a number that is to come again before
    another."""
    known = ("side", "wins", "loses", "push", "numbers", "against", "pays")
    table = make.table(key, raw, known)
    side = table.get("side", "with")
    if side not in ("with", "against"):
        make.fault(f"{key}.side", f"{show(side)} is no side", 'Write "with" or "against".')
    numbers = table.get("numbers", [])
    if not isinstance(numbers, list) or not 1 <= len(numbers) <= MOST_GOALS:
        make.fault(f"{key}.numbers", "not a list of numbers",
                   'Write numbers = ["4", "5", "6", "8", "9", "10"].')  # fmt: skip
        numbers = []
    paid = make.odds(f"{key}.pays", "pays", table.get("pays", ""))
    if paid is None:
        return Chart({"up": ()})
    seven = needed(make, table, f"{key}.against")
    first: list[tuple[str, Cells, Effect]] = [
        (f"{key}.wins", needed(make, table, f"{key}.wins"), Win(paid)),
        (f"{key}.loses", needed(make, table, f"{key}.loses"), Lose()),
    ]
    if "push" in table:
        first.append((f"{key}.push", make.cells(f"{key}.push", table["push"]), Void()))
    states: dict[str, tuple[Rule, ...]] = {}
    for number in numbers:
        cells, at = make.cells(f"{key}.numbers", number), str(number)
        first.append((f"{key}.numbers", cells, Move(at)))
        made: Effect = Win(paid) if side == "with" else Lose()
        missed: Effect = Lose() if side == "with" else Win(paid)
        both = [(f"{key}.numbers", cells, made), (f"{key}.against", seven, missed)]
        states[at] = make.rules(key, both, None)
    return Chart({"up": make.rules(key, first, None), **states})


def _count(make: Builder, key: str, raw: Any) -> Machine:
    """So many of one event before another. Paid when the other comes, by the count; or at once
    when the highest count is reached (``at_once``)."""
    table = make.table(key, raw, ("event", "until", "pays", "at_once"))
    event, until = needed(make, table, f"{key}.event"), needed(make, table, f"{key}.until")
    pays, top, beyond = by_count(make, f"{key}.pays", table.get("pays"), MOST_COUNT)
    at_once = table.get("at_once", False)
    if not isinstance(at_once, bool):
        make.fault(f"{key}.at_once", f"{show(at_once)} is not true or false", "Write true.")
    if pays and not at_once and not beyond:
        make.fault(f"{key}.pays", f"nothing says what becomes of {top + 1} or more",
                   f'Write "{top} or more", or at_once = true.')  # fmt: skip
    states: dict[str, tuple[Rule, ...]] = {}
    for count in range(top if at_once else top + 1):
        ends = (f"{key}.until", until, pays.get(count, Lose()))
        step: Effect = Move(f"a count of {count + 1}")
        if count + 1 == top and at_once:
            step = pays.get(top, Lose())
        # At the top, what comes again changes nothing.
        named = [ends] if count == top else [(f"{key}.event", event, step), ends]
        states[f"a count of {count}" if count else ""] = make.rules(key, named, None)
    return Chart(states, start="")


def _collect(make: Builder, key: str, raw: Any) -> Machine:
    """Different things, in any order, before an end. Paid when the end comes by how many there are
    or by which (``sets``), or at once when there are all of them (``complete``)."""
    table = make.table(key, raw, ("goals", "until", "pays", "complete", "sets"))
    goals = _goals(make, f"{key}.goals", table.get("goals"))
    until = needed(make, table, f"{key}.until")
    pays: Mapping[int, Effect] = {}
    if "pays" in table:
        counts = by_count(make, f"{key}.pays", table["pays"], len(goals))
        more = range(counts.top, len(goals) + 1) if counts.beyond else ()
        pays = {**counts.pays, **dict.fromkeys(more, counts.pays.get(counts.top, Lose()))}
    complete = None
    if "complete" in table:
        complete = make.effect(f"{key}.complete", "complete", table["complete"])
    sets = _sets(make, f"{key}.sets", table.get("sets"), tuple(goals))
    if not pays and complete is None and not sets:
        instead = f'Write complete = "100 to 1", or [{key}.pays].'
        make.fault(key, "nothing says what it pays", instead)
    states: dict[str, tuple[Rule, ...]] = {}
    for have in () if make.faults else _subsets(tuple(goals)):
        if complete is not None and len(have) == len(goals):
            continue
        named: list[tuple[str, Cells, Effect]] = []
        for name, cells in goals.items():
            now = [each for each in goals if each in have or each == name]
            whole = complete is not None and len(now) == len(goals)
            if name not in have:
                step = complete if whole and complete is not None else Move(_state(now))
                named.append((f"{key}.goals", cells, step))
        ends = _best((pays.get(len(have)), *(paid for some, paid in sets if some <= have)))
        named.append((f"{key}.until", until, ends))
        states[_state([each for each in goals if each in have])] = make.rules(key, named, None)
        if make.faults:
            break  # The same fault would be found in every state.
    return Chart(states, start="")


def _goals(make: Builder, key: str, value: Any, least: int = 2) -> dict[str, Cells]:
    if not isinstance(value, list) or not least <= len(value) <= MOST_GOALS:
        instead = 'Write goals = ["1-1", "2-2", "3-3"].'
        make.fault(key, f"not a list of {least} to {MOST_GOALS} goals", instead)
        return {}
    found = {str(goal): make.cells(key, goal) for goal in value}
    for (one, first), (other, second) in combinations(found.items(), 2):
        if first & second:
            make.fault(key, f'"{one}" and "{other}" share an outcome', "Keep it in one.")
    if len(found) < len(value):
        make.fault(key, "a goal stands twice", "Write it once.")
    return found


def _sets(
    make: Builder, key: str, value: Any, names: tuple[str, ...]
) -> list[tuple[frozenset[str], Effect]]:
    """Return the sets of goals that pay by themselves."""
    found: list[tuple[frozenset[str], Effect]] = []
    if value is None:
        return found
    if not isinstance(value, list) or len(value) > MOST_LINES:
        make.fault(
            key, "not a list of sets", 'Write sets = [{have = ["3", "4"], pays = "2 to 1"}].'
        )
        return found
    for number, each in enumerate(value):
        table = make.table(key, each, ("have", "pays"))
        have = table.get("have")
        known = isinstance(have, list) and all(str(one) in names for one in have)
        if not known:
            make.fault(key, "have names what is no goal", f"Goals: {', '.join(names)}.")
            continue
        effect = make.effect(key, f"set-{number + 1}", table.get("pays", ""))
        if effect is not None:
            found.append((frozenset(map(str, have or ())), effect))
    return found


def _best(effects: tuple[Effect | None, ...]) -> Effect:
    """Return the one of several payouts that is worth most to the player."""
    decided = [each for each in effects if isinstance(each, Win | Void | Lose)]
    return max(decided, key=lambda each: each.net, default=Lose())


def _subsets(names: tuple[str, ...]) -> Iterator[frozenset[str]]:
    for size in range(len(names) + 1):
        yield from (frozenset(some) for some in combinations(names, size))


def _state(names: list[str]) -> str:
    return ",".join(names)


class _Repeated(NamedTuple):
    """A line of ``repeat``: any of its goals so many times. The line that is worth more has the
    higher ``rank``, from 1."""

    goals: tuple[str, ...]
    times: int
    effect: Win
    rank: int = 0


class _Counts(NamedTuple):
    """How often each goal has come, 0 where that can bring no more, and the rank of the best line
    reached."""

    counts: tuple[int, ...]
    best: int = 0

    def said(self, names: Sequence[str]) -> str:
        """Return the name of the state, with what is counted; "" at the beginning."""
        counted = [
            f"{count} of {name}" for count, name in zip(self.counts, names, strict=True) if count
        ]
        return ",".join([*counted, *([f"line {self.best} reached"] if self.best else [])])


def _repeat(make: Builder, key: str, raw: Any) -> Machine:
    """The same one of several things so many times before an end. The best line that is reached is
    paid when the end comes, or the first one at once (``at_once``)."""
    table = make.table(key, raw, ("until", "lines", "at_once"))
    until = needed(make, table, f"{key}.until")
    at_once = table.get("at_once", False)
    if not isinstance(at_once, bool):
        make.fault(f"{key}.at_once", f"{show(at_once)} is not true or false", "Write true.")
    lines = _repeated(make, f"{key}.lines", table.get("lines"))
    names = list(dict.fromkeys(name for line in lines for name in line.goals))
    goals = _goals(make, f"{key}.lines", names, least=1)
    steps = [{each.times: each for each in lines if name in each.goals} for name in names]
    begin = _Counts((0,) * len(goals))
    found: dict[_Counts, tuple[Rule, ...]] = {}
    waiting = [] if make.faults else [begin]
    while waiting and not make.faults:
        now = waiting.pop()
        if now in found:
            continue
        best: Effect = next((each.effect for each in lines if each.rank == now.best), Lose())
        named = [(f"{key}.until", until, best)]
        for at, cells in enumerate(goals.values()):
            then = _counted(now, at, steps)
            reached = steps[at].get(now.counts[at] + 1)
            if at_once and reached is not None:
                named.append((f"{key}.lines", cells, reached.effect))
            elif then != now:
                named.append((f"{key}.lines", cells, Move(then.said(names))))
                waiting.append(then)
        found[now] = make.rules(key, named, None)
        if len(found) > MOST_REPEATED:
            make.fault(f"{key}.lines", f"more than {MOST_REPEATED:,} counts must be told apart",
                       "Have fewer goals, or fewer times.")  # fmt: skip
    return Chart({each.said(names): rules for each, rules in found.items()}, start="")


def _counted(now: _Counts, at: int, steps: list[dict[int, _Repeated]]) -> _Counts:
    """Return what is to be remembered once a goal has come again: counts that can bring no better
    line are forgotten."""
    if not any(each.rank > now.best for each in steps[at].values()):
        return now
    counts = [*now.counts]
    counts[at] += 1
    reached = steps[at].get(counts[at])
    best = now.best if reached is None else max(now.best, reached.rank)
    left = (
        count if any(each.rank > best for each in lines.values()) else 0
        for count, lines in zip(counts, steps, strict=True)
    )  # fmt: skip
    return _Counts(tuple(left), best)


def _repeated(make: Builder, key: str, value: Any) -> list[_Repeated]:
    """Return the lines of ``repeat``, the best first."""
    found: list[_Repeated] = []
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_LINES:
        instead = 'Write lines = [{ goals = ["6", "8"], times = 6, pays = "90 for 1" }].'
        make.fault(key, f"not a list of 1 to {MOST_LINES} lines", instead)
        return found
    for each in value:
        table = make.table(key, each, ("goals", "times", "pays"))
        goals = _goals(make, key, table.get("goals"), least=1)
        times = make.whole(f"{key}.times", table.get("times"), MOST_COUNT)
        for name in goals:
            if any(name in other.goals and times == other.times for other in found):
                make.fault(key, f'"{name}", {times} times, has a line already', "Keep one of them.")
        paid = make.odds(key, f"{' or '.join(goals)}, {times} times", table.get("pays", ""))
        if paid is not None:
            found.append(_Repeated(tuple(goals), times, Win(paid)))
    found.sort(key=lambda line: line.effect.net, reverse=True)
    return [line._replace(rank=len(found) - at) for at, line in enumerate(found)]


def _run(make: Builder, key: str, raw: Any) -> Machine:
    """One event so many times in a row: what breaks a run begins it anew, what loses ends it."""
    table = make.table(key, raw, ("event", "times", "broken_by", "loses", "pays"))
    event = needed(make, table, f"{key}.event")
    times = make.whole(f"{key}.times", table.get("times"), MOST_COUNT)
    nothing = Cells(make.words.space.size, 0)
    loses = make.cells(f"{key}.loses", table["loses"]) if "loses" in table else nothing
    if "broken_by" in table:
        broken = make.cells(f"{key}.broken_by", table["broken_by"])
    else:
        broken = make.words.space.everything - event - loses
    paid = [make.effect(at, name, value)
            for at, name, value in pays_lines(make, f"{key}.pays", table.get("pays"))]  # fmt: skip
    if len(paid) != 1 or not isinstance(paid[0], Win):
        if paid != [None]:
            make.fault(f"{key}.pays", "a run has one payout", f'Write {key}.pays = "5 to 1".')
        return Chart({"": ()}, start="")
    states = {}
    for count in range(times):
        step: Effect = paid[0] if count + 1 == times else Move(f"a run of {count + 1}")
        named: list[tuple[str, Cells, Effect]] = [(f"{key}.event", event, step)]
        if loses:
            named.append((f"{key}.loses", loses, Lose()))
        if count:
            named.append((f"{key}.broken_by", broken, Move("")))
        states[f"a run of {count}" if count else ""] = make.rules(key, named, None)
    return Chart(states, start="")


def _parts(make: Builder, key: str, raw: Any) -> Machine:
    """A one-roll bet in several parts, each paid or lost by itself."""
    if not isinstance(raw, list) or not 2 <= len(raw) <= MOST_GOALS:
        instead = f'Write [[{key}]] for each: share = "1/2", on = "11", pays = "15 to 1".'
        make.fault(key, f"not a list of 2 to {MOST_GOALS} parts", instead)
        return Chart({"up": ()})
    parts: list[tuple[Fraction, Cells, Payout]] = []
    for number, each in enumerate(raw):
        table = make.table(key, each, ("share", "on", "pays"))
        written = table.get("share")
        read = read_share(str(written)) if isinstance(written, str | float) else None
        share = read or Fraction(0)
        if not 0 < share < 1 or share.denominator > MOST_SHARES:
            make.fault(key, f"{show(written)} is no share", 'Write share = "1/4".')
        cells = needed(make, table, f"{key}.on")
        name = on if isinstance(on := table.get("on"), str) else show(on)
        paid = make.odds(key, name if name not in make.payouts else f"part-{number + 1}",
                         table.get("pays", ""))  # fmt: skip
        if paid is not None:
            parts.append((share, cells, paid))
    if make.faults:
        return Chart({"up": ()})
    if sum(share for share, _, _ in parts) != 1:
        whole = sum(share for share, _, _ in parts)
        make.fault(key, f"the shares come to {whole}", "They are to come to 1.")
    return Chart({"up": make.rules(key, list(_together(make, key, parts)), Lose())})


def _together(
    make: Builder, key: str, parts: list[tuple[Fraction, Cells, Payout]]
) -> Iterator[tuple[str, Cells, Effect]]:
    """Yield the outcomes on which the same parts win, and what the whole bet gets."""
    groups: dict[tuple[int, ...], int] = {}
    for cell in range(make.words.space.size):
        winning = tuple(i for i, (_, cells, _) in enumerate(parts) if cell in cells)
        if winning:
            groups[winning] = groups.get(winning, 0) | 1 << cell
    for winning, mask in groups.items():
        share = sum((parts[i][0] for i in winning), Fraction(0))
        won = sum((parts[i][0] * parts[i][2].odds.fraction for i in winning), Fraction(0)) / share
        first = parts[winning[0]][2]
        paid = first
        if len(winning) > 1:
            line = "+".join(parts[i][2].line for i in winning)
            paid = Payout(
                f"{make.wager}{LINE}{line}",
                Odds(won.numerator, won.denominator),
                first.law,
                first.cites,
            )
        yield key, Cells(make.words.space.size, mask), Win(paid, share)


def _states(make: Builder, key: str, raw: Any) -> Machine:
    """Anything else, written out: for each state what comes, and what becomes of the bet."""
    if not isinstance(raw, Mapping) or not 1 <= len(raw) <= MOST_STATES:
        make.fault(key, f"not a table of 1 to {MOST_STATES} states", f"Write [{key}.up] first.")
        return Chart({"up": ()})
    found: dict[str, tuple[Rule, ...]] = {}
    for state, lines in raw.items():
        at = f"{key}.{state}"
        if not isinstance(lines, Mapping) or len(lines) > MOST_LINES:
            make.fault(at, "not a table of outcomes", f'Write [{at}], and "7" = "lose" below.')
            continue
        named: list[tuple[str, Cells, Effect]] = []
        for outcomes, value in lines.items():
            place = f"{at}.{outcomes}"
            cells = make.cells(place, outcomes)
            effect = _written(make, place, f"{state}: {outcomes}", value, tuple(raw))
            if effect is not None:
                named.append((place, cells, effect))
        found[state] = make.rules(at, named, None)
    return Chart(found, start=next(iter(raw)))


def _written(
    make: Builder, key: str, line: str, value: Any, states: tuple[str, ...]
) -> Effect | None:
    if isinstance(value, str) and value.startswith("to "):
        to = value.removeprefix("to ").strip()
        if to not in states:
            make.fault(key, f'there is no state "{to}"', f"States: {', '.join(states)}.")
            return None
        return Move(to)
    if isinstance(value, str) and value.startswith("win "):
        value = value.removeprefix("win ").strip()
    return make.effect(key, line, value)


Shape = Callable[[Builder, str, Any], Machine]
SHAPES: dict[str, Shape] = {
    "one_roll": _one_roll,
    "before": _before,
    "line": _line,
    "collect": _collect,
    "count": _count,
    "repeat": _repeat,
    "run": _run,
    "parts": _parts,
    "states": _states,
}
"""The tables of a wager file that say its shape."""
