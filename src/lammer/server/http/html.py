"""What every HTML page begins with: its head, and the links at the top."""

from collections.abc import Iterable
from html import escape

HEAD = (
    '<head>\n<meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    '<link rel="icon" href="/static/web/icon.svg" type="image/svg+xml">\n'
)

_NAV = (
    ("/", "Tables"),
    ("/history", "History"),
    ("/odds", "Odds"),
    ("/law", "Law"),
    ("/school", "School"),
    ("/floor", "Floor"),
)


def _link(href: str, word: str, here: bool) -> str:
    current = ' aria-current="page"' if here else ""
    staff = ' id="to-floor" hidden' if href == "/floor" else ""
    return f'<a href="{href}"{current}{staff}>{word}</a>'


def top(house: str, under: str = "") -> str:
    """Return the links at the top of a page; ``under`` is the one that leads here."""
    links = "".join(_link(href, word, href == under) for href, word in _NAV)
    return (
        '<a class="skip" href="#main">To the content</a>\n<header class="top">'
        f'<a class="brand" href="/">{escape(house)}</a><nav aria-label="Pages">{links}</nav>'
        '<div class="who" id="who"></div></header>\n'
    )


def page(house: str, title: str, parts: Iterable[str]) -> str:
    """Return a page that is complete as it is sent."""
    return (
        f'<!doctype html>\n<html lang="en">\n{HEAD}'
        f"<title>{escape(title)} - {escape(house)}</title>\n"
        '<link rel="stylesheet" href="/static/web/css/base.css">\n'
        f'</head>\n<body>\n{top(house)}<main id="main" tabindex="-1">\n'
        f"{''.join(parts)}</main>\n</body>\n</html>\n"
    )
