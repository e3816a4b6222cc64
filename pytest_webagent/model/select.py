"""Which model the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.errors import ConfigError

if TYPE_CHECKING:
    from pytest_webagent.config import Settings
    from pytest_webagent.ports import ModelClient


def model_for(settings: Settings) -> ModelClient:
    """The model to think with: the embedded one for ``builtin``, else one behind a server; or the one before the other.

    Raises:
        ConfigError: the server's URL is none, or the key it needs is not set.
    """
    if settings.model == "builtin":
        from pytest_webagent.model.builtin.model import BuiltinModel

        return BuiltinModel()
    from pytest_webagent.model.openai import OpenAIModel

    first, comma, then = settings.model.partition(",")
    if comma and first.strip() == "builtin":
        from pytest_webagent.model.cascade import Cascade

        return Cascade(
            model_for(settings._replace(model="builtin")), OpenAIModel(settings._replace(model=then.strip()))
        )

    return OpenAIModel(settings)


def verifier_for(settings: Settings) -> ModelClient | None:
    """The model that gives the second opinion the settings ask for; None if they ask for none.

    Raises:
        ConfigError: it is the embedded one, which has no opinions; or as `model_for`.
    """
    if settings.verifier is None:
        return None
    name = settings.model.rpartition(",")[2].strip() if settings.verifier == "same" else settings.verifier
    if name == "builtin":
        raise ConfigError(
            f"webagent_verifier is {settings.verifier!r}, and the builtin model gives no second opinion: it reads the page by "
            "rules, the same way each time. Name a language model, or leave the setting out"
        )
    return model_for(settings._replace(model=name))
