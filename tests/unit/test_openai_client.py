"""Where the OpenAI-compatible model is reached, with which key, and on which event loop."""

import asyncio
import gc
import socket
import subprocess
import sys
import warnings
from base64 import b64encode
from urllib.parse import parse_qs, urlsplit

import pytest
from model_guard import ReachedOut
from model_server import ModelServer, says
from openai_requests import Pauses, request

from pytest_webagent.config import Settings
from pytest_webagent.errors import ConfigError
from pytest_webagent.model.openai import OpenAIModel
from pytest_webagent.model.openai_client import endpoint_for

KEY = "sk-secret-key-of-a-test"
AZURE = {
    "AZURE_OPENAI_ENDPOINT": "https://mine.openai.azure.com",
    "AZURE_OPENAI_API_KEY": KEY,
    "OPENAI_API_VERSION": "2025-01-01",
}


def test_the_default_server_is_openai_with_the_sdks_own_key():
    endpoint = endpoint_for(Settings(model="gpt-test"), {"OPENAI_API_KEY": f"{KEY}\n"})
    assert (endpoint.url, endpoint.key, endpoint.host) == ("https://api.openai.com/v1", KEY, "api.openai.com")
    assert KEY not in repr(endpoint)


def test_a_model_name_without_a_key_is_a_config_error_before_any_request():
    with pytest.raises(
        ConfigError, match=r"'gpt-test'.*api\.openai\.com.*OPENAI_API_KEY.*webagent_model_url.*`builtin`"
    ):
        OpenAIModel(Settings(model="gpt-test"))


def test_a_server_of_ones_own_needs_no_key():
    endpoint = endpoint_for(Settings(model="small", model_url="http://localhost:11434/v1"), {})
    assert (endpoint.url, endpoint.has_key) == ("http://localhost:11434/v1", False)
    assert endpoint.key


def test_the_setting_wins_over_the_sdks_variable_for_the_url():
    known = {"OPENAI_BASE_URL": "http://a.test/v1", "OPENAI_API_KEY": KEY}
    assert endpoint_for(Settings(model="m"), known).url == "http://a.test/v1"
    assert endpoint_for(Settings(model="m", model_url="http://b.test/v1"), known).url == "http://b.test/v1"


def test_azure_is_asked_when_its_variables_are_set():
    endpoint = endpoint_for(Settings(model="my-deployment"), AZURE)
    assert (endpoint.url, endpoint.azure_version) == ("https://mine.openai.azure.com", "2025-01-01")
    assert (endpoint.key, endpoint.key_variable) == (KEY, "AZURE_OPENAI_API_KEY")


def test_azure_takes_a_token_instead_of_a_key():
    endpoint = endpoint_for(Settings(model="m"), {**AZURE, "AZURE_OPENAI_AD_TOKEN": "token-of-a-test"})
    assert (endpoint.key, endpoint.key_variable) == ("token-of-a-test", "AZURE_OPENAI_AD_TOKEN")


def test_a_model_url_wins_over_azure_and_may_use_its_key():
    settings = Settings(model="m", model_url="https://mine.openai.azure.com/openai/v1")
    endpoint = endpoint_for(settings, AZURE)
    assert (endpoint.azure_version, endpoint.key_variable) == (None, "AZURE_OPENAI_API_KEY")


@pytest.mark.parametrize("missing", ["AZURE_OPENAI_API_KEY", "OPENAI_API_VERSION"])
def test_what_azure_lacks_is_named(missing: str):
    known = {name: value for name, value in AZURE.items() if name != missing}
    with pytest.raises(ConfigError, match=rf"needs the environment variable {missing}$"):
        endpoint_for(Settings(model="m"), known)


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://host/v1", "http://", "http://host:port/v1", "/v1"])
def test_a_url_that_is_none_is_a_config_error(url: str):
    with pytest.raises(
        ConfigError, match="webagent_model_url must be a URL such as http://localhost:11434/v1, not"
    ):
        endpoint_for(Settings(model="m", model_url=url), {})


@pytest.mark.parametrize("key", ["sk-one sk-two", "sk-one\nsk-two", "sk-ключ"])
def test_a_key_that_cannot_be_one_is_a_config_error_that_does_not_show_it(key: str):
    with pytest.raises(ConfigError, match="OPENAI_API_KEY holds") as caught:
        endpoint_for(Settings(model="m"), {"OPENAI_API_KEY": key})
    assert key not in str(caught.value)


@pytest.mark.parametrize("token", [False, True])
async def test_azure_is_spoken_to_in_its_own_way(
    model_server: ModelServer, monkeypatch: pytest.MonkeyPatch, token: bool
):
    monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", model_server.url.removesuffix("/v1"))
    monkeypatch.setenv("AZURE_OPENAI_AD_TOKEN" if token else "AZURE_OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_API_VERSION", "2025-01-01")
    model_server.script(says("Hm."))
    model = OpenAIModel(Settings(model="my-deployment"))
    await model.complete(request())
    await model.close()
    asked = model_server.asked[0]
    assert asked.path == "/openai/deployments/my-deployment/chat/completions?api-version=2025-01-01"
    # Some versions of the SDK send a key as a bearer too; Azure looks at its own header first.
    name, value = ("authorization", f"Bearer {KEY}") if token else ("api-key", KEY)
    assert asked.headers.get(name) == value


@pytest.mark.parametrize("azure", [False, True])
async def test_what_stands_in_the_url_is_sent_where_it_belongs(
    model_server: ModelServer, monkeypatch: pytest.MonkeyPatch, azure: bool
):
    url = model_server.url.replace("://", "://ann:p%40ss@") + "?key=a%26b&tag=1&tag=2&on="
    settings = Settings(model="small", model_url=None if azure else url)
    if azure:
        for name, value in {**AZURE, "AZURE_OPENAI_ENDPOINT": url}.items():
            monkeypatch.setenv(name, value)
    model_server.script(says("Hm."))
    model = OpenAIModel(settings)
    await model.complete(request())
    await model.close()
    asked = urlsplit(model_server.asked[0].path)
    assert asked.path == f"/v1{'/openai/deployments/small' if azure else ''}/chat/completions"
    sent = {"key": ["a&b"], "tag": ["1", "2"], "on": [""]}
    version = {"api-version": [AZURE["OPENAI_API_VERSION"]]} if azure else {}
    assert parse_qs(asked.query, keep_blank_values=True) == sent | version
    assert model_server.asked[0].headers["authorization"] == f"Basic {b64encode(b'ann:p@ss').decode()}"


def test_one_model_serves_several_event_loops_and_leaves_no_connection_open(model_server: ModelServer):
    model_server.script(says("One."), says("Two."), says("Three."))
    model = OpenAIModel(Settings(model="m", model_url=model_server.url), sleep=Pauses())

    async def ask(model: OpenAIModel) -> str:
        return (await model.complete(request())).text

    # Nobody closes the model on these loops.
    assert [asyncio.run(ask(model)) for _ in range(3)] == ["One.", "Two.", "Three."]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ResourceWarning)
        del model
        gc.collect()
    assert [str(warning.message) for warning in caught if warning.category is ResourceWarning] == []


async def test_a_closed_model_can_be_asked_again_and_closed_twice(model_server: ModelServer):
    model_server.script(says("One."), says("Two."))
    model = OpenAIModel(Settings(model="m", model_url=model_server.url))
    await model.complete(request())
    await model.close()
    response = await model.complete(request())
    await model.close()
    await model.close()
    assert response.text == "Two."


async def test_one_connection_serves_the_steps_of_a_run(model_server: ModelServer):
    model_server.script(says("One."), says("Two."))
    model = OpenAIModel(Settings(model="m", model_url=model_server.url))
    for _ in range(2):
        await model.complete(request())
    await model.close()
    assert len({asked.peer for asked in model_server.asked}) == 1


def test_making_a_model_loads_no_sdk():
    code = (
        "import sys; from pytest_webagent.config import Settings; from pytest_webagent.model.select import model_for\n"
        "model_for(Settings(model='m', model_url='http://localhost:1/v1')); print('openai' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


async def test_the_guard_refuses_other_machines():
    with pytest.raises(ReachedOut, match=r"192\.0\.2\.1:443"):
        await asyncio.open_connection("192.0.2.1", 443)
    with socket.socket() as plain, pytest.raises(ReachedOut):
        plain.connect(("192.0.2.1", 80))


async def test_a_model_elsewhere_cannot_be_asked_from_a_test(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    model = OpenAIModel(Settings(model="m", model_url="http://192.0.2.1/v1"), sleep=Pauses())
    with pytest.RaisesGroup(ReachedOut, allow_unwrapped=True, flatten_subgroups=True):
        await model.complete(request())
    await model.close()
