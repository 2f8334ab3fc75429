"""One player's session: typed lines become commands, and their results are shown.

It knows no rule of any game, and of the games only what ``TerminalGame`` offers.
"""

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

from lammer.cli.play import help_pages as cards
from lammer.cli.play.games import terminal_game_of
from lammer.cli.play.input import Lines
from lammer.cli.play.neighbours import Neighbour, next_move
from lammer.cli.play.pending import PendingTable
from lammer.cli.play.scene import Scene, rails, row
from lammer.cli.play.screen_text import tell
from lammer.cli.play.suggestions import instead
from lammer.cli.play.terminal_game import ChanceSource
from lammer.cli.support.output import cited_by, write
from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.table import Answer, Event, TableState
from lammer.table.rules import HOUSE
from lammer.table.views.narrate import narrated
from lammer.table.views.second_person import personal
from lammer.typed.earlier_bets import NOTHING, earlier_bets_after
from lammer.typed.instrument_words import taking
from lammer.typed.intents import Command, LocalAction, TableCommands, Unclear, Verb
from lammer.typed.parser import understood
from lammer.typed.quick import most_odds
from lammer.typed.vocabulary import spoken

ME = 1
MOST_MOVES = 200
"""A limit on the neighbours' commands between two of the player's, never reached in practice."""
_NEIGHBOURS_ANNOUNCED = frozenset({"accept", "decline", "pass", "leave"})


class PlaySession:
    """A session: the table, the neighbours, and what was said last."""

    def __init__(
        self, pending: PendingTable, neighbours: tuple[Neighbour, ...], source: ChanceSource
    ) -> None:
        self.pending, self.neighbours, self.source = pending, neighbours, source
        self.game = terminal_game_of(pending.table)
        self.names = {each.seat: each.name for each in neighbours}
        self.leave_up = True
        self.last: list[tuple[str, tuple[str, ...]]] = []
        self.earlier = NOTHING
        self.brought = self.table.rail(ME)

    @property
    def table(self) -> TableState:
        return self.pending.table

    def _scene(self, table: TableState | None = None) -> Scene:
        return Scene(table or self.table, ME, self.names, self.source.past)

    def welcome(self) -> None:
        law = self.table.rules.house.law
        game = self.game.title(law.game)
        tell(f"{game[:1].upper()}{game[1:]}, {law.title} ({law.key}).", "bold")
        others = ", ".join(each.name for each in self.neighbours)
        beside = f" Beside you: {others}." if others else ""
        tell(f"You sit at seat {ME} with {dollars(self.brought)}.{beside}")
        self._neighbours_move()
        self._show()
        tell("? for help.")

    def run(self, lines: Lines) -> None:
        """Handle lines until one says to leave, or there are no more."""
        for text in lines(self._prompt):
            if not self._handle(text):
                return

    def _prompt(self) -> str:
        return f"{dollars(self.table.rail(ME))}, {self.game.stage(self._scene())}> "

    def _handle(self, text: str) -> bool:
        """Handle one line; return False to leave."""
        match understood(text, self.table, ME, leave_up=self.leave_up, earlier=self.earlier):
            case Unclear(what, better):
                tell(f"{what} {better}".rstrip())
            case TableCommands(commands):
                self.pending.say(text.strip())
                self.last = []
                for command in commands:
                    self._ask(command, one_of_several=len(commands) > 1)
                self._neighbours_move()
            case LocalAction("quit"):
                return False
            case LocalAction(verb, about):
                self._grant(verb, about)
        return True

    def _grant(self, verb: Verb, about: str) -> None:
        table = self.table
        grants: dict[Verb, Callable[[], None]] = {
            "roll": self._roll,
            "enter": self._empty_line,
            "shuffle": self._shuffle,
            "roads": lambda: self.game.roads(self.source),
            "table": self._show,
            "help": lambda: cards.help_card(table, bool(self.neighbours)),
            "bets": lambda: cards.bets_card(table, ME),
            "rail": self._rail,
            "edges": lambda: cards.edges_card(table, about),
            "rules": lambda: cards.rules_card(table),
            "law": lambda: cards.law_card(about),
            "why": lambda: cards.why_card(self.last),
            "undo": self._undo,
            "leave-up": lambda: self._leave_up(about),
            "max-odds": self._max_odds,
            "neighbours": self._who_is_there,
        }
        if verb in grants:
            grants[verb]()

    # Commands

    def _ask(self, command: Command, *, one_of_several: bool = False) -> Answer:
        before = self.table
        answer = self.pending.do(command)
        if answer.refusal is not None:
            which = spoken(command["wager"]) if one_of_several and "wager" in command else ""
            self._refused(answer.refusal, command, which)
        for event, words in self._narrated(before, answer):
            self._say(words, event.clauses)
        return answer

    def _narrated(self, table: TableState, answer: Answer) -> Iterator[tuple[Event, str]]:
        """Yield each event with its sentence."""
        for event, words in zip(answer.events, narrated(table, answer.events), strict=True):
            yield event, personal(words, ME, self.names)

    def _say(self, words: str, clauses: tuple[str, ...], style: str = "", by: str = "") -> None:
        tell(f"{words} [{by}]" if by else words, style)
        self.last.append((words, clauses))

    def _refused(self, refusal: Refusal, command: Command, which: str = "") -> None:
        """Print why a command is refused, and what to do instead; ``which`` names it among several
        of a line."""
        words = personal(refusal.detail, ME, self.names)
        if refusal.code == "no-such-bet" and refusal.clauses == HOUSE:
            words = f"You have no {spoken(command['wager'])} up."
        better = instead(refusal, command, self.table, ME)
        by = "" if refusal.clauses == HOUSE else f" {cited_by(refusal.clauses)}"
        tell(f"{f'Not {which}' if which else 'No'}. {words}{by}", "yellow")
        if better:
            tell(better)
        self.last.append((words, refusal.clauses))

    def _undo(self) -> None:
        words = self.pending.undo()
        if words is None:
            noun = self.table.rules.procedure.trial.noun
            tell(f"Nothing was said since the last {noun} that could be taken back.")
            return
        self.last = []
        tell(f"Taken back: {words}.")
        self._neighbours_move()

    def _max_odds(self) -> None:
        """Bet the most odds that rules and rail allow, behind every bet that takes them."""
        self.pending.say("odds max")
        self.last = []
        found = most_odds(self.table, ME)
        for command in found:
            self._ask({**command, "seat": ME})
        if not found:
            tell("There is no bet that takes more odds now.")
        self._neighbours_move()

    def _leave_up(self, about: str) -> None:
        if not self.game.staying:
            tell(self.game.help_foot)
            return
        if about:
            self.leave_up = about == "on"
        state = "stay up" if self.leave_up else "come down"
        tell(f"{self.game.staying} made from now on {state} when they win.")

    # Rolling, shaking, dealing

    def _empty_line(self) -> None:
        """Handle an empty line, which may stand for the roll."""
        if self.game.empty_line_rolls(self.table, ME):
            self._roll()

    def _roll(self) -> None:
        self.pending.say(self.game.trial_word)
        self.last = []
        if self.table.hands.offered == ME:
            (take,) = taking(self.table, ME)
            if not self._ask(take).ok:
                return
        self._neighbours_move()
        before = self.table
        answer = self.pending.roll(self.source.draw)
        if answer.refusal is not None:
            self._refused(answer.refusal, self.game.closing)
            return
        self._show_trial(before, answer)
        known = earlier_bets_after({ME: self.earlier}, before, answer.events)
        self.earlier = known.get(ME, NOTHING)
        renewal = self.game.renewal(self.table)
        if renewal is not None:
            self._as_dealer(renewal)
        self._neighbours_move()
        self._show()

    def _shuffle(self) -> None:
        self.pending.say("shuffle")
        self.last = []
        if self._as_dealer({"do": "shuffle"}):
            self._show()

    def _as_dealer(self, command: Command) -> bool:
        """Give a command of the dealer's that cannot be taken back; return whether it was
        accepted."""
        before = self.table
        answer = self.pending.final(command)
        if answer.refusal is not None:
            self._refused(answer.refusal, command)
            return False
        self._show_trial(before, answer)
        return True

    def _show_trial(self, before: TableState, answer: Answer) -> None:
        """Print the call, the results of the player's bets, and the neighbours' in one line."""
        for event, words in self._narrated(before, answer):
            self.source.note(event)
            if (words, event.clauses) in self.last:
                continue  # Two kinds of markers may be removed together.
            line = self.game.announce(self._scene(before), event, words)
            if line is None:
                if event.player == ME:
                    self._say(*_own_result(event, words))
            elif line.shown:
                self._say(line.words, event.clauses, line.style, line.by)
            else:
                self.last.append((line.words, event.clauses))
        changes = [self._change(before, each.seat) for each in self.neighbours]
        if any(changes):
            tell(f"Others: {', '.join(filter(None, changes))}.")

    def _change(self, before: TableState, seat: int) -> str:
        """Return the change of a neighbour's chips by a roll."""
        change = _chips_of(self.table, seat) - _chips_of(before, seat)
        if not change:
            return ""
        return f"{self.names[seat]} {'wins' if change > 0 else 'loses'} {dollars(abs(change))}"

    def _neighbours_move(self) -> None:
        """Let the neighbours give commands until none wants anything."""
        for _ in range(MOST_MOVES):
            moves = (next_move(self.table, each) for each in self.neighbours)
            move = next((each for each in moves if each is not None), None)
            if move is None:
                return
            before = self.table
            for event, words in self._narrated(before, self.pending.do(move)):
                if event.name in _NEIGHBOURS_ANNOUNCED:
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
        scene = self._scene()
        self.game.draw_layout(scene)
        hint = self.game.hint(scene)
        if hint:
            tell(hint)

    def _rail(self) -> None:
        row(*next(iter(rails(self._scene()))))

    # Leaving

    def leave(self) -> Refusal | None:
        """Leave the table and close the log; return the refusal if the rules make one stay."""
        table = self.table
        owed = table.seats[ME].owed
        self.worth = table.rail(ME) - owed, table.layout(ME), owed
        self.pending.say("quit")
        refusal = self.pending.do({"do": "leave", "seat": ME}).refusal
        self.pending.close()
        return refusal

    def farewell(self, refusal: Refusal | None, path: Path | None, *, interrupted: bool) -> None:
        if interrupted:
            write("\n")
        if refusal is not None:
            words = personal(refusal.detail, ME, self.names)
            tell(f"By the book: {words} {cited_by(refusal.clauses)}")
        rail, up, owed = self.worth
        if owed:
            tell(f"You pay the vigorish marked, {dollars(owed)}.")
        stays = f" {dollars(up)} stays on the layout, undecided." if up else ""
        tell(f"You leave with {dollars(rail)}.{stays}")
        if path is not None:
            write(f"  The log is {path}. To check it: lammer audit {shlex.quote(str(path))}\n")


def _own_result(event: Event, words: str) -> tuple[str, tuple[str, ...], str]:
    """Return one of the player's results, with its clauses and a colour."""
    if event.name == "bet":
        # The only bets made in a roll are winners left up.
        words = f"Stays up: {words.removeprefix('You: ')}"
    style = {"wins": "green", "loses": "red"}.get(event.name, "")
    return words, event.clauses, style


def _chips_of(table: TableState, seat: int) -> int:
    if seat not in table.seats:
        return 0
    return table.rail(seat) + table.layout(seat) - table.seats[seat].owed
