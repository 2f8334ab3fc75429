"""Habits that a reader can count on, checked by reading the source."""

import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = sorted((ROOT / "src").rglob("*.py"))

DECIDING = ("core", "games", "ledger", "table", "audit", "instruments")
_EVENTS = "click|change|input|submit|toggle|load|error|focus|blur|key|pointer|mouse|touch"
UNTIDY = {
    "more than 100 columns": re.compile(r".{101}"),
    "a tab": re.compile(r"\t"),
    "a blank at the end": re.compile(r"\s$"),
    "a note to the console": re.compile(r"\bconsole\."),
    "markup out of text": re.compile(
        r"\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser)\b"
        r"|document\.write"
    ),
    "a program out of text": re.compile(
        r"\beval\(|\bnew Function\b|\bset(Timeout|Interval)\([\"'`]|javascript:"
    ),
    "a handler inline": re.compile(rf"\bon({_EVENTS})"),
    "a type that is not checked": re.compile(
        r"@\w+ \{[^}]*\bany\b|: any\b|<any\b|\bany(?:\[\]|>)|=> any\b|@ts-(?:ignore|nocheck)"
    ),
}
"""What no line of a page has."""
PURE = (
    *("law", "core", "games", "house", "odds", "ledger", "table", "audit", "coverage"),
    "instruments",
)
OUTER = {"terminal": "cli", "sample": "sim", "acceptance": "fair"}
"""Modules and folders of a game or an instrument that belong to another layer, by name."""


def layer(path: Path) -> str:
    parts = path.relative_to(ROOT / "src" / "lammer").with_suffix("").parts
    if parts[0] in ("games", "instruments"):
        return next((OUTER[part] for part in parts if part in OUTER), parts[0])
    return parts[0] if len(parts) > 1 else ""


def pure_files() -> list[Path]:
    return [path for path in SOURCE if layer(path) in PURE]


def python_files(folder: str) -> list[Path]:
    return [path for path in (ROOT / folder).rglob("*.py") if "node_modules" not in path.parts]


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


def files_with(pattern: re.Pattern[str], files: Iterable[Path]) -> list[Path]:
    """Return the files in whose text a pattern occurs: the others need not be parsed."""
    return [path for path in files if pattern.search(text_of(path))]


def at(path: Path, node: ast.AST, what: str) -> str:
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}: {what}"


def floats(node: ast.AST) -> bool:
    if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
        return re.search(r"\.\d+f", ast.unparse(node.format_spec)) is not None
    number = isinstance(node, ast.Constant) and isinstance(node.value, float)
    return number or (isinstance(node, ast.Name) and node.id == "float")


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def reaches_out(node: ast.AST) -> bool:
    """Whether it does input or output, reads a clock or draws by chance."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        names = {alias.name for alias in node.names} | {getattr(node, "module", "") or ""}
        return bool(names & {"os", "random", "time", "secrets", "pathlib", "sys"})
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("open", "print", "input")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in ("now", "utcnow", "today")
    return False


_OF_THE_CLONE = re.compile(r"\b(docs|tests|tools|bench)/|\./(lammer|test)\b|\b[\w-]+\.md\b")
"""A file that whoever installed a wheel has not."""


def _remarks(path: Path) -> set[int]:
    """Return the strings that nobody is shown: docstrings, save those that a command's help is."""
    found: set[int] = set()
    for node in ast.walk(parsed(path)):
        shown = layer(path) == "cli" and isinstance(node, ast.FunctionDef)
        body = getattr(node, "body", None)
        if isinstance(body, list) and not shown:
            found |= {id(each.value) for each in body if isinstance(each, ast.Expr)}
    return found


def test_no_message_names_a_file_of_the_clone() -> None:
    found = []
    for path in files_with(_OF_THE_CLONE, SOURCE):
        remarks = _remarks(path)
        for node in ast.walk(parsed(path)):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and id(node) not in remarks and _OF_THE_CLONE.search(text):
                found.append(at(path, node, "a file of the clone"))
    texts = [each for end in ("txt", "strategy") for each in (ROOT / "src").rglob(f"*.{end}")]
    found += [str(each) for each in texts if _OF_THE_CLONE.search(each.read_text(encoding="utf-8"))]
    assert found == []


def test_no_float_below_the_command_line() -> None:
    possible = files_with(re.compile(r"float|\d[.eE]|[.]\d"), pure_files())
    found = [at(path, node, "a float") for path in possible for node in ast.walk(parsed(path))
             if floats(node)]  # fmt: skip
    assert found == []


def test_only_the_standard_library_below_the_command_line() -> None:
    allowed = {"lammer", *sys.stdlib_module_names}
    found = [
        at(path, node, f"imports {name}")
        for path in pure_files()
        for node in ast.walk(parsed(path))
        for name in imported(node)
        if name.partition(".")[0] not in allowed
    ]
    assert found == []


def test_the_core_does_no_io_and_has_no_clock_or_chance() -> None:
    deciding = [path for path in SOURCE if layer(path) in DECIDING]
    found = [at(path, node, ast.unparse(node)) for path in deciding
             for node in ast.walk(parsed(path)) if reaches_out(node)]  # fmt: skip
    assert found == []


def test_each_module_says_what_it_is() -> None:
    silent = [path for path in SOURCE if not text_of(path).startswith('"""')]
    assert [str(path) for path in silent if not ast.get_docstring(parsed(path))] == []


_TOP_CLASS = re.compile(r"^class ([A-Za-z]\w*)", re.MULTILINE)


def repeated_classes(modules: Iterable[str]) -> set[str]:
    """Names of public classes that more than one module defines at its top level."""
    named = Counter(name for text in modules for name in _TOP_CLASS.findall(text))
    return {name for name, count in named.items() if count > 1}


def test_a_public_class_name_occurs_once() -> None:
    """Also in the tests, so that a name means one thing wherever it is read."""
    trees = (
        *SOURCE,
        *(path for each in ("tests", "bench", "tools") for path in python_files(each)),
    )
    assert repeated_classes(map(text_of, trees)) == set()


def test_a_repeated_class_name_is_found() -> None:
    texts = ("class Bet: pass", "class Bet(int): pass\nclass _Own: pass", "class _Own: pass")
    assert repeated_classes(texts) == {"Bet"}


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("x = 1.5", floats),
        ("x: float = 1", floats),
        ('f"{x:.2f}"', floats),
        ("import os", reaches_out),
        ("from random import choice", reaches_out),
        ("print(x)", reaches_out),
        ("datetime.now()", reaches_out),
        ("from numpy import array", imported),
    ],
)
def test_what_does_not_belong_is_found(text: str, check: Callable[[ast.AST], object]) -> None:
    assert any(check(node) for node in ast.walk(ast.parse(text)))
    assert not any(check(node) for node in ast.walk(ast.parse('x = f"{y:>3}" + now(1)')))


def test_clauses_are_named_in_the_editions_alone() -> None:
    """A rule is written where its edition is; elsewhere only comments and examples name one."""
    named = re.compile(r"^(NJ11|NJ05|NJ01|NJ97|MD13)-\d")
    for path in files_with(re.compile(named.pattern.removeprefix("^")), SOURCE):
        if path.stem in ("nj2011", "nj2005", "md2013", "nj1997", "nj2001"):
            continue
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not named.match(node.value), f"{path}:{node.lineno} {node.value}"


def web_files() -> list[Path]:
    files = (ROOT / "src" / "lammer").rglob("*.*")
    return sorted(path for path in files if path.suffix in (".js", ".css", ".ts"))


def test_pages_are_tidy_and_make_no_markup_out_of_text() -> None:
    found = []
    for path in web_files():
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
            wrong = [what for what, pattern in UNTIDY.items() if pattern.search(line)]
            found += [f"{path.relative_to(ROOT)}:{number}: {what}" for what in wrong]
    assert found == []


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("x" * 101, "more than 100 columns"),
        ("\tlet x;", "a tab"),
        ("let x; ", "a blank at the end"),
        ("  console.log(x);", "a note to the console"),
        ("place.innerHTML = text;", "markup out of text"),
        ('place.insertAdjacentHTML("beforeend", text);', "markup out of text"),
        ("const x = eval(text);", "a program out of text"),
        ('const add = new Function("a", "b", "return a + b");', "a program out of text"),
        ('setTimeout("tick()", 10);', "a program out of text"),
        ("button.onclick = act;", "a handler inline"),
        ('button.setAttribute("onclick", "act()");', "a handler inline"),
        ("/** @param {any} line */", "a type that is not checked"),
        ("/** @type {Map<string, any[]>} */", "a type that is not checked"),
        ("  last(trial: any): string;", "a type that is not checked"),
        ("// @ts-ignore", "a type that is not checked"),
        ("/** Any other verb, of any seat. @param {Command} command */", None),
        ('h("button", { on: { click: act }, class: "one" }, "On", evaluate(online));', None),
    ],
)
def test_what_is_untidy_is_found(line: str, wrong: str | None) -> None:
    found = [what for what, pattern in UNTIDY.items() if pattern.search(line)]
    assert found == ([] if wrong is None else [wrong])


TYPED_RECORDS = ROOT / "tests" / "audit" / "typed"
"""Records as people and spreadsheets save them, in other encodings too."""


def test_text_files_are_tidy() -> None:
    ours = [each for each in ROOT.iterdir() if not each.name.startswith(".")]
    for path in (*ours, *(inside for each in ours for inside in each.rglob("*"))):
        if "node_modules" in path.parts:
            continue
        if path.suffix not in (".py", ".md", ".csv", ".toml", ".cases", ".edges", ".txt", ".sh"):
            continue
        if path.is_relative_to(TYPED_RECORDS):
            continue
        text = path.read_text(encoding="utf-8")
        assert not text or text.endswith("\n"), path
        assert "\t" not in text, path
        assert "\r" not in text, path


LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
_LOCKED = re.compile(
    r"^[a-z0-9.-]+==[^\s;]+( ; [^\\]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+$", re.MULTILINE
)
"""A requirement in a lock file: one version, and the hashes of its files."""


def test_lock_files_name_no_address_and_every_requirement_has_hashes() -> None:
    """An address would tie an install to one registry even where a mirror is configured."""
    assert [path.name for path in LOCKS] == ["run.txt", "test.txt", "uv.txt"]
    for path in LOCKS:
        text = path.read_text(encoding="utf-8")
        assert "://" not in text, path
        rest = re.sub(r"^#.*\n", "", _LOCKED.sub("", text), flags=re.MULTILINE)
        assert rest.strip() == "", path
    assert not (ROOT / "uv.lock").exists()


def test_the_lock_of_the_javascript_checks_names_no_address_and_has_hashes() -> None:
    locked = json.loads((ROOT / "tools/js/package-lock.json").read_text(encoding="utf-8"))
    packages = {name: each for name, each in locked["packages"].items() if name}
    assert packages
    for name, each in packages.items():
        assert each["integrity"].startswith("sha512-"), name
        assert "resolved" not in each, name
