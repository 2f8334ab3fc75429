"""Hostile clients: each attempt is refused, the table plays on and the books verify."""

import asyncio
import base64
import http.client
import itertools
import json
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from lammer.server.table_requests import first_tables
from lammer.store import open_store
from lammer.table.commands import verbs
from tests.server.support.running import (
    PATIENCE,
    InThread,
    LiveClient,
    Message,
    Running,
    RunningHouse,
    in_thread,
    running,
    wait_until,
)
from tests.server.support.table_helpers import (
    QUICK,
    adds_up,
    at,
    caught_up,
    events,
    is_well,
    new_table,
    passes_audit,
    play,
    seven_out,
    trial,
)

MALFORMED, SIGNED_OUT, TOO_SLOW, TOO_FAST = 4400, 4001, 4008, 4029


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """At its end it says nothing of a mistake of its own."""
    with running(tmp_path_factory.mktemp("hostile") / "house.sqlite", *QUICK) as opened:
        yield opened
        is_well(opened)
        assert opened.interrupt() == 0
        said = [json.loads(line) for line in opened.said.splitlines()]
        wrong = [each for each in said if each["level"] == "error"]
        assert all("UTF-8" in each["what"] for each in wrong), wrong


@pytest.fixture(scope="module")
def boss(house: Running) -> str:
    return house.account("boss", "administrator")


@pytest.fixture(scope="module")
def watcher(house: Running, boss: str) -> str:
    return house.account("watcher", "surveillance", boss)


class Game:
    """A table with Anna in seat 1, who plays on, and Bert in seat 2, who does not behave."""

    def __init__(self, house: RunningHouse, rules: str = "nj-2011", **more: Any) -> None:
        self.house = house
        self.anna, self.bert = house.guest("Anna"), house.guest("Bert")
        self.table = new_table(house, self.anna, rules, **more)

    @asynccontextmanager
    async def sat(self) -> AsyncIterator[tuple[LiveClient, LiveClient]]:
        async with (
            at(self.house, self.table, self.anna) as one,
            at(self.house, self.table, self.bert) as two,
        ):
            await one.done("sit", rail=30_000)
            await two.done("sit", rail=30_000)
            await caught_up(one, max(two.lines))
            yield one, two
            await plays_on(one)

    def check(self) -> None:
        passes_audit(self.house, self.table)
        is_well(self.house)


async def plays_on(one: LiveClient) -> None:
    """The honest player's bet is made and taken back, and everything adds up."""
    wager = "tie" if "shoe" in one.state else "field"
    stood = one.state["seats"]["1"]["bets"].get(wager, {}).get("stake", 0)
    await one.done("bet", wager=wager, amount=500)
    assert one.state["seats"]["1"]["bets"][wager]["stake"] == stood + 500
    if stood:
        await one.done("reduce", wager=wager, by=500)
    else:
        await one.done("remove", wager=wager)
    adds_up(one)


def money(client: LiveClient) -> Any:
    return {number: (seat["rail"], seat["bets"]) for number, seat in client.state["seats"].items()}


async def ended(client: LiveClient) -> int:
    """The code by which the house ends a connection."""
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionClosed):
            while True:
                await client.socket.recv()
        await client.socket.wait_closed()
    return client.socket.close_code or 0


# Acting for others, and for the house


OTHERS: tuple[Message, ...] = (
    {"do": "bet", "wager": "field", "amount": 500},
    {"do": "reduce", "wager": "pass", "by": 100},
    {"do": "remove", "wager": "pass"},
    {"do": "call", "wager": "place-6", "working": False},
    {"do": "leave"},
    {"do": "buy-in", "amount": 500},
    {"do": "cash-out", "amount": 500},
    {"do": "seed", "seed": "mine"},
    {"do": "accept-dice"},
    {"do": "decline-dice"},
    {"do": "pass-dice"},
    {"do": "select-dice", "of": 5, "take": 2},
    {"do": "no-line-bet"},
    {"do": "roll"},
    {"do": "sit", "rail": 100},
)


def test_nobody_acts_for_another_seat(house: Running) -> None:
    game = Game(house)

    async def tried() -> None:
        async with game.sat() as (one, two):
            await one.done("accept-dice")
            await one.done("bet", wager="pass", amount=1000)
            before, seq = money(one), max(one.lines)
            for command in OTHERS:
                refusal = await two.refused(**{**command, "seat": 1})
                assert refusal["code"] in ("not-your-seat", "seated"), (command, refusal)
                for seat in ("1", [1], {"seat": 1}, None, -1, 0, 3, 10**30, "dealer", "house"):
                    refusal = await two.refused(**{**command, "seat": seat})
                    assert refusal["code"] in (
                        "not-your-seat", "seated", "malformed", "not-enough-chips",
                    ), (command, seat, refusal)  # fmt: skip
            async with at(house, game.table, house.guest("Cora")) as stranger:
                for command in OTHERS[:-1]:
                    assert (await stranger.refused(**command))["code"] == "not-seated"
                    assert (await stranger.refused(**{**command, "seat": 1}))[
                        "code"
                    ] == "not-seated"
                assert (await stranger.refused("sit", seat=1))["code"] == "seat-taken"
            await one.question("snapshot")
            assert (money(one), max(one.lines)) == (before, seq)

    play(tried())
    game.check()


HOUSES: tuple[Message, ...] = (
    {"do": "open", "rules": "nj-2011"},
    {"do": "commit", "hash": "0" * 64},
    {"do": "reveal", "seed": "00" * 32},
    {"do": "withdraw", "reason": "I lose"},
    {"do": "set-up"},
    {"do": "throw"},
    {"do": "rest", "dice": [6, 6]},
    {"do": "no-roll", "reason": "cheating", "caller": "boxperson"},
    {"do": "no-deal", "reason": "misdeal", "caller": "floorperson"},
    {"do": "disputed-face", "caller": "boxperson", "dice": [6, 6]},
    {"do": "order-pass", "caller": "boxperson", "reason": "delay"},
    {"do": "coupon", "wager": "field", "amount": 100_000},
    {"do": "verbal", "wager": "field", "amount": 100, "confirmed_by": ["dealer"]},
    {"do": "roll", "dice": [6, 6]},
    {"do": "roll", "resting": [1, 1]},
    {"do": "roll", "at": "2020-01-01T00:00:00Z"},
    {"do": "bet", "wager": "field", "amount": 500, "at": "1999-01-01T00:00:00Z"},
    {"do": "bet", "wager": "field", "amount": 500, "confirmed_by": ["dealer", "boxperson"]},
    {"do": "bet", "wager": "field", "amount": 500, "caller": "boxperson"},
    {"do": "bet", "wager": "field", "amount": 500, "moves": [["bank", "rail-2", 10_000]]},
    {"do": "bet", "wager": "field", "amount": 500, "command": {"do": "roll", "dice": [1, 2]}},
    {"do": "confirm", "waiting": 1},
    {"do": "confirm", "waiting": 1, "as": "dealer"},
    {"do": "no-bet", "waiting": 1},
    {"do": "sit", "name": "Anna"},
    {"do": "sit", "roles": ["dealer"]},
    {"do": "buy-in"},
    {"do": "buy-in", "amount": -500},
    {"do": "buy-in", "amount": 10**14},
    {"do": "cash-out", "amount": 10**9},
    {"do": "cash-out", "amount": -1},
    {"do": "bet", "wager": "field", "amount": -500},
    {"do": "bet", "wager": "field", "amount": 0},
    {"do": "bet", "wager": "field", "amount": 500.0},
    {"do": "bet", "wager": "field", "amount": True},
    {"do": "bet", "wager": "field", "amount": "500"},
    {"do": "bet", "wager": "field", "amount": 10**25},
    {"do": "bet", "wager": "nothing-like-it", "amount": 500},
    {"do": "bet", "wager": ["field"], "amount": 500},
    {"do": "bet", "wager": {"field": 1}, "amount": 500},
    {"do": "reduce", "wager": "field", "by": -500},
    {"do": ["bet"]},
    {"do": {"bet": 1}},
    {"do": None},
    {"do": 5},
    {"do": "x" * 5000},
    {"do": "__class__"},
    {},
    {"do": "shake"},
    {"do": "deal", "cards": ["9s", "2h", "9d", "3c"]},
)


def test_what_is_the_house_s_to_do_is_not_done_for_a_player(house: Running, watcher: str) -> None:
    """Nor the dice named, the time, the crew's word, or anything that is no command."""
    game = Game(house)

    async def tried() -> None:
        async with game.sat() as (one, two), at(house, game.table, watcher) as surveillance:
            await one.done("decline-dice")
            await two.done("accept-dice")
            await two.done("bet", wager="pass", amount=1000)
            await caught_up(one, max(two.lines))
            before, seq = money(one), max(one.lines)
            for command in HOUSES:
                refusal = await two.refused(**{"do": "", **command})
                assert refusal["detail"], command
                assert refusal["code"] not in ("our-mistake", "stopped"), (command, refusal)
                refusal = await surveillance.refused(**{"do": "", **command})
                assert refusal["code"] not in ("our-mistake", "stopped"), (command, refusal)
            for command in OTHERS:
                assert (await surveillance.refused(**command))["code"] == "not-yours"
                assert (await surveillance.refused(**{**command, "seat": 1}))["code"] == "not-yours"
            await one.question("snapshot")
            assert (money(one), max(one.lines)) == (before, seq)

    play(tried())
    game.check()


def test_surveillance_opens_and_closes_nothing(house: Running, watcher: str, boss: str) -> None:
    anna = house.guest("Anna")
    table = new_table(house, anna)
    for method, path, body in (
        ("POST", "/api/v1/tables", {"rules": "nj-2011"}),
        ("DELETE", f"/api/v1/tables/{table}", None),
        ("POST", "/api/v1/invitations", {"role": "dealer"}),
        ("DELETE", "/api/v1/people/1/roles/administrator", None),
        ("DELETE", "/api/v1/people/1/sessions", None),
    ):
        assert house.call(method, path, body, watcher)[0] == 403, path
    status, made = house.call("POST", "/api/v1/invitations", {"role": "dealer"}, boss)
    assert status == 201
    status, found = house.call(
        "POST", "/api/v1/invitations/accept", {"token": made["token"]}, watcher
    )
    assert status in (403, 409), found
    assert house.get("/api/v1/me", watcher)["roles"] == ["surveillance"]


# Raising a role


def test_no_way_to_a_role_but_an_invitation(house: Running, boss: str) -> None:
    """Every body, header, link and number somebody might try; the roles stay none."""
    roles = ["administrator", "boxperson"]
    for body in (
        {"name": "Eve", "roles": roles},
        {"name": "Eve", "kind": "account", "role": "administrator"},
        {"name": "Eve", "id": 1},
    ):
        assert house.call("POST", "/api/v1/guests", body)[0] == 400
    account = {"login": "eve", "password": "a-long-password-of-eve", "name": "Eve"}
    assert house.call("POST", "/api/v1/accounts", {**account, "roles": roles})[0] == 400
    guest = house.guest("Eve")
    status, made = house.call("POST", "/api/v1/invitations", {"role": "boxperson"}, boss)
    assert status == 201
    invitation = {"token": made["token"]}
    assert house.call("POST", "/api/v1/invitations/accept", invitation, guest)[0] == 403
    assert house.call("POST", "/api/v1/invitations/accept", invitation)[0] == 401
    eve = house.call("POST", "/api/v1/accounts", account)[1]["token"]
    asked: tuple[tuple[str, str, Any], ...] = (
        ("PATCH", "/api/v1/me", {"name": "Eve", "roles": roles}),
        ("PATCH", "/api/v1/me", {"roles": roles}),
        ("POST", "/api/v1/invitations", {"role": "administrator"}),
        ("POST", "/api/v1/invitations", {"role": "player"}),
        ("POST", "/api/v1/invitations/accept", {"token": "x" * 43}),
        ("POST", "/api/v1/invitations/accept", {"token": house.administrator}),
        ("POST", "/api/v1/invitations/accept", {"token": ["x"]}),
        ("POST", "/api/v1/invitations/accept", {**invitation, "role": "administrator"}),
        ("DELETE", "/api/v1/people/1/roles/administrator", None),
        ("DELETE", "/api/v1/people/1/sessions", None),
        ("GET", "/api/v1/people", None),
        ("GET", "/api/v1/meters", None),
        ("PUT", "/api/v1/me/roles", {"roles": roles}),
        ("POST", "/api/v1/tables", {"rules": "nj-2011", "kind": "staffed"}),
    )
    for method, path, wanted in asked:
        status, found = house.call(
            method, path, wanted, eve, X_Role="administrator", X_Forwarded_User="boss"
        )
        assert 400 <= status < 500, (path, status, found)
    assert house.get("/api/v1/me", eve)["roles"] == []
    mallory = house.account("mallory")
    assert house.call("POST", "/api/v1/invitations/accept", invitation, eve)[0] == 200
    assert house.call("POST", "/api/v1/invitations/accept", invitation, mallory)[0] in (404, 409)
    assert house.get("/api/v1/me", eve)["roles"] == ["boxperson"]
    assert house.get("/api/v1/me", mallory)["roles"] == []

    async def over_the_wire() -> None:
        game = Game(house)
        async with game.sat():
            queries = (
                "&roles=dealer",
                "&person=1",
                "&seat=1",
                "&client=y",
                "&push=1&push=1",
                "&=1",
            )
            for query in queries:
                with pytest.raises(InvalidStatus) as caught:
                    async with at(house, game.table, game.bert, f"x{query}", None):
                        pass
                assert caught.value.response.status_code == 400
                assert b"malformed" in caught.value.response.body, query
        game.check()

    play(over_the_wire())


# Replays, order, numbers


def test_a_recorded_session_sent_again_does_nothing(house: Running) -> None:
    """By its own client it was done already; by anybody else it is theirs, or nobody's."""
    game = Game(house)

    async def tried() -> None:
        async with game.sat() as (one, two):
            sent = [
                {"id": 100, "do": "bet", "wager": "field", "amount": 500},
                {"id": 101, "do": "bet", "wager": "any-seven", "amount": 500},
                {"id": 102, "do": "buy-in", "amount": 1000},
                {"id": 103, "do": "remove", "wager": "any-seven"},
            ]
            for each in sent:
                await one.send(each)
                assert (await one.answer(each["id"]))["ok"]  # type: ignore[arg-type]
            before = money(one)
            for order in (sent, sent[::-1], sent[1:3] * 3):
                for each in order:
                    await one.send(each)
                    answer = await one.answer(each["id"])  # type: ignore[arg-type]
                    assert answer["again"], answer
            await one.close()
            one.lines = {}
            await one.open(1)
            for each in sent:
                await one.send(each)
                assert (await one.answer(each["id"]))["again"]  # type: ignore[arg-type]
            assert money(one) == before
            one.numbers = itertools.count(200)
            for each in sent:
                await two.send({**each, "seat": 1})
                assert not (await two.answer(each["id"]))["ok"]  # type: ignore[arg-type]
            async with at(house, game.table, game.bert, one.name) as same:
                assert same.hello["you"]["last"] < 100, "numbers are a person's own"

    play(tried())
    game.check()


def test_numbers_that_are_none_are_refused(house: Running) -> None:
    game = Game(house)
    wrong = ("0", "-1", "1.5", "1.0", "true", "false", "null", '"7"', "[]", "[7]", "{}",
             str(2**53), str(2**64), str(10**40), "1e3")  # fmt: skip

    async def tried() -> None:
        async with game.sat() as (one, two):
            before = money(one)
            for number in wrong:
                await two.send(f'{{"id":{number},"do":"bet","wager":"field","amount":500}}')
                answer = await two.answer(None)
                assert answer["refusal"]["code"] == "malformed", number
            await two.send({"do": "bet", "wager": "field", "amount": 500})
            assert not (await two.answer(None))["ok"]
            await one.question("snapshot")
            assert money(one) == before
            for _ in range(20):
                await two.send('{"do":"bet"}')
            assert await ended(two) == MALFORMED

    play(tried())
    game.check()


def test_stale_and_senseless_places_in_the_log(house: Running) -> None:
    game = Game(house)

    async def tried() -> None:
        async with game.sat():
            async with at(house, game.table, game.bert, "stale", 10**12) as client:
                assert client.hello["error"]["code"] == "stale"
            for start in ("0", "-1", "x", "1.5", "9" * 30, "1;drop", "%00", "٣"):
                client.name = f"stale&from={start}"
                with pytest.raises(InvalidStatus) as refused:
                    await client.open()
                assert refused.value.response.status_code == 400, start

    play(tried())
    game.check()


# Whence it comes


def test_pages_of_other_sites_are_not_let_in(house: Running) -> None:
    """WebSockets by their origin and host, posts by their origin, host and kind."""
    game = Game(house)
    here = house.address.rpartition("//")[2]

    async def status(**headers: str) -> int:
        given = {key.replace("_", "-"): value for key, value in headers.items()}
        given["Cookie"] = f"lammer_session={game.anna}"
        url = house.client(game.table).url
        try:
            async with connect(url, additional_headers=given, proxy=None) as opened:
                hello = json.loads(await opened.recv())
                assert hello["you"]["name"] == "Anna"
        except InvalidStatus as refused:
            return int(refused.response.status_code)
        return 101

    async def tried() -> None:
        async with game.sat():
            assert await status(Origin=f"http://{here}") == 101
            for origin in (
                *("https://evil.example", "null", f"https://{here}", "http://127.0.0.1:1"),
                *(f"http://{here}.evil.example", f"http://evil.example/{here}", "file://"),
                f"http://{here}@evil.example",
            ):
                assert await status(Origin=origin) == 403, origin
            assert await status(Sec_Fetch_Site="cross-site") == 403

    play(tried())
    for host in ("evil.example", f"evil.example:{house.port}", "", "127.0.0.1.evil.example"):
        for path, more in (("", ""), (f"/{game.table}/live", UPGRADE)):
            head = f"GET /api/v1/tables{path} HTTP/1.1\r\nHost: {host}\r\n"
            found = raw_request(house, f"{head}{more}\r\n")
            assert found.split()[1] == b"400", (host, path, found[:200])
    for headers in (
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "multipart/form-data; boundary=x"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/json", "Origin": "https://evil.example"},
        {"Content-Type": "application/json", "Origin": "null"},
        {"Content-Type": "application/json", "Sec-Fetch-Site": "cross-site"},
        {},
    ):
        with closing(http.client.HTTPConnection("127.0.0.1", house.port, timeout=PATIENCE)) as line:
            cookie = {"Cookie": f"lammer_session={game.anna}"}
            line.request("POST", "/api/v1/tables", b'{"rules":"nj-2011"}', {**headers, **cookie})
            assert line.getresponse().status in (403, 415), headers
    game.check()


UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


def raw_request(house: Running, text: str) -> bytes:
    """The beginning of what comes back."""
    with socket.create_connection(("127.0.0.1", house.port), PATIENCE) as line:
        line.sendall(text.encode("latin-1"))
        return line.recv(4096)


# Frames


def test_frames_that_are_none(house: Running) -> None:
    """Too large, binary, no UTF-8, too deep, numbers without end, half a message: an error or the
    end of that connection, and nothing for anybody else."""
    game = Game(house)
    odd: tuple[str | bytes, ...] = (
        b"\x00\x01\x02", b'{"id":1,"do":"leave"}', "", " ", "{", "[", "nul", "NaN", "1e999", '"x"',
        "5", "null", "true", '{"id":1', '{"id":1,"do":"leave"}}', "\ufeff{}", "\x00",
        '{"id":1,"do":"\\ud800"}', "[" * 8000, "[" * 4000 + "]" * 4000,
        '{"a":' * 1500 + "1" + "}" * 1500, "9" * 15_000, '{"id":' + "9" * 9000 + "}",
        "[]", "[[]]", "[5]", "[null]", '[{"id":1,"do":"leave"},5]', '{"ask":[]}', '{"ask":{}}',
        '{"ask":null}', '{"ask":"seed"}', '{"ask":"legal","seat":1}', "x" * 16_385,
    )  # fmt: skip

    async def tried() -> None:
        async with game.sat() as (one, two):
            before = money(one)
            for frame in odd:
                async with at(house, game.table, game.bert, "other", None) as other:
                    await other.send(frame)
                    found = await other.receive()
                    problem = found.get("error") or found.get("refusal")
                    assert problem is not None, (frame[:60], found)
                    assert problem["code"] == "malformed", (frame[:60], found)
                    assert (await other.question("me"))["you"]["seat"] == 2, "it goes on"
            for frame, code in (("x" * 200_000, 1009), (b"\xff\xfe{}", 1007)):
                async with at(house, game.table, game.bert, "other", None) as other:
                    if isinstance(frame, bytes):
                        await other.socket.send(frame, text=True)
                    else:
                        await other.socket.send(frame)
                    assert await ended(other) == code
            lines = max(two.lines)
            for text, key in (
                ('{"id":900,"do":"bet","do":"leave","wager":"field","amount":500}', "do"),
                ('{"id":901,"amount":100,"do":"bet","wager":"field","amount":500}', "amount"),
                ('[{"id":902,"do":"bet","wager":"field","\\u0064o":"leave","amount":500}]', "do"),
                ('{"id":903,"do":"seed","seed":"a:b","seed":"c:d"}', "seed"),
                ('{"id":904,"ask":"me","a":{"b":1,"b":1}}', "b"),
            ):
                await two.send(text)
                found = await two.receive()
                assert found["error"]["detail"] == f'"{key}" is there twice', text
            two.numbers = itertools.count(905)
            await two.done("seed", seed='{"a":1,"a":2}')
            assert max(two.lines) == lines + 1
            await two.done("bet", wager="field", amount=500)
            await two.done("remove", wager="field")
            await caught_up(one, max(two.lines))
            assert money(one) == before

    play(tried())
    game.check()


def test_a_storm_of_nonsense_is_cut_off(house: Running) -> None:
    game = Game(house)

    async def tried() -> None:
        async with game.sat() as (one, _):
            storms = (
                "nonsense",
                "[]",
                '{"ask":[]}',
                '{"id":0}',
                '[{"id":0}]',
                '{"id":1,"do":"sit"}',
            )
            for storm in storms:
                token = None if "sit" in storm else game.bert
                async with at(house, game.table, token, start=None) as other:
                    with suppress(ConnectionClosed):
                        for _ in range(1000):
                            await other.send(storm)
                    assert await ended(other) == MALFORMED, storm
                await plays_on(one)

    play(tried())
    game.check()


def _anything(chance: random.Random, depth: int = 0) -> Any:
    words = ["do", "id", "ask", "seat", "bet", "roll", "sit", "wager", "amount", "field", "leave",
             "", "'; DROP TABLE line; --", "\u202e", "\x00", "pass", "legal", "rail"]  # fmt: skip
    simple = [None, True, False, 0, 1, -1, 2**63, 10**30, 0.5, 500, *words]
    if depth > 3 or chance.random() < 0.5:
        return chance.choice(simple)
    if chance.random() < 0.4:
        return [_anything(chance, depth + 1) for _ in range(chance.randrange(4))]
    return {chance.choice(words): _anything(chance, depth + 1) for _ in range(chance.randrange(6))}


def _nearly(chance: random.Random) -> Message:
    """A command with its own keys, one of which may hold anything."""
    some: dict[str, Any] = {
        "do": chance.choice(sorted(verbs("dice"))),
        "wager": chance.choice(["pass", "field", "place-6"]), "amount": 500, "by": 500,
        "working": True, "seat": chance.choice([1, 2, 3]), "rail": 500,
        "name": "Walt", "dice": [3, 4], "caller": "boxperson", "reason": "off-table", "seed": "x",
        "confirmed_by": ["boxperson"], "of": 5, "take": 2, "bet": 1, "leave_up": True,
    }  # fmt: skip
    made = {key: some[key] for key in some if key == "do" or chance.random() < 0.4}
    if chance.random() < 0.8:
        made[chance.choice(list(made))] = _anything(chance, 2)
    return made


def test_commands_that_are_nearly_right(
    house: Running, boss: str, request: pytest.FixtureRequest
) -> None:
    """A player's at an automatic table, the boxperson's at a staffed one: each is answered."""
    chance = random.Random(7)
    box = house.account("nearly", "boxperson", boss)
    count = 20_000 if request.config.getoption("--long") else 400
    game = Game(house)
    staffed = new_table(house, house.account("opens", "floorperson", boss), kind="staffed")

    async def tried() -> None:
        async with (
            at(house, game.table, game.bert, start=None) as player,
            at(house, staffed, box, start=None) as crew,
        ):
            for number in range(1, count + 1):
                for client in (player, crew):
                    made = {**_nearly(chance), "id": number}
                    await client.send(json.dumps(made))
                    found = await client.answer(number)
                    assert found.get("refusal", {}).get("code") != "our-mistake", made

    play(tried())
    game.check()
    passes_audit(house, staffed)


def test_messages_made_at_random(house: Running, request: pytest.FixtureRequest) -> None:
    """Whatever is sent is answered or cut off, and the others notice nothing."""
    game = Game(house)
    long = request.config.getoption("--long")
    chance = random.Random(6 if not long else None)

    async def tried() -> None:
        async with game.sat() as (one, _):
            for _ in range(2000 if long else 25):
                async with at(house, game.table, game.bert, f"r{chance.random()}", None) as other:
                    with suppress(ConnectionClosed):
                        for number in range(1, 16):
                            made = _anything(chance)
                            if isinstance(made, dict) and chance.random() < 0.8:
                                made["id"] = number
                                made.setdefault("do", chance.choice(["bet", "sit", "roll", "seed"]))
                            await other.send(json.dumps(made))
                    assert not other.others
            await one.question("snapshot")
            adds_up(one)

    play(tried())
    game.check()


# Limits


TIGHT = {
    "connections": 24, "connections_per_person": 3, "connections_per_address": 16,
    "connections_per_table": 8, "queue": 4, "batch": 5, "commands_per_second": 2,
    "commands_at_once": 10, "outbox": 40, "tables": len(first_tables()) + 4,
}  # fmt: skip


@pytest.fixture(scope="module")
def tight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    options = [text for each in TIGHT.items() for text in ("--limit", f"{each[0]}={each[1]}")]
    with in_thread(tmp_path_factory.mktemp("tight") / "house.sqlite", *options) as opened:
        yield opened
        is_well(opened)


async def refused_with(client: LiveClient, **more: Any) -> tuple[int, Message]:
    with pytest.raises(InvalidStatus) as refused:
        await client.open(**more)
    response = refused.value.response
    return response.status_code, json.loads(response.body or b"{}")["error"]


def test_connections_are_counted(tight: InThread) -> None:
    """Of a person, at a table, from an address, in all; and there is room again afterwards."""
    anna, bert = tight.guest("Anna"), tight.guest("Bert")

    async def tried() -> None:
        async with AsyncExitStack() as stack:

            async def more(table: str, count: int, token: str | None = None, **keys: Any) -> None:
                for number in range(count):
                    client = at(tight, table, token, f"c{number}", None, **keys)
                    await stack.enter_async_context(client)

            await more("craps-1", 3, anna)
            status, found = await refused_with(tight.client("mini-craps-1", anna))
            assert (status, found["code"]) == (429, "too-many-connections")
            await more("craps-1", 5)
            status, found = await refused_with(tight.client("craps-1", bert))
            assert (status, found["code"]) == (503, "too-many-connections")
            await more("mini-craps-1", 8)
            status, found = await refused_with(tight.client("mini-dice-1", bert))
            assert (status, found["code"]) == (429, "too-many-connections")
            elsewhere: dict[str, Any] = {"local_addr": ("127.0.0.2", 0)}
            await more("mini-dice-1", 8, **elsewhere)
            status, found = await refused_with(tight.client("punto-banco-1", bert), **elsewhere)
            assert (status, found["code"]) == (503, "too-many-connections")
            assert tight.get("/health")["ok"]
        wait_until(lambda: b"lammer_connections 0.0" in tight.metrics().encode())
        async with at(tight, "craps-1", bert) as one:
            await one.done("sit", rail=1000)
            await one.done("leave")

    play(tried())


def test_commands_are_counted(tight: InThread) -> None:
    """Too fast, too many in a message, too many in line: refused with words, and done later."""
    anna = tight.guest("Anna")
    table = new_table(tight, anna)

    async def tried() -> None:
        async with at(tight, table, anna) as one:
            await one.done("sit", rail=20_000)
            await one.send([{"id": n, "do": "leave"} for n in range(100, 106)])
            found = await one.receive()
            assert found["error"]["code"] == "malformed"
            assert "6 commands" in found["error"]["detail"]
            bets = [{"do": "bet", "wager": "field", "amount": 500}] * 5
            await one.send([{"id": n, **bet} for n, bet in enumerate(bets, 10)])
            while "answers" not in (found := await one.receive()):
                pass
            codes = {each["re"]: each.get("refusal", {}).get("code") for each in found["answers"]}
            assert codes == {**dict.fromkeys(range(10, 14)), 14: "busy"}, "four wait at most"
            refusals: list[Message] = []
            began = time.monotonic()
            while not refusals or refusals[-1]["code"] != "too-fast":
                refusals.append(await one.refused("bet", number=14, wager="place-6", amount=1))
                assert len(refusals) <= 11 + 2 * (time.monotonic() - began), "two a second"
            assert len(refusals) > 1
            assert refusals[-1]["instead"].startswith("Wait")
            tight.pass_time(1)
            assert (await one.ask("bet", number=14, wager="field", amount=500))["ok"]
            adds_up(one)
            assert one.state["seats"]["1"]["bets"]["field"]["stake"] == 2500

    play(tried())


async def _sends_without_end(client: LiveClient) -> None:
    batch = [{"id": number, "do": "bet"} for number in range(100, 150)]
    while True:
        await client.send(batch)
        while "answers" not in await client.receive():
            pass


def test_who_goes_on_sending_too_fast_is_cut_off(tmp_path: Path) -> None:
    """With the usual limits: others at the table play on, and who was cut off may come back."""
    with in_thread(tmp_path / "house.sqlite") as house:
        game = Game(house)

        async def tried() -> None:
            async with game.sat() as (one, two):
                with pytest.raises(ConnectionClosed) as cut:
                    await _sends_without_end(two)
                assert cut.value.rcvd is not None
                assert cut.value.rcvd.code == TOO_FAST
                await one.done("bet", wager="field", amount=500)
                async with at(house, game.table, game.bert) as again:
                    assert again.hello["you"]["seat"] == 2
                adds_up(one)

        play(tried())
        assert f'lammer_cut_off_total{{code="{TOO_FAST}"}} 1' in house.metrics()
        game.check()


def test_tables_are_counted(tight: InThread) -> None:
    anna, bert = tight.guest("Anna"), tight.guest("Bert")
    tables = []
    for token in (anna, bert) * 3:
        status, found = tight.call("POST", "/api/v1/tables", {"rules": "nj-2011"}, token)
        if status != 201:
            assert (status, found["error"]["code"]) == (503, "too-many-tables")
            break
        tables.append((found["table"], token))
    else:
        raise AssertionError("more tables than the house has room for")
    for table, token in tables:
        assert tight.call("DELETE", f"/api/v1/tables/{table}", token=token)[0] == 204


@contextmanager
def _shaken(house: RunningHouse, table: str, token: str, name: str) -> Iterator[socket.socket]:
    """A WebSocket by hand, of which nothing is ever read."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.settimeout(PATIENCE)
        line.connect(("127.0.0.1", house.port))
        path = f"/api/v1/tables/{table}/live?client={name}&from=1"
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n"
        line.sendall(f"{head}Authorization: Bearer {token}\r\n{UPGRADE}\r\n".encode())
        yield line


MANY = (
    {"do": "bet", "wager": "field", "amount": 100},
    {"do": "remove", "wager": "field"},
) * 25  # fmt: skip


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[InThread]:
    with in_thread(tmp_path / "house.sqlite", *QUICK, "--limit", "outbox=20") as opened:
        yield opened


def test_who_never_reads_is_cut_off(impatient: InThread, request: pytest.FixtureRequest) -> None:
    """And who goes away without a word is forgotten; the game goes on meanwhile."""
    house, long = impatient, request.config.getoption("--long")
    game = Game(house)

    def cut_off() -> float:
        lines = house.metrics().splitlines()
        return sum(float(each.split()[-1]) for each in lines if f'code="{TOO_SLOW}"' in each)

    async def tried() -> None:
        before = cut_off()
        async with at(house, game.table, game.anna) as one:
            await one.done("sit", rail=30_000)
            with _shaken(house, game.table, game.bert, "deaf"):
                with _shaken(house, game.table, game.bert, "gone") as half_open:
                    half_open.recv(16)
                    linger = b"\x01\0\0\0\0\0\0\0"
                    half_open.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                await asyncio.to_thread(wait_until, lambda: watching(house, game.table) == 2)
                numbers = one.numbers = itertools.count(1000)
                for count in range(4000):
                    await one.send([{"id": next(numbers), **each} for each in MANY])
                    while "answers" not in (found := await one.receive()):
                        pass
                    assert all(each["ok"] for each in found["answers"])
                    if count % 20 == 0 and cut_off() > before:
                        break
                assert cut_off() > before
                adds_up(one)
                await asyncio.to_thread(wait_until, lambda: watching(house, game.table) == 1)
                if long:
                    await asyncio.to_thread(wait_until, lambda: not unread(house))
                await plays_on(one)

    play(tried())
    game.check()


def watching(house: RunningHouse, table: str) -> int:
    found: int = house.get(f"/api/v1/tables/{table}")["watching"]
    return found


def unread(house: RunningHouse) -> bool:
    """Whether the house still has a connection on which something waits to be read."""
    here = f"0100007F:{house.port:04X}"
    rows = [each.split() for each in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    mine = [row for row in rows if row[1] == here and row[3] == "01"]
    return any(int(row[4].partition(":")[0], 16) for row in mine)


def test_more_connections_than_there_is_room_for(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """A crowd of sockets: those over the limit are turned away with a status, or not taken at all,
    and a game in progress goes on all the while. Who is in and never answers a ping makes room."""
    many, room = (10_000, 4000) if request.config.getoption("--long") else (1500, 600)
    options = (*QUICK, "--limit", f"connections={room}", "--limit", "connections_per_address=99999",
               "--limit", "connections_per_table=99999", "--limit", "connects_per_second=99999",
               "--limit", "connects_at_once=99999")  # fmt: skip
    with running(tmp_path / "house.sqlite", *options) as house:
        game = Game(house)
        head = f"GET /api/v1/tables/{game.table}/live HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n"
        asked = f"{head}{UPGRADE}\r\n".encode()

        async def one_more(kept: list[asyncio.StreamWriter]) -> str:
            try:
                async with asyncio.timeout(PATIENCE):
                    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
                    kept.append(writer)
                    writer.write(asked)
                    return (await reader.readline()).decode().partition(" ")[2][:3]
            except OSError:
                return "refused"

        def connected() -> int:
            told = re.search(r"^lammer_connections (\d+)\.0$", house.metrics(), re.MULTILINE)
            assert told is not None
            return int(told[1])

        async def crowd() -> dict[str, int]:
            kept: list[asyncio.StreamWriter] = []
            found: dict[str, int] = {}
            try:
                async with game.sat() as (one, _):
                    for _ in range(0, many, 250):
                        for status in await asyncio.gather(*(one_more(kept) for _ in range(250))):
                            found[status] = found.get(status, 0) + 1
                        await plays_on(one)
                        assert await asyncio.to_thread(connected) <= room
            finally:
                for writer in kept:
                    writer.close()
            return found

        found = play(crowd())
        assert sum(found.values()) == many
        assert found["101"] >= room - 2, found
        assert set(found) <= {"101", "503", "429", "refused", ""}, found
        assert found.get("503", 0) >= 250, found
        wait_until(lambda: "lammer_connections 0" in house.metrics())
        game.check()


# Sessions


def test_a_session_that_is_revoked_ends_in_mid_game(house: Running, boss: str) -> None:
    """By the player, by signing out, by an administrator: the connection ends, its token is good
    for nothing, and the seat stays with the chips."""
    game = Game(house)
    login = {"login": "carol", "password": "carol-and-a-long-word"}
    carol = house.account("carol")

    async def tried() -> None:
        async with game.sat() as (one, _):
            for how in ("own", "out", "boss"):
                token = house.call("POST", "/api/v1/sessions", login)[1]["token"]
                me = house.get("/api/v1/me", token)
                async with at(house, game.table, token, how) as client:
                    if client.hello["you"]["seat"] is None:
                        await client.done("sit", rail=1000)
                    else:
                        await client.done("bet", wager="field", amount=100)
                    if how == "own":
                        sessions = house.get("/api/v1/me/sessions", carol)["sessions"]
                        newest = max(each["id"] for each in sessions)
                        path = f"/api/v1/me/sessions/{newest}"
                        assert house.call("DELETE", path, token=carol)[0] == 204
                    elif how == "out":
                        assert (
                            house.call("DELETE", "/api/v1/sessions/current", token=token)[0] == 204
                        )
                    else:
                        path = f"/api/v1/people/{me['id']}/sessions"
                        assert house.call("DELETE", path, token=boss)[0] == 204
                    with suppress(ConnectionClosed):
                        await client.send({"id": 999, "do": "bet", "wager": "field", "amount": 100})
                    assert await ended(client) == SIGNED_OUT
                status, found = await refused_with(house.client(game.table, token))
                assert (status, found["code"]) == (401, "not-signed-in")
                assert house.call("GET", "/api/v1/me", token=token)[0] == 401
                await plays_on(one)
            assert one.state["seats"]["3"]["bets"]["field"]["stake"] == 200

    play(tried())
    game.check()


# Secrets


async def _everything_said(house: Running, table: str, tokens: dict[str, str | None]) -> list[str]:
    """All that the house says to anybody about a table, as text."""
    said = []
    paths = [
        *("/api/v1/tables", "/api/v1/house", "/api/v1/meters", "/api/v1/me", "/api/v1/me/hands"),
        *("/api/v1/me/transfers", "/api/v1/me/sessions", "/api/v1/people", "/metrics", "/health"),
        *(f"/api/v1/tables/{table}{more}" for more in ("", "/log", "/lines", "/legal", "/meters")),
        *("/api/v1/people/1/hands", "/", "/api/v1/docs", "/api/v1/openapi.json"),
        f"/api/v1/me/hands/{table}/1",
    ]
    for role, token in tokens.items():
        said += [json.dumps(house.call("GET", path, token=token)) for path in paths]
        async with at(house, table, token, f"reads-{role}") as client:
            said.append(json.dumps(client.hello))
            said += [json.dumps(await client.question(ask)) for ask in ("legal", "snapshot", "me")]
    return said


@pytest.mark.parametrize(
    ("rules", "verb", "wager"),
    [("nj-2011", "roll", "pass"), ("nj-1997", "shake", "field"), ("nj-2001", "deal", "player")],
)
def test_a_seed_is_told_to_nobody_before_its_time(
    house: Running, boss: str, watcher: str, tmp_path: Path, rules: str, verb: str, wager: str
) -> None:
    """The seed is looked up where the house keeps it, and searched for in all it says to every
    role, in its log, and in a backup; once the hand is over it is in the log."""
    game = Game(house, rules)
    tokens: dict[str, str | None] = {
        "nobody": None, "player": game.anna, "boss": boss, "surveillance": watcher,
    }  # fmt: skip
    thing = {"roll": "dice", "shake": "shaker", "deal": "shoe"}[verb]

    def secret() -> bytes:
        with closing(open_store(house.database)) as store:
            found = store.secret(game.table)
        assert found is not None
        assert len(found) >= 16
        return found

    def tells(text: str, seed: bytes) -> bool:
        forms = [seed.hex(), seed.hex().upper(), str(list(seed))[1:-1]]
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            forms += [encode(seed).decode().rstrip("=")]
        return any(each in text for each in forms)

    async def tried() -> None:
        async with game.sat() as (one, _):
            seeds = [secret()]
            said = await _everything_said(house, game.table, tokens)
            await one.done(f"accept-{thing}")
            await one.done("bet", wager=wager, amount=500)
            if verb != "shake":
                await trial(one, verb)
                seeds.append(secret())
                said += await _everything_said(house, game.table, tokens)
            path = tmp_path / "kept.backup"
            command = [sys.executable, "-m", "lammer", "backup", str(path), "--db", house.database]
            subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
            backup = path.read_bytes()
            now = secret()
            shown = {each["seed"] for each in events(one, "reveal")}
            hidden = {each for each in (*seeds, now) if each.hex() not in shown}
            assert now in hidden
            for seed in hidden:
                assert not any(tells(each, seed) for each in said)
                assert seed not in backup
                assert seed.hex().encode() not in backup
                assert not tells(json.dumps(list(one.lines.values())), seed)
            if rules == "nj-2011":
                if one.state["shooter"] is not None:
                    await seven_out({1: one})
                assert events(one, "reveal")[-1]["seed"] == now.hex() or len(shown) > 0
            elif verb == "shake":
                await trial(one, verb)
                assert events(one, "reveal")[-1]["seed"] == now.hex()
            assert secret() != now or verb == "deal"

    play(tried())
    game.check()


# Text


ODD_NAMES = (
    "<script>alert(1)</script>", "<b>Eve</b>", "Robert'); DROP TABLE line;--", "' OR '1'='1",
    '"><img src=x>', "{{7*7}}", "${jndi:x}", "%s%s%n", "../../etc", "A&amp;B",
)  # fmt: skip
NO_NAMES = (
    "Eve\u202egnp", "a\x00b", "a\nb", "\u200b", "\u2066x", "", "   ", "\x1b[31mEve", "x" * 25,
    "\ud800", "a\ufeffb", "!!!",
)  # fmt: skip


def test_text_is_text_everywhere(house: Running, boss: str, request: pytest.FixtureRequest) -> None:
    """SQL, HTML and templates in every text that is taken: kept as they are and shown as data, or
    refused; characters that hide or turn the writing are refused."""
    for name in NO_NAMES:
        status, _ = house.call("POST", "/api/v1/guests", {"name": name})
        assert status in (400, 422), ascii(name)
    anna = house.guest("Anna")
    step = 1 if request.config.getoption("--long") else 3
    for name in ODD_NAMES[::step]:
        status, found = house.call("POST", "/api/v1/guests", {"name": name[:24]})
        assert status == 201
        assert found["person"]["name"] == name[:24]
        token = found["token"]
        status, made = house.call(
            "POST", "/api/v1/tables", {"rules": "nj-2011", "name": name[:24]}, token
        )
        assert status == 201, made
        table = made["table"]

        async def sit(table: str = table, token: str = token, name: str = name) -> None:
            async with at(house, table, token) as one, at(house, table) as watching:
                await one.done("sit", rail=1000)
                assert one.state["seats"]["1"]["name"] == name[:24]
                for keys in (
                    {"do": "bet", "wager": name, "amount": 500},
                    {"do": name},
                    {"do": "bet", "wager": "field", "amount": 500, name: 1},
                ):
                    assert (await one.refused(**keys))["detail"]
                await one.done("seed", seed=name)
                await caught_up(watching, max(one.lines))
                assert watching.state["pledge"]["seeds"]["1"] == name
                await one.done("leave")

        play(sit())
        if name == ODD_NAMES[3]:
            passes_audit(house, table)
        for path in (
            f"/api/v1/tables/{quoted(name)}",
            f"/api/v1/tables/{quoted(name)}/log",
            f"/api/v1/me/hands/{quoted(name)}/1",
            f"/api/v1/me/hands?after={quoted(name)}",
            f"/api/v1/tables?after={quoted(name)}",
            f"/api/v1/me/transfers?before={quoted(name)}",
            f"/api/v1/people?after={quoted(name)}",
            f"/api/v1/people/{quoted(name)}/hands",
        ):
            assert house.call("GET", path, token=boss)[0] in (400, 404), path
        if "DROP" in name or "OR" in name:
            for login, password in ((name, "long-enough-for-it"), ("boss", name)):
                body = {"login": login, "password": password}
                assert house.call("POST", "/api/v1/sessions", body)[0] in (401, 429)
        status, _ = house.call("POST", "/api/v1/tables", {"rules": name[:40]}, anna)
        assert status == 422
        house_file = {"rules": "nj-2011", "house": {"pit": name, name: name}}
        assert house.call("POST", "/api/v1/tables", house_file, anna)[0] == 422
        page = house.text("/")
        assert name not in page or "<" not in name
    is_well(house)


def quoted(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode())
