"""What a vault withholds: codes it made, what errors carry, goals that name what there is not; and what that costs."""

from __future__ import annotations

import re
import traceback
from functools import reduce

import pytest
from lone_tools import Calls

from pytest_webagent.config import Settings
from pytest_webagent.errors import ConfigError
from pytest_webagent.policy import spellings
from pytest_webagent.policy.secrets import Secret, Vault
from pytest_webagent.tools.core.base import ToolContext, tool

CANARY = "Kq7#vW2!xZ9p"
PIN = 4711
SEED = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
VAULT = "pytest_webagent.policy.secrets.Vault"


@pytest.fixture
def vault() -> Vault:
    """Knows one secret."""
    made = Vault()
    made.add({"password": CANARY})
    return made


@pytest.mark.held_by(
    "pytest_webagent.policy.spellings._compiled", lambda value: re.compile(spellings.pattern_of(value))
)
def test_the_pattern_of_each_secret_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    made = spellings.pattern_of
    monkeypatch.setattr(spellings, "pattern_of", lambda value: built.append(value) or made(value))
    vault = Vault()
    vault.add({f"token_{number}": f"tok-{number}-Alpha" for number in range(12)})
    assert not built
    assert vault.conceal("It is tok-7-Alpha and tok-11-Alpha") == "It is %(token_7)s and %(token_11)s"
    vault.add({"other": "tok-12-Alpha"})
    assert vault.conceal("It is tok-12-Alpha, not tok-7-Alpha") == "It is %(other)s, not %(token_7)s"
    assert sorted(built) == sorted(f"tok-{number}-Alpha" for number in range(13))


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


class RefusedError(Exception):
    """An application's own."""

    def __init__(self, sent: str) -> None:
        """Keep what was sent."""
        super().__init__("it was refused")
        self.sent = {"password": sent}


def _raises(kind: str) -> None:
    try:
        if kind == "cause":
            raise ValueError(CANARY)
        raise KeyError("other")
    except (ValueError, KeyError) as error:
        if kind == "cause":
            raise RuntimeError("it failed") from error
        if kind == "note":
            error.add_note(f"it was {CANARY}")
            raise
        if kind == "file":
            raise FileNotFoundError(2, "No such file", f"/tmp/{CANARY}") from None
        raise ExceptionGroup("several", [RefusedError(CANARY)]) from error


@pytest.mark.held_by(f"{VAULT}.conceal_error", lambda self, error: None)
@pytest.mark.parametrize("kind", ["cause", "note", "file", "group"])
def test_an_error_says_it_nowhere(vault: Vault, kind: str) -> None:
    with pytest.raises(BaseException) as raised:  # noqa: PT011 (any of them)
        _raises(kind)
    vault.conceal_error(raised.value)
    told = "".join(traceback.format_exception(None, raised.value, None))
    parts = [vars(each) for each in getattr(raised.value, "exceptions", ())]
    assert CANARY not in told + repr(raised.value) + repr(parts)
    assert "%(password)s" in told + repr(parts)


@pytest.mark.held_by(f"{VAULT}.conceal_error", lambda self, error: None)
def test_an_error_that_is_nested_deeply_does_not_say_it(vault: Vault) -> None:
    error = ValueError(reduce(lambda held, _: [held], range(700), CANARY))
    vault.conceal_error(error)
    assert CANARY not in repr(error)


@pytest.mark.held_by("pytest_webagent.policy.secrets.nested_deeper", lambda value, most: False)
def test_what_is_looked_through_has_a_bound_that_no_stack_decides(vault: Vault) -> None:
    told = [repr(vault.conceal(reduce(lambda held, _: [held], range(depth), CANARY))) for depth in (200, 201)]
    assert told == [f"{'[' * 200}'%(password)s'{']' * 200}", "('nested too deeply to be told',)"]


class Own:
    """Of a tool: says a secret only as text."""

    def __str__(self) -> str:
        """All it has."""
        return f"code {PIN}"


@pytest.mark.held_by("pytest_webagent.tools.core.single_call._apart", lambda said, vault: None)
async def test_data_with_a_secret_that_is_no_text_stays_data(vault: Vault) -> None:
    @tool()
    async def look(context: ToolContext) -> object:
        """Look."""
        return {"count": PIN, "rate": 0.5, "all": [PIN + 1, True, None], PIN: Own()}

    calls = Calls([look], Settings())
    calls.context.vault = vault
    vault.add({"pin": str(PIN)})
    shown = {"count": "%(pin)s", "rate": 0.5, "all": [PIN + 1, True, None], "%(pin)s": "code %(pin)s"}
    assert await calls.do("look") == shown


@pytest.mark.held_by(f"{VAULT}.conceal", lambda self, value, **_: value)
async def test_data_that_cannot_be_told_as_such_is_a_text_without_secrets(vault: Vault) -> None:
    @tool()
    async def look(context: ToolContext) -> object:
        """Look."""
        return {"open": True}

    calls = Calls([look], Settings())
    calls.context.vault = vault
    vault.add({"word": "true"})
    assert await calls.do("look") == '{"open": %(word)s}'


def test_an_error_without_secrets_stays_what_it_is(vault: Vault) -> None:
    error = FileNotFoundError(2, "No such file", "/data/it")
    error.__cause__ = error.__context__ = cause = KeyError("a")
    cause.__context__ = error
    vault.conceal_error(error)
    assert (error.errno, error.filename, str(cause)) == (2, "/data/it", "'a'")


def test_a_goal_that_names_a_secret_needs_one() -> None:
    with pytest.raises(ConfigError, match=r"%\(password\)s, and the secrets are: none.*webagent_secrets"):
        Vault().check_goal("Log in with %(password)s")


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        ("Type %%(password)s into Template", "Type %(password)s into Template"),
        ("Is the discount 50%(about)?", "Is the discount 50%(about)?"),
        ("Is it 100%% sure (yes)?", "Is it 100%% sure (yes)?"),
    ],
)
def test_a_goal_that_means_the_text_itself_is_a_goal(goal: str, told: str) -> None:
    assert Vault().check_goal(goal) == told


def test_a_goal_that_means_a_text_that_a_secret_is_called_is_an_error(vault: Vault) -> None:
    with pytest.raises(ConfigError, match="Give the secret another name"):
        vault.check_goal("Type '%%(password)s' into 'User name'")
    assert vault.check_goal("Type '%%(other)s' into it") == "Type '%(other)s' into it"
