"""Several processes of one house behind a real nginx."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from tests.postgres import Postgres
from tests.server.support.following import FollowingClient
from tests.server.support.nginx import Nginx, nginx
from tests.server.support.running import PATIENCE, Running, running, wait_until
from tests.server.support.table_helpers import QUICK


class Houses:
    """The processes of one house, and the proxy in front of them."""

    def __init__(self, proxy: Nginx, processes: Mapping[str, Any]) -> None:
        self.proxy, self.processes = proxy, processes

    def client(self, token: str | None = None) -> httpx.Client:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return httpx.Client(
            base_url=self.proxy.address, headers=headers, verify=self.proxy.trust,
            timeout=PATIENCE, follow_redirects=True,
        )  # fmt: skip

    def get(self, path: str, **query: Any) -> Any:
        """Return the answer of the first process that answers, whatever happens to the others."""
        found: list[Any] = []

        def told() -> bool:
            with suppress(httpx.TransportError, httpx.TooManyRedirects), self.client() as client:
                answer = client.get(path, params=query)
                if answer.status_code == 200:
                    found.append(answer.json())
            return bool(found)

        wait_until(told, what=path)
        return found[0]

    def guest(self, name: str = "Ann") -> str:
        with self.client() as client:
            found = client.post("/api/v1/guests", json={"name": name})
        assert found.status_code == 201, found.text
        token: str = found.json()["token"]
        return token

    def administrator(self) -> str:
        """The account of the first administrator; the token."""
        name, first = next(iter(self.processes.items()))
        body = {"login": "boss", "password": "boss-and-a-long-word", "name": "Boss"}
        with self.client() as client:
            token: str = client.post("/api/v1/accounts", json=body).json()["token"]
            client.headers["Authorization"] = f"Bearer {token}"
            given = {"token": first.administrator}
            took = client.post(f"/p/{name}/api/v1/invitations/accept", json=given)
            assert took.status_code == 200, took.text
        return token

    def table(self, token: str) -> str:
        """Open a table that rolls only when asked; return its key."""
        with self.client(token) as client:
            made = client.post("/api/v1/tables", json={"rules": "nj-2011", "clock": None})
        assert made.status_code == 201, made.text
        key: str = made.json()["table"]
        return key

    def where(self, table: str) -> str | None:
        """Return the process that runs a table, by the answer of any process; None if that does not
        know the table."""
        rows = self.get("/api/v1/tables", limit=200)["tables"]
        return next((each["process"] for each in rows if each["table"] == table), None)

    def owner(self, table: str) -> str:
        """Return the same, waiting until some process knows it."""
        wait_until(lambda: self.where(table) is not None, what="a process to run the table")
        return self.where(table) or self.owner(table)

    def knows_both(self) -> None:
        """Wait until each process knows of the other; they check about every second."""

        def known(process: str) -> list[str]:
            return sorted(self.get(f"/p/{process}/health")["house"]["processes"])

        wait_until(lambda: known("a") == known("b") == ["a", "b"], what="both processes")

    def player(self, token: str, table: str) -> FollowingClient:
        return FollowingClient(self.proxy.address, table, token, self.proxy.trust)


@contextmanager
def two_processes(postgres: Postgres, folder: Path) -> Iterator[Houses]:
    """Processes of their own, with the usual lease: on a busy machine a shorter one ends before it
    is renewed."""
    database = postgres.new_database()
    options = (*QUICK, "--behind-tls", "--hostname", "127.0.0.1")
    with ExitStack() as stack:
        houses: dict[str, Running] = {}
        for name in ("a", "b"):
            houses[name] = stack.enter_context(running(database, *options, "--name", name))
        ports = [each.port for each in houses.values()]
        proxy = stack.enter_context(nginx("house.conf", folder / "proxy", *ports))
        yield Houses(proxy, houses)
