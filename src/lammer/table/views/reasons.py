"""Why a trial had its effect on a bet, in words: "The point 6 was made. Pays 1 to 1."

The words are read from the rule of the bet's machine that applied to the outcome.
"""

from collections.abc import Hashable, Sequence

from lammer.core.space import Space
from lammer.core.wager import Collection, Lose, Move, Rule, Void, Wager, Win
from lammer.table.rules import MOST_CACHED, Rules
from lammer.table.state import Bet

_FRACTIONS = {2: "half", 3: "third", 4: "quarter", 5: "fifth"}


def reason(rules: Rules, bet: Bet, context: str, outcome: Hashable) -> str:
    """Return why an outcome in a context had its effect on a bet; "" if the bet stands unaffected.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> rules = Rules(house(load("nj-2011"), Elections()))
    >>> reason(rules, Bet("pass", "6", 1000), "6", (2, 4))
    'The point 6 was made. Pays 1 to 1.'
    >>> reason(rules, Bet("hard-8", "up", 1000), "8", (2, 6))
    'Easy 8 came.'
    >>> reason(rules, Bet("place-8", "up", 1200), "off", (2, 6))
    '8 came, but the bet is off on the come-out.'
    """
    cell, _, _ = rules.trial(context, outcome)
    key = bet.wager, bet.state, bet.called, cell
    found = rules.reasons.get(key)
    if found is None:
        if len(rules.reasons) >= MOST_CACHED:
            rules.reasons.clear()
        found = rules.reasons[key] = _reason(rules, bet, cell)
    return found


def stands_because_off(rules: Rules, bet: Bet, context: str, outcome: Hashable) -> bool:
    """Return whether an outcome would affect a bet, if the bet worked."""
    cell, _, _ = rules.trial(context, outcome)
    wager = rules.wagers[bet.wager]
    if cell in wager.working.cells(bet.called) or _met(wager.off_rules, cell) is not None:
        return False
    return _met(wager.machine.rules(bet.state), cell) is not None


def _met(rules: Sequence[Rule], cell: int) -> Rule | None:
    """Return the rule that applies to a cell."""
    return next((rule for rule in rules if cell in rule.on), None)


def _reason(rules: Rules, bet: Bet, cell: int) -> str:
    space, wager = rules.space, rules.wagers[bet.wager]
    machine = wager.machine
    would = machine.rules(bet.state)
    works = cell in wager.working.cells(bet.called)
    rule = _met(would if works else wager.off_rules, cell)
    if not works:
        met = rule or _met(would, cell)
        return "" if met is None else _off(space, wager, bet, met, cell, back=rule is not None)
    if rule is None:
        return ""
    came = _came(space, rule, cell, wager.one_roll)
    match rule.effect:
        case Win():
            return f"{came}{_gathered(machine, bet.state)}. {_pays(rule.effect)}"
        case Lose() if isinstance(machine, Collection):
            return f"{came}{_missed(machine, bet.state)}."
        case Lose() as lost if lost.returned:
            part = _FRACTIONS.get(lost.net.denominator, "part")
            return f"{came}: {part} of the bet is lost, the rest goes back."
        case Lose() if wager.one_roll:
            return f"{came}.{_wins_on(space, would)}"
        case Lose():
            return f"{came}."
        case Void():
            return f"{came}: the bet neither wins nor loses."
        case Move(to):
            return f"{came}. {_goes(wager, to)}"


def _off(space: Space, wager: Wager, bet: Bet, rule: Rule, cell: int, *, back: bool) -> str:
    came = _came(space, rule, cell, whole_words=True)
    off = space.everything - wager.working.cells(bet.called)
    when = "called off" if bet.called == "off" else f"off on {space.sets[off]}"
    return f"{came}, but the bet is {when}{': it comes back' if back else ''}."


def _came(space: Space, rule: Rule, cell: int, whole_words: bool) -> str:
    """Return the outcome in the words of a rule; by the name that the context gives it, unless that
    name is part of ``whole_words``."""
    outcome = space.outcomes[cell % len(space.outcomes)]
    covered = {space.outcomes[each % len(space.outcomes)] for each in rule.on}
    without = space.name(frozenset(covered - {outcome})).split(", ")
    said = [each for each in space.name(frozenset(covered)).split(", ") if each not in without]
    word = said[0] if said else space.name(frozenset({outcome}))
    for cells, name in space.sets.items():
        if not whole_words and cell in cells and space.words(cells) == word:
            word = name
    words = space.happened.get(word, word if word in space.conditions else f"{word} came")
    return words[:1].upper() + words[1:] + space.detail(outcome)


def _pays(win: Win) -> str:
    odds = f"ays {win.payout.odds}"
    if win.share == 1:
        return f"P{odds}."
    part = _FRACTIONS.get(win.share.denominator, "part") if win.share.numerator == 1 else "part"
    return f"The {part} that is on it p{odds}; the rest loses."


def _wins_on(space: Space, rules: Sequence[Rule]) -> str:
    """Return the outcomes on which a bet on the next trial wins, unless the outcome's words say
    it."""
    won = {
        space.outcomes[cell % len(space.outcomes)]
        for rule in rules
        if isinstance(rule.effect, Win)
        for cell in rule.on
    }
    whole = space.where(lambda _, outcome: outcome in won)
    if (name := space.sets.get(whole)) is not None:
        return f" It wins on {name}."
    words = space.name(frozenset(won)).split(", ")
    if any(word in space.conditions for word in words):
        return ""
    return f" It wins on {joined(words, 'or')}."


def _gathered(machine: object, state: str) -> str:
    """Return what a bet had collected when it ended, if that determines the payout."""
    if not isinstance(machine, Collection) or machine.ladder is None:
        return ""
    have = machine.gathered(state)
    return f" after {joined([each.name for each in machine.goals if each.name in have], 'and')}"


def _missed(machine: Collection, state: str) -> str:
    if machine.late is not None and state == machine.late[0]:
        return ""
    have = machine.gathered(state)
    if machine.ladder is not None:
        got = [each.name for each in machine.goals if each.name in have]
        with_those = f"it had {joined(got, 'and')} and " if got else "it "
        return f": {with_those}wins with {min(machine.ladder.pays)} or more"
    missing = [each.name for each in machine.goals if each.name not in have]
    return f" before {joined(missing, 'and')}"


def _goes(wager: Wager, to: str) -> str:
    if isinstance(wager.machine, Collection):
        have = joined(to.split(","), "and")
        return f"The bet has {have} now." if to else "The bet counts from here."
    if wager.experimental:
        now = joined(to.split(","), "and")
        return f"The bet is at {now} now." if to else "The bet begins anew."
    return f"The bet {'goes to' if wager.travels else 'stands on'} the {to}."


def joined(parts: Sequence[str], word: str) -> str:
    """Join several things for a sentence.

    >>> joined(["a", "b", "c"], "or"), joined(["a"], "and"), joined([], "and")
    ('a, b or c', 'a', '')
    """
    return f" {word} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
