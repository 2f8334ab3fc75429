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


# A hand of play: what is typed, on these dice.
SEED = "17908"
TYPED = ("pass 10", "6 for 10", "roll", "odds 20", "8 for 12", "down on pass", "roll", "quit")
# Two coups out of this shoe, and the roads of them.
SHOE = "33"
COUPS = ("banker 20", "deal", "banker 20", "tie 5", "deal", "quit")


def run(*arguments: str, typed: str | None = None) -> list[str]:
    ran = subprocess.run(
        [str(ROOT / "lammer"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        input=typed,
        env={**os.environ, "COLUMNS": str(WIDTH)},
    )
    return (ran.stdout + ran.stderr).splitlines()


def sheet() -> Console:
    """The odds sheet, and a house file that is refused."""
    with tempfile.TemporaryDirectory() as folder:
        house = Path(folder) / "my-house.toml"
        house.write_text(HOUSE, encoding="utf-8")
        odds = run("odds", "nj-2011")
        check = [line.replace(f"{folder}/", "") for line in run("check", str(house))]
    console = screen()
    console.print(Text("$ ./lammer odds nj-2011", style="bold #f2d98b"))
    end = next(at for at, line in enumerate(odds) if line.startswith("edge:"))
    for line in (*odds[:15], "...", *odds[end - 9 : end - 1]):
        heading = line and not line.startswith(" ") and "NJ11" not in line
        console.print(Text(line, style="bold #ffffff" if heading else "#cfe3d8"))
    console.print()
    console.print(Text("$ ./lammer check my-house.toml", style="bold #f2d98b"))
    for line in check:
        console.print(Text(line, style="#cfe3d8" if line.startswith(" ") else "bold #ffffff"))
    return console


def play() -> Console:
    """A few minutes at a table."""
    return sitting(f"play --seed {SEED} --neighbours 2", TYPED)


def shoe() -> Console:
    """Two coups of punto banco."""
    return sitting(f"play --rules nj-2001 --seed {SHOE} --neighbours 1", COUPS)


def simulate() -> Console:
    """Three strategies side by side, then one in full."""
    console = screen()
    for command in (
        "compare-strategies pass-odds-2x iron-cross three-point-molly",
        "simulate iron-cross",
    ):
        console.print(Text(f"$ ./lammer {command}", style="bold #f2d98b"))
        said = run(*command.split())
        start = next(at for at, line in enumerate(said) if "mean final" in line) - 1
        for line in said[start:] if command.startswith("comp") else said[:-1]:
            heading = line and not line.startswith(" ") and "  " not in line
            console.print(Text(line, style="bold #ffffff" if heading else "#cfe3d8"))
        console.print()
    return console


def sitting(command: str, lines: tuple[str, ...]) -> Console:
    typed = "".join(f"{line}\n" for line in lines)
    console = screen()
    console.print(Text(f"$ ./lammer {command}", style="bold #f2d98b"))
    said = run(*command.split(), "--no-log", typed=typed)
    first = next(at for at, line in enumerate(said) if f"> {lines[0]}" in line)
    for line in said[first:-1]:
        prompt, mark, words = line.partition("> ")
        if mark and prompt.startswith("$"):
            console.print(Text(f"{prompt}> ", style="#8fb3a1") + Text(words, style="bold #ffffff"))
        else:
            console.print(Text(line, style="#cfe3d8"))
    return console


def screen() -> Console:
    return Console(record=True, width=WIDTH, file=StringIO(), color_system="truecolor")


def main() -> None:
    folder = ROOT / "docs" / "images"
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in (
        ("play", play),
        ("shoe", shoe),
        ("sheet", sheet),
        ("simulate", simulate),
    ):
        path = folder / f"{name}.svg"
        path.write_text(draw().export_svg(title="", code_format=SVG), encoding="utf-8")
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
