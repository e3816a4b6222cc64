"""The ``web_*`` tools that look: at a page's structure, its picture, and single elements."""

from __future__ import annotations

import json
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Literal

from pytest_webagent.errors import ToolError
from pytest_webagent.policy.origins import parse
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.web import opening, picture, scripts
from pytest_webagent.tools.web.element_search import said
from pytest_webagent.tools.web.site_hints import selector_for
from pytest_webagent.tools.web.web_answers import GRACE, LONGEST_ECHO, LOOK_SECONDS, answered, attempted

if TYPE_CHECKING:
    from playwright.async_api import Page

    from pytest_webagent.messages import ToolResult

_STEPS = (100, 50, 25, 10, 5)
"""How many things of a kind are told: as many as the answer has room for."""
_MOST_ELEMENTS = 500
_LISTS = ("forms", "buttons", "inputs", "links", "iframes", "shadow_dom", "api_hints")
_API_TOOL = "api_call"
_MOST_APIS = 5
_SELECTED = ("forms", "buttons", "inputs", "links")


@tool(risk="LOW", up_to="MEDIUM", quotes=True, seconds=LOOK_SECONDS + GRACE)
async def web_inspect(context: ToolContext, url: str) -> ToolResult:
    """Tell what a page is made of: forms, buttons, inputs, links, frames, and selectors for them.

    Args:
        url: The whole URL of the page. The current page is looked at as it is; any other is opened first.
    """

    async def inspect() -> dict[str, Any]:
        wanted = await opening.destination(context, url)
        if wanted == _address(context.session.page.url):
            context.about_to("LOW", "look at the page")
            notes: tuple[str, ...] = ()
        else:
            notes = (await opening.arrive(context, wanted)).notes
        page = context.session.page
        read = await attempted(context, lambda: scripts.read(page, scripts.INSPECT, _STEPS[0]))
        whole = _joined([(scripts.place(page, frame), part) for frame, part in read.answers])
        if len(read.answers) > 1:
            await attempted(context, lambda: _leave_shared_out(page, whole))
        found, remark = _fitting(whole, context.limits.output_chars)
        apis = await _apis(context, _MOST_APIS)
        for hint in found["api_hints"]:
            if hint["url"].partition("?")[0] in apis:
                hint["prefer"] = _API_TOOL
        if apis:
            remark += f" The page reads JSON: rather than read it off the page, call {_API_TOOL} on {', '.join(apis)}."
        sizes = ", ".join(f"{len(whole[name])} {name}" for name in _SELECTED)
        return {"inspection": found, "message": "\n".join((f"Found {sizes}.{remark}{read.remark}", *notes))}

    return await answered(context, LOOK_SECONDS, {"url": url[:LONGEST_ECHO], "inspection": {}}, inspect)


@tool(kind="read", seconds=LOOK_SECONDS + GRACE)
async def web_screenshot(context: ToolContext) -> ToolResult:
    """Take a picture of the visible part of the page, with the boxes of all that can be clicked in it."""

    async def take() -> dict[str, Any]:
        page = context.session.page
        shot = await attempted(context, lambda: picture.take(page))
        return {
            "screenshot": {
                "base64": shot.base64,
                "width": shot.width,
                "height": shot.height,
                "format": "png",
            },
            "page_state": {
                "url": opening.place(context),
                "title": await opening.title(context),
                "viewport": {"width": shot.width, "height": shot.height},
            },
            "clickables": shot.clickables,
            "message": f"{len(shot.clickables)} elements in sight can be clicked.{shot.remark}",
            "image": shot.base64,
        }

    return await answered(context, LOOK_SECONDS, {"screenshot": {}, "page_state": {}, "clickables": []}, take)


@tool(kind="read", seconds=LOOK_SECONDS + GRACE)
async def web_extract(
    context: ToolContext,
    selector: str,
    extract_type: Literal["text", "html", "attributes", "all"] = "text",
) -> ToolResult:
    """Read the elements that a selector finds, in frames and open shadow roots, too.

    Args:
        selector: A CSS selector, or an XPath such as "//h2" (which does not see into shadow roots).
        extract_type: What to read beside the text.
    """

    async def extract() -> dict[str, Any]:
        if not selector.strip():
            raise ToolError("selector is empty: give a CSS selector or an XPath, such as 'h2' or '//h2'")
        page, meant = context.session.page, selector_for(context, selector)
        argument = [meant, extract_type, _MOST_ELEMENTS, context.limits.output_chars]
        read = await attempted(context, lambda: scripts.read(page, scripts.EXTRACT, argument))
        parts = [part for _, part in read.answers]
        problem = parts[0]["problem"]
        if problem:
            raise ToolError(
                f"{said(selector, meant)} {problem}: give a CSS selector, or an XPath such as '//h2'"
            )
        elements = _as_many(
            [element for part in parts for element in part["elements"]], context.limits.output_chars
        )
        count = sum(part["count"] for part in parts)
        more = f"; the first {len(elements)} of them are told" if count > len(elements) else ""
        return {
            "elements": elements,
            "count": count,
            "message": f"{count} elements match{more}.{read.remark}",
        }

    fields = {"selector": selector[:LONGEST_ECHO], "elements": [], "count": 0}
    return await answered(context, LOOK_SECONDS, fields, extract)


def _as_many(elements: list[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """The first elements that `most` characters of JSON hold, and at least one."""
    sizes = accumulate(len(json.dumps(element, ensure_ascii=False)) for element in elements)
    return [
        element
        for index, (element, size) in enumerate(zip(elements, sizes, strict=True))
        if not index or size <= most
    ]


async def _apis(context: ToolContext, most: int) -> list[str]:
    """The newest addresses of the page's origin from which it read JSON; none where the test does not allow to call them."""
    policy = context.permissions.config
    offered = context.registry is not None and _API_TOOL in context.registry
    reads = policy.validate_tool_access(_API_TOOL, "GET") and policy.security_of(_API_TOOL).allows("network")
    if not (offered and reads and _address(context.session.page.url)):
        return []
    own = parse(context.session.page.url).origin
    found = [each for each in context.session.log.json_answers if parse(each).origin == own][-most:]
    try:
        return [await context.network_of(_API_TOOL).allowed(each) for each in found]
    except ToolError:
        return []


def _address(url: str) -> str:
    try:
        return parse(url).url
    except ValueError:
        return ""


def _joined(frames: list[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """The frames of a page as one. What is in a frame says in which."""
    found: dict[str, Any] = {name: [] for name in _LISTS}
    found["structure"] = {**frames[0][1]["structure"], "frames": len(frames)}
    data: dict[str, list[str]] = {}
    for place, part in frames:
        for name in _LISTS:
            found[name] += [{**each, "frame": place} if place else each for each in part[name]]
        for name, values in part["data_attributes"].items():
            data[name] = list(dict.fromkeys((*data.get(name, []), *values)))
    found["data_attributes"] = data
    return found


async def _leave_shared_out(page: Page, whole: dict[str, Any]) -> None:
    """Recommend no selector that finds something in several frames: the tools look in all of them."""
    parts = [part for name in _LISTS for part in whole[name] if "selector" in part]
    parts += [field for form in whole["forms"] for field in form["fields"]]
    read = await scripts.read(page, scripts.COUNT, [part["selector"] for part in parts])
    for index, part in enumerate(parts):
        if sum(counts[index] for _, counts in read.answers) != 1:
            part["selector"] = ""


def _fitting(whole: dict[str, Any], most: int) -> tuple[dict[str, Any], str]:
    """As much of an inspection as `most` characters of JSON hold, and a remark on what is left out."""
    for step in _STEPS:
        found = _first(whole, step)
        found["selectors"] = {
            name: [each["selector"] for each in found[name] if each["selector"]] for name in _SELECTED
        }
        if len(json.dumps(found, ensure_ascii=False)) <= most:
            break
    longest = max(len(whole[name]) for name in (*_LISTS, "data_attributes"))
    return found, f" At most {step} of each kind are told." if longest > step else ""


def _first(value: Any, most: int) -> Any:
    """The same with no more than `most` in each list."""
    if isinstance(value, list):
        return [_first(each, most) for each in value[:most]]
    if isinstance(value, dict):
        return {name: _first(each, most) for name, each in value.items()}
    return value


TOOLS = (web_inspect, web_screenshot, web_extract)
