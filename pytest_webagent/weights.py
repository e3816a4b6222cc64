"""Weights of models on this machine: a folder, what the Hugging Face hub gave before, or what it gives now."""

from __future__ import annotations

import re
import sys
from fnmatch import fnmatch
from pathlib import Path
from ssl import SSLError
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from pytest_webagent import extras
from pytest_webagent.errors import ToolError
from pytest_webagent.progress_line import Line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_Read = TypeVar("_Read")

_FAULTS: Final = (OSError, ValueError, KeyError, TypeError, AttributeError, RuntimeError, ImportError)
"""What the libraries raise where files are missing or broken."""
_HUB_NAME: Final = re.compile(r"[\w.-]+(?:/[\w.-]+)?")
_PATIENCE: Final = 5.0
"""Seconds the hub may take to answer at all."""
_BESIDE: Final = ("*.json", "*.jinja", "*.txt", "*.model")
"""What a model has beside its weights: configuration, tokenizer, template."""
_WEIGHTS: Final = (
    "model.safetensors",
    "model-*-of-*.safetensors",
    "pytorch_model.bin",
    "pytorch_model-*-of-*.bin",
)
"""How files of weights are called; many models come in several forms, of which the first is the best."""


def loaded(name: str, read: Callable[[str], _Read], *, kind: str, setting: str, download: bool) -> _Read:
    """What `read` makes of a model's files.

    Args:
        name: A local folder, or a model's name on the hub.
        read: Reads a model from a folder or, by its name, from what the hub gave earlier; it must not ask the hub.
        kind: What kind of model it is, for messages.
        setting: What names the model, for messages.
        download: Whether what is not on this machine may be fetched from the hub.

    Raises:
        ToolError: the libraries are not installed, there is no such model, or its files are broken.
    """
    broken: type[Exception] = extras.load("safetensors", "vision").SafetensorError
    folder = Path(name).expanduser()
    if not folder.is_dir() and not _HUB_NAME.fullmatch(name):
        raise ToolError(
            f"there is no folder {name}: set {setting} to a folder with a {kind} model, or to its name"
        )
    faults: tuple[type[Exception], ...] = (*_FAULTS, broken, *_cut_off())
    try:
        return _found(name, read, faults, download=download and not folder.is_dir())
    except faults as error:
        if _no_memory(error):
            raise
        # Whatever the libraries say of a folder without a model, or of a hub that cannot be reached.
        what = " ".join(str(error).split())[:200]
        raise ToolError(
            f"the {kind} model {name} cannot be loaded ({type(error).__name__}: {what}): download it once, or set "
            f"{setting} to a folder that has it"
        ) from None


def _found(
    name: str, read: Callable[[str], _Read], faults: tuple[type[Exception], ...], *, download: bool
) -> _Read:
    try:
        folder = Path(name).expanduser()
        return _quietly(read, str(folder) if folder.is_dir() else name)
    except faults as error:
        # It is not on this machine yet, or not all of it.
        if not download or _no_memory(error):
            raise
        try:
            _reach_hub()
        except OSError:
            if isinstance(error, OSError):
                raise
            raise error from None
    return _quietly(read, _fetched(name))


def _cut_off() -> list[type[Exception]]:
    """What the hub's library raises where a connection breaks: an error of its HTTP library, which has two names."""
    extras.load("huggingface_hub", "vision").hf_hub_download  # noqa: B018 - loads that library
    return [sys.modules[name].HTTPError for name in ("httpx", "httpx2") if name in sys.modules]


def _no_memory(error: Exception) -> bool:
    """Whether it is PyTorch's error for a GPU whose memory does not suffice."""
    return type(error).__name__ == "OutOfMemoryError"


def _quietly(read: Callable[[str], _Read], place: str) -> _Read:
    """What is read, without the bars that tell how many tensors are."""
    logging = extras.load("transformers", "vision").utils.logging
    bars = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        return read(place)
    finally:
        if bars:
            logging.enable_progress_bar()


def _reach_hub() -> None:
    """Raise `OSError` where the hub cannot or must not be reached: the library would try for half a minute, file by file."""
    known = extras.load("huggingface_hub.constants", "vision")
    place = known.ENDPOINT
    if known.HF_HUB_OFFLINE:
        raise OSError("not all of it is on this machine, and HF_HUB_OFFLINE forbids to fetch it")
    try:
        urlopen(Request(place, method="HEAD"), timeout=_PATIENCE).close()
    except HTTPError:
        # It answers, if not this.
        return
    except OSError as error:
        if isinstance(getattr(error, "reason", error), SSLError):
            # The library has certificates of its own.
            return
        raise OSError(f"{place} cannot be reached") from None


def _fetched(name: str) -> str:
    """The folder where the hub's files of a model are now; a line says how far they have come.

    Raises:
        OSError: the hub does not have it, or gives it only to others.
    """
    hub = extras.load("huggingface_hub", "vision")
    sizes = {item.rfilename: item.size or 0 for item in hub.model_info(name, files_metadata=True).siblings}
    wanted = needed(list(sizes))
    if not wanted:
        raise OSError("the hub has no weights under this name")
    total = sum(sizes[file] for file in wanted)
    place = ""
    whole = 0
    with Line(f"pytest-webagent: downloading {name}", total) as line:
        for file in wanted:
            place = hub.hf_hub_download(name, file, tqdm_class=_bar(line))
            whole += sizes[file]
            line.reach(whole)
    return str(Path(place).parent)


def needed(files: Sequence[str]) -> list[str]:
    """Those of the files of a model that it is read from, its weights last; none if there are no weights."""
    of_weights = next((found for form in _WEIGHTS if (found := [f for f in files if fnmatch(f, form)])), [])
    # What lies in a folder belongs to another form of the model.
    beside = [f for f in files if "/" not in f and any(fnmatch(f, form) for form in _BESIDE)]
    return beside + of_weights if of_weights else []


def _bar(line: Line) -> type[Any]:
    """What the hub's library tells how many bytes have come; it shows nothing itself."""
    quiet: Any = extras.load("tqdm", "vision").tqdm

    class Bar(quiet):  # type: ignore[misc]
        def __init__(self, *_: object, **told: Any) -> None:
            super().__init__(disable=True)
            # What an interrupted download left.
            line.add(told.get("initial") or 0)

        def update(self, n: float | None = 1) -> None:
            line.add(n or 0)

    return Bar
