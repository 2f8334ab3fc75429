"""Habits that a reader can count on, checked by reading the source."""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = sorted((ROOT / "src").rglob("*.py"))
DECIDING = ("core", "games", "ledger", "table", "audit")
PURE = ("law", "core", "games", "house", "odds", "ledger", "table", "audit", "coverage")


def layer(path: Path) -> str:
    parts = path.relative_to(ROOT / "src" / "lammer").parts
    return parts[0] if len(parts) > 1 else ""


def pure_files() -> list[Path]:
    return [path for path in SOURCE if layer(path) in PURE]


@pytest.mark.parametrize("path", pure_files(), ids=str)
def test_no_float_below_the_command_line(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), path
        assert not (isinstance(node, ast.Name) and node.id == "float"), f"{path}:{node.lineno}"
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
            spec = ast.unparse(node.format_spec)
            assert not re.search(r"\.\d+f", spec), f"{path}:{node.lineno} formats a float"


@pytest.mark.parametrize("path", pure_files(), ids=str)
def test_only_the_standard_library_below_the_command_line(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        for name in names:
            top = name.partition(".")[0]
            assert top == "lammer" or top in sys.stdlib_module_names, f"{path} imports {name}"


@pytest.mark.parametrize("path", [path for path in SOURCE if layer(path) in DECIDING], ids=str)
def test_the_core_does_no_io_and_has_no_clock_or_chance(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = {alias.name for alias in node.names} | {getattr(node, "module", "") or ""}
            assert not names & {"os", "random", "time", "secrets", "pathlib", "sys"}
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("open", "print", "input")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            assert node.func.attr not in ("now", "utcnow", "today"), f"{path}:{node.lineno}"


@pytest.mark.parametrize("path", SOURCE, ids=str)
def test_each_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path


def test_clauses_are_named_in_the_editions_alone() -> None:
    """A rule is written where its edition is; elsewhere only comments and examples name one."""
    named = re.compile(r"^(NJ11|NJ05|NJ01|NJ97|MD13)-\d")
    for path in SOURCE:
        if path.stem in ("nj2011", "nj2005", "md2013", "nj1997", "nj2001"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not named.match(node.value), f"{path}:{node.lineno} {node.value}"


def test_text_files_are_tidy() -> None:
    for path in ROOT.rglob("*"):
        if any(part.startswith(".") for part in path.relative_to(ROOT).parts):
            continue
        if path.suffix not in (".py", ".md", ".csv", ".toml", ".cases", ".edges", ".txt", ".sh"):
            continue
        text = path.read_text(encoding="utf-8")
        assert not text or text.endswith("\n"), path
        assert "\t" not in text, path
        assert "\r" not in text, path
