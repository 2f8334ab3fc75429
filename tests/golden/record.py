"""Record the goldens again: ``python -m tests.golden.record``.

Allowed only where a change of behaviour is intended and described in the changelog; the difference
of ``outputs/`` and ``logs/`` in the commit is then what a reviewer reads. A refactoring never
records. ``--protocol`` also records ``protocol.json``; ``--store`` makes ``store.sqlite.gz`` with
the server as it is. An old store is worth keeping: make a new one only if the old one was never
released.
"""

import json
import sys
import tempfile
from pathlib import Path

from tests.golden.commands import COMMANDS, EVERY
from tests.golden.recording import (
    DIGESTS,
    LOGS,
    MOST_OUTPUT,
    OUTPUTS,
    SCRIPTS,
    commands,
    digests,
    file_of,
    open_digest,
    prepare,
    script,
)

KEPT_WHOLE = 10
"""The log of every tenth script is kept as text, and of each long one of a game by custom; of the
others, the digest."""


def record_command_line() -> None:
    for folder in (LOGS, OUTPUTS):
        folder.mkdir(exist_ok=True)
        for path in folder.iterdir():
            path.unlink()
    scripts: dict[str, dict[str, str]] = {}
    outputs: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        for index, path in enumerate(SCRIPTS):
            texts = script(path, folder)
            scripts[path.stem] = digests(texts)
            custom = path.parent.name == "custom" and path.stem.startswith("long-")
            if index % KEPT_WHOLE == 0 or custom:
                (LOGS / f"{path.stem}.log").write_text(texts["log"], encoding="utf-8")
        for group, lines in COMMANDS.items():
            texts = commands(lines, folder)
            outputs[group] = digests(texts)
            for line, text in texts.items():
                if len(text) <= MOST_OUTPUT:
                    file_of(line).write_text(text, encoding="utf-8")
        rules = rule_digests(folder)
    found = {"rules": {"digest": rules}, "scripts": scripts, "commands": outputs}
    DIGESTS.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def rule_digests(folder: Path) -> dict[str, str]:
    """The digest of each rule set and game, as the head of a log has it."""
    return {
        f"{rules}/{game}": open_digest(rules, game, folder)
        for rules, games in EVERY.items()
        for game in games
    }


if __name__ == "__main__":
    record_command_line()
    if "--protocol" in sys.argv:
        from tests.golden import protocol

        protocol.record()
    if "--store" in sys.argv:
        from tests.golden import store

        store.record()
