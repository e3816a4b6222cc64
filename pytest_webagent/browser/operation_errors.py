"""Why Playwright could not do an operation, in plain words.

Playwright's messages quote what was typed and whatever the page writes into its attributes. Only the reason
is taken from them, in our own words; of the page's markup no more than a tag, an id and a class.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.browser.records import shortened
from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from playwright.async_api import Error as PlaywrightError

_COVERED = re.compile(r"- (<.*?>.*?)(?: from (<.*?>).* subtree)? intercepts pointer events")
_TAG = re.compile(r"<([a-zA-Z][\w-]*)")
_ATTRIBUTE = re.compile(r'\s(id|class)="([^"]*)"')
_MATCHES = re.compile(r"resolved to (\d+) elements")
_PREFIX = re.compile(r"^(?:[A-Z]\w+\.\w+: )?(?:Error: |Protocol error \([\w.]+\): )*")

_STATES = (
    (
        "element was detached from the DOM",
        "was removed from the page while it was acted on: look at the page again",
    ),
    ("element is outside of the viewport", "lies outside of what can be scrolled into view"),
    ("element is not visible", "is not visible"),
    (
        "element is not stable",
        "does not hold still (it is moving or being resized): wait until it rests, or give coords to act where it is",
    ),
    ("element is not enabled", "is disabled"),
    ("element is not editable", "is read-only"),
    ("did not find some options", "has no such option, or the option is disabled"),
)
_KINDS = (
    ("Element is not an <input>", "is not a field text can be typed into"),
    (
        "Element is not a <select>",
        "is not a dropdown of the browser's own kind: open it with a click and choose there",
    ),
    ("Not a checkbox or radio button", "is not a checkbox or radio button"),
    ("Clicking the checkbox did not change its state", "was clicked, but its state did not change"),
    ("Cannot type text into input[type=number]", "takes numbers only"),
    ("Malformed value", "does not take a value of that form (dates are YYYY-MM-DD, times HH:MM)"),
    ("Non-multiple file input", "takes a single file only"),
    ("Node is not an HTMLInputElement", "is not a file field"),
    (
        "Element is not attached to the DOM",
        "was removed from the page while it was acted on: look at the page again",
    ),
    (
        "Unable to adopt element handle",
        "was removed from the page while it was acted on: look at the page again",
    ),
)
_TIMEOUT = re.compile(r"Timeout .*exceeded")
_CLOSED = (
    "has been closed",
    "Target crashed",
    "Page crashed",
    "Connection closed",
    "connection closed",
    "Browser closed",
    "no object with guid",
)


def is_closed(error: PlaywrightError) -> bool:
    """Whether an error says that the page, its process or the browser is gone."""
    return any(words in error.message for words in _CLOSED)


def was_done(error: PlaywrightError) -> bool:
    """Whether an error only says that what came after the operation took too long, such as a page to load."""
    return bool(_TIMEOUT.search(error.message)) and " action done" in error.message


def was_slow(error: PlaywrightError) -> bool:
    """Whether an error only says that time was up, and names nothing that stood in the way."""
    headline, _, log = error.message.partition("Call log:")
    return bool(_TIMEOUT.search(headline)) and _last_obstacle(log) is None


def refusal(error: PlaywrightError) -> ToolError:
    """What the model reads about an operation Playwright could not do."""
    return ToolError(_reason(error.message))


def _reason(message: str) -> str:
    for words, reason in _KINDS:
        if words in message:
            return f"the element {reason}"
    if matches := _MATCHES.search(message):
        return f"{matches[1]} elements match, and one is needed"
    headline, _, log = message.partition("Call log:")
    if _TIMEOUT.search(headline):
        return _last_obstacle(log) or _slowness(log)
    if type_ := re.search(r'Input of type "([\w-]+)" cannot be filled', headline):
        return f"the element is an input of type {type_[1]}: text cannot be typed into it"
    if "Execution context was destroyed" in headline or "Frame was detached" in headline:
        return "the page moved on while it was acted on: look at it again"
    first_line = _PREFIX.sub("", headline.strip().partition("\n")[0])
    return shortened(first_line, 160)


def _last_obstacle(log: str) -> str | None:
    for line in reversed(log.splitlines()):
        if covered := _COVERED.search(line):
            what = _markup(covered[2] or covered[1])
            return f"the element is covered by {what}: close what lies over it, or wait until it is gone"
        for words, reason in _STATES:
            if words in line:
                return f"the element {reason}"
    if "locator resolved to" not in log and "waiting for locator" in log:
        return "the element is no longer on the page: look at the page again"
    return None


def _slowness(log: str) -> str:
    if re.search(r"performing \w.* action|elementHandle\.press", log):
        return "the page has not answered since the action began, and it may have been done: look before trying it again"
    return "the page did not let the action finish in time; it may have been done in part. Look at the page, then try once more"


def _markup(preview: str) -> str:
    tag = _TAG.search(preview)
    opening = preview.partition(">")[0]
    known = "".join(f' {name}="{shortened(value, 40)}"' for name, value in _ATTRIBUTE.findall(opening))
    return f"<{tag[1] if tag else 'another element'}{known}>"
