"""Where clicks land that a grounding model aims: every mode, kind of page, model and scale factor of the screen.

The model is always right: a server that finds what it is asked for by its colour in the picture it is sent, and answers in
the form and convention of the model it stands for. So what is missed is missed on the way there and back. Nothing but
the page says what was hit. The tests run a part of this, in which any two values still meet.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from grounding_matrix import (
    MODES,
    SCALES,
    Case,
    Range,
    reduced_matrix,
    shoot_all,
    shooting_range,
    whole_matrix,
)
from grounding_pages import PAGES
from grounding_truth import DIALECTS

from pytest_webagent.config import Settings
from pytest_webagent.tools.core.context import ToolContext

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grounding_matrix import Shot


def cell(shots: Sequence[Shot]) -> str:
    """Hit rate and median distance."""
    if not shots:
        return "-"
    rate = sum(not shot.wrong for shot in shots) / len(shots)
    distances = [shot.distance for shot in shots if shot.distance is not None]
    return f"{rate:.0%} ({statistics.median(distances):.2f})" if distances else f"{rate:.0%}"


def table(shots: Sequence[Shot], row: Callable[[Case], tuple[str, ...]], head: Sequence[str]) -> list[str]:
    """A row for each value of `row`, a column for each model."""
    rows: dict[tuple[str, ...], list[Shot]] = {}
    for shot in shots:
        rows.setdefault(row(shot.case), []).append(shot)
    lines = [
        f"| {' | '.join((*head, *DIALECTS))} |",
        f"| {' | '.join(['---'] * len(head) + ['---:'] * len(DIALECTS))} |",
    ]
    for values, some in rows.items():
        cells = [cell([shot for shot in some if shot.case.model == model]) for model in DIALECTS]
        lines.append(f"| {' | '.join((*values, *cells))} |")
    return lines


async def costs(shooting: Range, turns: int) -> list[str]:
    """What a click that a model aims takes beside the model's own time, in turn with one by an element's number."""
    taken: dict[str, list[float]] = {
        "element id": [],
        "grounding model": [],
        "grounding model, asked twice": [],
    }
    async with shooting.screen(1):
        for turn in range(turns + 2):
            for way, seconds in taken.items():
                twice = way.endswith("twice")
                page, ink = ("canvas", "blue") if twice else ("plain", "red")
                await shooting.open(PAGES[page])
                await shooting.session.observe()
                arguments = {}
                if way == "element id":
                    assert shooting.session.observation is not None
                    buttons = (e for e in shooting.session.observation.elements if e.role == "button")
                    arguments["element_id"] = str(next(buttons).id)
                mode = "off" if arguments else "force"
                context = ToolContext(
                    session=shooting.session,
                    settings=Settings(grounding=mode),
                    grounder=shooting.grounders["qwen2.5-vl"],
                )
                shooting.truth.forget()
                began = time.perf_counter()
                result = await shooting.click(context, f"the {ink} one", **arguments)
                took = time.perf_counter() - began
                if result.error is not None or [hit["ink"] for hit in await shooting.hits()] != [ink]:
                    raise RuntimeError(f"{way} missed: {result}")
                if turn >= 2:
                    seconds.append(took - sum(question.seconds for question in shooting.truth.asked))
    floor = statistics.median(taken["element id"])
    lines = [
        f"A click, with a look at the page before it; the model's own time is left out; medians of {turns} in turn (min to max).",
        "",
        "| aimed by | ms | times a click by number |",
        "| --- | ---: | ---: |",
    ]
    for way, seconds in taken.items():
        median = statistics.median(seconds)
        span = f"{min(seconds) * 1e3:.0f} to {max(seconds) * 1e3:.0f}"
        lines.append(f"| {way} | {median * 1e3:.0f} ({span}) | {median / floor:.2f} |")
    return lines


async def measured(cases: Sequence[Case], turns: int) -> tuple[str, int]:
    """The tables as Markdown, and how many clicks went wrong."""
    async with shooting_range() as shooting:
        shots = await shoot_all(shooting, cases)
        price = await costs(shooting, turns)
    order = [*PAGES]
    shots.sort(key=lambda shot: (MODES.index(shot.case.mode), order.index(shot.case.page)))
    wrong = [shot.wrong for shot in shots if shot.wrong]
    lines = [
        f"{len(shots)} clicks, {len(shots) - len(wrong)} on what was meant. Aim: all. In brackets the median distance from the "
        "middle of what can be seen of the target, in CSS pixels.",
        "In mode `off` the agent itself answers in the model's convention, for a picture of the size that model would see.",
        "",
        *table(shots, lambda case: (case.mode, case.page), ("mode", "page")),
        "",
        "By the scale factor of the screen:",
        "",
        *table(
            sorted(shots, key=lambda shot: shot.case.scale),
            lambda case: (f"{case.scale:g}",),
            ("scale factor",),
        ),
        "",
        *price,
    ]
    if wrong:
        lines += ["", "Missed:", "", *(f"- {each}" for each in wrong)]
    return "\n".join(lines), len(wrong)


def main() -> int:
    """Print the tables; 1 if a click went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reduced", action="store_true", help="only the part that the tests run")
    parser.add_argument("--scales", nargs="*", type=float, default=SCALES)
    parser.add_argument("--turns", type=int, default=20, help="clicks of each kind whose time is taken")
    options = parser.parse_args()
    cases = reduced_matrix() if options.reduced else whole_matrix()
    text, wrong = asyncio.run(
        measured([case for case in cases if case.scale in options.scales], options.turns)
    )
    print(text)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
