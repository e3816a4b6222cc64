"""What a call takes of this machine, as far as the process that makes it can tell."""

from __future__ import annotations

import sys
import time
from typing import Final, NamedTuple

_UNIT: Final = (1 << 20) if sys.platform == "darwin" else (1 << 10)
"""How many of what the system counts peaks of memory in are a mebibyte."""


class Use(NamedTuple):
    """What this process has used since it began; the difference of two is what was used in between.

    It is that of the whole process: what else it did meanwhile is in it, and the browser, a process of its own, is not.
    """

    cpu_seconds: float
    """Of its threads, and of those processes it started that have ended."""
    peak_mb: float | None
    """The most memory it has held; it never falls. None where the system does not tell."""

    @classmethod
    def so_far(cls) -> Use:
        """Until now."""
        if sys.platform == "win32":
            return cls(time.process_time(), None)
        import resource

        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _UNIT
        return cls(time.process_time() + children.ru_utime + children.ru_stime, peak)

    def since(self, earlier: Use) -> Use:
        """What was used in between: the seconds, and by how much the peak was raised."""
        grown = (
            None
            if self.peak_mb is None or earlier.peak_mb is None
            else max(self.peak_mb - earlier.peak_mb, 0.0)
        )
        return Use(max(self.cpu_seconds - earlier.cpu_seconds, 0.0), grown)
