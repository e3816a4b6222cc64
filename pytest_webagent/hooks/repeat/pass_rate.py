"""How often a repeated test passed, and what that says about how often it would."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

_Z: Final = 1.959963984540054
"""The standard normal distribution has 95 % of its mass between -z and z."""


class PassRate(NamedTuple):
    """Of `done` runs, `passed` passed."""

    passed: int
    done: int

    @property
    def share(self) -> float:
        """The share of runs that passed, 0 to 1; nan where there was no run."""
        return self.passed / self.done if self.done else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson score interval of the probability of a pass, each bound 0 to 1; all of it without a run.

        It holds for a number of runs that was fixed beforehand. Where runs are left out because they could no longer
        change the verdict, it only says what the runs that were made would say alone.

        Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the
        American Statistical Association 22 (158), 1927, pages 209-212, doi:10.1080/01621459.1927.10502953. R. G.
        Newcombe, "Two-sided confidence intervals for the single proportion: comparison of seven methods", Statistics
        in Medicine 17 (8), 1998, pages 857-872, has it as method 3.
        """
        if not self.done:
            return 0.0, 1.0
        weight = _Z * _Z / self.done
        center = self.share + weight / 2
        spread = _Z * math.sqrt((self.share * (1 - self.share) + weight / 4) / self.done)
        low, high = (center - spread) / (1 + weight), (center + spread) / (1 + weight)
        # At the ends the bounds are 0 and 1 exactly; rounding leaves them a hair beside.
        return (low if self.passed else 0.0), (high if self.passed < self.done else 1.0)

    def after(self, passed: bool) -> PassRate:
        """The rate with one more run."""
        return PassRate(self.passed + passed, self.done + 1)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.passed} of {self.done} runs passed (95 % interval {low:.2f} to {high:.2f})"


class Plan(NamedTuple):
    """How a test is repeated: at most `runs` times, and `wanted` of them have to pass."""

    runs: int
    wanted: int
    all_runs: bool = False
    """Whether every run is made, also when the verdict is settled."""

    def is_over(self, rate: PassRate) -> bool:
        """Whether no run is left to be made: all were, or the others could not change the verdict."""
        settled = rate.passed >= self.wanted or rate.done - rate.passed > self.runs - self.wanted
        return rate.done >= self.runs or (settled and not self.all_runs)

    def verdict(self, rate: PassRate) -> str:
        """How it ended, in a sentence without an end."""
        left = self.runs - rate.done
        wanted = f"{self.wanted} of {self.runs}" if left else str(self.wanted)
        told = f"{rate}, {wanted} {'was' if self.wanted == 1 else 'were'} wanted"
        if not left:
            return told
        if not self.is_over(rate):
            return f"{told}; the session was stopped before the other {left}"
        return f"{told}; the other {left} could not change the verdict and {'was' if left == 1 else 'were'} not made"
