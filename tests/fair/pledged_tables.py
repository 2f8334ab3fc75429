"""Tables that draw their dice and cards from pledged seeds, played through the real table.

The derivation is written here a second time, from ``docs/fair.md`` and in its order, with nothing
of ``lammer.fair``; so a log made here and verified there is two hands agreeing.
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from typing import Any

from lammer.instruments.shoe.cards import Coup, dealt
from lammer.instruments.shoe.law import shoe_law
from lammer.table import Run

Line = dict[str, Any]
Seeds = Mapping[int, str]


def seed_number(number: int) -> bytes:
    return hashlib.sha256(b"a seed for the tests, number %d" % number).digest()


def key(seed: bytes, players: Seeds) -> bytes:
    pairs = [[seat, players[seat]] for seat in sorted(players)]
    text = json.dumps(pairs, separators=(",", ":"), ensure_ascii=False)
    return hmac.new(seed, text.encode("utf-8"), hashlib.sha256).digest()


def roll(key: bytes, number: int, many: int = 2) -> list[int]:
    faces: list[int] = []
    block = 0
    while len(faces) < many:
        message = f"lammer 1 roll {number} {block}".encode()
        made = hmac.new(key, message, hashlib.sha256).digest()
        faces += [byte % 6 + 1 for byte in made if byte < 252]
        block += 1
    return faces[:many]


def place(key: bytes, number: int, places: int) -> int:
    block = 0
    while True:
        made = hmac.new(key, f"lammer 1 spin {number} {block}".encode(), hashlib.sha256).digest()
        for byte in made:
            if byte < 256 // places * places:
                return byte % places
        block += 1


def shoe(key: bytes, cards: list[str]) -> list[str]:
    order = list(cards)
    words: list[int] = []
    block = 0
    for i in range(len(order) - 1, 0, -1):
        while True:
            if not words:
                made = hmac.new(key, f"lammer 1 shoe {block}".encode(), hashlib.sha256).hexdigest()
                words = [int(made[at : at + 8], 16) for at in range(0, 64, 8)]
                block += 1
            word = words.pop(0)
            if word < 2**32 // (i + 1) * (i + 1):
                break
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def all_cards(decks: int) -> list[str]:
    return [rank + suit for rank in "A23456789TJQK" for suit in "shdc" for _ in range(decks)]


class PledgingHouse:
    """A table run by a program that keeps the protocol, and its log so far."""

    def __init__(self, rules: str, game: str | None = None, **more: Any) -> None:
        self.lines: list[bytes] = []
        rails = {1: 10**9, 3: 10**9}
        self.run = Run.at(rules, game, rails=rails, keep=self.lines.append, **more)
        self.made = 0
        self.seed = b""
        self.players: dict[int, str] = {}
        self.trial = 0
        self.order: list[str] = []

    @property
    def thing(self) -> str:
        return self.run.table.rules.procedure.trial.thing

    def do(self, **command: Any) -> None:
        answer = self.run.do(command)
        assert answer.ok, answer.refusal

    def commit(self, players: Seeds) -> None:
        self.made += 1
        self.seed, self.players, self.trial = seed_number(self.made), dict(players), 0
        self.do(do="commit", hash=hashlib.sha256(self.seed).hexdigest())
        for seat, text in players.items():
            self.do(do="seed", seat=seat, seed="to be replaced")
            self.do(do="seed", seat=seat, seed=text)
        if self.thing == "shoe":
            left = all_cards(self.decks)
            for card, many in self.run.table.kit.out.items():  # type: ignore[union-attr]
                for _ in range(many):
                    left.remove(card)
            self.order = shoe(key(self.seed, self.players), left)

    @property
    def decks(self) -> int:
        rules = self.run.table.rules
        return int(rules.option(shoe_law(rules.procedure).decks))

    def ready(self) -> None:
        """Somebody has the dice, and a line bet is up where one must be."""
        table = self.run.table
        turn = table.rules.procedure.turn
        if turn is not None and table.hands.holder is None:
            self.do(do=f"accept-{self.thing}", seat=table.hands.offered)
        seat = self.run.table.hands.seat
        if turn is None or not turn.stake or seat is None or self.run.table.point is not None:
            return
        if "pass" not in self.run.table.seats[seat].bets:
            self.do(do="bet", seat=seat, wager="pass", amount=1000)

    def draw(self) -> None:
        """One trial, drawn from the seeds."""
        self.ready()
        if self.thing == "shoe":
            self._deal()
        elif self.thing == "wheel":
            rim = json.loads(self.lines[0])["body"]["rim"]
            at = place(key(self.seed, self.players), self.trial, len(rim))
            repeats = len(set(rim)) < len(rim)
            where = {"stop": rim[at], "place": at + 1} if repeats else {"pocket": rim[at]}
            self.do(do="spin", **where)
        else:
            verb = self.run.table.rules.instrument.verb
            many = 3 if self.thing == "dome" else 2
            self.do(do=verb, dice=roll(key(self.seed, self.players), self.trial, many))
        self.trial += 1

    def _deal(self) -> None:
        drawing = shoe_law(self.run.table.rules.procedure).drawing
        for many in (4, 5, 6):
            cards = self.order[:many]
            if isinstance(dealt(drawing, cards), Coup):
                break
        before = len(self.order)
        self.order = self.order[many:]
        comes = before >= 14 > len(self.order) and self.run.table.kit.left is None  # type: ignore[union-attr]
        self.do(do="deal", cards=cards, **({"cut_card": True} if comes else {}))

    @property
    def over(self) -> bool:
        made = self.run.table.pledge
        return made is not None and made.over

    def reveal(self) -> None:
        self.do(do="reveal", seed=self.seed.hex())

    def hand(self, players: Seeds) -> None:
        """From the commit to the reveal."""
        if self.thing == "shoe" and self.run.table.kit.left == 0:  # type: ignore[union-attr]
            self.do(do="shuffle")
        self.commit(players)
        while not self.over:
            self.draw()
        self.reveal()


def log_of(rules: str, hands: int, players: Seeds, game: str | None = None) -> list[bytes]:
    house = PledgingHouse(rules, game)
    for _ in range(hands):
        house.hand(players)
    house.run.close()
    return house.lines


def edited(lines: list[bytes], change: Callable[[list[Line]], None]) -> list[Line]:
    log = [json.loads(line) for line in lines]
    change(log)
    return log
