"""What is in each rule set, against the lists of the texts."""

from dataclasses import replace

import pytest

from lammer.core.ruleset import Unlisted
from lammer.core.wager import Lose, Rule, Void, Win
from lammer.games import RULESETS, UnknownName, load, nearest
from lammer.games.cites import cites_in
from lammer.games.craps.space import CRAPS, total
from lammer.law import clauses
from lammer.odds import figure, hand_length, sheet

BOX = (4, 5, 6, 8, 9, 10)
THE_FORTY = {
    *("pass", "dont-pass", "come", "dont-come"),
    *(f"place-{n}" for n in BOX),
    *(f"place-lose-{n}" for n in BOX),
    *(f"hard-{n}" for n in (4, 6, 8, 10)),
    *("field", "any-seven", "any-craps", "craps-2", "craps-3", "craps-12", "eleven", "c-and-e"),
    *("horn", "horn-high-2", "horn-high-3", "horn-high-11", "horn-high-12", "whirl"),
    *("hop-2-2", "hop-3-3", "hop-4-4", "hop-5-5", "hop-1-3", "hop-1-4", "hop-2-3", "hop-1-5"),
    *("hop-2-4", "hop-1-6", "hop-2-5", "hop-3-4", "hop-2-6", "hop-3-5", "hop-3-6", "hop-4-5"),
    *("hop-4-6", "six-seven-eight", "fire"),
}
TRUE_ODDS = {f"{kind}-{n}" for kind in ("buy", "lay") for n in BOX}
SEVENS = {"any-seven", "over-7", "under-7"}
BONUS = {"all-small", "all-or-nothing", "all-tall"}


@pytest.mark.parametrize(
    ("rules", "game", "wagers"),
    [
        ("nj-2011", "craps", THE_FORTY | TRUE_ODDS),
        ("nj-2011", "mini-craps", (THE_FORTY | TRUE_ODDS) - {"fire"}),
        ("nj-2011", "automated-craps", (THE_FORTY | TRUE_ODDS) - {"fire"}),
        ("nj-2005", "craps", (THE_FORTY | TRUE_ODDS) - {"fire"}),
        ("nj-2005", "mini-craps", (THE_FORTY | TRUE_ODDS) - {"fire"}),
        ("md-2013", "craps", THE_FORTY | TRUE_ODDS | BONUS),
        ("md-2013", "mini-craps", THE_FORTY | TRUE_ODDS | BONUS),
        ("nj-1997", "mini-dice", {*(f"place-{n}" for n in BOX), "field", *SEVENS}),
        ("nj-2001", "punto-banco", {"player", "banker", "tie"}),
    ],
)
def test_the_sheet_has_the_wagers_of_the_list_and_no_other(
    rules: str, game: str, wagers: set[str]
) -> None:
    assert {line.wager for line in sheet(load(rules, game))} == wagers


@pytest.mark.parametrize(
    ("rules", "game", "wager"),
    [
        pytest.param(*row, marks=pytest.mark.clause(*clauses), id=" ".join(row))
        for row, clauses in (
            (("nj-2011", "craps", "big-6"), ("NJ11-1.2a", "NJ11-1.2b")),
            (("nj-2011", "craps", "all-small"), ("NJ11-1.2a", "NJ11-1.2b")),
            (("nj-2011", "mini-craps", "fire"), ("NJ11-1.2a", "NJ11-1.2b")),
            (("nj-2011", "automated-craps", "fire"), ("NJ11-1.2a", "NJ11-1.2b")),
            (("nj-2011", "craps", "hop-1-1"), ("NJ11-1.2a", "NJ11-1.2b")),
            (("nj-2005", "craps", "fire"), ("NJ01-1.2a",)),
            (("nj-2005", "mini-craps", "over-7"), ("NJ01-1.2a",)),
            (("md-2013", "craps", "over-7"), ("MD13-03A",)),
            (("md-2013", "mini-craps", "big-8"), ("MD13-03A",)),
            (("nj-1997", "mini-dice", "place-lose-6"), ("NJ97-13.2b-s1",)),
            (("nj-1997", "mini-dice", "hard-6"), ("NJ97-13.2b-s1",)),
            (("nj-2001", "punto-banco", "pair"), ("R-50",)),
        )
    ],
)
def test_only_the_wagers_listed_are_permissible(rules: str, game: str, wager: str) -> None:
    assert isinstance(load(rules, game).permitted(wager), Unlisted)


@pytest.mark.parametrize("rules", ["nj-2011", "nj-2005", "md-2013"])
def test_odds_stand_behind_the_four_bets(rules: str) -> None:
    behind = {w.key: w.behind.base for w in load(rules).wagers if w.behind}
    assert behind == {
        "pass-odds": "pass",
        "dont-pass-odds": "dont-pass",
        **{f"come-odds-{n}": "come" for n in BOX},
        **{f"dont-come-odds-{n}": "dont-come" for n in BOX},
    }


@pytest.mark.parametrize(
    ("rules", "wager", "when"),
    [
        *[("nj-2011", f"buy-{n}", "win") for n in BOX],
        *[("nj-2011", f"lay-{n}", "win") for n in BOX],
    ],
)
def test_vigorish_on_wins_is_of_the_amount_wagered(rules: str, wager: str, when: str) -> None:
    """R-37: the charge is the rate times the wager whatever the bet wins."""
    nj = load(rules)
    made, won = sheet(nj, wager)
    assert (made.vig and made.vig.when, won.vig and won.vig.when) == ("bet", when)
    assert won.edge_per_bet_made == made.edge_per_bet_made * made.p_win
    clause = "NJ11-1.5a-s3" if wager.startswith("buy") else "NJ11-1.5b-s3"
    assert clause in won.clauses
    assert clause not in made.clauses


@pytest.mark.clause("NJ11-1.5a-s2", "NJ11-1.5a-s3")
def test_new_jersey_buy_bets_are_charged_when_made_or_when_won() -> None:
    assert [line.vig and line.vig.when for line in sheet(load("nj-2011"), "buy-4")] == [
        "bet",
        "win",
    ]


@pytest.mark.clause("NJ11-1.5b-s2", "NJ11-1.5b-s3")
def test_new_jersey_lay_bets_are_charged_when_made_or_when_won() -> None:
    assert [str(line.edge_per_bet_made) for line in sheet(load("nj-2011"), "lay-4")] == [
        "1/20",
        "1/30",
    ]


@pytest.mark.clause("NJ05-1.5b-s2", "NJ05-1.5b-s1")
def test_in_2005_the_lay_charge_was_on_the_possible_win() -> None:
    """R-38: laying 40 against the 4 could win 20; five percent of that is 1, or 1/40."""
    (line,) = sheet(load("nj-2005"), "lay-4")
    assert str(line.edge_per_bet_made) == "1/40"
    assert str(line.edge_per_outlay) == "1/41"


@pytest.mark.clause("NJ05-1.5a-s1", "NJ05-1.5a-s2")
def test_in_2005_the_buy_charge_was_taken_only_when_the_bet_was_made() -> None:
    (line,) = sheet(load("nj-2005"), "buy-10")
    assert line.vig is not None
    assert line.vig.when == "bet"


@pytest.mark.clause("MD13-01B1", "MD13-03A41", "MD13-05G3a", "MD13-05G3b")
def test_maryland_buy_bets() -> None:
    assert [str(line.edge_per_bet_made) for line in sheet(load("md-2013"), "buy-6")] == [
        "1/20",
        "1/44",
    ]


@pytest.mark.clause("MD13-01B6", "MD13-03A42", "MD13-05G3a", "MD13-05G3b")
def test_maryland_lay_bets() -> None:
    assert [str(line.edge_per_bet_made) for line in sheet(load("md-2013"), "lay-6")] == [
        "1/20",
        "3/110",
    ]


@pytest.mark.parametrize("paragraph", ["a", "b", "c", "d"])
@pytest.mark.parametrize("edition", ["NJ11", "NJ05"])
def test_odds_figures_name_the_right_to_them(edition: str, paragraph: str) -> None:
    base = {"a": "pass", "b": "dont-pass", "c": "come", "d": "dont-come"}[paragraph]
    rules = {"NJ11": "nj-2011", "NJ05": "nj-2005"}[edition]
    (line,) = sheet(load(rules), base)
    assert f"{edition}-1.6{paragraph}-s1" in line.clauses
    assert line.with_odds[0].multiple == "1"


def test_every_payout_line_of_the_texts_is_in_the_rules() -> None:
    """Each printed payout clause is cited by a payout of its own edition."""
    printed = {c.id for c in clauses().values() if c.kind == "payout"}
    cited = {
        cite.clause
        for rules in RULESETS
        for payout in load(rules).payouts().values()
        for cite in (*payout.cites, *payout.law.least, *payout.law.exact)
        if cite.borrowed is None
    }
    elsewhere = {name for name in printed - cited if name.rpartition("-")[2].startswith("s")}
    combined = {"NJ11-1.4c", "NJ11-1.4d", "NJ05-1.4c", "NJ05-1.4d"}
    maryland = {"MD13-05B", "MD13-05C", "MD13-05D", "MD13-05E"}
    assert printed - cited == elsewhere | combined | maryland


@pytest.mark.parametrize("rules", RULESETS)
def test_borrowed_rules_say_so(rules: str) -> None:
    """A clause of another edition is only ever cited as borrowed; one of which only the heading is
    printed is nobody's text."""
    own = {
        "nj-2011": {"NJ11"},
        "nj-2005": {"NJ05", "NJ01"},
        "md-2013": {"MD13"},
        "nj-1997": {"NJ97"},
        "nj-2001": {"NJ01"},
    }.get(rules, set())
    for cite in cites_in(load(rules).wagers):
        printed_here = cite.clause[:4] in own or cite.heading
        assert printed_here == (cite.borrowed is None) or cite.clause.startswith("R-")


def test_a_better_field_carries_over_to_nothing_else_but_a_better_craps_two_to_the_horn() -> None:
    from lammer.core.odds import Odds

    nj = load("nj-2011")
    better = nj.paying({"craps-2": Odds(31, 1)})
    changed = {
        line.wager
        for line, before in zip(sheet(better), sheet(nj), strict=True)
        if line.edge_per_bet_made != before.edge_per_bet_made
    }
    highs = {f"horn-high-{n}" for n in (2, 3, 11, 12)}
    assert changed == {"craps-2", "horn", "whirl", *highs}


def test_the_digest_changes_with_any_rule() -> None:
    nj = load("nj-2011")
    digests = {load(rules, game).digest for rules in RULESETS for game in load(rules).games}
    assert len(digests) == sum(len(load(rules).games) for rules in RULESETS)
    field = nj.wager("field")
    other = replace(field, cites=nj.wager("pass").cites)
    changed = nj.changing(lambda each: other if each is field else each)
    assert changed.digest != nj.digest
    assert nj.digest == load("nj-2011").digest


def test_what_a_wager_is_worth_may_not_depend_on_when_it_is_made() -> None:
    nj = load("nj-2011")
    hard = nj.wager("hard-8")
    rules = (
        Rule(total(7) & CRAPS.context_cells("off"), Lose(), hard.cites),
        Rule(total(8), Void(), hard.cites),
    )
    from lammer.core.wager import Chart
    from lammer.games.craps.shapes import on_always

    odd = replace(
        hard,
        machine=Chart({"up": rules}),
        working=on_always(hard.cites),
    )
    with pytest.raises(ValueError, match="depends on when it is made"):
        figure(nj, odd)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("nj2011", "nj-2011"), ("NJ-2011", "nj-2011"), ("md13", "md-2013"), ("nj-2010", "nj-2011")],
)
def test_near_misses_of_a_rule_set(typed: str, meant: str) -> None:
    with pytest.raises(UnknownName) as caught:
        load(typed)
    assert meant in caught.value.near


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("dont_pass", "dont-pass"),
        ("don't pass", "dont-pass"),
        ("hardway-8", "hard-8"),
        ("place6", "place-6"),
        ("horn-high", "horn-high-2"),
    ],
)
def test_near_misses_of_a_wager(typed: str, meant: str) -> None:
    assert meant in nearest(typed, load("nj-2011").keys())


def test_shares_of_a_combined_wager_win_and_the_rest_loses() -> None:
    nj = load("nj-2011")
    (two,) = [
        rule.effect
        for rule in nj.wager("horn").rules("up")
        if isinstance(rule.effect, Win) and rule.effect.payout.key == "craps-2"
    ]
    assert two.net * 4 == 27


def games() -> list[tuple[str, str]]:
    return [(rules, game) for rules in RULESETS for game in load(rules).games]


@pytest.mark.parametrize(("rules", "game"), games())
def test_a_clause_of_another_game_is_followed_only_under_a_reading(rules: str, game: str) -> None:
    """Automated craps follows 1.4(b), which names craps and mini-craps, by R-49; Maryland
    mini-craps a Fire Bet rule of New Jersey craps, by R-24."""
    ruleset = load(rules, game)
    everything = (ruleset.wagers, ruleset.law, ruleset.cycle, ruleset.options)
    for cite in cites_in(everything):
        clause = clauses().get(cite.clause)
        if clause is not None and game not in clause.games:
            assert cite.readings or cite.borrowed, f"{cite} does not speak of {game}"


def test_automated_craps_has_no_shooter() -> None:
    automated = load("nj-2011", "automated-craps")
    assert automated.cycle is not None
    assert automated.cycle.hand_ends is None
    with pytest.raises(ValueError, match="no shooter"):
        hand_length(automated)
    assert not [option for option in automated.options if option.key.startswith("fire")]


@pytest.mark.parametrize(
    ("rules", "clause"),
    [
        pytest.param(rules, clause, marks=pytest.mark.clause(clause), id=clause)
        for rules, clause in (
            ("nj-2011", "NJ11-1.1-COR"),
            ("nj-2005", "NJ01-1.1-COR"),
            ("md-2013", "MD13-01B4"),
        )
    ],
)
def test_a_hand_is_counted_from_come_out_to_come_out(rules: str, clause: str) -> None:
    """Every decision opens a new come-out (R-07): the first two rolls can end a hand only by a
    point and then a 7, 24/36 times 6/36, and come-out decisions lengthen it."""
    rows = hand_length(load(rules), 3).rows
    assert [str(p) for _, p, _ in rows[:2]] == ["0", "1/9"]
    on_a_number = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
    third = sum(ways * (36 - 6 - ways) * 6 for ways in on_a_number.values())  # still on, then a 7
    third += 12 * 24 * 6  # a come-out decision, a number, a 7
    assert rows[2][1] * 36**3 == third
