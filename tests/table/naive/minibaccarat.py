"""A naive model of the minibaccarat table (ac-minibaccarat): by R-120 the hands, the cards and the
payment are those of punto banco; by R-121 to R-124 the dealer always has the shoe, nine play, and
the cut goes upwards from seat 1.
"""

from __future__ import annotations

from typing import Any

from tests.table.naive.punto_banco import NaivePuntoBanco
from tests.table.naive.refusal import refuse


class NaiveMinibaccarat(NaivePuntoBanco):
    """Nobody is ever offered the shoe: ``shooter`` and ``offered`` stay None."""

    def offer_from_seat_one(self) -> None:
        pass

    def curator_gives_up(self) -> None:
        pass

    def carry_out(self, command: dict[str, Any]) -> None:
        if command["do"] in ("accept-shoe", "decline-shoe", "pass-shoe", "order-pass"):
            raise refuse("the dealer has the shoe")
        super().carry_out(command)

    def may_deal(self, command: dict[str, Any]) -> None:
        if "seat" in command:
            raise refuse("only the dealer deals")
        if self.hands_left == 0:
            raise refuse("no more cards until the shuffle")

    def sit(self, seat: int, rail: int) -> None:
        if seat > 9:
            raise refuse("no such seat")
        super().sit(seat, rail)

    def leave(self, seat: int) -> None:
        self.must_sit(seat)
        self.pay_what_is_owed(seat)
        if self.stakes[seat]:
            self.gone.add(seat)
        else:
            self.clear(seat)
        if not self.rail:
            self.closed = False

    def counter_clockwise_after(self, seat: int) -> list[int]:
        """The cut: the next higher seat, and after the highest the lowest."""
        up = sorted(self.seated())
        return [each for each in up if each > seat] + [each for each in up if each <= seat]

    def from_seat_one(self) -> list[int]:
        return sorted(self.seated())
