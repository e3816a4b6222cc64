"""Numbers in words."""

from typing import Final

_WORDS: Final = "zero one two three four five six seven eight nine ten eleven twelve"
NUMBERS: Final = {word: number for number, word in enumerate(_WORDS.split())}
ANY_NUMBER: Final = "|".join(sorted(NUMBERS, key=len, reverse=True))
"""A regular expression for one of them."""
_NTH: Final = "first second third fourth fifth sixth seventh eighth ninth tenth"
ORDINALS: Final = {word: nth for nth, word in enumerate(_NTH.split(), 1)} | {"last": -1, "final": -1}
"""Which one of several a word says; -1 is the last."""
