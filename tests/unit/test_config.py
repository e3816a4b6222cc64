"""Settings: how values are read, what wins, what is refused."""

import pytest

from pytest_webagent.config import SETTINGS, ModelPrice, NamedPage, Setting, Settings, resolve
from pytest_webagent.errors import ConfigError
from pytest_webagent.observation import Size


def nothing(_: Setting) -> None:
    return None


def given(**values: object):
    return lambda setting: values.get(setting.name)


def test_without_any_source_the_defaults_hold() -> None:
    assert resolve(nothing, nothing, {}) == Settings()
    assert Settings().model == "builtin"


@pytest.mark.parametrize(
    ("option", "ini", "environment", "expected"),
    [
        ("1", "2", "3", 1),
        (None, "2", "3", 2),
        (None, None, "3", 3),
        (None, None, None, SETTINGS["max_steps"].default),
        (None, None, "", SETTINGS["max_steps"].default),
    ],
)
def test_the_option_wins_over_the_ini_key_and_that_over_the_environment(
    option: str | None, ini: str | None, environment: str | None, expected: int
) -> None:
    found = {} if environment is None else {"WEBAGENT_MAX_STEPS": environment}
    assert resolve(given(max_steps=option), given(max_steps=ini), found).max_steps == expected


def test_every_setting_can_come_from_its_environment_variable_and_its_name_says_which() -> None:
    texts = {
        "model": "some-model",
        "model_url": "http://127.0.0.1:1/v1",
        "start_url": "/start",
        "pages": "Cart = /cart\nHelp = /help",
        "allowed_origins": "https://a.example, https://b.example",
        "upload_folders": "files",
        "output": "out",
        "browser_path": "/opt/browser",
        "browser_channel": "chrome",
        "viewport": "800x600",
        "headed": "yes",
        "tool_calling": "text",
        "vision": "off",
        "vision_tokens": "800",
        "marks": "off",
        "coordinates": "relative_1000",
        "grounding": "force",
        "grounding_check": "agree",
        "dialogs": "accept",
        "network": "report",
        "service_workers": "block",
        "inconclusive": "skip",
        "answers": "any",
        "verifier_when": "always",
        "screenshots": "only-on-failure",
        "prices": "some-model = 1 2",
        "record": "verify",
        "heal": "apply",
        "runs": "2",
        "tools": "default, search",
        "cache": "redis://127.0.0.1:1",
        "mcp_servers": "files = some-server --root .",
    }
    environment = {
        setting.environment: texts.get(setting.name, "1") if setting.name != "observation_tokens" else "500"
        for setting in SETTINGS.values()
    }
    settings = resolve(nothing, nothing, environment)
    same = [name for name, setting in SETTINGS.items() if getattr(settings, name) == setting.default]
    assert same == []
    assert settings.viewport == Size(800, 600)
    assert settings.headed is True
    assert settings.pages == (NamedPage("Cart", "/cart"), NamedPage("Help", "/help"))
    assert settings.allowed_origins == ("https://a.example", "https://b.example")


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("max_steps", "many", "must be a whole number of at least 1, not 'many'"),
        ("cache", "reddis://me:hunter2@host", "redis://HOST:PORT), not 'reddis://***@host'"),
        ("max_steps", 0, "must be a whole number of at least 1, not 0"),
        ("max_steps", 2.5, "must be a whole number of at least 1, not 2.5"),
        ("max_steps", True, "must be a whole number of at least 1, not True"),
        ("timeout", "nan", "must be a number of at least 0.1, not 'nan'"),
        ("timeout", "inf", "must be a number of at least 0.1, not 'inf'"),
        ("temperature", "3", "must be a number from 0 to 2, not '3'"),
        ("vision", "maybe", "must be one of auto, on, off, not 'maybe'"),
        ("vision", True, "must be one of auto, on, off, not True"),
        ("answers", "none", "must be one of derived, tied, any, not 'none'"),
        ("screenshots", "never", "must be one of on, only-on-failure, off, not 'never'"),
        ("headed", "perhaps", "must be true or false, not 'perhaps'"),
        ("viewport", "big", "must be WIDTHxHEIGHT in CSS pixels, such as 1280x720, not 'big'"),
        ("viewport", "1x1", "must lie between 100x100 and 10000x10000, not '1x1'"),
        ("model", "  ", "must be a non-empty text, not '  '"),
        ("start_url", 7, "must be a non-empty text, not 7"),
        ("pages", "Cart", "must be lines of the form NAME = URL, not 'Cart'"),
        ("pages", {"Cart": None}, "must map names to URLs, not {'Cart': None}"),
        ("pages", 7, "must be a list of texts, not 7"),
        ("upload_folders", [1], "must be a list of texts, not [1]"),
        ("pages", "Cart =", "must be lines of the form NAME = URL, not 'Cart ='"),
        ("pages", 3, "not 3"),
        *[
            (
                "prices",
                line,
                "must be lines of the form MODEL = INPUT OUTPUT [CACHED], in US dollars per million tokens "
                f"(this line is not: {line!r}), not {line!r}",
            )
            for line in ("gpt", "gpt =", "gpt = 1", "= 1 2", "gpt = 1 -2", "gpt = 1 nan", "gpt = 1 2 3 4")
        ],
        (
            "prices",
            "good = 1 2\ngpt = $1 $2",
            "(this line is not: 'gpt = $1 $2'), not 'good = 1 2\\ngpt = $1 $2'",
        ),
    ],
)
def test_a_bad_value_is_refused_with_its_source_and_what_is_right(
    name: str, value: object, right: str
) -> None:
    with pytest.raises(ConfigError) as raised:
        resolve(given(**{name: value}), nothing, {})
    assert str(raised.value).startswith(f"option {SETTINGS[name].option}: ")
    assert str(raised.value).endswith(right)


@pytest.mark.parametrize(
    ("ini", "environment", "source"),
    [
        ("no", {}, "ini key webagent_max_steps"),
        (None, {"WEBAGENT_MAX_STEPS": "no"}, "environment variable WEBAGENT_MAX_STEPS"),
    ],
)
def test_the_error_names_the_source_that_is_wrong(
    ini: str | None, environment: dict[str, str], source: str
) -> None:
    with pytest.raises(ConfigError, match=f"^{source}: "):
        resolve(nothing, given(max_steps=ini), environment)


def test_the_marker_lies_over_everything_else() -> None:
    settings = resolve(given(max_steps="3", timeout="9"), nothing, {})
    changed = settings.with_marker({"max_steps": 7, "pages": {"Cart": "/cart"}, "viewport": (800, 600)})
    assert (changed.max_steps, changed.timeout) == (7, 9.0)
    assert changed.pages == (NamedPage("Cart", "/cart"),)
    assert changed.viewport == Size(800, 600)
    assert settings.max_steps == 3


@pytest.mark.parametrize("name", ["max_step", "browser_path", "headed", "output", "model"])
def test_a_marker_argument_that_is_unknown_or_not_for_one_test_is_refused_with_the_right_ones(
    name: str,
) -> None:
    with pytest.raises(ConfigError) as raised:
        Settings().with_marker({name: 1})
    told = str(raised.value)
    assert f"no argument {name!r}; it takes: " in told
    valid = told.partition("it takes: ")[2].partition(". ")[0].split(", ")
    assert valid == sorted(setting.name for setting in SETTINGS.values() if setting.per_test)


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Settings().model = "another"  # type: ignore[misc]


def test_a_price_may_leave_out_what_cached_tokens_cost_and_they_then_cost_what_others_do() -> None:
    settings = resolve(given(prices="a/model:free = 0 0\nmine = 1.5 6 0.15\nplain = 2 8"), nothing, {})
    assert settings.prices == (
        ModelPrice("a/model:free", 0, 0, 0),
        ModelPrice("mine", 1.5, 6, 0.15),
        ModelPrice("plain", 2, 8, 2),
    )


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("m = 0,40 1,60", r"\(this line is not: 'm = 0,40 1,60'\)"),
        ("m = $1 $2", r"\(this line is not: 'm = \$1 \$2'\)"),
        ("good = 1 2\nbad 1 2", r"\(this line is not: 'bad 1 2'\)"),
        (["m = 1 2", "m = 1 3"], "one line for each model \\(there are two for 'm'\\)"),
    ],
)
def test_a_line_of_prices_that_cannot_be_read_is_quoted_whole(lines: object, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        resolve(nothing, given(prices=lines), {})


def test_no_more_passes_can_be_wanted_than_there_are_runs() -> None:
    with pytest.raises(
        ConfigError, match=r"min_passes is 3 and runs is 2: .*set runs to 3 or more, or min_passes"
    ):
        resolve(given(runs=2, min_passes=3), nothing, {})
    settings = resolve(given(runs=3, min_passes=3), nothing, {})
    with pytest.raises(ConfigError, match="min_passes is 3 and runs is 2"):
        settings.with_marker({"runs": 2})
    assert settings.with_marker({"runs": 2, "min_passes": 2}).min_passes == 2


@pytest.mark.parametrize(
    ("environment", "headed"),
    [
        ({"WEB_TOOLS_HEADLESS": "false"}, True),
        ({"WEB_TOOLS_HEADLESS": "true"}, False),
        ({"WEB_TOOLS_HEADLESS": "false", "WEBAGENT_HEADED": "no"}, False),
        ({"WEB_TOOLS_HEADLESS": ""}, False),
    ],
)
def test_the_web_tools_variable_says_whether_the_window_is_hidden(
    environment: dict[str, str], headed: bool
) -> None:
    assert resolve(nothing, nothing, environment).headed is headed


def test_a_web_tools_variable_that_says_neither_is_named() -> None:
    with pytest.raises(ConfigError, match="environment variable WEB_TOOLS_HEADLESS: must be true or false"):
        resolve(nothing, nothing, {"WEB_TOOLS_HEADLESS": "perhaps"})
