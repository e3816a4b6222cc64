"""What is drawn on a surface that has no elements: only who looks at the picture can say where it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.browser.element_line import UNREADABLE_ROLES
from pytest_webagent.model.builtin.instruction import Choose, Click, Drag, Hover, Target
from pytest_webagent.model.builtin.progress import Act
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.steps import pressing
from pytest_webagent.model.builtin.words import veil

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.instruction import Instruction
    from pytest_webagent.model.builtin.progress import Scene

_SEVERAL = re.compile(r",|\band\b", re.IGNORECASE)


def act(scene: Scene, what: Instruction) -> Act | None:
    """Do it to what the words of the goal describe, wherever that is seen.

    None where that is no way to do it: it is nothing for the mouse, or several things; nobody saw it when asked before; or
    all that is in view can be read.
    """
    called = _called(what)
    surfaces = [at for at in scene.controls(UNREADABLE_ROLES) if scene.view[at].in_viewport]
    if called is None or scene.progress.unseen or not surfaces:
        return None
    tool, targets = called
    if any(target.every or target.verb or _SEVERAL.search(veil(target.said)) for target in targets):
        return None
    said, drawn_on = [target.said for target in targets], scene.view[surfaces[0]].role
    return Act(
        tool=tool,
        arguments={
            **dict(zip(("description", "to_description"), said, strict=False)),
            **pressing.place_of(what),
        },
        says=f"{tool} {' to '.join(map(repr, said))}, which may be drawn on the {drawn_on}",
        on_error="",
    )


def unseen(missing: Missing, error: str) -> Refusal:
    """The refusal for what nobody saw; `error` is what the tool said."""
    return Refusal(
        f"{missing.problem} If it is drawn, it takes a grounding model to find it (--webagent-grounder), or its place in "
        f"the goal ('click at (120, 80)'); the tool said: {error}"
    )


def _called(what: Instruction) -> tuple[str, tuple[Target, ...]] | None:
    """The tool, and what it is done to."""
    match what:
        # What is to be opened may be the name of a page, and an option belongs to its field.
        case Click(target=target, opens=False) | Choose(option=target, field=None):
            return "click", (target,)
        case Hover(target=target):
            return "hover", (target,)
        case Drag(target=target, onto=None):
            return "drag", (target,)
        case Drag(target=target, onto=Target() as onto):
            return "drag", (target, onto)
        case _:
            return None
