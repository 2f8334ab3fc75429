"""Parses conditions from the words of a line."""

from collections.abc import Iterator

from lammer.games.registry import (
    load,
    strategy_games,
    trial_nouns,
    usual_rules,
)
from lammer.games.terms import GameTerms
from lammer.sim.strategy.parts import (
    ALL,
    MONEY,
    BetIsUp,
    Both,
    Compare,
    Condition,
    Either,
    Kind,
    LastWas,
    Measure,
    NewHand,
    Not,
    Op,
    PointIs,
    Scope,
)
from lammer.sim.strategy.words import (
    DEEPEST,
    StrategySyntaxError,
    WordReader,
    dollars,
    list_name,
    name_hint,
    number,
    outcome,
    some,
    steps_name,
    wager,
)


def condition(words: WordReader) -> Condition:
    words.depth += 1
    if words.depth > DEEPEST:
        raise StrategySyntaxError("too many brackets inside one another")
    found = _both(words)
    while words.skip("or"):
        found = Either(found, _both(words))
    words.depth -= 1
    return found


def _both(words: WordReader) -> Condition:
    found = _one(words)
    while words.skip("and"):
        found = Both(found, _one(words))
    return found


def _one(words: WordReader) -> Condition:
    if words.skip("not"):
        words.depth += 1
        if words.depth > DEEPEST:
            raise StrategySyntaxError("too many nots")
        inner = Not(_one(words))
        words.depth -= 1
        return inner
    if words.skip("("):
        inside = condition(words)
        words.need(")")
        return inside
    for phrases, means in _plain(words.terms):
        if any(words.skip(*phrase.split()) for phrase in phrases):
            return means
    if words.terms.point_on and words.skip(words.terms.point_on[0]):
        return _point(words)
    if words.skip("last"):
        words.skip("is") or words.skip("was") or words.skip("=")
        return LastWas(some(words, outcome))
    if words.skip("no"):
        named = wager(words)
        words.skip("up")
        return Not(BetIsUp(named))
    return _measured(words) if _measures(words) else _bet_up(words)


def _plain(terms: GameTerms) -> Iterator[tuple[tuple[str, ...], Condition]]:
    """Yield the conditions that are whole phrases. The first phrase for a point that is on may be
    followed by its number, and is parsed after these."""
    yield ("nothing is up", "nothing up"), Not(BetIsUp(ALL))
    yield ("anything is up", "anything up"), BetIsUp(ALL)
    yield terms.point_off, Not(PointIs())
    yield terms.new_hand, NewHand()
    yield terms.point_on[1:], PointIs()


def _point(words: WordReader) -> Condition:
    if words.skip("is", "not") or words.skip("!="):
        return Not(_point_of(words))
    if not (words.skip("is") or words.skip("=") or words.skip("==")) and not words.peek().isdigit():
        return PointIs()
    return _point_of(words)


def _point_of(words: WordReader) -> Condition:
    numbers = tuple(int(n) for n in some(words, number))
    points = _points(words.game) or _points(strategy_games()[0])
    wrong = [n for n in numbers if str(n) not in points]
    if wrong:
        listed = f"Points are {', '.join(points[:-1])} and {points[-1]}."
        raise StrategySyntaxError(f"{wrong[0]} is no point", listed)
    return PointIs(numbers)


def _points(game: str) -> list[str]:
    return [each for each in load(usual_rules()[game]).space.contexts if each.isdigit()]


def _kinds(terms: GameTerms) -> dict[str, Kind]:
    """Return the words of measures, each with the kind it means."""
    trials = {word: "rolls" for noun in trial_nouns() for word in (noun, f"{noun}s")}
    counted = {word: kind for kind, (found, _) in terms.counted.items() for word in found}
    return {**trials, **counted, **_KINDS}


_KINDS: dict[str, Kind] = {
    "wins": "wins", "losses": "losses", "bets": "bets",
    "bankroll": "bankroll", "rail": "rail", "ahead": "ahead", "behind": "ahead",
    "drawdown": "drawdown",
}  # fmt: skip
_OPS: dict[tuple[str, ...], Op] = {
    ("<",): "<", ("<=",): "<=", (">",): ">", (">=",): ">=", ("=",): "=", ("==",): "=",
    ("!=",): "!=",
    ("at", "least"): ">=", ("at", "most"): "<=", ("more", "than"): ">", ("less", "than"): "<",
    ("fewer", "than"): "<", ("over",): ">", ("under",): "<", ("is",): "=",
}  # fmt: skip
_WHOLE = ("bets", "bankroll", "rail", "drawdown")
"""Measures that are taken for the whole session only."""
_MIRROR: dict[Op, Op] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


def _measures(words: WordReader) -> bool:
    word = words.peek()
    return (
        word in _kinds(words.terms)
        or word == "step"
        or words.peek(1) == "bets"
        or (words.peek() in ("length", "sum") and words.peek(1) == "of")
        or (bool(words.left) and words.left[0] in words.names.measured)
    )


def _measured(words: WordReader) -> Condition:
    word = words.peek()
    behind = word == "behind"
    if words.peek(1) == "bets":
        measure = Measure("bets", name=wager(words))
        words.take()
    elif words.left[0] in words.names.counts:
        measure = Measure("count", name=str(words.take()))
    elif words.left[0] in words.names.amounts:
        measure = Measure("amount", name=str(words.take()))
    elif words.left[0] in words.names.lists:
        return _of_the_list(words)
    elif words.peek() in ("length", "sum") and words.peek(1) == "of":
        kind = words.take().lower()
        words.take()
        measure = Measure(kind, name=list_name(words))
    elif words.skip("step"):
        words.skip("of")
        measure = Measure("step", name=steps_name(words))
    else:
        measure = _measure_of(words)
    op = next((op for says, op in _OPS.items() if words.skip(*says)), None)
    if op is None:
        found = words.peek() or "the end"
        raise StrategySyntaxError(
            f'"{word}" is compared with nothing before "{found}"',
            f"Write {word} >= 2, for example.",
        )
    if measure.kind not in MONEY:
        return Compare(measure, op, number(words))
    value = dollars(words)
    return Compare(measure, _MIRROR[op], -value) if behind else Compare(measure, op, value)


def _of_the_list(words: WordReader) -> Condition:
    """Parse "line is empty"."""
    name = str(words.take())
    words.need("is")
    never = words.skip("not")
    words.need("empty")
    return Compare(Measure("length", name=name), ">" if never else "=", 0)


def _measure_of(words: WordReader) -> Measure:
    word = words.take().lower()
    scope: Scope = "session"
    words.skip("since", "sitting", "down")
    for means, (phrases, _) in words.terms.scopes.items():
        if any(words.skip(*phrase.split()) for phrase in phrases):
            scope = means
            break
    each_a_hand = load(usual_rules()[words.game]).cycle is None
    kind = "rolls" if word == "hands" and each_a_hand else _kinds(words.terms)[word]
    if scope != "session" and (kind in _WHOLE or _counts_scopes(words.terms, kind)):
        raise StrategySyntaxError(f'"{word}" is not counted for one {scope}')
    return Measure(kind, scope, ALL if kind == "bets" else "")


def _counts_scopes(terms: GameTerms, kind: Kind) -> bool:
    """True if a measure counts what ends a part of the session, such as shooters."""
    ends = [happening for _, happening in terms.scopes.values()]
    return kind in terms.counted and terms.counted[kind][1] in ends


def _bet_up(words: WordReader) -> Condition:
    first = words.peek()
    named = wager(words)
    words.skip("is")
    if words.skip("up"):
        return BetIsUp(named)
    if words.skip("down"):
        return Not(BetIsUp(named))
    terms = words.terms
    some = (*terms.point_off[:1], *terms.point_on[:1])
    known = [*some, *terms.new_hand, "last", *_kinds(terms), *words.names.every]
    hint = name_hint(first, known)
    raise StrategySyntaxError(
        f'"{first}" is no condition',
        f"{hint}Write: {', '.join(some)}, {named} up, {named} down, rolls >= 20, ahead >= 100, ...",
    )
