"""What the plugin costs a session that uses no fixture of it: pytest with it and without it, in turn.

Three sides, one run of each per round, so that a busy moment of the machine meets all of them alike: with the plugin,
with `-p no:webagent`, and once more with `-p no:webagent`. The third is the noise: it differs from the second by
nothing. The session is measured with one test that does nothing and with a thousand: what a plugin costs per test is
what a large suite feels. Compiled modules are kept in a folder of the benchmark's own: runs
before the first round pay for compiling them.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 30
TESTS = (1, 1000)
SIDES = {
    "with the plugin": (),
    "without it": ("-p", "no:webagent"),
    "without it, again": ("-p", "no:webagent"),
}
BUDGET = 10.0


def spent(folder: Path, arguments: tuple[str, ...]) -> tuple[float, float]:
    """Milliseconds of one session: by the clock, and of the processor."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments, str(folder)]
    before, started = processor_time(), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, cwd=folder, env=environment(folder))
    return (time.perf_counter() - started) * 1000, (processor_time() - before) * 1000


def environment(folder: Path) -> dict[str, str]:
    """The environment of a session: compiled modules are written and found."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def processor_time() -> float:
    """Seconds all ended child processes have spent on processors."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(rounds: int, tests: int) -> dict[str, list[tuple[float, float]]]:
    """The figures of every round of sessions of so many tests, by side; each round begins with another side."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in SIDES}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = f"import pytest\n\n@pytest.mark.parametrize('_', range({tests}))\ndef test_nothing(_): ...\n"
        (folder / "test_nothing.py").write_text(source, encoding="utf-8")
        (folder / "pytest.ini").write_text(
            "[pytest]\nasyncio_default_fixture_loop_scope = function\n", encoding="utf-8"
        )
        for arguments in SIDES.values():
            spent(folder, arguments)
        names = list(SIDES)
        for number in range(rounds):
            for side in names[number % 3 :] + names[: number % 3]:
                found[side].append(spent(folder, SIDES[side]))
    return found


def table(found: dict[str, list[tuple[float, float]]]) -> str:
    """Medians of each side, and the median of the differences within a round."""
    base = found["without it"]
    lines = [
        "| session | clock | difference in a round (middle half) | ratio | processor | difference in a round (middle half) |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for side, figures in found.items():
        clock, processor = zip(*figures, strict=True)
        base_clock, base_processor = zip(*base, strict=True)
        ratio = statistics.median(ours / theirs for ours, theirs in zip(clock, base_clock, strict=True))
        cells = [
            side,
            f"{statistics.median(clock):.0f} ms",
            difference(clock, base_clock),
            f"{ratio:.3f}",
            f"{statistics.median(processor):.0f} ms",
            difference(processor, base_processor),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def difference(ours: tuple[float, ...], theirs: tuple[float, ...]) -> str:
    """The median of the differences, and their middle half."""
    if ours == theirs:
        return "0"
    low, middle, high = statistics.quantiles([a - b for a, b in zip(ours, theirs, strict=True)], n=4)
    return f"{middle:+.1f} ms ({low:+.1f} to {high:+.1f})"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, help=f"rounds of three sessions (default {ROUNDS})"
    )
    rounds = parser.parse_args().rounds
    for tests in TESTS:
        print(f"A session of {tests:,} test{'s' if tests > 1 else ''}:\n\n{table(measure(rounds, tests))}\n")
    print(
        f"Medians of {rounds} rounds. Aim: less than {BUDGET:.0f} ms for a session that uses no fixture of ours."
    )


if __name__ == "__main__":
    main()
