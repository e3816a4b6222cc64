"""Looking for what is named and not in sight with the search of the site, as a person would who knows what it is called."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import TEXT_FIELDS
from pytest_webagent.model.builtin.instruction import Search, Target
from pytest_webagent.model.builtin.words import VEILED, plain, unveil, veil
from pytest_webagent.page.places import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.model.builtin.instruction import Instruction
    from pytest_webagent.model.builtin.progress import Scene

_CAPITAL: Final = r"[^\W\d_a-zà-ÿ][\w’'&.-]*"
_NAME: Final = re.compile(
    rf"{VEILED}|(?<=\S\s){_CAPITAL}(?:\s+(?:(?:of|on|in|for|the|a|de|von)\s+)*(?:{_CAPITAL}|\d+))*"
)
"""What is quoted, or words with capital letters that do not begin the sentence."""
_KIND: Final = re.compile(
    rf"\b(?:the|an?|his|her|their)\s+((?:[a-z-]+\s+){{0,2}}?[a-z-]+)\s+(?:{_NAME.pattern})"
)


def names(said: str) -> Iterator[str]:
    """What words may call by a name of its own."""
    for found in _NAME.finditer(veil(said)):
        yield unveil(found[0]).strip(" .,")


def kinds(said: str) -> tuple[str, ...]:
    """The nouns before names, which say what that is: "the user Mei Tanaka"."""
    return tuple(found[1] for found in _KIND.finditer(veil(said)))


def searched(scene: Scene, what: Instruction) -> bool:
    """Whether the search of the site has been tried for an instruction."""
    progress = scene.progress
    before = progress.instructions[progress.index - 1] if progress.index else None
    return isinstance(before, Search) and what.said in before.said


def search_for(scene: Scene, what: Instruction) -> Search | None:
    """The search for the thing that an instruction names; None where the site has none, or that has been tried."""
    view = scene.view
    if searched(scene, what) or view.modal is not None or what.opened:
        return None
    if scene.progress.acted:
        # What is spoken of after something was done is meant to be here: what is not in the cart is not looked for in the shop.
        return None
    shown = {plain(view.name(at)) for at in view.shown}
    name = next(names(what.said), "")
    fields = [at for at in scene.controls(TEXT_FIELDS) if view.ancestor(at, ("search",)) is not None]
    # That of the site finds more than that of a list.
    beside = [at for at in fields if scene.finder.look.aside(Place(scene.page, at))] or fields
    if not name or plain(name) in shown or len(beside) != 1:
        return None
    field = Target(f"'{view.name(beside[0])}'", id=view[beside[0]].id)
    return Search(said=what.said, value=name, field=field)
