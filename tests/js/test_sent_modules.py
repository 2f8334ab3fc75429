"""Modules are sent without comments: they are the same programs, line by line."""

import json
import subprocess
from pathlib import Path

from lammer.server.assets import asset_at
from tests.js.node import NODE

SOURCE = Path(__file__).parents[2] / "src" / "lammer"
PARSE = """
  import { readFileSync } from "node:fs";
  import { SourceTextModule } from "node:vm";
  const found = Object.entries(JSON.parse(readFileSync(0, "utf-8"))).filter(([, text]) => {
    try { new SourceTextModule(text); return false; } catch { return true; }
  });
  process.stdout.write(JSON.stringify(found.map(([name]) => name)));
"""


def modules() -> dict[str, tuple[str, str]]:
    """Every module: as it is written and as it is sent."""
    found = {}
    for path in SOURCE.rglob("web/**/*.js"):
        name = path.relative_to(SOURCE).as_posix()
        sent = asset_at(name)
        assert sent is not None, name
        found[name] = (path.read_text(encoding="utf-8"), sent.content.decode())
    return found


def test_only_comments_are_left_out() -> None:
    for name, (written, sent) in modules().items():
        inside = False
        lines = zip(written.split("\n"), sent.split("\n"), strict=True)
        for number, (before, after) in enumerate(lines, 1):
            stripped = before.strip()
            begins = stripped.startswith("/*") and ("*/" not in stripped or stripped.endswith("*/"))
            comment = inside or begins or stripped.startswith("//")
            inside = (inside or begins) and "*/" not in stripped
            assert after == ("" if comment else before), f"{name}:{number}"


def test_every_module_can_be_parsed_as_it_is_sent() -> None:
    sent = {name: texts[1] for name, texts in modules().items()}
    ran = subprocess.run(
        [*NODE, "--experimental-vm-modules", "--no-warnings", "--input-type=module", "-e", PARSE],
        input=json.dumps(sent), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(ran.stdout) == []
    assert len(sent) > 50
