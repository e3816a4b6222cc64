"""The grounding model the settings name: behind a server of the user's, or on this machine."""

from __future__ import annotations

import copy
import os
import sys
from typing import TYPE_CHECKING, Final

from pytest_webagent.errors import ConfigError
from pytest_webagent.grounding.profiles import PROFILES, profile_of
from pytest_webagent.grounding.vision import VisionGrounder

if TYPE_CHECKING:
    import pytest

    from pytest_webagent.budget.budget import Budget
    from pytest_webagent.config import Settings
    from pytest_webagent.grounding.profiles import Profile
    from pytest_webagent.model.openai import OpenAIModel
    from pytest_webagent.ports import Grounder

_KEY: Final = "WEBAGENT_GROUNDER_API_KEY"


def grounder_for(config: pytest.Config, settings: Settings) -> VisionGrounder:
    """The grounder the settings name.

    Raises:
        ConfigError: there is no such grounder, its server's URL is none, or its weights cannot be had.
    """
    if settings.grounder is None:
        given = "grounder_url" if settings.grounder_url is not None else "grounder_model"
        raise ConfigError(
            f"webagent_{given} is set and webagent_grounder is not: set it to the kind of model that is, one of "
            f"{', '.join(PROFILES)}"
        )
    profile = profile_of(settings.grounder)
    if settings.grounder_url is not None:
        return VisionGrounder(profile, _served(settings, settings.grounder_url, profile))
    from pytest_webagent.hooks.grounding.local_grounder import local_grounder

    local = local_grounder(config, settings, profile)
    return VisionGrounder(profile, local.client, local.limits)


def free(grounder: VisionGrounder) -> None:
    """Give up the weights that were loaded into this process for a grounder, if any were."""
    local = sys.modules.get("pytest_webagent.grounding.local")
    if local is not None and isinstance(grounder.client, local.LocalModel):
        grounder.client.free()


def paid_by(budget: Budget, grounder: Grounder | None) -> Grounder | None:
    """A grounder whose model is paid for from a test's budget; one of the user's own is left as it is."""
    if not isinstance(grounder, VisionGrounder):
        return grounder
    from pytest_webagent.budget.meter import Meter

    # A copy: it may be of a class of the user's own, with more to it than what is known here.
    paid = copy.copy(grounder)
    object.__setattr__(paid, "client", Meter(grounder.client, budget))
    return paid


def _served(settings: Settings, url: str, profile: Profile) -> OpenAIModel:
    from pytest_webagent.model.openai import OpenAIModel
    from pytest_webagent.model.openai_client import endpoint_at

    asking = settings._replace(
        model=settings.grounder_model or profile.weights,
        vision="on",
        tool_calling="native",
        temperature=0.0,
        top_p=None,
        seed=None,
        max_tokens=profile.reply_tokens,
    )
    # The key of the model that thinks is not sent to another server.
    endpoint = endpoint_at(url, "webagent_grounder_url", os.environ.get(_KEY, "").strip(), _KEY)
    return OpenAIModel(asking, endpoint=endpoint)
