"""A house below a path of its host, behind proxies that are believed or not."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from lammer.cli.serve import serve
from lammer.cli.support.output import CommandError
from lammer.server.http.transport.proxies import network
from tests.server.support.running import PATIENCE, InThread, in_thread

API = "/games/api/v1"
HERE = (network("127.0.0.1"),)
PAGE = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    database = tmp_path_factory.mktemp("behind") / "house.sqlite"
    with in_thread(database, base="/games", process="a", proxies=HERE) as found:
        yield found


def asking(house: InThread, **headers: str) -> httpx.Client:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Client(base_url=house.address, headers=given, timeout=PATIENCE, verify=False)


def test_every_address_in_a_page_is_below_the_path(house: InThread) -> None:
    with asking(house, **PAGE) as client:
        paths = ("/", "/tables/craps-1", "/law", "/invitation", "/none", "/api/v1/docs")
        for path in paths:
            text = client.get(f"/games{path}").text
            found = re.findall(r'(?:href|src|action)="([^"]*)"', text)
            assert len(found) > 5, path
            assert [each for each in found if not re.match("/games/|#|$", each)] == [], path
            for each in found:
                if "/static/" in each:
                    assert client.get(each).status_code == 200, each


def test_a_proxy_may_take_the_path_off(house: InThread) -> None:
    with asking(house) as client:
        for path in ("", "/games", "/games/p/a", "/p/a"):
            found = client.get(f"{path}/api/v1/house")
            assert (found.status_code, found.json()["name"]) == (200, "Lammer"), path
        assert client.get("/games", headers=PAGE).text == client.get("/", headers=PAGE).text
        for path in ("/gamesapi/v1/house", "/games/games/api/v1/house", "/p/a/p/a/law"):
            assert client.get(path).status_code in (404, 421), path


def test_a_request_for_another_process_is_refused(house: InThread) -> None:
    with asking(house) as client:
        found = client.get("/games/p/b/api/v1/house")
        assert (found.status_code, found.json()["error"]["code"]) == (421, "wrong-process")
        assert "/p/b/" in found.json()["error"]["instead"]


def test_cookie_links_and_document_name_the_path(house: InThread) -> None:
    with asking(house) as client:
        cookie = client.post(f"{API}/guests", json={"name": "Bob"}).headers["set-cookie"]
        assert "path=/games;" in f"{cookie.lower()};"
        assert "secure" not in cookie.lower()
        assert client.get(f"{API}/openapi.json").json()["servers"] == [{"url": "/games"}]
    assert house._server.public == f"{house.address}/games"


def test_a_trusted_proxy_says_that_the_client_speaks_tls(house: InThread) -> None:
    origin = house.address.replace("http:", "https:")
    with asking(house, X_Forwarded_Proto="https", Origin=origin) as client:
        answer = client.post(f"{API}/guests", json={"name": "Bob"})
        assert answer.status_code == 201
        assert "secure" in answer.headers["set-cookie"].lower()
        assert answer.headers["strict-transport-security"].startswith("max-age=")
    with asking(house, X_Forwarded_Proto="http", Origin=origin) as client:
        assert client.post(f"{API}/guests", json={"name": "Bob"}).status_code == 403


@pytest.mark.parametrize("proxies", [HERE, (), (network("192.0.2.0/24"),)])
def test_only_a_trusted_proxy_tells_clients_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxies: tuple[Any, ...]
) -> None:
    """Proxies of this machine are believed as soon as there is any."""
    few = ("--limit", "requests_at_once=1", "--limit", "requests_per_second=1")

    def status(client: httpx.Client, address: str) -> int:
        return client.get("/api/v1/house", headers={"X-Forwarded-For": address}).status_code

    monkeypatch.setattr(InThread, "_monotonic", lambda _: 0.0)
    with (
        in_thread(tmp_path / "house.sqlite", *few, proxies=proxies) as house,
        asking(house) as client,
    ):
        # What a client wrote itself comes first, and is not believed.
        found = [status(client, f"10.0.0.{each}, 203.0.113.9") for each in range(6)]
        assert found == [200] * 5 + [429]
        assert status(client, "203.0.113.10") == (200 if proxies else 429)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"base_path": "games"}, "cannot be the path"),
        ({"base_path": "/static/x"}, "cannot be the path"),
        ({"base_path": "/a/../b"}, "cannot be the path"),
        ({"base_path": "/a?b"}, "cannot be the path"),
        ({"trusted_proxy": ("proxy",)}, "does not appear to be"),
        ({"trusted_proxy": ("10.0.0.1/8",)}, "has host bits set"),
        ({"name": "No name", "title": "House"}, "cannot be the name of a process"),
    ],
)
def test_what_cannot_be_used_is_refused(given: dict[str, Any], words: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=words):
        serve(db=str(tmp_path / "house.sqlite"), **given)
