"""Starts the command ``webagent``, also as ``python -m pytest_webagent``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pytest_webagent.command.command_line import parsed

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say (else those of the process); returns the exit status."""
    order = parsed(arguments)
    try:
        # Loaded here and not above: pytest takes longer to load than help does to read.
        from pytest_webagent.command.goal_session import work_on

        return work_on(order)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
