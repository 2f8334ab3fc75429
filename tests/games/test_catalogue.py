"""What is in each rule set, against the lists of the texts."""

from dataclasses import replace

import pytest

from lammer.core.wager import Lose, Rule, Void, Win
from lammer.games import RULESETS, UnknownName, load, nearest
from lammer.games.craps.space import CRAPS, total
from lammer.law import clauses
from lammer.odds import figure, sheet

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
BONUS = {"all-small", "all-or-nothing", "all-tall"}


@pytest.mark.parametrize(
    ("rules", "game", "wagers"),
    [
        pytest.param(
            "nj-2011",
            "craps",
            THE_FORTY | TRUE_ODDS,
            marks=pytest.mark.clause("NJ11-1.2a", "NJ11-1.2b"),
        ),
        pytest.param(
            "nj-2011",
            "mini-craps",
            (THE_FORTY | TRUE_ODDS) - {"fire"},
            marks=pytest.mark.clause("NJ11-1.2a", "NJ11-1.2b"),
        ),
        pytest.param(
            "nj-2011",
            "automated-craps",
            (THE_FORTY | TRUE_ODDS) - {"fire"},
            marks=pytest.mark.clause("NJ11-1.2a", "NJ11-1.2b"),
        ),
        pytest.param(
            "nj-2005",
            "craps",
            (THE_FORTY | TRUE_ODDS) - {"fire"},
            marks=pytest.mark.clause("NJ01-1.2a"),
        ),
        pytest.param(
            "md-2013",
            "craps",
            THE_FORTY | TRUE_ODDS | BONUS,
            marks=pytest.mark.clause("MD13-03A"),
        ),
        pytest.param(
            "md-2013",
            "mini-craps",
            THE_FORTY | TRUE_ODDS | BONUS,
            marks=pytest.mark.clause("MD13-03A"),
        ),
    ],
)
def test_the_sheet_has_the_wagers_of_the_list_and_no_other(
    rules: str, game: str, wagers: set[str]
) -> None:
    assert {line.wager for line in sheet(load(rules, game))} == wagers


@pytest.mark.parametrize("rules", RULESETS)
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
@pytest.mark.clause("NJ11-1.2a")
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


WAGER_CLAUSES = [
    ("NJ11-1.2a20-s1", "nj-2011", "horn-high-12"),
    *[(f"MD13-03A{item}", "md-2013", key) for item, key in {
        5: "place-4", 6: "place-lose-4", 7: "hard-4", 8: "hard-6", 9: "hard-8", 10: "hard-10",
        11: "field", 12: "any-seven", 13: "any-craps", 14: "craps-2", 15: "craps-3",
        16: "craps-12", 17: "eleven", 18: "c-and-e", 19: "horn", 20: "horn-high-2", 21: "whirl",
        22: "hop-2-2", 23: "hop-3-3", 24: "hop-4-4", 25: "hop-5-5", 26: "hop-1-3", 27: "hop-1-4",
        28: "hop-2-3", 29: "hop-1-5", 30: "hop-2-4", 31: "hop-1-6", 32: "hop-2-5",
        33: "hop-3-4", 34: "hop-2-6", 35: "hop-3-5", 36: "hop-3-6", 37: "hop-4-5",
        38: "hop-4-6", 39: "six-seven-eight",
    }.items()],
]  # fmt: skip


@pytest.mark.parametrize(
    ("clause", "rules", "wager"),
    [pytest.param(*row, marks=pytest.mark.clause(row[0]), id=row[0]) for row in WAGER_CLAUSES],
)
def test_a_wager_is_named_by_its_own_clause(clause: str, rules: str, wager: str) -> None:
    (line,) = sheet(load(rules), wager)
    assert line.clause == clause


@pytest.mark.parametrize("paragraph", ["a", "b", "c", "d"])
@pytest.mark.parametrize("edition", ["NJ11", "NJ05"])
def test_odds_figures_name_the_right_to_them(
    edition: str, paragraph: str, request: pytest.FixtureRequest
) -> None:
    base = {"a": "pass", "b": "dont-pass", "c": "come", "d": "dont-come"}[paragraph]
    rules = {"NJ11": "nj-2011", "NJ05": "nj-2005"}[edition]
    (line,) = sheet(load(rules), base)
    assert f"{edition}-1.6{paragraph}-s1" in line.clauses
    assert line.with_odds[0].multiple == "1"


def test_every_payout_line_of_the_texts_is_in_the_rules() -> None:
    """Each printed payout clause is cited by a payout of its own edition."""
    printed = {c.id for c in clauses().values() if c.kind == "payout" and c.edition != "NJ97"}
    cited = {
        cite.clause
        for rules in RULESETS
        for payout in load(rules).payouts().values()
        for cite in (*payout.cites, *payout.law.cites)
        if cite.borrowed is None
    }
    elsewhere = {name for name in printed - cited if name.rpartition("-")[2].startswith("s")}
    combined = {"NJ11-1.4c", "NJ11-1.4d", "NJ05-1.4c", "NJ05-1.4d"}
    maryland = {"MD13-05B", "MD13-05C", "MD13-05D", "MD13-05E"}
    assert printed - cited == elsewhere | combined | maryland


@pytest.mark.parametrize("rules", RULESETS)
def test_borrowed_rules_say_so(rules: str) -> None:
    """A clause of another edition is only ever cited as borrowed."""
    own = {"nj-2011": {"NJ11"}, "nj-2005": {"NJ05", "NJ01"}, "md-2013": {"MD13"}}[rules]
    from lammer.games.check import cites_in

    for cite in cites_in(load(rules).wagers):
        edition = cite.clause[:4]
        assert (edition in own) == (cite.borrowed is None) or cite.clause.startswith("R-")


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
    from lammer.core.wager import Chart, Working

    odd = replace(
        hard,
        machine=Chart({"up": rules}),
        working=Working(CRAPS.everything, "on", hard.cites),
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
