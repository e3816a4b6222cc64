"""Time per step without the model: this product, browser-use, and bare Playwright, in turn in one run.

A step is what lies between an answer of the model and its next request: act, settle, observe. The model answers at
once, so nothing else is in the figure. All three take a screenshot at each step.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from serving import served

HERE = Path(__file__).parent
OTHER = HERE / ".venv-browser-use"
ROWS = (20, 200, 1000)


def shop(rows: int) -> str:
    """A page of product rows; a click on a button changes the cart's count."""
    products = "".join(
        f"<li><h2>Product {n}</h2><p>A plain thing, number {n}, in stock.</p><b>${n}.50</b> "
        f'<a href="#p{n}">Details</a> <button onclick="add()">Add product {n}</button></li>'
        for n in range(1, rows + 1)
    )
    return (
        "<!doctype html><title>Products</title><h1>Products</h1><p role=status>0 in the cart</p>"
        "<script>let n=0; function add(){document.querySelector('[role=status]').textContent=++n+' in the cart'}</script>"
        f"<ul>{products}</ul>"
    )


def page(path: str) -> str | None:
    """The shop with as many rows as the path says."""
    return shop(int(path[1:])) if path[1:].isdigit() else None


@dataclass
class Side:
    """A contestant's process and what it reported."""

    name: str
    process: subprocess.Popen[str]
    seconds: list[float] = field(default_factory=list)
    characters: list[int] = field(default_factory=list)
    cart: int = 0

    def read(self) -> None:
        """Wait for the report of a step."""
        while line := self.process.stdout.readline():
            if line.startswith("@"):
                record = json.loads(line[1:])
                self.cart = record["cart"]
                if record["seconds"] is not None:
                    self.seconds.append(record["seconds"])
                    self.characters.append(record["characters"])
                return
        raise RuntimeError(f"{self.name} ended early, exit code {self.process.wait(5)}")

    def tell(self, word: str) -> None:
        """Give the process its turn, or end it."""
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()


def prepare_browser_use() -> str:
    """Install the newest browser-use into its own environment, once; give its version."""
    python = OTHER / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", OTHER], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--upgrade", "browser-use"], check=True)
    code = "import importlib.metadata as m; print(m.version('browser-use'))"
    return subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def start(name: str, url: str) -> Side:
    """Start a contestant on a page."""
    from pytest_webagent.browser.executable import find
    from pytest_webagent.config import Settings

    command = [sys.executable, str(HERE / "sides" / f"{name}.py"), url]
    if name == "browser_use_agent":
        launch = find(Settings())
        command = [
            str(OTHER / "bin" / "python"),
            *command[1:],
            str(launch.path),
            "sandbox" if launch.sandbox_off is None else "no",
        ]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, cwd=HERE.parent
    )
    return Side(name, process)


def compare(url: str, names: list[str], steps: int, warmup: int) -> dict[str, Side]:
    """Let the contestants make their steps in turn."""
    sides = [start(name, url) for name in names]
    try:
        for side in sides:
            side.read()
        for turn in range(warmup + steps):
            for side in sides:
                side.tell("go")
                side.read()
                if turn < warmup:
                    side.seconds.clear()
                    side.characters.clear()
        for side in sides:
            if side.cart != warmup + steps:
                raise RuntimeError(f"{side.name} made {warmup + steps} steps, but the cart shows {side.cart}")
            side.tell("end")
            side.process.wait(60)
    finally:
        for side in sides:
            side.process.kill()
            side.process.communicate()
    return {side.name: side for side in sides}


LABELS = {"ours": "pytest-webagent", "browser_use_agent": "browser-use", "bare": "bare Playwright"}


def main() -> str:
    """Run the comparison and give its table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=15)
    parser.add_argument("--warmup", type=int, default=3)
    parser.add_argument("--only", nargs="*", choices=LABELS, default=list(LABELS))
    options = parser.parse_args()
    version = prepare_browser_use() if "browser_use_agent" in options.only else "not run"
    lines = [
        f"browser-use {version}; {options.steps} steps each after {options.warmup} to warm up; medians (min to max).",
        "Aims: at most a third of browser-use's time, and at most 1.5 times the floor, which waits for nothing.",
        "",
        "| rows | tool | ms per step | times the floor | characters of prompt per step |",
        "| --- | --- | --- | --- | --- |",
    ]
    with served(page) as address:
        for rows in ROWS:
            sides = compare(f"{address}/{rows}", options.only, options.steps, options.warmup)
            floor = statistics.median(sides["bare"].seconds) if "bare" in sides else None
            for name, side in sides.items():
                median = statistics.median(side.seconds)
                low, high = min(side.seconds), max(side.seconds)
                share = f"{median / floor:.2f}" if floor else "-"
                lines.append(
                    f"| {rows} | {LABELS[name]} | {median * 1e3:.0f} ({low * 1e3:.0f} to {high * 1e3:.0f}) | {share} "
                    f"| {statistics.median(side.characters):,.0f} |"
                )
    return "\n".join(lines)


if __name__ == "__main__":
    print(main())
