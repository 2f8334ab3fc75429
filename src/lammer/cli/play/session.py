"""``lammer play``: a seat at a craps table in the terminal.

Everything goes through the table: this client says what was typed, shows what came of it and knows
no rule of the game. What is said before a roll can be taken back, so it is entered in the log only
when the dice roll or the player leaves (``table.Desk``); the log itself is only ever added to. The
player sits at seat 1, where the dice are offered first, the neighbours from seat 2 on.
"""

import random
import shlex
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from lammer.cli.house import lawful_house
from lammer.cli.play import cards
from lammer.cli.play.felt import Scene, draw
from lammer.cli.play.lines import Bell, Gone, Lines, at_a_terminal, piped, typed
from lammer.cli.play.neighbours import NAMES, Neighbour, next_move, seated
from lammer.cli.play.speech import instead, personal, tell
from lammer.cli.play.table import Desk
from lammer.cli.play.words import Ask, Puzzle, Verb, Wish, cents, spoken, understood
from lammer.cli.say import Trouble, stop_writing, write
from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.core.ruleset import Ruleset
from lammer.games.registry import load
from lammer.house import read_file
from lammer.table import Answer, Event, Run, Table, apply, decide
from lammer.table.command import Throw
from lammer.table.rules import HOUSE
from lammer.table.words import said

ME = 1
USUAL_RULES = "nj-2011"
MOST_KEPT = 40
"""Rolls remembered for the layout."""
MOST_MOVES = 200
"""What the neighbours do between two things of the player's is far less than this."""
_ALWAYS_TOLD = frozenset({"pass", "offer", "alone", "tell", "marker", "markers-off", "no-roll"})
_NEIGHBOURS_TOLD = frozenset({"accept", "decline", "pass", "leave"})


def play(
    rules: str | None,
    game: str | None,
    house: str | None,
    rail: str,
    neighbours: int,
    seed: int | None,
    log: str | None,
    no_log: bool,
) -> int:
    law, elected = _rules(rules, game, house)
    if not 0 <= neighbours <= len(NAMES):
        raise Trouble(f"{neighbours} neighbours do not fit.", f"Choose 0 to {len(NAMES)}.")
    chips = cents(rail)
    if chips is None:
        raise Trouble(f"--rail {rail} is no amount of chips.", "Write dollars, such as 500.")
    others = seated(neighbours)
    opening = {
        "do": "open",
        "rules": law.key,
        "game": law.game,
        "house": elected,
        "seats": [
            {"seat": ME, "rail": chips},
            *({"seat": each.seat, "rail": chips, "name": each.name} for each in others),
        ],
    }
    chance = random.SystemRandom() if seed is None else random.Random(seed)
    refusal = Run().do(opening).refusal
    if refusal is not None:
        raise Trouble(f"no such table: {refusal.detail} ({', '.join(refusal.clauses)})")
    with ExitStack() as stack:
        path, file = (None, None) if no_log else _new_log(log, stack)
        desk = Desk(opening, file)
        session = Session(desk, others, lambda: (chance.randint(1, 6), chance.randint(1, 6)))
        return _seated(session, path)


def _rules(rules: str | None, game: str | None, house: str | None) -> tuple[Ruleset, Any]:
    """The rule set, and the house's elections as its file has them."""
    if house is None:
        return load(rules or USUAL_RULES, game), {}
    lawful = lawful_house(house, rules, game)
    return lawful.law, read_file(house).data


def _new_log(asked: str | None, stack: ExitStack) -> tuple[Path, BinaryIO]:
    """A new file for the log. One that is there already is never written over."""
    now = datetime.now().astimezone()
    usual = f"lammer-{now:%Y-%m-%d-%H%M%S}"
    names = [asked] if asked is not None else [f"{usual}{n}.jsonl" for n in ("", *_LATER)]
    for name in names:
        try:
            file = open(name, "xb", buffering=0)  # noqa: SIM115
        except FileExistsError:
            continue
        except (OSError, ValueError) as problem:
            why = getattr(problem, "strerror", None) or problem
            raise Trouble(
                f"the log {name} cannot be written: {why}.", "Name another with --log, or --no-log."
            ) from None
        return Path(name), stack.enter_context(file)
    raise Trouble(f"{names[0]} is there already.", "Name a new file for the log.")


_LATER = tuple(f"-{n}" for n in range(2, 100))


def _seated(session: "Session", path: Path | None) -> int:
    """Play until the player leaves, however that comes about; the log is closed in any case."""
    status = 0
    bell = Bell()
    with bell.in_hand():
        try:
            session.welcome()
            session.run(typed(bell) if at_a_terminal() else piped(bell))
        except Gone as gone:
            status = gone.status
        finally:
            bell.leaving = True
            refusal = session.leave()
        try:
            session.farewell(refusal, path, interrupted=status != 0)
            sys.stdout.flush()
        except OSError:
            if not status:
                raise
            stop_writing()  # The terminal has gone as well.
    return status


class Session:
    """One player's evening: the table, what is remembered of it, what was last said by whom."""

    def __init__(
        self,
        desk: Desk,
        neighbours: tuple[Neighbour, ...],
        throw: Callable[[], tuple[int, int]],
    ) -> None:
        self.desk, self.neighbours, self._throw = desk, neighbours, throw
        self.names = {each.seat: each.name for each in neighbours}
        self.rolls: deque[tuple[int, int]] = deque(maxlen=MOST_KEPT)
        self.leave_up = True
        self.last: list[tuple[str, tuple[str, ...]]] = []
        self.brought = self.table.rail(ME)

    @property
    def table(self) -> Table:
        return self.desk.table

    def welcome(self) -> None:
        law = self.table.rules.house.law
        tell(f"{law.game[:1].upper()}{law.game[1:]}, {law.title} ({law.key}).", "bold")
        others = ", ".join(each.name for each in self.neighbours)
        beside = f" Beside you: {others}." if others else ""
        tell(f"You sit at seat {ME} with {dollars(self.brought)}.{beside}")
        self._neighbours_move()
        self._show()
        tell("? for help.")

    def run(self, lines: Lines) -> None:
        """Line after line, until one says to leave or there are no more."""
        for text in lines(self._prompt):
            if not self._heard(text):
                return

    def _prompt(self) -> str:
        table = self.table
        stage = "come-out" if table.point is None else f"point {table.point}"
        return f"{dollars(table.rail(ME))}, {stage}> "

    def _heard(self, text: str) -> bool:
        """Do what was said; False to leave."""
        match understood(text, self.table, ME, leave_up=self.leave_up):
            case Puzzle(what, better):
                tell(f"{what} {better}".rstrip())
            case Ask(commands):
                self.desk.say(text.strip())
                self.last = []
                for command in commands:
                    self._ask(command)
                self._neighbours_move()
            case Wish("quit"):
                return False
            case Wish(verb, about):
                self._grant(verb, about)
        return True

    def _grant(self, verb: Verb, about: str) -> None:
        table = self.table
        grants: dict[Verb, Callable[[], None]] = {
            "roll": self._roll,
            "enter": self._let_them_roll,
            "table": self._show,
            "help": lambda: cards.help_card(table, bool(self.neighbours)),
            "bets": lambda: cards.bets_card(table, ME),
            "edges": lambda: cards.edges_card(table, about),
            "rules": lambda: cards.rules_card(table),
            "law": lambda: cards.law_card(about),
            "why": lambda: cards.why_card(self.last),
            "undo": self._undo,
            "leave-up": lambda: self._leave_up(about),
            "neighbours": self._who_is_there,
        }
        if verb in grants:
            grants[verb]()

    # Asking the table

    def _ask(self, command: dict[str, Any]) -> Answer:
        before = self.table
        answer = self.desk.do(command)
        if answer.refusal is not None:
            self._refused(answer.refusal, command)
        for event, words in self._told(before, answer):
            self._say(words, event.clauses)
        return answer

    def _told(self, table: Table, answer: Answer) -> Iterator[tuple[Event, str]]:
        """Each event with a dealer's words for it."""
        for event in answer.events:
            yield event, personal(said(table, event), ME, self.names)
            table = apply(table, event)

    def _say(self, words: str, clauses: tuple[str, ...], style: str = "") -> None:
        tell(words, style)
        self.last.append((words, clauses))

    def _refused(self, refusal: Refusal, command: dict[str, Any]) -> None:
        words = personal(refusal.detail, ME, self.names)
        if refusal.code == "no-such-bet":
            words = f"You have no {spoken(command['wager'])} up."
        better = instead(refusal, command, self.table, ME)
        by = "" if refusal.clauses == HOUSE else f" [{', '.join(refusal.clauses)}]"
        tell(f"No. {words}{by}", "yellow")
        if better:
            tell(better)
        self.last.append((words, refusal.clauses))

    def _undo(self) -> None:
        words = self.desk.undo()
        if words is None:
            tell("Nothing was said since the last roll that could be taken back.")
            return
        self.last = []
        tell(f"Taken back: {words}.")
        self._neighbours_move()

    def _leave_up(self, about: str) -> None:
        if about:
            self.leave_up = about == "on"
        state = "stay up" if self.leave_up else "come down"
        tell(f"Place, buy, lay and hardway bets made from now on {state} when they win.")

    # Rolling

    def _let_them_roll(self) -> None:
        """An empty line: the neighbour who has the dice may throw them."""
        if self.table.hands.holder not in (None, ME):
            self._roll()

    def _roll(self) -> None:
        self.desk.say("roll")
        self.last = []
        if self.table.hands.offered == ME and not self._ask(self._taking()).ok:
            return
        self._neighbours_move()
        before = self.table
        answer = self.desk.roll(self._throw)
        if answer.refusal is not None:
            self._refused(answer.refusal, {"do": "throw"})
            return
        self._rolled(before, answer)
        self._neighbours_move()
        self._show()

    def _taking(self) -> dict[str, Any]:
        return {"do": f"accept-{self.table.rules.procedure.trial.thing}", "seat": ME}

    def _rolled(self, before: Table, answer: Answer) -> None:
        """The call, what became of the player's bets, and in one line the neighbours'."""
        for event, words in self._told(before, answer):
            if (words, event.clauses) in self.last:
                continue  # Markers of two kinds may come off together.
            if event.name == "roll":
                first, second = event.body["dice"]
                self.rolls.append((first, second))
                shooter = self.names.get(before.hands.seat or 0)
                self._say(f"{shooter} rolls {words}" if shooter else words, event.clauses, "bold")
            elif event.name in _ALWAYS_TOLD:
                self._say(words, event.clauses)
            elif event.body.get("seat") == ME:
                self._say(*_mine(event, words))
        changes = [self._change(before, each.seat) for each in self.neighbours]
        if any(changes):
            tell(f"Others: {', '.join(filter(None, changes))}.")

    def _change(self, before: Table, seat: int) -> str:
        """What a roll brought a neighbour."""
        change = _worth(self.table, seat) - _worth(before, seat)
        if not change:
            return ""
        return f"{self.names[seat]} {'wins' if change > 0 else 'loses'} {dollars(abs(change))}"

    def _neighbours_move(self) -> None:
        """Let the neighbours do what they want until nobody wants anything."""
        for _ in range(MOST_MOVES):
            moves = (next_move(self.table, each) for each in self.neighbours)
            move = next((each for each in moves if each is not None), None)
            if move is None:
                return
            before = self.table
            for event, words in self._told(before, self.desk.do(move)):
                if event.name in _NEIGHBOURS_TOLD:
                    tell(words, "dim")

    def _who_is_there(self) -> None:
        if not self.neighbours:
            tell("You have the table to yourself.")
        for each in self.neighbours:
            seat = self.table.seats.get(each.seat)
            here = "has left" if seat is None or seat.gone else dollars(self.table.rail(each.seat))
            tell(f"{each.name}, seat {each.seat}: {each.habit.words}; {here}.")

    # Showing

    def _show(self) -> None:
        draw(Scene(self.table, ME, self.names, tuple(self.rolls)))
        hands = self.table.hands
        if hands.offered == ME:
            tell("The dice are yours to take: roll takes and throws them; no dice declines.")
        elif hands.holder == ME:
            refusal = decide(self.table, Throw())
            if isinstance(refusal, Refusal) and refusal.code == "needs-line-bet":
                tell(f"To roll you need a line bet. {instead(refusal, {}, self.table, ME)}")

    # Leaving

    def leave(self) -> Refusal | None:
        """Get up and close the log; the refusal, where the rules would have one stay."""
        self.worth = self.table.rail(ME), self.table.layout(ME)
        self.desk.say("quit")
        refusal = self.desk.do({"do": "leave", "seat": ME}).refusal
        self.desk.close()
        return refusal

    def farewell(self, refusal: Refusal | None, path: Path | None, *, interrupted: bool) -> None:
        if interrupted:
            write("\n")
        if refusal is not None:
            words = personal(refusal.detail, ME, self.names)
            tell(f"By the book: {words} [{', '.join(refusal.clauses)}]")
        rail, up = self.worth
        stays = f" {dollars(up)} stays on the layout, undecided." if up else ""
        tell(f"You leave with {dollars(rail)}.{stays}")
        if path is not None:
            write(f"  The log is {path}. To check it: lammer audit {shlex.quote(str(path))}\n")


def _mine(event: Event, words: str) -> tuple[str, tuple[str, ...], str]:
    """One of the player's own results, with its clauses and a colour for what it says."""
    if event.name == "bet":
        # The only bets in a roll are winners left up.
        words = f"Stays up: {words.removeprefix('You: ')}"
    style = {"wins": "green", "loses": "red"}.get(event.name, "")
    return words, event.clauses, style


def _worth(table: Table, seat: int) -> int:
    return table.rail(seat) + table.layout(seat)
