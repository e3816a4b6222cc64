"""Which model the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_webagent.config import Settings
    from pytest_webagent.ports import ModelClient


def model_for(settings: Settings) -> ModelClient:
    """The model to think with: the embedded one for ``builtin``, else one behind a server.

    Raises:
        ConfigError: the server's URL is none, or the key it needs is not set.
    """
    if settings.model == "builtin":
        from pytest_webagent.model.builtin.model import BuiltinModel

        return BuiltinModel()
    from pytest_webagent.model.openai import OpenAIModel

    return OpenAIModel(settings)
