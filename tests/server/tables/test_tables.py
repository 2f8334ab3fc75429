"""Each game over the network: real sockets, every chip accounted for."""

import asyncio
import itertools
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from lammer.server.house import HouseServer
from lammer.server.ops.limits import ServerLimits
from lammer.server.people.permissions import Requester
from lammer.server.tables.answers import QueuedCommand
from lammer.store import open_store
from tests.server.support.running import (
    PATIENCE,
    InThread,
    LiveClient,
    Message,
    RunningHouse,
    in_thread,
    wait_until,
)
from tests.server.support.table_helpers import (
    QUICK,
    THING,
    adds_up,
    at,
    books_from_lines,
    caught_up,
    events,
    is_well,
    new_table,
    passes_audit,
    passes_fair,
    play,
    purse_adds_up,
    receive_as_time_passes,
    receive_until,
    seven_out,
    take,
    trial,
)
from tests.store.faulty import Faulty


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    with in_thread(tmp_path_factory.mktemp("tables") / "house.sqlite", *QUICK) as opened:
        yield opened
        is_well(opened)


CLOCK = 600
"""Seconds on the clock of a table: longer than any test waits."""
CLOSED = 4010
"""The code of a connection whose table was closed."""


async def seated(*clients: LiveClient, rail: int = 30_000) -> None:
    for client in clients:
        found = await client.done("sit", rail=rail)
    for client in clients:
        await caught_up(client, found["to"])


# Games to the end of a hand


@pytest.mark.parametrize("game", ["craps", "mini-craps"])
def test_the_dice_go_round(house: RunningHouse, game: str) -> None:
    """Two shooters, each through a seven-out; every seed revealed, every roll followed from it."""
    anna, bert = house.guest("Anna"), house.guest("Bert")
    table = new_table(house, anna, game=game)

    async def hands() -> None:
        async with at(house, table, anna) as one, at(house, table, bert) as two:
            players = {1: one, 2: two}
            await seated(one, two)
            shooters = []
            for _ in range(2):
                shooters.append(await take(players))
                await seven_out(players)
                purse_adds_up(house, one, anna)
                purse_adds_up(house, two, bert)
            assert sorted(shooters) == [1, 2]
            pledged = [each["hash"] for each in events(one, "commit")]
            revealed = [each["hash"] for each in events(one, "reveal")]
            assert len(revealed) == 2
            assert pledged[:2] == revealed
            assert one.lines == two.lines
            await one.done("leave")
            await two.done("leave")

    play(hands())
    passes_audit(house, table)
    assert passes_fair(house, table)["verdicts"]["followed"] == 2
    for token in (anna, bert):
        me = house.get("/api/v1/me", token)
        given = house.get("/api/v1/me/transfers?limit=200", token)["transfers"]
        assert me["purse"] == sum(each["cents"] for each in given)
        assert me["at_tables"] == 0


def test_automated_craps_has_a_button_and_no_shooter(house: RunningHouse) -> None:
    anna, bert = house.guest("Anna"), house.guest("Bert")
    table = new_table(house, anna, game="automated-craps")

    async def hands() -> None:
        async with at(house, table, anna) as one, at(house, table, bert) as two:
            await seated(one, two)
            assert (await one.refused("accept-dice"))["code"] == "no-staff"
            for roller in itertools.cycle((one, two)):
                if "pass" not in one.state["seats"]["1"]["bets"]:
                    await one.done("bet", wager="pass", amount=500)
                await trial(roller, "roll", (one, two))
                adds_up(one)
                if events(one, "reveal"):
                    return
                assert len(events(one, "roll")) < 500

    play(hands())
    passes_audit(house, table)
    assert passes_fair(house, table)["verdicts"]["followed"] == 1


def test_mini_dice_is_shaken_by_players_and_by_the_dealer_for_them(house: RunningHouse) -> None:
    anna, bert = house.guest("Anna"), house.guest("Bert")
    table = new_table(house, anna, rules="nj-1997")

    async def hands() -> None:
        async with at(house, table, anna) as one, at(house, table, bert) as two:
            players = {1: one, 2: two}
            await seated(one, two)
            holder = players[await take(players, "shaker")]
            await one.done("bet", wager="over-7", amount=1000)
            assert (await one.refused("leave"))["clause"].startswith("NJ97")
            before = one.state["seats"]["1"]["rail"]
            dice = (await trial(holder, "shake", (one, two)))["body"]["dice"]
            won = one.state["seats"]["1"]["rail"] - before
            assert (won > 0) == (sum(dice) > 7)
            assert len(events(one, "reveal")) == 1, "each shake has its own seed"
            if one.state["shooter"] is not None:  # After a seven it goes on by itself.
                await holder.done("pass-shaker")
            for _ in players:
                await caught_up(one, max(two.lines, default=0))
                await caught_up(two, max(one.lines, default=0))
                offered = one.state["offered"]
                if offered is not None:
                    found = await players[offered].done("decline-shaker")
                    await caught_up(one, found["to"])
                    await caught_up(two, found["to"])
            assert one.state["shooter"] == "dealer"
            await two.done("bet", wager="field", amount=1000)
            shaken = await trial(two, "shake", (one, two))
            assert shaken["actor"] == "dealer"
            adds_up(one)
            purse_adds_up(house, two, bert)

    play(hands())
    passes_audit(house, table)
    assert passes_fair(house, table)["trials"] == 2


def test_punto_banco_to_the_end_of_the_shoe_and_into_the_next(house: RunningHouse) -> None:
    """With marked vigorish, the shoe passed on the way, and the order of the shoe revealed."""
    anna, bert = house.guest("Anna"), house.guest("Bert")
    table = new_table(house, anna, rules="nj-2001", house={"decks": 6, "vig": {"collect": "mark"}})

    async def shoe() -> None:
        async with at(house, table, anna) as one, at(house, table, bert) as two:
            players = {1: one, 2: two}
            await seated(one, two, rail=90_000)
            coups = 0
            while not events(one, "reveal"):
                if one.state["shooter"] is None:
                    await take(players, "shoe")
                await one.done("bet", wager="banker", amount=1000)
                if coups % 5 == 0:
                    await two.done("bet", wager="player", amount=1500)
                await trial(players[one.state["shooter"]], "deal", (one, two))
                coups += 1
                adds_up(one)
                adds_up(two)
                assert coups < 120
            assert coups > 40
            assert len(events(one, "shuffle")) >= 1
            assert one.state["shoe"]["out"] == 0
            assert one.state["pledge"]["trials"] == 0
            if one.state["shooter"] is None:
                await take(players, "shoe")
            await one.done("bet", wager="banker", amount=1000)
            await trial(players[one.state["shooter"]], "deal", (one, two))
            assert one.state["pledge"]["trials"] == 1
            purse_adds_up(house, one, anna)
            purse_adds_up(house, two, bert)

    play(shoe())
    passes_audit(house, table)
    fair = passes_fair(house, table)
    assert fair["verdicts"]["followed"] == 1
    assert fair["trials"] > 41


# Seeds


def test_players_add_seeds_until_the_first_roll(house: RunningHouse) -> None:
    anna = house.guest("Anna")
    table = new_table(house, anna)

    async def hand() -> None:
        async with at(house, table, anna) as one:
            await seated(one)
            await one.done("seed", seed="my grandmother's birthday")
            assert one.state["pledge"]["seeds"] == {"1": "my grandmother's birthday"}
            await take({1: one})
            await one.done("bet", wager="pass", amount=1000)
            await trial(one, "roll")
            refusal = await one.refused("seed", seed="too late")
            assert refusal["code"] == "seeds-closed"
            if one.state["shooter"] is not None:
                await seven_out({1: one})

    play(hand())
    assert passes_fair(house, table)["with_players"] > 0


# What a client is told


def test_a_snapshot_and_the_lines_from_a_number_on(house: RunningHouse) -> None:
    anna = house.guest("Anna")
    table = new_table(house, anna)

    async def look() -> None:
        async with at(house, table, anna) as one:
            await seated(one)
            await take({1: one})
            await one.done("bet", wager="pass", amount=1000)
            await trial(one, "roll")
            seq = one.hello["snapshot"]["seq"], max(one.lines)
            async with at(house, table, start=3) as watching:
                assert sorted(watching.lines) == list(range(3, seq[1] + 1))
                assert watching.state == one.state
                assert watching.hello["you"] == {"watching": True}
                assert watching.hello["snapshot"]["head"] == one.lines[seq[1]]["hash"]
                await one.done("bet", wager="field", amount=1000)
                await caught_up(watching, max(one.lines))
                assert {n: one.lines[n] for n in watching.lines} == watching.lines
                assert watching.state == one.state
            async with at(house, table, start=None) as newcomer:
                assert newcomer.lines == {}
                assert newcomer.hello["snapshot"]["seq"] == max(one.lines)
                assert newcomer.state == one.state
            async with at(house, table, start=max(one.lines) + 1) as level:
                assert level.lines == {}
                assert "error" not in level.hello
            async with at(house, table, start=max(one.lines) + 2) as ahead:
                assert ahead.hello["error"]["code"] == "stale"

    play(look())
    found = house.get(f"/api/v1/tables/{table}/lines?from=3&limit=2")
    assert [each["seq"] for each in found["lines"]] == [3, 4]
    assert (found["next"], found["head"]) == (5, len(house.log(table).splitlines()))


def test_who_was_away_gets_what_was_missed_and_nothing_twice(house: RunningHouse) -> None:
    anna, bert = house.guest("Anna"), house.guest("Bert")
    table = new_table(house, anna)

    async def away() -> None:
        async with at(house, table, anna) as one, at(house, table, bert) as two:
            await seated(one, two)
            for wager in ("field", "any-seven", "eleven", "hard-6"):
                last = max(two.lines)
                await two.close()
                await one.done("bet", wager=wager, amount=500)
                kept, two.lines = two.lines, {}
                await two.open(last + 1)
                assert sorted(two.lines) == list(range(last + 1, max(one.lines) + 1))
                assert two.hello["you"]["seat"] == 2, "the seat is kept"
                two.lines = {**kept, **two.lines}
                assert two.lines == one.lines
                assert two.state == one.state

    play(away())


def test_two_tabs_of_one_person_are_one_player(house: RunningHouse) -> None:
    anna = house.guest("Anna")
    table = new_table(house, anna)

    async def tabs() -> None:
        async with at(house, table, anna, "left") as one, at(house, table, anna, "right") as two:
            await seated(one)
            await caught_up(two, max(one.lines))
            assert (await two.question("me"))["you"]["seat"] == 1
            assert (await two.refused("sit"))["code"] == "seat-taken"
            assert (await two.refused("sit", seat=2))["code"] == "seated"
            await one.done("bet", wager="field", amount=500)
            await two.done("bet", wager="field", amount=700)
            await caught_up(one, max(two.lines))
            assert one.state["seats"]["1"]["bets"]["field"]["stake"] == 1200
            assert one.state == two.state

    play(tabs())


# Sent twice, done once


async def twice(one: LiveClient, number: int, **keys: Any) -> tuple[Message, Message]:
    first = await one.ask(number=number, **keys)
    return first, await one.ask(number=number, **keys)


def test_a_command_sent_twice_is_done_once(house: RunningHouse) -> None:
    anna = house.guest("Anna")
    table = new_table(house, anna)

    async def again() -> None:
        async with at(house, table, anna) as one:
            await seated(one)
            bet: dict[str, Any] = {"do": "bet", "wager": "field", "amount": 500}
            first, second = await twice(one, 7, **bet)
            assert first["ok"]
            assert second == {"re": 7, "ok": True, "again": True, "seq": first["seq"]}
            await one.close()
            await one.open(1)
            assert one.hello["you"]["last"] == 7
            third = await one.ask(number=7, **bet)
            assert third == second
            assert one.state["seats"]["1"]["bets"]["field"]["stake"] == 500
            await one.send([{"id": n, **bet} for n in (7, 8, 8, 9)])
            while True:
                message = await one.receive()
                if "answers" in message:
                    break
            assert [each.get("again", False) for each in message["answers"]] == [
                True, False, True, False,
            ]  # fmt: skip
            assert one.state["seats"]["1"]["bets"]["field"]["stake"] == 1500
        async with at(house, table, anna, "other") as two:
            assert two.hello["you"]["last"] == 0, "another client counts by itself"
            assert (await two.ask(number=7, **bet))["ok"]
            assert two.state["seats"]["1"]["bets"]["field"]["stake"] == 2000

    play(again())


def test_a_refused_command_may_be_sent_again(house: RunningHouse) -> None:
    anna = house.guest("Anna")
    table = new_table(house, anna)

    async def again() -> None:
        async with at(house, table, anna) as one:
            await seated(one)
            first, second = await twice(one, 5, do="bet", wager="place-6", amount=700)
            assert first == second
            assert first["refusal"]["clause"] == "NJ11-1.4f"
            assert (await one.ask("bet", number=5, wager="place-6", amount=1200))["ok"]

    play(again())


def test_nothing_is_shown_before_it_is_written_down(tmp_path: Path) -> None:
    """While a write hangs everybody is told of the table as it was, who asks anew included; a
    write that fails changed nothing, and the same command may be sent again."""

    async def writing() -> None:
        with closing(open_store(str(tmp_path / "house.sqlite"))) as store:
            store.migrate()
            store.lease()
            faulty = Faulty(store, {})
            opened = await HouseServer.open(faulty.store)
            try:
                await looked_at(opened, faulty)
            finally:
                faulty.release()
                await opened.close()

    async def looked_at(opened: HouseServer, faulty: Faulty) -> None:
        person, _ = await opened.people.guest("Anna")
        runner, answers = opened.tables["craps-1"], asyncio.Queue[Message]()
        who = Requester(person.id, "Anna", (), "c")

        async def asked(number: int, **raw: Any) -> Message:
            sent = runner.read_message(who, raw)
            runner.submit(QueuedCommand(who, number, sent, answers.put_nowait))
            return await answers.get()

        def seen() -> Any:
            told = runner.snapshot(), runner.legal(1), runner.seat_of(person.id)
            return (
                told,
                opened.at_tables(person.id),
                runner.numbers.written((person.id, "c")).number,
            )

        assert (await asked(1, do="sit", rail=5000))["ok"]
        bet = {"do": "bet", "wager": "field", "amount": 500}
        before = seen()
        faulty.fail_next("hang")
        waiting = asyncio.create_task(asked(2, **bet))
        assert await asyncio.to_thread(faulty.hanging.wait, PATIENCE)
        assert seen() == before
        assert not waiting.done()
        faulty.release()
        assert (await waiting)["ok"]
        after = seen()
        assert after != before
        for point in ("before", "full"):
            faulty.fail_next(point)
            found = await asked(3, **bet)
            assert found["refusal"]["code"] == "not-stored"
            assert seen() == after
        assert (await asked(3, **bet))["ok"]
        faulty.fail_next("after")
        assert (await asked(4, **bet))["ok"], "it was written down, though the answer was lost"
        assert runner.snapshot()["state"]["seats"]["1"]["bets"]["field"]["stake"] == 1500

    play(writing())


def test_a_number_that_was_passed_over_is_not_called_done(house: RunningHouse) -> None:
    """Refused, and later ones done: sent again it is neither done nor said to be; what was done is,
    with its line. In one message, and after coming back."""
    anna = house.guest("Anna")
    table = new_table(house, anna)
    good, bad = ({"do": "bet", "wager": "field", "amount": n} for n in (500, 1))

    async def answers(one: LiveClient, *sent: Message) -> list[tuple[Any, ...]]:
        await one.send(list(sent))
        while "answers" not in (found := await one.receive()):
            pass
        ordered = sorted(found["answers"], key=lambda each: each["re"])
        return [
            (each["re"], each.get("again", False), each.get("refusal", {}).get("code"))
            for each in ordered
        ]

    async def tried() -> None:
        async with at(house, table, anna) as one:
            await seated(one)
            first = await answers(one, {"id": 10, **good}, {"id": 11, **bad}, {"id": 12, **good})
            assert first == [
                (10, False, None), (11, False, "cannot-be-paid"), (12, False, None),
            ]  # fmt: skip
            again = [(10, True, None), (11, False, "passed-over"), (12, True, None)]
            sent = [{"id": number, **good} for number in (10, 11, 12)]
            assert await answers(one, *sent) == again
            await one.close()
            await one.open(1)
            assert await answers(one, *sent) == again
            assert (await one.ask("bet", number=10, wager="field", amount=500))["seq"] == (
                min(n for n, line in one.lines.items() if line["event"] == "bet")
            )
            now = await answers(one, {"id": 20, **bad}, {"id": 21, **good}, {"id": 20, **good})
            assert now.count((20, False, "passed-over")) == 1
            assert one.state["seats"]["1"]["bets"]["field"]["stake"] == 1500
            other = {"do": "bet", "wager": "eleven", "amount": 500}
            twice = await answers(one, {"id": 30, **good}, {"id": 30, **other}, {"id": 30, **good})
            assert sorted(twice, key=str) == [
                (30, False, "number-used"), (30, False, None), (30, True, None),
            ]  # fmt: skip
            assert "eleven" not in one.state["seats"]["1"]["bets"]

    play(tried())


def test_a_house_that_lost_its_power_goes_on_where_it_was(house: InThread) -> None:
    """The same seats, chips, pledge and numbers; and the clock runs for bets that are up."""
    anna = house.guest("Anna")
    table = new_table(house, anna, clock=CLOCK)

    async def before() -> Message:
        async with at(house, table, anna) as one:
            await seated(one)
            await take({1: one})
            await one.ask("bet", number=40, wager="pass", amount=1000)
            await one.ask("bet", number=41, wager="field", amount=700)
            return one.state

    async def after(was: Message) -> None:
        async with at(house, table, anna) as one:
            assert one.state == was
            assert one.hello["you"]["last"] == 41
            for number, wager, amount in ((40, "pass", 1000), (41, "field", 700)):
                again = await one.ask("bet", number=number, wager=wager, amount=amount)
                assert again["ok"]
                assert again["again"]
            other = await one.ask("bet", number=41, wager="field", amount=900)
            assert other["refusal"]["code"] == "number-used"
            assert one.state == was
            adds_up(one)
            house.pass_time(CLOCK)
            await receive_until(one, lambda: events(one, "roll"))
            adds_up(one)

    was = play(before())
    house.lose_power()
    play(after(was))
    passes_audit(house, table)
    passes_fair(house, table)


def test_absent_players_are_sent_away_with_their_chips(house: InThread) -> None:
    """Who has nothing up; who has bets up stays until they are decided."""
    anna, bert, cora = house.guest("Anna"), house.guest("Bert"), house.guest("Cora")
    table = new_table(house, anna)

    async def absent() -> None:
        async with at(house, table, anna) as one:
            async with at(house, table, bert) as two, at(house, table, cora) as three:
                await seated(one, two, three)
                await two.done("bet", wager="place-6", amount=600)
            await receive_as_time_passes(
                house, one, ServerLimits().absent + 1, lambda: "3" not in one.state["seats"]
            )
            assert sorted(one.state["seats"]) == ["1", "2"]
            assert not one.state["seats"]["2"].get("gone")
            async with at(house, table, bert) as two:
                assert two.hello["you"]["seat"] == 2
                assert two.state["seats"]["2"]["bets"].keys() == {"place-6"}

    play(absent())
    assert house.get("/api/v1/me", cora)["purse"] == 100_000
    assert house.get("/api/v1/me", bert)["purse"] == 70_000


# Refusals, and what is legal


def test_refusals_name_the_clause(house: RunningHouse) -> None:
    anna = house.guest("Anna")
    table = new_table(house, anna)

    async def refusals() -> None:
        async with at(house, table, anna) as one:
            await seated(one)
            for keys, code, clause in (
                ({"do": "bet", "wager": "come", "amount": 500}, "wrong-time", "NJ11-1.2a3"),
                ({"do": "bet", "wager": "place-6", "amount": 700}, "cannot-be-paid", "NJ11-1.4f"),
                ({"do": "roll"}, "no-shooter", "NJ11-1.7c"),
                ({"do": "bet", "wager": "fire", "amount": 600}, "over-maximum", "NJ11"),
            ):
                refusal = await one.refused(**keys)
                assert (refusal["code"], refusal["clauses"][0]) == (code, refusal["clause"])
                assert refusal["clause"].startswith(clause), refusal
                assert refusal["detail"]
            seq = max(one.lines)
            await one.question("snapshot")
            assert max(one.lines) == seq, "what is refused leaves no line"

    play(refusals())


async def agrees(one: LiveClient, rng: "itertools.count[int]") -> None:
    """Whatever is called legal is done, at both ends of its range and not beyond; whatever is
    not is refused, by the code and the clauses given."""
    legal = (await one.question("legal"))["legal"]
    why = legal.get("why", [])
    for wager, may in legal["bet"].items():
        if isinstance(may, int):
            refusal = await one.refused("bet", wager=wager, amount=600)
            code, _, clauses = why[may]
            assert (refusal["code"], refusal["clauses"]) == (code, clauses), (wager, refusal)
    for verb, may in legal["do"].items():
        if isinstance(may, int) and not isinstance(may, bool) and ", " not in verb:
            more: dict[str, Any] = {"amount": 100} if verb in ("buy-in", "cash-out") else {}
            more |= {"seed": "x"} if verb == "seed" else {}
            more |= {"of": 5, "take": 2} if verb == "select-dice" else {}
            refusal = await one.refused(verb, **more)
            assert refusal["code"] == why[may][0], (verb, refusal)
    open_ = [each for each in legal["bet"].items() if isinstance(each[1], list)]
    for _ in range(3):
        wager, (least, most, step, *limit) = open_[next(rng) * 7 % len(open_)]
        beyond = await one.refused("bet", wager=wager, amount=most + step)
        assert beyond["code"] == (limit[0] if limit else "not-enough-chips"), (wager, beyond)
        await one.done("bet", wager=wager, amount=least)
        adds_up(one)
        now = (await one.question("legal"))["legal"]["bet"].get(wager)
        if isinstance(now, list):
            await one.done("bet", wager=wager, amount=now[0])
            adds_up(one)
        legal = (await one.question("legal"))["legal"]
        open_ = [each for each in legal["bet"].items() if isinstance(each[1], list)]


@pytest.mark.parametrize(
    ("rules", "game", "verb"),
    [
        ("nj-2011", "craps", "roll"),
        ("nj-2011", "automated-craps", "roll"),
        ("nj-1997", "mini-dice", "shake"),
        ("nj-2001", "punto-banco", "deal"),
    ],
)
def test_what_is_called_legal_is_what_is_done(
    house: RunningHouse, rules: str, game: str, verb: str
) -> None:
    anna = house.guest("Anna")
    table = new_table(house, anna, rules=rules, game=game)

    async def asked() -> None:
        rng = itertools.count()
        async with at(house, table, anna) as one:
            await seated(one, rail=90_000)
            for turn in range(4):
                await agrees(one, rng)
                do = (await one.question("legal"))["legal"]["do"]
                assert not {"throw", "rest", "cut", "coupon", "order-pass"} & do.keys()
                if do.get(f"accept-{THING[verb]}") is True:
                    taking = "decline" if verb == "shake" and turn == 0 else "accept"
                    await one.done(f"{taking}-{THING[verb]}")
                    do = (await one.question("legal"))["legal"]["do"]
                if do[verb] is True:
                    await trial(one, verb)
                else:
                    assert (await one.refused(verb))["code"]
                adds_up(one)
            money = (await one.question("legal"))["legal"]["do"]["buy-in"]
            purse = house.get("/api/v1/me", anna)["purse"]
            assert money[:2] == [1, purse]
            refusal = await one.refused("buy-in", amount=purse + 1)
            assert refusal["code"] == "not-enough-chips"
            await one.done("buy-in", amount=purse)
            after = (await one.question("legal"))["legal"]
            assert after["why"][after["do"]["buy-in"]][0] == "not-enough-chips"
            purse_adds_up(house, one, anna)

    play(asked())


# Leaving, and coming back


def test_who_leaves_with_bets_up_is_paid_when_they_are_decided(house: RunningHouse) -> None:
    """Won and lost, several times over: the purse is right to the cent each time."""
    anna, bert = house.guest("Anna"), house.guest("Bert")
    table = new_table(house, anna)

    async def leaving() -> None:
        async with at(house, table, anna) as one, at(house, table, bert) as two:
            await seated(one, two)
            seen = set()
            for _ in range(60):
                if one.state["shooter"] is None:
                    if one.state["offered"] == 2:
                        await two.done("decline-dice")
                        await caught_up(one, max(two.lines))
                    await one.done("accept-dice")
                if one.state["point"] is None and "pass" not in one.state["seats"]["1"]["bets"]:
                    await one.done("bet", wager="pass", amount=500)
                await two.done("bet", wager="field", amount=1000)
                before = house.get("/api/v1/me", bert)
                await two.done("leave")
                left = house.get("/api/v1/me", bert)
                assert left["at_tables"] == 1000
                assert left["purse"] == before["purse"] + before["at_tables"] - 1000
                assert two.state["seats"]["2"]["gone"] is True
                await trial(one, "roll", (two,))
                (line,) = [
                    each
                    for each in two.lines.values()
                    if each["seq"] > max(two.lines) - 12
                    and each["event"] in ("wins", "loses")
                    and each["body"].get("wager") == "field"
                    and each["body"]["seat"] == 2
                ][-1:]
                seen.add(line["event"])
                paid = line["body"]["paid"] + 1000 if line["event"] == "wins" else 0
                after = house.get("/api/v1/me", bert)
                assert after["purse"] == left["purse"] + paid
                assert after["at_tables"] == 0
                assert "2" not in two.state["seats"]
                adds_up(two)
                await two.done("sit", rail=2000)
                await caught_up(one, max(two.lines))
                if seen == {"wins", "loses"}:
                    return
            raise AssertionError(seen)

    play(leaving())
    passes_audit(house, table)


def test_a_seat_that_was_left_waits_for_its_player_alone(house: RunningHouse) -> None:
    anna, bert, other = house.guest("Anna"), house.guest("Bert"), house.guest("Otto")
    table = new_table(house, anna)

    async def leaving() -> None:
        async with at(house, table, anna) as one, at(house, table, bert) as two:
            await seated(one, two)
            await two.done("bet", wager="place-6", amount=1200)
            await two.done("leave")
            async with at(house, table, other) as three:
                refusal = await three.refused("sit", seat=2)
                assert refusal["code"] == "seat-taken"
                for verb in ("remove", "cash-out", "leave"):
                    assert (await three.refused(verb, seat=2, wager="place-6"))["code"]
                await three.done("sit")
                assert three.state["seats"]["3"]["name"] == "Otto"
            assert (await two.refused("sit", seat=4))["code"] == "seated"
            house.call("PATCH", "/api/v1/me", {"name": "Bertram"}, bert)
        async with at(house, table, bert) as two:
            assert two.hello["you"]["seat"] == 2
            await two.done("sit", rail=500)
            assert two.state["seats"]["2"] == {
                "name": "Bert", "rail": 500, "layout": 1200,
                "bets": {"place-6": {"wager": "place-6", "stake": 1200, "state": "up",
                                     "off": True}},
            }  # fmt: skip
            await two.done("remove", wager="place-6")
            await two.done("leave")
            adds_up(two)

    play(leaving())
    assert house.get("/api/v1/me", bert)["purse"] == 100_000


def test_chips_run_out_and_are_topped_up(house: RunningHouse) -> None:
    anna = house.guest("Anna")
    table = new_table(house, anna)

    async def broke() -> None:
        async with at(house, table, anna) as one:
            refusal = await one.refused("sit", rail=100_001)
            assert refusal["code"] == "not-enough-chips"
            await one.done("sit", rail=100_000)
            assert (await one.refused("buy-in", amount=1))["code"] == "not-enough-chips"
            status, found = house.call("POST", "/api/v1/me/chips", token=anna)
            assert (status, found["error"]["code"]) == (409, "enough-chips")
            await take({1: one})
            while one.state["seats"]["1"]["rail"] >= 90_000:
                await one.done("bet", wager="any-seven", amount=10_000)
                await one.done("bet", wager="pass", amount=500)
                await trial(one, "roll")
                if one.state["shooter"] is None:
                    await take({1: one})
                if one.state["point"] is not None:
                    break
            lacking = 100_000 - house.get("/api/v1/me", anna)["at_tables"]
            status, found = house.call("POST", "/api/v1/me/chips", token=anna)
            if lacking > 0:
                assert (status, found["given"]) == (201, lacking), found
                assert (await one.question("me"))["you"]["purse"] == lacking
                await one.done("buy-in", amount=lacking)
                assert (await one.refused("buy-in", amount=1))["code"] == "not-enough-chips"
            else:
                assert status == 409
            adds_up(one)

    play(broke())


# The clock


async def goes_on(client: LiveClient) -> bool:
    """Whether the house says that its clock will make it go on."""
    found: Message = (await client.question("legal"))["legal"]
    return "goes_on" in found


def test_the_clock_goes_on_for_whoever_does_not(house: InThread) -> None:
    """Five tables at once: an idle shooter's dice are thrown, an idle offer goes on, a shooter
    without a line bet gives the dice up; where nothing is at stake, or nobody is there to take
    them, nothing happens. The house says before which it will be."""
    anna, bert, cora = house.guest("Anna"), house.guest("Bert"), house.guest("Cora")
    runners = (anna, anna, bert, bert, cora)
    tables = (new_table(house, each, clock=CLOCK) for each in runners)
    thrown, offered, lineless, idle, lone = tables
    ready, gone_on = asyncio.Barrier(len(runners) + 1), asyncio.Barrier(len(runners))

    async def shooter() -> None:
        async with at(house, thrown, anna) as one:
            await seated(one, rail=10_000)
            await take({1: one})
            await one.done("bet", wager="pass", amount=1000)
            assert await goes_on(one)
            await ready.wait()
            await receive_until(one, lambda: events(one, "roll"))
            await gone_on.wait()
            adds_up(one)

    async def offer() -> None:
        async with at(house, offered, anna) as one, at(house, offered, bert) as two:
            await seated(one, two, rail=10_000)
            assert one.state["offered"] == 1
            assert await goes_on(one)
            await ready.wait()
            await receive_until(one, lambda: one.state["offered"] == 2)
            await gone_on.wait()
            await two.done("accept-dice")

    async def no_line_bet() -> None:
        async with at(house, lineless, anna) as one, at(house, lineless, cora) as two:
            await seated(one, two, rail=10_000)
            await take({1: one, 2: two})
            await two.done("bet", wager="place-6", amount=600)
            assert await goes_on(two)
            await ready.wait()
            await receive_until(two, lambda: two.state["offered"] == 2)
            await gone_on.wait()
            assert events(two, "pass")[-1]["why"] == "delay"
            assert not events(two, "roll")

    async def stays(one: LiveClient) -> None:
        assert not await goes_on(one)
        seq = max(one.lines)
        await ready.wait()
        await gone_on.wait()
        await one.question("snapshot")
        assert max(one.lines) == seq

    async def nothing() -> None:
        async with at(house, idle, bert) as one:
            await seated(one, rail=10_000)
            await take({1: one})
            await one.done("bet", wager="pass", amount=500)
            await one.done("remove", wager="pass")
            await stays(one)

    async def nobody_else() -> None:
        async with at(house, lone, cora) as one:
            await seated(one, rail=10_000)
            await take({1: one})
            await one.done("bet", wager="place-6", amount=600)
            await stays(one)

    async def time_passes() -> None:
        await ready.wait()
        house.pass_time(CLOCK)

    async def all_at_once() -> None:
        tables = (shooter(), offer(), no_line_bet(), nothing(), nobody_else())
        await asyncio.gather(*tables, time_passes())

    play(all_at_once())


def test_the_house_says_when_its_clock_runs(house: RunningHouse) -> None:
    """Not while somebody who is alone has the dice to take, nor where nothing is bet."""
    anna = house.guest("Anna")
    table = new_table(house, anna, clock=600)

    async def told() -> None:
        async with at(house, table, anna) as one:
            assert not await goes_on(one), "nobody sits"
            await seated(one, rail=10_000)
            assert not await goes_on(one), "alone, and the dice are offered"
            await one.done("bet", wager="pass", amount=1000)
            assert not await goes_on(one), "a bet is up, but nobody has taken the dice"
            await take({1: one})
            assert await goes_on(one), "a bet and a shooter"
            await one.done("remove", wager="pass")
            assert not await goes_on(one), "nothing is bet"

    play(told())


# Opening and closing


def test_tables_are_opened_by_the_house_s_elections(house: RunningHouse) -> None:
    anna = house.guest("Anna")
    elections = {"limits": {"min": 1500, "max": 30_000}, "odds": 3}
    table = new_table(house, anna, house=elections, name="The Nugget", clock=60)
    seen = house.get(f"/api/v1/tables/{table}")
    assert (seen["name"], seen["clock"], seen["kind"]) == ("The Nugget", 60, "automatic")

    async def bets() -> None:
        async with at(house, table, anna) as one:
            await seated(one)
            assert (await one.refused("bet", wager="pass", amount=1000))["code"] == "under-minimum"
            await one.done("bet", wager="pass", amount=1500)

    play(bets())


def tables_of(house: RunningHouse) -> set[str]:
    return {each["table"] for each in house.get("/api/v1/tables?limit=200")["tables"]}


@pytest.mark.parametrize(
    ("wanted", "status", "clause"),
    [
        ({"house": {"payouts": {"craps-2": "29 to 1"}}}, 422, "NJ11-1.4"),
        ({"house": {"vig_rate": "6%"}}, 422, "NJ11-1.5"),
        ({"house": {"fire": "C"}}, 422, None),
        ({"house": {"no such key": 1}}, 422, None),
        ({"rules": "nv-1931"}, 422, None),
        ({"game": "roulette"}, 422, None),
        ({"clock": 4}, 400, None),
        ({"kind": "haunted"}, 400, None),
        ({"kind": "staffed"}, 403, None),
    ],
)
def test_unlawful_tables_are_refused_with_the_clause(
    house: RunningHouse, wanted: dict[str, Any], status: int, clause: str | None
) -> None:
    before = tables_of(house)
    answer = house.call("POST", "/api/v1/tables", {"rules": "nj-2011", **wanted}, house.guest("A"))
    found = answer[1]["error"]
    assert answer[0] == status, found
    if clause is not None:
        assert any(each.startswith(clause) for each in found["clauses"]), found
    assert tables_of(house) <= before  # Some may close for want of players.


def test_a_person_opens_a_few_tables_and_closes_them(tmp_path: Path) -> None:
    """A guest one, an account three; and a guest who becomes one has that many, too."""
    with in_thread(tmp_path / "house.sqlite", "--limit", "tables_per_guest=1") as house:
        guest, anna = house.guest("Gus"), house.account("anna")
        _opens(house, guest, 1)
        _opens(house, anna, 3)
        body = {"login": "gus", "password": "a word that is long"}
        status, found = house.call("POST", "/api/v1/accounts", body, guest)
        assert status == 201, found
        _opens(house, found["token"], 2)


def test_a_guest_fills_so_many_lines_of_logs_and_may_leave(tmp_path: Path) -> None:
    limits = ("--limit", "lines_per_hour_guest=40", "--limit", "lines_per_hour=60")
    with in_thread(tmp_path / "house.sqlite", *QUICK, *limits) as house:
        guest, anna = house.guest("Gus"), house.account("anna")

        async def until_refused(client: LiveClient, most: int) -> None:
            await client.done("sit", rail=50_000)
            before, answer = max(client.lines), await client.ask("bet", wager="field", amount=500)
            while answer["ok"]:
                answer = await client.ask("bet", wager="field", amount=500)
            assert answer["refusal"]["code"] == "too-many-lines"
            assert "seconds; you may leave" in answer["refusal"]["instead"]
            assert most - 3 <= max(client.lines) - before <= most + 3
            house.pass_time(600)
            await client.done("bet", wager="field", amount=500)

        async def played() -> None:
            async with at(house, "craps-1", guest) as one, at(house, "mini-dice-1", anna) as two:
                await until_refused(one, 40)
                await until_refused(two, 60)
                await one.done("remove", wager="field")
                await one.done("leave")

        play(played())


def test_a_name_like_that_of_another_at_the_table_takes_no_seat(house: RunningHouse) -> None:
    anna, other = house.guest("Anna"), house.guest("\u0410nn\u0430")
    table = new_table(house, anna)

    async def sitting() -> None:
        async with at(house, table, anna) as one, at(house, table, other) as two:
            await one.done("sit")
            refusal = await two.refused("sit")
            assert refusal["code"] == "name-taken"
            assert "Change your name" in refusal["instead"]
            house.call("PATCH", "/api/v1/me", {"name": "Hanna"}, other)
        async with at(house, table, other) as two:
            await two.done("sit")

    play(sitting())


def _opens(house: RunningHouse, token: str, many: int) -> None:
    """Somebody may open so many tables, no more; and another when one is closed."""
    tables = [new_table(house, token) for _ in range(many)]
    status, found = house.call("POST", "/api/v1/tables", {"rules": "nj-2011"}, token)
    assert (status, found["error"]["code"]) == (409, "too-many-tables")
    assert house.call("DELETE", f"/api/v1/tables/{tables[0]}", token=token)[0] == 204
    new_table(house, token)


def test_a_table_is_closed_when_nobody_has_chips_there(house: RunningHouse) -> None:
    """Then its log is whole, stays to be read, and nobody can go on at it."""
    anna, bert = house.guest("Anna"), house.guest("Bert")
    table = new_table(house, anna)
    path = f"/api/v1/tables/{table}"

    async def until_closed() -> None:
        async with AsyncExitStack() as stack:
            one = await stack.enter_async_context(at(house, table, anna))
            two = await stack.enter_async_context(at(house, table, bert))
            await seated(one, two)
            assert house.call("DELETE", path, token=bert)[0] == 403
            assert house.call("DELETE", path)[0] == 401
            status, found = house.call("DELETE", path, token=anna)
            assert (status, found["error"]["code"]) == (409, "not-empty")
            await two.done("leave")
            status, found = house.call("DELETE", path, token=anna)
            assert (status, found["error"]["code"]) == (409, "in-use")
            await take({1: one})
            await one.done("bet", wager="pass", amount=500)
            await seven_out({1: one})
            await one.done("leave")
            assert house.call("DELETE", path, token=anna)[0] == 204
            await receive_until(two, lambda: max(two.lines) == max(one.lines))
            for each in (one, two):
                with pytest.raises(ConnectionClosed) as closed:
                    await each.ask("sit")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4010

    play(until_closed())
    assert house.call("GET", path)[0] == 404
    assert house.call("DELETE", path, token=anna)[0] == 404
    passes_audit(house, table, closed=True)
    passes_fair(house, table)
    lines = {each["seq"]: each for each in house.get(f"{path}/lines?limit=200")["lines"]}
    assert all(
        cents == 0 for account, cents in books_from_lines(lines).items() if account[:4] == "rail"
    )


def test_what_is_sent_while_a_table_closes_is_answered(house: RunningHouse) -> None:
    """Sitting down against closing: one of the two is refused, if need be by the end of the
    connection, and no chip is lost."""
    anna, bert = house.guest("Anna"), house.guest("Bert")

    async def sits(one: LiveClient) -> Message:
        try:
            return await one.ask("sit", rail=1000)
        except ConnectionClosed as closed:
            return {"ok": False, "closed": closed.rcvd and closed.rcvd.code}

    for _ in range(3):
        table = new_table(house, anna)

        async def race(table: str = table) -> tuple[int, Message]:
            async with at(house, table, bert) as one:
                closing = asyncio.to_thread(
                    house.call, "DELETE", f"/api/v1/tables/{table}", None, anna
                )
                answer, sat = await asyncio.gather(closing, sits(one))
                if sat["ok"]:
                    await one.done("leave")
                return answer[0], sat

        status, sat = play(race())
        assert (status == 204) != sat["ok"], (status, sat)
        assert sat.get("closed", CLOSED) == CLOSED
        if status != 204:
            assert house.call("DELETE", f"/api/v1/tables/{table}", token=anna)[0] == 204
        passes_audit(house, table, closed=True)
    assert house.get("/api/v1/me", bert)["purse"] == 100_000


def test_the_lobby_lists_what_is_open(house: RunningHouse) -> None:
    found = house.get("/api/v1/tables?limit=200")["tables"]
    games = {each["game"] for each in found}
    assert {"craps", "mini-craps", "automated-craps", "mini-dice", "punto-banco"} <= games
    wait_until(
        lambda: all(
            each["watching"] == 0 for each in house.get("/api/v1/tables?limit=200")["tables"]
        ),
        what="everybody has gone",
    )
