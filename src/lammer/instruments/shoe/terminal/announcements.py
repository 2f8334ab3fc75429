"""Announces a coup: the cards, the counts, who draws and by which row of the tables."""

from lammer.cli.play.scene import Scene, by_whom
from lammer.cli.play.terminal_game import Announcement
from lammer.instruments.shoe.cards import Coup, Drawing
from lammer.instruments.shoe.events import CardDrawn, HandStays
from lammer.instruments.shoe.law import shoe_law
from lammer.instruments.shoe.terminal.shoe import faces
from lammer.table import Event, TableState

_REMEMBERED = frozenset({"cards", "count"})
"""Announced, and explained by "why"; the line of the deal has them already."""


def drawing_of(table: TableState) -> Drawing:
    return shoe_law(table.rules.procedure).drawing


def announce(scene: Scene, event: Event, words: str) -> Announcement | None:
    """Return the lines of a coup that differ from the dealer's words."""
    if event.name in _REMEMBERED:
        return Announcement(words, shown=False)
    if event.name == "result":
        return Announcement(words, "bold")
    if event.name == "deal":
        return Announcement(_dealt(scene))
    if isinstance(event, CardDrawn | HandStays):
        return _drawing_sentence(scene, event, words)
    return None


def _dealt(scene: Scene) -> str:
    drawing, coup = drawing_of(scene.table), _coup(scene)
    who = by_whom(scene, "deals").rstrip() or "You deal"
    player, banker = (
        f"{side}'s Hand {faces(hand[:2])} counts {drawing.count(hand[:2])}"
        for side, hand in (("Player", coup.player), ("Banker", coup.banker))
    )
    return f"{who}. {player}, {banker}."


def _coup(scene: Scene) -> Coup:
    coup = scene.past[-1]
    assert isinstance(coup, Coup)
    return coup


def _drawing_sentence(scene: Scene, event: CardDrawn | HandStays, words: str) -> Announcement:
    """Return the sentence by which a hand draws or stays, with its row of the tables."""
    side, count, drawing = event.hand, event.count, drawing_of(scene.table)
    if count is None:
        return Announcement(words, by=event.clauses[0])
    does = f"{side.title()}'s Hand {event.name}s on {count}"
    if side == "player":
        by = drawing.player[count].cites
    else:
        by = drawing.banker[count].cites
        third = _coup(scene).player[2:]
        does += f" against the Player's {faces(third)}" if third else ", the Player having stayed"
    card = f": {faces([event.card])}" if isinstance(event, CardDrawn) else ""
    return Announcement(f"{does}{card}.", by=scene.table.rules.ids(by)[0])
