"""What the crew of a staffed table may enter, which nobody else is sent."""

from collections.abc import Iterator
from typing import Any

import pytest

from lammer.server.client_commands import DrawTrial, ParsedCommand, read_message
from lammer.server.errors import Refused
from lammer.server.people.permissions import Requester, authorized
from lammer.table.run import Run
from lammer.table.state import TableState
from tests.server.support.crew import Staffed
from tests.server.support.running import LiveClient, in_thread
from tests.server.support.table_helpers import QUICK, at, play


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staffed]:
    with in_thread(tmp_path_factory.mktemp("legal") / "house.sqlite", *QUICK) as opened:
        yield Staffed(opened)


async def legal(client: LiveClient, **more: Any) -> Any:
    number = next(client.numbers)
    await client.send({"id": number, "ask": "legal", **more})
    return (await client.answer(number))["legal"]


def test_the_crew_is_told_what_it_may_enter(staffed: Staffed) -> None:
    house, table, anna = staffed.house, staffed.table(clock=30), staffed.house.guest("Anna")

    async def told() -> None:
        async with (
            staffed.crew(table, "dealer", "surveillance") as (dealer, watcher),
            at(house, table, anna) as one,
        ):
            await dealer.done("sit", seat=1, name="Walter", rail=50_000)
            await one.done("sit", seat=2)
            found = await legal(dealer)
            why = found["why"][found["crew"]["throw"]]
            assert (why[0], why[2]) == ("no-shooter", ["NJ11-1.7c-s1"])
            await dealer.done("accept-dice", seat=1)
            await dealer.done("bet", seat=1, wager="pass", amount=1000)
            found = await legal(dealer, seat=1)
            assert found["crew"]["throw"] is True
            assert found["crew"]["order-pass"] is True
            assert found["why"][found["crew"]["rest"]][0] == "dice-not-thrown"
            for refusal in found["do"].values():
                assert not isinstance(refusal, int) or refusal is True or found["why"][refusal]
            assert "crew" not in await legal(one)
            assert "crew" not in await legal(watcher)
            for each in (dealer, one, watcher):
                assert "goes_on" not in await legal(each), "the crew goes on, no clock"

    play(told())


def test_at_an_automatic_table_there_is_no_crew(staffed: Staffed) -> None:
    async def told() -> None:
        async with at(staffed.house, "craps-1", staffed.tokens["dealer"]) as dealer:
            assert "crew" not in await legal(dealer)

    play(told())


def test_the_catalogue_says_who_may_call_what(staffed: Staffed) -> None:
    table = staffed.table()
    found = staffed.house.get(f"/api/v1/tables/{table}/catalogue")["procedure"]
    assert found["disputes"]["roles"] == ["boxperson"]
    assert found["late"]["roles"] == ["dealer", "boxperson"]
    assert found["shoe"] is None


TRIALS: dict[str, dict[str, Any]] = {
    "nj-2011": {"do": "roll", "dice": [3, 4]},
    "nj-1997": {"do": "shake", "dice": [3, 4]},
    "nj-2001": {"do": "deal", "cards": ["9s", "2h", "Kc", "5c"]},
}


def held(rules: str) -> Run:
    run = Run.at(rules, rails={1: 10_000})
    thing = run.table.rules.procedure.trial.thing
    assert run.do({"do": f"accept-{thing}", "seat": 1}).ok
    return run


def permitted(
    table: TableState, kind: str, own: int | None, who: Requester, raw: dict[str, Any]
) -> ParsedCommand:
    """The message read as at a table of this kind, if its sender is permitted to send it."""
    automatic = kind == "automatic"
    thing, crew = table.rules.procedure.trial.thing, not automatic and bool(who.crew)
    sent = read_message(raw, thing, automatic=automatic, crew=crew)
    return authorized(table, kind, own, who, sent)


@pytest.mark.parametrize("rules", TRIALS)
def test_the_crew_enters_a_trial_once_the_betting_is_closed(rules: str) -> None:
    """Where that is announced; the house's own draws and a log need not say it."""
    run, dealer, raw = held(rules), Requester(1, "Dan", ("dealer",)), TRIALS[rules]
    drawn = permitted(run.table, "automatic", 1, Requester(2), {"do": raw["do"]})
    assert isinstance(drawn.command, DrawTrial)
    if rules != "nj-2011":
        with pytest.raises(Refused, match="announced before") as early:
            permitted(run.table, "staffed", None, dealer, raw)
        assert (early.value.code, early.value.status) == ("wrong-time", 409)
        assert "no-more-bets" in early.value.instead
        assert early.value.clauses[0].startswith(("NJ97-13", "NJ01-3"))
        assert run.do({"do": "no-more-bets"}).ok
    assert permitted(run.table, "staffed", None, dealer, raw).raw == raw


@pytest.mark.parametrize(
    ("rules", "noun"), [("nj-2011", "roll"), ("nj-1997", "shake"), ("nj-2001", "coup")]
)
def test_a_player_enters_no_trial_and_is_told_whose_it_is(rules: str, noun: str) -> None:
    with pytest.raises(Refused) as refused:
        permitted(held(rules).table, "staffed", 1, Requester(2), TRIALS[rules])
    assert refused.value.detail == f"At a staffed table the crew enters the {noun}."


def test_a_void_round_is_the_crew_s_to_call() -> None:
    raw = {"do": "no-deal", "reason": "misdeal", "caller": "floorperson"}
    table = held("nj-2001").table
    for kind, who in (
        ("staffed", Requester(2)),
        ("automatic", Requester(1, "Fay", ("floorperson",))),
    ):
        with pytest.raises(Refused) as refused:
            permitted(table, kind, 1, who, raw)
        assert refused.value.code == "not-yours"
    fay = Requester(1, "Fay", ("floorperson",))
    assert permitted(table, "staffed", None, fay, raw).raw == raw


async def typed(client: LiveClient, text: object, **more: Any) -> Any:
    number = next(client.numbers)
    await client.send({"id": number, "ask": "typed", "text": text, **more})
    return await client.answer(number)


def test_what_is_typed_is_read_for_the_seat_and_changes_nothing(staffed: Staffed) -> None:
    house, table, anna = staffed.house, staffed.table(), staffed.house.guest("Anna")
    bet = {"do": "bet", "wager": "pass", "amount": 1000}

    async def told() -> None:
        async with (
            staffed.crew(table, "dealer") as (dealer,),
            at(house, table, anna) as one,
        ):
            assert (await typed(one, "pass 10"))["typed"]["unclear"] == "You have no seat."
            await one.done("sit", seat=2)
            found = await typed(one, "pass 10")
            assert (found["seat"], found["typed"]) == (2, {"commands": [bet]})
            assert "crew enters the roll" in (await typed(one, "roll"))["typed"]["unclear"]
            assert (await typed(dealer, "pass 10", seat=2))["typed"] == {"commands": [bet]}
            assert "too much" in (await typed(one, "pass " * 100))["typed"]["unclear"]
            for wrong in ({"text": 7}, {"text": "pass 10", "seat": 2}):
                answer = await typed(one, **wrong)
                assert answer["error"]["code"] == "malformed"
            assert one.state["seats"]["2"]["bets"] == {}

    play(told())
