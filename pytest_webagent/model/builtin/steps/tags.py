"""What is chosen in fields that hold several things, or a colour: taken out, added to what is offered, put in."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS
from pytest_webagent.language import lexicon
from pytest_webagent.model.builtin.progress import Act
from pytest_webagent.model.builtin.refusal import Missing
from pytest_webagent.model.builtin.steps.entering import type_into
from pytest_webagent.model.builtin.steps.pressing import press
from pytest_webagent.model.builtin.words import Fit, fit, plain, tokens

if TYPE_CHECKING:
    from pytest_webagent.model.builtin import instruction as say
    from pytest_webagent.model.builtin.progress import Scene

_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
_ADDS = frozenset(("add", "create", "new", "use", "tag", "label", "option", "item"))
_REMOVES = frozenset(("remove", "delete", "close", "clear"))


def take_out(scene: Scene, what: say.Choose, field: say.Target) -> Act:
    """Press what takes a chosen thing out of a field that holds several."""
    view, index = scene.view, scene.finder.one(field, "choice")
    for above in list(view.page.ancestors(index))[:3]:
        held = [
            at
            for at in view.within(above)
            if fit(what.option.words, view[at].text or view[at].name) >= Fit.SAME
        ]
        for at in held:
            around = [at, view[at].parent or at]
            for holder in around:
                inside = [
                    each
                    for each in view.within(holder)
                    if view[each].role in BUTTONS | {"link"}
                    and view[each].id is not None
                    and _takes_out(view.name(each))
                ]
                if len(inside) == 1:
                    return replace(press(scene, inside[0]), field=view[index].id)
    raise Missing(what.option.said, f"what takes it out of {scene.name(index)}")


def _takes_out(name: str) -> bool:
    """Whether a button in what is chosen is called what takes it out."""
    return bool({*tokens(name), lexicon.SIGNS.get(name, "")} & _REMOVES)


def coloured(scene: Scene, colour: str) -> Act | None:
    """What puts a colour into the field of the picker that opened; None where there is no such thing."""
    fields = [at for at in scene.controls(("textbox",)) if _COLOUR.fullmatch(scene.view[at].value or "")]
    if len(fields) != 1 or not _COLOUR.fullmatch(colour):
        return None
    if scene.view[fields[0]].value != colour:
        return type_into(scene, fields[0], colour, stage="opened")
    arguments = {"key": "Enter", "element_id": scene.id(fields[0])}
    return Act(tool="press_key", arguments=arguments, says=f"take the colour {colour}", stage="picked")


def offers_to_add(name: str, text: str) -> bool:
    """Whether an option is to add what was typed to the list: "Add boss@example.com…"."""
    before, said, after = plain(name).partition(plain(text))
    return bool(said) and {*tokens(before), *tokens(after)} <= _ADDS
