"""The environment is the real table: Gymnasium's own check, the rules' refusals, the chips."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from lammer.games import load
from lammer.house import example
from lammer.house.files.read import BrokenFile
from lammer.sim.model.instrument import sampling_at
from lammer.sim.play.gym import BET, LEAVE, PLAYER, TAKE_DOWN, TableEnv
from lammer.sim.play.position_player import StrategySessions
from lammer.sim.simulate import Question
from lammer.sim.simulate import table_rules as rules_of
from lammer.sim.strategy.text import parse
from tests.usual import EACH_GAME, GAMES

LONG_LISTS = {"roulette": ["red", "straight-17", "dozen-1"], "sic-bo": ["small", "total-9"]}
"""The wagers of games with so many that a check of all takes long."""
POINTS = [each for each in GAMES if load(*each).cycle is not None]


def act(env: TableEnv, **wanted: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
    """A step in which some wagers are acted on, named with an underscore for each hyphen."""
    by_name = {name.replace("_", "-"): what for name, what in wanted.items()}
    assert set(by_name) <= set(env.wagers)
    return env.step(np.array([by_name.get(wager, LEAVE) for wager in env.wagers]))


def rolled(env: TableEnv, *dice: tuple[int, int]) -> None:
    """Set the dice that come next."""
    sampling = sampling_at(rules_of(Question(parse("bet pass 10"))))
    env.trials = iter([sampling.table_trial(each) for each in dice])


@pytest.mark.parametrize(("rules", "game"), EACH_GAME)
def test_gymnasium_finds_nothing_wrong(rules: str, game: str) -> None:
    made = gymnasium.make(
        "lammer/Table-v0", rules=rules, game=game, wagers=LONG_LISTS.get(game), rolls=40
    )
    check_env(made.unwrapped)


@pytest.mark.parametrize(("rules", "game"), EACH_GAME)
def test_whatever_is_done_the_dice_roll_and_the_rewards_add_up(rules: str, game: str) -> None:
    env = TableEnv(rules, game, bankroll=20_000_000, rolls=40, wagers=LONG_LISTS.get(game))
    env.action_space.seed(5)
    seen, _ = env.reset(seed=5)
    total, last, points = 0.0, 40, set()
    for _ in range(40):
        seen, reward, ruined, over, info = env.step(env.action_space.sample())
        assert env.observation_space.contains(seen)
        assert seen["rail"][0] + seen["layout"][0] == info["equity"]
        assert seen["bets"].sum() == pytest.approx(seen["layout"][0])
        assert seen["rolls"][0] == last - 1
        assert all(each["clauses"] for each in info["refused"])
        total, last = total + reward, last - 1
        points.add(int(seen["point"]))
        assert over == (last == 0)
        assert not ruined
    assert info["equity"] == 20_000_000 + total
    assert len(points) > (2 if (rules, game) in POINTS else 0)
    with pytest.raises(ValueError, match="reset the table"):
        env.step(env.action_space.sample())


def test_the_same_seed_gives_the_same_session() -> None:
    def session(seed: int) -> list[tuple[Any, float]]:
        env = TableEnv(rolls=30)
        env.reset(seed=seed)
        steps = [act(env, **{"pass": BET, "place_6": BET}) for _ in range(30)]
        return [(info["dice"], reward) for _, reward, _, _, info in steps]

    assert session(3) == session(3)
    assert session(3) != session(4)


@pytest.mark.clause("NJ11-1.3c1")
def test_a_hand_with_its_refusals() -> None:
    env = TableEnv(wagers=["pass", "pass-odds", "come", "place-6"])
    env.reset(seed=1)
    assert env.stakes["place-6"] == 1200
    rolled(env, (2, 2), (3, 2), (3, 3), (6, 1))
    seen, reward, _, _, info = act(env, **{"pass": BET, "come": BET})
    assert [(each["wager"], each["code"]) for each in info["refused"]] == [("come", "wrong-time")]
    assert (env.points[seen["point"]], reward, seen["bets"][0]) == (4, 0.0, 1000.0)

    seen, reward, _, _, info = act(env, **{"pass": TAKE_DOWN, "pass_odds": BET, "come": BET})
    assert info["refused"][0]["clauses"] == ["NJ11-1.3c1"]
    assert seen["bets"][env.spots.index("come-5")] == 1000.0
    assert (seen["rail"][0], seen["layout"][0]) == (47000.0, 3000.0)

    seen, reward, _, _, info = act(env, place_6=BET)
    assert (reward, info["refused"]) == (1400.0, [])
    assert seen["rail"][0] == 48400.0

    seen, reward, *_ = act(env)
    assert (reward, seen["layout"][0], seen["point"]) == (-3000.0, 0.0, 0)


def test_a_refusal_changes_nothing() -> None:
    env = TableEnv(wagers=["come", "pass-odds"])
    env.reset(seed=1)
    for _ in range(5):
        rolled(env, (1, 2))
        seen, reward, _, _, info = act(env, come=BET, pass_odds=BET)
        assert len(info["refused"]) == 2
        assert (seen["rail"][0], seen["layout"][0], reward) == (50000.0, 0.0, 0.0)


def test_what_is_taken_down_can_be_bet_at_once() -> None:
    env = TableEnv(wagers=["field", "place-6", "place-8"], bankroll=2400, stake=1200)
    env.reset(seed=1)
    rolled(env, (2, 2), (2, 2))
    act(env, place_6=BET, place_8=BET)
    seen, _, _, _, info = act(env, field=BET, place_6=TAKE_DOWN)
    assert info["refused"] == []
    assert seen["bets"].tolist() == [0.0, 0.0, 1200.0]
    assert seen["rail"][0] == 2400.0


def test_ruin_ends_an_episode() -> None:
    env = TableEnv(wagers=["pass"], bankroll=1500)
    env.reset(seed=1)
    rolled(env, (1, 1))
    seen, reward, ruined, over, _ = act(env, **{"pass": BET})
    assert (seen["rail"][0], reward, ruined, over) == (500.0, -1000.0, True, False)


def test_chips_on_the_layout_are_no_ruin() -> None:
    env = TableEnv(wagers=["pass"], bankroll=1000)
    env.reset(seed=1)
    rolled(env, (2, 2))
    _, _, ruined, _, _ = act(env, **{"pass": BET})
    assert not ruined


def test_it_may_be_watched() -> None:
    env = TableEnv(render_mode="ansi", wagers=["pass"])
    env.reset(seed=1)
    assert env.render() == "come-out; rail $500; up: nothing"
    rolled(env, (2, 2))
    act(env, **{"pass": BET})
    assert env.render() == "rolled 2-2; point 4; rail $490; up: pass $10"
    assert TableEnv().render() is None


def test_a_house_and_stakes_of_ones_own(tmp_path: Path) -> None:
    limits = {"limits": {"pass": {"min": 50_000, "max": 500_000}}}
    assert TableEnv(house=limits, wagers=["pass"]).stakes == {"pass": 50_000}
    chosen = {"pass": 1500, "place-6": 3000}
    assert TableEnv(wagers=list(chosen), stake=chosen).stakes == chosen
    (tmp_path / "a.toml").write_text(example(load("nj-2011")), encoding="utf-8")
    check_env(gymnasium.make("lammer/Table-v0", house=str(tmp_path / "a.toml")).unwrapped)
    with pytest.raises(BrokenFile):
        TableEnv(house=str(tmp_path / "none.toml"))
    with pytest.raises(ValueError, match="pay_unit"):
        TableEnv(house={"pay_unit": 0})


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"bankroll": 0}, "bankroll 0"),
        ({"bankroll": 10.5}, "bankroll 10.5"),
        ({"rolls": 0}, "rolls 0"),
        ({"rolls": 10**9}, "rolls"),
        ({"wagers": []}, "wagers: 1 to"),
        ({"wagers": ["pass", "pass"]}, "different"),
        ({"wagers": ["big-6"]}, 'no wager "big-6"'),
        ({"stake": 0}, "stake on pass"),
        ({"stake": {"come": 1000}}, "there is none for pass"),
        ({"render_mode": "human"}, "render_mode"),
        ({"game": "roulette"}, "roulette"),
    ],
)
def test_what_is_no_table_is_refused(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises((ValueError, LookupError), match=words):
        TableEnv(**{"wagers": ["pass"], **wrong})


@pytest.mark.parametrize(("rules", "game"), EACH_GAME)
def test_masks_are_what_the_table_takes(rules: str, game: str) -> None:
    env = TableEnv(rules, game, bankroll=30_000, rolls=12, wagers=LONG_LISTS.get(game))
    env.action_space.seed(2)
    _, info = env.reset(seed=2)
    for _ in range(12):
        mask = info["action_mask"]
        assert env.action_masks().tolist() == [bool(each) for part in mask for each in part]
        for wager, part in zip(env.wagers, mask, strict=True):
            assert part[LEAVE]
            for what, do in ((BET, "bet"), (TAKE_DOWN, "remove")):
                command: dict[str, Any] = {"do": do, "seat": PLAYER, "wager": wager}
                command |= {"amount": env.stakes[wager]} if what == BET else {}
                refusal = env._place.copy().run.do(command).refusal
                assert part[what] == (refusal is None), (wager, do)
        before = env.equity
        _, reward, ruined, _, info = env.step(env.action_space.sample(mask=mask))
        assert env.equity - before == reward
        if ruined:
            break


@pytest.mark.parametrize(
    ("rules", "text", "wager"),
    [
        ("nj-2011", "bet pass 10", "pass"),
        ("md-2013", "bet field 10", "field"),
        ("nj-1997", "game: mini-dice\nbet field 10", "field"),
        ("nj-2001", "game: punto-banco\nbet banker 10", "banker"),
        ("ac-minibaccarat", "game: minibaccarat\nbet player 10", "player"),
        ("ac-roulette", "game: roulette\nbet red 10", "red"),
        ("ac-big-six", "game: big-six\nbet one 10", "one"),
        ("ac-sic-bo", "game: sic-bo\nbet small 10", "small"),
    ],
)
def test_a_session_is_that_of_the_same_strategy(rules: str, text: str, wager: str) -> None:
    question = Question(parse(text), rules, bankroll=20_000, rolls=30)
    env = TableEnv(rules, bankroll=20_000, rolls=30, wagers=[wager])
    for session in (0, 5):
        trail = StrategySessions(question, 7).play(session, {}).trail
        _, info = env.reset(seed=7, options={"session": session})
        equity = [info["equity"]]
        for _ in range(len(trail) - 1):
            up = env._table.seats[PLAYER].bets
            _, _, _, _, info = env.step(np.array([LEAVE if wager in up else BET]))
            equity.append(info["equity"])
        assert equity == trail


@pytest.mark.parametrize("action", [np.array([3]), np.array([0, 0]), np.array([0.5])])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = TableEnv(wagers=["pass"])
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not an action"):
        env.step(action)
