"""Several processes of one house on PostgreSQL, behind a real nginx with
``deploy/nginx/house.conf``: a client that plays at a table follows it from process to process, and
nothing is done twice."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.command import lammer
from tests.postgres import Postgres
from tests.postgres import running as postgres_running
from tests.server.support.following import FollowingClient
from tests.server.support.houses import Houses, two_processes
from tests.server.support.nginx import nginx
from tests.server.support.running import in_thread, wait_until
from tests.server.support.table_helpers import QUICK, adds_up, play


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    yield from postgres_running()


@pytest.fixture(scope="module")
def threads(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Houses]:
    """Two processes, each in a thread of this one."""
    database = postgres.new_database()
    with ExitStack() as stack:
        houses = {
            name: stack.enter_context(
                in_thread(database, *QUICK, process=name, behind_tls=True, names=("127.0.0.1",))
            )
            for name in ("a", "b")
        }
        ports = [each.port for each in houses.values()]
        folder = tmp_path_factory.mktemp("proxy")
        yield Houses(stack.enter_context(nginx("house.conf", folder, *ports)), houses)


def test_a_player_follows_a_table_that_is_moved(threads: Houses) -> None:
    boss, ann = threads.administrator(), threads.guest()
    table = threads.table(ann)
    with threads.client(boss) as client:
        threads.knows_both()

        def move(to: str) -> None:
            moved = client.post(f"/api/v1/tables/{table}/move", json={"process": to})
            assert moved.status_code == 204, moved.text

        async def plays() -> FollowingClient:
            player = threads.player(ann, table)
            await player.come()
            await player.do_once("sit", rail=50_000)
            for to in ("b", "a", "b"):
                moving = asyncio.create_task(asyncio.to_thread(move, to))
                for _ in range(5):
                    await player.do_once("bet", wager="field", amount=500)
                await moving
                await player.do_once("bet", wager="field", amount=500)
            await player.close()
            return player

        player = play(plays())
        wait_until(lambda: threads.where(table) == "b", what="b has the table")
        assert client.get(f"/api/v1/tables/{table}").json()["table"] == table
    with threads.client(ann) as client:
        for process in ("a", "b"):
            me = client.get(f"/p/{process}/api/v1/me").json()
            assert [each["table"] for each in me["seats"]] == [table], process
            assert (me["seats"][0]["rail"], me["seats"][0]["bets"]) == (41_000, 9_000), process
            assert me["purse"] + me["at_tables"] == 100_000, process
            rows = client.get(f"/p/{process}/api/v1/tables").json()["tables"]
            here = {each["table"]: each for each in rows}[table]
            assert (here["process"], here["seated"]) == ("b", 1), process
            assert (here["watching"] is None) == (process == "a"), process
            health = client.get(f"/p/{process}/health").json()
            assert health["process"] == process
            assert health["house"]["processes"] == ["a", "b"]
            assert health["house"]["nobody_runs"] == []
            assert (
                sum(client.get(f"/p/{name}/health").json()["tables"] for name in "ab")
                == (health["house"]["tables"])
            )
    assert {"/p/a", "/p/b"} & {*player.processes}
    bets = [each for each in player.lines.values() if each["event"] == "bet"]
    assert len(bets) == 18
    adds_up(player)


@pytest.fixture
def started(postgres: Postgres, tmp_path: Path) -> Iterator[Houses]:
    with two_processes(postgres, tmp_path) as houses:
        yield houses


def test_a_table_is_found_by_a_process_that_has_not_heard_of_it(threads: Houses) -> None:
    """Not even one that has not looked since it was opened says that there is none."""
    ann = threads.guest("Ann again")
    with threads.client(ann) as client:
        opened = {"rules": "nj-2011", "clock": None}
        made = client.post("/p/a/api/v1/tables", json=opened)
        table = made.json()["table"]
        found = client.get(f"/p/b/api/v1/tables/{table}")
        assert (found.status_code, found.json()["table"]) == (200, table)
        assert found.url.path == f"/p/a/api/v1/tables/{table}"
        assert client.get("/p/b/api/v1/tables/craps-999").status_code == 404


def test_a_question_of_the_lab_is_answered_by_the_process_that_has_it(threads: Houses) -> None:
    ann = threads.guest()
    wager = threads.processes["a"].get("/api/v1/lab/wagers")["wagers"][0]["text"]
    with threads.client(ann) as client:
        asked = client.post("/p/b/api/v1/lab/designs", json={"file": wager})
        assert asked.status_code == 202, asked.text
        job = asked.json()["job"]
        assert job.startswith("b.")
        path = f"/api/v1/lab/questions/{job}"
        threads.knows_both()
        for at in ("/p/a", "/p/b", ""):
            found = client.get(f"{at}{path}")
            assert (found.status_code, found.json()["job"]) == (200, job), at
        assert client.post(f"/p/a{path}/stop").status_code == 200
        assert client.get("/p/a/api/v1/lab/questions/c.nothing").status_code == 404


async def bets_through(houses: Houses, table: str, token: str, disturb: Iterable[Any]) -> None:
    """Bet and take it back again and again, while one thing after the other happens to the
    processes; each of it is done once."""
    player, made = houses.player(token, table), 0
    await player.come()
    try:
        await player.do_once("sit", rail=50_000)
        for happens in disturb:
            under_way = asyncio.create_task(asyncio.to_thread(happens))
            over = False
            while not over:
                over = under_way.done()  # And once more after it.
                await player.do_once("bet", wager="field", amount=500)
                await player.do_once("remove", wager="field")
                made += 1
                await asyncio.sleep(0.1)
            await under_way
    finally:
        await player.close()
    done = Counter(each["event"] for each in player.lines.values())
    assert (done["bet"], done["remove"]) == (made, made), done
    adds_up(player)


def is_well(database: str) -> None:
    """Every log of the house, its books, purses and people."""
    assert (ran := lammer("audit", database)).returncode == 0, ran.stdout + ran.stderr


@pytest.mark.long
def test_the_owner_of_a_table_is_killed_and_play_goes_on(started: Houses) -> None:
    ann = started.guest()
    table = started.table(ann)
    gone: list[str] = []

    def kill() -> None:
        owner = started.owner(table)
        gone.append(owner)
        started.processes[owner].kill()
        other = "b" if owner == "a" else "a"
        wait_until(lambda: started.where(table) == other, what="the other process has the table")

    def start() -> None:
        started.processes[gone[-1]].start()

    play(bets_through(started, table, ann, (kill, start, kill, start)))
    is_well(started.processes["a"].database)


@pytest.mark.long
def test_processes_are_restarted_one_after_the_other(started: Houses) -> None:
    ann = started.guest()
    table = started.table(ann)

    def restart(name: str) -> None:
        house = started.processes[name]
        assert house.terminate() == 0, house.said
        house.start()

    play(bets_through(started, table, ann, [partial(restart, name) for name in "abab"]))
    is_well(started.processes["a"].database)
