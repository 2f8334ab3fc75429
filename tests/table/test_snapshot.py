"""A table written down and read back is the same table, and the game goes on the same."""

import json
from collections.abc import Callable
from functools import reduce
from typing import Any

import pytest

from lammer.core.legality import Refusal
from lammer.table import Run, apply, decide
from lammer.table.commands import command_time, read
from lammer.table.log import SECOND
from lammer.table.snapshot import SnapshotError, dump, load
from lammer.table.state import Bet, TableState
from tests.table.naive.model_comparison import ModelComparison
from tests.table.naive.test_against_naive import TwoTables
from tests.table.naive.test_other_games_against_naive import (
    MiniDiceComparison,
    PuntoBancoComparison,
)


def _back(table: TableState) -> TableState:
    """Through the text a store would keep, whose objects may come back in another order. The trial
    that could be taken back is not kept."""
    return load(table.rules, json.loads(json.dumps(dump(table), sort_keys=True)))


def _same(one: TableState, other: TableState) -> bool:
    """Equal to the order of seats and bets, which is the order of settlement."""
    seats = [
        (list(table.seats), [list(each.bets) for each in table.seats.values()])
        for table in (one, other)
    ]
    return one._replace(last=None) == other._replace(last=None) and seats[0] == seats[1]


class _WrittenDown(ModelComparison):
    """Before each command the table is written down and read back; the command is asked of both."""

    def do(self, command: dict[str, Any]) -> None:
        table = self.run.table
        again = _back(table)._replace(last=table.last)  # Whoever writes it down keeps it apart.
        assert _same(again, table)
        asked = read(command, table.rules.procedure.trial.thing)
        now = command_time(command) or self.run._now + SECOND
        decided = decide(again, asked, now)
        assert decided == decide(table, asked, now)
        super().do(command)
        if not isinstance(decided, Refusal) and now >= self.run._now:
            assert _same(reduce(apply, decided, again), self.run.table)


class WrittenCraps(_WrittenDown, TwoTables):
    pass


class WrittenMiniDice(_WrittenDown, MiniDiceComparison):
    pass


class WrittenPuntoBanco(_WrittenDown, PuntoBancoComparison):
    pass


TestWrittenCraps = WrittenCraps.TestCase
TestWrittenMiniDice = WrittenMiniDice.TestCase
TestWrittenPuntoBanco = WrittenPuntoBanco.TestCase


def _played(rules: str, game: str | None, *commands: dict[str, Any]) -> TableState:
    run = Run.at(rules, game, rails={1: 100000, 3: 5000})
    for command in commands:
        answer = run.do(command)
        assert answer.ok, answer.refusal
    return run.table


def _craps() -> TableState:
    return _played(
        "nj-2011",
        "craps",
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
        {"do": "roll", "dice": [3, 3]},
        {"do": "bet", "seat": 1, "wager": "come", "amount": 1000},
        {"do": "bet", "seat": 1, "wager": "place-8", "amount": 1200, "leave_up": True},
    )


def test_what_is_written_is_small_and_plain() -> None:
    data = dump(_craps())
    assert data["seats"][1]["bets"] == [
        *("pass", {"wager": "pass", "state": "6", "stake": 1000}),
        *("come", {"wager": "come", "state": "up", "stake": 1000}),
        *("place-8", {"wager": "place-8", "state": "up", "stake": 1200, "leave_up": True}),
    ]
    assert "rules" not in data
    assert "thrown" not in data
    assert len(json.dumps(data, separators=(",", ":"))) < 500


def test_the_shaker_and_the_shoe_say_which_they_are() -> None:
    assert list(dump(_played("nj-1997", None))["kit"]) == ["Sealed"]
    assert dump(_played("nj-2001", None))["kit"] == {"Cards": {"out": [], "way": 1}}
    assert "kit" not in dump(_craps())


def test_a_pledge_is_written_with_its_seeds_and_the_cards_that_were_out() -> None:
    run = Run.at("nj-2001", rails={1: 5000})
    for command in (
        {"do": "accept-shoe", "seat": 1},
        {"do": "deal", "cards": ["9h", "9c", "Kd", "Ts"]},
        {"do": "commit", "hash": "ab" * 32},
        {"do": "seed", "seat": 1, "seed": "mine"},
    ):
        answer = run.do(command)
        assert answer.ok, answer.refusal
    assert run.table.pledge is not None
    assert run.table.pledge.used_up
    assert dump(run.table)["pledge"]["Pledge"]["seeds"] == [[1, "mine"]]
    assert _same(_back(run.table), run.table)


def _bet(data: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = data["seats"][1]["bets"][1]
    return found


def _set(where: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.__setitem__(where, value)


BROKEN: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (_set("context", "7"), "context"),
    (_set("context", 6), "context: 6 is not a text"),
    (_set("thrown", 1), "thrown: 1 is not true or false"),
    (_set("hat", 1), "'hat' is not a field of Table"),
    (_set("rules", {}), "'rules' is not a field of Table"),
    (_set("seats", {"1": {}}), "seats"),
    (_set("kit", {"Cards": {"out": []}}), "kit"),
    (_set("kit", {"Hat": {}}), "kit: it is not what craps is played with"),
    (_set("kit", {"Sealed": {"since": "2020-01-01T00:00:00+00:00"}}), "kit"),
    (_set("hands", {"holder": "croupier"}), "hands.holder: 'croupier' is not one of 'dealer'"),
    (_set("hands", {"holder": 1.0}), "hands.holder: 1.0 is not a whole number or"),
    (_set("hands", {"declined": [1, "2"]}), "hands.declined[1]"),
    (lambda data: data["books"].append("rail-9"), "books"),
    (lambda data: data["books"].__setitem__(1, data["books"][1] + 1), "books: they do not balance"),
    (lambda data: data["books"].extend(["rail-1", 0]), "books: 'rail-1' comes twice"),
    (lambda data: data.pop("context"), "context: is missing"),
    (lambda data: data["seats"].__setitem__(0, 2), "seats[2]: it is written as seat 1"),
    (lambda data: _bet(data).__setitem__("stake", True), "stake: True is not a whole number"),
    (lambda data: _bet(data).__setitem__("stake", 0), "0 cents on pass"),
    (lambda data: _bet(data).__setitem__("state", "7"), "there is no 'pass' in '7' here"),
    (lambda data: _bet(data).__setitem__("wager", "come"), "is not a bet of that name"),
    (lambda data: _bet(data).__setitem__("wager", "big-6" * 20), "there is no 'big-6"),
    (lambda data: data["seats"][1].__setitem__("coupon", ["pass"]), "is not a list of 2"),
]


@pytest.mark.parametrize(("spoil", "says"), BROKEN, ids=[says for _, says in BROKEN])
def test_data_that_does_not_fit_is_refused(
    spoil: Callable[[dict[str, Any]], None], says: str
) -> None:
    table = _craps()
    data = json.loads(json.dumps(dump(table)))
    spoil(data)
    with pytest.raises(SnapshotError) as refused:
        load(table.rules, data)
    assert isinstance(refused.value, ValueError)
    assert says in str(refused.value)
    assert len(str(refused.value)) < 200


def test_a_collection_must_have_gathered_in_its_own_order() -> None:
    table = _played("nj-2011", "craps")
    for state, fits in [("4,9", True), ("9,4", False), ("4,7", False)]:
        seat = table.seats[1]._replace(bets={"fire": Bet("fire", state, 500)})
        data = dump(table._replace(seats={1: seat}))
        if fits:
            assert load(table.rules, data).seats[1].bets["fire"].state == "4,9"
        else:
            with pytest.raises(SnapshotError):
                load(table.rules, data)
