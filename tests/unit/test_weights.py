"""Weights from the hub, and the line that tells how far they have come."""

import importlib
import importlib.util
import io
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tiny_clip import tiny_clip  # noqa: F401 (a fixture)
from tiny_hub import TinyHub

from pytest_webagent import progress_line, weights
from pytest_webagent.errors import ToolError
from pytest_webagent.progress_line import Line
from pytest_webagent.weights import loaded, needed

RANKING = """
from PIL import Image
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.analysis.clip import ClipRanker
pictures = {"a": Image.new("RGB", (40, 40), "red")}
try:
    ClipRanker("someone/other").scores("red", pictures, download=True)
except ToolError as error:
    print(error)
first = ClipRanker("someone/clip").scores("red", pictures, download=True)
assert ClipRanker("someone/clip").scores("red", pictures, download=False) == first
print(first)
"""


def test_a_model_is_fetched_once_and_a_line_says_so(tiny_clip: Path, tmp_path: Path):  # noqa: F811
    hub = TinyHub("someone/clip", tiny_clip)
    hub.files |= {"pytorch_model.bin": b"the same in another form", "README.md": b"words"}
    try:
        # In a process of its own: the hub's address is read when its library is loaded.
        run = subprocess.run(
            [sys.executable, "-c", RANKING],
            env={**os.environ, "HF_ENDPOINT": hub.origin, "HF_HOME": str(tmp_path), "OMP_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
    finally:
        hub.close()
    unknown, scores = run.stdout.splitlines()
    assert "the CLIP model someone/other cannot be loaded" in unknown
    assert "404" in unknown
    assert scores.startswith("{'a': ")
    told = [line for line in run.stderr.splitlines() if line.startswith("pytest-webagent: downloading")]
    assert len(told) == 2
    assert re.fullmatch(r"pytest-webagent: downloading someone/clip \([\d.]+ kB\) \.\.\.", told[0])
    assert told[1].endswith("(100 %), done")
    assert sorted(hub.given) == sorted(path.name for path in tiny_clip.iterdir())


@pytest.mark.usefixtures("tiny_clip")
@pytest.mark.parametrize("kind", [OSError, ValueError])
def test_where_nothing_can_be_fetched_the_first_reason_is_told(
    monkeypatch: pytest.MonkeyPatch, kind: type[Exception]
):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        hub = f"http://127.0.0.1:{closed.getsockname()[1]}"
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", hub)

    def read(place: str) -> None:
        raise kind("half of it is missing")

    # That it is not here says less than that the hub cannot be reached; that it is broken says more.
    said = "cannot be reached" if kind is OSError else "half of it is missing"
    with pytest.raises(ToolError, match=rf"the toy model a/b cannot be loaded \({kind.__name__}: .*{said}"):
        loaded("a/b", read, kind="toy", setting="toy_model", download=True)


@pytest.mark.usefixtures("tiny_clip")
@pytest.mark.parametrize("kind", [OSError, ValueError])
def test_a_hub_that_must_not_be_asked_is_not_asked(monkeypatch: pytest.MonkeyPatch, kind: type[Exception]):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr(weights, "urlopen", None)

    def read(place: str) -> None:
        raise kind("half of it is missing")

    said = "HF_HUB_OFFLINE forbids" if kind is OSError else "half of it is missing"
    with pytest.raises(ToolError, match=rf"the toy model a/b cannot be loaded \({kind.__name__}: .*{said}"):
        loaded("a/b", read, kind="toy", setting="toy_model", download=True)


@pytest.mark.usefixtures("tiny_clip")
def test_a_connection_that_breaks_is_an_error_like_any_other():
    found = [name for name in ("httpx2", "httpx") if importlib.util.find_spec(name)]
    broken = importlib.import_module(found[0]).ReadError

    def read(place: str) -> None:
        raise broken("cut off")

    with pytest.raises(ToolError, match=r"the toy model a/b cannot be loaded \(ReadError: cut off\)"):
        loaded("a/b", read, kind="toy", setting="toy_model", download=False)


@pytest.mark.parametrize(
    ("files", "wanted"),
    [
        (["config.json", "model.safetensors", "pytorch_model.bin"], ["config.json", "model.safetensors"]),
        (["pytorch_model.bin", "tf_model.h5", "merges.txt"], ["merges.txt", "pytorch_model.bin"]),
        (
            ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors", "chat_template.jinja"],
            ["chat_template.jinja", "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"],
        ),
        (["model.safetensors", "model.fp16.safetensors", "onnx/config.json"], ["model.safetensors"]),
        (["config.json", "model.gguf"], []),
    ],
    ids=["two forms", "pickled", "shards", "variants", "none"],
)
def test_only_what_a_model_is_read_from_is_fetched(files: list[str], wanted: list[str]):
    assert needed(files) == wanted


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    made = Terminal()
    monkeypatch.setattr(progress_line, "_kept", made)
    monkeypatch.setattr(progress_line, "_PAUSE", 0.0)
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    return made


def test_on_a_terminal_one_line_is_written_over(terminal: Terminal):
    with Line("fetching", 2_000_000) as line:
        line.add(500_000)
        line.add(1_500_000)
    assert terminal.getvalue().split("\r") == [
        "\nfetching (2 MB) ...",
        "fetching: 500 kB of 2 MB (25 %)\x1b[K",
        "fetching: 2 MB of 2 MB (100 %)\x1b[K",
        "fetching: 2 MB of 2 MB (100 %), done\x1b[K\n",
    ]


def test_on_a_narrow_terminal_the_line_is_cut_and_stays_one(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(terminal, "fileno", lambda: 7, raising=False)
    monkeypatch.setattr(os, "get_terminal_size", lambda number: os.terminal_size((20, number)))
    with Line("fetching", 2_000_000) as line:
        line.add(500_000)
    assert terminal.getvalue().split("\r") == [
        "\nfetching (2 MB) ...",
        "… kB of 2 MB (25 %)\x1b[K",
        "fetching: 500 kB of 2 MB (25 %), done\x1b[K\n",
    ]


def test_what_an_earlier_download_left_counts(terminal: Terminal):
    with Line("fetching", 10) as line:
        line.reach(6)
        line.add(2)
        line.reach(8)
        line.add(2)
    assert terminal.getvalue().endswith("fetching: 10 B of 10 B (100 %), done\x1b[K\n")


def test_workers_that_share_a_terminal_do_not_write_over_each_other(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")
    line = Line("fetching", 0)
    line.__enter__()
    line.add(5)
    line.__exit__(OSError)
    assert terminal.getvalue() == "\nfetching ...\nfetching: 5 B, given up\n"


def test_a_terminal_that_is_gone_disturbs_nothing(terminal: Terminal):
    with Line("fetching", 10) as line:
        terminal.close()
        line.add(3)
        line.add(7)


def test_a_line_is_seen_while_pytest_captures_what_is_printed(pytester: pytest.Pytester):
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
    pytester.makepyfile("""
        from pytest_webagent.progress_line import Line
        def test_it():
            with Line("fetching", 3_000_000_000) as line:
                line.add(3_000_000_000)
    """)
    run = pytester.runpytest_subprocess("-W", "error", "-p", "no:cacheprovider")
    run.assert_outcomes(passed=1)
    run.stderr.fnmatch_lines(["fetching (3 GB) ...", "fetching: 3 GB of 3 GB (100 %), done"])
