"""The picture of a page that was found: saved for people, cut in three for a model."""

from __future__ import annotations

import asyncio
import hashlib
import io
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from PIL import Image as Pillow

from pytest_webagent.errors import ToolError
from pytest_webagent.messages import Image
from pytest_webagent.whole_files import beside

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_webagent.tools.core.base import ToolContext

_FOLDER: Final = "screenshots"
_SIDE: Final = 1_280
"""Pixels of the longer side of a part, at most."""


def thirds(picture: bytes) -> tuple[Image, ...]:
    """Top, middle and bottom of a picture, as JPEG."""
    with Pillow.open(io.BytesIO(picture)) as opened:
        whole = opened.convert("RGB")
    edges = [whole.height * number // 3 for number in range(4)]
    parts = []
    for top, bottom in pairwise(edges):
        part = whole.crop((0, top, whole.width, max(bottom, top + 1)))
        part.thumbnail((_SIDE, _SIDE))
        written = io.BytesIO()
        part.save(written, "JPEG", quality=75)
        parts.append(Image(written.getvalue()))
    return tuple(parts)


async def saved(context: ToolContext, url: str, picture: bytes) -> str:
    """Write the picture of a page into the workspace, and say where, as a line of a result."""
    if not context.permissions.config.security_of(context.call.tool).allow_file_system_access:
        return "Screenshot not saved: the policy of this test says allow_file_system_access = false"
    if len(picture) > context.limits.file_mb * 1_000_000:
        return f"Screenshot not saved: it has more than {context.limits.file_mb} MB"
    parts = urlsplit(url)
    slug = re.sub(r"[^a-z0-9]+", "_", f"{parts.hostname}{parts.path}".lower()).strip("_")[:60]
    name = f"{_FOLDER}/{slug}_{hashlib.sha256(url.encode()).hexdigest()[:8]}.png"
    try:
        path = context.workspace.path(name, writing=True)
        await asyncio.to_thread(_write, path, picture)
    except (ToolError, OSError) as error:
        return f"Screenshot not saved: {error}"
    return f"Screenshot available: {context.workspace.shown(path)}"


def _write(path: Path, picture: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with beside(path) as partial:
        partial.write_bytes(picture)
