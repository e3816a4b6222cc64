"""The protocol between `step_overhead.py` and a contestant: one line in, one step, one JSON line out."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time

CART = re.compile(r"(\d+) in the cart")


class Turns:
    """Waits for the parent's word before each step and reports how long the step took.

    A step is the time between an answer of the model and its next request: acting, settling, observing.
    """

    def __init__(self) -> None:
        self._answered: float | None = None

    async def asked(self, seen: str, characters: int) -> bool:
        """The model was asked, seeing this: report the step, wait for the next turn; False when there is none."""
        now = time.perf_counter()
        cart = [int(number) for number in CART.findall(seen)]
        seconds = None if self._answered is None else now - self._answered
        say({"seconds": seconds, "characters": characters, "cart": max(cart, default=-1)})
        line = await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        self._answered = time.perf_counter()
        return line.strip() == "go"


def say(record: dict[str, object]) -> None:
    """Send one record to the parent."""
    sys.__stdout__.write("@" + json.dumps(record) + "\n")
    sys.__stdout__.flush()
