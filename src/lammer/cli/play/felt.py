"""The layout as one player sees it, whichever the game."""

from lammer.cli.play.games import part_of
from lammer.cli.play.scene import Scene

__all__ = ["Scene", "draw"]


def draw(scene: Scene) -> None:
    part_of(scene.table).felt(scene)
