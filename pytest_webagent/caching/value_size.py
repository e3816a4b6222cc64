"""What a single value may take."""

from typing import Final

LONGEST: Final = 512 * 1024
"""Most characters of one value as JSON; a longer one is not kept."""
