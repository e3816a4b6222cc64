"""What a run did to what on its pages, and what it has spoken of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.evidence.judging.places import Place, cited
from pytest_webagent.evidence.judging.unsent import LOOKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.evidence.derivation import Finding
    from pytest_webagent.evidence.judging.story import Act, Story


class Done(NamedTuple):
    """A call, and what it was done to."""

    act: Act
    place: Place


def done_to(story: Story) -> Iterator[Done]:
    """The calls of a run that were done to an element."""
    for act in story.acts:
        page = story.page(act.step)
        if act.kind == "action" and act.tool not in LOOKING and act.element is not None and page is not None:
            number = act.element.id
            found = page.find(number) if number is not None else None
            if found is not None:
                yield Done(act, Place(page, page.index_of(found)))


def without_typed(text: str, story: Story) -> str:
    """A goal without what was to be typed: what is written in a message names nothing on the page."""
    for act in story.acts:
        typed = str(act.arguments.get("text") or "") if act.tool == "type" else ""
        if len(typed) > 1:
            text = re.sub(re.escape(typed), " ", text, flags=re.IGNORECASE)
    return text


def spoken_of(story: Story, done: Sequence[Done], held: Sequence[Finding]) -> list[str]:
    """What was acted on, typed, chosen and cited."""
    texts = used(story)
    for each in done:
        item = each.place.item()
        texts += [each.place.said, each.place.element.name, item.said if item is not None else ""]
    for finding in held:
        derivation = finding.derivation
        texts += [finding.text, derivation.text, derivation.to, *finding.parts]
        for place in cited(finding, story):
            item = place.item()
            texts += [place.said, place.element.name, item.said if item is not None else ""]
    return [text for text in texts if text]


def used(story: Story) -> list[str]:
    """What was typed, chosen and pressed. How the model describes what it did proves nothing."""
    return [
        str(value)
        for act in story.acts
        for name, value in act.arguments.items()
        if name in ("text", "path", "key")
    ]


def short(text: str) -> str:
    """A text on one line, cut off where it is long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= 80 else f"{flat[:77]}..."
