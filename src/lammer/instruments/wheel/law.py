"""What a rule set says of a wheel."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple

from lammer.core.cite import Cites
from lammer.core.codec import show
from lammer.core.procedure import InstrumentLaw, Procedure, Trial
from lammer.core.space import Space

PLAY = "play"


class WheelStop(NamedTuple):
    """A place on the rim of a wheel on which names repeat, counted from 1."""

    name: str
    place: int


Place = str | WheelStop
"""An outcome: a name, where each is on the rim once; else the place with its name."""


@dataclass(frozen=True, slots=True)
class WheelLaw(InstrumentLaw):
    """A wheel: the names round its ``rim``, clockwise, which are pockets or stops (``key``).

    ``rim_cites`` say what is on the rim, ``spun`` how it is spun and that bets are taken after
    that. ``begun`` and ``rests`` say that it is spun and where it came to rest ({}),
    ``colours`` how each name is painted, in the order in which people list them, ``labels`` what is
    written there if it is not the name, and in short where there is little room.
    """

    digest_key: ClassVar[str] = "wheel"
    key: Literal["pocket", "stop"]
    rim: tuple[str, ...]
    rim_cites: Cites
    spun: Cites
    begun: str = field(compare=False)
    rests: str = field(compare=False)
    colours: Mapping[str, str] = field(compare=False)
    labels: Mapping[str, tuple[str, str]] = field(default_factory=dict, compare=False)

    def manner(self) -> Cites:
        return self.spun

    def summary(self, _trial: Trial) -> tuple[str, Cites]:
        return f"a wheel of {len(self.rim)} {self.key}s", self.rim_cites + self.spun

    @property
    def names(self) -> tuple[str, ...]:
        """The names on the rim, each once."""
        return tuple(dict.fromkeys(self.rim))

    @property
    def place_words(self) -> str:
        """The place of a ball or a clapper, to be followed by who comes to rest there."""
        return "pocket in which" if self.key == "pocket" else "stop at which"

    @property
    def repeats(self) -> bool:
        """Whether a name is on the rim more than once."""
        return len(self.names) < len(self.rim)

    def places(self) -> Iterator[Place]:
        """Yield the outcomes, clockwise.

        >>> law = WheelLaw("stop", ("one", "two", "one"), (), (), "", "", {})
        >>> list(law.places())[-1]
        WheelStop(name='one', place=3)
        """
        for place, name in enumerate(self.rim, 1):
            yield WheelStop(name, place) if self.repeats else name

    def place_of(self, name: str, place: int | None = None) -> Place | None:
        """Return the outcome of that name, at that place of the rim if it is said; None if there
        is none."""
        if name not in self.rim or (place is not None and self.rim[place - 1 : place] != (name,)):
            return None
        return WheelStop(name, place or self.rim.index(name) + 1) if self.repeats else name

    def why_not(self, name: str, place: int | None) -> tuple[str, str]:
        """Return why there is no such place, and which places there are.

        >>> law = WheelLaw("stop", ("one", "two", "one"), (), (), "", "", {})
        >>> law.why_not("one", 2)
        ('place 2 is not one', 'one is at 1, 3')
        >>> law.why_not("six", None)
        ('there is no stop "six" on this wheel', 'one, two')
        """
        places = [str(at) for at, each in enumerate(self.rim, 1) if each == name]
        if places:
            return f"place {place} is not {name}", f"{name} is at {', '.join(places)}"
        return f"there is no {self.key} {show(name)} on this wheel", self.in_words

    @property
    def in_words(self) -> str:
        """What there is on the wheel: numbers that follow each other by the first and the last.

        >>> WheelLaw("pocket", ("0", "2", "1"), (), (), "", "", {}).in_words
        '0, 1 to 2'
        """
        names = sorted(self.names, key=[*self.colours, *self.names].index)
        numbers = [int(each) for each in names if each.isdigit() and not each.startswith("0")]
        if not numbers or sorted(numbers) != list(range(1, len(numbers) + 1)):
            return ", ".join(names)
        words = [each for each in names if not each.isdigit() or each.startswith("0")]
        return ", ".join((*words, f"1 to {len(numbers)}"))

    def label(self, name: str) -> str:
        """Return how a name is written on the wheel and on the layout."""
        return self.labels.get(name, (name, name))[0]

    def page_data(self) -> dict[str, object]:
        painted = {
            name: {"label": long, "short": short, "colour": self.colours.get(name, "")}
            for name in sorted(self.names, key=[*self.colours, *self.names].index)
            for long, short in (self.labels.get(name, (name, name)),)
        }
        return {"painted": painted}

    def drawn(self) -> dict[str, Any]:
        """Return what somebody needs who draws it."""
        return {
            "key": self.key,
            "rim": [*self.rim],
            "colours": [self.colours.get(name, "") for name in self.rim],
        }

    def outcome_data(self, outcome: Place) -> dict[str, Any]:
        """Return an outcome as keys of a command and of a log line."""
        if isinstance(outcome, WheelStop):
            return {self.key: outcome.name, "place": outcome.place}
        return {self.key: outcome}


def name_of(outcome: Place) -> str:
    """Return the name of an outcome."""
    return outcome.name if isinstance(outcome, WheelStop) else outcome


def wheel_space(key: str, wheel: WheelLaw, called: Mapping[str, str]) -> Space:
    """Return the outcomes of a wheel, each equally likely. Sets are said in the order in which the
    names are ``called``."""
    places = tuple(wheel.places())

    def names(outcomes: frozenset[Place]) -> str:
        here = {name_of(each) for each in outcomes}
        return ", ".join(words for each, words in called.items() if each in here)

    return Space(
        key=key,
        contexts=(PLAY,),
        outcomes=places,
        weights=(1,) * len(places),
        follow=((0,) * len(places),),
        name=names,
    )


def wheel_law(procedure: Procedure) -> WheelLaw:
    """Return the law of a game's wheel."""
    law = procedure.trial.instrument
    assert isinstance(law, WheelLaw)
    return law
