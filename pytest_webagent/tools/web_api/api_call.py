"""HTTP calls that share the cookies of the browser session: to set up what a test needs, and to check what became of it."""

from __future__ import annotations

import json as json_format
import re
import time
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal
from urllib.parse import parse_qsl, unquote, urlencode

from playwright.async_api import Error
from pydantic import Field

from pytest_webagent.errors import ToolError
from pytest_webagent.policy.answered_secrets import learned, sent
from pytest_webagent.policy.origins import parse
from pytest_webagent.policy.redaction import MASK, address, is_secret_name, shown_url
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.web_api.answer_bodies import json_of, text_of
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
_SECRETS: Final = (
    "{names}: a name like this stands for a secret that nobody is told, and no answer can report. Write it in its place in "
    "headers, params or json of a call to {origin}"
)
_FORM: Final = "application/x-www-form-urlencoded"


@tool(
    kind="action",
    up_to="HIGH",
    needs=("network",),
    quotes=True,
    seconds=60.0,
    takes_secrets=("headers", "params", "json", "body"),
)
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
    where = await _address(context, url)
    call = HttpCall(
        method=method,
        url=_with_parameters(where, _sent(context, params or {}, where, "params")),
        headers=_headers(_sent(context, headers or {}, where, "headers"), json is not None),
        body=_body(_sent(context, json, where, "json"), _text_sent(context, body, headers or {}, where)),
        secret=frozenset(name for name, text in (headers or {}).items() if context.vault.names_in(text)),
    )
    path = None if json_path is None else JsonPath(json_path)
    context.about_to(_risk(context, call), f"send {method} {shown_url(call.url)}")
    started = time.monotonic()
    response, visited = await send(context.session, call, context.network, timeout_seconds)
    try:
        result = await _result(context, response, path)
    finally:
        await response.dispose()
    result["execution_time_ms"] = round((time.monotonic() - started) * 1000)
    result["redirects"] = [shown_url(each) for each in visited[1:]]
    if expected_status is not None and response.status != expected_status:
        found = shortened(json_format.dumps(result.get("json", result.get("text"))), 500)
        raise ToolError(
            f"{method} {shown_url(visited[-1])}: status {expected_status} was expected, {response.status} came, with {found}"
        )
    return result


async def _address(context: ToolContext, url: str) -> str:
    allowed = await context.network.allowed(url, base=context.session.page.url)
    try:
        return parse(allowed).url
    except ValueError as error:
        raise ToolError(f"{url[:200]!r} cannot be called: {error}") from None


def _sent(context: ToolContext, told: Any, url: str, where: str) -> Any:
    return sent(context.vault, told, str(parse(url).origin), where, context.settings.start_url or "")


def _text_sent(context: ToolContext, body: str | None, headers: Mapping[str, str], url: str) -> str | None:
    if not context.vault.names_in(body):
        return body
    kind = next((text for name, text in headers.items() if name.lower() == "content-type"), "")
    if _FORM not in kind:
        raise ToolError(
            f"body was not sent: a secret stands in it, and only a form takes one. {'Another' if kind else 'No'} Content-Type "
            f"was given; a form has the header Content-Type: {_FORM}, and JSON goes into json. Nothing was sent"
        )
    fields = parse_qsl(body, keep_blank_values=True)
    return urlencode(
        [(name, _sent(context, {name: text}, url, f"body (of {_FORM})")[name]) for name, text in fields]
    )


def _with_parameters(url: str, params: Mapping[str, Any]) -> str:
    for name, value in params.items():
        plain = value if isinstance(value, list) else [value]
        if not all(isinstance(each, (str, int, float)) for each in plain):
            raise ToolError(
                f"params: {name[:60]!r} must be a text, a number, true or false, or a list of those"
            )
    if not params:
        return url
    whole, hash_sign, fragment = url.partition("#")
    written = {
        name: [_written(each) for each in (value if isinstance(value, list) else [value])]
        for name, value in params.items()
    }
    return f"{whole}{'&' if '?' in whole else '?'}{urlencode(written, doseq=True)}{hash_sign}{fragment}"


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _headers(given: Mapping[str, str | int], sends_json: bool) -> dict[str, str]:
    headers = {name: str(value) for name, value in given.items()}
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
    names = {name.lower() for name in headers}
    return {
        **({"content-type": "application/json"} if sends_json and "content-type" not in names else {}),
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
    body, why = await _read(context, response)
    value, is_json, tells_names, secrets = (
        (None, False, False, []) if why else _learned(context, response, body, kind)
    )
    headers, more = _shown_headers(context, response)
    result: dict[str, Any] = {
        "status": response.status,
        "ok": response.ok,
        "url": shown_url(response.url),
        "headers": headers,
        "content_type": kind,
    }
    if names := [*dict.fromkeys((*secrets, *more))]:
        result["withheld"] = _SECRETS.format(
            names=", ".join(f"%({name})s" for name in names), origin=parse(response.url).origin
        )
    most = context.limits.output_chars
    if why:
        return {**result, "text": why, "cut": True}
    if path is not None:
        if not is_json:
            raise ToolError(
                f"json_path: the answer (status {response.status}, {shortened(kind, 60) or 'of no type'}) is no JSON: "
                f"{shortened(_shown_text(context, body, kind, 200, tells_names), 200)!r}"
            )
        result["extracted"] = _fitting(path.of(value), most)
        return result
    if is_json and len(json_format.dumps(value)) <= most:
        return {**result, "json": value}
    # As JSON it is without its secrets already, those too that are too many to be known.
    whole = (
        json_format.dumps(value, ensure_ascii=False)
        if is_json
        else _shown_text(context, body, kind, most, tells_names)
    )
    text = context.vault.conceal(whole[: 4 * most])
    hint = "; json_path extracts a part of it" if is_json else ""
    if max(len(text), len(whole) - 3 * most) > most:
        return {**result, "text": f"{text[:most]}\n[cut: it has {len(body)} bytes{hint}]", "cut": True}
    return {**result, "text": text}


def _learned(
    context: ToolContext, response: APIResponse, body: bytes, kind: str
) -> tuple[Any, bool, bool, list[str]]:
    """The body as JSON, with names in the place of its secrets; whether it is JSON, and whether it is to be, or is a form; and the names."""
    value, is_json, tells_names = json_of(body, kind)
    if not is_json and _FORM not in kind:
        return None, False, tells_names, []
    answer = value if is_json else dict(parse_qsl(text_of(body, kind, _MOST_BODY)))
    answer, names = _learned_of(context, response, answer)
    return answer if is_json else None, is_json, True, names


def _shown_text(context: ToolContext, body: bytes, kind: str, most: int, tells_names: bool) -> str:
    """What is no JSON; where it should be some, or is a form, without what stands behind names of secrets."""
    text = context.vault.conceal(text_of(body, kind, most))
    return address(text) if tells_names else text


def _learned_of(
    context: ToolContext, response: APIResponse, answer: Any, *, header: bool = False
) -> tuple[Any, list[str]]:
    origin = str(parse(response.url).origin)
    return learned(context.vault, answer, origin, refuses=response.status >= 400, header=header)


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
            f"the answer of {shown_url(response.url)} broke off: {shortened(error.message, 100)}"
        ) from None
    if len(body) > most:
        return b"", f"[not read: it has {len(body)} bytes, more than {most}]"
    return body, ""


def _fitting(value: Any, most: int) -> Any:
    """The value, or as much of it as may be told."""
    text = json_format.dumps(value, ensure_ascii=False)
    return value if len(text) <= most else f"{text[:most]}\n[cut: {len(text) - most} more characters]"


def _shown_headers(context: ToolContext, response: APIResponse) -> tuple[dict[str, str], list[str]]:
    """The headers, with names in the place of their secrets, and the names."""
    told: dict[str, str] = {}
    names: list[str] = []
    for each in response.headers_array[:100]:
        name, value = each["name"].lower(), each["value"]
        if name == "set-cookie":
            # What a cookie is called and whom it is sent to is news; what it says is not, and the browser keeps it.
            pair, semicolon, attributes = value.partition(";")
            cookie, _, value = pair.partition("=")
            shown, learns = _shown_secret(context, response, cookie.strip(), value.strip(), is_cookie=True)
            value = f"{cookie}={shown}{semicolon}{attributes}"
            names += learns
        elif is_secret_name(name):
            value, learns = _shown_secret(context, response, name, value)
            names += learns
        elif name == "location":
            value = shown_url(value)
        value = shortened(context.vault.conceal(value), 500)
        told[name] = f"{told[name]}, {value}" if name in told else value
    return told, names


def _shown_secret(
    context: ToolContext, response: APIResponse, name: str, value: str, *, is_cookie: bool = False
) -> tuple[str, list[str]]:
    """What stands in the place of a secret in a header, and its name; no name where it can only be masked."""
    # A page sends the value of such a cookie back in a header, decoded.
    value = unquote(value) if is_cookie and re.search("[cx]srf", name, re.IGNORECASE) else value
    answer, names = _learned_of(context, response, {name: value}, header=True)
    return (answer[name] if names else MASK), names


TOOLS = (api_call,)
