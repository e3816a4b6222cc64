"""The house rules of the code, as tests: layers, loading, sizes."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "pytest_webagent"

LAYERS = {
    "messages": 0,
    "errors": 0,
    "geometry": 0,
    "session_warnings": 0,
    "whole_files": 0,
    "nesting": 0,
    "setting_values": 0,
    "observation": 1,
    "extras": 1,
    "picture_file": 1,
    "retry_after": 0,
    "progress_line": 0,
    "weights": 2,
    "setting": 1,
    "config": 2,
    "trajectory": 2,
    "ports": 2,
    "policy": 2,
    "values": 1,
    "language": 2,
    "aria_roles": 1,
    "browser": 3,
    "caching": 3,
    "budget": 3,
    "page": 3,
    "claims": 4,
    "grounding": 5,
    "judging": 5,
    "tools": 6,
    "model": 7,
    "agent": 8,
    "mutation": 9,
    "recording": 9,
    "injection": 10,
    "report": 10,
    "testing": 10,
    "hooks": 11,
    "fixtures": 12,
    "command": 12,
    "stats": 12,
    "plugin": 13,
    "__main__": 13,
}
"""The layer of each top-level module or package; a module imports only from smaller numbers."""

TYPES_OF_EACH_OTHER = {
    # A tool's context tells of the registry that runs it.
    "pytest_webagent.tools.core.context": {"pytest_webagent.tools.core.registry"},
}
"""Modules that name each other's types."""
TYPES_FROM_ABOVE = {("errors", "trajectory"), ("policy", "config"), ("trajectory", "claims")}
"""Rooms that name types of a higher one: an error has the result of its run, a result the findings it rests on."""
INNER_LAYERS = {
    "hooks": (
        "settings",
        "collecting",
        "outcome",
        "repeat",
        "grounding",
        "yaml",
        "recording",
        "mutation",
        "injection",
        "results",
    ),
    "tools": ("core", "gui", "navigation", "tabs", "analysis", "web_api", "search"),
}
"""Folders of a room from the lowest on; those that are not named may import all of them."""
NAMED_ALIKE = set(
    [
        "answers",
        "expecting",
        "pointing",
        "words",
    ]
)
"""File names that are still there twice."""
HEAVY = (
    "openai",
    "playwright",
    "torch",
    "transformers",
    "crawl4ai",
    "PIL",
    "pydantic",
    "rapidfuzz",
    "httpx2",
    "genai_prices",
    "filelock",
    "babel",
    "regex",
    "cachetools",
    "snowballstemmer",
    "publicsuffixlist",
    "courlan",
    "cachelib",
    "jsonschema",
    "psycopg",
    "redis",
)


@cache
def modules() -> dict[str, Path]:
    return {
        ".".join(("pytest_webagent", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): path
        for path in sorted(ROOT.rglob("*.py"))
    }


def statements(text: str, *, for_types: bool) -> Iterator[ast.AST]:
    """All statements; what is in expressions, most of a tree, is left out. `for_types`: also what loads for types only."""
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        node = waiting.pop()
        yield node
        if not for_types and isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
        else:
            waiting += [part for part in ast.iter_child_nodes(node) if not isinstance(part, ast.expr)]


@cache
def imported(path: Path, *, for_types: bool = False) -> set[str]:
    """Modules of ours a file imports at run time, also inside functions; `for_types`: also what loads for types only."""
    names: set[str] = set()
    for node in statements(path.read_text(encoding="utf-8"), for_types=for_types):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    known = modules()
    return {name for name in names if name in known}


def layer(module: str) -> int:
    return LAYERS[module.split(".")[1]]


def test_every_module_has_a_layer() -> None:
    homeless = [name for name in modules() if name != "pytest_webagent" and name.split(".")[1] not in LAYERS]
    assert homeless == []


def test_every_layer_is_a_room_and_every_folder_is_on_the_map() -> None:
    rooms = {name.split(".")[1] for name in modules() if name != "pytest_webagent"}
    assert set(LAYERS) - rooms == set()
    contents = (ROOT.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    folders = {path.parent.relative_to(ROOT).as_posix() for path in modules().values()} - {"."}
    unmapped = [
        folder for folder in sorted(folders) if not re.search(rf"[`/ ]{folder.rpartition('/')[2]}/", contents)
    ]
    assert unmapped == []


def test_imports_between_rooms_only_point_down() -> None:
    wrong = [
        f"{name} ({layer(name)}) -> {target} ({layer(target)})"
        for name, path in modules().items()
        if name != "pytest_webagent"
        for target in imported(path, for_types=True)
        if target != "pytest_webagent"
        and target.split(".")[1] != name.split(".")[1]
        and layer(target) >= layer(name)
        and (name.split(".")[1], target.split(".")[1]) not in TYPES_FROM_ABOVE
    ]
    assert wrong == []


def in_rings(graph: dict[str, set[str]]) -> list[str]:
    """What stands in a ring or leans on one: a name is settled once all it leads to is settled."""
    settled: set[str] = set()
    while ready := {name for name, targets in graph.items() if name not in settled and targets <= settled}:
        settled |= ready
    return sorted(set(graph) - settled)


def with_types() -> dict[str, set[str]]:
    """What each module imports, types counted, without the package's own list of public names."""
    return {
        name: imported(path, for_types=True)
        - {name, "pytest_webagent"}
        - TYPES_OF_EACH_OTHER.get(name, set())
        for name, path in modules().items()
        if name != "pytest_webagent"
    }


def test_no_modules_import_each_other_in_a_ring() -> None:
    assert in_rings({name: imported(path) - {name} for name, path in modules().items()}) == []
    assert in_rings(with_types()) == []


def test_no_folders_import_each_other_in_a_ring() -> None:
    folders = {name: path.parent.relative_to(ROOT).as_posix() for name, path in modules().items()}
    graph: dict[str, set[str]] = {folder: set() for folder in folders.values()}
    for name, targets in with_types().items():
        # A file beside the folders joins them, and may use some and be used by others.
        graph[folders[name]] |= {folders[target] for target in targets} - {folders[name], "."}
    graph["."] = set()
    # The builtin model is still one room with three doors.
    builtin = {"model/builtin/grammar", "model/builtin/steps"}
    assert in_rings({name: targets - builtin for name, targets in graph.items() if name not in builtin}) == []


@pytest.mark.parametrize(("room", "order"), INNER_LAYERS.items())
def test_imports_inside_a_room_only_point_down(room: str, order: tuple[str, ...]) -> None:
    def place(name: str) -> int:
        part = name.split(".")[2]
        return order.index(part) if part in order else len(order)

    inner = {
        name: targets for name, targets in with_types().items() if name.startswith(f"pytest_webagent.{room}.")
    }
    assert [
        f"{name} -> {target}"
        for name, targets in inner.items()
        for target in targets & set(inner)
        if place(target) > place(name)
    ] == []


def test_no_two_files_have_the_same_name() -> None:
    names = Counter(path.stem for path in modules().values())
    assert {name for name, count in names.items() if count > 1} == {"__init__", *NAMED_ALIKE}


IMPORT_NAMES = {"pillow": "PIL", "pyyaml": "yaml", "python_jsonpath": "jsonpath", "python_dotenv": "dotenv"}
"""What a distribution is imported by, where that is not its own name."""
INSIDE = {"_pytest": "pytest", "pydantic_core": "pydantic"}
"""Parts of a library that come with it in one version, by the name of the library."""
PLUGGED_IN = {"pytest_html"}
"""Plugins of pytest that are spoken to by hooks alone."""


def declared() -> dict[str, set[str]]:
    """What the package and each of its extras depend on, by the names it is imported by."""
    project = tomllib.loads((ROOT.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    parts = {"": project["dependencies"], **project["optional-dependencies"]}
    names = {
        part: {re.split(r"[\[<>=]", one)[0].replace("-", "_") for one in needs}
        for part, needs in parts.items()
    }
    return {
        part: {IMPORT_NAMES.get(name, name) for name in names[part] - {"pytest_webagent"}} for part in names
    }


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    needs = declared()
    texts = [path.read_text(encoding="utf-8") for path in modules().values()]
    plain: set[str] = set()
    for text in texts:
        for node in statements(text, for_types=False):
            if isinstance(node, ast.Import):
                plain |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                plain.add(node.module.partition(".")[0])
    plain = {INSIDE.get(name, name) for name in plain - sys.stdlib_module_names - {"pytest_webagent"}}
    asked = {found for text in texts for found in re.findall(r'\bload\("(\w+)[\w.]*", "(\w+)"\)', text)}
    assert {(name, extra) for name, extra in asked if name not in needs[extra]} == set()
    everything = set().union(*needs.values())
    assert plain - everything == set()
    found_only = {"crawl4ai"}  # of which a single file is loaded
    assert everything - plain - {name for name, _ in asked} - PLUGGED_IN - found_only == set()
    assert needs[""] & {name for name, _ in asked} == set()


def test_loading_the_plugin_loads_nothing_heavy() -> None:
    code = f"import sys, pytest_webagent.plugin; print(*[m for m in {HEAVY!r} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.split() == []


FORGET = """
    for loaded in [m for m in sys.modules if m.startswith('pytest_webagent')]:
        del sys.modules[loaded]"""


@pytest.mark.parametrize(
    "before_each", [pytest.param("", id="once"), pytest.param(FORGET, id="first", marks=pytest.mark.matrix)]
)
def test_every_module_can_be_imported_without_a_warning(before_each: str) -> None:
    code = (
        f"import importlib, sys\nfor name in sys.argv[1:]:{before_each}\n    importlib.import_module(name)\n"
    )
    names = [name for name in modules() if not name.endswith("__main__")]
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *names],
        capture_output=True,
        text=True,
        check=False,
        timeout=170,
    )
    assert run.returncode == 0, run.stderr


def test_files_and_functions_stay_small() -> None:
    texts = {name: path.read_text(encoding="utf-8") for name, path in modules().items()}
    assert {name: lines for name, text in texts.items() if (lines := text.count("\n")) > 400} == {}
    functions = (
        (f"{name}: {node.name}", (node.end_lineno or 0) - node.lineno + 1)
        for name, text in texts.items()
        for node in statements(text, for_types=True)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    )
    assert {place: lines for place, lines in functions if lines > 60} == {}


def test_every_public_name_of_the_package_exists() -> None:
    import pytest_webagent

    assert [name for name in pytest_webagent.__all__ if not hasattr(pytest_webagent, name)] == []
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = pytest_webagent.Nothing
