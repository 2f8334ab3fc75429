"""Parses triggers and moves: what changes steps, amounts and lists after a trial."""

from collections.abc import Iterator

from lammer.games.registry import (
    trial_nouns,
)
from lammer.games.terms import GameTerms
from lammer.sim.strategy.conditions import condition
from lammer.sim.strategy.parts import (
    ALL,
    After,
    AmountMove,
    Both,
    Compare,
    Condition,
    Either,
    ListMove,
    Money,
    Not,
    StepMove,
    Trigger,
)
from lammer.sim.strategy.words import (
    POINT,
    StrategySyntaxError,
    WordReader,
    amount,
    is_number,
    number,
    outcome,
    some,
    wager,
)


def trigger(words: WordReader) -> Trigger:
    """Parse what comes after "after"."""
    found = next((key for phrase, key in _happenings(words.terms) if words.skip(*phrase)), None)
    if found is not None:
        return Trigger(found)
    for any_bet in ("any", "a"):
        for what in ("wins", "loses"):
            if words.skip(any_bet, "bet", what):
                return Trigger(what, ALL)
    if words.skip("rolled") or is_number(words.peek()):
        words.skip("a")
        return Trigger("rolled", outcomes=some(words, outcome))
    if words.peek() in words.terms.outcomes and words.peek(1) in ("comes", "came", ",", "or"):
        hands = some(words, outcome)
        words.skip("comes") or words.need("came")
        return Trigger("came", outcomes=hands)
    named = wager(words)
    if named.endswith(f"-{POINT}"):
        raise StrategySyntaxError(
            "the point number is not known any more after the trial",
            "Write point made, or name the number: place-6 wins.",
        )
    if words.skip("wins"):
        return Trigger("wins", named)
    if words.skip("loses"):
        return Trigger("loses", named)
    if words.skip("is", "void") or words.skip("void"):
        return Trigger("void", named)
    terms = words.terms
    own = [each.phrases[0] for each in terms.happenings if each.phrases]
    examples = ", ".join([*own, *(f"{each} comes" for each in terms.outcomes[:1])])
    raise StrategySyntaxError(
        f'"{named}" is nothing that happens',
        f"Write: {named} wins, {named} loses, any bet wins, every roll, rolled 7, {examples}.",
    )


def _happenings(terms: GameTerms) -> Iterator[tuple[list[str], str]]:
    """Yield the phrases of what a trial brings, split into words, each with its key."""
    for each in terms.happenings:
        yield from ((phrase.split(), each.key) for phrase in each.phrases)
    yield from ((["every", noun], "trial") for noun in trial_nouns())


def moves(words: WordReader, of_steps: bool) -> StepMove:
    """Parse where steps or a count go."""
    if words.skip("stay"):
        return StepMove()
    if of_steps and words.peek() in ("next", "back"):
        sign = 1 if words.take().lower() == "next" else -1
        return StepMove(sign * (number(words) if words.peek().isdigit() else 1))
    if words.skip("first") or (not of_steps and words.skip("reset")):
        return StepMove(to=0)
    if of_steps and words.skip("last"):
        return StepMove(to=-1)
    if of_steps and words.skip("step"):
        place = number(words)
        if place < 1:
            raise StrategySyntaxError("steps are counted from 1")
        return StepMove(to=place - 1)
    if not of_steps and words.skip("="):
        return StepMove(to=number(words))
    if not of_steps and words.peek() in ("+", "-"):
        return StepMove(_signed(words))
    kinds = "next, next 2, back, back 2, first, last, stay" if of_steps else "+1, -1, = 0, reset"
    raise StrategySyntaxError(f'"{words.peek() or "nothing"}" is no move', f"Write: {kinds}.")


def _signed(words: WordReader) -> int:
    sign = 1 if words.take() == "+" else -1
    return sign * number(words)


def after(words: WordReader, of_steps: bool) -> After:
    """Parse "after pass loses: next"."""
    happened = trigger(words)
    words.skip(":") or words.need(",")
    return After(happened, moves(words, of_steps))


REMEMBERED = ("amount", "count", "step", "length", "sum")
"""Measures that the moves of amounts and lists may look at."""


def _moved_when(words: WordReader, of: str) -> tuple[Trigger, Condition | None]:
    """Parse "after pass loses if losses >= 20:"."""
    if not words.skip("after"):
        known = "after pass wins: ..." + (", when empty: restart" if of == "list" else "")
        raise StrategySyntaxError(
            f'"{words.peek() or "nothing"}" is nothing that moves',
            f"Write: {known}.",
            column=words.following,
        )
    happened = trigger(words)
    holds = condition(words) if words.skip("if") or words.skip("when") else None
    if holds is not None and not _remembered_only(holds):
        raise StrategySyntaxError(
            "a move looks at nothing but amounts, lists, counts and steps",
            "Write: after pass wins if behind >= 100: = 0.",
        )
    words.skip(":") or words.need(",")
    return happened, holds


def _remembered_only(condition: Condition) -> bool:
    match condition:
        case Both(left, right) | Either(left, right):
            return _remembered_only(left) and _remembered_only(right)
        case Not(what):
            return _remembered_only(what)
        case Compare(measure):
            return measure.kind in REMEMBERED
    return False


def amount_move(words: WordReader, start: int) -> AmountMove:
    """Parse "after pass wins: - stake" of an amount that starts with this many cents."""
    happened, holds = _moved_when(words, "amount")
    if words.skip("reset"):
        return AmountMove(happened, "=", Money(start), holds)
    how = words.peek()
    if how not in ("+", "-", "="):
        raise StrategySyntaxError(
            f'"{how or "nothing"}" is no move of an amount',
            "Write: + unit, - unit, = unit, reset.",
            column=words.following,
        )
    words.take()
    by = amount(words, or_zero=True)
    return AmountMove(happened, "+" if how == "+" else "-" if how == "-" else "=", by, holds)


def list_move(words: WordReader) -> ListMove:
    """Parse "after pass wins: strike ends"."""
    happened, holds = _moved_when(words, "list")
    if words.skip("restart") or words.skip("reset"):
        return ListMove(happened, "restart", None, holds)
    if words.skip("add"):
        return ListMove(happened, "add", amount(words), holds)
    if words.skip("strike"):
        words.skip("the") or words.skip("both")
        if words.skip("ends"):
            return ListMove(happened, "strike ends", None, holds)
        if words.skip("first"):
            return ListMove(happened, "strike first", None, holds)
        if words.skip("last"):
            return ListMove(happened, "strike last", None, holds)
    raise StrategySyntaxError(
        f'"{words.peek() or "nothing"}" is no move of a list',
        "Write: strike ends, strike first, strike last, add unit, restart.",
        column=words.following,
    )
