"""What the attempt under way at a test is made with; nothing, unless mutations are asked for. Loads nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_webagent.mutation.mutation import Stage

_stage_key = pytest.StashKey["Stage"]()


def put_on_stage(item: pytest.Item, stage: Stage) -> None:
    """Have the next attempt at a test made with `stage`."""
    item.stash[_stage_key] = stage


def stage_of(item: pytest.Item) -> Stage | None:
    """What the attempt under way is made with."""
    return item.stash.get(_stage_key, None)
