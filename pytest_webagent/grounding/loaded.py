"""A vision model that transformers has loaded into this process, and what it says to several questions at once."""

from __future__ import annotations

import re
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent import extras
from pytest_webagent.errors import ModelError, ToolError
from pytest_webagent.grounding.coordinates import Limits
from pytest_webagent.picture_file import UnreadablePictureError, opened
from pytest_webagent.weights import loaded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image as Pillow

    from pytest_webagent.messages import Image, Message

_MOST_PIXELS: Final = 50_000_000
"""Of a picture; larger ones are refused before they are unpacked."""
_STEERING: Final = re.compile(r"<\|(?=im_|image_|video_|vision_|endoftext)")
"""Begins what tells turns and pictures apart; a page may say it, too."""
_KIND: Final = "vision"
_SETTING: Final = "webagent_grounder_model"


class Answer(NamedTuple):
    """What the model said."""

    text: str
    input_tokens: int
    output_tokens: int
    cut: bool
    """Whether it had more to say than it may."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Question:
    """A conversation to be answered, until a time of the monotonic clock."""

    conversation: list[dict[str, Any]] = field(repr=False)
    """As chat templates take it."""
    pictures: list[Pillow] = field(repr=False)
    most_tokens: int
    deadline: float = float("inf")
    answer: Future[Answer] = field(default_factory=Future, repr=False)
    gone: threading.Event = field(default_factory=threading.Event, repr=False)
    """Set when nobody waits for the answer any more."""

    @classmethod
    def of(cls, messages: Sequence[Message], most_tokens: int, seconds: float = float("inf")) -> Question:
        """The question that messages ask, to be answered within so many seconds.

        Raises:
            ModelError: a picture cannot be read.
        """
        conversation: list[dict[str, Any]] = []
        for message in messages:
            pictures = [{"type": "image"} for _ in message.images]
            words = [{"type": "text", "text": _STEERING.sub("< |", message.text)}]
            parts = pictures + words if message.images_first else words + pictures
            conversation.append({"role": message.role, "content": parts})
        return cls(
            conversation=conversation,
            pictures=[_unpacked(image) for message in messages for image in message.images],
            most_tokens=most_tokens,
            deadline=time.monotonic() + seconds,
        )

    @property
    def over(self) -> bool:
        """Whether an answer would come too late."""
        return self.gone.is_set() or time.monotonic() > self.deadline


def _unpacked(image: Image) -> Pillow:
    try:
        with opened(image.data) as picture:
            if picture.width * picture.height > _MOST_PIXELS:
                raise ModelError(f"a picture of {picture.width} x {picture.height} pixels is too large")
            return picture.convert("RGB")
    except UnreadablePictureError as error:
        raise ModelError(
            f"a picture of {len(image.data)} bytes ({image.media_type}) cannot be read ({error})"
        ) from None


class Reader:
    """Makes what a model reads from conversations: its template, tokenizer and image preprocessing."""

    def __init__(self, name: str, *, download: bool) -> None:
        """Load them from a local folder, or by a model's name on the hub.

        Raises:
            ModelError: the libraries are not installed, or the model cannot be loaded.
        """
        self._processor = _loaded(name, _processor, download=download)
        self._processor.tokenizer.padding_side = "left"

    @property
    def limits(self) -> Limits:
        """What sizes pictures are given before the model sees them."""
        images = self._processor.image_processor
        return Limits(
            factor=images.patch_size * images.merge_size,
            min_pixels=images.size["shortest_edge"],
            max_pixels=images.size["longest_edge"],
        )

    def inputs(self, questions: Sequence[Question]) -> Any:
        """What the model reads, as tensors; shorter conversations begin with padding."""
        processor = self._processor
        prompts = processor.apply_chat_template(
            [question.conversation for question in questions], tokenize=False, add_generation_prompt=True
        )
        pictures = [picture for question in questions for picture in question.pictures]
        return processor(text=prompts, images=pictures or None, padding=True, return_tensors="pt")

    def text(self, tokens: Sequence[int]) -> str:
        """What tokens say, without those that only steer."""
        said: str = self._processor.tokenizer.decode(list(tokens), skip_special_tokens=True)
        return said.strip()


class Writer:
    """The weights: what continues conversations."""

    def __init__(self, name: str, *, download: bool) -> None:
        """Load them: in 16 bits on the GPU if there is one, else in 32 bits, which is what processors are fast with.

        Raises:
            ModelError: the libraries are not installed, the model cannot be loaded, or memory does not suffice.
        """
        torch = library("torch")
        device = "cuda" if torch.cuda.is_available() else "cpu"
        dtype = torch.bfloat16 if device == "cuda" else torch.float32
        try:
            self._model = (
                _loaded(name, lambda place: _model(place, dtype), download=download).eval().to(device)
            )
        except torch.OutOfMemoryError as error:
            raise ModelError(_no_memory(name, error)) from None
        self._name = name

    def continued(self, inputs: Any, questions: Sequence[Question]) -> list[list[int]]:
        """The tokens of each answer, up to and with the one that ends it.

        Raises:
            ModelError: it cannot be worked out.
        """
        torch, transformers = library("torch"), library("transformers")
        model = self._model
        begin = inputs["input_ids"].shape[1]
        most = max(question.most_tokens for question in questions)
        room = getattr(model.config.get_text_config(), "max_position_embeddings", None)
        if room is not None and begin + most > room:
            raise ModelError(
                f"the question has {begin} tokens and the answer may have {most}, and {self._name} reads {room} at most"
            )

        def stopping(made: Any, *_: object, **__: object) -> Any:
            count = made.shape[1] - begin
            ended = [question.over or count >= question.most_tokens for question in questions]
            return torch.tensor(ended, device=made.device)

        try:
            with torch.inference_mode():
                made = model.generate(
                    **inputs.to(model.device),
                    max_new_tokens=most,
                    do_sample=False,
                    temperature=None,
                    top_p=None,
                    top_k=None,
                    stopping_criteria=transformers.StoppingCriteriaList([stopping]),
                )
        except torch.OutOfMemoryError as error:
            raise ModelError(_no_memory(self._name, error)) from None
        except (RuntimeError, ValueError, IndexError) as error:
            raise ModelError(f"{self._name} failed ({type(error).__name__}): {_short(error)}") from None
        rows = made[:, begin:].tolist()
        stops = self.stops
        return [
            _ended(row[: question.most_tokens], stops) for row, question in zip(rows, questions, strict=True)
        ]

    @property
    def stops(self) -> frozenset[int]:
        """The tokens that end an answer."""
        stops = self._model.generation_config.eos_token_id
        return frozenset([stops] if isinstance(stops, int) else stops or ())


def _ended(tokens: list[int], stops: frozenset[int]) -> list[int]:
    """The tokens up to and with the first that ends an answer; behind it is padding."""
    end = next((at for at, token in enumerate(tokens) if token in stops), len(tokens) - 1)
    return tokens[: end + 1]


def answers(reader: Reader, writer: Writer, questions: Sequence[Question]) -> list[Answer]:
    """What the model says to each question, all worked out together.

    Raises:
        ModelError: it cannot be worked out.
    """
    from jinja2 import TemplateError

    try:
        inputs = reader.inputs(questions)
    except (ValueError, TypeError, RuntimeError, IndexError, TemplateError) as error:
        raise ModelError(f"the question cannot be put to the model: {_short(error)}") from None
    read = inputs["attention_mask"].sum(dim=1).tolist()
    said = writer.continued(inputs, questions)
    return [
        Answer(reader.text(tokens), count, len(tokens), cut=not tokens or tokens[-1] not in writer.stops)
        for tokens, count in zip(said, read, strict=True)
    ]


def library(name: str) -> Any:
    """A library of the extra.

    Raises:
        ModelError: it is not installed.
    """
    try:
        return extras.load(name, "vision")
    except ToolError as error:
        raise ModelError(str(error)) from None


def _loaded(name: str, read: Any, *, download: bool) -> Any:
    try:
        return loaded(name, read, kind=_KIND, setting=_SETTING, download=download)
    except ToolError as error:
        raise ModelError(str(error)) from None


def _config(place: str) -> Any:
    """The configuration of a model that sees.

    Raises:
        ValueError: the model is of another kind.
    """
    transformers = extras.load("transformers", "vision")
    config = transformers.AutoConfig.from_pretrained(place, local_files_only=True)
    if type(config) not in transformers.MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING:
        raise ValueError(f"it is a {config.model_type} model, and none that reads pictures and writes text")
    return config


def _processor(place: str) -> Any:
    transformers = extras.load("transformers", "vision")
    mapping = extras.load("transformers.models.auto.processing_auto", "vision").PROCESSOR_MAPPING
    config = _config(place)
    kind: Any = mapping[type(config)]

    class WithoutVideos(kind):  # type: ignore[misc]
        # What prepares videos needs torchvision, and there are none to prepare.
        def check_argument_for_proper_class(self, name: str, argument: object) -> Any:
            return None if argument is None else super().check_argument_for_proper_class(name, argument)

    parts = {
        "image_processor": transformers.AutoImageProcessor,
        "tokenizer": transformers.AutoTokenizer,
    }
    found = [
        parts[name].from_pretrained(place, local_files_only=True) if name in parts else None
        for name in kind.get_attributes()
    ]
    written, _ = kind.get_processor_dict(place, local_files_only=True)
    processor = WithoutVideos.from_args_and_dict(found, written)
    # Where files are missing, the library makes do with a tokenizer that knows nothing.
    if processor.image_token_id != config.image_token_id:
        raise ValueError("its tokenizer is missing, or that of another model")
    if not {"shortest_edge", "longest_edge"} <= dict(processor.image_processor.size).keys():
        raise ValueError("it does not size pictures as the Qwen-VL models do")
    if not (processor.chat_template or processor.tokenizer.chat_template):
        raise ValueError("it has no chat template")
    return processor


def _model(place: str, dtype: Any) -> Any:
    transformers = extras.load("transformers", "vision")
    _config(place)
    model, came = transformers.AutoModelForImageTextToText.from_pretrained(
        place, dtype=dtype, local_files_only=True, output_loading_info=True
    )
    # The library makes up what is missing by chance, and says so in a log that nobody reads.
    if came["missing_keys"] or came["mismatched_keys"]:
        raise ValueError(f"its files lack weights, such as {sorted(map(str, came['missing_keys']))[:1]}")
    return model


def _no_memory(name: str, error: BaseException) -> str:
    return (
        f"the memory of the GPU does not suffice for {name} ({_short(error)}): end what else uses it, use smaller "
        "weights (webagent_grounder_model), or a server elsewhere (webagent_grounder_url)"
    )


def _short(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]
