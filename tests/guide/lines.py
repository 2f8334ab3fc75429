"""Reads a plain line back: what it says of each outcome, from its words alone.

Nothing here knows a wager's machine or how the lines are made. ``says`` gives, for a line, the
context of the game and an outcome, what becomes of the bet: "wins", "loses", "returned", "goes on"
(the bet moves or counts something) or "stays".
"""

import re
from collections.abc import Callable
from typing import Any

Named = Callable[[str, str, Any], bool]
"""Whether a phrase ("a hard 8", "if the Player's Hand wins") is true of an outcome in a context."""

_NUMBERS = r"(?P<{}>[^.;]+?)"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"(?<!P)<(\w+)>", lambda m: _NUMBERS.format(m[1]), text))


_BEFORE = _pattern(r"Wins (?!once)<wins> before <loses>\.(?: Returned <back>\.)?")
_NEXT = _pattern(
    r"Wins <wins>(?: in the next \w+)?(?:, for the \w+ that is on it)?"
    r"(?:; loses half <half>)?; anything else loses\."
)
_THREE = _pattern(r"Wins <wins>(?: in the next \w+)?; loses <loses>; returned <back>\.")
_GOES = _pattern(
    r"Wins <wins>; then on (?P<then>.+) before (?P<before>.+?)\. Loses <loses>\."
    r"(?: Returned <back>\.)?"
)
_ONCE = _pattern(
    r"(?:Has <has>\. )?Wins once <wanted> (?:has come|have come|have all come)(?: as well)? "
    r"before <loses>\."
)
_COUNTS = _pattern(
    r"(?:Has <has>\. )?(?:Begins after the next \w+ made, then c|C)ounts "
    r"(?P<kind>\w+)s made \(<wanted>\), each once, until <until>; wins "
    r"with (?P<least>\d+) or more\."
)
_ALL = _pattern(r"Has <has>\. Wins (?!once)<until>\.")
_WITH = re.compile(r"Goes with the (?P<base>.+): wins when it wins, and loses when it loses\.")
_OFF = _pattern(r" Off on <when>(?:; returned <back> then)?\.$")


_SAID = (("wins", "wins"), ("loses", "loses"), ("half", "loses half"), ("back", "returned"))


def listed(words: str) -> list[str]:
    """The things in "2, 3 or 12"."""
    return re.split(r", | or | and ", words.removeprefix("on "))


class Line:
    """What one line says. ``named`` are the game's words."""

    def __init__(self, text: str, named: Named) -> None:
        self.named, self.whole = named, text
        self.off = _OFF.search(text)
        body = text[: self.off.start()] if self.off else text
        patterns = (_GOES, _BEFORE, _THREE, _NEXT, _ONCE, _COUNTS, _ALL, _WITH)
        found = [match for each in patterns if (match := each.fullmatch(body))]
        assert len(found) == 1, f"not one reading: {text!r}"
        self.body = found[0]

    @property
    def base(self) -> str | None:
        """The name of the bet that this one goes with, if the line says no more than that."""
        return self.body["base"] if self.body.re is _WITH else None

    def _is(self, words: str | None, context: str, outcome: Any) -> bool:
        return words is not None and any(
            self.named(each, context, outcome) for each in listed(words)
        )

    def says(self, context: str, outcome: Any) -> str:
        if self.off and self._is(self.off["when"], context, outcome):
            return "returned" if self._is(self.off["back"], context, outcome) else "stays"
        told = self.body.groupdict()
        if self.body.re in (_ONCE, _COUNTS, _ALL):
            return self._gathering(told, context, outcome)
        for key, becomes in _SAID:
            if self._is(told.get(key), context, outcome):
                return becomes
        return {_NEXT: "loses", _GOES: "goes on"}.get(self.body.re, "stays")

    def _gathering(self, told: dict[str, str | None], context: str, outcome: Any) -> str:
        ends = told.get("loses") or told.get("until")
        has = listed(told.get("has") or "") if told.get("has") else []
        if self._is(ends, context, outcome):
            enough = self.body.re is _ALL or len(has) >= int(told.get("least") or 1000)
            return "wins" if enough else "loses"
        wanted = listed(told["wanted"] or "") if "wanted" in told else []
        kind = f"the {told['kind']} " if told.get("kind") else ""
        if any(self.named(f"{kind}{each}", context, outcome) for each in wanted):
            last = self.body.re is _ONCE and len(wanted) == 1
            return "wins" if last else "goes on"
        return "stays"

    def decided_there(self, number: str, context: str, outcome: Any) -> str:
        """What the line says of a bet that has gone to a number."""
        numbers = {"the point": number, "its number": number}
        then, before = (listed(self.body[key]) for key in ("then", "before"))
        for words, becomes in ((then, "wins"), (before, "loses")):
            if any(self.named(numbers.get(each, each), context, outcome) for each in words):
                return becomes
        return "stays"
