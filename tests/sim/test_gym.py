"""The environment is the real table: Gymnasium's own check, the rules' refusals, the chips."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from lammer.games import load
from lammer.house import example
from lammer.house.file import BrokenFile
from lammer.sim.play.gym import BET, LEAVE, TAKE_DOWN, TableEnv

GAMES = [(rules, game) for rules in ("nj-2011", "nj-2005", "md-2013") for game in load(rules).games]


def act(env: TableEnv, **wanted: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
    """A step in which some wagers are acted on, named with an underscore for each hyphen."""
    by_name = {name.replace("_", "-"): what for name, what in wanted.items()}
    assert set(by_name) <= set(env.wagers)
    return env.step(np.array([by_name.get(wager, LEAVE) for wager in env.wagers]))


def rolled(env: TableEnv, *dice: tuple[int, int]) -> None:
    """Set the dice that come next."""

    class Fixed:
        left = list(dice)

        def integers(self, *_: int, size: int) -> list[int]:
            assert size == 2
            return [face - 1 for face in self.left.pop(0)]

    env.np_random = Fixed()  # type: ignore[assignment]


@pytest.mark.parametrize(("rules", "game"), GAMES)
def test_gymnasium_finds_nothing_wrong(rules: str, game: str) -> None:
    made = gymnasium.make("lammer/Table-v0", rules=rules, game=game)
    check_env(made.unwrapped)


@pytest.mark.parametrize(("rules", "game"), GAMES)
def test_whatever_is_done_the_dice_roll_and_the_rewards_add_up(rules: str, game: str) -> None:
    env = TableEnv(rules, game, bankroll=200_000, rolls=150)
    env.action_space.seed(5)
    seen, _ = env.reset(seed=5)
    total, last, points = 0.0, 150, set()
    for _ in range(150):
        seen, reward, ruined, over, info = env.step(env.action_space.sample())
        assert env.observation_space.contains(seen)
        assert seen["rail"][0] + seen["layout"][0] == info["equity"] / 100
        assert seen["bets"].sum() == pytest.approx(seen["layout"][0])
        assert seen["rolls"][0] == last - 1
        assert all(each["clauses"] for each in info["refused"])
        total, last = total + reward, last - 1
        points.add(int(seen["point"]))
        assert over == (last == 0)
        assert not ruined
    assert info["equity"] == 200_000 + round(total * 100)
    assert len(points) > 3
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
    assert (env.points[seen["point"]], reward, seen["bets"][0]) == (4, 0.0, 10.0)

    seen, reward, _, _, info = act(env, **{"pass": TAKE_DOWN, "pass_odds": BET, "come": BET})
    assert info["refused"][0]["clauses"] == ["NJ11-1.3c1"]
    assert seen["bets"][env.spots.index("come-5")] == 10.0
    assert (seen["rail"][0], seen["layout"][0]) == (470.0, 30.0)

    seen, reward, _, _, info = act(env, place_6=BET)
    assert (reward, info["refused"]) == (14.0, [])
    assert seen["rail"][0] == 484.0

    seen, reward, *_ = act(env)
    assert (reward, seen["layout"][0], seen["point"]) == (-30.0, 0.0, 0)


def test_a_refusal_changes_nothing() -> None:
    env = TableEnv(wagers=["come", "pass-odds"])
    env.reset(seed=1)
    for _ in range(5):
        rolled(env, (1, 2))
        seen, reward, _, _, info = act(env, come=BET, pass_odds=BET)
        assert len(info["refused"]) == 2
        assert (seen["rail"][0], seen["layout"][0], reward) == (500.0, 0.0, 0.0)


def test_what_is_taken_down_can_be_bet_at_once() -> None:
    env = TableEnv(wagers=["field", "place-6", "place-8"], bankroll=2400, stake=1200)
    env.reset(seed=1)
    rolled(env, (2, 2), (2, 2))
    act(env, place_6=BET, place_8=BET)
    seen, _, _, _, info = act(env, field=BET, place_6=TAKE_DOWN)
    assert info["refused"] == []
    assert seen["bets"].tolist() == [0.0, 0.0, 12.0]
    assert seen["rail"][0] == 24.0


def test_ruin_ends_an_episode() -> None:
    env = TableEnv(wagers=["pass"], bankroll=1500)
    env.reset(seed=1)
    rolled(env, (1, 1))
    seen, reward, ruined, over, _ = act(env, **{"pass": BET})
    assert (seen["rail"][0], reward, ruined, over) == (5.0, -10.0, True, False)


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


def test_other_games_are_told_so() -> None:
    for rules in ("nj-1997", "nj-2001"):
        with pytest.raises(NotImplementedError, match="has a point"):
            TableEnv(rules)


@pytest.mark.parametrize("action", [np.array([3]), np.array([0, 0]), np.array([0.5])])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = TableEnv(wagers=["pass"])
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not an action"):
        env.step(action)
