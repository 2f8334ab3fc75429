"""Outcomes as a pure function of a committed seed and the players' own.

The house commits to 32 secret bytes by publishing their SHA-256. Players may add a text each. Both
give one key, and HMAC-SHA256 under the key every outcome until the seed is revealed, as the
instrument defines (``instruments/<key>/draw.py``). Numbers that would make one outcome likelier
than another are skipped, so all are exactly equally likely. ``docs/fair.md`` specifies this for
other implementations; a change of any message changes its ``1``.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from hmac import digest
from typing import Literal

from lammer.table.log import canonical

SEED_BYTES = 32
MOST_SEED = 64
"""Characters in a player's seed."""


def commitment(seed: bytes) -> str:
    """Return the hash that is published of a seed before it is used.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return sha256(seed).hexdigest()


def key_of(seed: bytes, players: Iterable[tuple[int, str]] = ()) -> bytes:
    """Return the key of a pledge: from the house's seed, and each seat that gave a text.

    >>> key_of(bytes(32), [(3, "lucky"), (1, "seven out")]).hex()[:16]
    '8da3e233f62ce8f0'
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    texts = [[seat, text] for seat, text in sorted(players)]
    if len({seat for seat, _ in texts}) != len(texts):
        raise ValueError("a seat has one seed: the last it gave")
    return digest(seed, canonical(texts).encode(), "sha256")


def is_player_seed(text: str) -> bool:
    """Return whether a text can be a player's seed.

    >>> is_player_seed("lucky 7"), is_player_seed(""), is_player_seed("a\\nb")
    (True, False, False)
    """
    return 0 < len(text) <= MOST_SEED and text.isprintable()


Width = Literal[1, 4]
"""Bytes of one number."""


def numbers(key: bytes, message: str, width: Width) -> Iterator[int]:
    """Yield integers of ``width`` bytes without end, from the blocks of a message: the HMAC of
    "lammer 1 <message> <block>" under the key."""
    block = 0
    while True:
        made = digest(key, f"lammer 1 {message} {block}".encode(), "sha256")
        for at in range(0, len(made), width):
            yield int.from_bytes(made[at : at + width], "big")
        block += 1


def below(many: int, source: Iterator[int], width: Width) -> int:
    """Return a uniform number below ``many``; the remainder at the top of the range is skipped."""
    size = 256**width
    most = size - size % many
    return next(number for number in source if number < most) % many
