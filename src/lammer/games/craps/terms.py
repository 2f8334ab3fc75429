"""What a strategy can name at craps: points, shooters, the come-out."""

from lammer.games.craps.space import OFF
from lammer.games.terms import GameTerms, Happening

TERMS = GameTerms(
    happenings=(
        Happening(
            "seven-out",
            ("seven-out", "seven out", "new shooter"),
            lambda before, after, called: before != OFF == after and str(called) != before,
        ),
        Happening(
            "point-made",
            ("point made",),
            lambda before, after, called: before != OFF == after and str(called) == before,
        ),
        Happening("point-set", ("point set",), lambda before, after, _: before == OFF != after),
        Happening("come-out", ("come-out",), lambda before, _, __: before == OFF),
        Happening("before-come-out", (), lambda _, after, __: after == OFF),
    ),
    counted={
        "shooters": (("shooters", "hands"), "seven-out"),
        "points": (("points",), "point-made"),
    },
    scopes={
        "shooter": (("this shooter", "this hand"), "seven-out"),
        "point": (("since the come-out", "since come-out", "this point"), "before-come-out"),
    },
    point_on=("point", "point is on", "point on"),
    point_off=("come-out", "come out", "point is off", "point off"),
    new_hand=("new shooter",),
    groups={
        "inside": (("place-5", 5), ("place-6", 6), ("place-8", 6), ("place-9", 5)),
        "outside": (("place-4", 5), ("place-5", 5), ("place-9", 5), ("place-10", 5)),
        "across": (
            *(("place-4", 5), ("place-5", 5), ("place-6", 6)),
            *(("place-8", 6), ("place-9", 5), ("place-10", 5)),
        ),
    },
    on_point=("place", "buy", "lay", "place-lose"),
    point_number=("the point number", "the point"),
)
