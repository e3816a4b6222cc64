"""The model port for every server that speaks OpenAI's chat completions protocol."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pytest_webagent import session_warnings
from pytest_webagent.budget.estimate import Estimator
from pytest_webagent.model import openai_errors as errors
from pytest_webagent.model.openai_abilities import LIMITS, Abilities, Lesson, learn
from pytest_webagent.model.openai_client import Clients, endpoint_for
from pytest_webagent.model.openai_messages import (
    Echo,
    Reply,
    read_reply,
    shortened,
    used_ids,
    wire_messages,
    wire_tools,
    with_ids,
)
from pytest_webagent.model.openai_spending import Spending
from pytest_webagent.model.text_mode import as_text, repair_messages, without_system
from pytest_webagent.model.written_calls import leaked_calls, read_written, split_thoughts
from pytest_webagent.nesting import nested_deeper
from pytest_webagent.ports import Billing, ModelResponse
from pytest_webagent.setting import without_secrets

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from pytest_webagent.config import Settings
    from pytest_webagent.errors import ModelError, RunError
    from pytest_webagent.messages import Message, Usage
    from pytest_webagent.model.openai_client import Endpoint
    from pytest_webagent.model.openai_errors import Failure
    from pytest_webagent.ports import ModelRequest

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long a server is waited for, in seconds, always within the time that the test has left."""

    first_delay: float = 0.5
    """The pause before the second try; each further one is twice as long, less up to a quarter by chance."""
    longest_delay: float = 20.0
    attempt: float = 60.0
    """An answer is waited for this long at least, or half the time left if that is more, before asking again."""
    connect: float = 10.0


class _Failed(Exception):
    """A try that gave no reply."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.came)
        self.failure = failure


class OpenAIModel:
    """A model behind an OpenAI-compatible server.

    What the server refuses (tools, images, a sampling parameter) is remembered for as long as this object
    lives: it is refused once, not once per step.

    Raises:
        ConfigError: the server's URL is none, or the key it needs is not set.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        endpoint: Endpoint | None = None,
        patience: Patience | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        # Settings and environment name it, unless it is a server of our own.
        self._endpoint = endpoint or endpoint_for(settings)
        self._clients = Clients(self._endpoint)
        self._patience = patience or Patience()
        self._sleep = sleep
        self._clock = clock
        self._abilities = Abilities(
            tools=settings.tool_calling != "text",
            images=settings.vision != "off",
            limits=LIMITS[:1] if self._endpoint.knows_new_names else LIMITS,
        )
        self._overlong = False
        self._estimator = Estimator()
        self.billing = Billing(model=settings.model, url=without_secrets(self._endpoint.url), asks=True)
        """How it is paid for: each request, whatever comes of it, from the purse of the question."""

    @property
    def name(self) -> str:
        """The name shown in header and report."""
        return self._settings.model

    @property
    def sees_images(self) -> bool:
        """Whether screenshots are of use to it: until vision is off or the server refused an image."""
        return self._abilities.images

    async def close(self) -> None:
        """Close the connections of the running loop."""
        await self._clients.close()

    async def complete(self, request: ModelRequest) -> ModelResponse:
        """Answer one request.

        Raises:
            ModelError: the server could not be reached, refused, or sent nothing usable.
            BudgetExceeded: what the request's purse holds does not pay for a request.
        """
        deadline = self._clock() + request.seconds_left
        spending = Spending(request.purse, self._estimator)
        reply, native = await self._ask(request, request.messages, deadline, spending)
        if native or not request.tools:
            return self._native_response(request, reply, spending)
        return await self._text_response(request, reply, deadline, spending)

    def _native_response(self, request: ModelRequest, reply: Reply, spending: Spending) -> ModelResponse:
        calls = reply.calls
        text, thoughts = split_thoughts(reply.text)
        if reply.finish == "length" and any(call.malformed is not None for call in calls):
            raise self._cut(spending)
        if not calls:
            leaked = leaked_calls(reply.text, request.tools)
            if leaked is not None:
                text, calls = leaked.text, with_ids(leaked.calls, used_ids(request.messages))
        text = shortened(text or thoughts or reply.thoughts)
        return ModelResponse(
            text=text, tool_calls=calls, usage=spending.usage, memory=_echo(request).heard(reply)
        )

    def _cut(self, spending: Spending) -> RunError:
        """The error for a call that was cut in two, whoever set the limit."""
        return spending.shortfall or self._error(errors.cut_failure(self._settings.max_tokens))

    async def _text_response(
        self, request: ModelRequest, reply: Reply, deadline: float, spending: Spending
    ) -> ModelResponse:
        written = read_written(reply.text, request.tools)
        if not written.calls:
            if reply.finish == "length" and written.cut:
                raise self._cut(spending)
            _LOG.info("%s wrote no readable tool call (%s); asking once more", self.name, written.problem)
            repair = repair_messages(written.problem, shortened(reply.text), request.tools)
            reply, _ = await self._ask(request, (*request.messages, *repair), deadline, spending)
            written = read_written(reply.text, request.tools)
        return ModelResponse(
            text=shortened(written.text or reply.thoughts),
            tool_calls=with_ids(written.calls, used_ids(request.messages)),
            usage=spending.usage,
        )

    async def _ask(
        self, request: ModelRequest, messages: Sequence[Message], deadline: float, spending: Spending
    ) -> tuple[Reply, bool]:
        """Ask until there is a reply, the failure is final, or the time is used up.

        The flag says whether tools were offered natively.
        """
        tries = 0
        while True:
            abilities, body = self._abilities, self._body(request, messages)
            tries += 1
            try:
                return await self._try(body, used_ids(messages), deadline, spending), "tools" in body
            except _Failed as failed:
                failure = failed.failure
            lesson = learn(failure.refusal, abilities, body) if failure.refusal else None
            if lesson is not None:
                self._take(lesson, failure)
                tries -= 1
            else:
                await self._pause(failure, tries, deadline)

    def _take(self, lesson: Lesson, failure: Failure) -> None:
        insisted = {"tools": ("tool_calling", "native"), "images": ("vision", "on")}.get(lesson.subject)
        if insisted and getattr(self._settings, insisted[0]) == insisted[1]:
            setting = f"webagent_{insisted[0]}={insisted[1]}"
            raise self._error(errors.refused_failure(failure, setting))
        _LOG.warning("the model %s: %s (%s)", self.name, lesson.change, failure.came)
        if lesson.subject == "images":
            # A person may have chosen the model for what it sees.
            session_warnings.warn(
                f"the model {self.name}: {lesson.change} ({failure.came}). With webagent_vision=off none is tried"
            )
        self._abilities = lesson.abilities

    async def _pause(self, failure: Failure, tries: int, deadline: float) -> None:
        """Wait before the next try, or raise if there is none."""
        if tries >= failure.tries:
            raise self._error(failure, tries)
        patience = self._patience
        doubled = min(patience.first_delay * 2 ** (tries - 1), patience.longest_delay)
        # Tests that run side by side must not all come back at the same moment.
        delay = doubled * random.uniform(0.75, 1) if failure.wait is None else failure.wait
        left = deadline - self._clock()
        if delay >= left:
            asked = "" if failure.wait is None else f"; it asks to wait {failure.wait:.3g} s"
            came = f"{failure.came}{asked}, and the test has {max(left, 0):.3g} s left"
            raise self._error(replace(failure, came=came), tries)
        _LOG.info("%s: %s; asking again in %.1f s", self.name, failure.came, delay)
        await self._sleep(delay)

    async def _try(self, body: dict[str, Any], taken: set[str], deadline: float, spending: Spending) -> Reply:
        answer = _object(await self._send(body, deadline, spending))
        if isinstance(answer, str):
            raise _Failed(errors.body_failure(answer, self._endpoint))
        reply = read_reply(answer, taken)
        if reply is None:
            raise _Failed(errors.no_choice_failure(answer))
        if reply.finish == "content_filter":
            raise _Failed(errors.filtered_failure())
        if reply.calls:
            return reply
        if reply.refusal and not reply.text.strip():
            raise _Failed(errors.declined_failure(reply.refusal))
        if not reply.text.strip() and (reply.finish == "length" or not reply.thoughts):
            if reply.finish == "length" and spending.shortfall is not None:
                raise spending.shortfall
            raise _Failed(errors.empty_failure(reply.finish))
        return reply

    async def _send(self, body: dict[str, Any], deadline: float, spending: Spending) -> str:
        import openai

        left = deadline - self._clock()
        seconds = min(left, max(self._patience.attempt, left / 2))
        if seconds <= 0:
            raise self._error(replace(errors.timeout_failure(0), came="the test has no time left"))
        timeout = openai.Timeout(seconds, connect=min(seconds, self._patience.connect))
        client = await self._clients.current()
        with spending.request(body, self._abilities.limits) as sent:
            try:
                # The SDK's timeouts count from byte to byte; this one bounds the whole answer.
                async with asyncio.timeout(seconds):
                    raw = await client.chat.completions.with_raw_response.create(**body, timeout=timeout)
            except (TimeoutError, openai.APITimeoutError):
                failure = errors.timeout_failure(seconds)
            except openai.APIConnectionError as error:
                failure = errors.connection_failure(error, self._endpoint)
            except openai.APIStatusError as error:
                failure = errors.status_failure(error, self.name, self._endpoint)
            else:
                # A byte order mark is no part of JSON, and some servers begin with one.
                text = str(raw.text).removeprefix("\ufeff")
                sent.answered(text)
                self._compare(sent.usage, body)
                return text
            if not failure.charged:
                sent.refused()
            raise _Failed(failure)

    def _compare(self, usage: Usage, body: Mapping[str, Any]) -> None:
        """Say once where a reply is longer than was allowed: then nothing but the time bounds what a reply costs."""
        allowed = next((body[name] for name in LIMITS if name in body), None)
        if allowed is None or self._overlong:
            return
        # An estimate counts what stands around the reply, too.
        if usage.output_tokens <= (2 * allowed + 500 if usage.estimated else allowed):
            return
        self._overlong = True
        session_warnings.warn(
            f"the model {self.name}: a reply has {usage.output_tokens:,} tokens, and {allowed:,} were allowed at most: its "
            "server passes over the limit. Set one there; budgets of tokens and dollars are noticed only afterwards"
        )

    def _body(self, request: ModelRequest, messages: Sequence[Message]) -> dict[str, Any]:
        settings, abilities = self._settings, self._abilities
        echo = replace(_echo(request), all_thoughts=not abilities.silent_thoughts)
        if not abilities.images:
            messages = [replace(message, images=()) for message in messages]
        if not abilities.tools:
            messages = as_text(messages, request.tools)
        if not abilities.system:
            messages = without_system(messages)
        body: dict[str, Any] = {"model": settings.model, "messages": wire_messages(messages, echo)}
        if abilities.tools and request.tools:
            body["tools"] = wire_tools(request.tools)
        options = {
            "temperature": settings.temperature,
            "top_p": settings.top_p,
            "seed": settings.seed,
            **dict.fromkeys(abilities.limits, settings.max_tokens),
        }
        body.update(
            (name, value)
            for name, value in options.items()
            if value is not None and name not in abilities.dropped
        )
        return body

    def _error(self, failure: Failure, tries: int = 1) -> ModelError:
        return errors.model_error(self.name, self._endpoint, failure, tries)


def _echo(request: ModelRequest) -> Echo:
    return request.memory if isinstance(request.memory, Echo) else Echo()


def _object(text: str) -> dict[str, Any] | str:
    """The JSON object that a body holds, or the body itself if it holds none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, dict) and not nested_deeper(value) else text
