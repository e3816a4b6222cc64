"""Warnings about what goes on beside a test. They are shown in pytest's summary and never fail a test."""

from __future__ import annotations

import warnings


class WebAgentWarning(UserWarning):
    """Something beside the test does not work, such as a cache; the test itself is not touched by it."""


def warn(message: str) -> None:
    """Have a person read `message`. Where warnings are errors it is shown all the same, and raises nothing."""
    try:
        warnings.warn(message, WebAgentWarning, stacklevel=3)
    except WebAgentWarning:
        with warnings.catch_warnings():
            warnings.simplefilter("always", WebAgentWarning)
            warnings.warn(message, WebAgentWarning, stacklevel=3)
