"""What a rule set says of a wheel."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, NamedTuple

from lammer.core.cite import Cites
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
    ``colours`` how each name is painted.
    """

    digest_key: ClassVar[str] = "wheel"
    key: Literal["pocket", "stop"]
    rim: tuple[str, ...]
    rim_cites: Cites
    spun: Cites
    begun: str = field(compare=False)
    rests: str = field(compare=False)
    colours: Mapping[str, str] = field(compare=False)

    def manner(self) -> Cites:
        return self.spun

    def summary(self, _trial: Trial) -> tuple[str, Cites]:
        return f"a wheel of {len(self.rim)} {self.key}s", self.rim_cites + self.spun

    @property
    def names(self) -> tuple[str, ...]:
        """The names on the rim, each once."""
        return tuple(dict.fromkeys(self.rim))

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


def wheel_space(key: str, wheel: WheelLaw, order: tuple[str, ...]) -> Space:
    """Return the outcomes of a wheel, each equally likely; sets are said in this ``order``."""
    places = tuple(wheel.places())

    def names(outcomes: frozenset[Place]) -> str:
        here = {name_of(each) for each in outcomes}
        return ", ".join(each for each in order if each in here)

    return Space(
        key=key,
        contexts=(PLAY,),
        outcomes=places,
        weights=(1,) * len(places),
        follow=((0,) * len(places),),
        name=names,
    )


def wheel_law(procedure: Procedure) -> WheelLaw:
    """Return what is said of the wheel of a game that has one."""
    law = procedure.trial.instrument
    assert isinstance(law, WheelLaw)
    return law


def with_wheel(procedure: Procedure, wheel: WheelLaw) -> Procedure:
    """Return the procedure with another wheel."""
    return replace(procedure, trial=replace(procedure.trial, instrument=wheel))
