"""Numbers in words."""

from typing import Final

NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
}
ANY_NUMBER: Final = "|".join(sorted(NUMBERS, key=len, reverse=True))
"""A regular expression for one of them."""
