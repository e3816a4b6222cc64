"""What it costs to show a model the page: time per step beside a bare screenshot, and tokens.

In turn and in one run, a page of 200 rows is looked at with its bare screenshot alone, with the picture made small
enough, and with the numbers of its elements on it, too: for that it has to be found out which of them nothing covers.
Every look is one of a running agent, with the snapshot that the model reads. Tokens are those of the setting
`vision_tokens`: 750 pixels each.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from typing import TYPE_CHECKING

from pytest_webagent.agent.page_pictures import PIXELS_PER_TOKEN, Sight
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.geometry import Size
from pytest_webagent.testing import ScriptedModel
from serving import served
from step_overhead import page

if TYPE_CHECKING:
    from pytest_webagent.agent.page_pictures import Picture
    from pytest_webagent.browser.session import BrowserSession

ROWS = 200
VIEWPORTS = (Size(1280, 720), Size(1920, 1080), Size(390, 844))
WAYS = ("bare screenshot", "small enough", "small enough, with marks")


async def look(session: BrowserSession, way: str, sight: Sight) -> tuple[float, float, Picture | None, int]:
    """Seconds of one look, seconds that this process computed, what the model is shown, and how many elements are in sight."""
    began, computed = time.perf_counter(), time.process_time()
    seen = await session.observe(screenshot=True, marks=sight.marks)
    picture = None if way == WAYS[0] else await sight.picture(seen)
    return time.perf_counter() - began, time.process_time() - computed, picture, len(seen.uncovered)


async def measured(viewport: Size, steps: int, warmup: int) -> list[str]:
    """The rows of one viewport."""
    model = ScriptedModel([], sees_images=True)
    settings = Settings(viewport=viewport)
    pool = BrowserPool(settings)
    seconds: dict[str, list[float]] = {way: [] for way in WAYS}
    computing: dict[str, list[float]] = {way: [] for way in WAYS}
    last: dict[str, tuple[Picture | None, int]] = {}
    try:
        with served(page) as address:
            session = await pool.new_session(settings)
            await session.goto(f"{address}/{ROWS}")
            for turn in range(warmup + steps):
                for way in WAYS:
                    marks = "on" if way == WAYS[2] else "off"
                    sight = Sight(model, settings._replace(marks=marks), session.log)
                    took, computed, *last[way] = await look(session, way, sight)
                    if turn >= warmup:
                        seconds[way].append(took)
                        computing[way].append(computed)
            await session.close()
    finally:
        await pool.close()
    rows = []
    for way in WAYS:
        picture, numbers = last[way]
        ratios = [own / bare for own, bare in zip(seconds[way], seconds[WAYS[0]], strict=True)]
        size = viewport if picture is None else picture.size
        tokens = size.width * size.height / PIXELS_PER_TOKEN
        kilobytes = "" if picture is None else f"{len(picture.image.data) / 1000:.0f}"
        rows.append(
            f"| {viewport.width}x{viewport.height} | {way} | {statistics.median(seconds[way]) * 1e3:.0f} "
            f"| {statistics.median(ratios):.2f} | {statistics.median(computing[way]) * 1e3:.0f} | {numbers or ''} "
            f"| {size.width}x{size.height} | {tokens:,.0f} | {kilobytes} |"
        )
    return rows


async def table(steps: int, warmup: int) -> str:
    """The table as Markdown."""
    lines = [
        f"{ROWS} rows; {steps} looks each after {warmup} to warm up; medians. The ratio is to the bare look of the same turn.",
        "",
        "| viewport | look | ms | times the bare one | ms of our processor | elements in sight | picture | tokens | kB |",
        "| --- | --- | ---: | ---: | ---: | ---: | --- | ---: | ---: |",
    ]
    for viewport in VIEWPORTS:
        lines += await measured(viewport, steps, warmup)
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=15)
    parser.add_argument("--warmup", type=int, default=3)
    options = parser.parse_args()
    print(asyncio.run(table(options.steps, options.warmup)))
