"""Where the path of a request leads: below the path of the house, and below the name of a process.

A proxy may pass on the path of the house or take it off; the house answers to both. Below
``/p/NAME/`` the process of that name answers, and no other.
"""

import re
from collections.abc import MutableMapping
from typing import Any

from lammer.server.errors import Refused

PROCESS = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
"""What a process may be called."""
BASE = re.compile(r"(?:/[A-Za-z0-9_.~-]+)+")
"""A path below which a house may be reached."""
TAKEN = frozenset(("api", "p", "static"))
"""First parts of the house's own addresses, with which its path may not begin."""
BY_NAME = "lammer_process"
"""The key in a scope that is true if the request came below the path of this process."""
_PROCESS_PATH = re.compile(rf"/p/({PROCESS.pattern})(/.*|)")


def process_path(name: str) -> str:
    """Return the path below which a process answers, from the path of the house.

    >>> process_path("a")
    '/p/a/'
    """
    return f"/p/{name}/"


def path_within(path: str, base: str, process: str | None) -> str:
    """Return a path as the house's routes have it; that of another process stays as it is.

    >>> [path_within(each, "/games", "a")
    ...  for each in ("/games/law", "/law", "/games", "/games/p/a/law", "/p/b/law")]
    ['/law', '/law', '/', '/law', '/p/b/law']
    """
    if base and (path == base or path.startswith(f"{base}/")):
        path = path[len(base) :] or "/"
    found = _PROCESS_PATH.fullmatch(path)
    if found is not None and found[1] == process:
        return found[2] or "/"
    return path


def check_process(path: str) -> None:
    """Refuse a path of another process, which ``path_within`` left as it is."""
    found = _PROCESS_PATH.fullmatch(path)
    if found is not None:
        detail = f"This is not the process {found[1]}."
        instead = f"Let the proxy pass on {process_path(found[1])} to that process."
        raise Refused("wrong-process", detail, 421, instead=instead)


class PathApp:
    """Passes requests on with the path that the house's routes have."""

    def __init__(self, inner: Any, base: str, process: str | None) -> None:
        self._inner, self._base, self._process = inner, base, process

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        asked = path_within(scope["path"], self._base, None)
        path = path_within(asked, "", self._process)
        scope = {**scope, "path": path, BY_NAME: path != asked}
        await self._inner(scope, receive, send)
