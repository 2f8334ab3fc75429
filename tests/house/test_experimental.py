"""Wagers outside the regulation, which a house deals as an experiment: refused without its word,
then dealt, settled, logged, audited, drilled and simulated by nothing but their definition."""

import json
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lammer
from lammer.design import design_figure, designed
from lammer.games import load
from lammer.house import as_toml, check_house, elections, elections_in, house, notices
from lammer.house.elections import MalformedElection
from lammer.table.events import BetMoved, BetWon
from lammer.table.views.narrate import narrate
from lammer.table.views.reasons import reason
from lammer.typed.intents import TableCommands, Unclear
from lammer.typed.parser import understood
from tests.command import lammer as command

WAGERS = Path(__file__).parents[2] / "examples" / "wagers"
SNAKE = {
    "key": "snake",
    "name": "Snake Bet",
    "space": "wheel",
    "one_roll": {"pays": {"1, 5, 9, 12, 14, 16, 19, 23, 27, 30, 32, 34": "2 to 1"}},
}
STRAIGHT = {
    "key": "straight-run",
    "name": "Straight",
    "space": "three dice",
    "one_roll": {"pays": {"1-2-3, 2-3-4, 3-4-5, 4-5-6": "7 to 1"}},
}
EMBLEMS = {
    "key": "either-emblem",
    "name": "Either emblem",
    "space": "big six wheel",
    "one_roll": {"pays": {"any emblem": "24 to 1"}},
}


def known(name: str) -> dict[str, Any]:
    return tomllib.loads((WAGERS / f"{name}.toml").read_text())


class Dealt(NamedTuple):
    """A wager at a game: the commands of one session with it, of $5, and what it wins in cents."""

    rules: str
    wager: Mapping[str, Any]
    session: tuple[Mapping[str, Any], ...]
    wins: int


def dice(*rolls: tuple[int, int]) -> tuple[dict[str, Any], ...]:
    return tuple({"do": "roll", "dice": list(each)} for each in rolls)


SEATED = {"seat": 1}
PASS = {"do": "bet", **SEATED, "wager": "pass", "amount": 500}
CLOSED = {"do": "no-more-bets"}
DRAGON = ["Ac", "2d", "Ah", "3s", "4c", "2h"]
"""Two against five; the player draws to six, the banker to seven."""
DEALT = {
    "craps": Dealt(
        "nj-2011",
        known("different-doubles"),
        ({"do": "accept-dice", **SEATED}, PASS, *dice((2, 2), (1, 1), (3, 3), (3, 3), (3, 4))),
        20_00,
    ),
    "roulette": Dealt("ac-roulette", SNAKE, (CLOSED, {"do": "spin", "pocket": "27"}), 10_00),
    "sic-bo": Dealt("ac-sic-bo", STRAIGHT, (CLOSED, {"do": "shake", "dice": [5, 4, 6]}), 35_00),
    "big-six": Dealt("ac-big-six", EMBLEMS, (CLOSED, {"do": "spin", "stop": "emblem-2"}), 120_00),
    "punto-banco": Dealt(
        "nj-2001",
        known("dragon-7"),
        ({"do": "accept-shoe", **SEATED}, {"do": "deal", "cards": DRAGON}),
        200_00,
    ),
}


def experiment(wager: Mapping[str, Any]) -> dict[str, Any]:
    return {"experimental": True, "wagers": [dict(wager)]}


@pytest.mark.parametrize("game", DEALT)
def test_it_is_dealt_and_everything_else_follows(game: str, tmp_path: Path) -> None:
    rules, wager, session, wins = DEALT[game]
    key, raw = str(wager["key"]), experiment(wager)
    path = tmp_path / "house.toml"
    path.write_text(f'rules = "{rules}"\nexperimental = true\nwagers = ["own.toml"]\n')
    (tmp_path / "own.toml").write_text(as_toml(wager))
    table = lammer.Table(rules, rails={1: 1000_00}, house=raw, offers="ask")
    bet = {"do": "bet", "seat": 1, "wager": key, "amount": 5_00}
    before = session[:1] if session[0]["do"].startswith("accept") else ()
    won = 0
    for each in (*before, bet, *session[len(before) :]):
        answer = table.do(each)
        assert answer.ok, (each, answer.refusal)
        for event in answer.events:
            if isinstance(event, BetWon) and event.wager == key:
                won += event.paid
                assert f"design-{key}" in event.clauses
    assert won == wins
    table.close()
    log = tmp_path / "table.log"
    log.write_bytes(table.log)
    first = json.loads(table.log.splitlines()[0])
    assert first["body"]["house"]["wagers"] == [dict(wager)]
    assert first["body"]["digest"] != load(rules).digest
    audited = command("audit", str(log), "--json")
    assert audited.returncode == 0, audited.stdout
    assert json.loads(audited.stdout)["findings"] == []
    assert lammer.Table.from_log(table.log).rail(1) == table.rail(1)
    edge = design_figure(_found(wager)).edge
    sheet = command("odds", rules, "--house", str(path), "--wager", key, "--json")
    (line,) = json.loads(sheet.stdout)["wagers"]
    assert (Fraction(line["edge_per_bet_made"]), line["experimental"]) == (edge, True)
    if game != "punto-banco":  # A shoe remembers its cards: it is only sampled.
        lost = simulated(tmp_path, rules, key, path, "--exact")
        assert lost == pytest.approx(float(edge), abs=1e-9)
    lost = simulated(tmp_path, rules, key, path, "--sessions", "20000", "--seed", "1")
    assert lost == pytest.approx(float(edge), abs=0.1)
    skills = command("drill", "--list", "--house", str(path), "--json")
    assert any(f"payout.{key}" in each for each in skills.stdout.split('"')), skills.stdout
    opens = {"do": "open", "rules": rules, "house": raw, "seats": [{"seat": 1, "rail": 1000_00}]}
    script = "".join(f"{json.dumps(each)}\n" for each in (opens, *before, bet))
    said = command("replay", "-", given=script.encode())
    assert "Outside the regulation" in said.stdout
    assert f"{wager['name']} (experimental)" in said.stdout


def _found(wager: Mapping[str, Any]) -> Any:
    found, faults = designed(wager)
    assert found is not None, faults
    return found


def simulated(folder: Path, rules: str, key: str, house_file: Path, *how: str) -> float:
    """Return what a strategy of this wager alone loses of the money that it bets."""
    strategy = folder / "alone.strategy"
    strategy.write_text(f"game: {load(rules).games[0]}\n\nbet {key} 5\n")
    done = command(
        *("simulate", str(strategy), "--rules", rules, "--house", str(house_file), *how),
        *("--bankroll", "1000", "--rolls", "4", "--json"),
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [each["wager"] for each in found["parts"]] == [key]
    lost: float = found["settled"]["edge_on_money"]
    return lost


# What is refused


def breaches(rules: str, raw: Mapping[str, Any]) -> list[tuple[str, str]]:
    law = load(rules)
    elected, faults = elections(raw, law)
    assert not faults, faults
    return [(each.key, each.what) for each in check_house(law, elected)]


def malformed(rules: str, raw: Mapping[str, Any]) -> list[str]:
    return [f"{each.key}: {each.what}" for each in elections(raw, load(rules))[1]]


def test_without_the_word_it_is_refused_with_the_clause_of_the_list() -> None:
    law = load("ac-roulette")
    elected, _ = elections({"wagers": [SNAKE]}, law)
    (found,) = check_house(law, elected)
    assert (found.key, found.what) == ("wagers", "snake: not a wager of roulette under ac-roulette")
    assert found.clauses == ("NJ01-5.1", "R-101")
    assert "experimental = true" in found.instead
    assert breaches("ac-roulette", experiment(SNAKE)) == []
    with pytest.raises(ValueError, match="experimental = true"):
        lammer.Table("ac-roulette", rails={1: 100}, house={"wagers": [SNAKE]})


def test_a_player_edge_is_refused_also_where_only_the_houses_choice_gives_it() -> None:
    """Banker 7 with three cards at odds between those that are fair out of six decks and eight."""
    gift = {**SNAKE, "one_roll": {"pays": {"red": "3 to 1"}}}
    ((key, what),) = breaches("ac-roulette", experiment(gift))
    assert key == "wagers.1"
    assert "the player has an edge of 89.474%" in what
    law = load("nj-2001")
    fair: list[Fraction] = []
    for decks in (8, 6):
        raw = {**experiment(known("dragon-7")), "decks": decks}
        rules = house(law, elections(raw, law)[0]).rules
        p = lammer.figure(rules, rules.wager("dragon-7")).p_win
        fair.append((1 - p) / p)
    between = (sum(fair, Fraction(0)) / 2).limit_denominator(10_000)
    assert min(fair) < between < max(fair)
    pays = {"banker 7 with 3 cards": f"{between.numerator} to {between.denominator}"}
    raw = experiment({**known("dragon-7"), "one_roll": {"pays": pays}})
    found = [bool(breaches("nj-2001", {**raw, "decks": decks})) for decks in (8, 6)]
    assert found == [each < between for each in fair]


WRONG = {
    "another space": ("ac-sic-bo", [SNAKE], 'wagers.1.space: sic-bo is not dealt on "wheel"'),
    "another wheel": ("ac-big-six", [SNAKE], 'wagers.1.space: big-six is not dealt on "wheel"'),
    "a path": ("ac-roulette", ["snake.toml"], "wagers.1: the path of a wager file"),
    "no wager": ("ac-roulette", [5], "wagers.1: no wager"),
    "no list": ("ac-roulette", SNAKE, "wagers: not a list of wagers"),
    "too many": ("ac-roulette", [SNAKE] * 11, "wagers: 11"),
    "twice": ("ac-roulette", [SNAKE] * 2, "wagers.2.key: snake stands twice"),
    "a name of the game": (
        "ac-roulette",
        [{**SNAKE, "key": "red"}],
        "wagers.1.key: red is a name of roulette under ac-roulette already",
    ),
    "a payout": (
        "ac-roulette",
        [{**SNAKE, "one_roll": {"pays": {"red": "1:1"}}}],
        'wagers.1.one_roll.pays.red: "1:1" is no payout',
    ),
    "states without a start": (
        "ac-roulette",
        [{"key": "a", "name": "A", "space": "wheel", "states": {"up": {"red": "win 1 to 1"}}}],
        "wagers.1.start: nothing says where it begins",
    ),
    "a minimum without a maximum": (
        "ac-roulette",
        [{**SNAKE, "min": 5}],
        "wagers.1.max: a table needs the maximum too",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_wager_is_said_with_its_place(what: str) -> None:
    rules, wagers, said = WRONG[what]
    assert malformed(rules, {"experimental": True, "wagers": wagers}) == [said]


def test_a_house_without_such_wagers_has_the_digest_it_had() -> None:
    law = load("nj-2011")
    plain = house(law, elections({}, law)[0])
    assert plain.law is law
    other = house(law, elections(experiment(known("fire-bet")), law)[0])
    again = house(law, elections(experiment(known("fire-bet")), law)[0])
    paid = {**known("fire-bet"), "max": 10}
    raised = house(law, elections(experiment(paid), law)[0])
    assert len({law.digest, other.law.digest, raised.law.digest}) == 3
    assert other.law.digest == again.law.digest


def test_the_order_of_keys_makes_no_other_wager() -> None:
    law = load("nj-2011")
    wager = known("ride-the-line")
    turned = json.loads(json.dumps(wager, sort_keys=True))
    one, other = (house(law, elections(experiment(w), law)[0]).law for w in (wager, turned))
    assert one.digest == other.digest


def test_check_names_the_wagers_and_the_place_of_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(
        'rules = "ac-roulette"\nexperimental = true\n\n[[wagers]]\nkey = "snake"\n'
        'name = "Snake"\nspace = "wheel"\n[wagers.one_roll.pays]\n"1, 5, 9" = "10 to 1"\n'
    )
    said = command("check", str(path))
    assert "; outside the regulation, as an experiment: snake." in said.stdout
    assert elections_in(str(path))["wagers"][0]["key"] == "snake"
    path.write_text(path.read_text() + '[[wagers]]\nkey = "a"\nname = "A"\nspace = "coup"\n'
                    'before = { wins = "5", loses = "7", pays = "1 to 1" }\n')  # fmt: skip
    said = command("check", str(path))
    assert (said.returncode, "line 13, wagers.2.space" in said.stderr) == (2, True), said.stderr
    path.write_text('rules = "ac-roulette"\nexperimental = true\nwagers = ["gone.toml"]\n')
    assert "gone.toml: No such file" in command("check", str(path)).stderr


def test_notices_say_what_is_outside_the_regulation() -> None:
    law = load("ac-roulette")
    shown = notices(house(law, elections(experiment(SNAKE), law)[0]))
    (found,) = [each for each in shown if each.key == "experimental"]
    assert found.items[0]["text"].endswith("an experiment of this house: Snake Bet (experimental)")
    assert found.clauses == ("design-snake",)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["key", "name", "space", "one_roll", "states", "pays", "up", "7"]),
            inner | st.sampled_from(["wheel", "red", "1 to 1", "x"]),
            max_size=5,
        )
    ),
    max_leaves=10,
)


@given(sent=ANYTHING)
def test_whatever_is_sent_as_wagers_is_read_or_refused(sent: object) -> None:
    elected, faults = elections({"experimental": True, "wagers": sent}, load("ac-roulette"))
    assert all(isinstance(each, MalformedElection) for each in faults)
    assert faults or elected.wagers or sent == []


def test_it_is_typed_by_its_key_also_where_the_words_of_the_game_mean_something_else() -> None:
    """At roulette the snake is an announced bet; at craps "fire bet" is the regulation's."""
    for rules, wager in (("ac-roulette", SNAKE), ("nj-2011", known("fire-bet"))):
        table = lammer.Table(rules, rails={1: 100_00}, house=experiment(wager)).state
        key = wager["key"]
        for said in (f"bet {key} 5", f"5 on {key}", f"$5 on the {key}"):
            meant = understood(said, table, 1)
            assert isinstance(meant, TableCommands), (said, meant)
            (made,) = meant.commands
            assert (made["wager"], made["amount"]) == (key, 5_00)
    snakes = lammer.Table("ac-roulette", rails={1: 100_00}, house=experiment(SNAKE))
    assert snakes.bet(1, "snake", 5_00).ok
    for said, do in (("take down snake", "remove"), ("press snake to 10", "bet")):
        meant = understood(said, snakes.state, 1)
        assert isinstance(meant, TableCommands), (said, meant)
        assert [(each["do"], each["wager"]) for each in meant.commands] == [(do, "snake")]
    plain = lammer.Table("ac-roulette", rails={1: 100_00}).state
    assert isinstance(understood("take down snake", plain, 1), Unclear)
    assert "Outside the regulation" in command("law", "design-snake").stdout


def test_a_bet_says_how_far_it_has_come() -> None:
    """In words of its shape: 2 of a run is no number of the wheel."""
    reds = {"event": "red", "times": 3, "pays": "1 to 10", "loses": "0", "broken_by": "black"}
    lines = [{"goals": ["17", "18"], "times": 3, "pays": "1 to 1"}]
    dozens = {"goals": ["dozen 1", "dozen 2"], "until": "zeros", "complete": "1 to 10"}
    shapes: dict[str, dict[str, Any]] = {
        "run": reds,
        "count": {"event": "even", "until": "zeros", "pays": {"90 or more": "10 to 1"}},
        "repeat": {"until": "zeros", "lines": lines},
        "collect": dozens,
    }
    own = [
        {"key": f"my-{shape}", "name": shape, "space": "wheel", shape: body}
        for shape, body in shapes.items()
    ]
    house = {"experimental": True, "wagers": own}
    table = lammer.Table("ac-roulette", rails={1: 1000_00}, house=house)
    for each in own:
        assert table.bet(1, str(each["key"]), 5_00).ok

    def spun(pocket: str) -> dict[str, list[str]]:
        before = table.state
        assert table.do({"do": "no-more-bets"}).ok
        answer = table.do({"do": "spin", "pocket": pocket})
        assert answer.ok
        found: dict[str, list[str]] = {}
        for event in answer.events:
            if isinstance(event, BetMoved):
                bet = before.seats[1].bets[event.wager]
                why = reason(before.rules, bet, before.rules.space.contexts[0], pocket)
                found[event.wager] = [narrate(before, event), why.partition(". ")[2]]
        return found

    assert spun("18") == {
        "my-run": ["Seat 1: run (experimental) is at a run of 1.", "The bet is at a run of 1 now."],
        "my-count": [
            "Seat 1: count (experimental) is at a count of 1.",
            "The bet is at a count of 1 now.",
        ],
        "my-repeat": ["Seat 1: repeat (experimental) is at 1 of 18.", "The bet is at 1 of 18 now."],
        "my-collect": [
            "Seat 1: collect (experimental) is at dozen 2.",
            "The bet is at dozen 2 now.",
        ],
    }
    again = spun("17")
    assert again["my-run"] == ["Seat 1: run (experimental) begins anew.", "The bet begins anew."]
    assert again["my-repeat"][1] == "The bet is at 1 of 17 and 1 of 18 now."
