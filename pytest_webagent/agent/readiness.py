"""What has to be so before a run begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.agent.judgement import STOP
from pytest_webagent.errors import ConfigError
from pytest_webagent.policy.origins import AllowedOrigins

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.agent.worker import Worker
    from pytest_webagent.config import Settings
    from pytest_webagent.ports import ModelClient
    from pytest_webagent.tools.core.registry import ToolRegistry


def check_stop(tools: ToolRegistry) -> None:
    """See that a run can end.

    Raises:
        ConfigError: there is no tool that ends it.
    """
    if STOP not in tools.names:
        raise ConfigError(
            f"the tool registry has no tool {STOP!r}, so no run could end; "
            f"it has: {', '.join(tools.names) or 'no tools'}"
        )


def check_parts(settings: Settings, model: ModelClient, runs: Sequence[Worker]) -> None:
    """See that the settings can be met, and that no other run is under way.

    Raises:
        ConfigError: an origin is none, the model sees no pictures although it has to, or a run has not ended.
    """
    AllowedOrigins(settings.allowed_origins)
    if settings.vision == "on" and not model.sees_images:
        raise ConfigError(
            f"vision is on, but the model {model.name!r} takes no images; "
            "set webagent_vision to auto or off, or choose a model that sees"
        )
    if any(run.running for run in runs):
        raise ConfigError(
            "this agent is still working on a goal; await that run before starting the next, "
            "since both would act on the same page"
        )
