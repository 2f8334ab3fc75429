"""Instruments and games are named in their own folders, and nowhere else but where listed; so are
ideas that only one game has."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path

from lammer.core.procedure import Procedure
from lammer.games import RULESETS
from lammer.instruments import INSTRUMENTS

SOURCE = Path(__file__).parents[2] / "src" / "lammer"
_ORDINARY = frozenset(("mini", "automated", "big", "six"))
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")

_HELP = "help texts give examples"
_DICE = "the option --dice, and the parameter of that name"
_HAND = "a property of the hand that Python functions are given"
_CODE = "a code of refusals that the protocol has had since there were only dice"
EXCEPTIONS: dict[str, str] = {
    "cli/compare_strategies.py": _DICE,
    "cli/simulate.py": _DICE,
    "cli/support/simulation/options.py": _DICE,
    "core/legality.py": _CODE,
    "core/procedure.py": "keys that the digest of every rule set has",
    "games/registry.py": "the list of games",
    "instruments/__init__.py": "the list of instruments",
    "instruments/dice/resting_position.py": "where shaken dice lie, for whoever draws it",
    "instruments/dice/rules.py": "the actor of a roll where nobody throws, in log lines",
    "server/http/routes/rules.py": _HELP,
    "server/http/schemas/rules.py": "a key of what is answered",
    "sim/api.py": _DICE,
    "sim/report/result.py": "a key of what is answered",
}
"""Files that name an instrument or a game, each with the reason. No code here asks which it is."""


CONCEPTS = re.compile(r"puck|shooter|swept|come[-_]?out", re.IGNORECASE)
"""Ideas of craps. What a text of any game could say has a neutral name (``core/procedure.py``)."""
CONCEPT_EXCEPTIONS: dict[str, str] = {
    "api.py": "a property of the public class",
    "cli/odds.py": "the option --hand-length, which only games with such a hand have",
    "core/legality.py": _CODE,
    "core/ruleset.py": "a field of Cycle; names of fields are part of digests",
    "instruments/dice/events.py": "a key of log lines",
    "instruments/dice/record.py": "an entry of records",
    "instruments/dice/rules.py": "a shooter is who throws dice, in every game",
    "odds/hand.py": "says which games have no such hand",
    "server/catalogue.py": "a key of the protocol",
    "server/http/schemas/rules.py": "a key of the protocol",
    "sim/model/memory.py": "words of the strategy language",
    "sim/play/function_hand.py": _HAND,
    "sim/play/function_table.py": _HAND,
    "sim/play/on_table.py": _HAND,
    "sim/strategy/parts.py": "words of the strategy language",
    "sim/strategy/text.py": "words of the strategy language",
    "table/state.py": "a key of snapshots",
    "table/views/public.py": "a key of the protocol",
}
"""Files outside the folder of craps that name one of its ideas, each with the reason."""


def _words(*names: str) -> frozenset[str]:
    """The words of names that tell them from others: "mini-dice" is told by "dice", "big-six" only
    by both words together."""
    split = [re.split("[-_]", name) for name in names]
    told = {word for words in split for word in words if word not in _ORDINARY}
    return frozenset(told | {" ".join(words) for words in split if _ORDINARY.issuperset(words)})


@cache
def own_names() -> dict[str, frozenset[str]]:
    """The folder of each game and instrument, with the names that it may use: its own, those of
    the instruments of a game, and for the shaker and the dome those of what is in them."""
    own = {f"instruments/{key}": _words(key) for key in INSTRUMENTS}
    own["instruments/shaker"] |= own["instruments/dice"]
    own["instruments/dome"] |= own["instruments/shaker"]
    for module in RULESETS.values():
        edition = import_module(module).EDITION
        folder = module.split(".")[-2]
        procedures: list[Procedure] = list(edition.procedures.values())
        things = frozenset(each.trial.thing for each in procedures)
        words = _words(folder, *edition.games).union(
            *(own[f"instruments/{thing}"] for thing in things)
        )
        own[f"games/{folder}"] = own.get(f"games/{folder}", frozenset()) | words
    return own


def names() -> frozenset[str]:
    return frozenset().union(*own_names().values())


@cache
def _any_name() -> re.Pattern[str]:
    """What a text has in it that names an instrument or a game, and may have otherwise."""
    return re.compile("|".join(word for name in names() for word in name.split()), re.IGNORECASE)


def named(path: Path) -> frozenset[str]:
    """The instruments and games that a module names in its code: in names and in texts that are
    not docstrings. Comments and docstrings explain, and may name what they like."""
    if not _any_name().search(path.read_text(encoding="utf-8")):
        return frozenset()
    texts = [[word.lower() for word in _WORDS.findall(text)] for text in _texts(path)]
    words = {word for text in texts for word in text}
    pairs = {" ".join(pair) for text in texts for pair in pairwise(text)}
    return names() & (words | pairs)


def foreign(path: Path) -> frozenset[str]:
    """Of those, the ones that are not of the folder it is in."""
    folder = "/".join(path.relative_to(SOURCE).parts[:2])
    return named(path) - own_names().get(folder, frozenset())


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
        if path.relative_to(SOURCE).parts[0] != "law" and foreign(path)
    }
    assert found - EXCEPTIONS.keys() == set(), "name no instrument or game here"
    assert EXCEPTIONS.keys() - found == set(), "take these off the list of exceptions"


def test_layers_are_checked_for_every_game_and_instrument() -> None:
    """Contracts that list modules of games or instruments leave none out."""
    settings = tomllib.loads((SOURCE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {each["name"]: each for each in settings["tool"]["importlinter"]["contracts"]}
    layers = {
        module
        for row in contracts["imports point downwards"]["layers"]
        for module in re.split(r"[\s:]+", row)
    }
    for part in ("sample", "drills"):
        found = {path.parent.name for path in SOURCE.glob(f"instruments/*/{part}.py")}
        assert {f"lammer.instruments.{key}.{part}" for key in found} <= layers
    editions = contracts["words and terminals of games are loaded by name only"]["source_modules"]
    assert set(RULESETS.values()) <= set(editions)


def test_ideas_of_craps_are_named_in_its_folder() -> None:
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if not path.is_relative_to(SOURCE / "games" / "craps")
        and CONCEPTS.search(path.read_text(encoding="utf-8"))
        and any(CONCEPTS.search(text) for text in _texts(path))
    }
    assert found - CONCEPT_EXCEPTIONS.keys() == set(), "give it a name that suits any game"
    assert CONCEPT_EXCEPTIONS.keys() - found == set(), "take these off the list of exceptions"


def test_names_come_from_the_registries() -> None:
    instruments = {"dice", "shaker", "dome", "shoe", "wheel"}
    games = {"craps", "baccarat", "punto", "banco", "minibaccarat", "roulette", "big six"}
    games |= {"sic", "bo"}
    assert names() == instruments | games
    assert "shoe" in own_names()["games/baccarat"]
    assert "dice" not in own_names()["games/baccarat"]
    assert "craps" not in own_names()["instruments/dice"]


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
