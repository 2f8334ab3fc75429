"""Events and commands are written as JSON and read back the same."""

from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

import pytest

from lammer.core.codec import Malformed, canonical, shape
from lammer.instruments import INSTRUMENTS
from lammer.instruments.dice.events import DiceRolled
from lammer.table import Event, Run
from lammer.table.commands import MakeBet, SeatOpening, command_data, command_json, verbs
from lammer.table.commands import read as read_command
from lammer.table.events import BetWon, body_shape, body_text, event_kinds, read_event


@pytest.mark.parametrize("thing", INSTRUMENTS)
def test_every_kind_of_event_and_command_is_a_frozen_dataclass(thing: str) -> None:
    for kind in (*event_kinds(thing).values(), *verbs(thing).values()):
        assert is_dataclass(kind), kind
        for each in fields(kind):
            with pytest.raises(FrozenInstanceError):
                setattr(object.__new__(kind), each.name, None)


SCRIPTS: dict[str, list[dict[str, Any]]] = {
    "nj-2011": [
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "dont-pass", "amount": 1000, "leave_up": False},
        {"do": "bet", "seat": 1, "wager": "horn-high-2", "amount": 500},
        {"do": "roll", "dice": [3, 3]},
        {"do": "correct", "caller": "boxperson", "reason": "wrong-dice"},
        {"do": "roll", "dice": [2, 2]},
        {"do": "remove", "seat": 1, "wager": "dont-pass"},
        {"do": "pass-dice", "seat": 1},
        {"do": "decline-dice", "seat": 2},
    ],
    "nj-1997": [
        {"do": "accept-shaker", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "field", "amount": 1000},
        {"do": "no-shake", "reason": "cocked"},
        {"do": "shake", "dice": [1, 1], "shakes": 3},
        {"do": "new-dice", "caller": "floorperson"},
    ],
    "nj-2001": [
        {"do": "cut", "seat": 1},
        {"do": "accept-shoe", "seat": 1, "dealer": True},
        {"do": "bet", "seat": 1, "wager": "banker", "amount": 2000},
        {"do": "deal", "cards": ["5d", "2c", "Kh", "3s", "4h", "Ah"], "cut_card": True},
        {"do": "decline-shoe", "seat": 2},
        {"do": "leave", "seat": 2},
    ],
}


def played(rules: str) -> list[Event]:
    run = Run.at(rules, rails={1: 100_000, 2: 50_000}, house={"name": "The Café"})
    found: list[Event] = []
    for command in SCRIPTS[rules]:
        answer = run.do(command)
        assert answer.ok, (command, answer.refusal)
        found += answer.events
    return found


THINGS = {"nj-2011": "dice", "nj-1997": "shaker", "nj-2001": "shoe"}


@pytest.mark.parametrize("rules", SCRIPTS)
def test_an_event_is_read_back_as_it_was_written(rules: str) -> None:
    events, thing = played(rules), THINGS[rules]
    assert len({event.name for event in events}) > 5
    for event in events:
        moves = {"moves": event.moves} if event.moves else {}
        assert body_text(event) == canonical({**event.body, **moves})
        with_command = canonical({**event.body, **moves, "command": {"do": "x"}})
        assert body_text(event, '{"do":"x"}') == with_command
        again = read_event(thing, event.name, event.body, event.actor, event.clauses, event.moves)
        assert again == event
        assert type(again) is type(event)


@pytest.mark.parametrize("rules", SCRIPTS)
def test_a_command_is_written_as_it_is_read(rules: str) -> None:
    thing = THINGS[rules]
    for raw in SCRIPTS[rules]:
        command = read_command(raw, thing)
        assert command_data(command, thing) == raw
        assert command_json(command, thing) == canonical(raw)


def test_every_command_and_event_has_a_form() -> None:
    for thing in INSTRUMENTS:
        assert all(shape(kind) for kind in verbs(thing).values())
        for name, kind in event_kinds(thing).items():
            assert kind.name == name
            assert "actor" not in body_shape(kind).fields


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"seat": 1, "wager": "pass", "stake": "10", "paid": 1, "returned": 1}, "stake"),
        ({"seat": True, "wager": "pass", "stake": 10, "paid": 1, "returned": 1}, "seat"),
        ({"seat": 1, "wager": "pass", "stake": 10, "paid": 1}, "returned"),
    ],
)
def test_a_body_that_is_none_is_refused(body: dict[str, Any], wrong: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_event("dice", "wins", body)
    assert refused.value.key == wrong


def test_a_key_that_an_event_has_not_is_passed_over() -> None:
    body = {"seat": 1, "wager": "pass", "stake": 10, "paid": 1, "returned": 1, "command": {}}
    assert read_event("dice", "wins", body) == BetWon("", (), 1, "pass", 10, 1, 1)


def test_an_event_cannot_be_changed() -> None:
    event = DiceRolled("table", (), (3, 4), 7, None)
    with pytest.raises(AttributeError):
        event.total = 8  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del event.total
    assert not hasattr(event, "__dict__")


def test_what_may_be_left_out_of_an_opening() -> None:
    opening = read_command({"do": "open", "rules": "nj-2011", "seats": [{"seat": 3}]}, None)
    assert command_data(opening, None)["seats"] == [{"seat": 3, "rail": 0}]
    assert SeatOpening(3, 0).name == ""
    assert command_data(MakeBet(1, "pass", 500), None) == {
        "do": "bet",
        "seat": 1,
        "wager": "pass",
        "amount": 500,
    }
