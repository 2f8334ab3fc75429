"""What a strategy can name at a game beside its wagers, as data that an edition carries."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that a trial can bring beside its outcome, such as a point made.

    ``phrases`` are what it is called, none if no strategy can name it. ``holds`` is given the
    context before the trial, the context after it, and what its outcome is called.
    """

    key: str
    phrases: tuple[str, ...]
    holds: Callable[[str, str, int | str], bool]


@dataclass(frozen=True, slots=True)
class GameTerms:
    """The terms of a game.

    ``outcomes`` are the names of outcomes that are called by no number. ``counted`` gives, for a
    measure, its words and the happening that it counts; ``scopes``, for a part of a session, its
    phrases and the happening that ends it. The rest are phrases of conditions: a point is on
    (``point_on``), none is (``point_off``), a hand is new (``new_hand``). The first phrase
    of each is the one that is written. ``groups`` are wagers with one name, each with its part of
    an amount; ``on_point`` the wagers on a number, by how their keys begin, that may be on "the
    point number", and ``point_number`` what that is called.
    """

    outcomes: tuple[str, ...] = ()
    happenings: tuple[Happening, ...] = ()
    counted: Mapping[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    scopes: Mapping[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    point_on: tuple[str, ...] = ()
    point_off: tuple[str, ...] = ()
    new_hand: tuple[str, ...] = ()
    groups: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    on_point: tuple[str, ...] = ()
    point_number: tuple[str, ...] = ()

    def happened(self, before: str, after: str, called: int | str) -> frozenset[str]:
        """Return the keys of what a trial brought."""
        return frozenset(each.key for each in self.happenings if each.holds(before, after, called))


def united(terms: Iterable[GameTerms]) -> GameTerms:
    """Return the terms of several games together; of two with the same key the first counts."""
    every = tuple(terms)
    happenings = {each.key: each for some in reversed(every) for each in some.happenings[::-1]}

    def phrases(of: Callable[[GameTerms], Iterable[str]]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(phrase for each in every for phrase in of(each)))

    return GameTerms(
        outcomes=phrases(lambda each: each.outcomes),
        happenings=tuple(happenings.values())[::-1],
        counted={key: found for each in reversed(every) for key, found in each.counted.items()},
        scopes={key: found for each in reversed(every) for key, found in each.scopes.items()},
        point_on=phrases(lambda each: each.point_on),
        point_off=phrases(lambda each: each.point_off),
        new_hand=phrases(lambda each: each.new_hand),
        groups={key: found for each in reversed(every) for key, found in each.groups.items()},
        on_point=phrases(lambda each: each.on_point),
        point_number=phrases(lambda each: each.point_number),
    )
