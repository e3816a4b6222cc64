"""`chart_visualization`: charts as PNG files and as pictures for the model."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from pytest_webagent.errors import ToolError
from pytest_webagent.messages import ToolResult
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.data import drawing
from pytest_webagent.tools.data.chart_data import ChartType, checked
from pytest_webagent.tools.data.child import SECONDS, in_child
from pytest_webagent.tools.data.process import about
from pytest_webagent.tools.data.writing import replacing, writable

if TYPE_CHECKING:
    from pathlib import Path

_LONGEST = 300


@tool(kind="action", risk="LOW", up_to="MEDIUM", needs=("files",), seconds=SECONDS)
async def chart_visualization(
    context: ToolContext,
    chart_type: ChartType,
    data: dict[str, Any],
    title: str = "",
    x_label: str = "",
    y_label: str = "",
    file_name: str = "",
) -> ToolResult:
    """Draw a chart, as a PNG file in the workspace and as a picture to look at.

    Args:
        chart_type: Which kind.
        data: {"x": [...], "y": [...]}, or for several lines or groups {"x": [...], "series": {"name": [...]}}; x holds numbers, names, or for line and scatter dates such as "2024-01-31". For a histogram {"values": [...], "bins": 10}.
        title: Its title.
        x_label: What the x axis shows.
        y_label: What the y axis shows.
        file_name: The file, ending in .png; else one is named after the chart type.
    """
    found = checked(chart_type, data)
    texts = drawing.Texts(title, x_label, y_label)
    for name, text in texts._asdict().items():
        if len(text) > _LONGEST:
            raise ToolError(f"{name} has {len(text)} characters; {_LONGEST} are the most")
    target = _free(context, chart_type) if not file_name else writable(context, file_name)
    if target.suffix.lower() != ".png":
        raise ToolError(f"file_name must end in .png, not {file_name!r}")
    context.about_to("MEDIUM", f"draw a {chart_type} chart to {context.workspace.shown(target)!r}")
    with replacing(context, target) as path:
        drawn = await in_child(context.limits, drawing.draw, chart_type, found, texts, str(path))
    said = about(
        context, target, chart_type=chart_type, series=len(found.series), points=found.points, **drawn
    )
    return ToolResult(output=said, base64_image=base64.b64encode(_bytes(target)).decode())


def _free(context: ToolContext, chart_type: ChartType) -> Path:
    """A path no file has yet."""
    number = 1
    while (path := writable(context, f"charts/{chart_type}_{number}.png")).exists():
        number += 1
    return path


def _bytes(path: Path) -> bytes:
    return path.read_bytes()


TOOLS = (chart_visualization,)
