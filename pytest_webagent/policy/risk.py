"""How much a tool call can do, and which calls are only said and not done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from pytest_webagent.errors import WebAgentError
from pytest_webagent.setting_values import flag

if TYPE_CHECKING:
    from collections.abc import Mapping

Risk: TypeAlias = Literal["LOW", "MEDIUM", "HIGH"]
"""LOW: it looks, or can be taken back. MEDIUM: it changes the page or a file. HIGH: what it does stays done elsewhere."""

RISKS: Final[tuple[Risk, ...]] = ("LOW", "MEDIUM", "HIGH")
"""From least to most."""
ALLOW_HIGH: Final = "WEB_TOOLS_ALLOW_HIGH_RISK"
"""The environment variable without which the ``web_*`` tools do nothing of high risk."""
DRY_RUN: Final = "WEB_TOOLS_DRY_RUN"
"""The environment variable that makes every call of medium or high risk a dry run, as the setting ``dry_run`` does."""


@dataclass(frozen=True, slots=True)
class Gate:
    """Which calls are only said."""

    dry_run: bool = False
    """Whether nothing of medium or high risk is done."""
    high_allowed: bool = False
    """Whether gated tools may do what is of high risk."""

    @classmethod
    def of(cls, *, dry_run: bool, environment: Mapping[str, str]) -> Gate:
        """The gate of a test: its setting, and what the environment says."""
        return cls(dry_run or _set(environment, DRY_RUN), _set(environment, ALLOW_HIGH))

    def closed_for(self, risk: Risk, *, gated: bool) -> str:
        """Why a call of this risk is not done; empty where it is."""
        if risk == "HIGH" and gated and not self.high_allowed:
            return f"calls of high risk are only said unless the environment has {ALLOW_HIGH}=true"
        if risk != "LOW" and self.dry_run:
            return "this is a dry run: calls of medium and high risk are only said"
        return ""


class ApprovalNeeded(WebAgentError):
    """A call was about to do what has to be allowed first; nothing was done. The registry asks, and begins the call anew."""

    def __init__(self, what: str, whole: str) -> None:
        """`what` is what it was about to do, as a phrase, and `whole` that phrase with what is secret in it."""
        super().__init__(what)
        self.what, self.whole = what, whole


def _set(environment: Mapping[str, str], name: str) -> bool:
    try:
        return flag(environment.get(name, "") or "no")
    except ValueError:
        # Half a yes to something that is not to be undone is no yes; half a yes to a dry run is one.
        return name == DRY_RUN
