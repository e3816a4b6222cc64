"""Tokens of the prompt in a ten-step run, and how much of it a provider can take from its cache.

A small shop is served on loopback, and a function plays the model: search, open, add, check out, report. Tokens are
characters / 4, of messages and tool schemas; screenshots are not counted. What a request has in common with the
beginning of the one before it is its repeated prefix.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from pytest_webagent.agent.conversation import CUT_EVERY, KEPT, Conversation
from pytest_webagent.agent.fence import Fence
from pytest_webagent.agent.loop import Agent
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.testing import FunctionModel, call, element
from pytest_webagent.tools.toolsets import default_registry
from serving import served

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.messages import Message, ToolCall, ToolSpec
    from pytest_webagent.ports import ModelRequest
    from pytest_webagent.trajectory import RunResult

STEPS = 10
CHARACTERS_PER_TOKEN = 4

MENU = "<nav><a href=/>Home</a> <a href=/cart>Cart</a> <a href=/help>Help</a></nav>"
SEARCH = "<form action=/search><label>Search <input name=q></label><button>Go</button></form>"
PRODUCTS = "".join(
    f"<li><h2><a href=/item/{n}>Mug number {n}</a></h2><p>Stoneware, holds {200 + n} ml, safe in the dishwasher.</p>"
    f"<b>${n}.50</b> <button>Add mug {n}</button></li>"
    for n in range(1, 61)
)
ADDRESS = "".join(
    f"<p><label>{name} <input name={name.lower()}></label></p>"
    for name in ("Name", "Street", "City", "Phone")
)
PAGES = {
    "/": f"<h1>Shop</h1>{SEARCH}<ul>{PRODUCTS}</ul>",
    "/search": f"<h1>Results</h1>{SEARCH}<ul>{PRODUCTS}</ul>",
    "/item/7": "<h1>Mug number 7</h1><p>$7.50</p><form action=/cart><button>Add to cart</button></form>",
    "/cart": "<h1>Cart</h1><table><tr><td>Mug number 7<td>$7.50</table><a href=/checkout>Check out</a>",
    "/checkout": f"<h1>Check out</h1><form action=/done>{ADDRESS}<button>Place order</button></form>",
    "/done": "<h1>Thank you</h1><p role=status>Order 1042</p>",
}


def page(path: str) -> str | None:
    """A page of the shop."""
    return f"<!doctype html><title>Shop {path}</title>{MENU}{PAGES[path]}" if path in PAGES else None


def think(request: ModelRequest) -> ToolCall:
    """The next call of the shopping trip."""
    plan = (
        ("type", "textbox", "Search"),
        ("click", "button", "Go"),
        ("click", "link", "Mug number 7"),
        ("click", "button", "Add to cart"),
        ("click", "link", "Check out"),
        ("type", "textbox", "Name"),
        ("type", "textbox", "Street"),
        ("type", "textbox", "City"),
        ("click", "button", "Place order"),
    )
    done = sum(len(message.tool_calls) for message in request.messages)
    reasoning = (
        "The page shows what the goal needs next, so this comes next; the steps before it had their effect."
    )
    if done == len(plan):
        said = element(request.observation, "status")
        evidence = [{"op": "text", "elements": [said.id]}]
        return call("stop", answer=said.text, evidence=evidence, reasoning=reasoning)
    tool, role, name = plan[done]
    told = {"description": name} if tool == "click" else {"field_description": name, "text": f"the {name}"}
    target = element(request.observation, role, name).id
    return call(tool, element_id=target, reasoning=reasoning, **told)


def written(tools: Sequence[ToolSpec], messages: Sequence[Message]) -> str:
    """A request in the order in which providers read it: tools, then messages."""
    schemas = [(tool.name, tool.description, dict(tool.parameters)) for tool in tools]
    spoken = [
        f"\n{message.role}: {message.text}"
        + "".join(f"\n{made.name} {json.dumps(dict(made.arguments))}" for made in message.tool_calls)
        for message in messages
    ]
    return json.dumps(schemas) + "".join(spoken)


def replayed(result: RunResult, requests: Sequence[ModelRequest], cut_every: int, kept: int) -> list[str]:
    """The requests the same run makes when older pages are shortened in another way."""
    spoken = Conversation(result.goal, Fence("0" * 12), cut_every=cut_every, kept=kept)
    made: list[str] = []
    for step, request in zip(result.steps, requests, strict=True):
        spoken.see(step.index, STEPS, request.observation)
        made.append(written(request.tools, spoken.messages()))
        spoken.reply("", [action.call for action in step.actions])
        for action in step.actions:
            spoken.result(action.call, action.result, quotes_page=False)
    return made


def costs(texts: Sequence[str]) -> list[tuple[int, int]]:
    """For each request its tokens, and those of its repeated prefix."""
    rows: list[tuple[int, int]] = []
    for before, after in zip(("", *texts), texts, strict=False):
        differs = (place for place, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1])
        shared = next(differs, min(len(before), len(after)))
        rows.append((len(after) // CHARACTERS_PER_TOKEN, shared // CHARACTERS_PER_TOKEN))
    return rows


async def shopping() -> tuple[RunResult, list[ModelRequest]]:
    """One run in a real browser, and the requests it made."""
    settings = Settings(screenshots="off", max_steps=STEPS)
    pool = BrowserPool(settings)
    model = FunctionModel(think)
    try:
        session = await pool.new_session(settings)
        with served(page) as address:
            await session.goto(address)
            agent = Agent(model=model, session=session, tools=default_registry(), settings=settings)
            result = await agent.run("Buy mug number 7 and report the order's number")
        await session.close()
    finally:
        await pool.close()
    return result, model.requests


def main() -> None:
    """Print the tables."""
    result, requests = asyncio.run(shopping())
    if len(requests) != STEPS or result.answer != "Order 1042":
        raise SystemExit(f"the run went another way: {len(requests)} steps, answer {result.answer!r}")
    common = len(written(requests[0].tools, requests[0].messages[:1])) // CHARACTERS_PER_TOKEN
    print("Tokens are characters / 4, of messages and tool schemas, without screenshots.")
    print(f"Of each request {common:,} are tool schemas and system text, the same in every run.\n")
    print("| step | tokens | repeated prefix | share | sent anew |\n| ---: | ---: | ---: | ---: | ---: |")
    for step, (tokens, shared) in enumerate(costs([written(r.tools, r.messages) for r in requests]), start=1):
        print(f"| {step} | {tokens:,} | {shared:,} | {shared / tokens:.0%} | {tokens - shared:,} |")
    print("\nThe same run with older pages shortened in other ways:\n")
    print("| older pages | tokens of the run | repeated prefix | share | sent anew |")
    print("| --- | ---: | ---: | ---: | ---: |")
    ways = {
        "kept whole": (10**6, 1),
        f"cut every {CUT_EVERY} steps to the newest {KEPT} (ours)": (CUT_EVERY, KEPT),
        "a line each, the newest alone is whole": (1, 1),
    }
    for name, (cut_every, kept) in ways.items():
        rows = costs(replayed(result, requests, cut_every, kept))
        tokens, shared = sum(row[0] for row in rows), sum(row[1] for row in rows)
        print(f"| {name} | {tokens:,} | {shared:,} | {shared / tokens:.0%} | {tokens - shared:,} |")


if __name__ == "__main__":
    main()
