"""Which addresses the agent may open: those of allowed origins (exact scheme, host and port)."""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urljoin, urlsplit

from pytest_webagent.errors import ConfigError, DeniedError, ToolError
from pytest_webagent.policy.redaction import shown_url

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

    from pytest_webagent.config import Settings

_PORTS = {"http": 80, "https": 443}
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?")
_BLANK = "about:blank"
# What a browser leaves as it is in a path, query or fragment.
_KEPT = "%/:=&?~#+!$,;'@()*[]|"


class Origin(NamedTuple):
    """Scheme, host and port of an address, as a browser compares them."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        """The origin as a browser prints it: without the scheme's own port."""
        return f"{self.scheme}://{self.netloc}"

    @property
    def netloc(self) -> str:
        """Host and port, without the scheme's own port."""
        return self.host if self.port == _PORTS[self.scheme] else f"{self.host}:{self.port}"


class Address(NamedTuple):
    """A URL in the one spelling that is both checked and opened, so that no second reading of it can differ."""

    origin: Origin
    rest: str
    """Path, query and fragment."""

    @property
    def url(self) -> str:
        """The whole URL."""
        return f"{self.origin}{self.rest}"


def parse(url: str) -> Address:
    """Read an http or https URL.

    Whatever browsers read in a way of their own (backslashes, control characters, user names, missing slashes) is
    refused rather than guessed.

    Raises:
        ValueError: it is no such URL; the message says why.
    """
    text = url.strip(" \t\r\n")
    if any(ord(character) < 32 or ord(character) == 127 for character in text):
        raise ValueError("it holds control characters")
    scheme, colon, after = text.partition(":")
    if not colon or not re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*", scheme):
        raise ValueError("it does not begin with http:// or https://")
    if scheme.lower() not in _PORTS:
        raise ValueError(f"only http and https can be opened, not {scheme.lower()}:")
    authority = re.split(r"[/?#]", after.removeprefix("//"), maxsplit=1)[0]
    if not after.startswith("//") or not authority:
        raise ValueError("it has no host")
    if "\\" in re.split(r"[?#]", after, maxsplit=1)[0]:
        raise ValueError("it holds a backslash")
    if "@" in authority:
        raise ValueError("it holds a user name or password before '@'")
    origin = Origin(scheme.lower(), *_host_and_port(authority, _PORTS[scheme.lower()]))
    rest = after.removeprefix("//")[len(authority) :]
    path = rest if rest.startswith("/") else "/" + rest
    return Address(origin, quote(path, safe=_KEPT))


def origin_of(url: str) -> Origin:
    """The origin of a URL that the test or a browser gives: a user name and password before '@' are no part of it.

    Raises:
        ValueError: it has none.
    """
    return parse(_without_user(url)).origin


def _without_user(url: str) -> str:
    return re.sub(r"^(\s*\w+://)[^/?#\\]*@", r"\1", url)


def _host_and_port(authority: str, default: int) -> tuple[str, int]:
    found = re.fullmatch(r"(\[[^\]]*\]|[^:\[\]]*)(?::(\d*))?", authority)
    if found is None or not found[1]:
        raise ValueError(f"{authority!r} is no host and port")
    port = int(found[2]) if found[2] else default
    if not 0 < port < 65536:
        raise ValueError(f"{port} is no port")
    return _host(found[1]), port


def host_name(text: str) -> str:
    """A host as it is written in addresses; an IPv6 address may lack its brackets.

    Raises:
        ValueError: it is no host.
    """
    return _host(f"[{text}]" if text.count(":") > 1 and not text.startswith("[") else text)


def _host(host: str) -> str:
    if host.startswith("["):
        try:
            return f"[{ipaddress.IPv6Address(host[1:-1])}]"
        except ValueError:
            raise ValueError(f"{host!r} is no host") from None
    try:
        name = host.lower() if host.isascii() else _as_browsers_write(host)
    except UnicodeError:
        raise ValueError(f"{host!r} is no host") from None
    labels = name.removesuffix(".").split(".")
    if len(name) > 253 or not all(len(label) < 64 and _LABEL.fullmatch(label) for label in labels):
        raise ValueError(f"{host!r} is no host")
    return name


def _document(url: str) -> str:
    return url.partition("#")[0]


def _as_named(origin: Origin) -> tuple[Origin, ...]:
    """An origin, and by what other name it is allowed as well: a server on the usual port of http answers on that of https."""
    secure = (origin.scheme, origin.port) == ("https", _PORTS["https"])
    return (origin, Origin("http", origin.host, _PORTS["http"])) if secure else (origin,)


def _as_browsers_write(host: str) -> str:
    # Loaded here and not above: few hosts need it.
    import idna

    # Python's own codec is of 2003, and reads faß.example as another host, fass.example.
    return idna.encode(host, uts46=True).decode("ascii")


class AllowedOrigins:
    """The origins that may be opened. An entry ``https://*.example.com`` allows every host below example.com.

    An http origin on the usual port allows the same host by https on the usual port, where many servers redirect to.
    """

    def __init__(self, origins: Iterable[str] = (), urls: Iterable[str] = ()) -> None:
        """Allow `origins` and the origins of `urls`. A URL without an http origin allows no origin.

        Raises:
            ConfigError: one of `origins` is no origin.
        """
        self._exact: dict[Origin, None] = {}
        self._below: dict[Origin, None] = {}
        self._documents: set[str] = set()
        for entry in origins:
            self._add(entry)
        for url in urls:
            self.admit(url)

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Those of a test as it begins: what its settings allow, and its start URL, homepage and named pages."""
        own = (settings.start_url or "", settings.homepage or "", *(page.url for page in settings.pages))
        return cls(settings.allowed_origins, own)

    def including(self, url: str) -> Self:
        """These, and the origin of a URL."""
        wider = type(self)()
        wider._exact, wider._below = dict(self._exact), dict(self._below)
        wider._documents = set(self._documents)
        wider.admit(url)
        return wider

    def admit(self, url: str) -> None:
        """Allow the origin of a URL by its own name; of one without an origin, such as ``data:``, that very document."""
        try:
            self._exact[origin_of(url)] = None
        except ValueError:
            self._documents.add(_document(url))

    def _add(self, entry: str) -> None:
        wildcard = re.match(r"(\w+://)\*\.", entry)
        try:
            address = parse(entry.replace("*.", "", 1) if wildcard else entry)
        except ValueError as error:
            raise ConfigError(
                f"allowed_origins: {entry!r} is no origin: {error}. Write scheme, host and, if it is not the "
                "usual one, port: http://localhost:8000"
            ) from None
        if address.rest != "/":
            raise ConfigError(
                f"allowed_origins: {entry!r} has a path; an origin is only {str(address.origin)!r}"
            )
        (self._below if wildcard else self._exact)[address.origin] = None

    @property
    def names(self) -> tuple[str, ...]:
        """The origins, for a message."""
        return (
            *map(str, self._exact),
            *(f"{origin.scheme}://*.{origin.netloc}" for origin in self._below),
        )

    def __contains__(self, origin: Origin) -> bool:
        """Whether an origin is allowed."""
        return self.names_itself(origin) or any(
            each.host.endswith("." + parent.host) and each._replace(host=parent.host) == parent
            for parent in self._below
            for each in _as_named(origin)
        )

    def foreign(self, url: str) -> str:
        """The origin of a page or frame that is none of these; empty where it is one of them, or where the address has none.

        What is at ``about:`` and ``file:`` is of whoever opened it; a ``data:`` document has an origin of nobody, but
        one of `urls` is the test's own.
        """
        try:
            origin = origin_of(url.removeprefix("blob:"))
        except ValueError:
            scheme = url.partition(":")[0]
            own = scheme in ("", "about", "file", "chrome-error") or _document(url) in self._documents
            return "" if own else scheme + ":"
        return "" if origin in self else str(origin)

    def names_itself(self, origin: Origin) -> bool:
        """Whether an origin is allowed by its own name, and not by that of a host above it."""
        return any(each in self._exact for each in _as_named(origin))

    def check(self, url: str, *, base: str = "") -> str:
        """The URL to open for `url`; a relative one is taken against `base`.

        Raises:
            DeniedError: it may not be opened; the message says what may be.
            ToolError: it is no address.
        """
        wanted = self.absolute(url, base)
        if wanted.lower() == _BLANK:
            return _BLANK
        try:
            address = parse(wanted)
        except ValueError as error:
            raise ToolError(f"{shown_url(url)!r} cannot be opened: {error}. {self._advice()}") from None
        if address.origin not in self:
            raise DeniedError(
                f"{shown_url(url)!r} cannot be opened: {address.origin} is not allowed. {self._advice()}"
            )
        return address.url

    def absolute(self, url: str, base: str = "") -> str:
        """A URL with its origin: a path is taken against `base`, a bare host and port against the origins."""
        url = url.strip()
        if re.match(r"[/?#]|\.\.?/", url):
            return urljoin(_without_user(base), url) if urlsplit(base).scheme in _PORTS else url
        for origin in self._exact:
            if re.match(re.escape(origin.netloc) + r"($|[/?#])", url, re.IGNORECASE):
                return f"{origin.scheme}://{url}"
        return url

    def _advice(self) -> str:
        if not self.names:
            return "No origin is allowed; the test allows one by its start_url, pages or allowed_origins"
        return f"Allowed are addresses that begin with {', '.join(self.names)}"
