"""Errors as a page, for somebody who follows a link in a browser. Programs and the pages' own
requests get JSON (``lammer.server.http.error_responses``)."""

from collections.abc import Mapping
from html import escape
from typing import Any

from lammer.server.http.pages.html import PageFrame, page

_TITLES = {
    400: "This request cannot be answered",
    404: "There is no such page",
    405: "There is no such page",
    429: "One moment, please",
    500: "Something went wrong here",
    503: "The house cannot look this up now",
}
_WAYS = {
    404: "The address is not right, or what was there is gone. The tables, your history, the odds "
    "and the law are all linked above.",
    405: "Go there by a link of the house's pages.",
    429: "You asked for a lot in a short time. Wait a few seconds, then try again.",
    500: "Try again. Chips and bets are safe: nothing is done by halves.",
    503: "Try again in a moment. Chips and bets are safe: nothing is done by halves.",
}
_PASSING = (429, 500, 503)
"""Statuses after which a later attempt may succeed."""


def wants_page(scope: Mapping[str, Any]) -> bool:
    """True if somebody opens a page: a GET that prefers HTML, outside the API.

    >>> html = [(b"accept", b"text/html,application/xhtml+xml,*/*;q=0.8")]
    >>> [wants_page({"method": "GET", "path": each, "headers": html})
    ...  for each in ("/none", "/api/v1/none", "/static/none.js")]
    [True, False, False]
    """
    if scope["method"] != "GET" or scope["path"].startswith(("/api/", "/static/")):
        return False
    accepted = b",".join(value for name, value in scope["headers"] if name == b"accept")
    return accepted.split(b",")[0].partition(b";")[0].strip() == b"text/html"


def error_page(frame: PageFrame, status: int, error: Mapping[str, Any], number: str = "") -> str:
    """Return the page of an error: what is wrong, what to do, and links to continue. ``number`` is
    the request's, by which whoever runs the house finds it in the log."""
    title = _TITLES.get(status, "This did not work")
    way = _WAYS.get(status, error.get("instead", ""))
    detail = error["detail"] if status not in (404, 405) else ""
    parts = [f'<section class="failed">\n<h1>{escape(title)}</h1>\n']
    parts += [f"<p>{escape(each)}</p>\n" for each in (detail, way) if each]
    if status == 500 and number:
        parts.append(
            "<p>If it happens again, tell whoever runs the house this number: "
            f"<code>{escape(number)}</code></p>\n"
        )
    again = '<a class="button main" href="">Try again</a>\n' if status in _PASSING else ""
    tables = f'<a class="button" href="{frame.at("/")}">To the tables</a>'
    parts.append(f'<p class="row">{again}{tables}</p>\n</section>\n')
    return page(frame, title, parts)
