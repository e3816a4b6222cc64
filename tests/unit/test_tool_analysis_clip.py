"""The CLIP ranker, by the real loading code on a tiny model."""

import builtins
import socket
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tiny_clip import tiny_clip  # noqa: F401 (a fixture)

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.analysis.clip import ClipRanker, ranker

COLOURS = ("red", "green", "blue", "white", "black", "yellow")


def pictures(*names: str) -> dict[str, Image.Image]:
    return {name: Image.new("RGB", (90, 60), name) for name in names}


class Counting:
    """Stands before a model and remembers how many pictures it was shown at a time."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self.batches: list[int] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    def get_image_features(self, pixel_values: Any) -> Any:
        self.batches.append(len(pixel_values))
        return self._model.get_image_features(pixel_values=pixel_values)


@pytest.fixture
def counted(tiny_clip: Path) -> tuple[ClipRanker, Counting]:  # noqa: F811
    made = ClipRanker(str(tiny_clip))
    made.scores("warm up", pictures("red"), download=False)
    assert made._loaded is not None
    counting = Counting(made._loaded[0])
    made._loaded = (counting, made._loaded[1])
    made._kept.clear()
    return made, counting


def test_every_picture_gets_a_score_from_0_to_1_that_depends_on_picture_and_text(tiny_clip: Path):  # noqa: F811
    scores = ranker(str(tiny_clip)).scores("red", pictures(*COLOURS), download=False)
    assert list(scores) == list(COLOURS)
    assert all(0 <= score <= 1 for score in scores.values())
    assert len(set(scores.values())) > 3
    assert ranker(str(tiny_clip)).scores("a blue mug", pictures(*COLOURS), download=False) != scores


def test_a_score_does_not_depend_on_the_other_pictures(counted: tuple[ClipRanker, Counting]):
    made, _ = counted
    together = made.scores("red", pictures(*COLOURS), download=False)
    made._kept.clear()
    alone = made.scores("red", pictures("blue"), download=False)
    assert alone["blue"] == pytest.approx(together["blue"], abs=1e-4)


def test_pictures_are_shown_in_batches_and_each_only_once(counted: tuple[ClipRanker, Counting]):
    made, counting = counted
    many = {str(number): Image.new("RGB", (40, 40), (number, 0, 90)) for number in range(35)}
    made.scores("red", many, download=False)
    assert counting.batches == [16, 16, 3]
    made.scores("another text", {**many, **pictures("red")}, download=False)
    assert counting.batches == [16, 16, 3, 1]


def test_the_memory_of_pictures_is_bounded(
    counted: tuple[ClipRanker, Counting], monkeypatch: pytest.MonkeyPatch
):
    made, _ = counted
    monkeypatch.setattr("pytest_webagent.tools.analysis.clip._MOST_KEPT", 2)
    scores = made.scores("red", pictures(*COLOURS), download=False)
    assert len(scores) == len(COLOURS)
    assert list(made._kept) == list(COLOURS[-2:])


def test_where_a_gpu_has_too_little_memory_the_processor_does_it(
    counted: tuple[ClipRanker, Counting],
    tiny_clip: Path,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
):
    import torch

    made, full = counted

    def too_much(pixel_values: Any) -> Any:
        raise torch.OutOfMemoryError(f"CUDA out of memory for {len(pixel_values)} pictures")

    monkeypatch.setattr(full, "get_image_features", too_much)
    scores = made.scores("red", pictures(*COLOURS), download=False)
    assert scores == ranker(str(tiny_clip)).scores("red", pictures(*COLOURS), download=False)
    assert made._loaded is not None
    assert str(made._loaded[0].device) == "cpu"


@pytest.mark.parametrize("query", ["x " * 5_000, "日本語 🙂", "<|endoftext|>", "?"])
def test_any_text_can_be_asked_for(tiny_clip: Path, query: str):  # noqa: F811
    scores = ranker(str(tiny_clip)).scores(query, pictures("red"), download=False)
    assert 0 <= scores["red"] <= 1


def test_there_is_one_ranker_for_a_model():
    assert ranker("a/b") is ranker("a/b")
    assert ranker("a/b") is not ranker("a/c")


@pytest.mark.usefixtures("vision")
def test_a_folder_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(ToolError, match=r"there is no folder .*no-such: set webagent_clip_model to a folder"):
        ClipRanker(str(tmp_path / "no-such")).scores("x", pictures("red"), download=True)


@pytest.mark.usefixtures("vision")
def test_a_folder_without_a_model_is_an_error_and_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    made = ClipRanker(str(tmp_path))
    with pytest.raises(ToolError, match="cannot be loaded") as first:
        made.scores("x", pictures("red"), download=True)
    monkeypatch.setattr("pytest_webagent.tools.analysis.clip._loaded", None)
    with pytest.raises(ToolError) as second:
        made.scores("x", pictures("red"), download=True)
    assert second.value is first.value


@pytest.mark.parametrize(
    "file", ["model.safetensors", "config.json", "tokenizer.json", "processor_config.json"]
)
def test_a_model_with_a_broken_file_is_an_error(tiny_clip: Path, tmp_path: Path, file: str):  # noqa: F811
    for path in tiny_clip.iterdir():
        (tmp_path / path.name).write_bytes(b"\0 broken" if path.name == file else path.read_bytes())
    with pytest.raises(ToolError, match="cannot be loaded"):
        ClipRanker(str(tmp_path)).scores("x", pictures("red"), download=False)


@pytest.mark.usefixtures("vision")
def test_a_model_that_is_not_on_this_machine_is_not_fetched_where_the_network_is_forbidden(
    monkeypatch: pytest.MonkeyPatch,
):
    def nowhere(*_: object, **__: object) -> None:
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket, "getaddrinfo", nowhere)
    with pytest.raises(ToolError, match="cannot be loaded"):
        ClipRanker("nobody/has-this-clip").scores("x", pictures("red"), download=False)


@pytest.mark.usefixtures("vision")
def test_a_hub_that_cannot_be_reached_is_tried_once(monkeypatch: pytest.MonkeyPatch):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        hub = f"http://127.0.0.1:{closed.getsockname()[1]}"
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", hub)
    with pytest.raises(ToolError, match=f"OSError: {hub} cannot be reached"):
        ClipRanker("nobody/has-this-clip").scores("x", pictures("red"), download=True)


def test_without_the_libraries_it_is_said_how_to_install_them(monkeypatch: pytest.MonkeyPatch):
    real = builtins.__import__

    def missing(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "torch":
            raise ModuleNotFoundError("No module named 'torch'", name="torch")
        return real(name, *rest)

    monkeypatch.setattr("pytest_webagent.extras.import_module", missing)
    with pytest.raises(ToolError, match=r"pip install 'pytest-webagent\[vision\]'"):
        ClipRanker("a/b").scores("x", pictures("red"), download=False)
