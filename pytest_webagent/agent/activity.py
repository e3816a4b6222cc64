"""What a run is doing, and since when: told where its time is up."""

from __future__ import annotations

import time

from pytest_webagent.errors import BudgetExceeded, ModelError, RunError


class Activity:
    """What a run is doing now."""

    def __init__(self) -> None:
        """It looks at the page."""
        self.begin("the page was being looked at")

    def begin(self, what: str, *, model: str = "") -> None:
        """It does something else now; `model` is the name of the model that is waited for, if one is."""
        self._what, self._model, self._since = what, model, time.monotonic()

    def cut_off(self, too_slow: str, seconds: float, *, rationed: bool) -> RunError:
        """The error of a run whose time is up.

        A model that was silent for most of it was not waited for too shortly: it is the model that failed.

        Args:
            too_slow: That the time was not enough, in words.
            seconds: How long the run had.
            rationed: Whether that is less than the run may take: a budget had no more left.
        """
        if not self._model:
            return BudgetExceeded(f"{too_slow}; {self._what}")
        silent = time.monotonic() - self._since
        told = f"the model {self._model!r} had not answered for {silent:.3g} s"
        if rationed or silent < seconds / 2:
            return BudgetExceeded(f"{too_slow}; {told}")
        advice = "Raise webagent_timeout if it is only slow, else look into what serves it"
        return ModelError(f"{told} when the {seconds:g} s of the run were over. {advice}")
