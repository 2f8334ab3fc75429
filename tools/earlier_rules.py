"""Add the rule sets as they are now to those that an audit knows by their digests.

Run ``python -m tools.earlier_rules`` before a release, and commit ``games/earlier.json``: a log
that a released version wrote can then be judged by every later one, which says what differs.
"""

import json
from importlib import import_module
from pathlib import Path

from lammer.core.rule_parts import rule_parts
from lammer.games.registry import RULESETS, load

FILE = Path(__file__).parents[1] / "src" / "lammer" / "games" / "earlier.json"


def present() -> dict[str, dict[str, str]]:
    """The parts of every rule set and game by its digest."""
    laws = [
        load(key, game)
        for key, module in RULESETS.items()
        for game in import_module(module).EDITION.games
    ]
    return {law.digest: rule_parts(law) for law in laws}


def main() -> None:
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    text = json.dumps(known | present(), indent=1, sort_keys=True)
    FILE.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
