"""What is played in a house for the goldens: every game, automatic and staffed."""

from typing import Any

from tests.golden.house import GoldenHouse, RecordingClient

AUTOMATIC = {
    "craps-1": ("accept-dice", "pass", "roll"),
    "mini-craps-1": ("accept-dice", "pass", "roll"),
    "automated-craps-1": (None, "pass", "roll"),
    "mini-dice-1": ("accept-shaker", "over-7", "shake"),
    "punto-banco-1": ("accept-shoe", "banker", "deal"),
}
"""By table that a new house has: how the instrument is taken, a wager, the trial."""

Step = tuple[str, dict[str, Any]]


def bet(seat: int, wager: str, amount: int, **more: Any) -> Step:
    return "bet", {"seat": seat, "wager": wager, "amount": amount, **more}


STAFFED: dict[tuple[str, str], tuple[dict[str, Any], list[Step]]] = {
    ("nj-2011", "craps"): (
        {"odds": 5},
        [
            ("accept-dice", {"seat": 1}),
            bet(1, "pass", 1000),
            bet(2, "dont-pass", 1000),
            bet(2, "fire", 500),
            ("coupon", {"seat": 1, "wager": "pass", "amount": 1000}),
            ("roll", {"dice": [2, 2]}),
            bet(1, "pass-odds", 2000),
            bet(1, "come", 500),
            bet(2, "buy-10", 2000, leave_up=True),
            bet(2, "hard-8", 500),
            ("call", {"seat": 2, "wager": "hard-8", "working": True}),
            ("no-roll", {"reason": "off-the-table", "dice": [1, 1]}),
            ("roll", {"dice": [4, 6]}),
            bet(1, "come-odds-10", 500),
            ("throw", {}),
            ("rest", {"dice": [4, 5]}),
            ("correct", {"caller": "boxperson", "reason": "wrong-dice"}),
            ("rest", {"dice": [1, 3]}),
            bet(1, "pass", 1000),
            ("roll", {"dice": [6, 6]}),
            bet(1, "pass", 1000),
            ("roll", {"dice": [3, 3]}),
            ("roll", {"dice": [3, 4]}),
            ("accept-dice", {"seat": 2}),
            bet(2, "dont-pass", 1500),
            ("roll", {"dice": [4, 4]}),
            bet(1, "place-6", 1200),
        ],
    ),
    ("md-2013", "mini-craps"): (
        {},
        [
            ("accept-dice", {"seat": 1}),
            bet(1, "pass", 1000),
            bet(2, "field", 500),
            ("roll", {"dice": [5, 6]}),
            bet(1, "pass", 1000),
            ("roll", {"dice": [5, 5]}),
            bet(2, "lay-10", 4000),
            bet(2, "place-6", 1200),
        ],
    ),
    ("nj-1997", "mini-dice"): (
        {},
        [
            ("accept-shaker", {"seat": 1}),
            bet(1, "over-7", 1000),
            bet(2, "place-6", 1200, leave_up=True),
            ("no-more-bets", {}),
            ("shake", {"dice": [3, 3]}),
            bet(1, "field", 500),
            ("no-more-bets", {}),
            ("no-shake", {"reason": "cocked"}),
            ("new-dice", {"caller": "floorperson"}),
        ],
    ),
    ("nj-2001", "punto-banco"): (
        {"vig": {"collect": "mark", "procedure": 2}},
        [
            ("accept-shoe", {"seat": 1}),
            bet(1, "banker", 1000),
            bet(2, "player", 2000),
            bet(2, "tie", 500),
            ("no-more-bets", {}),
            ("deal", {"cards": ["Kd", "3c", "6s", "4h"]}),
            bet(1, "banker", 3000),
            ("no-more-bets", {}),
            ("no-deal", {"reason": "misdeal", "caller": "floorperson", "cards": ["5d"]}),
            ("no-more-bets", {}),
            ("deal", {"cards": ["5d", "2c", "Kh", "3s", "4h", "Ah"], "cut_card": True}),
            ("accept-shoe", {"seat": 2}),
            bet(2, "tie", 500),
            ("no-more-bets", {}),
            ("deal", {"cards": ["9d", "9c", "9s", "9h"]}),
            ("correct", {"caller": "floorperson", "reason": "wrong-cards"}),
            ("deal", {"cards": ["9d", "9c", "8s", "9h"]}),
            bet(2, "player", 1000),
        ],
    ),
}
"""By rule set and game: the house's elections, and what the crew enters after two players sit."""


def play_automatic(client: RecordingClient, table: str) -> None:
    """Sit down, add a seed, bet and play three trials; a bet is up at the end."""
    take, wager, trial = AUTOMATIC[table]
    client.do("sit", rail=15000)
    client.do("seed", seed="golden")
    if take is not None:
        client.do(take)
    for _ in range(3):
        client.ask(do="bet", wager=wager, amount=1000)
        found = client.ask(do=trial)
        if not found["ok"] and take is not None:
            client.ask(do=take)
    client.ask(do="bet", wager=wager, amount=1000)


class StaffedHouse:
    """A house with somebody in every role; ``tokens`` by role."""

    def __init__(self, house: GoldenHouse) -> None:
        self.house = house
        self.boss = house.account("boss", "administrator")
        roles = ("dealer", "boxperson", "floorperson", "surveillance")
        self.tokens = {role: house.account(f"the-{role}", role, self.boss) for role in roles}

    def open(self, rules: str, game: str, elected: dict[str, Any]) -> str:
        body = {"rules": rules, "game": game, "kind": "staffed", "house": elected}
        found: str = self.house.post("/tables", body, self.tokens["floorperson"])["table"]
        return found


def play_staffed(clients: dict[str, RecordingClient], steps: list[Step]) -> None:
    """Seat two players and enter the steps; a command with a caller is sent by that role."""
    dealer = clients["dealer"]
    dealer.do("sit", name="Walt", rail=50000)
    dealer.do("sit", name="Vera", rail=50000)
    for verb, keys in steps:
        clients[keys.get("caller", "dealer")].do(verb, **keys)
