"""The JSON Schema of wager files, made of the tables that read them."""

from typing import Any

from lammer.design.builder import LOSE, PUSH
from lammer.design.shapes import MOST_COUNT, MOST_GOALS, SHAPES
from lammer.games.outcomes import outcome_words

_OUTCOMES = {"type": ["string", "integer"], "description": 'a set of outcomes, such as "2, 12"'}
_ODDS = {"type": "string", "pattern": r"^ *[0-9]{1,9} +(to|for) +[0-9]{1,9} *$"}
_PAYS = {"anyOf": [_ODDS, {"enum": [PUSH, LOSE]}]}
_BY_OUTCOME = {"type": "object", "additionalProperties": _PAYS, "minProperties": 1}
_BY_COUNT = {
    "type": "object",
    "propertyNames": {"pattern": "^[0-9]{1,3}( (to|-) [0-9]{1,3})?( or more|[+])?$"},
    "additionalProperties": _PAYS,
    "minProperties": 1,
}


def _table(required: tuple[str, ...], **keys: Any) -> dict[str, Any]:
    return {"type": "object", "properties": keys, "required": list(required),
            "additionalProperties": False}  # fmt: skip


_GOALS = {"type": "array", "items": _OUTCOMES, "minItems": 1, "maxItems": MOST_GOALS}
_SHAPES: dict[str, dict[str, Any]] = {
    "one_roll": _table(("pays",), pays=_BY_OUTCOME, push=_OUTCOMES, loses=_OUTCOMES),
    "before": _table(
        ("loses", "pays"),
        wins=_OUTCOMES,
        loses=_OUTCOMES,
        push=_OUTCOMES,
        pays={"anyOf": [_ODDS, _BY_OUTCOME]},
    ),
    "line": _table(
        ("wins", "loses", "numbers", "against", "pays"),
        side={"enum": ["with", "against"]},
        wins=_OUTCOMES,
        loses=_OUTCOMES,
        push=_OUTCOMES,
        numbers=_GOALS,
        against=_OUTCOMES,
        pays=_ODDS,
    ),
    "collect": _table(
        ("goals", "until"),
        goals=_GOALS,
        until=_OUTCOMES,
        pays=_BY_COUNT,
        complete=_PAYS,
        sets={
            "type": "array",
            "items": _table(("have", "pays"), have=_GOALS, pays=_PAYS),
        },
    ),
    "count": _table(
        ("event", "until", "pays"),
        event=_OUTCOMES,
        until=_OUTCOMES,
        pays=_BY_COUNT,
        at_once={"type": "boolean"},
    ),
    "repeat": _table(
        ("until", "lines"),
        until=_OUTCOMES,
        at_once={"type": "boolean"},
        lines={
            "type": "array",
            "minItems": 1,
            "items": _table(
                ("goals", "times", "pays"),
                goals=_GOALS,
                times={"type": "integer", "minimum": 1, "maximum": MOST_COUNT},
                pays=_ODDS,
            ),
        },
    ),
    "run": _table(
        ("event", "times", "pays"),
        event=_OUTCOMES,
        times={"type": "integer", "minimum": 1, "maximum": MOST_COUNT},
        broken_by=_OUTCOMES,
        loses=_OUTCOMES,
        pays=_ODDS,
    ),
    "parts": {
        "type": "array",
        "minItems": 2,
        "maxItems": MOST_GOALS,
        "items": _table(
            ("share", "on", "pays"), share={"type": "string"}, on=_OUTCOMES, pays=_ODDS
        ),
    },
    "states": {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": {
            "type": "object",
            "additionalProperties": {"type": "string"},
        },
    },
}


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a wager file.

    >>> schema()["required"]
    ['key', 'name', 'space']
    """
    words = outcome_words()
    dollars = {"type": "integer", "minimum": 1, "description": "dollars"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A wager for lammer design",
        "type": "object",
        "required": ["key", "name", "space"],
        "oneOf": [{"required": [shape]} for shape in SHAPES],
        "additionalProperties": False,
        "properties": {
            "format": {"const": 1},
            "key": {"type": "string", "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$", "maxLength": 40},
            "name": {"type": "string", "minLength": 1, "maxLength": 80},
            "about": {"type": "string"},
            "source": {"type": "string"},
            "space": {"enum": list(words)},
            "offer": {"enum": sorted({each for one in words.values() for each in one.offers})},
            "working": {"enum": sorted({each for one in words.values() for each in one.working})},
            "fixed": {"type": "boolean", "description": "stays as it was made until decided"},
            "start": {"type": "string", "description": "the state that it begins in"},
            "min": dollars,
            "max": dollars,
            "step": dollars,
            **{shape: _SHAPES[shape] for shape in SHAPES},
        },
    }
