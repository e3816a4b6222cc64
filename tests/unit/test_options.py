"""Options and ini keys of pytest, made from the settings."""

import pytest

from pytest_webagent.config import SETTINGS, NamedPage, Settings
from pytest_webagent.errors import ConfigError
from pytest_webagent.hooks.settings import header, options
from pytest_webagent.hooks.settings.absolute_addresses import absolute


def read(pytester: pytest.Pytester, *arguments: str, **environment: str) -> Settings:
    config = pytester.parseconfig(*arguments)
    options.read(config, environment)
    return options.settings_of(config)


def test_each_setting_has_an_option_and_an_ini_key_with_the_same_words(pytester: pytest.Pytester) -> None:
    run = pytester.runpytest_inprocess("--help", "-o", "asyncio_default_fixture_loop_scope=function")
    told = " ".join(run.stdout.str().split())
    for setting in SETTINGS.values():
        words = " ".join(setting.explained.split())
        assert f"{setting.option} " in told or f"{setting.option}=" in told
        assert f"{setting.ini} (" in told
        # Once beside the option and once beside the ini key. The terminal may break words at hyphens.
        assert told.replace("- ", "-").count(words.replace("- ", "-")) == 2, words


def test_the_help_text_names_the_default_where_there_is_one() -> None:
    told = {name: setting.explained for name, setting in SETTINGS.items()}
    assert told["max_steps"] == "most steps of one run (default: 25)"
    assert told["timeout"].endswith(" (default: 180)")
    assert told["viewport"].endswith(" (default: 1280x720)")
    assert [name for name, words in told.items() if "default" not in words] == [
        "model_url",
        "temperature",
        "top_p",
        "max_tokens",
        "seed",
        "grounder",
        "grounder_url",
        "grounder_model",
        "start_url",
        "pages",
        "allowed_origins",
        "test_steps",
        "test_seconds",
        "test_tokens",
        "test_usd",
        "session_steps",
        "session_seconds",
        "session_tokens",
        "session_usd",
        "prices",
        "upload_folders",
        "verifier",
        "policy",
        "dry_run",
        "tool_stats",
        "homepage",
        "search_engines",
        "search_url",
        "database_url",
        "mcp_servers",
        "notify_urls",
        "browser_path",
        "browser_channel",
        "connect",
        "headed",
        "ignore_https_errors",
        "eject",
        "min_passes",
        "all_runs",
        "mutate",
        "mutate_min",
    ]


def test_the_option_wins_over_the_ini_key_and_that_over_the_environment(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nwebagent_max_steps = 4\nwebagent_timeout = 5\n")
    settings = read(
        pytester, "--webagent-max-steps=3", WEBAGENT_MAX_STEPS="9", WEBAGENT_TIMEOUT="9", WEBAGENT_SEED="9"
    )
    assert (settings.max_steps, settings.timeout, settings.seed) == (3, 5.0, 9)


def test_lists_are_given_line_by_line_or_by_repeating_the_option(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nwebagent_pages =\n    Cart = /cart\n    Help = /help\n")
    both = (NamedPage("Cart", "/cart"), NamedPage("Help", "/help"))
    assert read(pytester).pages == both
    assert read(pytester, "--webagent-pages=Cart = /cart", "--webagent-pages", "Help=/help").pages == both


def test_a_flag_needs_no_value(pytester: pytest.Pytester) -> None:
    assert read(pytester, "--webagent-headed").headed is True
    assert read(pytester).headed is False
    pytester.makeini("[pytest]\nwebagent_headed = true\n")
    assert read(pytester).headed is True
    assert read(pytester, "-o", "webagent_headed=false").headed is False


# Pytest 9 reads the second without turning numbers into texts first; older ones do not know it.
TABLES = ["tool.pytest.ini_options"] + (["tool.pytest"] if pytest.version_tuple >= (9,) else [])
SETTINGS_IN_TOML = """\
[TABLE]
webagent_max_steps = 4
webagent_timeout = 30
webagent_temperature = 0.5
webagent_headed = true
webagent_vision = "off"
webagent_pages = ["Cart = /cart?x=1,2"]
webagent_upload_folders = ["a", "b"]
"""


@pytest.mark.parametrize("table", TABLES)
def test_settings_in_pyproject_may_be_numbers_lists_and_truth_values(
    pytester: pytest.Pytester, table: str
) -> None:
    pytester.makepyprojecttoml(SETTINGS_IN_TOML.replace("TABLE", table))
    assert read(pytester) == Settings(
        max_steps=4,
        timeout=30.0,
        temperature=0.5,
        headed=True,
        vision="off",
        pages=(NamedPage("Cart", "/cart?x=1,2"),),
        upload_folders=("a", "b"),
    )


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("webagent_max_steps = 'many'", "must be a whole number of at least 1"),
        ("webagent_max_steps = 0", "must be a whole number of at least 1"),
        ("webagent_top_p = 'all'", "must be a number from 0 to 1"),
        ("webagent_headed = 'perhaps'", "must be true or false"),
        ("webagent_vision = 'x'", "must be one of auto, on, off"),
        ("webagent_pages = ['Cart']", "must be lines of the form NAME = URL"),
    ],
)
def test_a_bad_value_in_pyproject_is_a_usage_error_that_names_the_key_and_what_is_right(
    pytester: pytest.Pytester, table: str, line: str, right: str
) -> None:
    pytester.makepyprojecttoml(f"[{table}]\n{line}\n")
    with pytest.raises(pytest.UsageError, match=f"^ini key {line.partition(' ')[0]}: {right}"):
        read(pytester)


def test_every_setting_says_what_is_right() -> None:
    assert {
        setting.name for setting in SETTINGS.values() if not setting.right.startswith("must be ")
    } == set()


def test_a_bad_value_is_a_usage_error(pytester: pytest.Pytester) -> None:
    with pytest.raises(
        pytest.UsageError, match="option --webagent-vision: must be one of auto, on, off, not 'x'"
    ):
        read(pytester, "--webagent-vision=x")


def test_the_header_shows_no_credentials_of_the_model_url() -> None:
    line = header.line(Settings(model="m", model_url="https://me:secret@models.example:8443/v1?key=hidden"))
    assert "model m at https://models.example:8443/v1;" in line
    assert "secret" not in line
    assert "hidden" not in line


@pytest.mark.parametrize(
    ("base", "start", "expected"),
    [
        ("http://127.0.0.1:1", "/cart?x=1", "http://127.0.0.1:1/cart?x=1"),
        ("http://127.0.0.1:1/app/", "cart", "http://127.0.0.1:1/app/cart"),
        ("http://127.0.0.1:1/app", "/cart", "http://127.0.0.1:1/cart"),
        (None, "https://shop.example/cart", "https://shop.example/cart"),
        (None, "about:blank", "about:blank"),
    ],
)
def test_a_relative_start_url_is_taken_against_the_base_url(
    base: str | None, start: str, expected: str
) -> None:
    assert absolute(Settings(start_url=start), lambda: base).start_url == expected


def test_named_pages_are_taken_against_the_base_url_or_else_the_start_url() -> None:
    settings = Settings(start_url="http://127.0.0.1:1/a/", pages=(NamedPage("Cart", "/cart"),))
    assert absolute(settings, lambda: "http://127.0.0.1:2").pages[0].url == "http://127.0.0.1:2/cart"
    assert absolute(settings, lambda: None).pages[0].url == "http://127.0.0.1:1/cart"


@pytest.mark.parametrize(
    ("settings", "base", "words"),
    [
        (Settings(start_url="/cart"), None, r"start_url is the relative address '/cart' .* pass --base-url"),
        (
            Settings(pages=(NamedPage("Cart", "cart"),)),
            None,
            r"the page 'Cart' is the relative address 'cart'",
        ),
        (Settings(start_url="/cart"), "shop.example", r"the base URL 'shop.example' is not absolute"),
    ],
)
def test_a_relative_address_without_anything_to_take_it_against_is_an_error_that_says_what_to_do(
    settings: Settings, base: str | None, words: str
) -> None:
    with pytest.raises(ConfigError, match=words):
        absolute(settings, lambda: base)


def test_the_base_url_is_not_asked_for_when_nothing_is_relative() -> None:
    def asked() -> str:
        raise AssertionError("asked for the base URL")

    assert absolute(Settings(start_url="http://127.0.0.1:1/"), asked).start_url == "http://127.0.0.1:1/"


def test_a_relative_homepage_is_taken_against_the_base_url_or_the_start_url() -> None:
    settings = Settings(start_url="http://shop.test/a/", homepage="/home")
    assert absolute(settings, lambda: None).homepage == "http://shop.test/home"
    assert absolute(settings, lambda: "http://base.test/").homepage == "http://base.test/home"
    with pytest.raises(ConfigError, match="homepage is the relative address"):
        absolute(Settings(homepage="/home"), lambda: None)
