"""The gaming guide of a table: how a game goes, what may be bet and what this house has chosen.

It is generated from the rule set and the elections, item by item with the clauses; what only an
instrument has is in ``guide`` of its folder. Regulations ask for such guides: the heading 19:47-8.5
of New Jersey's chapter, COMAR 36.05.03.22.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec

from lammer.core.legality import control_words
from lammer.core.money import dollars
from lammer.core.numbers import exact_and_decimal
from lammer.core.procedure import Authority, Turn, VoidReason
from lammer.core.ruleset import EXPERIMENTAL_AREA, Cycle, CycleWords
from lammer.core.space import Cells
from lammer.core.wager import Behind, Wager
from lammer.guide.document import GuideItem, GuideSection, a_or_an, either, every, item
from lammer.guide.wager_summary import wager_summary
from lammer.house.house import odds_multiple
from lammer.house.notices import pay_unit_words, vigorish_words
from lammer.instruments import INSTRUMENTS
from lammer.law import LATER
from lammer.odds.figure import figure, odds_alone, pays_words
from lammer.table.rules import Rules
from lammer.table.views.legal import posted_range

FEW = 4
"""A game of so many wagers is explained by all of them, one of more by some."""


@dataclass(frozen=True, slots=True)
class GuideWager:
    """A wager for newcomers. ``win`` is the chance of a new bet and ``edge`` what the house keeps
    of it on average; of odds, which go with another bet, ``win`` is None."""

    key: str
    name: str
    plain: str
    pays: str
    win: Fraction | None
    edge: Fraction | None
    when: str
    changes: str
    limits: str
    clause: str


@dataclass(frozen=True, slots=True)
class Guide:
    """A whole gaming guide; ``wagers`` by the areas of the layout."""

    rules: str
    game: str
    title: str
    citation: str
    sections: tuple[GuideSection, ...]
    wagers: tuple[tuple[str, tuple[GuideWager, ...]], ...]


def how_to_play(rules: Rules) -> Guide:
    """Return the gaming guide of a table with these rules.

    >>> from lammer.table import Run
    >>> guide = how_to_play(Run.at("nj-1997", rails={}).table.rules)
    >>> guide.title
    'Mini dice, New Jersey'
    >>> guide.sections[1].items[1].text
    'Losing bets are collected first, then winners are paid.'
    """
    law, noun = rules.house.law, rules.procedure.trial.noun
    place, _, citation = law.title.partition(", ")
    sections = (
        *_of_the_instrument(rules),
        GuideSection("How a round goes", tuple(_round(rules))),
        GuideSection("Whose turn it is", tuple(_turns(rules))),
        GuideSection("Making bets", tuple(_making(rules))),
        GuideSection("Odds behind a bet", tuple(_odds(rules))),
        GuideSection("Vigorish", tuple(_vigorish(rules))),
        GuideSection(EXPERIMENTAL_AREA, tuple(_outside(rules))),
        GuideSection(f"When a {noun} does not count", tuple(_void(rules))),
        GuideSection("At this table", tuple(_chosen(rules))),
        GuideSection("Not the regulation's", tuple(_own(rules))),
    )
    return Guide(
        rules=law.key,
        game=law.game,
        title=f"{law.game.replace('-', ' ').capitalize()}, {place}",
        citation=citation,
        sections=tuple(section for section in sections if section.items),
        wagers=tuple(_wagers(rules)),
    )


def _of_the_instrument(rules: Rules) -> Iterator[GuideSection]:
    name = f"{INSTRUMENTS[rules.procedure.trial.thing]}.guide"
    if find_spec(name) is not None:
        yield from import_module(name).sections(rules)


# How a round goes


def _round(rules: Rules) -> Iterator[GuideItem]:
    ruleset, trial = rules.ruleset, rules.procedure.trial
    if ruleset.cycle is not None and ruleset.cycle.words is not None:
        yield from _cycle(rules, ruleset.cycle, ruleset.cycle.words)
    if trial.closed:
        closing = f'The dealer announces "{trial.closing_words}"; after that no bet is taken, '
        yield item(f"{closing}raised or taken down until the {trial.noun} is over.", trial.closed)
    if trial.payment is not None:
        yield item("Losing bets are collected first, then winners are paid.", trial.payment.losers)
    for wager in _main_wagers(rules):
        line = wager_summary(ruleset, wager)
        yield item(f"{wager.name}: {line[0].lower()}{line[1:]}", wager.cites)


def _cycle(rules: Rules, cycle: Cycle, words: CycleWords) -> Iterator[GuideItem]:
    """Describe a cycle: how a point is set and what ends it, as read from the space."""
    space, noun = rules.space, rules.procedure.trial.noun
    points = space.contexts[1:]
    stays, ends = _back_to_start(rules, 0), _back_to_start(rules, 1)
    begins = words.begins.format(noun=noun, points=either(points), stays=either(stays))
    yield item(begins, cycle.cites)
    over = f"{either(a_or_an(word) for word in ends if word != points[0])} comes"
    turn = rules.procedure.turn
    if turn is not None:
        passes = f"the {rules.procedure.trial.thing} {_passes(rules.instrument.plural)}"
        over += f" ({_comes(rules, turn.must_pass)}, and {passes})"
    yield item(
        words.ends.format(over=over), cycle.point, () if turn is None else turn.must_pass_cites
    )


def _passes(many: bool) -> str:
    return "pass to the next player" if many else "passes to the next player"


def _back_to_start(rules: Rules, context: int) -> list[str]:
    """Return the words of the outcomes after which the game is at its beginning."""
    space = rules.space
    row = space.follow[context]
    back = (outcome for at, outcome in enumerate(space.outcomes) if row[at] == 0)
    return space.name(frozenset(back)).split(", ")


def _main_wagers(rules: Rules) -> list[Wager]:
    """Return the wagers that explain a game: all if there are few; else those that a holder must
    have; else the first of each area of the layout."""
    turn = rules.procedure.turn
    wagers = [wager for wager in rules.ruleset.wagers if not wager.experimental]
    if len(wagers) <= FEW:
        return wagers
    stake = () if turn is None else turn.stake
    if stake:
        return [wager for wager in wagers if wager.key in stake]
    first: list[Wager] = []
    for area in rules.ruleset.layout:
        first += [w for w in wagers if w.spot in area.spots and w.behind is None][:1]
    return first[:FEW]


# Whose turn it is


def _turns(rules: Rules) -> Iterator[GuideItem]:
    procedure = rules.procedure
    if procedure.turn is None:
        whose = "The dealer has" if procedure.by_dealer else "Nobody holds"
        text = f"{whose} the {procedure.trial.thing}: no player has to do anything but bet."
        yield item(text, procedure.unattended)
        return
    yield from _turn(rules, procedure.turn)


def _turn(rules: Rules, turn: Turn) -> Iterator[GuideItem]:
    thing, many = rules.procedure.trial.thing, rules.instrument.plural
    way = "clockwise" if turn.clockwise else "counter-clockwise"
    go, them = ("go", "them") if many else ("goes", "it")
    round_ = f"The {thing} {go} round the table {way}, from seat 1"
    cycle = rules.ruleset.cycle
    words = None if cycle is None else cycle.words
    called = "" if words is None else f" Whoever has {them} is the {words.holder}."
    yield item(f"{round_}; nobody has to take {them}.{called}", turn.first, turn.declined)
    if turn.stake:
        names = either(rules.wagers[key].name for key in turn.stake if key in rules.wagers)
        text = f"Whoever takes the {thing} must have {a_or_an(names)} up {turn.stake_when}."
        yield item(text, turn.stake_cites)
    if turn.must_pass:
        when = _comes(rules, turn.must_pass)
        yield item(f"The {thing} {_passes(many)} after {when}.", turn.must_pass_cites)
    if turn.may_pass:
        yield item(f"A player may pass {them} on before that.", turn.may_pass)
    who = either(rules.roles(turn.order.authority))
    yield item(f"The {who} may order a player to pass {them} on.", turn.order.authority.cites)
    if turn.nobody:
        yield item(f"If no player takes the {thing}, the dealer does.", turn.nobody)


def _comes(rules: Rules, cells: Cells) -> str:
    space, noun = rules.space, rules.procedure.trial.noun
    name = space.sets.get(cells)
    if name is not None:
        return name
    words = space.words(cells).split(", ")
    conditions = [space.conditions[word] for word in words if word in space.conditions]
    if conditions:
        return f"a {noun} in which {either(each.removeprefix('if ') for each in conditions)}"
    return either(map(a_or_an, words))


# Making bets


def _making(rules: Rules) -> Iterator[GuideItem]:
    making, seating = rules.procedure.making, rules.procedure.seating
    many = f"Up to {seating.most} may play"
    yield item(
        f"{many}, seated." if seating.seated else f"{many}.", seating.most_cites, seating.seated
    )
    if seating.stay:
        yield item("A player with a bet stays seated until the round is over.", seating.stay)
    if not rules.procedure.trial.closed:
        yield item(f"Bets are made before {rules.instrument.begins}.", making.before)
    if making.late is not None:
        need = every(f"the {role}" for role in rules.roles(making.late))
        text = f"A bet made while {rules.instrument.runs} counts only if {need} confirm it."
        yield item(text, making.late_cites, making.late.cites)
    if making.verbal is not None:
        text = (
            f"A bet called out with cash is taken if the {_who(rules, making.verbal)} confirms it."
        )
        yield item(text, making.verbal.cites, making.converted)
    elif making.no_verbal:
        yield item("Spoken bets are not taken.", making.no_verbal)
    if making.coupons is not None:
        names = [rules.wagers[key].name for key in making.coupons.wagers if key in rules.wagers]
        yield item(f"Match play coupons may go with: {every(names)}.", making.coupons.cites)
    if rules.procedure.leave_up:
        text = "A bet that wins comes down with its winnings, unless its player leaves it up."
        yield item(text, rules.procedure.leave_up)


def _who(rules: Rules, authority: Authority) -> str:
    return either(rules.roles(authority))


# When a trial does not count


def _void(rules: Rules) -> Iterator[GuideItem]:
    trial = rules.procedure.trial
    groups: dict[tuple[str, ...], list[VoidReason]] = {}
    for reason in trial.reasons:
        if not reason.none:
            who = () if reason.callers is None else rules.roles(reason.callers)
            if reason.callers is not None and not who:
                continue
            groups.setdefault(who, []).append(reason)
    for who, reasons in groups.items():
        causes = "; ".join(reason.words for reason in reasons)
        called = (reason.callers.cites for reason in reasons if reason.callers is not None)
        start = f"If the {either(who)} calls it" if who else "By itself"
        yield item(f"{start}: {causes}.", *(reason.cites for reason in reasons), *called)
    if groups:
        yield item("Bets then stay as they are.", trial.void)


# What the house has chosen


def _chosen(rules: Rules) -> Iterator[GuideItem]:
    house = rules.house
    yield item(pay_unit_words(house))
    for option in house.law.choices:
        touched = not option.wagers or any(key in rules.wagers for key in option.wagers)
        if option.sentence is not None and len(option.open) > 1 and touched:
            chosen = house.elections.options.get(option.key, option.default)
            yield item(option.sentence(chosen), option.cites)


def _vigorish(rules: Rules) -> Iterator[GuideItem]:
    charged: dict[str, list[str]] = {}
    for key in rules.house.vigs:
        charged.setdefault(vigorish_words(rules.house, [key]), []).append(key)
    for words, keys in charged.items():
        law = rules.wagers[keys[0]].vig
        assert law is not None
        charge = f"a charge of {words}" if rules.house.vigs[keys[0]].rate else words
        yield item(f"{_together(rules, keys)}: {charge}.", law.cites)


def _together(rules: Rules, keys: Iterable[str]) -> str:
    """Return the names of wagers, those of one group by their numbers: "Buy Bet on 4, 5 and 6"."""
    groups: dict[str, list[str]] = {}
    for key in keys:
        wager = rules.wagers[key]
        stem, _, number = wager.name.rpartition(" ")
        name, last = (stem, number) if wager.group and number.isdigit() else (wager.name, "")
        groups.setdefault(name, []).append(last)
    return "; ".join(
        f"{name} {every(filter(None, on))}".strip() if any(on) else name
        for name, on in groups.items()
    )


def _odds(rules: Rules) -> Iterator[GuideItem]:
    behind = [wager for wager in rules.ruleset.wagers if wager.behind is not None]
    if not behind:
        return
    first = behind[0].behind
    assert first is not None
    bases = dict.fromkeys(rules.wagers[w.behind.base].name for w in behind if w.behind)
    yield item(
        f"Once a {either(bases)} is on its number, odds may be put behind it: a second bet that "
        "wins and loses with it, and is paid at true odds, without an edge for the house.",
        behind[0].cites,
    )
    yield item(f"Odds may be up to {_multiples(rules, first)}.", first.most_cites)


def _outside(rules: Rules) -> Iterator[GuideItem]:
    own = [wager for wager in rules.ruleset.wagers if wager.experimental]
    if own:
        yield item("This house tries wagers that no regulation has, by its own definitions.")
    for wager in own:
        yield item(f"{wager.name}: {wager_summary(rules.ruleset, wager)}", wager.cites)


def _own(rules: Rules) -> Iterator[GuideItem]:
    own = rules.ruleset.law.own
    if own:
        yield item(
            "Sections of the text are not printed. The project plays by these rules instead, where "
            "the house has chosen nothing else."
        )
    for each in own:
        yield item(f"{each.words[0].upper()}{each.words[1:]}.", each.cites)


def _multiples(rules: Rules, behind: Behind) -> str:
    by_multiple: dict[Fraction, list[str]] = {}
    for state in behind.states:
        multiple = odds_multiple(behind, state, rules.house.elections)
        by_multiple.setdefault(multiple, []).append(state)
    if len(by_multiple) == 1:
        return f"{next(iter(by_multiple))} times the bet"
    parts = [f"{multiple} times the bet on {either(on)}" for multiple, on in by_multiple.items()]
    return every(parts)


# The wagers


def _wagers(rules: Rules) -> Iterator[tuple[str, tuple[GuideWager, ...]]]:
    for area in rules.ruleset.layout:
        here = [wager for wager in rules.ruleset.wagers if wager.spot in area.spots]
        if here:
            yield area.title, tuple(_wager(rules, wager) for wager in here)


def _wager(rules: Rules, wager: Wager) -> GuideWager:
    ruleset, behind = rules.ruleset, wager.behind
    win: Fraction | None = None
    edge: Fraction | None = None
    if behind is None:
        solved = figure(ruleset, wager, rules.vig(wager))
        win, edge = solved.p_win, solved.edge_per_bet_made
    else:
        edges = {odds_alone(ruleset, wager, state)[0] for state in behind.states}
        edge = edges.pop() if len(edges) == 1 else None
    return GuideWager(
        key=wager.key,
        name=wager.name,
        plain=wager_summary(ruleset, wager),
        pays=pays_words(ruleset, wager),
        win=win,
        edge=edge,
        when=wager.offer.words,
        changes=control_words(wager),
        limits=_limits(rules, wager),
        clause=wager.cites[0].clause,
    )


def _limits(rules: Rules, wager: Wager) -> str:
    if wager.behind is not None:
        return f"up to {_multiples(rules, wager.behind)}"
    found = posted_range(rules, wager)
    most = f" to {dollars(found.most)}" if found.most else " or more"
    step = f", in steps of {dollars(found.step)}" if found.step > rules.pay_unit else ""
    return f"{dollars(found.least)}{most}{step}"


def as_data(guide: Guide) -> dict[str, object]:
    """Return a guide as plain data; chances and edges are exact, and rounded for people."""
    return {
        "format": 1,
        "rules": guide.rules,
        "game": guide.game,
        "title": guide.title,
        "citation": guide.citation,
        "later": LATER.get(guide.rules, ""),
        "sections": [_section(section) for section in guide.sections],
        "wagers": [
            {"title": title, "wagers": [_row(row) for row in rows]} for title, rows in guide.wagers
        ],
    }


def _section(section: GuideSection) -> dict[str, object]:
    items = [{"text": each.text, "clauses": list(each.clauses)} for each in section.items]
    tables = [
        {
            "caption": table.caption,
            "head": list(table.head),
            "rows": [list(row) for row in table.rows],
            "clauses": list(table.clauses),
        }
        for table in section.tables
    ]
    return {"title": section.title, "items": items, "tables": tables}


def _row(row: GuideWager) -> dict[str, object]:
    return {
        "key": row.key,
        "name": row.name,
        "plain": row.plain,
        "pays": row.pays,
        "win": None if row.win is None else exact_and_decimal(row.win),
        "edge": None if row.edge is None else exact_and_decimal(row.edge),
        "when": row.when,
        "changes": row.changes,
        "limits": row.limits,
        "clause": row.clause,
    }
