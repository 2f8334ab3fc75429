"""What every HTML page begins with: its head, and the links at the top."""

from collections.abc import Iterable
from html import escape
from typing import NamedTuple


class PageFrame(NamedTuple):
    """What all pages of a house have: its name, and the path below which it is reached, "" at the
    root of its host."""

    house: str
    base: str = ""

    def at(self, path: str) -> str:
        """Return the address of a path of the house.

        >>> PageFrame("Lammer", "/games").at("/static/web/icon.svg")
        '/games/static/web/icon.svg'
        """
        return f"{self.base}{path}"

    @property
    def head(self) -> str:
        return (
            '<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<link rel="icon" href="{self.at("/static/web/icon.svg")}" type="image/svg+xml">\n'
        )


_NAV = (
    ("/", "Tables"),
    ("/history", "History"),
    ("/odds", "Odds"),
    ("/law", "Law"),
    ("/lab", "Lab"),
    ("/school", "School"),
    ("/floor", "Floor"),
)


def _link(frame: PageFrame, href: str, word: str, here: bool) -> str:
    current = ' aria-current="page"' if here else ""
    staff = ' id="to-floor" hidden' if href == "/floor" else ""
    return f'<a href="{frame.at(href)}"{current}{staff}>{word}</a>'


def top(frame: PageFrame, under: str = "") -> str:
    """Return the links at the top of a page; ``under`` is the one that leads here."""
    links = "".join(_link(frame, href, word, href == under) for href, word in _NAV)
    return (
        '<a class="skip" href="#main">To the content</a>\n<header class="top">'
        f'<a class="brand" href="{frame.at("/")}">{escape(frame.house)}</a>'
        f'<nav aria-label="Pages">{links}</nav>'
        '<div class="who" id="who"></div></header>\n'
    )


def page(frame: PageFrame, title: str, parts: Iterable[str]) -> str:
    """Return a page that is complete as it is sent."""
    return (
        f'<!doctype html>\n<html lang="en">\n{frame.head}'
        f"<title>{escape(title)} - {escape(frame.house)}</title>\n"
        f'<link rel="stylesheet" href="{frame.at("/static/web/css/base.css")}">\n'
        f'</head>\n<body>\n{top(frame)}<main id="main" tabindex="-1">\n'
        f"{''.join(parts)}</main>\n</body>\n</html>\n"
    )
