"""What differs between games in the terminal: how a trial is drawn and announced, the layout, the
habits of neighbours, the help.

Each game implements it in its folder (``terminal``); what games with the same instrument share is
in the instrument's.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple, Protocol

from lammer.cli.play.habits import Habit
from lammer.cli.play.scene import Pieces, Scene, row
from lammer.core.legality import Refusal
from lammer.core.wager import Wager
from lammer.table import Event, TableState
from lammer.typed.intents import Command
from lammer.typed.vocabulary import spoken

Outcome = Sequence[Any]
"""An outcome: two faces, or cards in the order they came out of the shoe."""


class ChanceSource(Protocol):
    """The source of outcomes in one session, and its memory of them."""

    def draw(self) -> Outcome:
        """Return the outcome of the next trial."""

    def note(self, event: Event) -> None:
        """Take note of a final event."""

    @property
    def past(self) -> Sequence[Any]:
        """Return the past trials, as ``TerminalGame.draw_layout`` shows them."""


class Announcement(NamedTuple):
    """Something announced to everybody, with a clause if ``by`` is given; what is not ``shown`` can
    still be asked about."""

    words: str
    style: str = ""
    by: str = ""
    shown: bool = True


class TerminalGame(ABC):
    """One game in the terminal.

    ``trial_word`` is typed for a roll, a shake or a coup; ``closing`` is the command that the table
    refuses whenever it would refuse the trial to its holder.
    """

    trial_word: ClassVar[str]
    closing: ClassVar[Command]
    habits: ClassVar[tuple[Habit, ...]]
    staying: ClassVar[str]
    asked_example: ClassVar[str]
    help_foot: ClassVar[str]
    announced: ClassVar[frozenset[str]] = frozenset({"pass", "offer"})
    edges_note: ClassVar[str] = ""
    odds_note: ClassVar[str] = "There are no odds in this game."

    def edge_group(self, wager: Wager) -> tuple[str, str]:
        """Return the kind of bet under which the edge of a wager is listed, and its number there:
        wagers of one kind with one edge share a line."""
        if wager.group and wager.number is not None:
            return spoken(wager.group), str(wager.number)
        return spoken(wager.key), ""

    def title(self, game: str) -> str:
        """Return the name of the game."""
        return game

    # Chance

    @abstractmethod
    def source(self, chance: Random, table: TableState) -> ChanceSource:
        """Return the source of this session's trials."""

    @abstractmethod
    def trial_command(self, outcome: Outcome) -> Command:
        """Return the command that enters an outcome."""

    def renewal(self, _table: TableState) -> Command | None:
        """Return the command that must come before the next trial, if any."""
        return None

    def empty_line_rolls(self, _table: TableState, _seat: int) -> bool:
        """True if an empty line stands for the trial."""
        return True

    # Texts

    @abstractmethod
    def stage(self, scene: Scene) -> str:
        """Return the stage of the game, for the prompt."""

    def announce(self, _scene: Scene, event: Event, words: str) -> Announcement | None:
        """Return what is announced of an event of a trial, usually ``words``; None if it concerns
        one player only. The scene has the table before it."""
        return Announcement(words) if event.name in self.announced else None

    def hint(self, _scene: Scene) -> str:
        """Return what the player should know before going on."""
        return ""

    def instead(
        self, _refusal: Refusal, _command: Mapping[str, Any], _table: TableState, _seat: int
    ) -> str:
        """Return what to do about a refusal that only this game has."""
        return ""

    # Display

    @abstractmethod
    def draw_layout(self, scene: Scene) -> None:
        """Draw the layout."""

    @abstractmethod
    def help(self, table: TableState) -> Iterable[tuple[str, Pieces]]:
        """Yield examples of what can be typed about bets, the trial and its holder."""

    def elected_words(self, _table: TableState) -> Iterable[str]:
        """Yield what the house elected for this game, for the rules in force."""
        return ()

    def roads(self, _source: ChanceSource) -> None:
        """Draw the roads, if the game has them."""
        raise NotImplementedError


def show_rows(rows: Iterable[tuple[str, Pieces]]) -> None:
    for label, pieces in rows:
        row(label, pieces)
