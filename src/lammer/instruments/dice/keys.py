"""How faces and sides of dice are read."""

from typing import Annotated, Any

from lammer.core.codec import Malformed, Reads, show
from lammer.table.keys import whole


def _list(key: str, value: Any, most: int) -> list[int]:
    if not isinstance(value, list) or len(value) > most:
        raise Malformed(key, f"{show(value)} is not a list of numbers", 'Write "dice": [3, 4].')
    return [whole(key, each) for each in value]


def faces(key: str, value: Any) -> tuple[int, int]:
    first, second = faces_of(2, key, value)
    return first, second


SO_MANY = {2: "two", 3: "three"}


def faces_of(many: int, key: str, value: Any) -> tuple[int, ...]:
    """Return the faces of this many dice."""
    found = _list(key, value, 64)
    if len(found) != many:
        raise Malformed(key, f"{len(found)} dice", f"Write the faces of {SO_MANY[many]}.")
    for face in found:
        if not 1 <= face <= 6:
            raise Malformed(key, f"{show(face)} is not a face of a die", "Faces are 1 to 6.")
    return tuple(found)


def sides(key: str, value: Any) -> tuple[int, int]:
    found = _list(key, value, 2)
    if len(found) == 2 and all(0 <= side <= 6 for side in found):
        return found[0], found[1]
    raise Malformed(key, "not a side for each die", "0 for a die that lies flat, else 1 to 6.")


def several(key: str, value: Any) -> tuple[int, ...]:
    return tuple(_list(key, value, 64))


Faces = Annotated[tuple[int, int], Reads(faces, words="list of two faces")]


Sides = Annotated[tuple[int, int], Reads(sides, words="list of two sides")]


Several = Annotated[tuple[int, ...], Reads(several, words="list of whole numbers")]
