"""Hooks that a conftest.py or a plugin may implement."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from pytest_webagent.trajectory import Step


def pytest_webagent_step(item: pytest.Item, step: Step, goal: str) -> None:
    """Called when a step of the agent has ended, however it did: while the test runs, in the process it runs in.

    Args:
        item: The test.
        step: What was seen, thought and done, with its time and its picture.
        goal: What the run is about, in the words of the test.
    """
