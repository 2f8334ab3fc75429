"""Where a table is that another process runs: over HTTP and over WebSockets, with a directory that
says so in place of a second process."""

import asyncio
import importlib.util
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from lammer.server.errors import TableMoved, table_moving
from tests.server.support.directory import FakeDirectory, send_away
from tests.server.support.running import PATIENCE, InThread, in_thread
from tests.server.support.table_helpers import QUICK, at, new_table, play

BOT = Path(__file__).parents[3] / "examples" / "bot.py"
TABLE = "craps-1"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    database = tmp_path_factory.mktemp("moved") / "house.sqlite"
    with in_thread(database, *QUICK, base="/games", process="a") as found:
        yield found


@pytest.fixture
def directory(monkeypatch: pytest.MonkeyPatch) -> FakeDirectory:
    return FakeDirectory(monkeypatch)


def test_a_request_is_sent_to_the_process_that_has_the_table(
    house: InThread, directory: FakeDirectory
) -> None:
    token = house.guest()
    headers = {"Authorization": f"Bearer {token}"}
    client = httpx.Client(base_url=house.address, headers=headers, timeout=PATIENCE, verify=False)
    with client:
        for method, path in (
            ("GET", f"/api/v1/tables/{TABLE}"),
            ("GET", f"/api/v1/tables/{TABLE}/legal"),
            ("DELETE", f"/api/v1/tables/{TABLE}"),
        ):
            directory.say(TableMoved(TABLE, "b"))
            found = client.request(method, f"/games{path}")
            error = found.json()["error"]
            assert (found.status_code, error["code"], error["at"]) == (307, "moved", "/p/b/")
            assert found.headers["location"] == f"/games/p/b{path}"
        directory.say(TableMoved(TABLE, "a"))
        found = client.get(f"/games/api/v1/tables/{TABLE}", follow_redirects=True)
        assert (found.status_code, found.json()["table"]) == (200, TABLE)
        assert found.url.path == f"/games/p/a/api/v1/tables/{TABLE}"


def test_a_table_that_nobody_has_for_the_moment_is_asked_for_again(
    house: InThread, directory: FakeDirectory
) -> None:
    directory.say(table_moving(TABLE))
    with httpx.Client(base_url=house.address, timeout=PATIENCE, verify=False) as client:
        found = client.get(f"/games/api/v1/tables/{TABLE}")
        assert (found.status_code, found.json()["error"]["code"]) == (503, "moving")
        assert found.headers["retry-after"] == "1"
        assert "location" not in found.headers


async def turned_away(url: str) -> tuple[dict[str, Any], int | None]:
    async with connect(url, open_timeout=PATIENCE, proxy=None) as socket:
        told = json.loads(await socket.recv())
        with pytest.raises(ConnectionClosed) as ended:
            await socket.recv()
        assert ended.value.rcvd is not None
        return told, ended.value.rcvd.code


def test_a_websocket_is_told_and_closed(house: InThread, directory: FakeDirectory) -> None:
    url = f"{house.address.replace('http', 'ws', 1)}/api/v1/tables/{TABLE}/live"
    directory.say(TableMoved(TABLE, "b"))
    told, code = asyncio.run(turned_away(url))
    assert (told["error"]["code"], told["error"]["at"], code) == ("moved", "/p/b/", 4013)
    directory.say(table_moving(TABLE))
    told, code = asyncio.run(turned_away(url))
    assert (told["error"]["code"], "at" in told["error"], code) == ("moving", False, 4013)


def test_who_is_at_a_table_that_moves_is_told_where_it_went(
    house: InThread, directory: FakeDirectory
) -> None:
    async def moved() -> None:
        async with at(house, TABLE, house.guest()) as client:
            await client.done("sit", rail=10_000)
            directory.say(TableMoved(TABLE, "a"))
            send_away(house, TABLE)
            told = await client.receive()
            assert told["error"]["at"] == "/p/a/"
            with pytest.raises(ConnectionClosed) as ended:
                await client.receive()
            assert ended.value.rcvd is not None
            assert ended.value.rcvd.code == 4013
        client.url = client.url.replace("/api/", "/games/p/a/api/")
        await client.open()
        assert client.hello["you"]["last"] == 1
        await client.close()

    play(moved())


def example_bot() -> Any:
    spec = importlib.util.spec_from_file_location("bot", BOT)
    assert spec is not None
    assert spec.loader is not None
    bot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    return bot


def test_the_example_bot_follows(
    house: InThread, directory: FakeDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = example_bot()
    there = bot.HouseClient(f"{house.address}/games")
    there.token = house.guest("Bot")
    table = new_table(house, there.token, clock=None)
    directory.say(table_moving(table), TableMoved(table, "none"), TableMoved(table, "a"))
    player = bot.Bot(there, table, 1)
    with pytest.raises(bot.NothingToDo, match="last roll"):
        player.play()
    assert player.process == "/p/a"
    assert "is run by the process none" in capsys.readouterr().out


def test_the_example_bot_leaves_a_process_that_does_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was suspended: its connections are open, and nothing comes."""
    bot = example_bot()
    monkeypatch.setattr(bot, "PATIENCE", 0.3)
    asked: list[str] = []
    table = {"seq": 1, "head": "", "state": {"seats": {}}}
    you = {"person": 1, "seat": None, "last": 0}

    def greet(socket: ServerConnection) -> None:
        stopped = "It answers again." if asked else None
        socket.send(json.dumps({"you": you, "snapshot": {**table, "stopped": stopped}}))
        asked.extend(str(message) for message in socket)

    with serve(greet, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        there = bot.HouseClient(f"http://127.0.0.1:{server.socket.getsockname()[1]}")
        with pytest.raises(bot.NothingToDo, match="answers again"):
            bot.Bot(there, TABLE, 1).play()
    assert json.loads(asked[0]) == {"id": 0, "ask": "legal"}, "once it was greeted"


def test_the_example_bot_asks_again_where_a_proxy_finds_no_process() -> None:
    bot = example_bot()
    answers = [(502, b"<html>Bad Gateway</html>"), (503, b"{}"), (200, b'{"purse": 7}')]

    class Proxy(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            status, body = answers.pop(0)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        there = bot.HouseClient(f"http://127.0.0.1:{proxy.server_port}")
        assert there.post("/me/chips") == {"purse": 7}
        proxy.shutdown()
