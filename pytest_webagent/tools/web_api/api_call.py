"""HTTP calls that share the cookies of the browser session: to set up what a test needs, and to check what became of it."""

from __future__ import annotations

import json as json_format
import re
import time
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal
from urllib.parse import urlencode

from playwright.async_api import Error
from pydantic import Field

from pytest_webagent.errors import ToolError
from pytest_webagent.policy.origins import parse
from pytest_webagent.policy.redaction import MASK, is_secret_name, without_secrets
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.web_api.extraction import JsonPath
from pytest_webagent.tools.web_api.hops import READING, HttpCall, send

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.async_api import APIResponse

    from pytest_webagent.policy.risk import Risk

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

_MOST_BODY: Final = 1_000_000
"""Characters of a body that is sent."""
_TOKEN: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")
# Whoever sets these can make one request look like two.
_OURS: Final = frozenset(
    {
        "host",
        "content-length",
        "transfer-encoding",
        "connection",
        "upgrade",
        "te",
        "trailer",
        "accept-encoding",
    }
)
_MOST_HEADERS: Final = 40


@tool(kind="action", up_to="HIGH", needs=("network",), quotes=True, seconds=60.0)
async def api_call(
    context: ToolContext,
    url: str,
    method: Method = "GET",
    headers: dict[str, str] | None = None,
    params: dict[str, Any] | None = None,
    json: dict[str, Any] | None = None,
    body: str | None = None,
    json_path: str | None = None,
    expected_status: Annotated[int, Field(ge=100, le=599)] | None = None,
    timeout_seconds: Annotated[float, Field(ge=0.1, le=30)] = 10,
) -> dict[str, Any]:
    """Make one HTTP request with the cookies of the browser; the tab stays as it is. Better than reading JSON off the page.

    Args:
        url: Where to; a path is taken from the current page.
        method: The HTTP method.
        headers: Headers to send.
        params: Query parameters to add to the URL.
        json: JSON object to send; any other body goes into body.
        body: Text to send.
        json_path: Part of the JSON answer to extract (RFC 9535), such as $.items[0].id.
        expected_status: The status the answer must have; another one is an error.
        timeout_seconds: How long the whole answer may take.
    """
    if json is not None and body is not None:
        raise ToolError("give json or body, not both")
    call = HttpCall(
        method=method,
        url=await _address(context, url, params or {}),
        headers=_headers(headers or {}, json is not None),
        body=_body(json, body),
    )
    path = None if json_path is None else JsonPath(json_path)
    context.about_to(_risk(context, call), f"send {method} {without_secrets(call.url)}")
    started = time.monotonic()
    response, visited = await send(context.session, call, context.network, timeout_seconds)
    try:
        result = await _result(context, response, path)
    finally:
        await response.dispose()
    result["execution_time_ms"] = round((time.monotonic() - started) * 1000)
    result["redirects"] = [without_secrets(each) for each in visited[1:]]
    if expected_status is not None and response.status != expected_status:
        found = shortened(json_format.dumps(result.get("json", result.get("text"))), 500)
        raise ToolError(
            f"{method} {without_secrets(visited[-1])}: status {expected_status} was expected, {response.status} came, with {found}"
        )
    return result


async def _address(context: ToolContext, url: str, params: Mapping[str, Any]) -> str:
    for name, value in params.items():
        plain = value if isinstance(value, list) else [value]
        if not all(isinstance(each, (str, int, float)) for each in plain):
            raise ToolError(
                f"params: {name[:60]!r} must be a text, a number, true or false, or a list of those"
            )
    whole, hash_sign, fragment = url.strip().partition("#")
    if params:
        written = {
            name: [_written(each) for each in (value if isinstance(value, list) else [value])]
            for name, value in params.items()
        }
        whole += ("&" if "?" in whole else "?") + urlencode(written, doseq=True)
    allowed = await context.network.allowed(whole + hash_sign + fragment, base=context.session.page.url)
    try:
        parse(allowed)
    except ValueError as error:
        raise ToolError(f"{url[:200]!r} cannot be called: {error}") from None
    return allowed


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _headers(headers: Mapping[str, str], sends_json: bool) -> dict[str, str]:
    if len(headers) > _MOST_HEADERS:
        raise ToolError(f"headers: {_MOST_HEADERS} may be sent, not {len(headers)}")
    for name, value in headers.items():
        if not _TOKEN.fullmatch(name) or not value.isprintable() or len(value) > 8_000:
            raise ToolError(f"headers: {name[:60]!r} is no header, or has a value that cannot be sent")
        if name.lower() in _OURS:
            raise ToolError(f"headers: {name} is worked out by the browser and cannot be given")
        try:
            value.encode("latin-1")
        except UnicodeEncodeError:
            raise ToolError(f"headers: {name} has characters that headers cannot have") from None
    given = {name.lower() for name in headers}
    return {
        **({"content-type": "application/json"} if sends_json and "content-type" not in given else {}),
        **headers,
    }


def _body(json: dict[str, Any] | None, body: str | None) -> bytes | None:
    text = json_format.dumps(json, ensure_ascii=False) if json is not None else body
    if text is not None and len(text) > _MOST_BODY:
        raise ToolError(f"the body has {len(text)} characters; {_MOST_BODY} can be sent")
    return None if text is None else text.encode("utf-8", "surrogatepass")


def _risk(context: ToolContext, call: HttpCall) -> Risk:
    if call.method not in READING:
        return "HIGH"
    try:
        own = parse(context.session.page.url or context.opened).origin
    except ValueError:
        return "MEDIUM"
    return "LOW" if parse(call.url).origin == own else "MEDIUM"


async def _result(context: ToolContext, response: APIResponse, path: JsonPath | None) -> dict[str, Any]:
    kind = response.headers.get("content-type", "")
    result: dict[str, Any] = {
        "status": response.status,
        "ok": response.ok,
        "url": without_secrets(response.url),
        "headers": _shown_headers(response),
        "content_type": kind,
    }
    body, why = await _read(context, response)
    if why:
        return {**result, "text": why, "cut": True}
    value, is_json = _parsed(body, kind)
    most = context.limits.output_chars
    if path is not None:
        if not is_json:
            raise ToolError(
                f"json_path: the answer (status {response.status}, {shortened(kind, 60) or 'of no type'}) is no JSON: "
                f"{shortened(_text(body, kind, 200), 200)!r}"
            )
        result["extracted"] = _fitting(path.of(value), most)
        return result
    if is_json and len(json_format.dumps(value)) <= most:
        return {**result, "json": value}
    text = _text(body, kind, most)
    hint = "; json_path extracts a part of it" if is_json else ""
    if len(text) > most:
        return {**result, "text": f"{text[:most]}\n[cut: it has {len(body)} bytes{hint}]", "cut": True}
    return {**result, "text": text}


async def _read(context: ToolContext, response: APIResponse) -> tuple[bytes, str]:
    """The body, or why it is not read."""
    packed = response.headers.get("content-encoding", "identity").lower()
    if packed != "identity":
        return b"", f"[not read: it is packed ({shortened(packed, 40)}), though it was asked for as it is]"
    size = response.headers.get("content-length", "0")
    most = context.limits.file_mb * 1_000_000
    if size.isdecimal() and int(size[:15]) > most:
        return b"", f"[not read: it has {size[:15]} bytes, more than {most}]"
    try:
        body = await response.body()
    except Error as error:
        raise ToolError(
            f"the answer of {without_secrets(response.url)} broke off: {shortened(error.message, 100)}"
        ) from None
    if len(body) > most:
        return b"", f"[not read: it has {len(body)} bytes, more than {most}]"
    return body, ""


def _parsed(body: bytes, kind: str) -> tuple[Any, bool]:
    if "json" not in kind.lower() and body.lstrip()[:1] not in (b"{", b"["):
        return None, False
    try:
        return json_format.loads(body), True
    except (ValueError, RecursionError):
        return None, False


def _text(body: bytes, kind: str, most: int) -> str:
    """The body as text, or what it is; a little more than `most` characters at most."""
    charset = re.search(r"charset=\"?([\w-]{1,40})", kind, re.IGNORECASE)
    start = body[: 4 * most + 4]
    if b"\0" in start[:1000]:
        return f"[{len(body)} bytes that are no text]"
    try:
        text = start.decode(charset[1] if charset else "utf-8", "replace")
    except (LookupError, UnicodeError):
        text = start.decode("utf-8", "replace")
    strange = sum(each == "\ufffd" for each in text[:1000])
    if strange > len(text[:1000]) // 10:
        return f"[{len(body)} bytes that are no text]"
    return text


def _fitting(value: Any, most: int) -> Any:
    """The value, or as much of it as may be told."""
    text = json_format.dumps(value, ensure_ascii=False)
    return value if len(text) <= most else f"{text[:most]}\n[cut: {len(text) - most} more characters]"


def _shown_headers(response: APIResponse) -> dict[str, str]:
    told: dict[str, str] = {}
    for each in response.headers_array[:100]:
        name, value = each["name"].lower(), shortened(each["value"], 500)
        if name == "set-cookie":
            # What a cookie is called and whom it is sent to is news; what it says is not.
            cookie, _, attributes = value.partition(";")
            value = f"{cookie.partition('=')[0]}={MASK}{';' if attributes else ''}{attributes}"
        elif is_secret_name(name):
            value = MASK
        elif name == "location":
            value = without_secrets(value)
        told[name] = f"{told[name]}, {value}" if name in told else value
    return told


TOOLS = (api_call,)
