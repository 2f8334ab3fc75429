"""The lab over HTTP: answers of real worker processes, which are killed when they take too long or
too much, and replaced when they die."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from lammer.sim import ask, compare, explore
from lammer.sim.report.result import chance, money
from lammer.sim.strategy import library
from tests.server.support.over_http import FREE, Site, opened
from tests.server.support.running import PATIENCE, running, wait_until
from tests.usual import usual

PASS = "bet pass 10\nodds 2x"
FOR_EVER: dict[str, Any] = {"strategies": ["bet field 5"], "method": "sample", "sessions": 10**9}
MANY: dict[str, Any] = {
    "file": (Path(__file__).parents[3] / "examples/wagers/all-or-nothing.toml").read_text(),
    "table": {"line": "complete", "low": 1, "high": 200},
}
"""A question that takes minutes, and looks at no clock meanwhile."""
LARGE: dict[str, Any] = {
    "strategies": [library.text("three-point-molly")], "method": "exact", "bankroll": 10**7,
    "rolls": 10_000,
}  # fmt: skip
"""An exact answer that needs some 300 MiB."""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with opened() as site:
        yield site


@pytest.fixture
def anybody(site: Site) -> Iterator[httpx.Client]:
    """Somebody without an account."""
    with site.client() as client:
        yield client


@pytest.fixture
def member(site: Site) -> Iterator[httpx.Client]:
    """Somebody with an account."""
    known = site.house.writer.store.person_by_login("ada")
    token = site.account("ada")[1] if known is None else login(site)
    with site.client(token) as client:
        yield client


def login(site: Site) -> str:
    from tests.server.support.over_http import GOOD

    return site.inside(lambda: site.house.people.login("ada", GOOD))[1]


def asked(client: httpx.Client, what: str = "questions", **question: Any) -> dict[str, Any]:
    found = client.post(f"/api/v1/lab/{what}", json=question)
    assert found.status_code == 202, found.text
    return dict(found.json())


def job(client: httpx.Client, key: str) -> dict[str, Any]:
    found = client.get(f"/api/v1/lab/questions/{key}")
    assert found.status_code == 200, found.text
    return dict(found.json())


def until(
    client: httpx.Client, view: dict[str, Any], holds: Callable[[dict[str, Any]], object]
) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE
    while not holds(view):
        assert time.monotonic() < end, view
        time.sleep(0.05)
        view = job(client, view["job"])
    return view


def over(view: dict[str, Any]) -> bool:
    return view["state"] in ("done", "refused")


def is_running(view: dict[str, Any]) -> bool:
    return bool(view["state"] == "running")


def answered(client: httpx.Client, **question: Any) -> dict[str, Any]:
    view = until(client, asked(client, **question), over)
    assert view["state"] == "done", view
    return dict(view["answer"])


def refused(client: httpx.Client, **question: Any) -> dict[str, Any]:
    view = until(client, asked(client, **question), over)
    assert view["state"] == "refused", view
    return view


def test_an_exact_answer_is_that_of_the_simulator(anybody: httpx.Client) -> None:
    found = answered(anybody, strategies=[PASS], bankroll=30_000, rolls=50)
    expected = ask(PASS, bankroll=300, rolls=50)
    (result,) = found["results"]
    assert result["exact"]
    assert found["stopped"] is None
    assert result["data"]["mean"] == expected.mean
    assert result["data"]["settled"]["mean"] == pytest.approx(expected.mean_fair)
    assert result["data"]["p_ruin"] == expected.p_ruin
    said = {row["key"]: row["value"] for row in result["figures"]}
    assert expected.mean_fair is not None
    assert said["mean"] == money(expected.mean_fair)
    assert sum(result["shares"]) == pytest.approx(1)
    ends = {each["end"]: each["said"] for each in result["ends"]}
    assert ends["rolls"] == chance(expected.ends["rolls"])
    assert result["fan"][3]["cents"][0] == 30_000


def test_two_are_sampled_on_the_same_dice(anybody: httpx.Client) -> None:
    question = {
        "strategies": [PASS, "name: Field\nbet field 5"], "method": "sample", "sessions": 500,
        "seed": 4,
    }  # fmt: skip
    found, again = answered(anybody, **question), answered(anybody, **question)
    assert found["together"] == "All on the same random numbers."
    assert [each["name"] for each in found["results"]] == ["bet pass 10; odds 2x", "Field"]
    for each in (*found["results"], *again["results"]):
        del each["data"]["seconds"]
    assert found["results"] == again["results"]


def test_two_are_set_against_each_other_session_by_session(anybody: httpx.Client) -> None:
    texts = ["name: Pass\nbet pass 10", "name: Field\nbet field 5"]
    found = answered(anybody, strategies=texts, bankroll=20_000, rolls=30)
    (pair,) = found["pairs"]
    expected = compare(*texts, bankroll=200, rolls=30).pairs[0]
    assert (pair["a"], pair["b"], pair["exact"]) == ("A", "B", True)
    assert pair["data"] == expected.as_data()
    assert pair["rows"] == [list(row) for row in expected.rows()]
    assert answered(anybody, strategies=[PASS], rolls=5)["pairs"] == []


def test_the_bankroll_for_a_chance_of_ruin(anybody: httpx.Client) -> None:
    found = answered(anybody, strategies=["bet field 5"], rolls=12, ruin=0.05)
    (needed,) = found["bankrolls"]
    expected = explore("bet field 5", rolls=12, ruin=0.05).ruin
    assert expected is not None
    assert needed["data"]["bankroll"] == expected.found.bankroll
    assert needed["rows"][0][1] == money(expected.found.bankroll)
    assert len(needed["curve"]) == len(expected.tried)
    for_ever = answered(anybody, strategies=["bet field 5"], rolls=None, ruin=0.05)
    assert "Play without an end" in for_ever["bankrolls"][0]["computed"]
    beyond = anybody.post("/api/v1/lab/questions", json={"strategies": [PASS], "ruin": 1.5})
    assert beyond.status_code in (400, 422)


def test_weights_of_faces_count_in_exact_and_sampled_answers(anybody: httpx.Client) -> None:
    heavy = ["1,1,1,1,1,1.2"]
    (exact,) = answered(anybody, strategies=["bet pass 10"], faces=heavy)["results"]
    assert exact["exact"]
    assert exact["data"]["mean"] == ask("bet pass 10", faces=heavy).mean
    assert "not fair" in exact["notes"][0]
    question = {"strategies": ["bet pass 10"], "method": "sample", "sessions": 300, "seed": 3}
    (sampled,) = answered(anybody, **question, faces=heavy)["results"]
    assert sampled["data"]["mean"] == ask("bet pass 10", faces=heavy, sessions=300, seed=3).mean


def test_a_curve_of_ruin(anybody: httpx.Client) -> None:
    over = {"over": "bankroll", "low": 500, "high": 8000, "step": 2500}
    faces = ["1,1,1,1,1,2"]
    found = answered(
        anybody, strategies=["bet field 10"], rolls=12, curve=over, faces=faces, bankroll=10**5
    )
    (curve,) = found["curves"]
    assert curve["computed"] == "Exact: every point."
    assert [point["words"] for point in curve["points"]] == ["$5", "$30", "$55", "$80"]
    poor, *others = curve["points"]
    assert poor["ruin"] is None
    assert "does not pay for the first bet" in poor["said"]
    expected = [ask("bet field 10", bankroll=each, rolls=12, faces=faces) for each in (30, 55, 80)]
    assert [point["ruin"] for point in others] == [each.p_ruin for each in expected]
    assert others[0]["ruin"] > others[-1]["ruin"] > 0

    sampled = answered(
        anybody, strategies=["bet field 10", "bet pass 10"], bankroll=3000, rolls=20,
        curve={"over": "rolls"}, method="sample", sessions=200, seed=9,
    )  # fmt: skip
    one, two = sampled["curves"]
    assert [point["at"] for point in one["points"]] == [*range(4, 41, 4)]
    assert one["points"][4]["ruin"] == sampled["results"][0]["data"]["p_ruin"]
    assert two["computed"].startswith("Sampled")
    assert two["points"][-1]["method"] == "sampled"
    assert two["points"][-1]["error"] > 0


def faults(found: httpx.Response) -> list[tuple[Any, ...]]:
    assert found.status_code == 200, found.text
    keys = ("place", "at", "line")
    return [tuple(each[key] for key in keys) for each in found.json()["faults"]]


def test_everything_wrong_is_told_with_its_place(anybody: httpx.Client) -> None:
    def check(**question: Any) -> httpx.Response:
        return anybody.post("/api/v1/lab/checks", json=question)

    right = check(strategies=[PASS])
    assert faults(right) == []
    assert (right.json()["rules"], right.json()["game"]) == ("nj-2011", "craps")
    assert faults(check(strategies=[PASS, "bet pass 10\nbet pas"])) == [("strategy", 1, 2)]
    unknown = check(strategies=["bet pass 10\nbet plac-6 12"])
    assert faults(unknown) == [("strategy", 0, 2)]
    assert "place-6" in unknown.json()["faults"][0]["what"]
    assert unknown.json()["faults"][0]["clauses"]
    assert faults(check(strategies=[PASS], house="odds = 3\nodd = 4")) == [("house", 0, 2)]
    assert faults(check(strategies=[PASS], house="odds = [")) == [("house", 0, 1)]
    unlawful = check(strategies=[PASS], house="pay_unit = 100\nodds = 1000")
    assert set(faults(unlawful)) == {("house", 0, 2)}
    assert unlawful.json()["faults"][0]["clauses"]
    assert faults(check(strategies=[f"game: craps\n{PASS}"], rules="nj-1997")) == [
        ("strategy", 0, 0)
    ]
    assert faults(check(strategies=[PASS], rules="nj-19")) == [("rules", 0, 0)]
    assert faults(check(strategies=[PASS], goal=100)) == [("question", 0, 0)]
    assert faults(check(strategies=[PASS, PASS], faces=["1,2"])) == [("faces", 0, 0)]
    assert faults(check(strategies=[PASS], faces=["1,1,1,1,1,2"] * 3)) == [("faces", 0, 0)]
    wheel = check(strategies=["game: roulette\nbet red 5"], faces=["1,1,1,1,1,2"])
    assert "no faces to weigh" in wheel.json()["faults"][0]["what"]
    long = {"over": "rolls", "low": 1, "high": 51, "step": 1}
    assert faults(check(strategies=[PASS], curve=long)) == [("curve", 0, 0)]
    none = {"over": "rolls", "low": 10, "high": 5}
    assert faults(check(strategies=[PASS], curve=none)) == [("curve", 0, 0)]
    assert faults(check(strategies=[PASS], curve=long | {"step": 2})) == []
    same = refused(anybody, strategies=["bet plac-6 12"])
    assert same["problem"] is None
    assert same["faults"][0]["line"] == 1


def test_a_text_that_names_no_game_is_for_that_of_the_rules(anybody: httpx.Client) -> None:
    question = {"strategies": ["bet red 5"], "rules": "ac-roulette"}
    found = anybody.post("/api/v1/lab/checks", json=question)
    assert faults(found) == []
    assert found.json()["game"] == "roulette"


STATES = """
experimental = true
[[wagers]]
key = "twice"
name = "Twice"
space = "dice with puck"
[wagers.states.waiting]
6 = "to again"
7 = "lose"
[wagers.states.again]
6 = "win 3 to 2"
7 = "lose"
"""


def test_states_of_a_wager_begin_where_its_house_file_begins(anybody: httpx.Client) -> None:
    question = {"strategies": ["bet twice 2"], "house": STATES}
    assert faults(anybody.post("/api/v1/lab/checks", json=question)) == []


def test_known_wagers_and_figures_of_one(anybody: httpx.Client) -> None:
    wagers = anybody.get("/api/v1/lab/wagers").json()["wagers"]
    repeaters = [each["wager"] for each in wagers if each["wager"].startswith("repeater-")]
    assert repeaters[:2] == ["repeater-2", "repeater-3"], "by size"
    assert repeaters.index("repeater-9") < repeaters.index("repeater-10")
    (low,) = [each["text"] for each in wagers if each["wager"] == "low-dice"]
    found = answered(anybody, what="designs", file=low)
    exact = {each["words"]: each["exactly"] for each in found["figures"]}
    assert exact["variance"] == found["data"]["variance"]


def test_a_designed_wager_that_never_ends_has_its_line(anybody: httpx.Client) -> None:
    file = 'key = "a"\nname = "A"\nspace = "two dice"\n[states.up]\n6 = "to up"\n'
    (wrong,) = refused(anybody, what="designs", file=file)["faults"]
    assert (wrong["place"], wrong["line"]) == ("file", 4)
    assert "never be decided" in wrong["what"]


def test_nobodys_python_is_run(anybody: httpx.Client, tmp_path: Path) -> None:
    """A player's file is a text like any other, and is no strategy."""
    proof = tmp_path / "run"
    (tmp_path / "player.py").write_text(f"open({str(proof)!r}, 'w')\ndef play(hand): pass\n")
    for text in (f"{tmp_path}/player.py:play", (tmp_path / "player.py").read_text()):
        found = anybody.post("/api/v1/lab/checks", json={"strategies": [text]})
        assert faults(found)[0][0] == "strategy"
    assert not proof.exists()


def test_a_sample_that_is_stopped_tells_what_it_has(anybody: httpx.Client) -> None:
    view = until(anybody, asked(anybody, **FOR_EVER), lambda view: view["progress"])
    assert 0 < view["progress"]["done"] < view["progress"]["of"]
    stopped = anybody.post(f"/api/v1/lab/questions/{view['job']}/stop")
    assert stopped.status_code == 200
    found = until(anybody, stopped.json(), over)["answer"]
    assert found["stopped"] == "asked"
    (result,) = found["results"]
    assert not result["complete"]
    assert 0 < result["data"]["sessions"] < 10**9


def test_one_question_of_a_guest_at_once_and_three_of_an_account(
    member: httpx.Client, site: Site
) -> None:
    with site.client(site.guest("Bea")[1]) as guest:
        first = asked(guest, **FOR_EVER)
        second = guest.post("/api/v1/lab/questions", json=FOR_EVER)
        assert second.status_code == 429
        assert "1 at once" in second.json()["error"]["detail"]
    jobs = [first, *(asked(member, **FOR_EVER) for _ in range(3))]
    assert member.post("/api/v1/lab/questions", json=FOR_EVER).status_code == 429
    states = [*(until(member, each, is_running) for each in jobs[:2])]
    states += [job(member, each["job"]) for each in jobs[2:]]
    assert [each["before"] for each in states] == [0, 0, 0, 1]
    assert {each["seconds"] for each in states[1:]} == {60}
    assert states[0]["seconds"] == 20
    for each in reversed(jobs):
        member.post(f"/api/v1/lab/questions/{each['job']}/stop")
    ended = [until(member, each, over) for each in jobs]
    never = [each for each in ended if each["state"] == "refused"]
    assert {each["problem"]["code"] for each in never} == {"stopped"}
    assert len(never) == 2


def test_guests_of_one_address_together(anybody: httpx.Client, site: Site) -> None:
    with site.client(site.guest("Cleo")[1]) as guest:
        jobs = [asked(guest, **FOR_EVER), *(asked(anybody, **FOR_EVER) for _ in range(4))]
    sixth = anybody.post("/api/v1/lab/questions", json=FOR_EVER)
    assert sixth.status_code == 429
    assert "your address" in sixth.json()["error"]["detail"]
    for each in jobs:
        anybody.post(f"/api/v1/lab/questions/{each['job']}/stop")
        until(anybody, each, over)


@pytest.mark.long
def test_no_more_wait_than_there_is_room() -> None:
    limits = replace(FREE, lab_workers=1, lab_waiting=1)
    with opened(limits) as small, small.client() as client:
        first = until(client, asked(client, **FOR_EVER), is_running)
        asked(client, **FOR_EVER)
        full = client.post("/api/v1/lab/questions", json=FOR_EVER)
        assert (full.status_code, full.json()["error"]["code"]) == (503, "busy")
        assert job(client, first["job"])["state"] == "running"


def test_so_many_questions_an_hour() -> None:
    with opened(replace(FREE, lab_per_hour_guest=1)) as strict, strict.client() as client:
        answered(client, strategies=[PASS], rolls=1)
        second = client.post("/api/v1/lab/questions", json={"strategies": [PASS]})
        assert second.status_code == 429
        assert int(second.headers["retry-after"]) > 60


# Workers that are killed, or die


def pids(site: Site) -> set[int]:
    return set(site.house.lab.long.pids)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def metric(site: Site, line: str) -> bool:
    return line.encode() in site.house.metrics.text()


def test_a_worker_that_takes_too_long_is_killed_and_replaced() -> None:
    with opened(replace(FREE, lab_seconds_guest=1)) as site, site.client() as client:
        view = until(client, asked(client, "designs", **MANY), is_running)
        (first,) = pids(site)
        late = until(client, view, over)
        assert late["problem"]["code"] == "too-long"
        assert "longer than 1 second," in late["problem"]["detail"]
        assert "60 seconds" in late["problem"]["instead"]
        wait_until(lambda: not is_alive(first), what="its end")
        assert answered(client, strategies=[PASS], rolls=1)
        assert first not in pids(site)
        assert metric(site, 'lammer_lab_tasks_total{outcome="too-long",task="design"} 1.0')


@pytest.mark.long
def test_what_looks_at_no_clock_can_be_stopped_too(site: Site, anybody: httpx.Client) -> None:
    view = asked(anybody, "designs", **MANY)
    view = until(anybody, view, is_running)
    anybody.post(f"/api/v1/lab/questions/{view['job']}/stop")
    stopped = until(anybody, view, over)
    assert stopped["problem"]["code"] == "stopped"


@pytest.mark.long
def test_a_worker_that_needs_too_much_memory_is_ended_and_replaced() -> None:
    with opened(replace(FREE, lab_memory=300)) as site, site.client() as client:
        view = refused(client, **LARGE)
        assert view["problem"]["code"] == "too-large"
        assert "300 MiB" in view["problem"]["detail"]
        assert answered(client, strategies=[PASS], rolls=1)
        assert metric(site, 'lammer_lab_tasks_total{outcome="too-large",task="simulate"} 1.0')


@pytest.mark.long
@pytest.mark.parametrize("how", usual([signal.SIGKILL, signal.SIGSEGV], [signal.SIGSEGV]))
def test_a_worker_that_dies_is_replaced(
    site: Site, anybody: httpx.Client, how: signal.Signals
) -> None:
    view = until(anybody, asked(anybody, **FOR_EVER), lambda view: view["progress"])
    before = pids(site)
    for each in before:
        os.kill(each, how)
    view = until(anybody, view, over)
    assert view["problem"]["code"] == "crashed"
    assert answered(anybody, strategies=[PASS], rolls=1)
    assert not before & pids(site)


@pytest.mark.long
def test_an_idle_worker_is_ended() -> None:
    with opened(replace(FREE, lab_idle=1)) as site, site.client() as client:
        answered(client, strategies=[PASS], rolls=1)
        wait_until(lambda: not pids(site), what="no worker")
        assert answered(client, strategies=[PASS], rolls=1)


@pytest.mark.long
def test_a_house_that_closes_or_is_killed_leaves_no_worker(tmp_path: Path) -> None:
    for end in ("interrupt", "terminate", "kill"):
        with running(tmp_path / "house.sqlite") as house:
            _, view = house.call("POST", "/api/v1/lab/questions", FOR_EVER)
            path = f"/api/v1/lab/questions/{view['job']}"
            wait_until(lambda path=path: house.get(path)["progress"], what="progress")
            assert house.process is not None
            found = children(house.process.pid)
            assert found
            getattr(house, end)()
        wait_until(lambda found=found: not any(map(is_alive, found)), what="no worker")


def children(pid: int) -> list[int]:
    """The worker processes of a house."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((each / "stat").read_text().rpartition(")")[2].split()[1])
            worker = b"lammer.lab.worker" in (each / "cmdline").read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if parent == pid and worker:
            found.append(int(each.name))
    return found


def test_the_house_loads_no_simulator() -> None:
    """Not even when it is asked for an answer: that is in other processes."""
    code = (
        "import sys; from lammer.server import serve; "
        "print(*(each for each in sys.modules if each.startswith(('lammer.lab', 'numpy', 'numba')))"
        ")"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
