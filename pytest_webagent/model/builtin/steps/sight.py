"""What is drawn on a surface that has no elements: only who looks at the picture can say where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.browser.wording import UNREADABLE_ROLES
from pytest_webagent.model.builtin.instruction import Choose, Click
from pytest_webagent.model.builtin.progress import Act

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.instruction import Instruction, Target
    from pytest_webagent.model.builtin.progress import Scene

UNSEEN: Final = "unseen"
"""The stage of an instruction whose thing nobody could see."""


def click(scene: Scene, what: Instruction) -> Act | None:
    """Click what the words of the goal describe, wherever it is seen.

    None where that is no way to do it: nothing is to be pressed, nobody saw it when asked before, or all that is in
    view can be read.
    """
    target = _pressed(what)
    surfaces = [at for at in scene.controls(UNREADABLE_ROLES) if scene.view[at].in_viewport]
    if target is None or scene.progress.stage or not surfaces:
        return None
    return Act(
        tool="click",
        arguments={"description": target.said},
        says=f"click {target.said!r}, which may be drawn on the {scene.view[surfaces[0]].role}",
        on_error=UNSEEN,
    )


def _pressed(what: Instruction) -> Target | None:
    if isinstance(what, Choose):
        return what.option if what.field is None else None
    # What is to be opened may be the name of a page.
    return what.target if isinstance(what, Click) and not what.opens else None
