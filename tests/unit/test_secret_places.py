"""Where secrets are kept beside the environment: what cannot be read is told without what it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_webagent.errors import ConfigError
from pytest_webagent.policy.secret_places import of_file
from pytest_webagent.policy.server_secrets import secrets_of

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_in_another_encoding_is_told_without_what_it_holds(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes("SHOP_PASSWORD=tea-4711-Pot".encode("utf-16"))
    with pytest.raises(ConfigError, match="write it in UTF-8") as caught:
        of_file("SHOP_PASSWORD", file)
    assert "4711" not in str(caught.value)


def test_a_token_of_a_url_may_be_its_user_name() -> None:
    assert [*secrets_of("wss://kJh82jhsdkjh23kjhkjh:x@browsers.example/?launch=1")] == [
        "kJh82jhsdkjh23kjhkjh"
    ]
