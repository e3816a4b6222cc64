"""Two texts say the same, or they do not, or it cannot be told."""

import pytest

from pytest_webagent.evidence.likeness import likeness


@pytest.mark.parametrize(
    ("claimed", "found", "same"),
    [
        ("$1,234.50", "1234.5 USD", True),
        ("3rd of May 2026", "2026-05-03", True),
        ("$9.00", "$9.00 each", False),
        ("5²", "52", False),
        ("14:30", "2:30 pm", True),
    ],
)
def test_form_makes_no_difference_and_words_do(claimed: str, found: str, same: bool) -> None:
    assert likeness(claimed, found, "en") == (same, "")
