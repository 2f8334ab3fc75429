"""Which place of a roulette layout a finger or a pointer meets: what a dealer would say of a chip
put there."""

import pytest

from tests.browser.support.browser_clients import Visitors
from tests.browser.support.felt_player import FeltPlayer
from tests.server.support.crew import Staffed
from tests.server.support.table_helpers import new_table
from tests.usual import usual

HIT = """(point) => {
  const shape = (name) => document.querySelector(`[data-name="${name}"] .shape`);
  shape(point.near).scrollIntoView({ block: "center" });
  const [one, other] = [point.near, point.far].map((name) => shape(name).getBoundingClientRect());
  const [beside, over] = [Math.abs(one.x - other.x) > 2, Math.abs(one.y - other.y) > 2];
  const along = (from, to, share) => from + (to - from) * share;
  const edge = (low, size, far) => (far > low ? low + size : low);
  const x = beside ? edge(one.x, one.width, other.x) : along(one.x, one.right, point.share);
  const y = over ? edge(one.y, one.height, other.y) : along(one.y, one.bottom, point.share);
  return document.elementFromPoint(x, y)?.closest(".spot")?.dataset.name;
}"""
LINES = ((17, 20), (17, 18), (2, 3), (34, 35), (1, 4))
MOST_OF_IT = (0.3, 0.5, 0.7)
LEAST = {"phone": 24, "tablet": 24, "desktop": 24}
LEAST_BESIDE_THE_TWO = {"phone": 18, "tablet": 12, "desktop": 14}
"""Pixels; of the places on one edge of the 2 there are five."""


@pytest.mark.parametrize("size", usual(["phone", "tablet", "desktop"], ["phone"]))
def test_a_chip_anywhere_on_a_line_is_on_both_numbers(
    staffed: Staffed, visitors: Visitors, size: str
) -> None:
    house = staffed.house
    table = new_table(house, house.guest("Lina"), "ac-roulette", clock=600)
    player = FeltPlayer(visitors.new(size=size, reduced_motion="reduce"), house, table).come().sit()
    for low, high in LINES:
        for share in MOST_OF_IT:
            point = {"near": f"straight-{low}", "far": f"straight-{high}", "share": share}
            assert player.page.evaluate(HIT, point) == f"split-{low}-{high}", point
        crossing = {"near": "straight-17", "far": "straight-20", "share": 0.02}
        assert player.page.evaluate(HIT, crossing) in ("corner-16", "corner-17")
    sizes = player.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".spot.between")].map((each) => {
          const { width, height } = each.querySelector(".shape").getBoundingClientRect();
          return [each.dataset.name, Math.min(width, height)];
        }))"""
    )
    tight = {"split-0-2", "split-00-2", "trio-0-00-2", "trio-0-1-2", "trio-00-2-3"}
    assert min(size for name, size in sizes.items() if name not in tight) >= LEAST[size], sizes
    assert min(sizes[name] for name in tight) >= LEAST_BESIDE_THE_TWO[size], sizes
