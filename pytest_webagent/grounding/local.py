"""A vision model in this process, as a port: loaded when it is first asked, and freed when told."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import uuid
from typing import TYPE_CHECKING, Final, TypeVar

from pytest_webagent.errors import ModelError
from pytest_webagent.grounding.loaded import Answer, Question, Reader, Writer, answers
from pytest_webagent.messages import Usage
from pytest_webagent.ports import FREE, ModelResponse

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from pytest_webagent.grounding.coordinates import Limits
    from pytest_webagent.ports import ModelRequest

_Part = TypeVar("_Part", Reader, Writer)

REPLY_TOKENS: Final = 512
_BATCH: Final = 8
"""Questions that are worked out together at most."""


class LocalModel:
    """A vision model that transformers runs in this process.

    It answers greedily, always the same. What is asked while it works is worked out together in the next go; one
    thread does so, and ends when nothing is left to do.
    """

    sees_images: Final = True
    billing: Final = FREE

    def __init__(self, name: str, *, reply_tokens: int = REPLY_TOKENS, download: bool = True) -> None:
        """Take a model's name on the Hugging Face hub, or a local folder; nothing is loaded yet.

        Args:
            name: The name, or the folder.
            reply_tokens: The most tokens of an answer.
            download: Whether it may be fetched from the hub where it is not on this machine yet.
        """
        self.name = name
        self.reply_tokens = reply_tokens
        self.load_id = ""
        """Another one for each time that weights were loaded; empty until they are."""
        self._download = download
        self._loading = threading.RLock()
        self._reader: Reader | None = None
        self._writer: Writer | None = None
        self._problem: str | None = None
        self._queue = threading.Lock()
        self._waiting: list[Question] = []
        self._working = False

    @property
    def limits(self) -> Limits:
        """What sizes the model's own preprocessing gives pictures. What is missing on this machine is fetched.

        Raises:
            ModelError: the model cannot be loaded.
        """
        return self._read().limits

    async def complete(self, request: ModelRequest) -> ModelResponse:
        """Answer one request; tools are not offered to the model.

        Raises:
            ModelError: the model cannot be loaded, fails, or is not done in time.
        """
        question = Question.of(request.messages, self.reply_tokens, request.seconds_left)
        try:
            async with asyncio.timeout(request.seconds_left):
                answer = await asyncio.wrap_future(self.ask(question))
        except TimeoutError:
            doing = "it is slow on this machine" if self.load_id else "its weights are still being loaded"
            raise ModelError(
                f"{self.name} gave no answer within {request.seconds_left:.3g} s: {doing}. "
                "Raise webagent_timeout, or use a smaller model or a GPU"
            ) from None
        finally:
            question.gone.set()
        return ModelResponse(
            text=answer.text,
            usage=Usage(input_tokens=answer.input_tokens, output_tokens=answer.output_tokens, requests=1),
        )

    def ask(self, question: Question) -> Future[Answer]:
        """Put a question; any thread may. The answer, or a `ModelError`, comes later."""
        with self._queue:
            self._waiting.append(question)
            if not self._working:
                self._working = True
                threading.Thread(target=self._work, name="webagent-vision-model", daemon=True).start()
        return question.answer

    async def close(self) -> None:
        """Do nothing: it has no connections, and its weights are used again. `free` gives up those."""

    def free(self) -> None:
        """Give up the weights, and the memory they take; whatever is asked later loads them again."""
        with self._loading:
            self._reader = self._writer = self._problem = None
            self.load_id = ""
        # Parts of a model point at each other.
        gc.collect()
        torch = sys.modules.get("torch")
        if torch is not None and torch.cuda.is_available():
            torch.cuda.empty_cache()

    def _work(self) -> None:
        questions: list[Question] = []
        ended = False
        try:
            while questions := self._next():
                # No model is loaded for those nobody waits for any more.
                self._answer(
                    [q for q in questions if q.answer.set_running_or_notify_cancel() and not self._late(q)]
                )
            ended = True
        finally:
            if not ended:
                self._lose(questions)

    def _lose(self, questions: list[Question]) -> None:
        """Tell all who wait that something failed that nobody thought of; the thread says what."""
        with self._queue:
            questions, self._waiting = [*questions, *self._waiting], []
            self._working = False
        for question in questions:
            if not question.answer.done():
                question.answer.set_exception(ModelError(f"{self.name} failed unexpectedly"))

    def _late(self, question: Question) -> bool:
        late = question.over
        if late:
            question.answer.set_exception(ModelError(f"{self.name} was not done in time"))
        return late

    def _next(self) -> list[Question]:
        with self._queue:
            taken, self._waiting = self._waiting[:_BATCH], self._waiting[_BATCH:]
            self._working = bool(taken)
        return taken

    def _answer(self, questions: list[Question]) -> None:
        if not questions:
            return
        try:
            with self._loading:
                reader = self._read()
                found = answers(reader, self._write(), questions)
        except ModelError as error:
            if len(questions) > 1 and self._problem is None:
                # One of them is wrong, or all together take too much memory.
                for question in questions:
                    self._answer([question])
                return
            for question in questions:
                question.answer.set_exception(ModelError(str(error)))
            return
        for question, answer in zip(questions, found, strict=True):
            if not (answer.cut and self._late(question)):
                question.answer.set_result(answer)

    def _read(self) -> Reader:
        with self._loading:
            if self._reader is None:
                self._reader = self._once(Reader)
            return self._reader

    def _write(self) -> Writer:
        with self._loading:
            if self._writer is None:
                self._writer = self._once(Writer)
                self.load_id = uuid.uuid4().hex
            return self._writer

    def _once(self, make: Callable[..., _Part]) -> _Part:
        """A part of the model; what failed once is not tried again, until it is freed."""
        if self._problem is not None:
            raise ModelError(self._problem)
        try:
            return make(self.name, download=self._download)
        except ModelError as error:
            self._problem = str(error)
            raise
