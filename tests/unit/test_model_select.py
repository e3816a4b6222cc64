import pytest

from pytest_webagent.config import Settings
from pytest_webagent.errors import ConfigError
from pytest_webagent.model.openai import OpenAIModel
from pytest_webagent.model.select import model_for
from pytest_webagent.ports import ModelClient


def test_builtin_is_the_embedded_model():
    model = model_for(Settings(model="builtin"))
    assert isinstance(model, ModelClient)
    assert not isinstance(model, OpenAIModel)
    assert model.name == "builtin"


def test_any_other_name_is_a_model_behind_a_server():
    model = model_for(Settings(model="qwen3:8b", model_url="http://localhost:11434/v1"))
    assert isinstance(model, ModelClient)
    assert isinstance(model, OpenAIModel)
    assert model.name == "qwen3:8b"


def test_a_name_that_needs_a_key_says_so():
    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        model_for(Settings(model="buitlin"))
