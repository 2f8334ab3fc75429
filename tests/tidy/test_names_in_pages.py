"""The pages ask a game's module and an instrument's, and name neither."""

import re
from importlib import import_module
from pathlib import Path

from lammer.games import RULESETS
from lammer.instruments import INSTRUMENTS

JS = Path(__file__).parents[2] / "src" / "lammer" / "web" / "js"
ALLOWED = {
    "lib/api.js": "one word of the invented names of guests",
    "lib/fair.js": "the check of a seed is implemented a second time, so that a player need not "
    "trust the house",
    "table/text/board.js": "examples of what can be typed",
}
"""Files that name a game or an instrument, and why."""


def names() -> set[str]:
    """Every game, the folder of each, and every instrument."""
    folders = {module.split(".")[-2] for module in RULESETS.values()}
    games = {game for module in RULESETS.values() for game in import_module(module).EDITION.games}
    return folders | games | set(INSTRUMENTS)


def test_no_page_names_a_game_or_an_instrument() -> None:
    spelled = "|".join(re.sub("[-_]", "[-_ ]?", name) for name in sorted(names()))
    found = {
        path.relative_to(JS).as_posix()
        for path in JS.rglob("*.js")
        if re.search(rf"(?<!in)(?:{spelled})", path.read_text(encoding="utf-8"), re.IGNORECASE)
    }
    assert found == set(ALLOWED)
