"""The settings of a session: one frozen object, resolved once.

Each field of `Settings` is one option ``--webagent-NAME``, one ini key ``webagent_NAME``, one environment
variable ``WEBAGENT_NAME`` and, if it concerns a single test, one argument of the ``webagent`` marker; its help
text is written once, here. The marker wins over the option, the option over the ini key, the ini key over the
environment.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pytest_webagent.errors import ConfigError
from pytest_webagent.geometry import CONVENTIONS, Convention, Size
from pytest_webagent.setting import Setting as Setting
from pytest_webagent.setting import Source as Source
from pytest_webagent.setting import disagreement, field, is_ci, window_size
from pytest_webagent.setting_values import (
    ModelPrice as ModelPrice,
)
from pytest_webagent.setting_values import (
    NamedPage as NamedPage,
)
from pytest_webagent.setting_values import (
    cache_place,
    choice,
    flag,
    lines,
    many,
    model_prices,
    named_lines,
    named_pages,
    number,
    text,
    whole,
)


# Every session of pytest loads this module. So this is no dataclass, and annotations are no strings: both take longer.
class Settings(NamedTuple):
    """What decides a run. Lengths are CSS pixels, times are seconds."""

    model: str = field(
        "builtin",
        text,
        "the model that thinks: `builtin` (needs no key), a name the server at the model URL knows, or `builtin,NAME` (the "
        "one, and from where it does not understand the goal, the other)",
        per_test=False,
    )
    model_url: str | None = field(
        None,
        text,
        "base URL of an OpenAI-compatible server (else the OpenAI SDK's own OPENAI_BASE_URL)",
        per_test=False,
    )
    tool_calling: str = field(
        "auto",
        choice("auto", "native", "text"),
        "how tools are offered to the model: auto, native or text",
        per_test=False,
    )
    temperature: float | None = field(
        None, number(0, 2), "sampling temperature (else the server's own)", kind="float", per_test=False
    )
    top_p: float | None = field(
        None, number(0, 1), "nucleus sampling (else the server's own)", kind="float", per_test=False
    )
    max_tokens: int | None = field(
        None, whole(1), "most tokens of one reply (else the server's own)", kind="int", per_test=False
    )
    seed: int | None = field(
        None, whole(0), "sampling seed, for servers that know one", kind="int", per_test=False
    )
    vision: str = field(
        "auto", choice("auto", "on", "off"), "whether the model is shown screenshots: auto, on or off"
    )
    vision_tokens: int = field(
        1600,
        whole(64),
        "most tokens of a screenshot the model is shown, counted as 750 pixels each; larger ones are made smaller",
        kind="int",
    )
    marks: str = field(
        "on",
        choice("on", "off"),
        "whether the screenshots the model is shown bear the numbers of the elements: on or off",
    )
    coordinates: Convention = field(
        "absolute_resized",
        choice(*CONVENTIONS),
        "what the model's coordinates count: absolute_resized (pixels of the picture it is shown), absolute_original "
        "(CSS pixels of the viewport), relative_1 or relative_1000 (parts of width and height)",
    )
    grounding: str = field(
        "auto",
        choice("auto", "prefer", "force", "off"),
        "who says where an action goes: auto (what the agent gives, else the grounder), prefer (coordinates, grounder, "
        "element id), force (the grounder) or off (never the grounder)",
    )
    grounding_check: str = field(
        "off",
        choice("off", "agree"),
        "whether all who can say where an action goes must agree: off or agree",
    )
    grounder: str | None = field(
        None,
        text,
        "grounding model that turns words into a point: ui-ins, ui-ins-short, ui-tars-1.5, qwen2.5-vl or qwen3-vl",
        per_test=False,
    )
    grounder_url: str | None = field(
        None,
        text,
        "base URL of the OpenAI-compatible server of the grounding model (else it is loaded with transformers)",
        per_test=False,
    )
    grounder_model: str | None = field(
        None,
        text,
        "weights of the grounding model: a name the server or the hub knows, or a local folder (else the profile's)",
        per_test=False,
    )
    start_url: str | None = field(
        None, text, "the page a test begins on; a relative one is taken against the base URL"
    )
    pages: tuple[NamedPage, ...] = field(
        (),
        named_pages,
        "names of pages for goto_url, as lines NAME = URL; a line @public adds well-known public sites",
        kind="linelist",
    )
    allowed_origins: tuple[str, ...] = field(
        (),
        many,
        "origins that pages, goto_url and open_tab may reach, and that are believed, beside those of the start URL and the named pages",
        kind="linelist",
    )
    network: str = field(
        "contained",
        choice("contained", "report", "open"),
        "what the browser may reach: contained (the origins of the test), report (everything; at the end the origins are listed "
        "that would have been refused) or open (everything)",
        per_test=False,
    )
    max_steps: int = field(25, whole(1), "most steps of one run", kind="int")
    timeout: float = field(180.0, number(0.1), "most seconds of one run", kind="float")
    check_timeout: float = field(
        5.0, number(0), "how many seconds a check waits for its statement to hold", kind="float"
    )
    test_steps: int | None = field(None, whole(1), "most steps of all runs of a test", kind="int")
    test_seconds: float | None = field(None, number(0.1), "most seconds of all runs of a test", kind="float")
    test_tokens: int | None = field(
        None, whole(1), "most tokens the models of a test may use, input and output together", kind="int"
    )
    test_usd: float | None = field(
        None, number(0), "most US dollars the models of a test may spend", kind="float"
    )
    session_steps: int | None = field(
        None, whole(1), "most steps of all tests, those of all workers together", kind="int", per_test=False
    )
    session_seconds: float | None = field(
        None,
        number(0.1),
        "most seconds from the start of pytest until the last run ends",
        kind="float",
        per_test=False,
    )
    session_tokens: int | None = field(
        None,
        whole(1),
        "most tokens of all tests, those of all workers together",
        kind="int",
        per_test=False,
    )
    session_usd: float | None = field(
        None,
        number(0),
        "most US dollars of all tests, those of all workers together",
        kind="float",
        per_test=False,
    )
    prices: tuple[ModelPrice, ...] = field(
        (),
        model_prices,
        "prices of models in US dollars per million tokens, as lines MODEL = INPUT OUTPUT [CACHED]; they go "
        "before those of the price library",
        kind="linelist",
        per_test=False,
    )
    max_errors: int = field(5, whole(1), "most consecutive steps that end in an error", kind="int")
    settle_timeout: float = field(
        5.0, number(0), "most seconds to wait for a page to come to rest after an action", kind="float"
    )
    observation_tokens: int = field(
        6000, whole(200), "most tokens of page text shown to the model per step", kind="int"
    )
    dialogs: str = field(
        "ask",
        choice("ask", "accept", "dismiss"),
        "what happens to alert, confirm and prompt dialogs: ask (the agent decides), accept or dismiss",
    )
    upload_folders: tuple[str, ...] = field(
        (), many, "folders upload_file may take files from", kind="linelist"
    )
    inconclusive: str = field(
        "fail",
        choice("fail", "skip", "xfail"),
        "what a test counts as whose agent got stuck or did not understand: fail, skip or xfail",
    )
    answers: str = field(
        "derived",
        choice("derived", "tied", "any"),
        "which answers count: derived (code works them out again from the evidence on the page), tied (what is cited and done also "
        "explains each word of the goal) or any",
    )
    verifier: str | None = field(
        None,
        text,
        "who gives a second opinion on what passes: `same` (the model, without the run's history) or another model's name",
        per_test=False,
    )
    verifier_when: str = field(
        "untied",
        choice("untied", "always"),
        "when the second opinion is asked for: untied (where a word of the goal is explained by nothing that was cited or done) or always",
    )
    tools: tuple[str, ...] = field(
        ("default",),
        many,
        "toolsets and tools the agent has, such as default, search, web; `default` stands for those it has otherwise",
        kind="linelist",
    )
    policy: str | None = field(None, text, "TOML file that says what tools are allowed", per_test=False)
    dry_run: bool = field(
        False, flag, "only say what calls of medium or high risk would do; no run passes on it", kind="bool"
    )
    tool_stats: bool = field(
        False, flag, "print a table of the tool calls at the end", kind="bool", per_test=False
    )
    cache: str = field(
        "memory",
        cache_place,
        "where results of pure reads are kept: memory, disk, a redis:// URL, or off",
        per_test=False,
    )
    cache_seconds: float = field(
        3600.0, number(0), "how many seconds they are kept", kind="float", per_test=False
    )
    homepage: str | None = field(None, text, "the page goto_homepage opens")
    map_url: str = field(
        "https://www.google.com/maps/search/{query}",
        text,
        "address of map_search; {query} is what is searched for",
    )
    search_engines: tuple[str, ...] = field(
        (), many, "engines of the web search, in the order in which they are tried", kind="linelist"
    )
    search_url: str | None = field(None, text, "base URL of a SearXNG server to search with", per_test=False)
    database_url: str | None = field(
        None, text, "SQLAlchemy URL of the database the tool `database` works on"
    )
    mcp_servers: tuple[NamedPage, ...] = field(
        (),
        named_lines("NAME = COMMAND or URL"),
        "MCP servers, as lines NAME = COMMAND or URL",
        kind="linelist",
    )
    github_url: str = field("https://api.github.com", text, "base URL of GitHub's API", per_test=False)
    notify_urls: tuple[str, ...] = field(
        (), lines, "Apprise URLs that notify sends to, a line each", kind="linelist", per_test=False
    )
    clip_model: str = field(
        "openai/clip-vit-base-patch32",
        text,
        "CLIP model that ranks pictures: a name or a local folder",
        per_test=False,
    )
    screenshots: str = field(
        "on",
        choice("on", "only-on-failure", "off"),
        "which screenshots are kept: on, only-on-failure or off",
    )
    output: str = field("webagent-results", text, "folder for trajectories and screenshots", per_test=False)
    browser_path: str | None = field(None, text, "path of the browser to start", per_test=False)
    browser_channel: str | None = field(
        None, text, "installed browser to start, such as chrome or msedge", per_test=False
    )
    connect: str | None = field(
        None,
        text,
        "address of a browser that runs elsewhere: ws:// of a Playwright server, http:// of a remote debugging port",
        per_test=False,
    )
    headed: bool = field(False, flag, "show the browser's window", kind="bool", per_test=False)
    ignore_https_errors: bool = field(
        False, flag, "open pages whose TLS certificate is not trusted, as test servers have them", kind="bool"
    )
    service_workers: str = field(
        "allow",
        choice("allow", "block"),
        "whether pages may have service workers: allow (contained like the pages) or block",
    )
    record: str = field(
        "missing",
        choice("off", "none", "missing", "all", "verify"),
        "what is recorded, to be replayed without a model: off (nothing, and nothing is replayed), none (a language model is not "
        "asked: what has no recording fails; the default where CI is set), missing (what has none), all (everything anew) or verify "
        "(nothing; of what is replayed a language model says whether it met its goal)",
    )
    heal: str = field(
        "propose",
        choice("off", "propose", "apply"),
        "what is done where a recorded element is not to be found, and what it has become is: off (nothing, nor for selectors of web_* tools), propose (it is taken, and a "
        "patch is written beside the recording) or apply (the recording is changed)",
    )
    eject: str | None = field(
        None, text, "folder for tests of pytest-playwright that are made of what is replayed", per_test=False
    )
    runs: int = field(1, whole(1), "how often a test is run, each time with fresh fixtures", kind="int")
    min_passes: int | None = field(
        None, whole(1), "how many runs of a test have to pass (else all of them)", kind="int"
    )
    all_runs: bool = field(
        False, flag, "make every run of a test, also when its verdict is settled", kind="bool"
    )
    mutate: bool = field(
        False,
        flag,
        "after a test has passed, run it again once per fault seeded into page or traffic, to see whether it can fail",
        kind="bool",
    )
    mutate_min: float | None = field(
        None,
        number(0, 100),
        "least mutation score in percent, below which the session fails",
        kind="float",
        per_test=False,
    )
    mutate_most: int = field(
        10, whole(1), "most mutations a test is tried with, the most telling first", kind="int"
    )
    viewport: Size = field(Size(1280, 720), window_size, "size of the viewport, WIDTHxHEIGHT in CSS pixels")

    def with_marker(self, arguments: Mapping[str, Any]) -> "Settings":
        """These settings with a marker's arguments laid over them.

        Raises:
            ConfigError: an argument is unknown, not for a single test, or has a bad value.
        """
        changes: dict[str, Any] = {}
        for name, value in arguments.items():
            setting = SETTINGS.get(name)
            if setting is None or not setting.per_test:
                valid = ", ".join(sorted(s.name for s in SETTINGS.values() if s.per_test))
                elsewhere = (
                    f". {name} holds for all tests of a session: set it with {setting.option} or {setting.ini}"
                    if setting is not None
                    else ""
                )
                raise ConfigError(
                    f"the webagent marker has no argument {name!r}; it takes: {valid}{elsewhere}"
                )
            changes[name] = setting.read(value, f"the webagent marker's {name}")
        return _agreeing(self._replace(**changes))


SETTINGS: Mapping[str, Setting] = {
    name: written._replace(name=name) for name, written in Settings._field_defaults.items()
}
"""Every setting by name, in the order of `Settings`."""
# From here on a field that is not given has its own default, and not what is written beside it.
Settings.__new__.__defaults__ = tuple(setting.default for setting in SETTINGS.values())
Settings._field_defaults.update({name: setting.default for name, setting in SETTINGS.items()})


def resolve(
    option: Callable[[Setting], Any], ini: Callable[[Setting], Any], environment: Mapping[str, str]
) -> Settings:
    """The settings of a session. `option` and `ini` give a setting's raw value, or None where it is not set.

    Raises:
        ConfigError: a value is not valid.
    """
    values: dict[str, Any] = {}
    for setting in SETTINGS.values():
        raw, source = option(setting), f"option {setting.option}"
        if raw is None:
            raw, source = ini(setting), f"ini key {setting.ini}"
        if raw is None:
            raw, source = setting.from_environment(environment)
        if raw is not None:
            values[setting.name] = setting.read(raw, source)
    if is_ci(environment) and values.get("eject") is None:
        values.setdefault("record", "none")
    return _agreeing(Settings(**values), session=True)


def _agreeing(settings: Settings, *, session: bool = False) -> Settings:
    if wrong := disagreement(settings._asdict(), session=session):
        raise ConfigError(wrong)
    return settings
