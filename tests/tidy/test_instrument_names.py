"""Instruments and games are named in their own folders, and nowhere else but where listed."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "lammer"
OWN = ("instruments", "games", "law")
NAMES = frozenset(("dice", "shaker", "shoe", "craps", "baccarat", "punto"))
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")

_HELP = "help texts give examples"
_CODE = "a code of refusals that the protocol has had since there were only dice"
EXCEPTIONS: dict[str, str] = {
    "cli/acceptance.py": _HELP,
    "cli/app.py": _HELP,
    "cli/fair.py": _HELP,
    "cli/odds.py": "options that one game has, and what is said where it is another",
    "cli/play/session.py": _HELP,
    "cli/restore.py": _HELP,
    "cli/simulate.py": "the option --dice",
    "cli/support/options.py": _HELP,
    "cli/support/simulation.py": _HELP,
    "cli/support/simulation_options.py": _HELP,
    "cli/support/simulation_output.py": "dice stand for chance in what is said of a sample",
    "core/legality.py": _CODE,
    "core/procedure.py": "keys that the digest of every rule set has",
    "server/http/routes_rules.py": _HELP,
    "server/http/schemas.py": "a key of what is answered",
    "sim/report/html.py": "dice stand for chance in what is said of a sample",
    "sim/report/result.py": "a key of what is answered",
}
"""Files that name an instrument or a game, each with the reason. No code here asks which it is."""


def named(path: Path) -> frozenset[str]:
    """The instruments and games that a module names in its code: in names and in texts that are
    not docstrings. Comments and docstrings explain, and may name what they like."""
    return NAMES & {word.lower() for text in _texts(path) for word in _WORDS.findall(text)}


def _texts(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    explained = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in explained:
                yield text
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text):
                yield text
            case ast.FunctionDef(name=text) | ast.ClassDef(name=text):
                yield text
            case ast.keyword(arg=str(text)) | ast.alias(name=text):
                yield text


def test_instruments_and_games_are_named_in_their_own_folders() -> None:
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if path.relative_to(SOURCE).parts[0] not in OWN and named(path)
    }
    assert found - EXCEPTIONS.keys() == set(), "name no instrument or game here"
    assert EXCEPTIONS.keys() - found == set(), "take these off the list of exceptions"


def test_a_name_is_found_in_code_and_not_in_its_explanation(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('"""Of dice."""\nx = 1  # a shoe\n\n\ndef f():\n    """A shaker."""\n')
    assert named(module) == set()
    module.write_text('from a import ShakerThing\nkey = "accept-shoe"\nself.new_dice = 1\n')
    assert named(module) == {"shaker", "shoe", "dice"}


def test_the_rules_of_instruments_import_nothing_above_the_table() -> None:
    above = (
        "lammer.audit",
        "lammer.fair",
        "lammer.sim",
        "lammer.store",
        "lammer.server",
        "lammer.cli",
    )
    chance = ("random", "secrets", "time", "os")
    for path in SOURCE.glob("instruments/*/rules.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = {
            name
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in (getattr(node, "module", None) or "", *(each.name for each in node.names))
        }
        assert not [name for name in imported if name.startswith(above) or name in chance], path
        floats = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
        assert not any(isinstance(node.value, float) for node in floats), path
