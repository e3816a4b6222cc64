"""Tools that answer a dialog of the page."""

from __future__ import annotations

from pytest_webagent.tools.core.base import ToolContext, tool


@tool(during_dialog=True, up_to="HIGH")
async def accept_dialog(context: ToolContext, text: str | None = None) -> str:
    """Press OK in the open alert, confirm or prompt dialog, or leave the page if it asks for that.

    Args:
        text: What to enter first, if it is a prompt dialog.
    """
    kind = context.session.dialog_kind
    # A page asks before it does what cannot be taken back.
    context.about_to("HIGH" if kind in ("confirm", "prompt") else "MEDIUM", f"press OK in the {kind} dialog")
    acted = await context.session.answer_dialog(accept=True, text=text)
    return "\n".join(acted.notes)


@tool(during_dialog=True, risk="LOW")
async def dismiss_dialog(context: ToolContext) -> str:
    """Press Cancel in the open confirm or prompt dialog, or close the alert."""
    acted = await context.session.answer_dialog(accept=False)
    return "\n".join(acted.notes)


TOOLS = (accept_dialog, dismiss_dialog)
