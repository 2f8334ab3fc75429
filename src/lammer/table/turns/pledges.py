"""Pledges for the dice or cards that a program draws: the hash of a seed is published before the
first trial, players add seeds of their own, and the seed is revealed when the hand is over.

This module decides what is published when. ``lammer.fair`` draws from the seeds, and verifies the
draw.
"""

from hashlib import sha256

from lammer.core.legality import Refusal
from lammer.table.commands import CommitSeed, Reveal, Seed, Withdraw
from lammer.table.events import PledgeWithdrawn, SeedAdded, SeedPledged, SeedRevealed
from lammer.table.refusals import Decision, player_at
from lammer.table.rules import HOUSE
from lammer.table.state import TableState


def pledge(table: TableState, command: CommitSeed) -> Decision:
    """Publish the hash of a secret seed."""
    if table.pledge is not None:
        return Refusal("pledged", "A seed is pledged; it is revealed first.", HOUSE)
    if table.thrown:
        return Refusal("too-late", "A seed is pledged before the trial begins.", HOUSE)
    return (SeedPledged("house", HOUSE, command.hash),)


def seed(table: TableState, command: Seed) -> Decision:
    """Add a player's own seed, which enters the draw with the pledged one."""
    player = player_at(table, command.seat)
    if isinstance(player, Refusal):
        return player
    made = table.pledge
    if made is None:
        return Refusal("not-pledged", "No seed is pledged that yours could be added to.", HOUSE)
    if made.trials or table.thrown:
        detail = "Seeds are taken until the first trial; give yours before that of the next hand."
        return Refusal("seeds-closed", detail, HOUSE)
    return (SeedAdded(f"seat-{command.seat}", HOUSE, command.seat, command.seed),)


def reveal(table: TableState, command: Reveal) -> Decision:
    """Reveal the pledged seed, once its hand is over or nobody is left in it."""
    made = table.pledge
    if made is None:
        return Refusal("not-pledged", "No seed is pledged.", HOUSE)
    if not made.over and table.seats:
        return Refusal("hand-goes-on", "The seed is revealed when the hand is over.", HOUSE)
    if sha256(bytes.fromhex(command.seed)).hexdigest() != made.hash:
        return Refusal("wrong-seed", "This is not the seed whose hash was published.", HOUSE)
    return (SeedRevealed("house", HOUSE, made.hash, command.seed, made.trials),)


def withdraw(table: TableState, command: Withdraw) -> Decision:
    """Give up a pledge whose seed is lost or not to be used. The log says so, because then it
    proves nothing."""
    made = table.pledge
    if made is None:
        return Refusal("not-pledged", "No seed is pledged.", HOUSE)
    return (PledgeWithdrawn("house", HOUSE, made.hash, command.reason, made.trials),)
