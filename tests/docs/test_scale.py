"""docs/scale.md is what is computed from the measurements; one column is computed here by hand."""

import json
from fractions import Fraction
from math import ceil
from pathlib import Path

from bench.scale import PAGE, costs, needs, page

RESULTS = Path(__file__).parents[2] / "bench" / "results"


def test_the_page_is_what_the_measurements_give() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run bench/scale.py --write"


def test_what_a_million_players_need_by_hand() -> None:
    server = json.loads((RESULTS / "server.json").read_text(encoding="utf-8"))
    growth = json.loads((RESULTS / "growth.json").read_text(encoding="utf-8"))
    found = needs(600_000, costs())
    assert [found.tables, int(found.commands), int(found.messages)] == [100_000, 100_000, 800_000]
    runs = json.loads((RESULTS / "processes.json").read_text(encoding="utf-8"))["runs"]
    (most,) = (run["cpu_us_per_command"] for run in runs if run["processes"] == 8)
    deciding = most["processes"] / 10
    sending = 800_000 / server["fan_out"]["messages_per_cpu_second"]
    assert abs(float(found.command_cores) - deciding) < 1e-9
    assert abs(float(found.message_cores) - sending) < 1e-9
    assert abs(float(found.database_cores) - most["postgresql"] / 10) < 1e-9
    assert found.processes == ceil((deciding + sending) / 0.6)
    per_day = growth["postgresql"]["bytes_per_command"] * 100_000 * 86_400
    assert found.tb_a_day == Fraction(per_day, 10**12)
    assert found.tb_kept == 90 * found.tb_a_day
