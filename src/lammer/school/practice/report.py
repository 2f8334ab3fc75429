"""A session at a practice table as plain data: its setting, its score, and a row for each task."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lammer.school.posing.posed_question import table_data
from lammer.school.practice.session import Answered, PracticeFault, PracticeSession, Setting
from lammer.school.practice.tasks import Task

COLUMNS = (
    *("practice", "begun", "rules", "game", "digest", "seed", "players", "hints", "timed"),
    *("round", "task", "duty", "words", "seconds", "right", "cost", "owed", "answer"),
    *("mistakes", "clauses"),
)
"""Columns of an export: a row for each task that was answered, with its session."""


def setting_data(setting: Setting) -> dict[str, Any]:
    """Return the setting of a session, without the rules."""
    return {
        "seed": setting.seed,
        "players": setting.players,
        "duties": list(setting.duties),
        "hints": setting.hints,
        "timed": setting.timed,
        "rounds": setting.rounds,
    }


def fault_data(fault: PracticeFault) -> dict[str, Any]:
    return {**fault._asdict(), "clauses": list(fault.clauses)}


def score_data(session: PracticeSession) -> dict[str, Any]:
    """Return the score of a session so far, in cents where it is money."""
    return {
        "tasks": len(session.answered),
        "right": sum(each.right for each in session.answered),
        "cost": session.cost,
        "owed": session.owed,
        "kinds": session.breakdown(),
    }


def task_data(session: PracticeSession, task: Task) -> dict[str, Any]:
    """Return the current task, without its answer."""
    posed = task.posed
    return {
        "number": session.number,
        "duty": task.duty,
        "asked": task.asked,
        "words": posed.words,
        "seconds": task.seconds,
        "table": table_data(posed),
        "given": dict(posed.given),
        "hints": list(task.way) if session.setting.hints == "before" else [],
    }


def answered_data(each: Answered) -> dict[str, Any]:
    """Return an answered task in the form that is stored."""
    return {
        "task": each.number,
        "round": each.round,
        "duty": each.duty,
        "words": each.words,
        "answer": dict(each.answer),
        "seconds": each.seconds,
        "faults": [fault_data(fault) for fault in each.faults],
    }


def export_rows(
    of_all: Mapping[str, Any], kept: Iterable[Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Yield a row of an export for each answered task, from its stored form."""
    for each in kept:
        faults = each["faults"]
        clauses = dict.fromkeys(clause for fault in faults for clause in fault["clauses"])
        yield {
            **of_all,
            **{key: each[key] for key in ("round", "task", "duty", "words", "seconds", "answer")},
            "right": not faults,
            "cost": sum(max(fault["off_by"], 0) for fault in faults),
            "owed": sum(max(-fault["off_by"], 0) for fault in faults),
            "mistakes": [fault["what"] for fault in faults],
            "clauses": list(clauses),
        }
