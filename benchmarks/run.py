"""Run every benchmark, print its table, and keep all of them in RESULTS.md with machine and date."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from pytest_webagent.browser.executable import find
from pytest_webagent.config import Settings

HERE = Path(__file__).parent
BENCHMARKS = {
    "step_overhead.py": "Time per step",
    "prompt_cost.py": "Prompt of a ten-step run",
    "tool_section.py": "Tool section of a request",
    "marks.py": "Numbers on a picture",
    "vision_cost.py": "Showing the page to a model",
    "startup.py": "Start of pytest with and without the plugin",
    "verdicts.py": "False passes and false failures",
}


def machine() -> str:
    """One line that says what the figures were measured on."""
    browser = subprocess.run(
        [str(find(Settings()).path), "--version"], capture_output=True, text=True, check=True
    )
    parts = [
        f"{os.cpu_count()} cores",
        f"{platform.system()} {platform.machine()}",
        f"Python {platform.python_version()}",
        f"Playwright {version('playwright')}",
        browser.stdout.strip(),
    ]
    return ", ".join(parts)


def main() -> int:
    """Run the benchmarks one after another. One that breaks stops the run; 1 if one has missed its aim."""
    missed = 0
    sections = [
        "# Results\n\nWritten by `make bench`. Compare figures only within one table: each table is one run.\n",
        f"{datetime.datetime.now(datetime.UTC).date()}, {machine()}.\n",
    ]
    for script, title in BENCHMARKS.items():
        print(f"\n## {title} ({script})\n", flush=True)
        run = subprocess.run([sys.executable, HERE / script], stdout=subprocess.PIPE, text=True, check=False)
        print(run.stdout, flush=True)
        if run.returncode and not run.stdout:
            run.check_returncode()
        missed |= run.returncode
        sections.append(f"## {title}\n\n`benchmarks/{script}`\n\n{run.stdout.strip()}\n")
    (HERE / "RESULTS.md").write_text("\n".join(sections), encoding="utf-8")
    return missed


if __name__ == "__main__":
    sys.exit(main())
