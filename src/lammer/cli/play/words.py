"""What a player types, turned into what is asked of the table.

``understood`` is pure. It knows no rule: whether a bet may be made, changed or called is for the
table to say. What is up decides only what the words mean: which 6 comes down, and which bet the
odds stand behind. Where two bets could be meant it says so instead of choosing.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from lammer.games.registry import did_you_mean, nearest
from lammer.table.command import plain
from lammer.table.state import Bet, Table

Verb = Literal[
    "roll",
    "enter",
    "bets",
    "table",
    "help",
    "edges",
    "why",
    "law",
    "rules",
    "undo",
    "quit",
    "leave-up",
    "neighbours",
    "nothing",
]


@dataclass(frozen=True, slots=True)
class Ask:
    """Commands for the table, in order, written as in a table script."""

    commands: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """Something the table need not be asked for; ``about`` says what of."""

    verb: Verb
    about: str = ""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Words that say nothing, or two things: what is unclear, and what to say instead."""

    what: str
    instead: str = ""


Meaning = Ask | Wish | Puzzle

LONGEST = 200
"""Characters of a line that is read; nobody says more at a table."""
MOST_DIGITS = 15
"""Digits of an amount; what the table makes of so much is its own affair."""


def understood(text: str, table: Table, seat: int, *, leave_up: bool = True) -> Meaning:
    """What a line means at this table, said by the player at ``seat``.

    >>> from lammer.table.run import Run
    >>> table = Run.at("nj-2011", rails={1: 50000}).table
    >>> understood("6 for 12", table, 1).commands[0]["wager"]
    'place-6'
    >>> understood("pass the dice", table, 1).commands
    ({'do': 'pass-dice', 'seat': 1},)
    >>> understood("hard 8", table, 1)
    Puzzle(what='How much on hard 8?', instead='Say "hard 8 for 10", for example.')
    """
    if len(text) > LONGEST:
        return Puzzle("That is too much at once.", "Say one thing a line, such as pass 10.")
    said = text.strip()
    if not said or said.startswith("#"):
        return Wish("nothing" if said else "enter")
    first, _, rest = said.partition(" ")
    if first.casefold() == "law":
        return Wish("law", rest.strip())
    asked = re.match(r"(?:odds|edges?) ?\?", said, re.IGNORECASE)
    words = _words((said[asked.end() :] if asked else said).rstrip("?! ."))
    if words is None:
        return _unknown(said)
    if asked or said.endswith("?"):
        return _question(words or ["odds" if asked else "help"], said)
    player = _Player(table, seat, leave_up)
    return _wish(words, said) or player.dice(words) or player.bets(words, said)


# Words


_SAID = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: str(at) for at, word in enumerate(_SAID, start=1)}
_NUMBERS |= {"eleven": "yo", "twelve": "12"}
_FILLERS = frozenset(
    {
        *("the", "a", "an", "my", "me", "please", "dollar", "dollars", "bucks", "and", "to"),
        *("bet", "bets", "wager", "put", "make", "want", "have"),
    }
)
_TOKEN = re.compile(r"\$?\d+(?:\.\d+)?|[a-z]+")


def _words(text: str) -> list[str] | None:
    """The words and numbers of a line; None if there is anything else in it."""
    plain_text = re.sub("['\N{RIGHT SINGLE QUOTATION MARK}]", "", text.casefold())
    plain_text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", plain_text).replace("&", " and ")
    plain_text = re.sub(r"(?<=\w)-(?=\w)|,", " ", plain_text)
    if _TOKEN.sub("", plain_text).strip():
        return None
    return [_NUMBERS.get(word, word) for word in _TOKEN.findall(plain_text)]


def _without_fillers(words: Iterable[str]) -> list[str]:
    return [word for word in words if word not in _FILLERS]


def _is_number(word: str) -> bool:
    return word[:1].isdigit()


def _is_amount(word: str) -> bool:
    return _is_number(word) or word.startswith("$")


def cents(text: str) -> int | None:
    """Dollars as typed, in cents; None if it is no amount above zero.

    >>> cents("$12"), cents("7.50"), cents("1,000"), cents("0"), cents("1.005")
    (1200, 750, 100000, None, None)
    """
    match = re.fullmatch(r"\$?(\d[\d,]*)(?:\.(\d{1,2}))?", text.strip(), re.ASCII)
    if match is None or len(match[1]) > MOST_DIGITS:
        return None
    over = (match[2] or "").ljust(2, "0")
    return int(match[1].replace(",", "")) * 100 + int(over) or None


def _unknown(said: str) -> Puzzle:
    near = did_you_mean(nearest(said[:40], _EXAMPLES)).strip()
    return Puzzle(f'"{plain(said)}" means nothing at this table.', near or "? lists what to say.")


_EXAMPLES = (
    *("roll", "pass 10", "dont pass 10", "come 10", "dont come 10", "odds 20", "6 for 12"),
    *("place 8 for 12", "buy 4 for 25", "lay 10 for 40", "hard 8 5", "field 5", "yo 5"),
    *("any craps 5", "any seven 5", "horn 4", "horn high 12 5", "hop 3 1 2", "fire 5", "whirl 5"),
    *("down on the 6", "take down the odds", "press the 6 6", "hard 8 on", "pass the dice"),
    *("take the dice", "no dice", "bets", "table", "rules", "undo", "quit", "why", "help"),
    *("odds?", "leave up off", "buy in 200", "small 5", "tall 5", "all 5", "neighbours"),
)


# What the session does


_WISHES: dict[Verb, str] = {
    "roll": "roll|r|roll dice|roll em|shoot|throw|throw dice|shake|roll bones",
    "bets": "bets|b|my bets",
    "table": "table|t|layout|felt|show",
    "help": "help|h|commands",
    "edges": "edges|edge|house edge",
    "why": "why|why not",
    "rules": "rules|house",
    "undo": "undo|u|take back|take it back",
    "quit": "quit|q|exit|bye|leave|leave table|colou?r me up|colou?r up",
    "neighbours": "neighbou?rs|players",
}


def _wish(words: list[str], said: str) -> Wish | Puzzle | None:
    line = " ".join(word for word in words if word != "the")
    for verb, spoken_as in _WISHES.items():
        if re.fullmatch(spoken_as, line):
            return Wish(verb)
    if match := re.fullmatch(r"leave (?:(?:it|them|winners) )?up(?: (on|off))?", line):
        return Wish("leave-up", match[1] or "")
    if match := re.fullmatch(r"(?:edge|edges|odds of) (.+)", line):
        return _question(match[1].split(), said)
    return None


def _question(words: list[str], said: str) -> Wish | Puzzle:
    """A line that ends in a question mark: help, or what a wager is worth."""
    line = _without_fillers(word for word in words if word not in _MARKS)
    if line[:1] in (["odds"], ["edge"], ["edges"]) and len(line) > 1:
        line = line[1:]
    if line in ([], ["help"]):
        return Wish("help")
    if line in (["odds"], ["edge"], ["edges"]):
        return Wish("edges")
    if line in (["why"], ["why", "not"]):
        return Wish("why")
    spot = _spot(line)
    if spot is None or spot.key.endswith("odds"):
        return _unknown(said) if spot is None else Wish("edges", "odds")
    return Wish("edges", f"place-{spot.number}" if spot.key == "number" else spot.key)


# Spots of the layout


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the layout as somebody named it: a wager's key; or "number", "odds", "come-odds"
    and "dont-come-odds", which only what is up makes definite."""

    key: str
    number: str = ""


_N = r"(\d{1,2})"
_PASS, _DONT_PASS, _DONT_COME = (
    "(?:pass(?: ?line)?|line)",
    "(?:dont pass(?: ?line)?|dp)",
    ("(?:dont come|dc)"),
)
_SPOTS: tuple[tuple[str, str], ...] = (
    (f"{_PASS}|front line|pl", "pass"),
    (_DONT_PASS, "dont-pass"),
    ("come", "come"),
    (_DONT_COME, "dont-come"),
    (f"come {_N}", "come-{}"),
    (f"{_DONT_COME} {_N}", "dont-come-{}"),
    (f"place {_N}", "place-{}"),
    (f"(?:place )?{_N} lose|place lose {_N}", "place-lose-{}"),
    (f"buy {_N}", "buy-{}"),
    (f"(?:lay|no) {_N}", "lay-{}"),
    (f"hard ?(?:ways?)? {_N}|{_N} hard ?way", "hard-{}"),
    ("field", "field"),
    ("any 7|big red|red|7", "any-seven"),
    ("any craps", "any-craps"),
    ("(?:craps )?2|2 craps|aces|snake eyes", "craps-2"),
    ("(?:craps )?3|3 craps|ace deuce", "craps-3"),
    ("(?:craps )?12|12 craps|boxcars|midnight", "craps-12"),
    ("yo(?: ?leven)?|11(?: in 1 roll)?", "eleven"),
    ("c ?e|craps (?:11|yo)", "c-and-e"),
    ("horn", "horn"),
    ("horn high (?:2|aces)", "horn-high-2"),
    ("horn high (?:3|ace deuce)", "horn-high-3"),
    ("horn high (?:11|yo)", "horn-high-11"),
    ("horn high (?:12|boxcars|midnight)", "horn-high-12"),
    (f"horn high {_N}", "horn-high-{}"),
    ("whirl|world", "whirl"),
    ("6 7 8|678", "six-seven-eight"),
    ("fire", "fire"),
    ("(?:all )?small", "all-small"),
    ("(?:all )?tall", "all-tall"),
    ("all(?: or nothing(?: at all)?)?", "all-or-nothing"),
    (f"big {_N}", "big-{}"),
    (f"(?:{_PASS}|pl) odds|odds {_PASS}", "pass-odds"),
    (f"{_DONT_PASS} odds|odds {_DONT_PASS}", "dont-pass-odds"),
)
_ODDS_SPOTS: tuple[tuple[str, str], ...] = (
    (f"odds(?: {_N})?", "odds"),
    (f"come odds(?: {_N})?|come {_N} odds|odds come(?: {_N})?", "come-odds"),
    (
        f"{_DONT_COME} odds(?: {_N})?|{_DONT_COME} {_N} odds|odds {_DONT_COME}(?: {_N})?",
        "dont-come-odds",
    ),
)
_HOP = re.compile(r"(?:hop(?:ping)? )?([1-9]) ([1-9])(?: hop(?:ping)?)?")
_BOX = ("4", "5", "6", "8", "9", "10")


def _spot(words: Iterable[str]) -> Spot | None:
    """The place on the layout that these words name, if they name one."""
    line = " ".join(words)
    if line in _BOX:
        return Spot("number", line)
    for pattern, key in _SPOTS:
        if match := re.fullmatch(pattern, line):
            number = next((each for each in match.groups() if each), "")
            return Spot(key.format(number))
    for pattern, key in _ODDS_SPOTS:
        if match := re.fullmatch(pattern, line):
            return Spot(key, next((each for each in match.groups() if each), ""))
    return _hop(line)


def _hop(line: str) -> Spot | None:
    if match := re.fullmatch(r"(?:hop(?:ping)? )?hard (4|6|8|10)(?: hop(?:ping)?)?", line):
        half = int(match[1]) // 2
        return Spot(f"hop-{half}-{half}")
    match = _HOP.fullmatch(line)
    if match is None or "hop" not in line:
        return None
    low, high = sorted((match[1], match[2]))
    return Spot(f"hop-{low}-{high}")


_SPOKEN = {
    "eleven": "yo",
    "c-and-e": "c and e",
    "six-seven-eight": "6-7-8",
    "all-small": "small",
    "all-tall": "tall",
    "all-or-nothing": "all",
    "any-seven": "any seven",
}


def spoken(name: str) -> str:
    """How a bet is named at this table; ``understood`` takes it back.

    >>> spoken("eleven"), spoken("dont-come-odds-6"), spoken("place-lose-4")
    ('yo', "don't come odds 6", 'place 4 to lose')
    """
    if match := re.fullmatch(r"place-lose-(\d+)", name):
        return f"place {match[1]} to lose"
    return _SPOKEN.get(name) or name.replace("dont-", "don't ").replace("-", " ")


# Amounts


_MARKS = frozenset({"for", "on", "by", "off", "from", "behind", "with"})


def _split(words: list[str], *, pair: bool = False) -> tuple[Spot | None, str | None]:
    """The spot and the amount in a line of words; ``pair`` allows two bare numbers, the spot
    first."""
    explicit = _explicit(words)
    line = [word for at, word in enumerate(words) if at != explicit and word not in _MARKS]
    if explicit is not None:
        return _spot(line), words[explicit]
    if len(line) == 2 and all(_is_number(word) and _spot([word]) for word in line) and not pair:
        return None, None
    if line and _is_number(line[-1]) and (spot := _spot(line[:-1])):
        return spot, line[-1]
    if line and _is_number(line[0]) and (spot := _spot(line[1:])):
        return spot, line[0]
    return _spot(line), None


def _explicit(words: list[str]) -> int | None:
    """Where the amount stands, if the words say so: "$12", "for 12", "12 on"."""
    for at, word in enumerate(words):
        if word.startswith("$"):
            return at
        if word in ("for", "by") and at + 1 < len(words) and _is_amount(words[at + 1]):
            return at + 1
    for at, word in enumerate(words[:-1]):
        if _is_amount(word) and words[at + 1] in ("on", "off", "from", "behind"):
            return at
    return None


@dataclass(frozen=True, slots=True)
class _Player:
    """One player's words at one table."""

    table: Table
    seat: int
    leave_up: bool

    @property
    def up(self) -> Mapping[str, Bet]:
        return self.table.seats[self.seat].bets

    def dice(self, words: list[str]) -> Ask | None:
        """What is said about the dice themselves, and about chips."""
        line = " ".join(word for word in words if word != "the")
        for verb, pattern in _DICE.items():
            if re.fullmatch(pattern, line):
                return self._ask({"do": verb})
        if words[:2] == ["buy", "in"] and len(words) > 2 and (amount := cents(words[-1])):
            return self._ask({"do": "buy-in", "amount": amount})
        return None

    def bets(self, words: list[str], said: str) -> Ask | Puzzle:
        line = _without_fillers(words)
        if "all bets" in " ".join(words):
            line = ["everything", *line]
        if "down" in line or line[:1] in (["remove"], ["pull"]):
            return self._down([w for w in line if w not in _DOWN])
        if line[:1] == ["take"] and "off" in line:
            amount_first = len(line) > 1 and _is_amount(line[1])
            rest = [word for word in line[1:] if word != "off" or amount_first]
            return self._less(rest, said) if amount_first else self._down(rest)
        if len(line) > 1 and _is_amount(line[0]) and line[1] in ("off", "from"):
            return self._less(line, said)
        if line[:1] and line[0] in ("less", "reduce", "regress"):
            return self._less(line[1:], said)
        if line[:1] and line[0] in ("press", "more", "add"):
            return self._press(line[1:], said)
        called = [w for w in line if w not in ("call", "turn")]
        for at in (-1, 0):
            if called and called[at] in _CALLS:
                rest = called[:-1] if at else called[1:]
                return self._call(rest, working=_CALLS[called[at]])
        return self._bet(line, said)

    def _ask(self, *commands: dict[str, Any]) -> Ask:
        return Ask(tuple({"do": each["do"], "seat": self.seat, **each} for each in commands))

    def _bet(self, line: list[str], said: str) -> Ask | Puzzle:
        if line[:1] in (["take"], ["lay"]) and "odds" in line:
            line = line[1:]
        spot, written = _split(line)
        if spot is None:
            numbers = [word for word in line if _is_number(word)]
            if len(numbers) == len(line) == 2 and numbers[0] in _BOX:
                return Puzzle(
                    f"Is that {numbers[0]} for ${numbers[1]}?",
                    f'Say "{numbers[0]} for {numbers[1]}", or "{numbers[1]} on the {numbers[0]}".',
                )
            return _unknown(said)
        name = self._behind(spot) if spot.key.endswith("odds") else self._spot_name(spot)
        if isinstance(name, Puzzle):
            return name
        amount = self._amount(written, f"on {spoken(name)}", f"{spoken(name)} for 10")
        return amount if isinstance(amount, Puzzle) else self._make(name, amount)

    def _make(self, name: str, amount: int) -> Ask:
        command: dict[str, Any] = {"do": "bet", "wager": name, "amount": amount}
        if name.startswith(_STAYING):
            command["leave_up"] = self.leave_up
        return self._ask(command)

    def _amount(self, written: str | None, where: str, example: str) -> int | Puzzle:
        if written is None:
            return Puzzle(f"How much {where}?", f'Say "{example}", for example.')
        amount = cents(written)
        if amount is None:
            return Puzzle(
                f"{plain(written)} is no amount.", "Say dollars above zero, such as 10 or 2.50."
            )
        return amount

    def _spot_name(self, spot: Spot) -> str:
        return f"place-{spot.number}" if spot.key == "number" else spot.key

    # Bets that are up

    def _down(self, line: list[str]) -> Ask | Puzzle:
        if "everything" in line:
            names = sorted(self.up, key=lambda name: "odds" not in name)
            if not names:
                return Puzzle("Nothing of yours is up.")
            return self._ask(*({"do": "remove", "wager": name} for name in names))
        name = self._held(line, "Which bet comes down?", 'Say "down on the 6", for example.')
        if isinstance(name, Puzzle):
            return name
        return self._ask({"do": "remove", "wager": name})

    def _less(self, line: list[str], said: str) -> Ask | Puzzle:
        spot, written = _split(line, pair=True)
        if spot is None:
            return _unknown(said)
        name = self._the_one(spot)
        if isinstance(name, Puzzle):
            return name
        amount = self._amount(written, f"off {spoken(name)}", f"less 5 on {spoken(name)}")
        if isinstance(amount, Puzzle):
            return amount
        return self._ask({"do": "reduce", "wager": name, "by": amount})

    def _press(self, line: list[str], said: str) -> Ask | Puzzle:
        """More on a bet that is up: as much again, where no amount is named."""
        spot, written = _split(line, pair=True)
        if spot is None:
            return _unknown(said)
        name = self._the_one(spot)
        if isinstance(name, Puzzle):
            return name
        if name not in self.up:
            return Puzzle(f"You have no {spoken(name)} up to press.", "Say bets to see what is.")
        if written is None:
            return self._make(name, self.up[name].stake)
        amount = self._amount(written, f"more on {spoken(name)}", f"press {spoken(name)} by 6")
        return amount if isinstance(amount, Puzzle) else self._make(name, amount)

    def _call(self, line: list[str], *, working: bool) -> Ask | Puzzle:
        word = "on" if working else "off"
        name = self._held(line, f"Which bet is {word}?", f'Say "hard 8 {word}", for example.')
        if isinstance(name, Puzzle):
            return name
        return self._ask({"do": "call", "wager": name, "working": working})

    def _held(self, line: list[str], which: str, example: str) -> str | Puzzle:
        words = [word for word in line if word not in _MARKS and word != "working"]
        spot = _spot(words)
        if spot is None:
            return Puzzle(which, example)
        return self._the_one(spot)

    def _the_one(self, spot: Spot) -> str | Puzzle:
        """The bet that is up and meant; the table says so if there is none."""
        up = self.up
        if spot.key in up:
            return spot.key
        if spot.key == "number":
            kinds = (("place-", "buy-", "lay-", "place-lose-"), ("come-", "dont-come-"))
            for group in kinds:
                found = [f"{kind}{spot.number}" for kind in group]
                if any(name in up for name in found):
                    return _only([name for name in found if name in up])
            return f"place-{spot.number}"
        if spot.key.endswith("odds"):
            found = [name for name, number in self._odds_up() if _fits(spot, name, number)]
            return _only(found) if found else self._behind(spot)
        if spot.key in ("come", "dont-come"):
            found = [name for name in up if re.fullmatch(rf"{spot.key}-\d+", name)]
            return _only(found) if found else spot.key
        return spot.key

    # Odds

    def _odds_up(self) -> list[tuple[str, str]]:
        """The odds that are up, with the number each stands on."""
        wagers, found = self.table.rules.wagers, []
        for name, bet in self.up.items():
            behind = wagers[bet.wager].behind
            if behind is not None:
                base = self.up.get(behind.base)
                alone = behind.states[0] if len(behind.states) == 1 else ""
                found.append((name, alone or (base.state if base else "")))
        return found

    def _behind(self, spot: Spot) -> str | Puzzle:
        """The odds meant: those of the one bet that can take them, or those named."""
        if spot.key in ("pass-odds", "dont-pass-odds"):
            return spot.key
        can = [
            (odds.key, bet.state)
            for bet in self.up.values()
            for odds in self.table.rules.supplements(bet.wager, bet.state)
        ]
        found = [name for name, number in can if _fits(spot, name, number)]
        if found:
            return _only(found)
        if spot.number:
            kind = "come-odds" if spot.key == "odds" else spot.key
            return f"{kind}-{spot.number}"
        if spot.key != "odds":
            return Puzzle(
                f"No {spoken(spot.key.removesuffix('-odds'))} bet of yours has its number yet.",
                f'With one on the 6, say "{spoken(spot.key)} 6 for 20".',
            )
        return "dont-pass-odds" if "dont-pass" in self.up else "pass-odds"


_STAYING = ("place-", "buy-", "lay-", "hard-")
"""Bets that are left up when they win, unless told otherwise."""
_DOWN = frozenset({"down", "take", "remove", "pull", "on"})
_CALLS = {"on": True, "working": True, "off": False}
_DICE = {
    "accept-dice": "(?:take|accept|my) dice|dice|accept|ill take them",
    "decline-dice": "no dice|decline|decline dice|dont take dice|no thanks",
    "pass-dice": "pass dice|pass on dice|give up dice|pass dice on",
    "no-line-bet": "no line bet",
}


def _fits(spot: Spot, name: str, number: str) -> bool:
    """Whether odds of this name, on this number, are those the words mean."""
    return spot.number in ("", number) and spot.key in ("odds", name, name.rpartition("-")[0])


def _only(names: list[str]) -> str | Puzzle:
    """The one name, or the question which."""
    if len(names) == 1:
        return names[0]
    said = [spoken(name) for name in names]
    return Puzzle(f"Which one: {', '.join(said[:-1])} or {said[-1]}?", "Name it in full.")
