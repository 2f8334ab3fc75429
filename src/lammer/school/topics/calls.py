"""Questions about people: who may make a call, and which trials are void.

Every command of the crew that names its caller is asked about, for each role there is; so are the
reasons for which a trial may be void.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from lammer.core.legality import Refusal
from lammer.core.procedure import ROLES, VoidReason
from lammer.school.instrument import drills_of
from lammer.school.posing.posed_question import Pose, PosedQuestion, QuestionKind
from lammer.school.posing.question_table import DecidedTrial, entered, table_with_bets, trial
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.topics.permissions import position
from lammer.table import decide
from lammer.table.apply import apply_all
from lammer.table.commands import Command, Correct, OrderPass, command_data
from lammer.table.log import EPOCH
from lammer.table.refusals import unique_clauses
from lammer.table.rules import Rules
from lammer.table.state import TableState

CALL_CHOICES = 4
MOST_CALLS = 60
WHO: dict[str, str] = {"player": "a player", "surveillance": "surveillance"}
"""Roles that take no "the" in a sentence."""
BECAUSE = {"delay": "delaying the game", "violation": "a violation of the rules"}
"""Reasons in a sentence, where their own words are not enough."""


def poses(rules: Rules) -> Iterator[tuple[str, str, QuestionKind, Pose]]:
    """Yield the key, the words and the pose of each skill about people that these rules have."""
    if _commands(rules):
        yield "calls", "Who may make a call or give an order", "legal", who_may
    noun = rules.procedure.trial.noun
    if _are_called(rules):
        yield "call", f"How a {noun} is called", "call", how_called
    if any(not each.none for each in rules.procedure.trial.reasons):
        yield "valid", f"Whether a {noun} counts", "valid", counts


def _started(rules: Rules) -> TableState:
    return table_with_bets(rules, rules.start, {})


def _commands(rules: Rules) -> tuple[Command, ...]:
    """Return the commands of the crew that name a caller, as they would be accepted."""
    table = _started(rules)
    samples = tuple(rules.instrument.crew_samples(table, EPOCH))
    found = [each for each in samples if _names_caller(each)]
    called = [each.key for each in rules.procedure.trial.reasons if each.callers is not None]
    if called and not any(_voids(rules, each) for each in found):
        # The first reason needs no call, others do.
        void = next(each for each in samples if _voids(rules, each))
        found.insert(0, replace(void, reason=called[0]))  # type: ignore[call-arg]
    turn = rules.procedure.turn
    if turn is not None:
        order = turn.order
        found.append(OrderPass(rules.roles(order.authority)[0], order.reasons[0]))
    corrected = rules.procedure.trial.corrected
    if corrected is not None:
        found.append(Correct(rules.roles(corrected.authority)[0], corrected.reasons[0]))
    return tuple(found)


def _names_caller(command: Command) -> bool:
    return getattr(command, "caller", None) is not None


def _voids(rules: Rules, command: Command) -> bool:
    """Return whether a command enters a trial that is void."""
    return rules.procedure.trial.reason(str(getattr(command, "reason", ""))) is not None


def _at_its_time(rules: Rules, command: Command, picks: SeededChoices) -> TableState:
    """Return a table at which a command would be in time: a trial is taken back after it."""
    table = _started(rules)
    if not isinstance(command, Correct):
        return table
    return apply_all(table, trial(table, picks.key()).every)


def who_may(rules: Rules, picks: SeededChoices) -> PosedQuestion | None:
    """Ask whether somebody may make a call."""
    commands = _commands(rules)
    wanted = picks.chance(1, 2)
    for command in picks.order(_variants(rules, commands)):
        table = _at_its_time(rules, command, picks)
        for role in picks.order(ROLES):
            named: Command = replace(command, caller=role)  # type: ignore[call-arg]
            posed = _asked(table, named, role)
            if posed is not None and posed.answer["allowed"] is wanted:
                return posed
    return None


def _variants(rules: Rules, commands: tuple[Command, ...]) -> list[Command]:
    """Return the commands with each reason for which they can be given."""
    found: list[Command] = []
    for command in commands:
        reasons = _reasons(rules, command)
        found += [replace(command, reason=each) for each in reasons] if reasons else [command]  # type: ignore[call-arg]
    return found


def _reasons(rules: Rules, command: Command) -> tuple[str, ...]:
    if not any(each.name == "reason" for each in fields(command)):
        return ()
    turn, trial_law = rules.procedure.turn, rules.procedure.trial
    if isinstance(command, OrderPass):
        return turn.order.reasons if turn is not None else ()
    if isinstance(command, Correct):
        return trial_law.corrected.reasons if trial_law.corrected is not None else ()
    void = {each.key: each for each in trial_law.reasons}
    if getattr(command, "reason", None) in void:
        return tuple(key for key, each in void.items() if each.callers and not each.none)
    return ()


def _asked(table: TableState, command: Command, role: str) -> PosedQuestion | None:
    rules = table.rules
    decision = decide(table, command)
    data = command_data(command, rules.procedure.trial.thing)
    who, does = WHO.get(role, f"the {role}"), _does(rules, command, str(data["do"]))
    words = f"{who[:1].upper()}{who[1:]} {does}. May {who} do that?"
    given = {"action": data}
    if isinstance(decision, Refusal):
        if decision.code != "not-authorised":
            return None
        answer = {"allowed": False, "clause": decision.clauses[0]}
        return PosedQuestion(table, words, answer, decision.clauses, decision.detail, given)
    clauses = unique_clauses(*(event.clauses for event in decision))
    return PosedQuestion(table, words, {"allowed": True}, clauses, "It is a call of theirs.", given)


def _does(rules: Rules, command: Command, verb: str) -> str:
    """Return what somebody does by a command, in a sentence after "The dealer"."""
    trial_law, reason = rules.procedure.trial, str(getattr(command, "reason", "") or "")
    because = f" for {BECAUSE.get(reason, reason.replace('-', ' '))}" if reason else ""
    void = trial_law.reason(reason)
    match command:
        case OrderPass():
            return f"orders the {trial_law.thing} passed{because}"
        case Correct():
            return f"takes back the {trial_law.noun} just entered ({reason.replace('-', ' ')})"
    if void is not None:
        name = rules.instrument.void_words.lower()
        return f'calls "{name}": {void.words[:1].lower()}{void.words[1:]}'
    return drills_of(trial_law.thing).does[verb]


# Outcomes


def how_called(rules: Rules, picks: SeededChoices) -> PosedQuestion | None:
    """Ask how an outcome is called."""
    for _ in range(MOST_CALLS):
        table = table_with_bets(rules, picks.one(rules.space.contexts), {})
        posed = announced(table, trial(table, picks.key()), picks)
        if posed is not None:
            return posed
    return None


def announced(table: TableState, found: DecidedTrial, picks: SeededChoices) -> PosedQuestion | None:
    """Ask how a trial is called, out of calls that are near it; None where it is called by what is
    seen, or all are called alike."""
    rules = table.rules
    seen = drills_of(rules.procedure.trial.thing).outcome_words(rules, found.outcome, found.keys)
    right = called(rules, table.context, found.outcome)
    contexts = [each for each in rules.space.contexts if each != table.context]
    near = [called(rules, each, found.outcome) for each in picks.order(contexts)]
    far = [called(rules, table.context, each) for each in picks.order(rules.space.outcomes)]
    others = [each for each in dict.fromkeys((*near[:2], *far)) if each != right]
    if not others or sorted(right) == sorted(seen):
        return None
    choices = picks.order([right, *others[: CALL_CHOICES - 1]])
    return PosedQuestion(
        table,
        f"{position(table)}{seen.partition(':')[0]}. How is it called?",
        {"call": right},
        rules.ids(rules.procedure.trial.called),
        f'"{right}"',
        {"outcome": dict(found.keys), "choices": choices},
    )


def called(rules: Rules, context: str, outcome: Any) -> str:
    """Return how an outcome is called in a context.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> called(Rules(house(load("nj-2011"), Elections())), "6", (2, 4))
    'Six, easy six. Winner, the point is made.'
    """
    call = rules.procedure.trial.call
    if call is None:
        words = rules.space.name(frozenset({outcome}))
        return words[:1].upper() + words[1:]
    return call(outcome, context, rules.trial(context, outcome)[1], False)


def _are_called(rules: Rules) -> bool:
    """Return whether calls say more than can be seen: one call for several different outcomes, or
    what became of a round."""
    if rules.procedure.trial.call is not None and len(rules.space.contexts) > 1:
        return True
    picks, table = SeededChoices(rules.house.law.key, "called"), _started(rules)
    some = [trial(table, picks.key()) for _ in range(MOST_CALLS)]
    words = drills_of(rules.procedure.trial.thing).outcome_words
    seen = {words(rules, each.outcome, each.keys) for each in some}
    return 2 * len({called(rules, rules.start, each.outcome) for each in some}) <= len(seen)


def counts(rules: Rules, picks: SeededChoices) -> PosedQuestion | None:
    """Ask whether a trial counts, as it came to rest, if nobody calls anything."""
    table = _started(rules)
    reason = picks.one([None, *_told_apart(rules)])
    keys = trial(table, picks.key()).keys
    reason = drills_of(rules.procedure.trial.thing).looks_like(rules, reason, picks)
    return counted(table, keys, reason, picks)


def counted(
    table: TableState, keys: Mapping[str, Any], reason: VoidReason | None, picks: SeededChoices
) -> PosedQuestion:
    """Return the question whether a trial of these keys counts, if this happened in it."""
    rules, noun = table.rules, table.rules.procedure.trial.noun
    happened = "" if reason is None else reason.key
    drawn = dict(drills_of(rules.procedure.trial.thing).resting(rules, keys, happened, picks))
    in_words = drawn.pop("in_words", False)
    resting = {**keys, "happened": happened, **drawn}
    words = f"The {noun} is as it is shown, and nobody has called anything"
    if reason is None:
        entered(table, keys)
        answer, clauses, why = True, rules.ids(rules.procedure.trial.called), f"Nothing is wrong with the {noun}."  # fmt: skip  # noqa: E501
    else:
        words = f"{reason.words[:1].upper()}{reason.words[1:]}. Nobody has called anything"
        answer, clauses, why = _of_a_reason(rules, reason)
    question = f"{words}. Does the {noun} count?"
    if drawn:
        asks = f"Nobody has called anything. Does the {noun} count?"
        resting["asks"] = question if in_words else asks
        seen = f"Nothing is wrong with the {noun}" if reason is None else reason.words
        resting["words"] = f"{seen[:1].upper()}{seen[1:]}."
    return PosedQuestion(table, question, {"valid": answer}, clauses, why, {"resting": resting})


def _told_apart(rules: Rules) -> list[VoidReason]:
    """Return the reasons whose words say what happened; where there is no such call, several have
    the same words."""
    every = rules.procedure.trial.reasons
    words = [each.words for each in every]
    return [each for each in every if words.count(each.words) == 1]


def _of_a_reason(rules: Rules, reason: VoidReason) -> tuple[bool, tuple[str, ...], str]:
    """Return whether a trial counts although this happened, the clauses, and why."""
    if reason.none:
        return True, rules.ids(reason.none), "That is no reason for a void one."
    if reason.callers is None:
        return False, rules.ids(reason.cites), "It is void by itself."
    roles = " or ".join(rules.roles(reason.callers))
    clauses = rules.ids(reason.cites, reason.callers.cites)
    return True, clauses, f"It is void only if the {roles} calls it."
