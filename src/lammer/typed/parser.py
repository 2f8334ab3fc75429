"""Parses a line that a player types into commands for the table.

``understood`` is pure and applies no rule: the table decides whether a bet may be made, changed or
called. The bets that are up are used only to resolve what is meant: which 6 comes down, which bet
the odds stand behind. An ambiguous line is answered with a question, never a guess. Each game has
its own words (``typed.vocabulary``); those of every table are here.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from lammer.core.legality import Refusal
from lammer.games.registry import did_you_mean, nearest
from lammer.table.apply import apply_all
from lammer.table.bets.breakdown import parts_words
from lammer.table.commands import plain
from lammer.table.state import Bet, TableState
from lammer.table.views.legal import posted_range
from lammer.typed import quick
from lammer.typed.dry_run import decision_on
from lammer.typed.earlier_bets import NOTHING, EarlierBets
from lammer.typed.intents import (
    Chip,
    Command,
    LocalAction,
    Meaning,
    Spot,
    TableCommands,
    Unclear,
    Verb,
    typed,
)
from lammer.typed.vocabulary import Vocabulary, bets_up, spoken, vocabulary_of
from lammer.typed.words import parts_of, split_words, without_fillers

__all__ = [
    "LONGEST",
    "Chip",
    "LocalAction",
    "Meaning",
    "TableCommands",
    "Unclear",
    "cents",
    "spoken",
    "understood",
]

LONGEST = 200
"""The longest line that is parsed, in characters."""
MOST_DIGITS = 15
"""The most digits of an amount; the table has limits of its own."""


def understood(
    text: str,
    table: TableState,
    seat: int,
    *,
    leave_up: bool | None = True,
    chip: bool = False,
    earlier: EarlierBets = NOTHING,
) -> Meaning:
    """Return the meaning of a line that the player at ``seat`` typed at this table.

    ``leave_up`` is sent with bets that may be left up when they win, unless it is None. With
    ``chip`` a bet may be named without an amount (``Chip``). ``earlier`` is what "same bet" and
    "press" go by.

    >>> from lammer.table.run import Run
    >>> table = Run.at("nj-2011", rails={1: 50000}).table
    >>> understood("6 for 12", table, 1).commands[0]["wager"]
    'place-6'
    >>> understood("pass the dice", table, 1).commands
    ({'do': 'pass-dice', 'seat': 1},)
    >>> understood("hard 8", table, 1)
    Unclear(what='How much on hard 8?', instead='Say "hard 8 for 10", for example.')
    >>> [each["wager"] for each in understood("pass 10, 12 on the six", table, 1).commands]
    ['pass', 'place-6']
    """
    player = _Player(table, seat, vocabulary_of(table), leave_up, chip, earlier)
    if len(text) > LONGEST:
        one = player.vocabulary.examples[0]
        return Unclear("That is too much at once.", f"Say one thing a line, such as {one}.")
    said = text.strip()
    if not said or said.startswith("#"):
        return LocalAction("nothing" if said else "enter")
    first, _, rest = said.partition(" ")
    if first.casefold() == "law":
        return LocalAction("law", rest.strip())
    asked = re.match(r"(?:odds|edges?) ?\?", said, re.IGNORECASE)
    words = split_words((said[asked.end() :] if asked else said).rstrip("?! ."))
    if words is None:
        return player.unknown(said)
    if asked or said.endswith("?"):
        return player.question(words or ["odds" if asked else "help"], said)
    outside = player.outside_the_text(said)
    if outside is not None:
        return outside
    declined = player.vocabulary.declined(table, " ".join(without_fillers(words)))
    if declined is not None and not player.names_one_outside_the_text(words):
        return declined
    several = player.several(parts_of(said.rstrip("! .")))
    if isinstance(several, TableCommands):
        return several
    whole = player.meaning(words, said)
    return several if several is not None and isinstance(whole, Unclear) else whole


def bet_meant(text: str, table: TableState, seat: int, *, making: bool) -> str | Unclear | None:
    """Return the bet that words name: one to be made, or one that is up; a question if they are
    unclear; None if they are unlike any name at this table.

    >>> from lammer.table.run import Run
    >>> table = Run.at("nj-2011", rails={1: 50000}).table
    >>> bet_meant("Don't Pass odds", table, 1, making=True)
    'dont-pass-odds'
    >>> bet_meant("insurance", table, 1, making=True) is None
    True
    >>> bet_meant("hard", table, 1, making=True).what
    '"hard" may be hard 4 or hard 6 or hard 8 or hard 10.'
    """
    player = _Player(table, seat, vocabulary_of(table), None, chip=False, earlier=NOTHING)
    words = split_words(text[:LONGEST])
    line = without_fillers(word for word in words or () if word not in _MARKS)
    if not line:
        return player.unlike(text)
    if line[0] in ("take", "lay") and "odds" in line:
        line = line[1:]
    spot = player.spot(line)
    if spot is not None:
        find = player.vocabulary.made if making else player.vocabulary.held
        return find(table, seat, spot)
    found = player.named(line)
    if not making and len(found) > 1:
        found = [name for name in found if name in player.up] or found
    if len(found) == 1:
        return found[0]
    return player.which(found, line) if found else player.unlike(text)


def _name_words(name: str) -> list[str]:
    """Return the significant words of a bet's name."""
    found = split_words(re.sub(r"[^\w' -]", " ", name)) or []
    return [word for word in without_fillers(found) if word not in _MARKS]


def _is_number(word: str) -> bool:
    return word[:1].isdigit()


def _is_amount(word: str) -> bool:
    return _is_number(word) or word.startswith("$")


def cents(text: str) -> int | None:
    """Return dollars as typed, in cents; None if it is no amount above zero.

    >>> cents("$12"), cents("7.50"), cents("1,000"), cents("0"), cents("1.005")
    (1200, 750, 100000, None, None)
    """
    match = re.fullmatch(r"\$?(\d[\d,]*)(?:\.(\d{1,2}))?", text.strip(), re.ASCII)
    if match is None or len(match[1]) > MOST_DIGITS:
        return None
    over = (match[2] or "").ljust(2, "0")
    return int(match[1].replace(",", "")) * 100 + int(over) or None


_EXAMPLES = (
    *("bets", "table", "rules", "undo", "quit", "why", "help", "odds?", "buy in 200", "rail"),
    "neighbours",
)
_WISHES: dict[Verb, str] = {
    "bets": "bets|b|my bets",
    "rail": "rail|my rail|chips|my chips",
    "table": "table|t|layout|felt|show",
    "help": "help|h|commands",
    "edges": "edges|edge|house edge",
    "why": "why|why not",
    "rules": "rules|house",
    "undo": "undo|u|take back|take it back",
    "max-odds": "max odds|odds max|full odds",
    "quit": "quit|q|exit|bye|leave|leave table|colou?r me up|colou?r up",
    "neighbours": "neighbou?rs|players",
}
_AROUND = frozenset({"bet", "on", "for", "the"})
_MARKS = frozenset({"for", "on", "by", "off", "from", "behind", "with", "against"})
_DOWN = frozenset({"down", "take", "remove", "pull", "on"})
_CALLS = {"on": True, "working": True, "off": False}
_ACTS = frozenset(
    {
        *("roll", "throw", "shoot", "shake", "deal", "accept", "take", "decline", "refuse"),
        *("pass", "select", "shuffle", "cut", "collect"),
    }
)
"""Verbs of the procedure, at any game: alone they never name a bet."""
_ABOUT = "edge|edges|odds of|info|what is|whats|explain|about"
MOST_NAMED = 6
"""Bets named in a question which one is meant."""


_AMOUNT = r"\$?\d+(?:\.\d+)?"
_SPREAD = (
    rf"(?:place )?(?:(?P<before>{_AMOUNT}) )?(?:on )?(?P<group>{'|'.join(quick.GROUPS)})"
    rf"(?: numbers)?(?: (?:for )?(?P<after>{_AMOUNT}))?"
)
_SAME = r"(?:same(?: again)?|repeat|again)(?: (?P<what>.+))?"
_ALL = "all|everything|" + "|".join(quick.GROUPS)
_QUICK = (
    (r"half press(?: (?P<what>.+))?", "half-press"),
    (r"press(?: (?P<what>.+))?", "press"),
    (r"regress(?: (?P<what>.+))?", "regress"),
    (rf"(?:call |turn )?(?P<what>{_ALL}) (?:not working|off)", "off"),
    (rf"(?:call |turn )?(?P<what>{_ALL}) (?:working|on)", "on"),
    (rf"(?:take |down (?:on )?)?(?P<what>{'|'.join(quick.GROUPS)})(?: down)?", "down"),
    (rf"take down (?P<what>{'|'.join(quick.GROUPS)})", "down"),
)
"""Words for what is done with several bets, tried in this order."""
_CLEARING = (["all", "down"], ["take", "all", "down"], ["take", "down", "all"], ["clear"])
_VERBS = (("half", "press"), ("press",), ("regress",), ("take", "down"), ("down", "on"), ("down",))
_KINDS = frozenset({"place", "buy", "lay", "hard"})
_AFTER = (["down"], ["off"], ["on"], ["working"])


def _verb_of(words: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the verb that words begin with, and the kind of bet after it."""
    verb = next((each for each in _VERBS if tuple(words[: len(each)]) == each), ())
    rest = words[len(verb) :]
    return verb, (*verb, rest[0]) if rest and rest[0] in _KINDS else verb


def _explicit(words: list[str]) -> int | None:
    """Return the index of the amount where a word marks it: "$12", "for 12", "12 on"."""
    for at, word in enumerate(words):
        if word.startswith("$"):
            return at
        if word in ("for", "by") and at + 1 < len(words) and _is_amount(words[at + 1]):
            return at + 1
    for at, word in enumerate(words[:-1]):
        if _is_amount(word) and words[at + 1] in ("on", "off", "from", "behind", "against"):
            return at
    return None


@dataclass(frozen=True, slots=True)
class _Player:
    """The words of one player at one table."""

    table: TableState
    seat: int
    vocabulary: Vocabulary
    leave_up: bool | None
    chip: bool
    earlier: EarlierBets

    @property
    def up(self) -> Mapping[str, Bet]:
        return bets_up(self.table, self.seat)

    @property
    def _outside_the_text(self) -> list[str]:
        return [key for key, wager in self.table.rules.wagers.items() if wager.experimental]

    def unknown(self, said: str) -> Unclear:
        near = nearest(said[:40], (*self.vocabulary.examples, *_EXAMPLES))
        near = near or nearest(said[:40], map(spoken, self.table.rules.wagers))
        hint = did_you_mean(near).strip()
        return Unclear(
            f'"{plain(said)}" means nothing at this table.', hint or "? lists what to say."
        )

    def unlike(self, said: str) -> Unclear | None:
        """Return the question for words that resemble the name of a bet; None if they do not."""
        near = nearest(said[:40], {spoken(key) for key in (*self.table.rules.wagers, *self.up)})
        if not near:
            return None
        what = f'"{plain(said)}" means nothing at this table.'
        return Unclear(what, did_you_mean(near).strip())

    def meaning(self, words: list[str], said: str) -> Meaning:
        """Return the meaning of one part of a line."""
        return self.wish(words, said) or self.ask(words) or self.bets(words, said)

    # Several parts in a line

    def several(self, parts: list[list[str]]) -> TableCommands | Unclear | None:
        """Return the commands of all parts of a line, each parsed for the table as it will be after
        the parts before it; a question if one of them is unclear; None if there are no parts."""
        table = self.table
        commands: list[Command] = []
        for words in self._complete(parts):
            player = replace(self, table=table, chip=False)
            meant = player.meaning(words, " ".join(words))
            if meant == LocalAction("max-odds"):
                meant = player._ask(*quick.most_odds(table, self.seat))
            if isinstance(meant, Unclear):
                return meant
            if not isinstance(meant, TableCommands):
                what = f'"{plain(" ".join(words))}" goes on a line of its own.'
                return Unclear(what, "Say the bets first.")
            commands += meant.commands
            for command in meant.commands:
                decision = decision_on(table, command)
                table = table if isinstance(decision, Refusal) else apply_all(table, decision)
        return TableCommands(tuple(commands)) if commands else None

    def _complete(self, parts: list[list[str]]) -> list[list[str]]:
        """Return the parts of a line, each completed with what was said once for all of them: the
        amount ("6 and 8 for 12 each"), the verb before the first ("press the 6 and 8") or after the
        last ("6 and 8 down"), the kind of bet ("buy 4 and 10")."""
        found = [without_fillers(part) for part in parts]
        each = next((part for part in found if "each" in part), None)
        amount: list[str] = []
        if each is not None:
            at = each.index("each")
            near = [place for place in (at - 1, at + 1) if 0 <= place < len(each)]
            place = next((place for place in near if _is_amount(each[place])), None)
            if place is not None:
                amount = ["for", each[place]]
                gone = {at, place, *({at - 2} if each[at - 2 : at - 1] == ["for"] else ())}
                each[:] = [word for here, word in enumerate(each) if here not in gone]
        found = [part[1:] if part[:1] == ["on"] else part for part in found if part]
        verb, kind = _verb_of(found[0]) if found else ((), ())
        last = found[-1][-1:] if len(found) > 1 and found[-1][-1:] in _AFTER else []
        complete = []
        for at, part in enumerate(found):
            bare = self.spot(part) is not None
            before = [*verb] if at and bare else []
            if at and not before and " ".join(part) in self.vocabulary.boxes:
                before = [*kind]
            after = last if bare and at < len(found) - 1 else []
            complete.append([*before, *part, *after, *amount])
        return complete

    # Commands to the session

    def wish(self, words: list[str], said: str) -> LocalAction | Unclear | None:
        line = " ".join(word for word in words if word != "the")
        for verb, spoken_as in self._wishes(line).items():
            if re.fullmatch(spoken_as, line):
                return LocalAction(verb)
        if match := re.fullmatch(r"leave (?:(?:it|them|winners) )?up(?: (on|off))?", line):
            return LocalAction("leave-up", match[1] or "")
        if match := re.fullmatch(r"winners? stays? up(?: (on|off))?", line):
            return LocalAction("leave-up", match[1] or "")
        if re.fullmatch(r"winners? comes? down", line):
            return LocalAction("leave-up", "off")
        if match := re.fullmatch(rf"(?:{_ABOUT}) (.+)", line):
            return self.question(match[1].split(), said)
        return None

    def _wishes(self, line: str) -> Mapping[Verb, str]:
        own = self.vocabulary.wishes
        return own if line in self.vocabulary.short else {**own, **_WISHES}

    def question(self, words: list[str], said: str) -> LocalAction | Unclear:
        """Parse a line that ends in a question mark: help, or the figures of a wager."""
        line = without_fillers(word for word in words if word not in _MARKS)
        if line[:1] in (["odds"], ["edge"], ["edges"]) and len(line) > 1:
            line = line[1:]
        if line in ([], ["help"]):
            return LocalAction("help")
        if line in (["odds"], ["edge"], ["edges"]):
            return LocalAction("edges")
        if line in (["why"], ["why", "not"]):
            return LocalAction("why")
        spot = self.spot(line)
        if spot is None:
            found = self.named(line)
            return self._one_of(found, line) if found else self.unknown(said)
        if spot.key.endswith("odds"):
            return LocalAction("edges", "odds")
        return LocalAction("edges", f"place-{spot.number}" if spot.key == "number" else spot.key)

    # Commands to the table

    def ask(self, words: list[str]) -> TableCommands | None:
        """Return the commands for the instrument and for chips, if the line is about them."""
        line = " ".join(word for word in words if word != "the")
        for pattern, commands in self.vocabulary.asks(self.table, self.seat):
            if re.fullmatch(pattern, line):
                return TableCommands(commands)
        if words[:2] == ["buy", "in"] and len(words) > 2 and (amount := cents(words[-1])):
            return self._ask({"do": "buy-in", "amount": amount})
        return None

    def bets(self, words: list[str], said: str) -> TableCommands | Chip | Unclear:
        line = without_fillers(words)
        found = self._quick(line)
        if found is not None:
            return found
        if "all bets" in " ".join(words) or line in _CLEARING:
            line = ["everything", "down", *line]
        if line[-2:] == ["not", "working"]:
            line = [*line[:-2], "off"]
        if "down" in line or line[:1] in (["remove"], ["pull"]):
            return self._down([w for w in line if w not in _DOWN])
        if line[:1] == ["take"] and "off" in line:
            amount_first = len(line) > 1 and _is_amount(line[1])
            rest = [word for word in line[1:] if word != "off" or amount_first]
            return self._less(rest, said) if amount_first else self._down(rest)
        if len(line) > 2 and _is_amount(line[0]) and line[1] in ("off", "from"):
            return self._less(line, said)
        if line[:1] == ["take"] and "odds" not in line and self._is_up(line[1:]):
            return self._down(line[1:])
        if line[:1] and line[0] in ("less", "reduce", "regress"):
            return self._less(line[1:], said)
        if line[:1] and line[0] in ("press", "more", "add"):
            return self._press(line[1:], said, adding=line[0] == "add")
        called = [w for w in line if w not in ("call", "turn")]
        for at in (-1, 0):
            if called and called[at] in _CALLS:
                rest = called[:-1] if at else called[1:]
                return self._call(rest, working=_CALLS[called[at]])
        return self._bet(line, said)

    def _ask(self, *commands: Command) -> TableCommands:
        return TableCommands(
            tuple({"do": each["do"], "seat": self.seat, **each} for each in commands)
        )

    # Spots and amounts

    def spot(self, words: Iterable[str]) -> Spot | None:
        """Return the place on the layout that these words name, if any."""
        line = " ".join(words)
        if line in self.vocabulary.boxes:
            return Spot("number", line)
        for pattern, key in self.vocabulary.spots:
            if match := re.fullmatch(pattern, line):
                number = next((each for each in match.groups() if each), "")
                return Spot(key.format(number))
        own = [key for key in self._outside_the_text if line.split() in self._phrases(key)]
        return Spot(own[0]) if len(own) == 1 else self.vocabulary.others(line)

    def _split(self, words: list[str], *, pair: bool = False) -> tuple[Spot | None, str | None]:
        """Return the spot and the amount in a line of words; ``pair`` allows two bare numbers, the
        spot first."""
        explicit = _explicit(words)
        line = [word for at, word in enumerate(words) if at != explicit and word not in _MARKS]
        if explicit is not None:
            return self.spot(line), words[explicit]
        numbers = all(_is_number(word) and self.spot([word]) for word in line)
        if len(line) == 2 and numbers and not pair:
            return None, None
        whole = self.spot(line)
        if whole is not None and self._in_full(whole, line):
            return whole, None
        if line and _is_number(line[-1]) and (spot := self.spot(line[:-1])):
            return spot, line[-1]
        if line and _is_number(line[0]) and (spot := self.spot(line[1:])):
            return spot, line[0]
        return whole, None

    def _in_full(self, spot: Spot, line: list[str]) -> bool:
        """True if the line is exactly the name of a wager that ends in a number: "over 7" is not
        seven dollars."""
        return spot.key in self.table.rules.wagers and line == spoken(spot.key).split()

    def _amount(self, written: str | None, where: str, example: str) -> int | Unclear:
        if written is None:
            return Unclear(f"How much {where}?", f'Say "{example}", for example.')
        amount = cents(written)
        if amount is None:
            return Unclear(
                f"{plain(written)} is no amount.", "Say dollars above zero, such as 10 or 2.50."
            )
        return amount

    # Quick bets

    def _quick(self, line: list[str]) -> TableCommands | Unclear | None:
        """Return the commands for words that mean several bets, or half of one; None if these are
        other words."""
        said = " ".join(line)
        if match := re.fullmatch(_SPREAD, said):
            written = match["before"] or match["after"]
            amount = None if written is None else self._amount(written, "", "")
            if isinstance(amount, Unclear):
                return amount
            return self._made(quick.spread(self.table, match["group"], amount))
        if match := re.fullmatch(_SAME, said):
            return self._same(match["what"])
        for pattern, key in _QUICK:
            if match := re.fullmatch(pattern, said):
                return self._several_up(key, match["what"] or "")
        return None

    def _several_up(self, key: str, what: str) -> TableCommands | Unclear | None:
        """Return what a quick bet does with the bets that are up and named together; with one bet,
        if it is named and needs no amount."""
        if what in ("", "it", "them", "everything", "all"):
            won = self.earlier if what in ("", "it", "them") else NOTHING
            return self._made(quick.planned(self.table, self.seat, key, won))
        if what in quick.GROUPS:
            names = [n for n in self.vocabulary.groups.get(what, ()) if n in self.up]
            if not names:
                return Unclear(f"You have nothing up {what}.", "Say bets to see what is.")
        elif key in ("half-press", "regress"):
            spot = self.spot([word for word in what.split() if word not in _MARKS])
            if spot is None:
                return None
            name = self._the_one(spot)
            if isinstance(name, Unclear):
                return name
            if name not in self.up:
                return self._not_up(name, "press" if key == "half-press" else "regress")
            names = [name]
        else:
            return None
        found = quick.with_bets(self.table, self.seat, key, names)
        stands = f"{', '.join(spoken(name) for name in names)}: no more is up than the least."
        return self._made(found) if found else Unclear(stands)

    def _not_up(self, name: str, does: str) -> Unclear:
        """Return the answer that a bet is not up to be changed; for a bet that is put down as two,
        it names the parts that are up."""
        wager = self.table.rules.wagers.get(name)
        parts = parts_words(self.table.rules, wager) if wager is not None else ""
        what = f"You have no {spoken(name)} up to {does}."
        return Unclear(what, f"It is up as {parts}." if parts else "Say bets to see what is.")

    def _same(self, what: str | None) -> TableCommands | Unclear:
        """Return the bets that were up before; one of them, if it is named."""
        if not what:
            return self._made(quick.planned(self.table, self.seat, "same", self.earlier))
        spot = self.spot([word for word in what.split() if word not in _MARKS])
        if spot is None:
            return self.unknown(f"same bet {what}")
        name = self.vocabulary.made(self.table, self.seat, spot)
        if isinstance(name, Unclear):
            return name
        had = self.earlier.had.get(name)
        if had is None:
            return Unclear(f"You have had no {spoken(name)} here.", f'Say "{spoken(name)} for 10".')
        return self._make(name, had)

    def _made(self, found: quick.Commands | Unclear) -> TableCommands | Unclear:
        if isinstance(found, Unclear):
            return found
        return TableCommands(
            tuple(
                command
                for each in found
                for command in (
                    self._make(each["wager"], each["amount"])
                    if each["do"] == "bet"
                    else self._ask(each)
                ).commands
            )
        )

    # Bets

    def _bet(self, line: list[str], said: str) -> TableCommands | Chip | Unclear:
        if self.chip and (unclear := self._unclear(line, said)):
            return unclear
        if line[:1] in (["take"], ["lay"]) and "odds" in line:
            line = line[1:]
        odds = self._odds_of_two(line)
        if isinstance(odds, Unclear):
            return odds
        spot, written = self._split(odds)
        if spot is None:
            numbers = [word for word in line if _is_number(word)]
            if first := self._amount_first(line):
                return first
            if len(numbers) == len(line) == 2 and self.spot(numbers[:1]) is not None:
                return Unclear(
                    f"Is that {numbers[0]} for ${numbers[1]}?",
                    f'Say "{numbers[0]} for {numbers[1]}", or "{numbers[1]} on the {numbers[0]}".',
                )
            return self._by_name(line, said)
        name = self.vocabulary.made(self.table, self.seat, spot)
        if isinstance(name, Unclear):
            return name
        if written is None and self.chip:
            return Chip(name)
        amount = self._amount(written, f"on {spoken(name)}", f"{spoken(name)} for 10")
        return amount if isinstance(amount, Unclear) else self._make(name, amount)

    def _amount_first(self, line: list[str]) -> TableCommands | None:
        """Return the bet if two numbers are an amount and a box that takes it, as in "twelve
        six"."""
        boxes = self.vocabulary.boxes
        if len(line) != 2 or line[0] in boxes or line[1] not in boxes:
            return None
        amount, name = cents(line[0]), f"place-{line[1]}"
        wager = self.table.rules.wagers.get(name)
        if amount is None or wager is None:
            return None
        among = posted_range(self.table.rules, wager)
        payable = amount >= among.least and amount % among.step == 0
        return self._make(name, amount) if payable else None

    def _unclear(self, line: list[str], said: str) -> Unclear | None:
        """Return the question for a line that must not be taken for a bet of one chip: a verb of
        the procedure, a number alone, "take odds"."""
        alone = said.casefold().strip(" .!")
        if alone in _ACTS and self.spot([alone]) is not None:
            thing = self.table.rules.procedure.trial.thing
            return Unclear(
                f'"{alone}" may be a bet, or what you do with the {thing}.',
                f'Say "bet {alone}" or "{alone} the {thing}".',
            )
        if len(line) == 1 and _is_amount(line[0]):
            first = spoken(next(iter(self.table.rules.wagers)))
            return Unclear(f"{line[0]} what?", f'Say "bet {line[0]} on {first}", for example.')
        if line == ["take", "odds"]:
            what = f'"{plain(said)}" may be to put odds down, or to take them down.'
            return Unclear(what, 'Say "odds max" or "take down the odds".')
        return None

    def _odds_of_two(self, line: list[str]) -> list[str] | Unclear:
        """Resolve odds with two numbers, neither marked as the amount: a number that is no box is
        the amount, and is marked in the line returned. If both are boxes, ask which."""
        numbers = [word for word in line if _is_number(word)]
        if "odds" not in line or len(numbers) != 2 or _explicit(line) is not None:
            return line
        amounts = [word for word in numbers if word not in self.vocabulary.boxes]
        if len(amounts) == 1:
            return [f"${word}" if word == amounts[0] else word for word in line]
        one, other = numbers
        if amounts or one == other:
            return line
        kind = " ".join(word for word in line if not _is_number(word))
        return Unclear(
            f'It may be "{one} on {kind} {other}" or "{other} on {kind} {one}".', "Say which."
        )

    def outside_the_text(self, said: str) -> TableCommands | Unclear | None:
        """Return the bet on a wager outside the text that is named by its key, with an amount: the
        words of the game may mean something else by it."""
        words = [word for word in said.casefold().rstrip("!. ").split() if word not in _AROUND]
        keys = self._outside_the_text
        if len(words) != 2 or not any(word in keys for word in words):
            return None
        name, written = words if words[0] in keys else words[::-1]
        amount = cents(written)
        return None if amount is None else self._make(name, amount)

    def names_one_outside_the_text(self, words: list[str]) -> bool:
        """Return whether a wager outside the text is named in a line, by its key or its name."""
        phrases = (each for key in self._outside_the_text for each in self._phrases(key))
        return any(set(each) <= set(words) for each in phrases)

    # Bets by the names that the rule set has for them

    def named(self, words: Iterable[str]) -> list[str]:
        """Return the bets whose names contain all these words; those of exactly these words, if
        any. Numbers alone are no part of a name."""
        wanted = [word for word in words if word not in _MARKS]
        if all(word in _ACTS for word in wanted) or (len(wanted) == 1 and _is_amount(wanted[0])):
            return []
        numbers = all(_is_amount(word) for word in wanted)
        loosely, exactly = [], []
        for key in dict.fromkeys((*self.table.rules.wagers, *self.up)):
            phrases = self._phrases(key)
            if wanted in phrases:
                exactly.append(key)
            elif not numbers and any(set(wanted) <= set(phrase) for phrase in phrases):
                loosely.append(key)
        return exactly or loosely

    def _phrases(self, key: str) -> list[list[str]]:
        """Return every name of a bet, in words."""
        wager = self.table.rules.wagers.get(key)
        names = (key,) if wager is None else self.vocabulary.names(wager)
        return [_name_words(name) for name in names]

    def _by_name(self, line: list[str], said: str) -> TableCommands | Chip | Unclear:
        """Parse a bet by its name, or by part of it; the amount before or after."""
        at = _explicit(line)
        if at is None and all(_is_amount(word) for word in line):
            return self.unknown(said)
        places = [at] if at is not None else [None, len(line) - 1, 0]
        for place in places:
            if place is not None and not (line and _is_amount(line[place])):
                continue
            rest = [word for here, word in enumerate(line) if here != place]
            found = self.named(rest)
            amount = None if place is None else cents(line[place])
            if len(found) == 1 and amount:
                return self._make(found[0], amount)
            if len(found) == 1 and place is None and self.chip and self._is_clear(found[0], rest):
                return Chip(found[0])
            if found:
                return self.which(found, rest)
        return self.unknown(said)

    def _is_clear(self, key: str, words: list[str]) -> bool:
        """Return whether these words are enough to bet by: the whole name, or more than one word of
        it."""
        return words in self._phrases(key) or len([w for w in words if w not in _ACTS]) > 1

    def _one_of(self, found: list[str], line: list[str]) -> LocalAction | Unclear:
        return LocalAction("edges", found[0]) if len(found) == 1 else self.which(found, line)

    def which(self, found: list[str], line: list[str]) -> Unclear:
        names = " or ".join(spoken(name) for name in found[:MOST_NAMED])
        return Unclear(f'"{plain(" ".join(line))}" may be {names}.', "Name it in full.")

    def _is_up(self, words: list[str]) -> bool:
        """Return whether these words name a bet that is up."""
        spot = self.spot(words)
        if spot is None:
            return False
        name = self._the_one(spot)
        return isinstance(name, Unclear) or name in self.up

    def _make(self, name: str, amount: int) -> TableCommands:
        command: Command = {"do": "bet", "wager": name, "amount": amount}
        if self.leave_up is not None and name.startswith(self.vocabulary.staying):
            command["leave_up"] = self.leave_up
        return self._ask(command)

    def _down(self, line: list[str]) -> TableCommands | Unclear:
        if "everything" in line:
            names = sorted(self.up, key=lambda name: "odds" not in name)
            if not names:
                return Unclear("Nothing of yours is up.")
            return self._ask(*({"do": "remove", "wager": name} for name in names))
        example = self.vocabulary.down_example
        name = self._held(line, "Which bet comes down?", f'Say "{example}", for example.')
        if isinstance(name, Unclear):
            return name
        return self._ask({"do": "remove", "wager": name})

    def _to(self, said: str, name: str, written: str | None) -> int | None:
        """Return the stake to which a bet is to be brought, if the line says so: "press the 6 to
        24"."""
        if written is None or not re.search(rf"\bto \$?{re.escape(written)}\b", said.casefold()):
            return None
        bet, wanted = self.up.get(name), cents(written)
        return None if bet is None or wanted is None else wanted - bet.stake

    def _less(self, line: list[str], said: str) -> TableCommands | Chip | Unclear:
        spot, written = self._split(line, pair=True)
        if spot is None:
            return self.unknown(said)
        name = self._the_one(spot)
        if isinstance(name, Unclear):
            return name
        if written is None and self.chip:
            return Chip(name, more=False)
        amount = self._amount(written, f"off {spoken(name)}", f"less 5 on {spoken(name)}")
        if isinstance(amount, Unclear):
            return amount
        more = self._to(said, name, written)
        if more is not None and more >= 0:
            return Unclear(f"{typed(self.up[name].stake)} is up on {spoken(name)}, no more.")
        return self._ask({"do": "reduce", "wager": name, "by": amount if more is None else -more})

    def _press(self, line: list[str], said: str, *, adding: bool) -> TableCommands | Chip | Unclear:
        """Parse an increase of a bet that is up: doubled, if no amount is given. With ``adding``
        the bet may be new."""
        spot, written = self._split(line, pair=True)
        if spot is None:
            return self._bet(line, said) if adding else self.unknown(said)
        name = self._the_one(spot)
        if isinstance(name, Unclear):
            return name
        if adding and (name not in self.up or (written is None and self.chip)):
            return self._bet(line, said)
        if name not in self.up:
            return self._not_up(name, "press")
        if written is None:
            return self._make(name, self.up[name].stake)
        amount = self._amount(written, f"more on {spoken(name)}", f"press {spoken(name)} by 6")
        if isinstance(amount, Unclear):
            return amount
        more = self._to(said, name, written)
        if more is not None and more <= 0:
            return Unclear(f"{typed(self.up[name].stake)} is up on {spoken(name)} already.")
        return self._make(name, amount if more is None else more)

    def _call(self, line: list[str], *, working: bool) -> TableCommands | Unclear:
        word = "on" if working else "off"
        example = f"{self.vocabulary.call_example} {word}"
        name = self._held(line, f"Which bet is {word}?", f'Say "{example}", for example.')
        if isinstance(name, Unclear):
            return name
        return self._ask({"do": "call", "wager": name, "working": working})

    def _held(self, line: list[str], which: str, example: str) -> str | Unclear:
        words = [word for word in line if word not in _MARKS and word != "working"]
        spot = self.spot(words)
        if spot is not None:
            return self._the_one(spot)
        found = self.named(words)
        found = [name for name in found if name in self.up] or found
        if len(found) > 1:
            return self.which(found, words)
        return found[0] if found else Unclear(which, example)

    def _the_one(self, spot: Spot) -> str | Unclear:
        """Return the bet that is meant among those that are up. If there is none, the table will
        refuse the command."""
        return self.vocabulary.held(self.table, self.seat, spot)
