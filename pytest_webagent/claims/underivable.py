"""Errors of derivations, as a finding tells them."""

from __future__ import annotations

from pytest_webagent.values.amounts import UnreadableError


class UnderivableError(UnreadableError):
    """A derivation cannot be worked out, or does not hold; the message says why in a sentence or two."""


class RefutedError(UnderivableError):
    """A derivation was worked out, and the page shows otherwise."""
