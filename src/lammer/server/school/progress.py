"""What a learner is asked next: spaced repetition for each skill, by the ``fsrs`` scheduler.

An answer is rated by whether it is right and how long it took against the skill's time: wrong is
asked again soon, right in half the time later than right in twice the time.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple, cast

from fsrs import Card, Rating, Scheduler

from lammer.school.skills import Skill
from lammer.store.port import DrillProgress

_SCHEDULER = Scheduler(desired_retention=0.9, enable_fuzzing=False)


class SkillState(NamedTuple):
    """How a person stands with a skill: how often it was asked, answered correctly, when it is due,
    and the chance that it would be answered correctly now (None: never asked)."""

    skill: str
    correct: int = 0
    asked: int = 0
    due: datetime | None = None
    recall: float | None = None


def rating(right: bool, seconds: float, target: float) -> Rating:
    """Return the rating of an answer.

    >>> [rating(True, taken, 10).name for taken in (4, 9, 30)], rating(False, 1, 10).name
    (['Easy', 'Good', 'Hard'], 'Again')
    """
    if not right:
        return Rating.Again
    if seconds <= target / 2:
        return Rating.Easy
    return Rating.Good if seconds <= 1.5 * target else Rating.Hard


class Reviewed(NamedTuple):
    """An answered question: its skill and seed, whether it was right, and the seconds it took."""

    skill: Skill
    rules: str
    seed: int
    right: bool
    seconds: float


def reviewed(
    before: DrillProgress | None, person: int, answer: Reviewed, now: datetime
) -> DrillProgress:
    """Return the progress after an answer. The same question again changes nothing."""
    if before is not None and before.seed == answer.seed:
        return before
    card = Card() if before is None else _card(before.card)
    found = rating(answer.right, answer.seconds, answer.skill.seconds)
    after, _ = _SCHEDULER.review_card(card, found, review_datetime=now.astimezone(UTC))
    return DrillProgress(
        person,
        answer.rules,
        answer.skill.game,
        answer.skill.key,
        json.dumps(after.to_dict(), sort_keys=True),
        (before.correct if before else 0) + answer.right,
        (before.asked if before else 0) + 1,
        answer.seed,
        now.replace(microsecond=0).isoformat().replace("+00:00", "Z"),
    )


def states(
    skills: Iterable[Skill], progress: Mapping[str, DrillProgress], now: datetime
) -> list[SkillState]:
    """Return how a person stands with each of these skills; ``progress`` is by skill."""
    found = []
    for skill in skills:
        kept = progress.get(skill.key)
        if kept is None:
            found.append(SkillState(skill.key))
            continue
        card = _card(kept.card)
        recall = _SCHEDULER.get_card_retrievability(card, now.astimezone(UTC))
        found.append(SkillState(skill.key, kept.correct, kept.asked, card.due, recall))
    return found


def due_of(progress: DrillProgress) -> datetime:
    """Return when a skill is due."""
    return _card(progress.card).due


def next_skill(found: Sequence[SkillState], now: datetime, latest: str | None = None) -> str:
    """Return the skill to ask next: the one that has been due longest, then the first that was
    never asked, then the one that is due soonest; not the latest again if there is another."""
    others = [each for each in found if each.skill != latest] or list(found)
    due = [each for each in others if each.due is not None and each.due <= now]
    if due:
        return min(due, key=_due).skill
    new = next((each for each in others if each.due is None), None)
    return new.skill if new is not None else min(others, key=_due).skill


def _due(state: SkillState) -> datetime:
    assert state.due is not None
    return state.due


def _card(text: str) -> Card:
    return Card.from_dict(cast("dict[str, int]", json.loads(text)))  # type: ignore[arg-type]
