"""Rule sets of earlier versions of Lammer, known by the digests that logs name.

``earlier.json`` has the parts of each (``core.rule_parts``), so that an audit can say which rules
differ. ``python -m tools.earlier_rules`` adds those of the present version.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from lammer.core.rule_parts import RuleChanges, changes, rule_parts
from lammer.core.ruleset import Ruleset

FILE = "earlier.json"


@cache
def earlier_rules() -> Mapping[str, Mapping[str, str]]:
    """Return the parts of each known rule set by its digest."""
    text = (files("lammer.games") / FILE).read_text(encoding="utf-8")
    found: Mapping[str, Mapping[str, str]] = json.loads(text)
    return found


def changes_since(digest: str, rules: Ruleset) -> RuleChanges | None:
    """Return what differs in a rule set since the version with this digest; None if that version is
    not known."""
    before = earlier_rules().get(digest)
    return None if before is None else changes(before, rule_parts(rules))
