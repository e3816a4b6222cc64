"""Opens the bytes of a picture file, and says in one way that they are none that can be read."""

from __future__ import annotations

import io
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.ImageFile import ImageFile


class UnreadablePictureError(ValueError):
    """A file that is broken, cut off, a trap, or no picture at all."""


@contextmanager
def opened(data: bytes) -> Iterator[ImageFile]:
    """The picture in the bytes of a file. Its pixels are decoded when they are first used.

    Raises:
        UnreadablePictureError: there is none, or decoding it, or what else is done with it, fails.
    """
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data)) as picture:
            yield picture
    except (
        Image.DecompressionBombError,
        Image.DecompressionBombWarning,
        OSError,
        ValueError,
        SyntaxError,
        EOFError,
    ) as error:
        raise UnreadablePictureError(type(error).__name__) from error
