"""Why a request to a model server failed: sorted, put into words, and whether asking again may help."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from pytest_webagent.errors import ModelError
from pytest_webagent.model.openai_abilities import Refusal
from pytest_webagent.retry_after import retry_after
from pytest_webagent.setting import without_secrets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from openai import APIConnectionError, APIStatusError

    from pytest_webagent.model.openai_client import Endpoint

_MOST_DETAIL = 300
_LOOKS_LIKE_KEY = re.compile(r"\b(?:sk|pk|gsk|xai|key)-[\w*.-]{4,}", re.IGNORECASE)
_CONTEXT = re.compile(
    r"context[ _](?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens"
    r"|exceeds? the (?:available )?context|input (?:length|tokens) exceed",
    re.IGNORECASE,
)
_TLS = re.compile(r"certificate|\bssl\b|\btls\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """What came instead of a reply."""

    came: str
    """What happened, continuing "asked the model …:"."""
    advice: str
    tries: int = 1
    """How often such a request is made in all, the first time included."""
    wait: float | None = None
    """How many seconds the server asks to wait before the next try."""
    refusal: Refusal | None = None
    charged: bool = True
    """Whether the provider may have worked on the request, and want to be paid for it."""


def model_error(model: str, endpoint: Endpoint, failure: Failure, tries: int = 1) -> ModelError:
    """The error that ends a run: what was asked, what came, what to do."""
    times = f" ({tries} times)" if tries > 1 else ""
    text = f"asked the model {model!r} at {endpoint.host}{times}: {failure.came}. {failure.advice}"
    return ModelError(_clean(text, endpoint))


def status_failure(error: APIStatusError, model: str, endpoint: Endpoint) -> Failure:
    """An answer with another status than 2xx."""
    if error.status_code < 400:
        return _redirect_failure(error, endpoint)
    status, words = error.status_code, _clean(_words(error), endpoint)
    detail = f" ({status}: {_short(words)})" if words else f" ({status})"
    refusal = Refusal(status=status, words=words, parameter=error.param or "")
    if error.code == "context_length_exceeded" or status == 413 or _CONTEXT.search(words):
        return Failure(
            came=f"the request is longer than the model can read{detail}",
            advice="Lower webagent_observation_tokens, set webagent_vision=off, or use a model that reads more.",
            charged=False,
        )
    if error.code == "content_filter" or "content management policy" in words:
        return Failure(
            came=f"the server's content filter refused the request{detail}",
            advice="Use another model or deployment, or change what the page or the goal says.",
            charged=False,
        )
    came, advice, tries = _by_status(status, error.code or "", model, endpoint)
    if _is_html(words):
        advice = f"That is a web page, not a model's answer: check the URL {endpoint.address}."
    if error.response.headers.get("x-should-retry") == "false":
        tries = 1
    return Failure(
        came=came + detail,
        advice=advice,
        tries=tries,
        wait=retry_after(error.response.headers),
        refusal=refusal,
        charged=False,
    )


def _redirect_failure(error: APIStatusError, endpoint: Endpoint) -> Failure:
    """An answer that names another address, which is not followed: the request would go to who knows whom."""
    location = error.response.headers.get("location", "")
    try:
        bare = without_secrets(urljoin(str(error.request.url), location))
    except ValueError:
        location, bare = "", endpoint.address
    where = f"redirects to {bare}" if location else "redirects, and does not say where to"
    base = bare.removesuffix("/chat/completions")
    if location and base != bare and endpoint.azure_version is None:
        advice = f"If that is where the model is, set webagent_model_url to {base}."
    else:
        setting = "webagent_model_url" if endpoint.azure_version is None else "AZURE_OPENAI_ENDPOINT"
        advice = f"A login or a proxy may stand before it: set {setting} to where the model itself answers."
    return Failure(came=f"the server {where} ({error.status_code})", advice=advice, charged=False)


def _by_status(status: int, code: str, model: str, endpoint: Endpoint) -> tuple[str, str, int]:
    variable = endpoint.key_variable
    listed = f"{endpoint.address} should list {model!r} under /models{_path_hint(endpoint)}"
    refused = "the server refused the key", f"Set {variable} to a key that is valid for {endpoint.host}.", 1
    keyless = "the server asks for a key and none is set", f"Set the environment variable {variable}.", 1
    broke = "the account has no credit left", f"Add credit to the account of {variable}.", 1
    busy = (
        "the server is asked too often",
        "Run fewer tests at once, or ask the provider for a higher rate.",
        8,
    )
    known = {
        401: refused if endpoint.has_key else keyless,
        403: (
            "the key may not use this model",
            f"Give the key in {variable} access, or name another model.",
            1,
        ),
        404: (
            "the server does not know the model or the address",
            f"Check the model's name and the URL: {listed}.",
            1,
        ),
        429: broke if code == "insufficient_quota" else busy,
    }
    if status in known:
        return known[status]
    if status in (408, 409) or (status >= 500 and status != 501):
        return "the server failed", "Look into the server's log, or try again later.", 4
    return (
        "the server refused the request",
        "Check the model's settings (webagent_temperature, webagent_tool_calling, …).",
        1,
    )


def _path_hint(endpoint: Endpoint) -> str:
    path = urlsplit(endpoint.url).path.strip("/")
    return "" if path or endpoint.azure_version else " (most servers need /v1 at the end of the URL)"


def connection_failure(error: APIConnectionError, endpoint: Endpoint) -> Failure:
    """No answer: the server is not there, or the connection was cut; or one without an end."""
    cause = error.__cause__ or error
    kind, words = type(cause).__name__, str(cause)
    if kind == "TooLongError":
        return Failure(
            came=f"the answer is longer than a reply can be ({words})",
            advice="Set webagent_max_tokens, and look into the server's log: the model may repeat itself.",
        )
    if kind == "ConnectError" and _TLS.search(words):
        return Failure(
            came=f"no secure connection ({_short(words)})",
            advice="Trust the server's certificate (SSL_CERT_FILE), or use the right host name in the URL.",
            charged=False,
        )
    if kind in ("ConnectError", "ProxyError"):
        return Failure(
            came=f"no connection ({_short(words)})",
            advice=f"Is the server running, and is {endpoint.address} its address?",
            tries=3,
            charged=False,
        )
    return Failure(
        came=f"the connection was cut ({_short(words) or kind})",
        advice="Look into the server's log: it may have crashed or run out of memory.",
        tries=4,
    )


def timeout_failure(seconds: float) -> Failure:
    """No complete answer in time."""
    return Failure(
        came=f"no answer within {seconds:.3g} s",
        advice="Raise webagent_timeout, or use a faster model or server.",
        tries=2,
    )


def body_failure(text: str, endpoint: Endpoint) -> Failure:
    """An answer that says it is one, but holds no JSON object."""
    if _is_html(text):
        return Failure(
            came=f"it sent a web page instead of JSON ({_short(_page_words(text))})",
            advice=f"Check the URL {endpoint.address}{_path_hint(endpoint)}.",
        )
    return Failure(
        came=f"it sent something that is not JSON ({_short(text) or 'nothing'})",
        advice="Is this an OpenAI-compatible server? A proxy may also have cut the answer.",
        tries=2,
    )


def no_choice_failure(body: Mapping[str, Any]) -> Failure:
    """JSON without a choice that holds a message."""
    error = body.get("error")
    said = f" but an error: {_short(_error_words(error))}" if error else ""
    return Failure(
        came=f"the answer holds no message{said or ' (its list of choices is empty)'}",
        advice="Try again; if it stays so, look into the server's log.",
        tries=2,
    )


def empty_failure(finish: str) -> Failure:
    """A message with neither text nor tool calls."""
    if finish == "length":
        return Failure(
            came="the reply was cut at the token limit before it said anything",
            advice="Raise webagent_max_tokens: a reasoning model needs room to think.",
        )
    return Failure(
        came=f"the reply is empty (finish reason {finish or 'not given'})",
        advice="Try again, or use another model.",
        tries=2,
    )


def filtered_failure() -> Failure:
    """A reply the provider's content filter took away."""
    return Failure(
        came="the server's content filter withheld the reply",
        advice="Use another model or deployment, or change what the page or the goal says.",
    )


def declined_failure(words: str) -> Failure:
    """The model itself does not want to."""
    return Failure(
        came=f"the model refused ({_short(words)})",
        advice="Say in the goal why it is to be done and on which test system, or use another model.",
    )


def cut_failure(limit: int | None) -> Failure:
    """A tool call that the token limit cut in two."""
    known = "" if limit is None else f" (webagent_max_tokens is {limit})"
    return Failure(
        came=f"the reply was cut at the token limit in the middle of a tool call{known}",
        advice="Raise webagent_max_tokens, or the server's own limit.",
    )


def refused_failure(failure: Failure, setting: str) -> Failure:
    """A refusal of something that a setting insists on."""
    return Failure(came=failure.came, advice=f"The setting {setting} asks for it: set it to auto.")


def _clean(words: str, endpoint: Endpoint) -> str:
    """Servers repeat keys, whole or in part, when they refuse them."""
    return _LOOKS_LIKE_KEY.sub("***", endpoint.redact(words))


def _words(error: APIStatusError) -> str:
    body = error.body
    if isinstance(body, list) and body:
        body = body[0]
    if isinstance(body, dict):
        return _error_words(body.get("error", body))
    return body.strip() if isinstance(body, str) else ""


def _error_words(error: Any) -> str:
    if isinstance(error, str):
        return error
    if isinstance(error, dict):
        for key in ("message", "detail", "error", "msg"):
            if isinstance(error.get(key), str):
                return f"{error[key]}{_passed_on(error)}"
    return json.dumps(error) if error else ""


def _passed_on(error: Mapping[str, Any]) -> str:
    """What the provider behind a router said: OpenRouter's own words are only that it returned an error."""
    metadata = error.get("metadata")
    raw = metadata.get("raw") if isinstance(metadata, dict) else None
    return f": {raw}" if isinstance(raw, str) and raw else ""


def _is_html(text: str) -> bool:
    return re.match(r"\s*<(?:!doctype|html|head|body)", text, re.IGNORECASE) is not None


def _page_words(text: str) -> str:
    return re.sub(r"<(?:script|style).*?</(?:script|style)>|<[^>]*>", " ", text[:5_000], flags=re.S | re.I)


def _short(text: str) -> str:
    words = " ".join((_page_words(text) if _is_html(text) else text).split())
    return words if len(words) <= _MOST_DETAIL else words[:_MOST_DETAIL] + " …"
