"""The floor: bare Playwright takes a snapshot and a screenshot and clicks."""

from __future__ import annotations

import asyncio
import re
import sys

from playwright.async_api import async_playwright

from pytest_webagent.browser.executable import find
from pytest_webagent.config import Settings
from turns import Turns


async def main(url: str) -> None:
    launch = find(Settings())
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=launch.path,
            chromium_sandbox=launch.sandbox_off is None,
            args=["--disable-background-networking"],
        )
        page = await browser.new_page(viewport={"width": 1280, "height": 720})
        await page.goto(url)
        turns = Turns()
        while True:
            snapshot = await page.aria_snapshot(mode="ai", boxes=True)
            await page.screenshot(type="jpeg", quality=70)
            references = re.findall(r'button "Add product \d+" \[ref=(\w+)\]', snapshot)
            if not await turns.asked(snapshot, len(snapshot)):
                break
            await page.get_by_ref(references[1]).click()
        await browser.close()


asyncio.run(main(sys.argv[1]))
