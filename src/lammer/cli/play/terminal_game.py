"""What differs from game to game at a table one can sit down at: how a trial is drawn and told, the
layout, the habits of neighbours, the help. Each game says it in its own folder (``terminal``), with
what its instrument has in common with other games in the instrument's."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple, Protocol

from lammer.cli.play.habits import Habit
from lammer.cli.play.scene import Pieces, Scene, row
from lammer.core.legality import Refusal
from lammer.core.wager import Wager
from lammer.table import Event, Table
from lammer.typed.intents import Command, spoken

Outcome = Sequence[Any]
"""What chance brought: two faces, or cards as they came out of the shoe."""


class ChanceSource(Protocol):
    """Where chance comes from in one session, and what is remembered of it."""

    def draw(self) -> Outcome:
        """What the next trial brings."""

    def note(self, event: Event) -> None:
        """Take note of something final."""

    @property
    def past(self) -> Sequence[Any]:
        """The trials so far, as ``TerminalGame.felt`` shows them."""


class Announcement(NamedTuple):
    """Something that everybody at the table is told, with a clause to show ``by`` which; what is
    not ``shown`` can be asked about."""

    words: str
    style: str = ""
    by: str = ""
    shown: bool = True


class TerminalGame(ABC):
    """One game at the terminal.

    ``go`` is what one says for a roll, a shake or a coup; ``closing`` the command that the table
    refuses whenever it would refuse that to whoever holds the dice, the shaker or the shoe.
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
        """How the game is called."""
        return game

    # Chance

    @abstractmethod
    def source(self, chance: Random, table: Table) -> ChanceSource:
        """Where this session's trials come from."""

    @abstractmethod
    def trial_command(self, outcome: Outcome) -> Command:
        """The command that enters what fell."""

    def renewal(self, _table: Table) -> Command | None:
        """What must be done before the next trial, if anything must."""
        return None

    def empty_line_rolls(self, _table: Table, _seat: int) -> bool:
        """Whether an empty line stands for the trial."""
        return True

    # What is said

    @abstractmethod
    def stage(self, scene: Scene) -> str:
        """How far the game is, for the prompt."""

    def announce(self, _scene: Scene, event: Event, words: str) -> Announcement | None:
        """What everybody is told of an event of a trial, usually in ``words``; None, if it is told
        only to whom it concerns. The scene has the table as it was before."""
        return Announcement(words) if event.name in self.announced else None

    def hint(self, _scene: Scene) -> str:
        """What the player should know before going on."""
        return ""

    def instead(
        self, _refusal: Refusal, _command: Mapping[str, Any], _table: Table, _seat: int
    ) -> str:
        """What to do about a refusal that only this game has."""
        return ""

    # What is shown

    @abstractmethod
    def draw_layout(self, scene: Scene) -> None:
        """Draw the layout."""

    @abstractmethod
    def help(self, table: Table) -> Iterable[tuple[str, Pieces]]:
        """What can be said about bets, the trial and whose it is, by example."""

    def elected_words(self, _table: Table) -> Iterable[str]:
        """What the house chose about the game, for the rules in force."""
        return ()

    def roads(self, _source: ChanceSource) -> None:
        """Draw the roads, where a game has a word for them."""
        raise NotImplementedError


def show_rows(rows: Iterable[tuple[str, Pieces]]) -> None:
    for label, pieces in rows:
        row(label, pieces)
