"""What a vault withholds: codes it made, what errors carry, goals that name what there is not; and what that costs."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_webagent.errors import ConfigError
from pytest_webagent.policy import secrets
from pytest_webagent.policy.secrets import Secret, Vault

CANARY = "Kq7#vW2!xZ9p"
SEED = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
VAULT = "pytest_webagent.policy.secrets.Vault"


@pytest.fixture
def vault() -> Vault:
    """Knows one secret."""
    made = Vault()
    made.add({"password": CANARY})
    return made


def test_many_secrets_are_looked_for_by_one_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[Any] = []
    veil = secrets._veil
    monkeypatch.setattr(secrets, "_veil", lambda values: built.append(values) or veil(values))
    vault = Vault()
    vault.add({f"token_{number}": f"tok-{number}-Alpha" for number in range(12)})
    assert not built
    assert vault.conceal("It is tok-7-Alpha and tok-11-Alpha") == "It is %(token_7)s and %(token_11)s"
    assert set(map(len, built)) == {12}


@pytest.mark.held_by(
    f"{VAULT}.values", property(lambda self: [each.value for each in self._secrets.values()])
)
def test_a_code_is_among_what_no_picture_shows(vault: Vault) -> None:
    vault.add({"code": Secret(totp=SEED)})
    code = vault.value_of("code")
    assert {CANARY, SEED, code} <= set(vault.values)


def test_the_key_of_the_model_is_not_looked_for_in_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f"sk-{CANARY}-0123456789")
    assert Vault().values == []
