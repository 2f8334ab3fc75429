"""Errors for somebody before a browser: a page with a way on. Programs get JSON."""

import httpx
import pytest

from lammer.server.http.pages import routes as pages
from lammer.server.ops.limits import ServerLimits
from lammer.store.port import StoreError
from tests.server.support.over_http import Site, opened

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def is_page(answer: httpx.Response, status: int, title: str) -> None:
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert f"<h1>{title}</h1>" in answer.text
    assert '<a class="button" href="/">To the tables</a>' in answer.text
    assert 'href="/static/web/css/base.css"' in answer.text
    assert "content-security-policy" in answer.headers


def test_a_wrong_address_is_a_page_for_a_browser_and_json_for_a_program(site: Site) -> None:
    with site.client() as client:
        is_page(client.get("/nothing/here", headers=BROWSER), 404, "There is no such page")
        for path, headers in (("/nothing/here", {}), ("/api/v1/nothing", BROWSER)):
            answer = client.get(path, headers=headers)
            assert answer.status_code == 404
            assert answer.json()["error"]["code"] == "not-found"


def test_what_is_in_the_address_is_not_written_into_the_page(site: Site) -> None:
    with site.client() as client:
        answer = client.get("/%3Cscript%3Ealert(1)%3C/script%3E", headers=BROWSER)
    assert "<script>" not in answer.text


@pytest.mark.parametrize(
    ("trouble", "status", "title"),
    [
        (StoreError("the disk is full"), 503, "The house cannot look this up now"),
        (KeyError("a mistake"), 500, "Something went wrong here"),
    ],
)
def test_trouble_in_the_house_is_a_page_that_can_be_tried_again(
    site: Site, monkeypatch: pytest.MonkeyPatch, trouble: Exception, status: int, title: str
) -> None:
    def fails(*_: object) -> str:
        raise trouble

    with site.client() as client:
        with monkeypatch.context() as patched:
            patched.setattr(pages, "shell", fails)
            answer = client.get("/law", headers=BROWSER)
        is_page(answer, status, title)
        assert '<a class="button main" href="">Try again</a>' in answer.text
        assert "disk" not in answer.text
        assert "mistake" not in answer.text
        assert (answer.headers["x-request-id"] in answer.text) == (status == 500)
        assert client.get("/law", headers=BROWSER).status_code == 200


def test_who_asks_too_often_gets_a_page() -> None:
    limits = ServerLimits(requests_per_second=1, requests_at_once=1)
    with opened(limits=limits) as busy, busy.client() as client:
        answers = [client.get("/law", headers=BROWSER) for _ in range(20)]
    last = answers[-1]
    is_page(last, 429, "One moment, please")
    assert int(last.headers["retry-after"]) > 0


def test_an_invitation_says_what_it_gives_until_it_is_used(site: Site) -> None:
    token = site.inside(site.house.people.first_administrator)
    with site.client() as client:
        look = client.post("/api/v1/invitations/look", json={"token": token})
        assert look.json() == {"role": "administrator"}
        made = client.post(
            "/api/v1/accounts",
            json={"login": "taker", "password": "a long enough one", "name": "Taker"},
        )
        headers = {"Authorization": f"Bearer {made.json()['token']}"}
        taken = client.post("/api/v1/invitations/accept", json={"token": token}, headers=headers)
        assert taken.status_code == 200, taken.text
        again = client.post("/api/v1/invitations/look", json={"token": token})
        assert again.status_code == 404
        assert again.json()["error"]["code"] == "no-invitation"
