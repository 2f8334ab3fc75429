"""A staffed table: real dice on a real layout, and a crew that enters what happened."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.server.support.crew import CREW, Staffed
from tests.server.support.running import LiveClient, in_thread
from tests.server.support.table_helpers import (
    QUICK,
    adds_up,
    at,
    caught_up,
    events,
    is_well,
    judged,
    new_table,
    passes_audit,
    play,
    purse_adds_up,
    receive_until,
)


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staffed]:
    with in_thread(tmp_path_factory.mktemp("staffed") / "house.sqlite", *QUICK) as opened:
        yield Staffed(opened)
        is_well(opened)


async def level(*clients: LiveClient) -> None:
    """Everybody has heard the same."""
    for each in clients:
        await each.question("snapshot")
    last = max(max(each.lines) for each in clients)
    for each in clients:
        await caught_up(each, last)


def test_a_hand_with_walk_ins_and_a_player_s_own_device(staffed: Staffed) -> None:
    """Walk-ins seated by the dealer, Anna on her telephone; thrown, bet late, confirmed, at rest,
    to the seven; then everybody is paid out."""
    house, anna = staffed.house, staffed.house.guest("Anna")
    table = staffed.table(name="Pit 1")

    async def hand() -> None:
        async with (
            staffed.crew(table, "dealer", "stickperson", "boxperson") as (dealer, stick, box),
            at(house, table, anna) as one,
        ):
            await dealer.done("sit", seat=1, name="Walter", rail=50_000)
            await dealer.done("sit", seat=2, name="Wanda", rail=20_000)
            await one.done("sit", seat=3, rail=30_000)
            assert one.state["seats"]["1"]["name"] == "Walter"
            assert "pledge" not in one.state, "nothing is drawn here"
            await dealer.done("accept-dice", seat=1)
            await dealer.done("bet", seat=1, wager="pass", amount=1000)
            await dealer.done("bet", seat=2, wager="place-8", amount=1200)
            await one.done("bet", wager="dont-pass", amount=500)
            await stick.done("roll", dice=[2, 2])
            await level(dealer, stick, box, one)
            assert one.state["point"] == 4
            await one.done("bet", wager="dont-pass-odds", amount=800)
            await stick.done("throw")
            await level(dealer, one)
            late = await one.refused("bet", wager="field", amount=500)
            assert (late["code"], late["clause"]) == ("not-confirmed", "NJ11-1.3a1")
            await receive_until(box, lambda: any(each.get("waiting") for each in box.others))
            (waiting,) = box.others[-1]["waiting"]
            assert waiting["command"] == {"do": "bet", "wager": "field", "amount": 500, "seat": 3}
            found = await dealer.done("confirm", waiting=waiting["waiting"])
            assert "seq" not in found, "one word is not enough"
            assert "field" not in dealer.state["seats"]["3"]["bets"]
            await box.done("confirm", waiting=waiting["waiting"])
            assert (await box.refused("confirm", waiting=waiting["waiting"]))["code"] == (
                "nothing-waits"
            )
            await caught_up(one, max(box.lines))
            await receive_until(one, lambda: "ended" in one.others[-1])
            (ended,) = one.others[-1]["ended"]
            assert (ended["waiting"], ended["why"]) == (waiting["waiting"], "made")
            assert one.state["seats"]["3"]["bets"]["field"]["stake"] == 500
            assert events(one, "bet")[-1]["confirmed_by"] == ["dealer", "boxperson"]
            await stick.done("rest", dice=[6, 5])
            await level(dealer, stick, box, one)
            assert events(one, "wins")[-1]["wager"] == "field"
            adds_up(one)
            await stick.done("roll", dice=[5, 2])
            await level(dealer, stick, box, one)
            assert one.state["offered"] == 2
            adds_up(one)
            purse_adds_up(house, one, anna)
            for seat in (1, 2):
                await dealer.done("leave", seat=seat)
            await one.done("leave")
            assert one.state["seats"] == {}

    play(hand())
    assert house.get("/api/v1/me", anna)["purse"] == 100_000 + 500 + 400 + 500
    people = house.get("/api/v1/people?limit=200", staffed.boss)["people"]
    walk_ins = {each["name"]: each for each in people if each["kind"] == "walk-in"}
    assert walk_ins["Walter"]["purse"] == 50_000 - 1000
    assert walk_ins["Wanda"]["purse"] == 20_000 - 1200
    passes_audit(house, table)
    status, fair = judged("fair", house.log(table))
    assert status == 0
    assert (fair["pledged"], fair["followed"], fair["unpledged"]) == (0, 0, 3)
    assert house.call("DELETE", f"/api/v1/tables/{table}", token=staffed.boss)[0] == 204
    passes_audit(house, table, closed=True)


def test_no_roll_is_called_with_a_reason_in_one_s_own_role(staffed: Staffed) -> None:
    house, table = staffed.house, staffed.table()

    async def calls() -> None:
        async with staffed.crew(table, *CREW) as (dealer, stick, box, floor):
            await dealer.done("sit", name="Walter", rail=50_000)
            await dealer.done("accept-dice", seat=1)
            await dealer.done("bet", seat=1, wager="pass", amount=1000)
            await stick.done("throw")
            claimed = await stick.refused("no-roll", reason="cheating", caller="boxperson")
            assert claimed["code"] == "not-authorised"
            wrong = await dealer.refused("no-roll", reason="cheating", caller="dealer")
            assert (wrong["code"], wrong["clause"]) == ("not-authorised", "NJ11-1.9b")
            unsaid = await stick.refused("no-roll", reason="cheating")
            assert unsaid["code"] == "not-authorised"
            no_reason = await stick.refused("no-roll", reason="bad luck", caller="stickperson")
            assert no_reason["code"] == "not-a-reason"
            await stick.done("no-roll", reason="not-simultaneous", caller="stickperson")
            await level(dealer, stick, box, floor)
            assert dealer.state["seats"]["1"]["bets"]["pass"]["stake"] == 1000
            assert events(dealer, "no-roll")[-1]["caller"] == "stickperson"
            await stick.done("throw")
            refusal = await stick.refused("disputed-face", caller="stickperson", dice=[3, 3])
            assert refusal["code"] == "not-authorised"
            await box.done("disputed-face", caller="boxperson", dice=[3, 3])
            await level(dealer, stick, box, floor)
            assert dealer.state["point"] == 6
            adds_up(dealer)

    play(calls())
    passes_audit(house, table)


def test_the_boxperson_orders_the_dice_passed(staffed: Staffed) -> None:
    house, table = staffed.house, staffed.table()

    async def ordered() -> None:
        async with staffed.crew(table, "dealer", "boxperson") as (dealer, box):
            await dealer.done("sit", name="Walter", rail=5000)
            await dealer.done("sit", name="Wanda", rail=5000)
            await dealer.done("accept-dice", seat=1)
            assert (await dealer.refused("order-pass", reason="delay", caller="dealer"))[
                "code"
            ] == ("not-authorised")
            await caught_up(box, max(dealer.lines))
            await box.done("order-pass", reason="delay", caller="boxperson")
            assert box.state["offered"] == 2

    play(ordered())
    passes_audit(house, table)


def test_coupons_and_bets_called_out_are_entered_by_the_crew(staffed: Staffed) -> None:
    """A coupon is matched, and cash that is called out waits for the dealer's word."""
    house, anna = staffed.house, staffed.house.guest("Anna")
    table = staffed.table()

    async def entered() -> None:
        async with (
            staffed.crew(table, "dealer", "boxperson") as (dealer, box),
            at(house, table, anna) as one,
        ):
            await one.done("sit", rail=10_000)
            await dealer.done("sit", name="Walter", rail=10_000)
            for keys in (
                {"do": "coupon", "wager": "pass", "amount": 500},
                {"do": "verbal", "wager": "field", "amount": 500},
            ):
                assert (await one.refused(**keys))["code"] == "not-yours"  # type: ignore[arg-type]
            await one.done("bet", wager="pass", amount=1000)
            await dealer.done("coupon", seat=1, wager="pass", amount=1000)
            await caught_up(one, max(dealer.lines))
            assert one.state["seats"]["1"]["bets"]["pass"]["coupon"] == 1000
            word = await box.refused("verbal", seat=2, wager="field", amount=500)
            assert (word["code"], word["clause"]) == ("not-confirmed", "NJ11-1.3b-s3")
            (waiting,) = (await told(dealer))["waiting"]
            found = await box.done("confirm", waiting=waiting["waiting"])
            assert "seq" not in found, "the boxperson's word is not the dealer's"
            await dealer.done("confirm", waiting=waiting["waiting"])
            assert dealer.state["seats"]["2"]["bets"]["field"]["stake"] == 500
            own = {"seat": 1, "wager": "field", "amount": 90_100, "confirmed_by": ["dealer"]}
            short = await dealer.refused("verbal", **own)
            assert short["code"] == "not-enough-chips", "her cash is in her purse, and no more"
            own["amount"] = 600
            await dealer.done("verbal", **own)
            await caught_up(one, max(dealer.lines))
            purse_adds_up(house, one, anna)
            assert house.get("/api/v1/me", anna)["purse"] == 90_000 - 600
            await dealer.done("accept-dice", seat=1)
            await dealer.done("roll", dice=[5, 6])
            await caught_up(one, max(dealer.lines))
            adds_up(one)
            assert one.state["seats"]["1"]["rail"] == 9000 + 2000 + 1000 + 1200

    async def told(client: LiveClient) -> Any:
        await receive_until(client, lambda: any(each.get("waiting") for each in client.others))
        return client.others[-1]

    play(entered())
    passes_audit(house, table)


@asynccontextmanager
async def in_the_air(staffed: Staffed, table: str, token: str) -> AsyncIterator[list[LiveClient]]:
    """Somebody at seat 1 while Walter throws: the dealer, the boxperson, and they."""
    async with (
        staffed.crew(table, "dealer", "boxperson") as (dealer, box),
        at(staffed.house, table, token) as one,
    ):
        await dealer.done("sit", seat=2, name="Walter", rail=10_000)
        await one.done("sit", seat=1, rail=10_000)
        await dealer.done("accept-dice", seat=2)
        await dealer.done("bet", seat=2, wager="pass", amount=500)
        await dealer.done("throw")
        yield [dealer, box, one]


def test_the_crew_says_no_and_what_no_word_could_help_does_not_wait(staffed: Staffed) -> None:
    anna = staffed.house.guest("Anna")
    table = staffed.table(house={"limits": {"min": 500}})

    async def late() -> None:
        async with in_the_air(staffed, table, anna) as (dealer, box, one):
            for raw, code in (
                ({"wager": "field", "amount": 100}, "under-minimum"),
                ({"wager": "field", "amount": 20_000}, "not-enough-chips"),
                ({"wager": "pass-odds", "amount": 500}, "wrong-time"),
            ):
                assert (await one.refused("bet", **raw))["code"] == code
            assert (await one.refused("bet", wager="field", amount=600))["code"] == "not-confirmed"
            await receive_until(box, lambda: any("waiting" in each for each in box.others))
            (waiting,) = box.others[-1]["waiting"]
            assert waiting["command"]["amount"] == 600, "the others never waited"
            number = waiting["waiting"]
            for who, more, code in (
                (one, {}, "not-authorised"),
                (dealer, {"as": "boxperson"}, "not-authorised"),
                (dealer, {"seat": 1}, "malformed"),
                (dealer, {"waiting": number + 1}, "nothing-waits"),
                (dealer, {"waiting": []}, "malformed"),
            ):
                refused = await who.refused("no-bet", **{"waiting": number, **more})
                assert refused["code"] == code
            found = await dealer.done("no-bet", waiting=number)
            assert "seq" not in found, "there is nothing to write down"
            await receive_until(one, lambda: "ended" in one.others[-1])
            assert waiting["missing"] == ["dealer", "boxperson"]
            ended = {**waiting, "why": "no-bet"}
            del ended["word"], ended["missing"]
            assert ended["clauses"][0] == "NJ11-1.3a1"
            assert one.others[-1] == {"waiting": [], "ended": [ended]}
            assert (await box.refused("confirm", waiting=number))["code"] == "nothing-waits"
            await dealer.done("rest", dice=[3, 4])
            adds_up(dealer)
            assert not dealer.state["seats"]["1"]["bets"]

    play(late())


def test_a_late_bet_waits_once_and_only_until_the_dice_rest(staffed: Staffed) -> None:
    house, anna = staffed.house, staffed.house.guest("Anna")
    table = staffed.table()

    async def late() -> None:
        async with in_the_air(staffed, table, anna) as (dealer, box, one):
            for _ in range(3):
                await one.refused("bet", wager="field", amount=500)
            for amount in range(600, 1600, 100):
                await one.refused("bet", wager="any-seven", amount=amount)
            await level(dealer, box, one)
            listed = [each for each in dealer.others if "waiting" in each][-1]["waiting"]
            assert len(listed) == 4, "one seat does not fill the list"
            for token in (staffed.tokens["stickperson"], anna, None):
                async with at(house, table, token) as newcomer:
                    assert newcomer.hello["waiting"] == listed
            await dealer.done("rest", dice=[3, 4])
            await receive_until(box, lambda: box.others[-1]["waiting"] == [])
            ended = [
                {key: each[key] for key in ("waiting", "command", "clauses")} | {"why": "too-late"}
                for each in listed
            ]
            assert box.others[-1]["ended"] == ended
            gone = await box.refused("confirm", waiting=listed[0]["waiting"])
            assert gone["code"] == "nothing-waits"
            adds_up(dealer)
            assert not dealer.state["seats"]["1"]["bets"]

    play(late())


def test_who_enters_the_game_does_not_play_there(staffed: Staffed) -> None:
    """Nor does who plays, and gets a role meanwhile, enter anything before leaving."""
    house, table = staffed.house, staffed.table()
    later = house.account("carl")

    async def tried() -> None:
        async with staffed.crew(table, "dealer") as (dealer,), at(house, table, later) as one:
            refusal = await dealer.refused("sit", rail=10_000)
            assert refusal["code"] == "not-yours"
            assert "does not play there" in refusal["detail"]
            await one.done("sit", rail=10_000)
        _, made = house.call("POST", "/api/v1/invitations", {"role": "dealer"}, staffed.boss)
        house.call("POST", "/api/v1/invitations/accept", {"token": made["token"]}, later)
        async with staffed.crew(table, "boxperson") as (box,), at(house, table, later) as one:
            assert one.hello["you"]["roles"] == ["player", "dealer"]
            for keys in (
                {"do": "roll", "dice": [3, 4]},
                {"do": "no-roll", "reason": "cheating", "caller": "dealer"},
                {"do": "sit", "name": "Walter"},
                {"do": "confirm", "waiting": 1, "as": "dealer"},
            ):
                assert (await one.refused(**keys))["code"] == "not-yours", keys
            await one.done("bet", wager="field", amount=500)
            await one.done("remove", wager="field")
            await one.done("leave")
            assert (await box.refused("roll", dice=[1, 1]))["code"] == "no-shooter"
            await one.done("sit", name="Walter", rail=10_000)
            assert (await one.refused("sit", rail=10_000))["code"] == "not-yours"

    play(tried())


def test_who_may_not_do_what(staffed: Staffed) -> None:
    """Players do not enter dice or another's bets, the crew does not speak in roles it has not,
    surveillance and spectators touch nothing, and each refusal leaves the table as it was."""
    house, anna, bert = staffed.house, staffed.house.guest("Anna"), staffed.house.guest("Bert")
    table = staffed.table()

    async def tried() -> None:
        async with (
            staffed.crew(table, "dealer", "surveillance") as (dealer, watcher),
            at(house, table, anna) as one,
            at(house, table, bert) as other,
            at(house, table) as spectator,
        ):
            await one.done("sit", seat=1, rail=10_000)
            await dealer.done("sit", seat=2, name="Walter", rail=10_000)
            await level(one, dealer)
            before = max(one.lines)
            for keys, code in (
                ({"do": "roll", "dice": [3, 4]}, "not-yours"),
                ({"do": "throw"}, "not-yours"),
                ({"do": "rest", "dice": [3, 4]}, "not-yours"),
                ({"do": "no-roll", "reason": "cheating", "caller": "boxperson"}, "not-yours"),
                ({"do": "order-pass", "reason": "delay", "caller": "boxperson"}, "not-yours"),
                ({"do": "bet", "seat": 2, "wager": "field", "amount": 500}, "not-your-seat"),
                ({"do": "leave", "seat": 2}, "not-your-seat"),
                ({"do": "sit", "name": "Anna's friend"}, "not-yours"),
                ({"do": "confirm", "waiting": 1}, "not-authorised"),
                ({"do": "confirm", "waiting": 1, "as": "dealer"}, "not-authorised"),
                (
                    {"do": "bet", "wager": "field", "amount": 500, "confirmed_by": ["dealer"]},
                    "not-yours",
                ),
            ):
                assert (await one.refused(**keys))["code"] == code, keys
            assert (await other.refused("bet", wager="field", amount=500))["code"] == "not-seated"
            for keys, code in (
                ({"do": "order-pass", "reason": "delay", "caller": "boxperson"}, "not-authorised"),
                ({"do": "confirm", "waiting": 1, "as": "boxperson"}, "not-authorised"),
                (
                    {"do": "bet", "seat": 2, "wager": "field", "amount": 500,
                     "confirmed_by": ["boxperson"]},
                    "not-authorised",
                ),
                ({"do": "open", "rules": "nj-2011"}, "not-yours"),
                ({"do": "bet", "seat": 2, "wager": "field", "amount": 500,
                  "at": "2020-01-01T00:00:00Z"}, "not-yours"),
            ):  # fmt: skip
                assert (await dealer.refused(**keys))["code"] == code, keys
            for keys in ({"do": "sit"}, {"do": "roll", "dice": [3, 4]}, {"do": "throw"}):
                assert (await watcher.refused(**keys))["code"] == "not-yours"
            assert (await spectator.refused("sit"))["code"] == "not-signed-in"
            await level(one, dealer)
            assert max(one.lines) == before

    play(tried())


def test_a_role_of_the_crew_is_a_player_at_an_automatic_table(staffed: Staffed) -> None:
    house, anna = staffed.house, staffed.house.guest("Anna")
    table = new_table(house, anna)

    async def tried() -> None:
        async with (
            staffed.crew(table, "dealer") as (dealer,),
            at(house, table, anna) as one,
        ):
            await one.done("sit", rail=10_000)
            await one.done("accept-dice")
            await one.done("bet", wager="pass", amount=500)
            for keys in (
                {"do": "throw"},
                {"do": "roll", "dice": [3, 4]},
                {"do": "order-pass", "reason": "delay", "caller": "dealer"},
                {"do": "bet", "seat": 1, "wager": "field", "amount": 500},
                {"do": "sit", "name": "Walter"},
                {"do": "remove", "seat": 1, "wager": "pass"},
                {"do": "confirm", "waiting": 1},
            ):
                assert (await dealer.refused(**keys))["code"] in (
                    "not-yours", "not-seated", "not-authorised",
                ), keys  # fmt: skip
            await dealer.done("sit", rail=1000)
            await dealer.done("bet", wager="field", amount=500)

    play(tried())


def test_staffed_tables_of_the_other_games(staffed: Staffed) -> None:
    """Mini-dice with new dice and a shake entered; punto banco with a shoe, cards and a cut."""
    house = staffed.house
    dice, cards = staffed.table(rules="nj-1997"), staffed.table(rules="nj-2001")

    async def entered() -> None:
        async with staffed.crew(dice, "dealer", "floorperson") as (dealer, floor):
            await dealer.done("sit", name="Walter", rail=10_000)
            await floor.done("new-dice", caller="floorperson")
            await dealer.done("accept-shaker", seat=1)
            await dealer.done("bet", seat=1, wager="over-7", amount=1000)
            await dealer.done("no-more-bets")
            await dealer.done("shake", dice=[6, 5])
            await caught_up(dealer, max(dealer.lines))
            assert dealer.state["seats"]["1"]["rail"] == 11_000
            adds_up(dealer)
        async with staffed.crew(cards, "dealer", "floorperson") as (dealer, floor):
            await dealer.done("sit", name="Walter", rail=10_000)
            await dealer.done("accept-shoe", seat=1)
            await dealer.done("bet", seat=1, wager="player", amount=1000)
            await dealer.done("no-more-bets")
            spilled = {"reason": "misdeal", "cards": ["9s", "2h"]}
            not_hers = await dealer.refused("no-deal", caller="dealer", **spilled)
            assert (not_hers["code"], not_hers["clause"]) == ("not-authorised", "R-78")
            await floor.done("no-deal", caller="floorperson", **spilled)
            early = await dealer.refused("deal", cards=["9s", "2h", "9d", "3c"])
            assert (early["code"], early["clause"]) == ("wrong-time", "NJ01-3.7b")
            legal = (await dealer.question("legal"))["legal"]
            assert legal["why"][legal["crew"]["deal"]][:2] == ["wrong-time", early["detail"]]
            await dealer.done("no-more-bets")
            assert (await dealer.question("legal"))["legal"]["crew"]["deal"] is True
            wrong = await dealer.refused("deal", cards=["9s", "2h", "9d", "3c", "4c", "5c"])
            assert wrong["clause"].startswith("NJ01")
            await dealer.done("deal", cards=["9s", "2h", "9d", "3c"])
            assert dealer.state["seats"]["1"]["rail"] == 11_000
            adds_up(dealer)

    play(entered())
    passes_audit(house, dice)
    passes_audit(house, cards)


def test_a_refused_sit_leaves_nobody_behind(staffed: Staffed) -> None:
    """A person is made only for somebody who sits down; also if several are asked at once."""
    house = staffed.house
    table = staffed.table()

    def names() -> list[str]:
        people = house.get("/api/v1/people?limit=200", staffed.boss)["people"]
        return [each["name"] for each in people if each["name"].startswith("Wim")]

    async def sits() -> None:
        async with staffed.crew(table, "dealer") as (dealer,):
            await dealer.done("sit", seat=1, name="Wim", rail=5000)
            for keys in (
                {"seat": 1, "name": "Wim Two"},
                {"seat": 99, "name": "Wim Three"},
                {"seat": 0, "name": "Wim Four"},
                {"seat": "2", "name": "Wim Five"},
                {"seat": 2, "rail": -1, "name": "Wim Six"},
                {"seat": 2, "rail": None, "name": "Wim Seven"},
                {"seat": 2, "rail": 10**18, "name": "Wim Eight"},
                {"seat": 2, "chair": 1, "name": "Wim Nine"},
            ):
                await dealer.refused("sit", **keys)
            await dealer.refused("buy-in", seat=1, amount=0, name="Wim Ten")
            assert names() == ["Wim"]
            numbers = [next(dealer.numbers) for _ in range(4)]
            asked = (
                {"do": "sit", "seat": 2, "name": "Wim Eleven"},
                {"do": "sit", "seat": 2, "name": "Wim Twelve"},
                {"do": "leave", "seat": 2},
                {"do": "sit", "seat": 2, "name": "Wim Thirteen"},
            )
            for number, raw in zip(numbers, asked, strict=True):
                await dealer.send({"id": number, **raw})
            done = [(await dealer.answer(number))["ok"] for number in numbers]
            assert done == [True, False, True, True]
            assert names() == ["Wim", "Wim Eleven", "Wim Thirteen"]
            for seat in (1, 2):
                await dealer.done("leave", seat=seat)

    play(sits())


def test_who_comes_back_is_told_the_last_results(staffed: Staffed) -> None:
    """Until the next trial; whoever takes a seat that was left is told nothing of it."""
    house, anna = staffed.house, staffed.house.guest("Anna")
    table = staffed.table(name="Results")

    async def look() -> None:
        async with staffed.crew(table, "dealer") as (dealer,):
            async with at(house, table, anna) as one:
                await one.done("sit", seat=1, rail=50_000)
                assert "results" not in one.hello
                await dealer.done("accept-dice", seat=1)
                await one.done("bet", wager="pass", amount=1000)
                await one.done("bet", wager="field", amount=500)
                await dealer.done("roll", dice=[2, 4])
            async with at(house, table, anna) as back:
                mine = back.hello["results"]["1"]
                assert [(bet["bet"], bet["net"], bet["why"]) for bet in mine["bets"]] == [
                    ("pass", 0, "6 came. The bet stands on the 6."),
                    ("field", -500, "6 came. It wins on 2, 3, 4, 9, 10, 11 or 12."),
                ]
                await back.done("bet", wager="place-8", amount=600)
            async with at(house, table, anna) as still:
                assert still.hello["results"]["1"] == mine
                await dealer.done("roll", dice=[4, 4])
            async with at(house, table, anna) as later:
                (won,) = later.hello["results"]["1"]["bets"]
                assert (won["bet"], won["net"]) == ("place-8", 700)
                await dealer.done("roll", dice=[3, 4])
                await dealer.done("leave", seat=1)
            async with at(house, table, anna) as gone:
                assert "results" not in gone.hello

    play(look())


@pytest.mark.clause("NJ11-1.3e-s1")
def test_a_call_counts_with_the_dealer_s_marker(staffed: Staffed) -> None:
    """A player's call waits for the dealer, whoever else speaks; the dealer's own does not."""
    house, anna = staffed.house, staffed.house.guest("Anna calls")
    table = staffed.table(name="Markers")

    async def calls() -> None:
        async with (
            staffed.crew(table, "dealer", "stickperson") as (dealer, stick),
            at(house, table, anna) as one,
        ):
            await one.done("sit", seat=1, rail=30_000)
            await one.done("bet", wager="place-6", amount=1200)
            await one.done("bet", wager="hard-8", amount=500)
            asked = await one.refused("call", wager="place-6", working=True)
            assert asked["code"] == "not-confirmed"
            assert "NJ11-1.3e-s1" in asked["clauses"]
            await receive_until(dealer, lambda: any(each.get("waiting") for each in dealer.others))
            (waiting,) = dealer.others[-1]["waiting"]
            assert waiting["missing"] == ["dealer"]
            assert waiting["command"]["working"] is True
            await stick.done("confirm", waiting=waiting["waiting"])
            assert "called" not in one.state["seats"]["1"]["bets"]["place-6"]
            await dealer.done("confirm", waiting=waiting["waiting"])
            await level(dealer, one)
            assert one.state["seats"]["1"]["bets"]["place-6"]["called"] == "on"
            assert "dealer" in events(one, "call")[-1]["confirmed_by"]
            await one.done("call", wager="place-6", working=False)
            await dealer.done("call", seat=1, wager="hard-8", working=True)
            await level(dealer, one)
            assert events(one, "call")[-1]["confirmed_by"] == ["dealer"]
            await one.done("call", wager="hard-8", working=False)
            await one.refused("call", wager="hard-8", working=True)
            await dealer.done("accept-dice", seat=1)
            await dealer.done("bet", seat=1, wager="pass", amount=500)
            await stick.done("roll", dice=[2, 2])
            await receive_until(one, lambda: "ended" in one.others[-1])
            assert one.others[-1]["ended"][0]["why"] == "too-late"

    play(calls())
    passes_audit(house, table)
    opened = json.loads(house.log(table).splitlines()[0])
    assert opened["body"]["house"]["confirm_calls"] is True


def test_a_staffed_table_cannot_do_without_the_dealer_s_marker(staffed: Staffed) -> None:
    body = {"rules": "nj-2011", "kind": "staffed", "house": {"confirm_calls": False}}
    status, found = staffed.house.call("POST", "/api/v1/tables", body, token=staffed.boss)[:2]
    assert status == 422
    assert "NJ11-1.3e-s1" in str(found)


def test_nobody_sits_under_a_name_like_that_of_somebody_there(staffed: Staffed) -> None:
    """Not like a dealer's, nor like a player's; the crew enters nobody under such a name either."""
    house, table = staffed.house, staffed.table()
    dana, like_dana = house.account("dana", "dealer", staffed.boss), house.guest("D\u0430na")

    async def sitting() -> None:
        async with at(house, table, like_dana) as guest:
            async with at(house, table, dana) as dealer:
                assert (await guest.refused("sit"))["code"] == "name-taken"
                await dealer.done("sit", name="Walt", rail=20_000)
                refusal = await dealer.refused("sit", name="W\u0430lt", rail=20_000)
                assert refusal["code"] == "name-taken"
                assert "another name" in refusal["instead"]
                await dealer.done("sit", name="Walt B", rail=20_000)
            while not (await guest.ask("sit"))["ok"]:  # Once the house knows that Dana has left.
                await asyncio.sleep(0.01)

    play(sitting())
