"""The static files of the pages: those of ``lammer.web`` and of the ``web`` folder of every game
and instrument.

Addresses mirror the source tree, so that a relative import means the same in the browser and on
disk: ``src/lammer/games/craps/web/craps.js`` is ``/static/games/craps/web/craps.js`` and imports
``../../../web/js/lib/dom.js``.
"""

import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import PurePath
from posixpath import dirname, normpath
from typing import NamedTuple

from lammer.core.ruleset import Ruleset
from lammer.games import RULESETS
from lammer.instruments import INSTRUMENTS

_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_IMPORTED = re.compile(r'^(?:import|export)\s[^;()]*?\bfrom "(\.[^"]+)";', re.MULTILINE)


_COMMENT = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$", re.MULTILINE | re.DOTALL)


class Asset(NamedTuple):
    """A static file, its media type, and its digest for the ETag."""

    content: bytes
    kind: str
    digest: str


def without_comments(module: bytes) -> bytes:
    """Return a module as it is sent: without comments that have lines of their own, which are a
    third of it. Every other line keeps its number.

    >>> without_comments(b"/** A\\n * sum. */\\nlet a; // One.\\n// Two.\\n/** @type {X} */ let b;")
    b'\\n\\nlet a; // One.\\n\\n/** @type {X} */ let b;'
    """
    return _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), module)


@cache
def _files_in(package: str) -> dict[str, Asset]:
    """Return every file in the ``web`` folder of a package, by its path from there."""
    found: dict[str, Asset] = {}
    web = files(package) / "web"
    waiting = [("", each) for each in web.iterdir()] if web.is_dir() else []
    while waiting:
        before, entry = waiting.pop()
        name = f"{before}{entry.name}"
        if entry.is_dir():
            waiting += [(f"{name}/", each) for each in entry.iterdir()]
        elif (kind := _KINDS.get(PurePath(name).suffix)) is not None:
            content = entry.read_bytes()
            if name.endswith(".js"):
                content = without_comments(content)
            digest = sha256(content).hexdigest()[:16]
            found[name] = Asset(content, kind, digest)
    return found


def _packages() -> dict[str, str]:
    """Return the packages with static files, by their folder under ``/static/``."""
    games = {module.rpartition(".")[0] for module in RULESETS.values()}
    return {
        "": "lammer",
        **{f"games/{package.rpartition('.')[2]}/": package for package in games},
        **{f"instruments/{key}/": package for key, package in INSTRUMENTS.items()},
    }


def asset_at(path: str) -> Asset | None:
    """Return the file at a path under ``/static/``; None if there is none.

    >>> asset_at("web/css/base.css").kind, asset_at("web/__init__.py")
    ('text/css', None)
    """
    folder, _, name = f"/{path}".partition("/web/")
    package = _packages().get(f"{folder[1:]}/" if folder else "")
    return None if package is None else _files_in(package).get(name)


@cache
def modules_of(*scripts: str) -> tuple[str, ...]:
    """Return these modules and everything they import, directly or not. A page preloads them all,
    so that the browser need not discover them one after another.

    >>> modules_of("web/js/pages/compare.js")[:3]
    ('web/js/pages/compare.js', 'web/js/lib/api.js', 'web/js/lib/dom.js')
    """
    found = list(scripts)
    for name in found:  # ``found`` grows meanwhile.
        asset = asset_at(name)
        assert asset is not None, name
        paths = (
            normpath(f"{dirname(name)}/{each}")
            for each in _IMPORTED.findall(asset.content.decode())
        )
        found += [path for path in dict.fromkeys(paths) if path not in found]
    return tuple(found)


def felt_module(law: Ruleset) -> str | None:
    """Return the module that draws a game's layout: ``web/<game>.js`` in the game's folder; None if
    it has none.

    >>> from lammer.games import load
    >>> felt_module(load("nj-2011", "mini-craps"))
    'games/craps/web/mini-craps.js'
    """
    folder = RULESETS[law.key].split(".")[-2]
    path = f"games/{folder}/web/{law.game}.js"
    return path if asset_at(path) is not None else None


def game_drawing(law: Ruleset) -> str | None:
    """Return the small drawing of a game: ``web/<game>.svg`` in the game's folder; None if it has
    none.

    >>> from lammer.games import load
    >>> game_drawing(load("nj-2011"))
    'games/craps/web/craps.svg'
    """
    folder = RULESETS[law.key].split(".")[-2]
    path = f"games/{folder}/web/{law.game}.svg"
    return path if asset_at(path) is not None else None


def marker_module(law: Ruleset) -> str | None:
    """Return the module that shows the marker of a game's state, such as a puck: ``web/marker.js``
    in the game's folder; None if it has none.

    >>> from lammer.games import load
    >>> marker_module(load("nj-2011")), marker_module(load("nj-1997", "mini-dice"))
    ('games/craps/web/marker.js', None)
    """
    folder = RULESETS[law.key].split(".")[-2]
    path = f"games/{folder}/web/marker.js"
    return path if asset_at(path) is not None else None


def instrument_module(key: str) -> str | None:
    """Return the module by which pages show an instrument; None if it has none.

    >>> instrument_module("shoe")
    'instruments/shoe/web/instrument.js'
    """
    path = f"instruments/{key}/web/instrument.js"
    return path if asset_at(path) is not None else None


def address(path: str | None) -> str | None:
    return None if path is None else f"/static/{path}"
