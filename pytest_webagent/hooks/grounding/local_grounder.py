"""Where a grounding model without a server of the user's own runs: in this process, or in one that xdist's workers share."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from pytest_webagent.errors import ConfigError

if TYPE_CHECKING:
    from pytest_webagent.config import Settings
    from pytest_webagent.grounding.coordinates import Limits
    from pytest_webagent.grounding.profiles import Profile
    from pytest_webagent.ports import ModelClient

_INPUT: Final = "webagent_grounder"
_PATIENCE: Final = 10.0
"""Seconds the server has to end by itself."""


class LocalGrounder(NamedTuple):
    """What asks a grounding model on this machine, and what sizes pictures are given there."""

    client: ModelClient
    limits: Limits


class SharedServer:
    """The server of a session; registered in the process that starts the workers, which run no tests itself."""

    def __init__(self, config: pytest.Config, settings: Settings) -> None:
        """Start it; it loads nothing before it is asked.

        Raises:
            pytest.UsageError: there is no such grounding model, or the server does not start.
        """
        from pytest_webagent.grounding.profiles import profile_of

        try:
            profile = profile_of(settings.grounder or "")
        except ConfigError as error:
            raise pytest.UsageError(str(error)) from None
        self._process = subprocess.Popen(
            [
                sys.executable,
                # What lies in the folder that tests are run in does not stand in for modules.
                "-P",
                "-m",
                "pytest_webagent.grounding.serving",
                "--model",
                weights_of(settings, profile),
                "--reply-tokens",
                str(profile.reply_tokens),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Ctrl-C is for pytest, which ends it after the tests.
            start_new_session=True,
        )
        config.add_cleanup(self._end)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise pytest.UsageError(
                f"the server for the grounding model did not start (exit status {self._process.wait()}); what it said "
                "stands above. Set webagent_grounder_url to a server of your own, or run without pytest-xdist"
            )
        told = json.loads(line)
        self._told = told["url"], told["token"]

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker of pytest-xdist where the server is."""
        node.workerinput[_INPUT] = self._told

    def _end(self) -> None:
        try:
            # Closes its standard input, which ends it.
            self._process.communicate(timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()


def weights_of(settings: Settings, profile: Profile) -> str:
    """The name or the folder of the weights."""
    return settings.grounder_model or profile.weights


def local_grounder(config: pytest.Config, settings: Settings, profile: Profile) -> LocalGrounder:
    """What asks the grounding model on this machine: that of this process, or the server all workers share.

    Weights that are not on this machine are fetched now. They are loaded by the first question.

    Raises:
        ConfigError: the model cannot be had.
    """
    weights = weights_of(settings, profile)
    shared: tuple[str, str] | None = getattr(config, "workerinput", {}).get(_INPUT)
    if shared is None:
        return _in_process(weights, profile)
    from pytest_webagent.model.openai import OpenAIModel, Patience
    from pytest_webagent.model.openai_client import Endpoint
    from pytest_webagent.ports import FREE

    url, token = shared
    model = OpenAIModel(
        settings._replace(
            model=weights,
            model_url=url,
            vision="on",
            tool_calling="native",
            temperature=None,
            top_p=None,
            seed=None,
            max_tokens=profile.reply_tokens,
        ),
        endpoint=Endpoint(url=url, key=token, key_variable="", direct=True),
        # It is slow when it loads, and asking again does not help.
        patience=Patience(attempt=math.inf),
    )
    model.billing = FREE
    return LocalGrounder(model, _limits_at(url, token))


def _in_process(weights: str, profile: Profile) -> LocalGrounder:
    from pytest_webagent.errors import ModelError
    from pytest_webagent.grounding.local import LocalModel

    model = LocalModel(weights, reply_tokens=profile.reply_tokens)
    try:
        return LocalGrounder(model, model.limits)
    except ModelError as error:
        raise ConfigError(str(error)) from None


def _limits_at(url: str, token: str) -> Limits:
    from pytest_webagent.grounding.coordinates import Limits

    # Not through a proxy of the environment's: it is on this machine. As long as it takes: it may be downloading.
    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(Request(f"{url}/limits", headers={"authorization": f"Bearer {token}"})) as answer:
            return Limits(**json.load(answer))
    except HTTPError as error:
        with error:
            raise ConfigError(json.load(error)["error"]["message"]) from None
    except (URLError, OSError) as error:
        raise ConfigError(f"the server for the grounding model has ended ({error})") from None
