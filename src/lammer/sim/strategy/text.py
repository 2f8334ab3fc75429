"""Parses the text of a strategy; errors name their line."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path

from lammer.games.registry import strategy_games
from lammer.sim.strategy.conditions import condition
from lammer.sim.strategy.moves import after, amount_move, list_move
from lammer.sim.strategy.parts import (
    After,
    Amount,
    AmountList,
    Both,
    Condition,
    Count,
    Line,
    ListMove,
    Money,
    Named,
    NamedAmount,
    Not,
    Reckoned,
    Steps,
    Stop,
    Strategy,
    Times,
    Variable,
    When,
    Winnings,
    leaves,
)
from lammer.sim.strategy.verbs import VERBS
from lammer.sim.strategy.words import (
    Names,
    StrategySyntaxError,
    WordReader,
    amount,
    dollars,
    number,
    stake,
)

LARGEST = 100_000
MOST_LINES = 1_000
MOST_STEPS = 500
MOST_COUNTED = 10_000
MOST_LISTED = 100
"""The limit of amounts that a list starts with."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(-[A-Za-z][A-Za-z0-9]*)*")
_HEADER = re.compile(r"(name|game|about|source)\s*:\s*(.*)", re.IGNORECASE)
DEEPEST = 10


@dataclass
class _Row:
    """A line of the file and the lines indented under it."""

    number: int
    text: str
    column: int = 1
    under: list["_Row"] = field(default_factory=list)
    words: WordReader | None = None
    """Its words, once they are read."""


def read_strategy(path: str | Path) -> Strategy:
    """Return the strategy in a file; its name is the file's if it has none."""
    place = Path(path)
    try:
        with place.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as problem:
        instead = "lammer strategy lists the library; --example prints a file to start from."
        raise StrategySyntaxError(f"{path}: {problem.strerror}", instead) from None
    if len(raw) > LARGEST:
        raise StrategySyntaxError(f"{path} is larger than {LARGEST} bytes; a strategy is a page")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise StrategySyntaxError(f"{path} is not UTF-8 text") from None
    found = parse(text)
    return found if found.name else replace(found, name=place.stem)


def parse(text: str, game: str | None = None) -> Strategy:
    """Return the strategy of a text, for ``game`` (the first, if None) if it names none; raises
    ``StrategySyntaxError``.

    >>> parse("bet pass 10\\nodds 2x").lines[0]
    BetLine(wager='pass', amount=Money(cents=1000), line=1, leave_up=False)
    """
    rows = _rows(text)
    reader = _Reader(_declared(rows), game or strategy_games()[0])
    for row in rows:
        with _at(row):
            reader.read(row)
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
        rows.append(_Row(at, bare.strip(), indent + 1))
    return top


def _declared(rows: list[_Row]) -> Names:
    """Return the amounts and lists that are declared anywhere: their moves may name each other."""
    found: dict[str, list[str]] = {"amount": [], "list": []}
    for row in rows:
        words = row.text.split()
        if words[0].lower() in found and len(words) > 1:
            found[words[0].lower()].append(words[1].rstrip(":"))
    return Names(amounts=tuple(found["amount"]), lists=tuple(found["list"]))


class _Reader:
    def __init__(self, declared: Names, game: str) -> None:
        self.declared, self.game = declared, game
        self.variables: list[Variable] = []
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
            tuple(self.variables),
        )

    @property
    def _game(self) -> str:
        return self.head.get("game", self.game)

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
            self.steps.append(self.steps_name(row))
        elif row.text.lower().startswith("count "):
            self.counts.append(self._count(row))
        elif row.text.lower().startswith("amount "):
            self.variables.append(self._named_amount(row))
        elif row.text.lower().startswith("list "):
            self.variables.append(self._list(row))
        else:
            self._add(self.lines, row, None)

    def _words(self, row: _Row) -> WordReader:
        steps = tuple(each.name for each in self.steps)
        counts = tuple(each.name for each in self.counts)
        names = Names(steps, counts, self.declared.amounts, self.declared.lists)
        row.words = WordReader(row.text, names, self._game, row.column)
        return row.words

    def _new_name(self, words: WordReader) -> str:
        name = str(words.take())
        if not _NAME.fullmatch(name) or name.lower() in _RESERVED:
            raise StrategySyntaxError(
                f'"{name}" cannot be a name', "Use a word such as unit or press."
            )
        declared = (*self.steps, *self.counts, *self.variables)
        if name in {each.name for each in declared}:
            raise StrategySyntaxError(f'"{name}" is declared twice')
        return name

    def steps_name(self, row: _Row) -> Steps:
        words = self._words(row)
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
            with _at(under):
                inner = self._words(under)
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
        words = self._words(row)
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
            with _at(under):
                inner = self._words(under)
                moves.append(self._after(inner, of_steps=False))
                inner.done()
        if any((after.move.to or 0) > most for after in moves):
            raise StrategySyntaxError(f"{name} goes up to {most}")
        return Count(name, most, tuple(moves))

    def _named_amount(self, row: _Row) -> NamedAmount:
        words = self._words(row)
        words.take()
        name = self._new_name(words)
        most = self._top(words)
        words.need(":")
        start = self._constant(words)
        words.done()
        if most is not None and start > most:
            raise StrategySyntaxError(f"{name} starts above its top")
        moves = []
        for under in row.under:
            with _at(under):
                inner = self._words(under)
                moves.append(amount_move(inner, start))
                inner.done()
                _no_bet(moves[-1].amount)
                _nothing_under(under)
        return NamedAmount(name, start, tuple(moves), most)

    def _list(self, row: _Row) -> AmountList:
        words = self._words(row)
        words.take()
        name = self._new_name(words)
        most = self._top(words)
        words.need(":")
        start = []
        while words.left:
            start.append(self._constant(words))
            words.skip(",")
        if not start or min(start) <= 0 or len(start) > MOST_LISTED:
            raise StrategySyntaxError(
                f"a list has 1 to {MOST_LISTED} amounts, each above zero",
                "Write: list line: 10 20 30 40.",
            )
        if most is not None and sum(start) > most:
            raise StrategySyntaxError(f"{name} starts above its top")
        moves: list[ListMove] = []
        restarts = False
        for under in row.under:
            with _at(under):
                inner = self._words(under)
                if inner.skip("when", "empty"):
                    inner.skip(":") or inner.need(",")
                    inner.skip("restart") or inner.need("reset")
                    restarts = True
                else:
                    moves.append(list_move(inner))
                    if moves[-1].amount is not None:
                        _no_bet(moves[-1].amount)
                inner.done()
                _nothing_under(under)
        return AmountList(name, tuple(start), tuple(moves), most, restarts)

    def _top(self, words: WordReader) -> int | None:
        return stake(words) if words.skip("up", "to") else None

    def _constant(self, words: WordReader) -> int:
        """Parse an amount that is known before play: of dollars and amounts declared above."""
        column = words.following
        cents = self._value(amount(words, or_zero=True))
        if cents is None or cents.denominator != 1:
            raise StrategySyntaxError(
                "what it starts with is not known before play",
                "Start with dollars, or with amounts that are declared above: 10, 2 * unit.",
                column=column,
            )
        return cents.numerator

    def _value(self, of: Amount) -> Fraction | None:
        known = {each.name: each.start for each in self.variables if isinstance(each, NamedAmount)}
        match of:
            case Money(cents):
                return Fraction(cents)
            case Named(name) if name in known:
                return Fraction(known[name])
            case Times(by, inner):
                value = self._value(inner)
                return None if value is None else by * value
            case Reckoned("+" | "-" as how, left, right):
                first, second = self._value(left), self._value(right)
                if first is None or second is None:
                    return None
                return first + second if how == "+" else max(first - second, Fraction(0))
        return None

    def _after(self, words: WordReader, *, of_steps: bool) -> After:
        words.need("after")
        return after(words, of_steps)

    def _add(self, into: list[Line], row: _Row, under: Condition | None) -> None:
        """Add a line that acts, or a block of them, ``under`` a condition."""
        with _at(row):
            words = self._words(row)
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
        act = VERBS.get(verb)
        if act is None:
            known = "bet, odds, raise, reduce, take down, call, when, otherwise, steps, count, "
            known += "amount, list, stop if"
            near = get_close_matches(verb, [*VERBS, "when", "otherwise", "stop", "take"], 1)
            hint = f"Did you mean {near[0]}? " if near else ""
            raise StrategySyntaxError(
                f'"{verb}" is nothing a strategy does', f"{hint}Lines begin with: {known}."
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
    """Adds the line and the column to errors raised inside."""

    def __init__(self, row: _Row) -> None:
        self.row = row

    def __enter__(self) -> None: ...

    def __exit__(self, _kind: object, problem: BaseException | None, _trace: object) -> None:
        if isinstance(problem, StrategySyntaxError) and not problem.line:
            words = self.row.words
            column = problem.column or (words.column if words is not None else self.row.column)
            raise StrategySyntaxError(
                problem.what, problem.instead, self.row.number, column
            ) from None


def _all(rows: list[_Row]) -> list[str]:
    return [text for row in rows for text in (row.text, *_all(row.under))]


def _no_bet(amount: Amount) -> None:
    """Refuse in a move "the winnings" of no wager by name, and a step above what is up."""
    for leaf in leaves(amount):
        if leaf == Winnings():
            raise StrategySyntaxError(
                "the winnings of which wager", "Write: the winnings of place-6."
            )


def _nothing_under(row: _Row) -> None:
    if row.under:
        below = row.under[0]
        raise StrategySyntaxError(
            "nothing may be indented under this line",
            "Begin it at the same margin.",
            below.number,
            below.column,
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
