"""The skills of a game: computed from the rules in force, never listed by hand."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from lammer.core.names import did_you_mean, nearest
from lammer.core.ruleset import Area
from lammer.core.wager import Wager
from lammer.school.instrument import drills_of
from lammer.school.posing.posed_question import Pose, QuestionKind
from lammer.school.topics import calls, layouts, payments, permissions, vigorish, watching, working
from lammer.table.rules import Rules

SECONDS: dict[QuestionKind, int] = {
    "payments": 10,
    "order": 20,
    "legal": 8,
    "call": 6,
    "works": 5,
    "card": 4,
    "count": 3,
    "valid": 6,
    "commission": 6,
    "press": 8,
    "mistakes": 90,
}
"""The time for an answer at a dealer's working speed."""
LAYOUT_SECONDS = 60
ALIKE = 4
"""At least this many wagers of an area that are paid alike make one skill."""


class UnknownSkill(LookupError):
    """Raised for a skill that these rules do not have; ``near`` are similar ones."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        self.near = tuple(nearest(name[:80], list(known)))
        super().__init__(f'there is no skill "{name[:80]}" here')

    @property
    def instead(self) -> str:
        return f"{did_you_mean(self.near)}lammer drill --list names them all."


@dataclass(frozen=True, slots=True)
class Skill:
    """Something a dealer can be asked, again and again: ``what`` in words, ``asked`` what for,
    ``seconds`` the time to work at, ``wagers`` those it is about.

    ``pose`` makes the question of a seed; None where these rules have none (``check_skills``).
    """

    key: str
    game: str
    what: str
    asked: QuestionKind
    seconds: int
    wagers: tuple[str, ...]
    pose: Pose = field(compare=False, repr=False)


def skills(rules: Rules) -> tuple[Skill, ...]:
    """Return every skill of a house's game, in the order they are learned.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> craps = Rules(house(load("nj-2011"), Elections()))
    >>> [each.key for each in skills(craps)][:3]
    ['craps.payout.pass', 'craps.payout.dont-pass', 'craps.payout.come']
    >>> find_skill(craps, "craps.payout.horn").what
    'What is paid: Horn Bet'
    """
    return _skills(rules)


@lru_cache(maxsize=16)
def _skills(rules: Rules) -> tuple[Skill, ...]:
    found: dict[str, Skill] = {}
    for each in (
        *_of_bets(rules),
        *_of_the_table(rules),
        *drills_of(rules.procedure.trial.thing).skills(rules),
    ):
        found.setdefault(each.key, each)
    return tuple(found.values())


def find_skill(rules: Rules, key: str) -> Skill:
    """Return the skill of that key; raises ``UnknownSkill``."""
    all_of_them = skills(rules)
    for each in all_of_them:
        if each.key == key:
            return each
    raise UnknownSkill(key, tuple(each.key for each in all_of_them))


def groups(rules: Rules) -> dict[str, tuple[Wager, ...]]:
    """Return the wagers of a house by how they are taught: those of a number together, and those
    that lie in one area of the layout and are paid alike, if there are several; others each by
    itself."""
    found: dict[str, list[Wager]] = {}
    alike = _paid_alike(rules)
    for wager in rules.wagers.values():
        area = alike.get(wager.key)
        key = wager.group or (wager.key if area is None else layouts.area_key(area))
        found.setdefault(key, []).append(wager)
    return {key: tuple(some) for key, some in found.items()}


def _paid_alike(rules: Rules) -> dict[str, Area]:
    """Return the wagers that are one of several in their area which are paid alike, and have no
    group of their own."""
    found: dict[str, Area] = {}
    for area in rules.house.rules.layout:
        by_odds: dict[tuple[object, ...], list[Wager]] = {}
        for wager in rules.wagers.values():
            if wager.spot in area.spots and not wager.group:
                odds = tuple(pay.odds for pay in wager.payouts())
                by_odds.setdefault(odds, []).append(wager)
        for some in by_odds.values():
            if len(some) >= ALIKE:
                found |= {wager.key: area for wager in some}
    return found


def group_words(rules: Rules, wagers: tuple[Wager, ...]) -> str:
    """Return the name of a group of wagers in a sentence.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> nj = load("nj-2011")
    >>> craps = Rules(house(nj, Elections()))
    >>> group_words(craps, (nj.wager("place-6"), nj.wager("place-8")))
    'Place Bet to Win, 6 and 8'
    >>> group_words(craps, (nj.wager("horn"),))
    'Horn Bet'
    >>> group_words(craps, (nj.wager("horn-high-2"), nj.wager("horn-high-12")))
    'Horn High Bet'
    >>> group_words(craps, groups(craps)["hop"])
    'Hops'
    """
    if len(wagers) == 1:
        return wagers[0].name
    area = _paid_alike(rules).get(wagers[0].key)
    if area is not None:
        return area.title
    keys = {wager.key for wager in wagers}
    for area in rules.house.law.layout:
        if {each.key for each in rules.wagers.values() if each.spot in area.spots} == keys:
            return area.title
    names = [wager.name.partition(",")[0].split() for wager in wagers]
    shared = [word for word in names[0] if all(word in name for name in names)]
    numbers = [str(wager.number) for wager in wagers if wager.number is not None]
    if not shared:
        return ", ".join(wager.name for wager in wagers)
    listed = f"{', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) > 1 else ""
    said = " ".join(shared).removeprefix("the ")
    return f"{said}{' ' if said.split()[-1].islower() else ', '}{listed}" if listed else said


class _Making:
    """Makes skills of a game."""

    def __init__(self, rules: Rules) -> None:
        self._game = rules.house.law.game

    def __call__(
        self,
        key: str,
        what: str,
        asked: QuestionKind,
        wagers: tuple[Wager, ...],
        pose: Pose,
        seconds: int | None = None,
    ) -> Skill:
        keys, game = tuple(wager.key for wager in wagers), self._game
        return Skill(f"{game}.{key}", game, what, asked, seconds or SECONDS[asked], keys, pose)


def _of_bets(rules: Rules) -> Iterator[Skill]:
    """Yield the skills about single bets."""
    skill = _Making(rules)
    by_group = groups(rules)
    for key, some in by_group.items():
        what = f"What is paid: {group_words(rules, some)}"
        yield skill(f"payout.{key}", what, "payments", some, payments.on(some))
    for wager in rules.wagers.values():
        if wager.travels:
            what = f"{wager.name}s that come in while another goes to the same number"
            pose = payments.off_and_on(wager)
            yield skill(f"off-and-on.{wager.key}", what, "payments", (wager,), pose)
    for key, some in by_group.items():
        if vigorish.charged(rules, some):
            what = f"The vigorish: {group_words(rules, some)}"
            yield skill(f"vigorish.{key}", what, "commission", some, vigorish.on(some))
    for key, some in by_group.items():
        if payments.may_be_pressed(rules, some):
            what = f"A press, and the change: {group_words(rules, some)}"
            yield skill(f"press.{key}", what, "press", some, payments.pressing(some))


def _of_the_table(rules: Rules) -> Iterator[Skill]:
    """Yield the skills about several bets, and about what people may do."""
    skill, every = _Making(rules), tuple(rules.wagers.values())
    for key, area, some in layouts.combinations(rules):
        what = f"Several bets of one player: {area.title}"
        yield skill(f"together.{key}", what, "payments", some, layouts.together(some), 20)
    what = "A whole layout, settled in the lawful order"
    yield skill("layout", what, "payments", every, layouts.whole, LAYOUT_SECONDS)
    if rules.procedure.trial.payment is not None and layouts.pays_and_collects(rules):
        what = "In which order wagers are collected and paid"
        yield skill("order", what, "order", every, layouts.in_order)
    what = f"What the crew did wrong in some {rules.procedure.trial.noun}s"
    yield skill("watch", what, "mistakes", every, watching.find_mistakes)
    for key, words, pose in permissions.poses(rules):
        yield skill(f"legal.{key}", words, "legal", every, pose)
    if working.is_asked(rules):
        what = f"Whether a bet works on the next {rules.procedure.trial.noun}"
        yield skill("works", what, "works", every, working.next_trial)
    for key, words, asked, pose in calls.poses(rules):
        yield skill(key, words, asked, (), pose)
