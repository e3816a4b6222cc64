"""Where an OpenAI-compatible model is reached, and the SDK's client for it."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from pytest_webagent.errors import ConfigError
from pytest_webagent.policy.server_secrets import secrets_of
from pytest_webagent.setting import server_address, server_parts, without_secrets

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from openai import AsyncOpenAI

    from pytest_webagent.config import Settings

OPENAI_URL = "https://api.openai.com/v1"
_NO_KEY = "EMPTY"


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A server that speaks chat completions, and the key for it."""

    url: str = field(repr=False)
    """As it was given, with all that lets in."""
    key: str = field(repr=False)
    key_variable: str
    """The environment variable the key is read from."""
    has_key: bool = True
    """False when the server is asked with a placeholder, because no key is set."""
    azure_version: str | None = None
    """The API version of an Azure resource; None for every other server."""
    direct: bool = False
    """Whether it is asked past the proxies that the environment names: they do not reach this machine."""

    @property
    def host(self) -> str:
        """Host and port, as a message names them."""
        return urlsplit(self.url).netloc.rpartition("@")[2]

    @property
    def knows_new_names(self) -> bool:
        """Whether it is a server of OpenAI's own kind, which takes no parameter by its former name."""
        host = urlsplit(self.url).hostname or ""
        return self.azure_version is not None or host.endswith((".openai.com", ".azure.com"))

    @property
    def address(self) -> str:
        """The URL, as a message names it."""
        return server_address(self.url)

    def redact(self, text: str) -> str:
        """The text without the key, and without what the URL holds in its place."""
        # A word that short is a placeholder, and would be found inside other words.
        for secret in (*((self.key,) if len(self.key) >= 8 else ()), *secrets_of(self.url)):
            text = text.replace(secret, "***")
        return text


def endpoint_for(settings: Settings, environment: Mapping[str, str] | None = None) -> Endpoint:
    """The endpoint that the settings and the SDK's own environment variables name.

    Raises:
        ConfigError: the URL is none, or the key that it needs is missing or cannot be a key.
    """
    known = os.environ if environment is None else environment
    azure = known.get("AZURE_OPENAI_ENDPOINT", "").strip()
    if settings.model_url is None and azure:
        return _azure_endpoint(settings.model, azure, known)
    if settings.model_url is not None:
        url, source = settings.model_url, "webagent_model_url"
    else:
        url, source = known.get("OPENAI_BASE_URL", "").strip() or OPENAI_URL, "OPENAI_BASE_URL"
    _check_url(url, source)
    host = urlsplit(url).hostname or ""
    variable = "OPENAI_API_KEY"
    if host.endswith(".azure.com") and not known.get(variable) and known.get("AZURE_OPENAI_API_KEY"):
        variable = "AZURE_OPENAI_API_KEY"
    key = known.get(variable, "").strip()
    if not key and host == urlsplit(OPENAI_URL).hostname:
        raise ConfigError(
            f"the model {settings.model!r} at {server_address(url)} needs a key: set the environment variable {variable}, "
            "or name a server that needs none with webagent_model_url, or use the model `builtin`"
        )
    return endpoint_at(url, source, key, variable)


def endpoint_at(url: str, source: str, key: str, variable: str) -> Endpoint:
    """The endpoint at a URL that the setting `source` names, with the key of the environment variable `variable`, if any.

    Raises:
        ConfigError: the URL is none, or the key cannot be one.
    """
    _check_url(url, source)
    _check_key(key, variable)
    return Endpoint(url=url, key=key or _NO_KEY, key_variable=variable, has_key=bool(key))


def _azure_endpoint(model: str, url: str, known: Mapping[str, str]) -> Endpoint:
    _check_url(url, "AZURE_OPENAI_ENDPOINT")
    variable = "AZURE_OPENAI_AD_TOKEN" if known.get("AZURE_OPENAI_AD_TOKEN") else "AZURE_OPENAI_API_KEY"
    values = {name: known.get(name, "").strip() for name in (variable, "OPENAI_API_VERSION")}
    missing = [name for name, value in values.items() if not value]
    if missing:
        raise ConfigError(
            f"the model {model!r} at {server_address(url)} (AZURE_OPENAI_ENDPOINT) needs the environment "
            f"variable{'s' if len(missing) > 1 else ''} {' and '.join(missing)}"
        )
    _check_key(values[variable], variable)
    return Endpoint(
        url=url,
        key=values[variable],
        key_variable=variable,
        azure_version=values["OPENAI_API_VERSION"],
    )


def _check_url(url: str, source: str) -> None:
    if server_parts(url, "http", "https") is None:
        raise ConfigError(
            f"{source} must be a URL such as http://localhost:11434/v1, not {server_address(url)!r}"
        )


def _check_key(key: str, variable: str) -> None:
    if not (key.isascii() and (key.isprintable() and " " not in key)):
        raise ConfigError(
            f"{variable} holds a space, a line break or a letter that no key has; copy the key again"
        )


class Clients:
    """One client of the SDK per event loop, each made on first use and closed on its own loop."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._open: dict[
            asyncio.AbstractEventLoop, tuple[AsyncOpenAI, AsyncGenerator[AsyncOpenAI, None]]
        ] = {}

    async def current(self) -> AsyncOpenAI:
        """The client of the running loop."""
        loop = asyncio.get_running_loop()
        if loop not in self._open:
            # A loop closes its async generators when it ends; so no connection outlives its loop, even
            # where nobody could call `close` on that loop any more.
            keeper = self._keep(loop)
            self._open[loop] = (await anext(keeper), keeper)
        return self._open[loop][0]

    async def close(self) -> None:
        """Close the client of the running loop; other loops close theirs when they end."""
        opened = self._open.get(asyncio.get_running_loop())
        if opened is not None:
            await opened[1].aclose()

    async def _keep(self, loop: asyncio.AbstractEventLoop) -> AsyncGenerator[AsyncOpenAI, None]:
        client = self._make()
        try:
            yield client
        finally:
            self._open.pop(loop, None)
            await client.close()

    def _make(self) -> AsyncOpenAI:
        import openai

        from pytest_webagent.model.openai_wire import Wire

        end = self._endpoint
        parts, url = urlsplit(end.url), without_secrets(end.url)
        user = (unquote(parts.username or ""), unquote(parts.password or ""))
        # Not as parts of the URL: that is logged, and paths are put at its end.
        wire = Wire(trust_env=not end.direct, auth=user if any(user) else None, params=parts.query)
        if end.azure_version is None:
            return openai.AsyncOpenAI(base_url=url, api_key=end.key, max_retries=0, http_client=wire)
        is_token = end.key_variable == "AZURE_OPENAI_AD_TOKEN"
        return openai.AsyncAzureOpenAI(
            azure_endpoint=url,
            api_version=end.azure_version,
            api_key=None if is_token else end.key,
            azure_ad_token=end.key if is_token else None,
            max_retries=0,
            http_client=wire,
        )
