"""Houses behind a real nginx, with the configuration that is in ``deploy/nginx``."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from tests.server.support.nginx import Nginx, free_port, nginx
from tests.server.support.running import PATIENCE, InThread, LiveClient, in_thread
from tests.server.support.table_helpers import QUICK, play


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("nginx")


@pytest.fixture(scope="module")
def house(folder: Path) -> Iterator[InThread]:
    with in_thread(
        folder / "house.sqlite", *QUICK, "--limit", "connections_per_address=2",
        base="/games", behind_tls=True, names=("127.0.0.1",),
    ) as found:  # fmt: skip
        yield found


@pytest.fixture(scope="module")
def proxy(folder: Path, house: InThread) -> Iterator[Nginx]:
    with nginx("below-a-path.conf", folder / "proxy", house.port) as found:
        yield found


def test_below_a_path_behind_tls(house: InThread, proxy: Nginx) -> None:
    """What was said to be the public address, with the proxy's port, is where a guest comes in."""
    assert house._server.public == "https://127.0.0.1/games"
    origin = {"Origin": proxy.address}
    client = httpx.Client(base_url=f"{proxy.address}/games", verify=proxy.trust, timeout=PATIENCE)
    with client:
        page = client.get("/tables/craps-1", headers={"Accept": "text/html"})
        assert 'src="/games/static/web/js/table/page.js"' in page.text
        assert page.headers["strict-transport-security"]
        module = client.get("/static/web/js/table/page.js")
        assert module.headers["content-type"].startswith("text/javascript")
        came = client.post("/api/v1/guests", json={"name": "Ann"}, headers=origin)
        assert came.status_code == 201
        assert {"secure", "path=/games"} <= {*came.headers["set-cookie"].lower().split("; ")}
        assert client.get("/api/v1/me").json()["name"] == "Ann"
        foreign = {"Origin": "https://elsewhere.example"}
        assert client.post("/api/v1/guests", json={"name": "x"}, headers=foreign).is_error
        assert client.get("/metrics").status_code == 403  # Ann is no administrator.
        assert client.get(f"{proxy.address}/games").headers["location"].endswith("/games/")
        assert client.get(f"{proxy.address}/tables").status_code == 404

    async def plays() -> None:
        at = LiveClient(f"{proxy.address}/games", "craps-1", came.json()["token"], "test")
        await at.open(ssl=proxy.trust)
        await at.done("sit", rail=10_000)
        await at.done("bet", wager="pass", amount=1000)
        await at.close()

    play(plays())


def test_clients_are_counted_by_their_own_address(house: InThread, proxy: Nginx) -> None:
    """Not by the proxy's; and what a client says of itself does not count."""

    url = f"{proxy.address.replace('http', 'ws', 1)}/games/api/v1/tables/craps-1/live"

    async def comes(number: int) -> ClientConnection:
        made_up = {"X-Forwarded-For": f"192.0.2.{number}"}
        return await connect(
            url, ssl=proxy.trust, additional_headers=made_up, open_timeout=PATIENCE, proxy=None
        )

    async def test() -> None:
        here = [await comes(number) for number in range(2)]
        with pytest.raises(InvalidStatus) as refused:
            await comes(2)
        assert refused.value.response.status_code == 429
        assert json.loads(refused.value.response.body)["error"]["code"] == "too-many-connections"
        for each in here:
            await each.close()

    play(test())
    found = httpx.get(
        f"{house.address}/metrics", headers={"X-Forwarded-For": "127.0.0.1"}, verify=False
    )
    assert found.status_code == 401


def test_a_house_that_is_away_is_a_plain_answer(folder: Path) -> None:
    with nginx("house.conf", folder / "away", free_port(), free_port()) as proxy:
        found = httpx.get(f"{proxy.address}/p/a/health", verify=proxy.trust, timeout=PATIENCE)
        assert found.status_code == 502
