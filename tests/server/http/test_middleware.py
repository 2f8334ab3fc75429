"""Protection of the browser and the house: hosts, origins, bodies, rates, headers."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from threading import Event, Semaphore, Thread
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest

from lammer.server.http import MiddlewareOptions, api_document
from lammer.server.http.access import PER_ADDRESS, ReadSlots
from lammer.server.http.routes.tables import PIECE
from lammer.server.ops.limits import ServerLimits
from lammer.store.port import StoreError
from tests.server.support.over_http import FREE, Site, opened
from tests.server.support.running import PATIENCE, wait_until

API = "/api/v1"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
AT_ONCE = [
    *("/static/web/js/felt/index.js", "/static/web/js/felt/chips.js"),
    *("/static/games/craps/web/craps.js", "/static/games/craps/web/marker.js"),
    "/static/instruments/dice/web/instrument.js",
]
"""What the page of a craps table loads by itself."""
PAGES = (("/", "pages/lobby"), ("/tables/craps-1", "table/page"), ("/law", "pages/law"))
ALWAYS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def is_error(answer: httpx.Response, status: int, code: str) -> None:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert set(answer.json()) == {"error"}
    assert answer.json()["error"]["code"] == code
    assert answer.json()["error"]["detail"].endswith(".")


def has_headers(answer: httpx.Response) -> None:
    for name, value in ALWAYS.items():
        assert answer.headers.get_list(name) == [value], (answer.request.url, name)
    assert "permissions-policy" in answer.headers
    assert len(answer.headers["x-request-id"]) == 16
    cached = answer.request.url.path.startswith("/static/") or "etag" in answer.headers
    assert answer.headers["cache-control"] == ("no-cache" if cached else "no-store")


def test_every_answer_has_the_headers(site: Site) -> None:
    seen = set()
    with site.client() as client:
        for path in [path.format_map(_Marks()) for path in api_document()["paths"]]:
            for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE"):
                answer = client.request(method, path)
                has_headers(answer)
                seen.add(answer.status_code)
        for path in (
            "/",
            "/health",
            "/metrics",
            "/static/web/css/base.css",
            "/api/v1/docs",
            "/nothing",
        ):
            has_headers(client.get(path))
        for path in ("/../etc/passwd", "/static/../app.py", "/%00", "/api/v1/tables/%2e%2e", "//x"):
            answer = client.get(path)
            has_headers(answer)
            assert answer.status_code < 500
            assert "import" not in answer.text
        has_headers(client.post(f"{API}/guests", content=b"x" * 70_000))
        has_headers(
            client.post(f"{API}/guests", json={"name": "x"}, headers={"Host": "evil.example"})
        )
        has_headers(client.post(f"{API}/guests", json={"nam": "x"}))
    assert {200, 400, 401, 405} <= seen


class _Marks(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "craps-1" if key == "table" else "1"


def test_our_own_mistakes_are_one_shape_and_say_nothing(site: Site) -> None:
    people = site.house.people
    try:
        site.house.people = None  # type: ignore[assignment]
        with site.client("x" * 43) as client:
            answer = client.get(f"{API}/me")
    finally:
        site.house.people = people
    is_error(answer, 500, "our-mistake")
    has_headers(answer)
    assert "NoneType" not in answer.text
    assert "Traceback" not in answer.text


def test_a_store_in_trouble_is_said_and_passes(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _, token = site.guest()

    def fails(_: int) -> int:
        raise StoreError("the disk is full")

    with site.client(token) as client:
        with monkeypatch.context() as patched:
            patched.setattr(site.house.writer.store, "purse", fails)
            answer = client.get(f"{API}/me")
        is_error(answer, 503, "store-down")
        assert answer.headers["retry-after"] == "2"
        assert "disk" not in answer.text
        assert client.get(f"{API}/me").status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "127.0.0.2", "localhost@evil.example", "", "a b"],
)
def test_a_name_that_is_not_the_houses_is_refused(site: Site, host: str) -> None:
    text = _raw(site, f"GET /api/v1/house HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
    assert text.startswith("HTTP/1.1 400")
    assert '"rules"' not in text


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8000", "127.0.0.1", "[::1]:99", "localhost."]
)
def test_names_of_this_machine_are_the_houses(site: Site, host: str) -> None:
    with site.client() as client:
        assert client.get(f"{API}/house", headers={"Host": host}).status_code == 200


def test_two_host_headers_are_refused(site: Site) -> None:
    hosts = "Host: localhost\r\nHost: evil.example"
    text = _raw(site, f"GET /api/v1/house HTTP/1.1\r\n{hosts}\r\nConnection: close\r\n\r\n")
    assert text.startswith("HTTP/1.1 400")


def _raw(site: Site, text: str) -> str:
    with closing(socket.create_connection(("127.0.0.1", site.port), PATIENCE)) as wire:
        wire.sendall(text.encode("latin-1"))
        found = b""
        while piece := wire.recv(65536):
            found += piece
    return found.decode("latin-1")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://HERE"},
        {"Origin": "http://HERE.evil.example"},
        {"Origin": "http://HERE@evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://[bad"},
        {"Origin": "file://"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/me/chips"), ("DELETE", "/sessions/current"), ("PATCH", "/me"), ("POST", "/guests")],
)
def test_a_page_of_another_site_changes_nothing(
    site: Site, headers: dict[str, str], method: str, path: str
) -> None:
    _, token = site.guest("Victim")
    here = f"127.0.0.1:{site.port}"
    sent = {name: value.replace("HERE", here) for name, value in headers.items()}
    with site.client() as browser:
        browser.cookies.set("lammer_session", token)
        body = {"name": "Eve"} if path in ("/me", "/guests") else None
        answer = browser.request(method, f"{API}{path}", json=body, headers=sent)
        is_error(answer, 403, "wrong-origin")
        assert browser.get(f"{API}/me").json()["name"] == "Victim"


def test_the_houses_own_pages_may(site: Site) -> None:
    _, token = site.guest()
    with site.client() as browser:
        browser.cookies.set("lammer_session", token)
        headers = {"Origin": site.url, "Sec-Fetch-Site": "same-origin"}
        answer = browser.patch(f"{API}/me", json={"name": "Ann"}, headers=headers)
        assert answer.json()["name"] == "Ann"


@pytest.mark.parametrize(
    "kind",
    [
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain",
        "application/jsonp",
        "application/vnd.api+json",
        "text/json",
        "",
        None,
    ],
)
def test_a_form_is_no_way_in(site: Site, kind: str | None) -> None:
    _, token = site.guest("Victim")
    with site.client(token) as client:
        request = client.build_request("PATCH", f"{API}/me", content=b'{"name": "Eve"}')
        if kind is not None:
            request.headers["Content-Type"] = kind
        is_error(client.send(request), 415, "only-json")
        request = client.build_request("POST", f"{API}/me/chips", content=b"")
        if kind:
            request.headers["Content-Type"] = kind
            is_error(client.send(request), 415, "only-json")
        assert client.get(f"{API}/me").json()["name"] == "Victim"


def test_json_may_name_its_alphabet(site: Site) -> None:
    _, token = site.guest()
    with site.client(token) as client:
        headers = {"Content-Type": "Application/JSON; charset=utf-8"}
        answer = client.patch(f"{API}/me", content=b'{"name": "Ann"}', headers=headers)
        assert answer.status_code == 200


def test_a_body_too_large_is_refused_announced_or_not(site: Site) -> None:
    large = b'{"name": "' + b"x" * 70_000 + b'"}'
    kind = {"Content-Type": "application/json"}
    with site.client() as client:
        is_error(client.post(f"{API}/guests", content=large, headers=kind), 413, "too-large")

        def pieces() -> Iterator[bytes]:
            for at in range(0, len(large), 1000):
                yield large[at : at + 1000]

        answer = client.post(f"{API}/guests", content=pieces(), headers=kind)
        is_error(answer, 413, "too-large")
        has_headers(answer)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"name"',
        b'{"name": null}',
        b'{"name": 5}',
        b'{"name": ["Bob"]}',
        b'{"nom": "Bob"}',
        b'{"name": "Bob", "roles": ["administrator"]}',
        b'{"name": "Bob", "kind": "account"}',
        b'{"name": ""}',
        b'{"name": "\xff"}',
        b'{"name": "\\ud800"}',
        b"[" * 30_000,
        b'{"name": "Bob"} {"name": "Eve"}',
        b'{"name": NaN}',
    ],
)
def test_a_body_that_is_not_the_shape_is_refused(site: Site, body: bytes) -> None:
    with site.client() as client:
        headers = {"Content-Type": "application/json"}
        answer = client.post(f"{API}/guests", content=body, headers=headers)
        is_error(answer, 400, "malformed")


@pytest.mark.parametrize(
    ("extra", "status"),
    [
        ({"clock": "30"}, 400),
        ({"clock": 30.5}, 400),
        ({"clock": True}, 400),
        ({"clock": 10**30}, 400),
        ({"clock": 4}, 400),
        ({"kind": "secret"}, 400),
        ({"house": "nj"}, 400),
        ({"opened_by": 1}, 400),
        ({"rules": "nj-2099"}, 422),
        ({"game": "poker"}, 422),
        ({"name": "\u202e"}, 422),
        ({"house": {"no": "such election"}}, 422),
        ({"house": {"odds": {"4": 1000}}}, 422),
    ],
)
def test_numbers_are_numbers_and_refusals_have_words(
    site: Site, extra: dict[str, object], status: int
) -> None:
    _, token = site.guest()
    before = set(site.house.tables)
    with site.client(token) as client:
        answer = client.post(f"{API}/tables", json={"rules": "nj-2011", **extra})
        assert answer.status_code == status, answer.text
        assert answer.json()["error"]["detail"]
    assert set(site.house.tables) == before


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=201",
        "limit=x",
        "limit=1.5",
        "limit=",
        "from=0",
        "from=-1",
        "form=1",
        "limit=1&limit=2",
    ],
)
def test_a_query_out_of_bounds_is_refused_by_its_name(site: Site, query: str) -> None:
    with site.client() as client:
        answer = client.get(f"{API}/tables/craps-1/lines?{query}")
        is_error(answer, 400, "malformed")
        assert answer.json()["error"]["detail"].startswith(query.partition("=")[0] + ":")


def test_asking_too_often_is_answered_with_when(site: Site) -> None:
    now = [0.0]
    limits = ServerLimits(requests_per_second=1, requests_at_once=5)
    with opened(limits, monotonic=lambda: now[0]) as slow:
        _, one = slow.guest("One")
        _, two = slow.guest("Two")
        with slow.client(one) as client, slow.client(two) as other, slow.client() as nobody:
            heard = [client.get(f"{API}/me") for _ in range(8)]
            assert [each.status_code for each in heard].count(200) == 5
            is_error(heard[-1], 429, "too-many")
            has_headers(heard[-1])
            wait = int(heard[-1].headers["retry-after"])
            assert other.get(f"{API}/me").status_code == 200, "each session has its own"
            now[0] += wait
            assert client.get(f"{API}/me").status_code == 200
            for _ in range(60):
                answer = nobody.get(f"{API}/house")
            is_error(answer, 429, "too-many")
            assert other.get(f"{API}/me").status_code == 429, "and so has the address"


def test_the_place_of_a_long_read_is_given_back(site: Site) -> None:
    _, token = site.guest()
    with site.client(token) as client:
        for _ in range(PER_ADDRESS * 3):
            assert client.get(f"{API}/tables/craps-1/log").status_code == 200
            assert client.get(f"{API}/me/hands").status_code == 200


def test_a_long_read_beyond_the_places_is_refused(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold, held = Event(), Semaphore(0)
    lines = site.house.writer.store.lines

    def slowly(*given: object) -> object:
        held.release()
        hold.wait(PATIENCE)
        return lines(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(site.house.writer.store, "lines", slowly)
    came: list[int] = []

    def read() -> None:
        with site.client() as client:
            came.append(client.get(f"{API}/tables/craps-1/log").status_code)

    readers = [Thread(target=read) for _ in range(PER_ADDRESS)]
    try:
        for reader in readers:
            reader.start()
        assert all(held.acquire(timeout=PATIENCE) for _ in readers)
        with site.client() as client:
            is_error(client.get(f"{API}/tables/craps-1/log"), 429, "busy")
            assert client.get(f"{API}/house").status_code == 200, "short reads go on"
    finally:
        hold.set()
        for reader in readers:
            reader.join()
    assert came == [200] * PER_ADDRESS
    with site.client() as client:
        assert client.get(f"{API}/tables/craps-1/log").status_code == 200


LOG = "GET /api/v1/tables/craps-1/log HTTP/1.1\r\nHost: localhost\r\n\r\n"
LINES = "GET /api/v1/tables/craps-1/lines HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize(
    ("asked", "pieces"),
    [(LOG, 1000), (LOG, 1), (LINES + LOG, 1)],
    ids=["in the middle", "before the end", "after another answer"],
)
def test_a_reader_that_does_not_read_is_let_go(
    asked: str, pieces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever in its answers it stops, its place is given back, and the connection is cut."""
    line = b'{"x":"' + b"x" * 40_000 + b'"}\n'
    with opened(replace(FREE, reading=10 * PATIENCE)) as site, ExitStack() as stack:
        store = site.house.writer.store
        monkeypatch.setattr(store, "head", lambda _: (pieces * PIECE, b""))
        monkeypatch.setattr(store, "lines", lambda *_: iter([line] * 500))
        taken = _count_slots(monkeypatch)
        held = [_does_not_read(site, asked, stack) for _ in range(PER_ADDRESS)]
        # Asking for hands takes a slot too, so nothing is asked before all are taken.
        assert all(taken.acquire(timeout=PATIENCE) for _ in held)
        _, token = site.guest()
        is_error(_my_hands(site, token), 429, "busy")
        wait_until(lambda: _free_again(site, token))
        for wire in held:
            with suppress(ConnectionResetError):
                while wire.recv(1 << 20):
                    pass


def _count_slots(monkeypatch: pytest.MonkeyPatch) -> Semaphore:
    """Return a semaphore that is released whenever a long read begins."""
    taken, take = Semaphore(0), ReadSlots.take

    def counted(slots: ReadSlots, request: Any) -> None:
        take(slots, request)
        taken.release()

    monkeypatch.setattr(ReadSlots, "take", counted)
    return taken


def _free_again(site: Site, token: str) -> bool:
    """Whether there is a place again, after all the time that a reader has."""
    site.pass_time(site.house.limits.reading)
    return _my_hands(site, token).status_code == 200


def _my_hands(site: Site, token: str) -> httpx.Response:
    """Asked on a connection of its own, which no passing of time has ended."""
    with site.client(token) as client:
        return client.get(f"{API}/me/hands")


def _does_not_read(site: Site, asked: str, stack: ExitStack) -> socket.socket:
    wire = stack.enter_context(closing(socket.socket()))
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.settimeout(PATIENCE)
    wire.connect(("127.0.0.1", site.port))
    wire.sendall(asked.encode())
    return wire


def test_over_tls_the_cookie_is_secure_and_the_browser_is_told() -> None:
    with opened(options=MiddlewareOptions(tls=True)) as site, site.client() as client:
        answer = client.post(f"{API}/guests", json={"name": "Bob"})
        assert "secure" in answer.headers["set-cookie"].lower()
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        plain = client.post(f"{API}/guests", json={"name": "x"}, headers={"Origin": site.url})
        is_error(plain, 403, "wrong-origin")
        secure = {"Origin": site.url.replace("http:", "https:")}
        assert client.post(f"{API}/guests", json={"name": "x"}, headers=secure).status_code == 201


def test_metrics_are_for_the_token_and_administrators() -> None:
    """Not for whoever comes from this machine: a proxy on it, as nginx is usually told, passes on
    requests under the house's own address, and adds nothing."""
    token = "metrics-token-of-some-length"
    with opened(FREE, MiddlewareOptions(metrics_token=token)) as site:
        _, boss = site.account("boss", "administrator")
        _, player = site.guest()
        with site.client() as client:
            is_error(client.get("/metrics"), 401, "not-yours")
            for given, status in ((boss, 200), (player, 403), (token[:-1], 401)):
                headers = {"Authorization": f"Bearer {given}"}
                assert client.get("/metrics", headers=headers).status_code == status, given
            found = client.get("/metrics", headers={"Authorization": f"Bearer {token}"})
            assert found.headers["content-type"].startswith("text/plain; version=0.0.4")
            assert 'lammer_http_requests_total{method="POST",route="/api/v1/guests"' in found.text
            assert f"lammer_tables {len(site.house.tables)}" in found.text
    with opened(FREE) as site, site.client() as client:
        for given in ("None", token):
            headers = {"Authorization": f"Bearer {given}"}
            is_error(client.get("/metrics", headers=headers), 401, "not-yours")


@pytest.mark.parametrize(
    "body",
    ['{"name": "Ann", "name": "Bob"}', '{"name": "Ann", "n\\u0061me": "a:b"}'],
)
def test_a_body_with_a_key_twice_is_refused(site: Site, body: str) -> None:
    headers = {"Content-Type": "application/json"}
    with site.client() as client:
        found = client.post(f"{API}/guests", content=body, headers=headers)
    is_error(found, 400, "malformed")
    assert found.json()["error"]["detail"] == '"name" is there twice.'


def test_clients_cannot_add_series_to_the_metrics(site: Site) -> None:
    with site.client() as client:
        for method in ("PROPFIND", "TRACE"):
            client.request(method, f"/nowhere/{method}")
    text = site.house.metrics.text().decode()
    assert "nowhere" not in text
    assert "TRACE" not in text
    assert 'method="OTHER",route="(none)"' in text


def test_health_and_what_passes_say_when_to_try_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    with site.client() as client:
        answer = client.get("/health")
        assert (answer.status_code, answer.json()["ok"]) == (200, True)
        monkeypatch.setattr(site.house.writer, "stalled_seconds", lambda: 99.0)
        answer = client.get("/health")
        assert (answer.status_code, answer.json()["ok"]) == (503, False)
        assert int(answer.headers["retry-after"]) > 0
        monkeypatch.undo()
        few = replace(site.house.limits, tables=5)
        monkeypatch.setattr(site.house._openings, "_limits", few)
        full = client.post(
            f"{API}/tables",
            json={"rules": "nj-2011"},
            headers={"Authorization": f"Bearer {site.guest()[1]}"},
        )
        is_error(full, 503, "too-many-tables")
        assert int(full.headers["retry-after"]) > 0


def test_names_are_not_markup_on_any_page_and_scripts_are_files(site: Site) -> None:
    _, token = site.guest()
    nasty = "<script>alert(1)</script"
    with site.client(token) as client:
        made = client.post(f"{API}/tables", json={"rules": "nj-2011", "name": nasty})
        assert made.json()["name"] == nasty
        page = client.get("/")
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        documentation = client.get(f"{API}/docs")
        assert "<script" not in documentation.text
        for text in (page.text, documentation.text):
            assert nasty not in text
            assert "<script>" not in text
            assert "<style" not in text
            assert " style=" not in text
            assert "http://" not in text
            assert "https://" not in text
        sheet = client.get("/static/web/css/base.css")
        assert sheet.headers["content-type"].startswith("text/css")
        same = client.get(
            "/static/web/css/base.css", headers={"If-None-Match": sheet.headers["etag"]}
        )
        assert (same.status_code, same.content) == (304, b"")


def test_files_travel_packed_to_who_can_unpack_them(site: Site) -> None:
    path = "/static/web/js/lib/live.js"
    with site.client() as client:
        packed = client.get(path, headers={"Accept-Encoding": "gzip"})
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.text == plain.text
        assert packed.headers["etag"] != plain.headers["etag"]
        for each in (packed, plain):
            assert each.headers["vary"] == "Accept-Encoding"
        asked = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["etag"]}
        same = client.get(path, headers=asked)
        assert (same.status_code, same.content) == (304, b"")


def test_a_page_names_every_module_it_needs_and_no_other(site: Site) -> None:
    imported = re.compile(r'^import [^;]*?"(\.[^"]+)";', re.MULTILINE)
    with site.client() as client:
        for path, script in PAGES:
            page = client.get(path).text
            named = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
            own = f"/static/web/js/{script}.js"
            assert f'<script type="module" src="{own}">' in page
            assert len(named) == len({*named, own}) - 1
            needed = {own} if script != "table/page" else {own, *AT_ONCE}
            for href in (own, *named):
                source = client.get(href)
                assert source.status_code == 200, href
                needed |= {urljoin(href, each) for each in imported.findall(source.text)}
            assert needed == {own, *named}


def test_the_documentation_has_every_operation(site: Site) -> None:
    with site.client() as client:
        text = client.get(f"{API}/docs").text
        served = client.get(f"{API}/openapi.json").json()
    assert served == json.loads(json.dumps(api_document()))
    for path, item in served["paths"].items():
        for method in item:
            assert f"{method.upper()} {path}" in text


def test_unknown_parameters_are_answered_with_those_documented(site: Site) -> None:
    _, token = site.account("asks-everything", "administrator", "instructor")
    with site.client(token) as client:
        for path, item in api_document()["paths"].items():
            for method, operation in item.items():
                known = [each for each in operation.get("parameters", ()) if each["in"] == "query"]
                url = path.format_map(_Marks())
                found = client.request(method.upper(), url, params={"nothing": 1})
                is_error(found, 400, "malformed")
                names = ", ".join(sorted(each["name"] for each in known))
                there = f"There are: {names}." if known else "There are none here."
                assert _sorted(found.json()["error"]["instead"]) == there, path


def _sorted(listed: str) -> str:
    head, colon, names = listed.removesuffix(".").partition(": ")
    return f"{head}{colon}{', '.join(sorted(names.split(', ')))}."


def test_the_methods_of_a_path_are_told(site: Site) -> None:
    with site.client() as client:
        for path, item in api_document()["paths"].items():
            there = client.options(path.format_map(_Marks()))
            assert there.status_code == 204
            wanted = {"OPTIONS", *(method.upper() for method in item)}
            assert set(there.headers["allow"].split(", ")) == wanted
            wrong = client.request("TRACE", path.format_map(_Marks()))
            is_error(wrong, 405, "wrong-method")
            assert set(wrong.headers["allow"].split(", ")) == wanted


def test_head_is_get_without_its_body(site: Site) -> None:
    with site.client() as client:
        for path in ("/", "/health", f"{API}/tables"):
            head, get = client.head(path), client.get(path)
            assert head.status_code == get.status_code == 200
            assert head.content == b""
            assert head.headers["content-length"] == get.headers["content-length"]


@pytest.mark.parametrize("path", ["/administrator", "/invitation"])
def test_an_invitation_has_a_page_whose_script_is_a_file(site: Site, path: str) -> None:
    with site.client() as client:
        page = client.get(path)
        assert page.headers["content-type"].startswith("text/html")
        has_headers(page)
        assert "<script>" not in page.text
        script = client.get("/static/web/js/pages/accept-invitation.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert "location.hash" in script.text
