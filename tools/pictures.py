"""Draws the pictures of the README from what the commands really print.

Run: .venv/bin/python tools/pictures.py
"""

import os
import subprocess
import sys
import tempfile
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parents[1]
WIDTH = 104
HOUSE = 'rules = "nj-2011"\ngame = "mini-craps"\nvig_rate = "6%"\nfire = "A"\n'

# A plain window, with the reader's own monospaced font: nothing is fetched to look at it.
SVG = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>
<rect width="100%" height="100%" rx="8" fill="#12241c"/>
<g transform="translate({terminal_x}, 18)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""


def run(*arguments: str) -> list[str]:
    ran = subprocess.run(
        [str(ROOT / "lammer"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": str(WIDTH)},
    )
    return (ran.stdout + ran.stderr).splitlines()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        house = Path(folder) / "my-house.toml"
        house.write_text(HOUSE, encoding="utf-8")
        sheet = run("odds", "nj-2011")
        check = [line.replace(f"{folder}/", "") for line in run("check", str(house))]
    console = Console(record=True, width=WIDTH, file=StringIO(), color_system="truecolor")
    console.print(Text("$ ./lammer odds nj-2011", style="bold #f2d98b"))
    end = next(at for at, line in enumerate(sheet) if line.startswith("edge:"))
    for line in (*sheet[:15], "...", *sheet[end - 9 : end - 1]):
        heading = line and not line.startswith(" ") and "NJ11" not in line
        console.print(Text(line, style="bold #ffffff" if heading else "#cfe3d8"))
    console.print()
    console.print(Text("$ ./lammer check my-house.toml", style="bold #f2d98b"))
    for line in check:
        console.print(Text(line, style="#cfe3d8" if line.startswith(" ") else "bold #ffffff"))
    svg = console.export_svg(title="", code_format=SVG)
    path = ROOT / "docs" / "images" / "sheet.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(svg, encoding="utf-8")
    sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
