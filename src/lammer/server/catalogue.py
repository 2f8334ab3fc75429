"""The wagers of a house as plain data, for whoever draws a layout or explains a spot.

Everything here is read off the rules: where a wager lies, what it pays, its exact edge, its
limits, when it may be made and by which clause, and how it is shown.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

from lammer.core.legality import control_words
from lammer.core.matters import MATTERS
from lammer.core.money import dollars
from lammer.core.numbers import (
    LONGEST_FRACTION,
    decimal,
    exact_and_decimal,
    share_words,
    short_percent,
)
from lammer.core.ruleset import EXPERIMENTAL_AREA, Ruleset
from lammer.core.wager import Behind, Collection, Wager
from lammer.games import RULESETS, load
from lammer.games.edition import Edition
from lammer.guide.document import either
from lammer.guide.first_hand import has_first_hand
from lammer.guide.wager_summary import wager_summary
from lammer.house import Elections, House, house
from lammer.house.house import odds_multiple, posted
from lammer.house.notices import inscriptions, rate_words, vigorish_words
from lammer.law import LATER, OUTSIDE_TITLE, OUTSIDE_WORDS, clauses, outside, reading
from lammer.odds.figure import Figure, figure, odds_alone, odds_win, pays_lines, pays_words
from lammer.server.assets import (
    address,
    felt_module,
    game_drawing,
    instrument_module,
    marker_module,
)
from lammer.table.bets.breakdown import parts_words
from lammer.table.rules import Rules
from lammer.table.views.crew import procedure_data
from lammer.table.views.legal import Range, posted_range
from lammer.table.views.results import listed

Data = dict[str, Any]


@cache
def usual_house(rules: str, game: str) -> House:
    """Return a house that elects nothing, the same each time."""
    return house(load(rules, game), Elections())


def rulesets() -> list[Data]:
    """Return every rule set and game that a table can be opened with.

    >>> rulesets()[0]["name"]
    'Craps, New Jersey 2011'
    """
    found = []
    for key, module in RULESETS.items():
        edition: Edition = import_module(module).EDITION
        for game in edition.games:
            here = usual_house(key, game)
            if here.rules.procedure is None:
                continue
            shown = {
                "about": edition.about.get(game, ""),
                "drawing": address(game_drawing(here.law)),
                "family": Rules(here).instrument.family,
                "noun": here.rules.procedure.trial.noun,
                "crewed": here.rules.procedure.trial.corrected is not None,
            }
            found.append({**_named(here.law), **shown, "wagers": len(here.rules.wagers)})
    return found


def _named(law: Ruleset) -> Data:
    place, _, citation = law.title.partition(", ")
    year, game = law.key.rpartition("-")[2], law.game.replace("-", " ").capitalize()
    text = f"{place} {year}" if year.isdigit() else place
    return {
        "rules": law.key,
        "game": law.game,
        "name": f"{game}, {text}",
        "citation": citation,
        "later": LATER.get(law.key, ""),
        "digest": law.digest,
        "instrument": _instrument(law),
        "puck": len(law.space.contexts) > 1,
        "marker": address(marker_module(law)),
        "first_hand": has_first_hand(law.key),
    }


def _instrument(law: Ruleset) -> Data | None:
    """Return the key of the instrument, the address of the module that shows it and what that must
    know of it; None if the rule set cannot be played."""
    if law.procedure is None:
        return None
    trial = law.procedure.trial
    seen = trial.instrument.page_data() if trial.instrument is not None else {}
    return {"key": trial.thing, "module": address(instrument_module(trial.thing)), **seen}


def catalogue(here: House) -> Data:
    """Return the layout of a house, with all data of each wager on it.

    >>> found = catalogue(usual_house("nj-1997", "mini-dice"))
    >>> found["thing"], found["trial"], found["areas"][1]["spots"][0]
    ('shaker', 'shake', {'spot': 'field', 'wagers': ['field']})
    >>> found["wagers"]["place-6"]["label"], found["wagers"]["place-6"]["pays"]
    ('6', [{'odds': '7 to 6'}])
    """
    rules = Rules(here)
    trial = rules.procedure.trial
    wagers = here.rules.wagers
    return {
        "format": 1,
        **_named(here.law),
        "felt": address(felt_module(here.law)),
        "thing": trial.thing,
        "trial": rules.instrument.verb,
        "noun": trial.noun,
        "seats": rules.procedure.seating.most,
        "pay_unit": rules.pay_unit,
        "odds": odds_words(here),
        "areas": list(_areas(here)),
        "inscriptions": [
            {"words": item["text"], "clauses": list(each.clauses)}
            for each in inscriptions(here)
            for item in each.items
        ],
        "wagers": {wager.key: _wager(rules, wager) for wager in wagers},
        "moved": dict(_moved(rules)),
        "law": {wager.cites[0].clause: _law(wager.cites[0].clause) for wager in wagers},
        "procedure": procedure_data(rules),
    }


def without_figures(found: Data) -> Data:
    """Return a catalogue as the pages load it: without figures that it also has in words, and
    without clauses, which are read one at a time."""
    wagers = {
        key: {name: value for name, value in wager.items() if name not in _FIGURES}
        for key, wager in found["wagers"].items()
    }
    return {**found, "wagers": wagers, "law": {}}


_FIGURES = frozenset(("edge", "limits", "multiples", "win", "win_on"))


def _areas(here: House) -> Iterator[Data]:
    """Yield the areas of the layout, each with its spots and the wagers there. A wager that is not
    offered, or that the house elected to make up of others, has no spot."""
    lying: dict[str, list[str]] = {}
    listed = here.equipped
    for wager in here.rules.wagers:
        if wager.breakdown == listed.wager(wager.key).breakdown:
            lying.setdefault(wager.spot, []).append(wager.key)
    for area in here.rules.layout:
        spots = [{"spot": s, "wagers": lying[s]} for s in area.spots if s in lying]
        if spots:
            apart = {"experimental": True} if area.title == EXPERIMENTAL_AREA else {}
            yield {"title": area.title, "spots": spots, **apart}


def _moved(rules: Rules) -> Iterator[tuple[str, Data]]:
    """Yield the names that bets have once they have moved, each with its wager and what people
    call it."""
    for name in sorted(rules.moved_names):
        found = rules.moved_wager(name)
        assert found is not None
        yield name, {"wager": found[0].key, "name": rules.words_for(name)}


def _law(id: str) -> Data:
    """Return a clause that defines wagers. The catalogue lists each once, because many wagers share
    it."""
    citation, words = clause_text(id)
    return {"citation": citation, "words": words}


def _without_empty(data: Data) -> Data:
    """Return the data without keys whose value is null, false or an empty list."""
    return {key: value for key, value in data.items() if value not in (None, False, [])}


def _wager(rules: Rules, wager: Wager) -> Data:
    machine, first = wager.machine, wager.cites[0]
    solved = None if wager.behind is not None else figure(rules.ruleset, wager, rules.vig(wager))
    found = {
        "name": wager.name,
        "label": wager.label,
        "short_label": wager.short_label if wager.short_label != wager.label else None,
        "spot": wager.spot,
        "number": wager.number,
        **rules.instrument.wager_data(rules.ruleset, wager),
        "kind": wager.kind,
        "one_roll": wager.one_roll,
        "behind": None if wager.behind is None else wager.behind.base,
        "travels": wager.travels,
        "states": [goal.name for goal in machine.goals] if isinstance(machine, Collection) else [],
        "table": wager.variant,
        "plain": wager_summary(rules.ruleset, wager),
        "pays": _pays(rules.ruleset, wager),
        "pays_text": _pays_text(rules, wager),
        **(_odds_chance(rules, wager) if solved is None else _one_chance(solved.p_win)),
        "vigorish": None if rules.vig(wager) is None else vigorish_words(rules.house, [wager.key]),
        "vig_rate": _vig_rate(rules, wager),
        "edge": _odds_edge(rules, wager) if solved is None else _edge(solved),
        "limits": _limits(rules, wager),
        "multiples": _multiples(rules, wager.behind),
        "when": wager.offer.words,
        "working": MATTERS["working"](wager)[0] or None,
        "put_down_as": [part.wager for part in wager.breakdown.parts] if wager.breakdown else None,
        "control": _control(rules, wager),
        "experimental": wager.experimental,
        "clause": first.clause,
        "borrowed": first.borrowed,
    }
    found["limits_text"] = _limits_text(found["limits"], found["multiples"])
    found["multiples_text"] = _multiples_text(found["multiples"])
    if found["edge"] is not None:
        found |= _edge_texts(found["edge"], rules.procedure.trial.noun)
    return _without_empty(found)


def _control(rules: Rules, wager: Wager) -> str:
    parts = parts_words(rules, wager)
    return f"is put down as {parts}, and changed as those" if parts else control_words(wager)


def _vig_rate(rules: Rules, wager: Wager) -> str | None:
    vig = rules.vig(wager)
    return None if vig is None else rate_words(vig.rate)


def _pays_text(rules: Rules, wager: Wager) -> str:
    """Return what a wager pays, with the rate of any vigorish."""
    rate = _vig_rate(rules, wager)
    return pays_words(rules.ruleset, wager) + (f", vigorish {rate}" if rate else "")


def _edge_texts(edge: Data, noun: str) -> Data:
    """Return the edge as a sentence; if fractions in it were shortened, also the sentence with all
    of them in full."""
    short, exact = (_edge_text(edge, noun, longest) for longest in (LONGEST_FRACTION, None))
    return {
        "edge_percent": short_percent(Fraction(edge["per_bet"]["exact"])),
        "edge_text": short,
        "edge_exact_text": exact if exact != short else None,
    }


def _edge_text(edge: Data, noun: str, longest: int | None) -> str:
    def said(figure: Data) -> str:
        return share_words(Fraction(figure["exact"]), longest)

    bet, roll, rolls = edge["per_bet"], edge["per_roll"], edge["rolls"]
    if bet["exact"] == "0":
        return "none: paid at true odds"
    per = f"{said(bet)} of each bet"
    if rolls is None or roll is None:
        return per
    if rolls["exact"] == "1":
        return f"{per}, in one {noun}"
    lasts = f"{decimal(Fraction(rolls['exact']), 2)} {noun}s on average"
    return f"{per}; {said(roll)} per {noun}; decided in {lasts}"


def _limits_text(limits: Data, multiples: dict[str, str] | None) -> str:
    """Return in words which amounts may be bet at all; for odds, how many times the bet."""
    least, most, step = (limits.get(key) for key in ("min", "max", "step"))
    times: dict[str, list[str]] = {}
    for number, multiple in (multiples or {}).items():
        times.setdefault(multiple, []).append(number)
    some = [
        f"{multiple} times the bet" + (f" on {listed(on)}" if len(times) > 1 else "")
        for multiple, on in times.items()
    ]
    parts = (
        f"at least {dollars(least)}" if least else "",
        f"at most {dollars(most)}" if most else "",
        f"by {dollars(step)}" if step and step > 1 else "",
        f"at most {', '.join(some)}" if some else "",
    )
    return ", ".join(filter(None, parts))


def _multiples_text(multiples: dict[str, str] | None) -> str | None:
    """Return what a layout prints on its odds.

    >>> _multiples_text({"4": "3", "5": "4", "6": "5", "8": "5", "9": "4", "10": "3"})
    '3-4-5x'
    """
    return "-".join(sorted(set(multiples.values()), key=Fraction)) + "x" if multiples else None


def clause_text(id: str) -> tuple[str, str]:
    """Return the citation of a clause and what it says, in our words; for a reading, its title and
    its first paragraph.

    >>> clause_text("R-01")[0]
    'Reading R-01, Eight the Hardway lost its 9'
    """
    own, clause = outside(id), clauses().get(id)
    if own is not None:
        return OUTSIDE_TITLE, f"{own}: {OUTSIDE_WORDS}"
    if clause is not None:
        return clause.citation, clause.words
    found = reading(id)
    words = " ".join(found.text.partition("\n\n")[0].split())
    if words[:1].islower():  # The title begins the sentence.
        words = f"{found.title} {words}"
    return f"Reading {id}, {found.title}", words


# What it pays and what may be put on it


def _pays(ruleset: Ruleset, wager: Wager) -> list[Data]:
    """Return the payout lines: the odds; when they apply (an outcome, a count, or the number of the
    bet that odds are behind), unless always; and the share of a combined bet that is paid so."""
    counted = isinstance(wager.machine, Collection) and wager.machine.ladder is not None
    return [
        _without_empty(
            {
                "odds": line.odds,
                "when": f"{line.on} points" if counted else line.on,
                "share": str(line.share) if wager.parts else None,
            }
        )
        for line in pays_lines(ruleset, wager)
    ]


def _odds_chance(rules: Rules, odds: Wager) -> Data:
    """Return the chance that odds win, by the number that their bet is on where that makes a
    difference."""
    assert odds.behind is not None
    by_number = {state: odds_win(rules.ruleset, odds, state) for state in odds.behind.states}
    numbers: dict[Fraction, list[str]] = {}
    for number, chance in by_number.items():
        numbers.setdefault(chance, []).append(number)
    if len(numbers) == 1:
        return _one_chance(next(iter(numbers)))
    said = (f"{share_words(chance)} on {either(on)}" for chance, on in numbers.items())
    by = {number: exact_and_decimal(chance) for number, chance in by_number.items()}
    return {"win_on": by, "win_text": ", ".join(said)}


def _one_chance(chance: Fraction) -> Data:
    return {"win": exact_and_decimal(chance), "win_text": share_words(chance)}


def _edge(solved: Figure) -> Data:
    return {
        "per_bet": exact_and_decimal(solved.edge_per_bet_made),
        "per_roll": exact_and_decimal(solved.edge_per_roll),
        "rolls": exact_and_decimal(solved.rolls_to_decide),
    }


def _odds_edge(rules: Rules, odds: Wager) -> Data | None:
    """Return the edge of odds; None if it differs between numbers. How long they last may
    differ."""
    assert odds.behind is not None
    found = [odds_alone(rules.ruleset, odds, state) for state in odds.behind.states]
    edges, lasting = {edge for edge, _ in found}, {rolls for _, rolls in found}
    per_roll = {edge / rolls for edge, rolls in found}
    if len(edges) != 1:
        return None
    edge = edges.pop()
    return {
        "per_bet": exact_and_decimal(edge),
        "per_roll": _only(per_roll),
        "rolls": _only(lasting),
    }


def _only(values: set[Fraction]) -> Data | None:
    return exact_and_decimal(next(iter(values))) if len(values) == 1 else None


def _limits(rules: Rules, wager: Wager) -> Data:
    """Return the least, the most and the step in cents, without those that depend on the bet that
    odds are behind."""
    states = (None,) if wager.behind is None else wager.behind.states
    found: list[Range] = [posted_range(rules, wager, state) for state in states]
    steps = {each.step for each in found}
    _, high = posted(wager, rules.house.elections)
    most = found[0].most or None
    return _without_empty({
        "min": min(each.least for each in found),
        "max": most if wager.behind is None else high,
        "step": steps.pop() if len(steps) == 1 else None,
    })  # fmt: skip


def odds_words(here: House) -> str | None:
    """Return the posted odds multiple as it stands on a layout; None without odds. Multiples that
    are the same on numbers of equal chance are named once, from the outside in.

    >>> odds_words(usual_house("nj-2011", "craps"))
    '100x odds'
    """
    behind = next((wager.behind for wager in here.rules.wagers if wager.behind is not None), None)
    if behind is None:
        return None
    found = [str(odds_multiple(behind, state, here.elections)) for state in behind.states]
    half = found[: (len(found) + 1) // 2]
    if len(set(found)) == 1 or found == [*half, *half[::-1]]:
        return f"{'-'.join(dict.fromkeys(half))}x odds"
    on: dict[str, list[str]] = {}
    for multiple, state in zip(found, behind.states, strict=True):
        on.setdefault(multiple, []).append(state)
    each = (f"{multiple}x on {', '.join(states)}" for multiple, states in on.items())
    return f"Odds {'; '.join(each)}"


def _multiples(rules: Rules, behind: Behind | None) -> dict[str, str] | None:
    """Return how many times the bet its odds may be, by the number that it is on."""
    if behind is None:
        return None
    elected = rules.house.elections
    return {state: str(odds_multiple(behind, state, elected)) for state in behind.states}
