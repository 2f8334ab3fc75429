"""Quick bets: several commands for one word, as players give them to a dealer.

"22 inside" is distributed over the numbers in the units that each is paid in, so $5 on the 5 and
the 9, $6 on the 6 and the 8. A press doubles a bet, a half press adds half of it, a regress lowers
it to the least that may stand. The units are those of the wagers; the words and the numbers of a
group belong to the game (``Vocabulary.groups``).

Nothing is decided here: each function returns commands for the table, which may refuse any of them
and carry out the others. ``quick_bets`` keeps only what the table would accept now.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.table import TableState
from lammer.table.apply import apply_all
from lammer.table.bets.amounts import base_of
from lammer.table.views.legal import Range, max_odds, posted_range
from lammer.typed.dry_run import decision_on
from lammer.typed.earlier_bets import NOTHING, EarlierBets
from lammer.typed.intents import Command, Unclear, typed
from lammer.typed.vocabulary import bets_up, spoken, vocabulary_of

Commands = list[Command]
GROUPS = ("across", "inside", "outside")
"""Words for several numbers, at any game; the game's vocabulary says which numbers, if any."""


class QuickBet(NamedTuple):
    """The state of a quick bet: the ``commands`` that it would give now, all of which the table
    accepts; if there are none, ``why``. ``typed`` is the line that does the same."""

    key: str
    name: str
    typed: str
    commands: tuple[Command, ...] = ()
    why: str = ""


# Amounts


def spread(table: TableState, group: str, cents: int | None) -> Commands | Unclear:
    """Return the bets of a group of numbers for this total; without an amount, the smallest
    possible bets.

    With a point, its number is left out of the group if the amount then divides evenly, as players
    cover the point by the line: $26 across is every number but the 6 or 8. Otherwise the point is
    included.

    >>> from lammer.table import Run
    >>> table = Run.at("nj-2011", rails={1: 50000}).table
    >>> [each["amount"] for each in spread(table, "inside", 2200)]
    [500, 600, 600, 500]
    >>> spread(table, "inside", 3000).instead
    'Say "22 inside" or "44 inside".'
    """
    whole = _offered(table, vocabulary_of(table).groups.get(group, ()))
    if not whole:
        return _no_group(table, group)
    left_out = vocabulary_of(table).covered(table)
    partly = [name for name in whole if name != left_out]
    choices = [partly, whole] if partly and partly != whole else [whole]
    if cents is None:
        return _bets(table, choices[0], _least_units(table, choices[0]))
    for names in choices:
        units = _units(table, names, cents)
        if units >= _least_units(table, names):
            return _bets(table, names, units)
    wanted = dict.fromkeys(
        typed(total) for names in choices for total in _near(table, names, cents)
    )
    said = " or ".join(f'"{amount} {group}"' for amount in wanted)
    numbers = ", ".join(spoken(name) for name in whole)
    return Unclear(f"{dollars(cents)} does not come out even over {numbers}.", f"Say {said}.")


def _offered(table: TableState, names: Iterable[str]) -> list[str]:
    return [name for name in names if name in table.rules.wagers]


def _no_group(table: TableState, group: str) -> Unclear:
    """Return the answer at a table without such a group: which groups it has."""
    known = [f'"{each}"' for each in (*vocabulary_of(table).examples[:2], "same bet", "press")]
    return Unclear(f'There is no "{group}" at this table.', f"Say {', '.join(known)}.")


def _step(table: TableState, name: str) -> int:
    return posted_range(table.rules, table.rules.wagers[name]).step


def _least_units(table: TableState, names: Iterable[str]) -> int:
    """Return how many units each bet needs at least, so that every one may be made."""
    ranges = [posted_range(table.rules, table.rules.wagers[name]) for name in names]
    return max(-(-each.least // each.step) for each in ranges)


def _units(table: TableState, names: Iterable[str], cents: int) -> int:
    """Return how many units of each bet make up the amount; 0 if none do."""
    units, rest = divmod(cents, sum(_step(table, name) for name in names))
    return 0 if rest else units


def _near(table: TableState, names: Sequence[str], cents: int) -> list[int]:
    """Return the nearest totals below and above an amount that divide evenly."""
    one = sum(_step(table, name) for name in names)
    least = _least_units(table, names)
    below = max(least, cents // one)
    return [units * one for units in ((below, below + 1) if below * one < cents else (below,))]


def _bets(table: TableState, names: Iterable[str], units: int) -> Commands:
    return [{"do": "bet", "wager": name, "amount": units * _step(table, name)} for name in names]


# Bets that are up


def press(table: TableState, seat: int, names: Iterable[str], *, half: bool = False) -> Commands:
    """Return the commands that double each of these bets; with ``half``, that add half of each,
    rounded down to its unit and at least one unit."""
    up = bets_up(table, seat)
    found = []
    for name in names:
        more = up[name].stake
        if half:
            step = _range_up(table, seat, name).step
            more = max(step, more // 2 // step * step)
        found.append({"do": "bet", "wager": name, "amount": more})
    return found


def regress(table: TableState, seat: int, names: Iterable[str]) -> Commands:
    """Return the commands that lower each of these bets to the least that may stand; nothing for a
    bet that is there already."""
    up = bets_up(table, seat)
    over = {name: up[name].stake - _range_up(table, seat, name).least for name in names}
    return [{"do": "reduce", "wager": name, "by": by} for name, by in over.items() if by > 0]


def _range_up(table: TableState, seat: int, name: str) -> Range:
    """Return the amounts of a bet that is up, regardless of the rail."""
    place = table.seats[seat]
    wager = table.rules.wagers[place.bets[name].wager]
    base = base_of(place, wager)
    return posted_range(table.rules, wager, None if base is None else base.state)


def down(table: TableState, names: Iterable[str]) -> Commands:
    """Return the commands that remove these bets, odds before the bets they stand behind."""
    wagers = table.rules.wagers
    ordered = sorted(names, key=lambda name: name not in wagers or wagers[name].behind is None)
    return [{"do": "remove", "wager": name} for name in ordered]


def call(names: Iterable[str], *, working: bool) -> Commands:
    return [{"do": "call", "wager": name, "working": working} for name in names]


def again(table: TableState, seat: int, earlier: EarlierBets) -> Commands:
    """Return the bets that were up at the latest trial which decided one of them, and are not up
    now."""
    up = bets_up(table, seat)
    names = [name for name in earlier.last if name not in up]
    return [{"do": "bet", "wager": name, "amount": earlier.had[name]} for name in names]


def with_bets(table: TableState, seat: int, key: str, names: Sequence[str]) -> Commands:
    """Return what a quick bet does with certain bets that are up."""
    match key:
        case "press" | "half-press":
            return press(table, seat, names, half=key == "half-press")
        case "regress":
            return regress(table, seat, names)
        case "down":
            return down(table, names)
    return call(names, working=key == "on")


def most_odds(table: TableState, seat: int) -> Commands:
    """Return the most odds that rules and rail allow, behind every bet that takes them."""
    return [
        {"do": "bet", "wager": wager, "amount": cents} for wager, cents in max_odds(table, seat)
    ]


def pressed_names(table: TableState, seat: int, earlier: EarlierBets) -> list[str]:
    """Return the bets that "press" means: those that have just won and are still up; if none are,
    those of the kinds that stay up."""
    up, staying = bets_up(table, seat), vocabulary_of(table).staying
    won = [name for name in earlier.won if name in up]
    return won or [name for name in up if name.startswith(staying or ("",))]


# What each would do now


def accepted(
    table: TableState, seat: int, commands: Iterable[Command]
) -> tuple[Commands, tuple[Command, Refusal] | None]:
    """Return the commands that the table would accept one after the other, or would have the crew
    confirm, and the first that it would refuse."""
    found: Commands = []
    first: tuple[Command, Refusal] | None = None
    for command in commands:
        decision = decision_on(table, {**command, "seat": seat})
        if isinstance(decision, Refusal) and decision.code == "not-confirmed":
            found.append(command)  # It waits for the crew, as a bet does.
            continue
        if isinstance(decision, Refusal):
            first = first or (command, decision)
            continue
        table = apply_all(table, decision)
        found.append(command)
    return found, first


_Plan = Callable[[TableState, int, EarlierBets], Commands]


def _all_up(table: TableState, seat: int) -> list[str]:
    return [*bets_up(table, seat)]


_PLANS: Mapping[str, tuple[str, str, str, _Plan]] = {
    "press": (
        *("Press", "press", "You have no bet to press."),
        lambda table, seat, earlier: press(table, seat, pressed_names(table, seat, earlier)),
    ),
    "half-press": (
        *("Half press", "half press", "You have no bet to press."),
        lambda table, seat, earlier: press(
            table, seat, pressed_names(table, seat, earlier), half=True
        ),
    ),
    "same": ("Same bet", "same bet", "There is nothing to repeat now.", again),
    "regress": (
        *("Regress", "regress", "You have no bet above its least."),
        lambda table, seat, _: regress(table, seat, pressed_names(table, seat, NOTHING)),
    ),
    "down": (
        *("All down", "take all down", "You have no bets."),
        lambda table, seat, _: down(table, _all_up(table, seat)),
    ),
    "on": (
        *("All on", "all on", "You have no bets."),
        lambda table, seat, _: call(_all_up(table, seat), working=True),
    ),
    "off": (
        *("All off", "all off", "You have no bets."),
        lambda table, seat, _: call(_all_up(table, seat), working=False),
    ),
}


def quick_bets(
    table: TableState, seat: int, earlier: EarlierBets = NOTHING
) -> tuple[QuickBet, ...]:
    """Return every quick bet of this game, with what it would do now for a seat.

    >>> from lammer.table import Run
    >>> table = Run.at("nj-2011", rails={1: 2500}).table
    >>> found = {each.key: each for each in quick_bets(table, 1)}
    >>> [(each["wager"], each["amount"]) for each in found["inside"].commands]
    [('place-5', 500), ('place-6', 600), ('place-8', 600), ('place-9', 500)]
    >>> found["across"].commands, found["press"].why
    ((), 'You have no bet to press.')
    """
    words = vocabulary_of(table)
    groups = [_group(table, seat, group) for group in GROUPS if words.groups.get(group)]
    return (*groups, *(_planned(table, seat, key, earlier) for key in _keys(table)))


def _group(table: TableState, seat: int, group: str) -> QuickBet:
    """Return the bets of a group; all of them or none."""
    wanted = spread(table, group, None)
    assert not isinstance(wanted, Unclear)
    found, refused = accepted(table, seat, wanted)
    if refused is not None:
        why, total = refused[1].detail, sum(each["amount"] for each in wanted)
        if refused[1].code == "not-enough-chips":
            why = f"{dollars(total)} is needed; you have {dollars(table.rail(seat))}."
        return QuickBet(group, group.capitalize(), group, why=why)
    return QuickBet(group, group.capitalize(), group, tuple(found))


def _planned(table: TableState, seat: int, key: str, earlier: EarlierBets) -> QuickBet:
    name, said, empty, plan = _PLANS[key]
    found, refused = accepted(table, seat, plan(table, seat, earlier))
    why = "" if found else refused[1].detail if refused is not None else empty
    return QuickBet(key, name, said, tuple(found), why)


def planned(table: TableState, seat: int, key: str, earlier: EarlierBets) -> Commands | Unclear:
    """Return what a quick bet does when it is typed: what the table would accept of it; otherwise
    one command that it refuses, so that it says why."""
    _, _, empty, plan = _PLANS[key]
    found, refused = accepted(table, seat, plan(table, seat, earlier))
    if found or refused is None:
        return found or Unclear(empty, "Say bets to see what is up.")
    return [refused[0]]


def phrases(table: TableState) -> tuple[str, ...]:
    """Return what can be typed for the quick bets of this game.

    >>> from lammer.table import Run
    >>> phrases(Run.at("nj-2001", rails={}).table)[:3]
    ('press', 'half press', 'same bet')
    """
    words = vocabulary_of(table)
    groups = [typed_group(table, group) for group in GROUPS if words.groups.get(group)]
    return (*groups, *(_PLANS[key][1] for key in _keys(table)))


def typed_group(table: TableState, group: str) -> str:
    """Return how a group would be typed, with the least amount that it takes."""
    wanted = spread(table, group, None)
    assert not isinstance(wanted, Unclear)
    return f"{typed(sum(each['amount'] for each in wanted))} {group}"


def _keys(table: TableState) -> list[str]:
    calls = any(wager.working.may_call is not None for wager in table.rules.wagers.values())
    return [key for key in _PLANS if calls or key not in ("on", "off")]


def as_data(found: Iterable[QuickBet]) -> list[dict[str, Any]]:
    """Return quick bets for the wire; ``why`` stands for ``commands`` where there are none. The
    seat is filled in where the commands are sent."""
    return [
        {
            "key": each.key,
            "name": each.name,
            "typed": each.typed,
            **({"commands": list(each.commands)} if each.commands else {"why": each.why}),
        }
        for each in found
    ]
