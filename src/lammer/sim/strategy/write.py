"""Writes a strategy as text; parsing it gives the same strategy."""

from collections.abc import Iterator
from fractions import Fraction

from lammer.games.registry import game_terms, strategy_games
from lammer.sim.strategy.parts import (
    ALL,
    AMOUNTS,
    MONEY,
    After,
    Amount,
    AmountMove,
    BetIsUp,
    BetLine,
    Both,
    CallLine,
    Compare,
    Condition,
    Either,
    LastWas,
    Line,
    ListMove,
    Measure,
    Money,
    Named,
    NamedAmount,
    NewHand,
    NextStep,
    Not,
    OddsLine,
    OfList,
    PointIs,
    RaiseLine,
    Reckoned,
    ReduceLine,
    Share,
    StepMove,
    StepOf,
    Strategy,
    TakeDownLine,
    Times,
    Trigger,
    Variable,
    WhatIsLeft,
    When,
    Winnings,
)

INDENT = "    "


def written(strategy: Strategy) -> str:
    """Return the whole text.

    >>> from lammer.sim.strategy.text import parse
    >>> print(written(parse("bet pass 10\\nbet 12 on place-6, place-8 if point")), end="")
    bet pass 10
    when point:
        bet place-6 12
        bet place-8 12
    """
    return "".join(f"{line}\n" for line in _all(strategy))


def _all(strategy: Strategy) -> Iterator[str]:
    head = {"name": strategy.name, "about": strategy.about, "source": strategy.source}
    yield from (f"{key}: {text}" for key, text in head.items() if text)
    if strategy.game != strategy_games()[0]:
        yield f"game: {strategy.game}"
    for steps in strategy.steps:
        yield f"steps {steps.name}: {' '.join(money(cents) for cents in steps.amounts)}"
        yield from (f"{INDENT}{_after(each, True)}" for each in steps.moves)
        if steps.past_end == "first":
            yield f"{INDENT}past the end: first"
    for count in strategy.counts:
        yield f"count {count.name} up to {count.most}:"
        yield from (f"{INDENT}{_after(each, False)}" for each in count.moves)
    for variable in strategy.variables:
        yield from _variable(variable)
    for line in strategy.lines:
        yield from line_text(line)
    yield from (f"stop if {said(stop.condition)}" for stop in strategy.stops)


def _variable(variable: Variable) -> Iterator[str]:
    """Yield the declaration of an amount or a list, with its moves."""
    upto = "" if variable.most is None else f" up to {money(variable.most)}"
    if isinstance(variable, NamedAmount):
        yield f"amount {variable.name}{upto}: {money(variable.start)}"
        for each in variable.moves:
            yield f"{INDENT}{_moved_when(each)}: {each.how} {_amount(each.amount)}"
        return
    yield f"list {variable.name}{upto}: {', '.join(money(cents) for cents in variable.start)}"
    for move in variable.moves:
        added = "" if move.amount is None else f" {_amount(move.amount)}"
        yield f"{INDENT}{_moved_when(move)}: {move.how}{added}"
    if variable.restarts:
        yield f"{INDENT}when empty: restart"


def _moved_when(move: AmountMove | ListMove) -> str:
    holds = "" if move.condition is None else f" if {said(move.condition)}"
    return f"after {happening(move.trigger)}{holds}"


def line_text(line: Line) -> Iterator[str]:
    """Yield a line, and those inside it."""
    match line:
        case BetLine(wager, size):
            yield f"bet {wager} {_amount(size)}{' leave up' if line.leave_up else ''}"
        case OddsLine(size, on):
            yield f"odds {_size(size)}{'' if on == ALL else f' on {on}'}"
        case RaiseLine(wager, size, to, most):
            upto = "" if most is None else f" up to {money(most)}"
            if isinstance(size, NextStep):
                yield f"raise {wager} by a step of {size.steps}{upto}"
                return
            yield f"raise {wager} {'to' if to else 'by'} {_amount(size)}{upto}"
        case ReduceLine(wager, size, to):
            yield f"reduce {wager} {'to' if to else 'by'} {_amount(size)}"
        case TakeDownLine(wager):
            yield f"take down {wager}"
        case CallLine(wager, on):
            yield f"call {wager} {'on' if on else 'off'}"
        case When(condition, then, otherwise):
            yield f"when {said(condition)}:"
            yield from (INDENT + text for inner in then for text in line_text(inner))
            if otherwise:
                yield "otherwise:"
                yield from (INDENT + text for inner in otherwise for text in line_text(inner))


def money(cents: int) -> str:
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02}"


def _amount(size: Amount) -> str:
    match size:
        case Money(cents):
            return money(cents)
        case StepOf(name, times):
            return name if times == 1 else f"{times} * {name}"
        case Share(part):
            return f"{_decimal(part * 100)} % of bankroll"
        case Named(name):
            return name
        case WhatIsLeft():
            return "what is left"
        case Winnings(wager):
            return f"the winnings of {wager}" if wager else "the winnings"
        case OfList(name, part):
            return f"{part} of {name}"
        case NextStep(name):
            return f"a step of {name}"
        case Times(by, of):
            return _times(by, of)
        case Reckoned("+" | "-" as how, left, right):
            second = _bracketed(right) if isinstance(right, Reckoned) else _amount(right)
            return f"{_amount(left)} {how} {second}"
        case Reckoned(how, left, right):
            return f"({how} of {_amount(left)} and {_amount(right)})"


def _times(by: Fraction, of: Amount) -> str:
    inner = _bracketed(of) if isinstance(of, Reckoned | Times) else _amount(of)
    if isinstance(of, StepOf) and of.times != 1:
        inner = f"({inner})"
    plain = (by * 10_000).denominator == 1
    if plain and not (isinstance(of, Money) and by < 1):
        return f"{_decimal(by)} * {inner}"
    whole = inner if by.numerator == 1 else f"({by.numerator} * {inner})"
    return f"{whole} / {by.denominator}"


def _bracketed(size: Amount) -> str:
    text = _amount(size)
    return (
        text
        if text.startswith("(") and isinstance(size, Reckoned) and size.how in ("least", "most")
        else f"({text})"
    )


def _decimal(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else str(float(value))


def _size(size: object) -> str:
    match size:
        case str():
            return size
        case Fraction():
            return f"{_decimal(size)}x"
        case tuple():
            by_point = dict(size)
            return f"{_decimal(by_point[4])}-{_decimal(by_point[5])}-{_decimal(by_point[6])}x"
    if isinstance(size, AMOUNTS):
        return _amount(size)
    raise TypeError(f"no size of odds: {size!r}")


def said(condition: Condition) -> str:
    """Return a condition in the words it is parsed from."""
    match condition:
        case Not(PointIs(())):
            return game_terms().point_off[0]
        case PointIs(()):
            return game_terms().point_on[0]
        case PointIs(numbers):
            return f"{game_terms().point_on[0]} is {_listed(numbers)}"
        case NewHand():
            return game_terms().new_hand[0]
        case Not(BetIsUp(wager)):
            return "nothing up" if wager == ALL else f"{wager} down"
        case BetIsUp(wager):
            return "anything up" if wager == ALL else f"{wager} up"
        case LastWas(outcomes):
            return f"last is {_listed(outcomes)}"
        case Compare():
            return _compared(condition)
        case Not(what):
            return f"not ({said(what)})"
        case Both(left, right):
            return f"{_inside(left, Either)} and {_inside(right, (Either, Both))}"
        case Either(left, right):
            return f"{said(left)} or {_inside(right, Either)}"
    raise TypeError(f"no condition: {condition!r}")


def _inside(condition: Condition, kinds: type | tuple[type, ...]) -> str:
    return f"({said(condition)})" if isinstance(condition, kinds) else said(condition)


def _listed(values: tuple[int | str, ...]) -> str:
    return " or ".join(str(value) for value in values)


_FLIP = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


def _scope(measure: Measure) -> str:
    scopes = game_terms().scopes
    return f" {scopes[measure.scope][0][0]}" if measure.scope in scopes else ""


def _compared(condition: Compare) -> str:
    measure, op, value = condition.measure, condition.op, condition.value
    if measure.kind not in MONEY:
        return f"{_measure(measure)} {op} {value}"
    if measure.kind == "ahead" and value < 0:
        return f"behind{_scope(measure)} {_FLIP[op]} {money(-value)}"
    return f"{_measure(measure)} {op} {money(value)}"


def _measure(measure: Measure) -> str:
    if measure.kind == "bets":
        return "bets" if measure.name == ALL else f"{measure.name} bets"
    if measure.kind == "count":
        return measure.name
    if measure.kind == "step":
        return f"step {measure.name}"
    if measure.kind == "amount":
        return measure.name
    if measure.kind in ("length", "sum"):
        return f"{measure.kind} of {measure.name}"
    return f"{measure.kind}{_scope(measure)}"


def _after(after: After, of_steps: bool) -> str:
    return f"after {happening(after.trigger)}: {_move(after.move, of_steps)}"


def happening(trigger: Trigger) -> str:
    match trigger:
        case Trigger("wins" | "loses" as what, wager):
            return f"{'any bet' if wager == ALL else wager} {what}"
        case Trigger("void", wager):
            return f"{wager} is void"
        case Trigger("rolled", _, outcomes):
            return f"rolled {_listed(outcomes)}"
        case Trigger("came", _, outcomes):
            return f"{_listed(outcomes)} comes"
        case Trigger("trial"):
            return "every roll"
        case Trigger(what):
            named = (each for each in game_terms().happenings if each.key == what)
            return next((each.phrases[0] for each in named if each.phrases), what)


def _move(move: StepMove, of_steps: bool) -> str:
    if move.to is not None:
        if not of_steps:
            return f"= {move.to}"
        return {0: "first", -1: "last"}.get(move.to, f"step {move.to + 1}")
    if move.by == 0:
        return "stay"
    if not of_steps:
        return f"{'+' if move.by > 0 else '-'} {abs(move.by)}"
    return f"{'next' if move.by > 0 else 'back'}{f' {abs(move.by)}' if abs(move.by) > 1 else ''}"
