"""How well pictures fit a text, by CLIP (Radford et al. 2021); one model for all tests of a process, loaded when needed."""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent import extras
from pytest_webagent.errors import ToolError
from pytest_webagent.weights import loaded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PIL.Image import Image as Pillow

_BATCH: Final = 16
_MOST_KEPT: Final = 4_096
"""Pictures whose embeddings are kept, of 2 kB each."""
_STRETCH: Final = 2.5
"""CLIPScore (Hessel et al. 2021, arXiv 2104.08718) stretches the cosine by this, since it hardly ever exceeds 0.4."""


class ClipRanker:
    """Scores pictures for a text. It works in threads; one call waits for the other."""

    def __init__(self, name: str) -> None:
        """Take the name of a model on the Hugging Face hub, or a local folder; nothing is loaded yet."""
        self.name = name
        self._lock = threading.Lock()
        self._device = ""
        """Where it has to run; the GPU if there is one, if empty."""
        self._loaded: tuple[Any, Any] | None = None
        self._problem: ToolError | None = None
        self._kept: OrderedDict[str, Any] = OrderedDict()

    def scores(self, query: str, pictures: Mapping[str, Pillow], *, download: bool) -> dict[str, float]:
        """The CLIPScore of each picture for the query: from 0, nothing in common, to 1.

        Args:
            query: The text; what is longer than the model reads is cut.
            pictures: RGB pictures by a digest of their pixels; each is looked at once in a process.
            download: Whether the model may be fetched from the hub where it is not on this machine yet.

        Raises:
            ToolError: the model cannot be loaded; it is not tried again.
        """
        with self._lock:
            torch = extras.load("torch", "vision")
            try:
                return self._scores(torch, query, pictures, download=download)
            except torch.OutOfMemoryError:
                # What else uses the GPU, such as a server for models, leaves too little of it.
                self._device, self._loaded = "cpu", None
                self._kept.clear()
            return self._scores(torch, query, pictures, download=download)

    def _scores(
        self, torch: Any, query: str, pictures: Mapping[str, Pillow], *, download: bool
    ) -> dict[str, float]:
        model, processor = self._load(torch, download=download)
        with torch.inference_mode():
            self._embed(torch, model, processor, pictures)
            most = model.config.text_config.max_position_embeddings
            words = processor(
                text=[query], return_tensors="pt", padding=True, truncation=True, max_length=most
            )
            text = _normed(model.get_text_features(**words.to(model.device)))
            images = torch.stack([self._kept[digest] for digest in pictures])
            cosines = (images @ text[0]).clamp(min=0).mul(_STRETCH).clamp(max=1).tolist()
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return dict(zip(pictures, map(float, cosines), strict=True))

    def _embed(self, torch: Any, model: Any, processor: Any, pictures: Mapping[str, Pillow]) -> None:
        """Keep the embeddings of the pictures, those looked at last at the end."""
        new = [digest for digest in pictures if digest not in self._kept]
        for start in range(0, len(new), _BATCH):
            batch = new[start : start + _BATCH]
            pixels = processor(images=[pictures[digest] for digest in batch], return_tensors="pt")
            embedded = _normed(model.get_image_features(pixel_values=pixels["pixel_values"].to(model.device)))
            self._kept.update(zip(batch, torch.unbind(embedded), strict=True))
        for digest in pictures:
            self._kept.move_to_end(digest)

    def _load(self, torch: Any, *, download: bool) -> tuple[Any, Any]:
        if self._problem is not None:
            raise self._problem
        if self._loaded is None:
            device = self._device or ("cuda" if torch.cuda.is_available() else "cpu")
            try:
                self._loaded = _loaded(self.name, device, download=download)
            except ToolError as error:
                self._problem = error
                raise
        return self._loaded


@cache
def ranker(name: str) -> ClipRanker:
    """The one ranker of this process for a model."""
    return ClipRanker(name)


def _normed(features: Any) -> Any:
    # Up to version 4 transformers gave the tensor itself.
    vectors = getattr(features, "pooler_output", features).float()
    return vectors / vectors.norm(dim=-1, keepdim=True).clamp(min=1e-12)


def _loaded(name: str, device: str, *, download: bool) -> tuple[Any, Any]:
    """The model, on a device, and its processor.

    Raises:
        ToolError: the libraries are not installed, or there is no such model.
    """
    transformers = extras.load("transformers", "vision")

    def read(place: str) -> tuple[Any, Any]:
        return (
            transformers.CLIPModel.from_pretrained(place, local_files_only=True),
            transformers.CLIPProcessor.from_pretrained(place, local_files_only=True),
        )

    model, processor = loaded(name, read, kind="CLIP", setting="webagent_clip_model", download=download)
    return model.eval().to(device), processor
