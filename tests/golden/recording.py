"""Everything the goldens hold fixed of the command line, computed with the program as it is.

``script`` and ``commands`` return texts; their digests are compared. What is in ``scripts/`` is
data, and never generated again.
"""

import json
import shlex
import shutil
from collections.abc import Iterable
from contextlib import chdir
from hashlib import sha256
from pathlib import Path

from tests.golden.program import run

HERE = Path(__file__).parent
SCRIPTS = [
    path
    for folder in ("", "custom")
    for path in sorted((HERE / "scripts" / folder).glob("*.jsonl"))
]
"""Those of games by custom come after the others."""
DIGESTS = HERE / "digests.json"
LOGS = HERE / "logs"
OUTPUTS = HERE / "outputs"
MOST_OUTPUT = 20_000
"""Characters of an output that is kept as text, so that a difference can be read."""

Texts = dict[str, str]


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def digests(texts: Texts) -> dict[str, str]:
    return {name: digest(text) for name, text in texts.items()}


def script(path: Path, folder: Path) -> Texts:
    """Play a script in ``folder``: its log (left there as NAME.log), both transcripts;
    of every fourth also the audit."""
    with chdir(folder):
        log = Path(f"{path.stem}.log")
        text = run(["replay", "-", "--log", log.name], path.read_bytes())
        said = run(["replay", "-", "--json"], path.read_bytes())
        found = {"log": log.read_text(encoding="utf-8"), "text": text, "json": said}
        if path in SCRIPTS[::4]:
            found["audit"] = run(["audit", log.name, "--json"])
        return found


def prepare(folder: Path) -> None:
    """Put what the commands read into ``folder``, but for the logs."""
    for path in (HERE / "files").iterdir():
        shutil.copy(path, folder)


def command(line: str, folder: Path) -> str:
    """Return the output of one command line."""
    line, _, typed = line.partition(" < ")
    with chdir(folder):
        return run(shlex.split(line), Path(typed).read_bytes() if typed else b"")


def commands(lines: Iterable[str], folder: Path) -> Texts:
    return {line: command(line, folder) for line in lines}


def logs_needed(lines: Iterable[str]) -> list[Path]:
    """The scripts whose logs the command lines read."""
    words = {word for line in lines for word in line.split()}
    return [path for path in SCRIPTS if f"{path.stem}.log" in words]


def file_of(line: str) -> Path:
    """Where the output of a command line is kept, if it is short."""
    letters = "".join(each if each.isalnum() else "-" for each in line)
    while "--" in letters:
        letters = letters.replace("--", "-")
    return OUTPUTS / f"{letters.strip('-')[:100]}.txt"


def recorded() -> dict[str, dict[str, dict[str, str]]]:
    found: dict[str, dict[str, dict[str, str]]] = json.loads(DIGESTS.read_text(encoding="utf-8"))
    return found


def open_digest(rules: str, game: str, folder: Path) -> str:
    """Return the digest that a table of this rule set and game writes into its log."""
    log = f"open-{rules}-{game}.log"
    opening = json.dumps({"do": "open", "rules": rules, "game": game}).encode()
    with chdir(folder):
        run(["replay", "-", "--log", log], opening)
        first = Path(log).read_text(encoding="utf-8").splitlines()[0]
    found: str = json.loads(first)["body"]["digest"]
    return found
