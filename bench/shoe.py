"""How fast punto banco is played across shoes, beside two plain ways to do it in the same run.

Run: .venv/bin/python bench/shoe.py [--write]. One core, CPU seconds: $10 flat on the banker's hand
(eight decks, the cutting card fourteen cards from the end, one more coup after it), and other
strategies of the library. The peers play the same flat bet: plain Python (``random.shuffle``, each
coup through ``instruments.shoe.cards.dealt``) and plain numpy (``Generator.permuted``, many shoes
side by side). They take turns, several times over; a ratio is the median of the turns. ``--write``
keeps the result in bench/results/shoe.json.
"""

import json
import random
import statistics
import sys
import time
from pathlib import Path

import numpy as np

from lammer.instruments.shoe.cards import DECK, WINNERS, Coup, dealt
from lammer.instruments.shoe.sample import dealing as shoe
from lammer.instruments.shoe.sample import kernel_numba as shoe_kernel
from lammer.instruments.shoe.sample.dealing import ANSWER, TAIL, PackedShoe, ShoeSpec
from lammer.sim.model.compile import compiled
from lammer.sim.strategy import library
from lammer.table import Run
from lammer.table.rules import Rules

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.support import commit, keep, machine, options

TURNS = 7
SEED = 1
CENTS = {"player": -1000, "banker": 950, "tie": 0}
PLAYS = (
    ("banker-flat", 100_000_000, 1_000, 20_000),
    ("banker-flat", 50_000, 200, 100_000),
    ("banker-flat", 50_000, None, 2_000),
    ("player-martingale", 50_000, 200, 100_000),
    ("follow-the-shoe", 50_000, 200, 100_000),
)
"""Strategy, bankroll in cents, coups a session (None: until ruin), sessions a turn."""


def in_python(kind: ShoeSpec, turn: int, shoes: int = 60) -> tuple[int, int]:
    """Coups played, and cents won."""
    chance, coups, won = random.Random(turn), 0, 0
    for _ in range(shoes):
        cards = list(DECK) * kind.decks
        chance.shuffle(cards)
        at, over = 0, False
        while not over:
            over = at > kind.mark
            for many in (4, 5, 6):
                coup = dealt(kind.drawing, cards[at : at + many])
                if isinstance(coup, Coup):
                    break
            at += many
            assert isinstance(coup, Coup)
            won += CENTS[coup.winner]
            coups += 1
    return coups, won


def in_numpy(kind: ShoeSpec, turn: int, shoes: int = 4_000) -> tuple[int, int]:
    """The same, all shoes side by side."""
    chance, answers = np.random.default_rng(turn), shoe.answers(kind)
    pays = np.array([CENTS[hand] for hand in WINNERS])
    whole = np.array([kind.drawing.value(card) for card in DECK] * kind.decks, np.uint8)
    cards = chance.permuted(np.tile(whole, (shoes, 1)), axis=1)
    at, each = np.zeros(shoes, np.int64), np.arange(shoes)
    coups, won = 0, 0
    while len(each):
        over = at > kind.mark
        one, two, three, four, five, six = (cards[each, at + i].astype(np.int64) for i in range(6))
        first = (one + three) % 10 * 10 + (two + four) % 10
        answer = answers[first * TAIL + five * 10 + six]
        won += int(pays[answer % ANSWER].sum())
        coups += len(each)
        at, each = (at + answer // ANSWER)[~over], each[~over]
    return coups, won


PEERS = {"plain Python": in_python, "plain numpy": in_numpy}


def packed_for(rules: Rules, strategy: str, bankroll: int) -> tuple[PackedShoe, int]:
    """The strategy at a table, and the bankroll in its units."""
    automaton, _ = compiled(library.load(strategy), rules, bankroll)
    units = bankroll // automaton.unit
    return shoe.pack(automaton, units, shoe.at_table(rules)), units


def checked(packed: PackedShoe, units: int, coups: int | None) -> None:
    """That the kernel plays what plain Python plays; compiles it, too."""
    few = 4 if coups is None else 12
    plain = shoe.play(packed, units, coups, SEED, 0, few)
    fast = shoe_kernel.play(packed, units, coups, SEED, 0, few)
    if not all(np.array_equal(each, fast._asdict()[key]) for key, each in plain._asdict().items()):
        sys.exit("the kernel and plain Python differ")


def named(strategy: str, bankroll: int, coups: int | None) -> str:
    length = "until ruin" if coups is None else f"{coups:,} coups"
    return f"{strategy}, ${bankroll // 100:,}, {length}"


def main() -> None:
    asked = options(__doc__, TURNS).parse_args()
    rules = Run.at("nj-2001", rails={1: 100}).table.rules
    kind = shoe.at_table(rules)
    ready = [packed_for(rules, strategy, bankroll) for strategy, bankroll, _, _ in PLAYS]
    for (packed, units), (_, _, coups, _) in zip(ready, PLAYS, strict=True):
        checked(packed, units, coups)
    rates: dict[str, list[float]] = {}
    won: dict[str, list[float]] = {}
    for turn in range(asked.turns):
        for peer, play in PEERS.items():
            started = time.process_time()
            done, cents = play(kind, turn)
            rates.setdefault(peer, []).append(done / (time.process_time() - started))
            won.setdefault(peer, []).append(cents / done)
        for (packed, units), (strategy, bankroll, coups, sessions) in zip(
            ready, PLAYS, strict=True
        ):
            started = time.process_time()
            played = shoe_kernel.play(packed, units, coups, SEED, turn * sessions, sessions)
            rate = int(played.rolls.sum()) / (time.process_time() - started)
            rates.setdefault(named(strategy, bankroll, coups), []).append(rate)
        print(*(f"{each[-1] / 1e6:.2f}" for each in rates.values()), "million coups a CPU second")
    ours = named(*PLAYS[0][:3])
    result = {
        "what": "coups a CPU second on one core; eight decks, cutting card 14 from the end",
        "machine": machine("numpy", "numba"),
        "turns": asked.turns,
        "coups_per_cpu_second": {
            name: round(statistics.median(each)) for name, each in rates.items()
        },
        "ratios": {
            f"{ours}, to {peer}": round(
                statistics.median(a / b for a, b in zip(rates[ours], rates[peer], strict=True)), 1
            )
            for peer in PEERS
        },
        "cents_won_a_coup": {peer: round(statistics.mean(each), 2) for peer, each in won.items()},
        "commit": commit(),
    }
    print(json.dumps(result, indent=2))
    if asked.write:
        keep("shoe", result)


if __name__ == "__main__":
    main()
