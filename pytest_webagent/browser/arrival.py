"""What came of going to a URL, in plain words."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING

from pytest_webagent.browser.records import shortened
from pytest_webagent.errors import EnvironmentFailure, ToolError
from pytest_webagent.policy.redaction import address

if TYPE_CHECKING:
    from playwright.async_api import Error as PlaywrightError

    from pytest_webagent.browser.way_out import WayOut
    from pytest_webagent.errors import WebAgentError

GOTO_TIMEOUT = 30.0
"""Seconds a server has to answer the request for a page."""

ERROR_PAGE = "chrome-error:"
"""Begins the address of the page a browser shows where it could not open one."""

NO_WAY_OUT = ("ERR_SOCKS_", "ERR_BLOCKED_BY_CLIENT")
"""Begins what a browser calls it that a proxy did not connect it, or that a route refused."""
_NET_ERROR = re.compile(r"net::(ERR_\w+)")
_REASONS = {
    "ERR_CONNECTION_REFUSED": "nothing listens there (connection refused). Is the application running, on that port?",
    "ERR_CONNECTION_RESET": "the server cut the connection. Look at the application's own log",
    "ERR_CONNECTION_CLOSED": "the server closed the connection. Look at the application's own log",
    "ERR_EMPTY_RESPONSE": "the server closed the connection without an answer. Look at the application's own log",
    "ERR_CONNECTION_TIMED_OUT": "the server does not answer. Is the address right, and reachable from here?",
    "ERR_ADDRESS_UNREACHABLE": "the address cannot be reached from here. Check host and network",
    "ERR_INTERNET_DISCONNECTED": "this machine is offline",
    "ERR_NAME_NOT_RESOLVED": "no host of that name is known. Check the spelling of the URL",
    "ERR_TOO_MANY_REDIRECTS": "the server redirects in a circle. Check its redirects and the cookies they rely on",
    "ERR_SSL_PROTOCOL_ERROR": "the server does not speak TLS there. Is it http:// rather than https://?",
    "ERR_UNSAFE_PORT": "browsers refuse this port. Let the application listen on another one",
    "ERR_INVALID_RESPONSE": "the server's answer is not valid HTTP",
    "ERR_INVALID_HTTP_RESPONSE": "the server's answer is not HTTP. Is it https:// rather than http://?",
    "ERR_BLOCKED_BY_CLIENT": "the request was blocked before it left the browser (by a route of the test?)",
    "ERR_FAILED": "the request failed before it left the browser (aborted by a route of the test?)",
}
_CERTIFICATE = (
    "the server's certificate is not trusted ({code}). Use a trusted one, or for a test server set "
    "webagent_ignore_https_errors (with pytest-playwright's page: ignore_https_errors in browser_context_args)"
)


def was_aborted(error: PlaywrightError) -> bool:
    """Whether the browser gave up a navigation by itself: a download, no content, or another navigation."""
    return "net::ERR_ABORTED" in error.message or "Download is starting" in error.message


def failure(url: str, error: PlaywrightError, egress: WayOut | None = None) -> WebAgentError | None:
    """What to raise for a navigation that failed, or None if the error is not about reaching the URL."""
    wanted = shortened(address(url), 200)
    if "invalid URL" in error.message:
        return ToolError(f"{wanted!r} is not a URL a browser can open: it needs a scheme, such as http://")
    if "interrupted by another navigation" in error.message:
        return ToolError(f"on the way to {wanted} the page went somewhere else: look at the page")
    if re.match(r"\S*: ?Timeout", error.message):
        reason = f"it did not answer within {GOTO_TIMEOUT:g} s. Is the application busy or stuck?"
        return EnvironmentFailure(f"could not open {wanted}: {reason}")
    sentence = not_opened(url, error.message, egress)
    return None if sentence is None else EnvironmentFailure(sentence)


def not_opened(url: str, words: str, egress: WayOut | None = None) -> str | None:
    """What it means that a URL could not be opened, or None if `words` name no error of the network.

    Of connections through an `egress` the browser only knows that they did not come about.
    """
    found = _NET_ERROR.search(words)
    if found is None:
        return None
    code = found[1]
    reason = _REASONS.get(code, f"the browser says {code}")
    if code.startswith("ERR_CERT_"):
        reason = _CERTIFICATE.format(code=code)
    if egress is not None and code.startswith(NO_WAY_OUT):
        # A route of the test may have refused it as well.
        cause = egress.cause(url) or (egress.latest if code.startswith(NO_WAY_OUT[0]) else "")
        known = _NET_ERROR.search(cause)
        reason = _REASONS.get(known[1], reason) if known else cause or reason
    return f"could not open {shortened(address(url), 200)}: {reason}"


def status_note(status: int, url: str) -> str | None:
    """A remark on the status of a page's document, where it is an error."""
    if status < 400:
        return None
    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        phrase = ""
    return f"the server answered {status} {phrase}".rstrip() + f" for {shortened(address(url), 200)}"
