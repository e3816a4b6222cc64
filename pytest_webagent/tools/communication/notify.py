"""The tool that sends a message to people, over the services a test is configured with.

Source: https://appriseit.com (the form of the URLs)
"""

from __future__ import annotations

import asyncio
import logging
import re
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from pytest_webagent import extras
from pytest_webagent.errors import ConfigError, ToolError
from pytest_webagent.policy.redaction import masked
from pytest_webagent.tools.core.base import Surroundings, ToolContext, tool
from pytest_webagent.tools.core.wording import nearest, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Kind = Literal["info", "success", "warning", "failure"]

_LINE: Final = re.compile(
    r"(?:(?P<label>[A-Za-z][\w-]{0,40})\s*=\s*)?(?P<url>(?P<service>[\w+.-]+)://\S.*)", re.ASCII
)
_MOST: Final = {"title": 250, "message": 10_000}
_SECONDS: Final = 20.0
"""How long one service may take."""


class Target(NamedTuple):
    """Where messages go."""

    label: str
    url: str
    """Holds its password or token as a rule, and is never shown."""

    @property
    def secrets(self) -> list[str]:
        """The parts of the URL that may be secret: all but its service and what is clearly a host."""
        parts = urlsplit(self.url)
        # Where a service has but one host, its token may stand in the host's place: tgram://TOKEN/CHAT.
        tokens = [each for each in re.split("[:@]", parts.netloc) if "." not in each and each != "localhost"]
        texts = [
            *tokens,
            parts.username,
            parts.password,
            *parts.path.split("/"),
            *(value for _, value in parse_qsl(parts.query)),
        ]
        return [self.url, *(each for text in texts if text for each in (text, unquote(text)))]


def _ready(around: Surroundings) -> None:
    if not around.settings.notify_urls:
        raise ToolError("nobody can be notified: the test configures no service (its setting notify_urls)")


@tool(up_to="HIGH", needs=("network",), seconds=60.0, ready_in=_ready)
async def notify(
    context: ToolContext,
    message: str,
    title: str | None = None,
    target: str | None = None,
    kind: Kind = "info",
) -> dict[str, Any]:
    """Send a message to people, over the configured services. It cannot be taken back.

    Args:
        message: The text to send.
        title: A title.
        target: Label of the one service to use; all if left out.
        kind: What the message is about.
    """
    chosen = _chosen(context.settings.notify_urls, target)
    texts = {"message": message, "title": title or ""}
    for name, text in texts.items():
        if len(text) > _MOST[name]:
            raise ToolError(f"{name} has {len(text)} characters; {_MOST[name]} can be sent")
    if not message.strip():
        raise ToolError("message is empty: write what is to be sent")
    apprise = _loaded()
    labels = ", ".join(repr(each.label) for each in chosen)
    context.about_to("HIGH", f"send to {labels}: {shortened(title or message, 60)!r}")
    with _quiet():
        reasons = await asyncio.gather(*(_sent(apprise, each, texts, kind) for each in chosen))
    failed = [
        {"target": each.label, "reason": reason}
        for each, reason in zip(chosen, reasons, strict=True)
        if reason
    ]
    if len(failed) == len(chosen):
        told = "; ".join(f"{each['target']!r}: {each['reason']}" for each in failed)
        raise ToolError(f"the message was sent to nobody: {told}")
    sent = [each.label for each, reason in zip(chosen, reasons, strict=True) if not reason]
    return {"success": not failed, "sent": sent, "failed": failed}


def _chosen(lines: Iterable[str], label: str | None) -> list[Target]:
    known = _targets(lines)
    if label is None:
        return list(known.values())
    if label.strip() not in known:
        raise ToolError(
            f"there is no target {label[:40]!r}{nearest(label[:40], known)}. The targets are: {', '.join(known)}"
        )
    return [known[label.strip()]]


def _targets(lines: Iterable[str]) -> dict[str, Target]:
    """The services by their labels: lines ``URL`` or ``LABEL = URL``. What has no label is called like its service."""
    found: dict[str, Target] = {}
    for number, line in enumerate(lines, 1):
        match = _LINE.fullmatch(line.strip())
        if match is None:
            raise ConfigError(f"notify_urls: line {number} must be an Apprise URL, or LABEL = URL")
        label = match["label"] or match["service"].lower()
        if label in found and not match["label"]:
            label = f"{label}-{number}"
        if label in found:
            raise ConfigError(
                f"notify_urls: line {number} has the label {label!r}, which another line has already"
            )
        found[label] = Target(label, match["url"])
    return found


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep out of the log what they say while something is sent: they quote URLs, and even warnings the tokens in them."""
    talkative = [logging.getLogger(name) for name in ("apprise", "requests", "urllib3")]
    before = [(each.level, each.propagate) for each in talkative]
    nowhere = logging.NullHandler()
    for each in talkative:
        each.setLevel(max(each.getEffectiveLevel(), logging.WARNING))
        each.propagate = False
        each.addHandler(nowhere)
    try:
        yield
    finally:
        for each, (level, propagates) in zip(talkative, before, strict=True):
            each.removeHandler(nowhere)
            each.propagate = propagates
            each.setLevel(level)


def _loaded() -> Any:
    """Apprise with its services, which it loads when one is first asked for."""
    with warnings.catch_warnings():
        # They import what is deprecated; where a test makes errors of warnings, that would be one.
        warnings.simplefilter("ignore", DeprecationWarning)
        apprise = extras.load("apprise", "tools")
        apprise.Apprise.instantiate("json://localhost")
    return apprise


async def _sent(apprise: Any, target: Target, texts: dict[str, str], kind: Kind) -> str:
    """Send it to one service; why it was not sent, or nothing."""
    asset = apprise.AppriseAsset(
        app_id="pytest-webagent", secure_logging=True, storage_mode="memory", service_timeout=_SECONDS
    )
    services = apprise.Apprise(asset=asset)
    if not services.add(target.url):
        return "Apprise cannot use its URL; `apprise --details` lists the services and their URLs"
    result = await services.async_notify(
        body=texts["message"],
        title=texts["title"],
        notify_type=kind,
        body_format=apprise.NotifyFormat.TEXT,
        interpret_escapes=False,
        log_level=logging.WARNING,
    )
    with result:
        return "" if result else _reason(result, target)


def _reason(result: Any, target: Target) -> str:
    # Only what Apprise itself warns of: its more talkative lines quote URLs and bodies.
    said = [entry.message for entry in result.logs()]
    why = shortened("; ".join(dict.fromkeys(said)), 280) or f"the service says {result.status.name.lower()}"
    return str(masked({"why": why}, secrets=target.secrets)["why"])


TOOLS = (notify,)
