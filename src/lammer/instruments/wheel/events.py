"""Events of a wheel."""

from dataclasses import field

from lammer.core.frozen import frozen
from lammer.instruments.wheel.commands import CallNoSpin, SpinWheel, WheelRest
from lammer.instruments.wheel.law import Place, WheelStop
from lammer.table.events import Event, Opened, TrialCorrected, TrialEvent, VoidTrial, kinds_in


@frozen
class WheelOpened(Opened):
    """A table is opened with a wheel: what is on its rim, clockwise."""

    name = "open"
    rim: tuple[str, ...] = field(kw_only=True)


@frozen
class WheelSpun(Event):
    """The wheel is spun; bets are taken until that is announced."""

    name = "spun"
    entered_by = (SpinWheel,)


@frozen
class WheelAtRest(TrialEvent):
    """The wheel has come to rest: in a pocket, or on a stop at a place of its rim."""

    name = "spin"
    entered_by = (SpinWheel, WheelRest)
    pocket: str | None = None
    stop: str | None = None
    place: int | None = None

    @property
    def outcome(self) -> Place:
        """The outcome, as the space has it."""
        if self.stop is not None and self.place is not None:
            return WheelStop(self.stop, self.place)
        return self.pocket or self.stop or ""

    @property
    def called(self) -> str:
        """The name of the pocket or stop."""
        return self.pocket or self.stop or ""


@frozen
class WheelVoid(VoidTrial):
    name = "no-spin"
    entered_by = (CallNoSpin,)


@frozen
class WheelTakenBack(TrialCorrected):
    """A spin is taken back, with what had been entered."""

    name = "correct"
    pocket: str | None = field(default=None, kw_only=True)
    stop: str | None = field(default=None, kw_only=True)
    place: int | None = field(default=None, kw_only=True)

    @property
    def shown(self) -> str:
        return self.pocket or self.stop or ""


EVENTS = kinds_in(globals())
