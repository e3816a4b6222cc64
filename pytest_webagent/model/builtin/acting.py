"""What is to be known of an act later: what was set, pressed and touched, and how the page was before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS
from pytest_webagent.claims.citations import NOTHING, Told
from pytest_webagent.model.builtin.closing import changes
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.progress import Act, Progress, Scene

_SETTING_TOOLS = word_set("type clear selection check uncheck upload_file")
_IDLE_TOOLS = word_set("wait scroll scroll_to_text")
ELEMENT_TOOLS = word_set("click type clear selection check uncheck hover drag upload_file")


def doing(scene: Scene, act: Act, page: int) -> Progress:
    """The progress with what is to be known of an act. `page` is the fingerprint of the page before it."""
    progress = scene.progress
    if act.tool in _IDLE_TOOLS:
        return progress
    touched = scene.by_id(act.element_id)
    progress = replace(progress, acted=True, changed=progress.changed or changes(act, scene.view, touched))
    if act.tool in ("accept_dialog", "dismiss_dialog"):
        told = Told(scene.dialog_text, progress.dated(scene.dialog.evidence)) if scene.alerts else NOTHING
        return replace(progress, dialog=told, fields=())
    if act.tool not in ELEMENT_TOOLS:
        return replace(progress, fields=())
    set_now = () if act.element_id is None or act.tool not in _SETTING_TOOLS else (act.element_id,)
    return replace(
        progress,
        dialog=NOTHING,
        before=scene.answers.notices.texts(),
        prior=scene.page,
        touched=act.element_id,
        fields=(*progress.fields, *set_now) if set_now else (),
        used=progress.step,
        pressed=act.tool == "click" and touched is not None and scene.view[touched].role in BUTTONS,
        page=None if set_now else page,
    )
