"""Reads a question to the lab: texts of strategies, a table, a bankroll; everything that is wrong
with it at once, each with its place."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from textwrap import shorten
from typing import Any

from lammer.core.codec import Malformed
from lammer.core.ruleset import Ruleset
from lammer.games.registry import UnknownName, load, strategy_games, usual_rules
from lammer.house import (
    Breach,
    HouseFile,
    MalformedElection,
    check_house,
    elections,
    without_defaults,
)
from lammer.house.files.read import BrokenFile, read_text
from lammer.house.own_wagers import with_starts
from lammer.instruments import weighed_faces
from lammer.lab.faults import LabFault, LabRefusal
from lammer.sim.model.check import Unplayable, check
from lammer.sim.simulate import Question, QuestionError, check_question, table_rules
from lammer.sim.strategy.parts import Strategy
from lammer.sim.strategy.text import parse
from lammer.sim.strategy.words import StrategySyntaxError

MOST_FAULTS = 50
SHORT_NAME = 40
MOST_VALUES, USUAL_VALUES = 50, 10
"""Values of a curve of ruin, and how many there are if nobody says."""
DOLLAR = 100


def questions(ask: Mapping[str, Any]) -> tuple[Question, ...]:
    """Return the questions of a request, one for each strategy; raises ``LabRefusal`` with what is
    wrong in the texts or with the table."""
    faults: list[LabFault] = []
    game = _game(ask)
    strategies = [_strategy(text, game, at, faults) for at, text in enumerate(ask["strategies"])]
    known = [each for each in strategies if each is not None]
    law = _law(ask, known, faults)
    house = {} if law is None else _house(ask["house"], law, faults)
    faces = () if law is None else _faces(ask["faces"], law, faults)
    curve_values(ask, faults)
    if faults or law is None:
        raise LabRefusal(*faults[:MOST_FAULTS])
    return tuple(
        Question(
            strategy,
            law.key,
            law.game,
            house,
            None,
            ask["bankroll"],
            ask["rolls"],
            ask["goal"],
            faces=faces,
        )
        for strategy in known
    )


def checked(ask: Mapping[str, Any]) -> tuple[Question, ...]:
    """Return the questions of a request whose strategies the table takes; raises ``LabRefusal``."""
    found = questions(ask)
    faults: list[LabFault] = []
    for at, question in enumerate(found):
        try:
            check_question(question)
            check(question.strategy, table_rules(question))
        except (Unplayable, QuestionError) as problem:
            faults += faults_of(problem, at)
    if faults:
        raise LabRefusal(*dict.fromkeys(faults[:MOST_FAULTS]))
    return found


def faults_of(problem: Unplayable | QuestionError, at: int) -> Iterator[LabFault]:
    """Yield what is wrong with a question, as faults of the strategy of this number."""
    if isinstance(problem, QuestionError):
        yield LabFault("question", problem.what.rstrip("."), problem.instead, at)
        return
    for fault in problem.faults:
        what = f"{fault.text}: {fault.what}".rstrip(".")
        yield LabFault("strategy", what, "", at, fault.line, 0, fault.clauses)


def _faces(texts: list[str], law: Ruleset, faults: list[LabFault]) -> tuple[str, ...]:
    """Return the weights of the faces of what is thrown, if the game takes them."""
    try:
        if texts:
            weighed_faces(law, texts)
    except Malformed as problem:
        faults.append(LabFault("faces", problem.what, problem.instead))
    return tuple(texts)


def curve_values(ask: Mapping[str, Any], faults: list[LabFault]) -> range:
    """Return the bankrolls in cents, or numbers of rolls, of a curve of ruin; empty without one.
    What is left out is chosen: ten values, to twice what the question has."""
    curve = ask["curve"]
    if curve is None:
        return range(0)
    unit = DOLLAR if curve["over"] == "bankroll" else 1
    usual = ask[curve["over"]] or USUAL_VALUES**2
    high = curve["high"] or max(2 * usual, curve["low"] or 0)
    step = curve["step"] or max(high // USUAL_VALUES // unit, 1) * unit
    found = range(curve["low"] or min(step, high), high + 1, step)
    if not 1 <= len(found) <= MOST_VALUES:
        many = "more than it may have" if found else "none"
        what = f"a curve of ruin has 1 to {MOST_VALUES} values, and these are {many}"
        faults.append(LabFault("curve", what, "Write from, to and step, such as 100, 1000, 100."))
    return found


def _game(ask: Mapping[str, Any]) -> str:
    """Return the game of a text that names none: that of the rules asked for."""
    try:
        return load(ask["rules"], ask["game"]).games[0] if ask["rules"] else strategy_games()[0]
    except UnknownName:
        return strategy_games()[0]


def _strategy(text: str, game: str, at: int, faults: list[LabFault]) -> Strategy | None:
    try:
        found = parse(text, game)
    except StrategySyntaxError as problem:
        line, column = problem.line, problem.column
        faults.append(LabFault("strategy", problem.what, problem.instead, at, line, column))
        return None
    if found.name:
        return found
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    said = "; ".join(line for line in lines if line)
    return replace(found, name=shorten(said, SHORT_NAME, placeholder="...") or "A strategy")


def _law(
    ask: Mapping[str, Any], strategies: list[Strategy], faults: list[LabFault]
) -> Ruleset | None:
    """Return the rule set that is asked for; without one, the usual one of the first strategy's
    game."""
    key = ask["rules"]
    if key is None:
        if not strategies:
            return None
        key = usual_rules()[strategies[0].game]
    try:
        law = load(key, ask["game"])
    except UnknownName as problem:
        listed = ", ".join(problem.known)
        faults.append(LabFault("rules", str(problem), f"There are: {listed}."))
        return None
    for at, each in enumerate(strategies):
        if each.game != law.games[0]:
            what = f"it is for {each.game}, and {law.key} is {law.games[0]}"
            instead = f"Choose the rules {usual_rules()[each.game]}, or another strategy."
            faults.append(LabFault("strategy", what, instead, at))
    return law


def house_file(text: str, place: str, faults: list[LabFault]) -> HouseFile | None:
    """Return a TOML text that was sent; None with a fault if it cannot be read."""
    try:
        return read_text(text, "")
    except BrokenFile as problem:
        faults.append(LabFault(place, problem.what, line=problem.line or 0))
        return None


def _house(text: str, law: Ruleset, faults: list[LabFault]) -> dict[str, Any]:
    """Return the elections of a house file, which the law must permit. What a crew does is left
    out: nobody enters it here."""
    file = house_file(text, "house", faults)
    if file is None:
        return {}
    data = {key: value for key, value in with_starts(file.data).items() if key != "long_form"}
    for key, here in (("rules", law.key), ("game", law.game)):
        there = data.pop(key, here)
        if there != here:
            what = f"the house is one for {str(there)[:40]}, and the question is about {here}"
            line = file.line_of(key) or 0
            faults.append(LabFault("house", what, "Choose the rules of the house.", line=line))
    elected, malformed = elections(data, law)
    breaches: tuple[Breach, ...] = ()
    if not malformed:
        breaches = check_house(law, without_defaults(law, elected), rights_kept=True)
    wrong: tuple[MalformedElection | Breach, ...] = (*malformed, *breaches)
    for each in wrong:
        what, clauses = f"{each.key}: {each.what}", getattr(each, "clauses", ())
        line = file.line_of(each.key) or 0
        faults.append(LabFault("house", what, each.instead, line=line, clauses=clauses))
    return data
