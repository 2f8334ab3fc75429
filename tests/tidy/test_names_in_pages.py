"""The pages ask a game's module and an instrument's, and name neither."""

import re
from importlib import import_module
from pathlib import Path

from lammer.games import RULESETS
from lammer.instruments import INSTRUMENTS

WEB = Path(__file__).parents[2] / "src" / "lammer" / "web"


def names() -> set[str]:
    """Every game, the folder of each, and every instrument."""
    folders = {module.split(".")[-2] for module in RULESETS.values()}
    games = {game for module in RULESETS.values() for game in import_module(module).EDITION.games}
    return folders | games | set(INSTRUMENTS)


def test_no_page_names_a_game_or_an_instrument() -> None:
    spelled = "|".join(re.sub("[-_]", "[-_ ]?", name) for name in sorted(names()))
    found = {
        path.relative_to(WEB).as_posix()
        for path in (*WEB.rglob("*.js"), *WEB.rglob("*.d.ts"), *WEB.rglob("*.css"))
        if re.search(rf"(?<!in)(?:{spelled})", path.read_text(encoding="utf-8"), re.IGNORECASE)
    }
    assert found == set()
