"""What the house does at an automatic table by itself: it pledges and reveals seeds, draws from
them, has a new shoe made, pays out who has left, and goes on when nobody does.

Each function looks at the table and says what the house would ask of it; nothing is done here.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from lammer.core.legality import Refusal
from lammer.core.procedure import Shoe
from lammer.fair import draw
from lammer.table.dice import may_throw
from lammer.table.rules import Rules
from lammer.table.state import DEALER, Cards, Last, Table

Command = dict[str, Any]
TRIAL = {"dice": "roll", "shaker": "shake", "shoe": "deal"}


def trial_verb(rules: Rules) -> str:
    return TRIAL[rules.procedure.trial.thing]


def is_trial(rules: Rules, raw: Mapping[str, Any]) -> bool:
    return raw.get("do") == trial_verb(rules)


class Source:
    """The seed in use at a table, and what is drawn from it."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self._order: tuple[str, ...] | None = None

    def drawn(self, table: Table) -> Command:
        """What the next trial shows: faces, or the cards of a coup."""
        made = table.pledge
        assert made is not None
        key = draw.key_of(self.seed, made.seeds)
        shoe, kit = table.rules.procedure.trial.shoe, table.kit
        if shoe is None:
            return {"dice": list(draw.dice(key, made.trials))}
        assert isinstance(kit, Cards)
        return self._coup(key, table.rules, shoe, kit, made.out)

    def _coup(
        self, key: bytes, rules: Rules, shoe: Shoe, kit: Cards, out: Mapping[str, int]
    ) -> Command:
        gone = sum(kit.out.values()) - sum(out.values())
        if self._order is None or not gone:  # Seeds may be added until the first coup.
            decks = int(rules.option(shoe.decks))
            self._order = draw.shuffled(key, draw.in_the_shoe(decks, out))
        cut_is_out = kit.left is not None
        dealt = draw.coup(shoe.drawing, self._order, gone, cut_is_out=cut_is_out)
        found: Command = {"cards": list(dealt.cards)}
        return {**found, "cut_card": True} if dealt.cut_card else found


def wants_reveal(table: Table) -> bool:
    """Whether the hand is over, or everybody has left in the middle of it."""
    made = table.pledge
    return made is not None and (made.over or (made.trials > 0 and not table.seats))


def wants_shuffle(table: Table) -> bool:
    """Whether the shoe is played to its end."""
    return isinstance(table.kit, Cards) and table.kit.left == 0 and not table.thrown


def wants_pledge(table: Table) -> bool:
    return table.pledge is None and not table.thrown


def paid_out(table: Table) -> Iterator[Command]:
    """Players who have left and whose last bet is decided get what is on their rail; where others
    play, once the trial that decided it cannot be taken back any more."""
    if isinstance(table.last, Last) and table.seated():
        return
    for number, seat in table.seats.items():
        if seat.gone and not seat.bets and table.rail(number) - seat.owed > 0:
            amount = table.rail(number) - seat.owed
            if seat.owed:
                yield {"do": "collect", "seat": number}
            yield {"do": "cash-out", "seat": number, "amount": amount}


def has_bets(table: Table) -> bool:
    return any(seat.bets for seat in table.seats.values())


def next_move(table: Table) -> Command | None:
    """What the house asks for when nobody has done anything for a while: that the offer goes on,
    or that the trial is made if there is anything at stake; None, if there is nothing to wait for.
    """
    if not table.seats:
        return None
    rules, hands = table.rules, table.hands
    thing = rules.procedure.trial.thing
    others = len(table.seated()) > 1
    if hands.offered is not None:
        goes_on = others or (has_bets(table) and thing != "dice")
        return {"do": f"decline-{thing}", "seat": hands.offered} if goes_on else None
    if rules.procedure.turn is not None and hands.holder is None:
        return None
    if not has_bets(table):
        return _passed(table)
    if not others and isinstance(may_throw(table, hands.holder), Refusal):
        return None  # A lone shooter without a line bet: nobody else could take the dice.
    return {"do": trial_verb(rules)}


def _passed(table: Table) -> Command | None:
    """Dice that lie there with nothing bet go on, if there is anybody to take them."""
    others = [number for number in table.seated() if number != table.hands.holder]
    return ordered_pass(table) if others else None


def ordered_pass(table: Table) -> Command | None:
    """A holder who keeps everybody waiting is ordered to pass."""
    turn = table.rules.procedure.turn
    if turn is None or table.hands.holder in (None, DEALER):
        return None
    (caller, *_) = table.rules.roles(turn.order.authority)
    return {"do": "order-pass", "caller": caller, "reason": "delay"}


def fresh_dice(table: Table) -> Command | None:
    """New dice for a shaker whose dice have been in it too long."""
    shaker = table.rules.procedure.trial.shaker
    if shaker is None:
        return None
    (caller, *_) = table.rules.roles(shaker.inspected)
    return {"do": "new-dice", "caller": caller}
