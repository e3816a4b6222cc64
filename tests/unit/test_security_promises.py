"""What SECURITY.md promises is held by tests that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMED = sorted(
    {*re.findall(r"`((?:tests/\w+/)?test_\w+\*?)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8"))}
)


@pytest.mark.parametrize("name", NAMED)
def test_each_file_of_tests_that_it_names_is_there(name: str) -> None:
    assert [*ROOT.glob(f"{name}.py" if "/" in name else f"tests/security/{name}.py")]


def test_names_are_found_in_it() -> None:
    assert {"test_containment*", "test_secrets", "tests/browser/test_session_tabs"} <= {*NAMED}
