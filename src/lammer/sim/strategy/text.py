"""Parses the text of a strategy; errors name their line."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Literal

from lammer.games.registry import strategy_games
from lammer.sim.strategy.conditions import (
    StrategySyntaxError,
    WordReader,
    after,
    amount,
    condition,
    dollars,
    is_number,
    number,
    stake,
    wager,
)
from lammer.sim.strategy.parts import (
    ALL,
    After,
    Amount,
    BetLine,
    Both,
    CallLine,
    Condition,
    Count,
    Line,
    Not,
    OddsLine,
    RaiseLine,
    ReduceLine,
    Steps,
    Stop,
    Strategy,
    TakeDownLine,
    When,
    multiple,
)

LARGEST = 100_000
MOST_LINES = 1_000
MOST_STEPS = 500
MOST_COUNTED = 10_000
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(-[A-Za-z][A-Za-z0-9]*)*")
_HEADER = re.compile(r"(name|game|about|source)\s*:\s*(.*)", re.IGNORECASE)
DEEPEST = 10


@dataclass
class _Row:
    """A line of the file and the lines indented under it."""

    number: int
    text: str
    under: list["_Row"] = field(default_factory=list)


def read_strategy(path: str | Path) -> Strategy:
    """Return the strategy in a file; its name is the file's if it has none."""
    place = Path(path)
    try:
        with place.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as problem:
        raise StrategySyntaxError(f"{path} cannot be read: {problem.strerror}") from None
    if len(raw) > LARGEST:
        raise StrategySyntaxError(f"{path} is larger than {LARGEST} bytes; a strategy is a page")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise StrategySyntaxError(f"{path} is not UTF-8 text") from None
    found = parse(text)
    return found if found.name else replace(found, name=place.stem)


def parse(text: str) -> Strategy:
    """Return the strategy of a text; raises ``StrategySyntaxError``.

    >>> parse("bet pass 10\\nodds 2x").lines[0]
    BetLine(wager='pass', amount=Money(cents=1000), line=1)
    """
    reader = _Reader()
    for row in _rows(text):
        try:
            reader.read(row)
        except StrategySyntaxError as problem:
            if problem.line:
                raise
            raise StrategySyntaxError(problem.what, problem.instead, row.number) from None
    if not reader.lines:
        raise StrategySyntaxError(
            "it never bets: there is no line that makes a bet", "Add one: bet pass 10."
        )
    return reader.strategy()


def _rows(text: str) -> list[_Row]:
    """Return the lines nested by their indentation."""
    top: list[_Row] = []
    open_at: list[tuple[int, list[_Row]]] = [(0, top)]
    lines = text.replace("\r\n", "\n").split("\n")
    if len(lines) > MOST_LINES:
        raise StrategySyntaxError(f"more than {MOST_LINES} lines; a strategy is a page")
    for at, line in enumerate(lines, start=1):
        bare = (line if _HEADER.match(line) else re.sub(r"(^|\s)#.*", "", line)).rstrip()
        bare = bare.expandtabs(4)
        if not bare.strip():
            continue
        indent = len(bare) - len(bare.lstrip())
        while indent < open_at[-1][0]:
            open_at.pop()
        depth, rows = open_at[-1]
        if indent > depth:
            if not rows:
                raise StrategySyntaxError(
                    "the first line is indented", "Begin it at the margin.", at
                )
            if len(open_at) > DEEPEST:
                raise StrategySyntaxError("indented too deeply", line=at)
            open_at.append((indent, rows[-1].under))
            rows = rows[-1].under
        rows.append(_Row(at, bare.strip()))
    return top


class _Reader:
    def __init__(self) -> None:
        self.head: dict[str, str] = {}
        self.steps: list[Steps] = []
        self.counts: list[Count] = []
        self.lines: list[Line] = []
        self.stops: list[Stop] = []

    def strategy(self) -> Strategy:
        return Strategy(
            self.head.get("name", ""),
            _pruned(self.lines),
            self._game,
            tuple(self.steps),
            tuple(self.counts),
            tuple(self.stops),
            self.head.get("about", ""),
            self.head.get("source", ""),
        )

    @property
    def _game(self) -> str:
        return self.head.get("game", strategy_games()[0])

    def read(self, row: _Row) -> None:
        header = _HEADER.match(row.text)
        if header:
            key = header[1].lower()
            if key == "game" and header[2] not in strategy_games():
                listed = ", ".join(strategy_games())
                raise StrategySyntaxError(f'there is no game "{header[2]}"', f"Games: {listed}.")
            if key in self.head:
                raise StrategySyntaxError(f"{key} is said twice")
            said = " ".join([header[2], *_all(row.under)]).strip()
            if not said.isprintable():
                raise StrategySyntaxError(f"{key} has characters that cannot be printed")
            self.head[key] = said
        elif row.text.lower().startswith("steps "):
            self.steps.append(self._steps(row))
        elif row.text.lower().startswith("count "):
            self.counts.append(self._count(row))
        else:
            self._add(self.lines, row, None)

    def _words(self, text: str) -> WordReader:
        names = [each.name for each in self.steps]
        counts = [each.name for each in self.counts]
        return WordReader(text, names, counts, self._game)

    def _new_name(self, words: WordReader) -> str:
        name = words.take()
        if not _NAME.fullmatch(name) or name.lower() in _RESERVED:
            raise StrategySyntaxError(
                f'"{name}" cannot be a name', "Use a word such as unit or press."
            )
        if name in {each.name for each in self.steps} | {each.name for each in self.counts}:
            raise StrategySyntaxError(f'"{name}" is declared twice')
        return name

    def _steps(self, row: _Row) -> Steps:
        words = self._words(row.text)
        words.take()
        name = self._new_name(words)
        words.need(":")
        if re.search(r"(?<!\$)\b\d{1,3},\d{3}\b", row.text):
            raise StrategySyntaxError("a comma inside an amount", "Write 1250 or $1,250.")
        amounts = []
        while words.left:
            amounts.append(dollars(words))
            words.skip(",")
        if not amounts or min(amounts) <= 0 or len(amounts) > MOST_STEPS:
            raise StrategySyntaxError(
                f"steps need 1 to {MOST_STEPS} amounts, each above zero",
                "Write: steps unit: 10 20 40.",
            )
        moves, past = [], "stay"
        for under in row.under:
            inner = self._words(under.text)
            with _at(under):
                if inner.skip("past", "the", "end"):
                    inner.need(":")
                    past = inner.take().lower()
                    if past not in ("stay", "first"):
                        raise StrategySyntaxError(
                            f'past the end comes "stay" or "first", not "{past}"'
                        )
                else:
                    moves.append(self._after(inner, of_steps=True))
                inner.done()
        beyond = [after.move.to for after in moves if (after.move.to or 0) >= len(amounts)]
        if beyond:
            raise StrategySyntaxError(f"there is no step {(beyond[0] or 0) + 1} of {len(amounts)}")
        return Steps(name, tuple(amounts), tuple(moves), "first" if past == "first" else "stay")

    def _count(self, row: _Row) -> Count:
        words = self._words(row.text)
        words.take()
        name = self._new_name(words)
        words.need("up", "to")
        most = number(words)
        words.skip(":")
        words.done()
        if not 1 <= most <= MOST_COUNTED:
            raise StrategySyntaxError(f"a count goes up to 1 to {MOST_COUNTED}")
        moves = []
        for under in row.under:
            inner = self._words(under.text)
            with _at(under):
                moves.append(self._after(inner, of_steps=False))
                inner.done()
        if any((after.move.to or 0) > most for after in moves):
            raise StrategySyntaxError(f"{name} goes up to {most}")
        return Count(name, most, tuple(moves))

    def _after(self, words: WordReader, *, of_steps: bool) -> After:
        words.need("after")
        return after(words, of_steps)

    def _add(self, into: list[Line], row: _Row, under: Condition | None) -> None:
        """Add a line that acts, or a block of them, ``under`` a condition."""
        with _at(row):
            words = self._words(row.text)
            if words.skip("stop"):
                if not (words.skip("if") or words.skip("when")):
                    raise StrategySyntaxError(
                        '"stop" is followed by "if"', "Write: stop if ahead >= 200."
                    )
                what = condition(words)
                self.stops.append(Stop(what if under is None else Both(under, what), row.number))
                words.done()
                _nothing_under(row)
                return
            if words.skip("otherwise") or words.skip("else"):
                words.skip(":")
                words.done()
                last = into[-1] if into else None
                if not isinstance(last, When) or last.otherwise:
                    raise StrategySyntaxError("otherwise follows a when at the same margin")
                less = Not(last.condition) if under is None else Both(under, Not(last.condition))
                into[-1] = replace(last, otherwise=self._block(row, less))
                return
            if words.skip("when") or words.skip("if"):
                what = condition(words)
                words.skip(":")
                words.done()
                more = what if under is None else Both(under, what)
                into.append(When(what, self._block(row, more), line=row.number))
                return
            into.extend(self._acts(words, row))

    def _block(self, row: _Row, under: Condition) -> tuple[Line, ...]:
        if not row.under:
            raise StrategySyntaxError("nothing is indented under it", "Indent what is done then.")
        lines: list[Line] = []
        for each in row.under:
            self._add(lines, each, under)
        return tuple(lines)

    def _acts(self, words: WordReader, row: _Row) -> list[Line]:
        verb = words.take().lower()
        if verb == "take" and words.skip("down"):
            verb = "remove"
        if verb in ("lay", "take") and words.peek(1) == "odds":
            size = words.left.pop(0)
            words.need("odds")
            words.left.insert(0, size)
            verb = "odds"
        act = _VERBS.get(verb)
        if act is None:
            known = (
                "bet, odds, raise, reduce, take down, call, when, otherwise, steps, count, stop if"
            )
            raise StrategySyntaxError(
                f'"{verb}" is nothing a strategy does', f"Lines begin with: {known}."
            )
        lines: list[Line] = act(words, row.number)
        if words.skip("if") or words.skip("when"):
            lines = [When(condition(words), tuple(lines), line=row.number)]
        words.done()
        _nothing_under(row)
        return lines


def _pruned(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines without blocks that do nothing, such as those of a stop alone."""
    kept: list[Line] = []
    for line in lines:
        if not isinstance(line, When):
            kept.append(line)
            continue
        then, otherwise = _pruned(line.then), _pruned(line.otherwise)
        if then:
            kept.append(replace(line, then=then, otherwise=otherwise))
        elif otherwise:
            kept.append(replace(line, condition=Not(line.condition), then=otherwise, otherwise=()))
    return tuple(kept)


class _at:  # noqa: N801
    """Adds the line to errors raised inside."""

    def __init__(self, row: _Row) -> None:
        self.row = row

    def __enter__(self) -> None: ...

    def __exit__(self, _kind: object, problem: BaseException | None, _trace: object) -> None:
        if isinstance(problem, StrategySyntaxError) and not problem.line:
            raise StrategySyntaxError(problem.what, problem.instead, self.row.number) from None


def _all(rows: list[_Row]) -> list[str]:
    return [text for row in rows for text in (row.text, *_all(row.under))]


def _nothing_under(row: _Row) -> None:
    if row.under:
        raise StrategySyntaxError(
            "nothing may be indented under this line", line=row.under[0].number
        )


_RESERVED = frozenset(
    [
        "a",
        "about",
        "after",
        "ahead",
        "all",
        "and",
        "any",
        "anything",
        "at",
        "back",
        "banker",
        "bankroll",
        "behind",
        "bet",
        "bets",
        "by",
        "call",
        "come",
        "come-out",
        "count",
        "coups",
        "down",
        "drawdown",
        "each",
        "eleven",
        "else",
        "end",
        "every",
        "fewer",
        "field",
        "fire",
        "first",
        "game",
        "hands",
        "horn",
        "if",
        "is",
        "last",
        "lay",
        "least",
        "less",
        "losses",
        "max",
        "more",
        "most",
        "name",
        "new",
        "next",
        "no",
        "not",
        "nothing",
        "odds",
        "of",
        "off",
        "on",
        "or",
        "otherwise",
        "out",
        "over",
        "pass",
        "past",
        "player",
        "point",
        "points",
        "rail",
        "raise",
        "reduce",
        "regress",
        "remove",
        "roll",
        "rolled",
        "rolls",
        "shakes",
        "shooter",
        "shooters",
        "since",
        "source",
        "stay",
        "step",
        "steps",
        "stop",
        "take",
        "than",
        "the",
        "this",
        "tie",
        "times",
        "to",
        "under",
        "up",
        "was",
        "when",
        "whirl",
        "wins",
    ]
)
"""Words of the language, which cannot be names."""


def _names(words: WordReader) -> list[str]:
    found = [_name(words)]
    while words.peek() in (",", "and"):
        words.take()
        words.skip("and")
        found.append(_name(words))
    return found


def _name(words: WordReader) -> str:
    return ALL if words.skip(ALL) else wager(words)


def _bet(words: WordReader, line: int) -> list[Line]:
    size: Amount | None = None
    if is_number(words.peek()) or words.peek(1) == "on":
        size = amount(words)
        words.need("on")
    names = _names(words)
    size = amount(words) if size is None else size
    words.skip("each")
    if ALL in names:
        raise StrategySyntaxError("a bet is made on one wager by name")
    return [BetLine(each, size, line) for each in names]


def _odds(words: WordReader, line: int) -> list[Line]:
    token = words.peek()
    size: Fraction | tuple[tuple[int, Fraction], ...] | Amount | Literal["max"]
    if token == "max" or re.fullmatch(r"\d+(\.\d+)?(-\d+)*x", token):
        try:
            size = multiple(words.take().lower())
        except ValueError as problem:
            raise StrategySyntaxError(str(problem)) from None
    else:
        size = amount(words)
    names = _names(words) if words.skip("on") or words.skip("behind") else [ALL]
    return [OddsLine(size, each, line) for each in names]


def _raise(words: WordReader, line: int) -> list[Line]:
    names = _names(words)
    to = words.skip("to")
    if not to:
        words.need("by")
    size = amount(words)
    most = None
    if not to and (words.skip("up", "to") or words.skip("to", "at", "most")):
        most = stake(words)
    return [RaiseLine(each, size, to, most, line) for each in names]


def _reduce(words: WordReader, line: int) -> list[Line]:
    names = _names(words)
    to = words.skip("to")
    if not to:
        words.need("by")
    size = amount(words, or_zero=to)  # To zero: the bet is taken down.
    return [ReduceLine(each, size, to, line) for each in names]


def _remove(words: WordReader, line: int) -> list[Line]:
    return [TakeDownLine(each, line) for each in _names(words)]


def _call(words: WordReader, line: int) -> list[Line]:
    names = _names(words)
    on = words.skip("on")
    if not on:
        words.need("off")
    return [CallLine(each, on, line) for each in names]


_VERBS = {
    "bet": _bet,
    "odds": _odds,
    "raise": _raise,
    "press": _raise,
    "reduce": _reduce,
    "regress": _reduce,
    "remove": _remove,
    "call": _call,
}
