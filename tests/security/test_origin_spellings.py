"""Addresses that look like an origin of the test and are none, however they are written."""

import pytest

from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.policy.origins import AllowedOrigins


def _unchecked(self: AllowedOrigins, url: str, *, base: str = "") -> str:
    return url


@pytest.mark.held_by("pytest_webagent.policy.origins.AllowedOrigins.check", _unchecked)
@pytest.mark.parametrize(
    "url",
    [
        "https://shop.example.evil.test/",
        "https://shop.example@evil.test/",
        "https://shop.example:8443/",
        "http://shop.example/",
        "https://evilshop.example/",
        "https://shop.example./",
        "https://shop.example\\@evil.test/",
        "https:/\\evil.test/",
        "//evil.test/",
        "https://sh\u043ep.example/",
        "data:text/html,<h1>Shop</h1>",
        "java\tscript:alert(1)",
        " JavaScript:alert(1)",
        "blob:https://shop.example/0a1b",
        "file:///etc/passwd",
        "view-source:https://shop.example/",
        "chrome://settings",
        "about:srcdoc",
    ],
)
def test_it_is_not_opened(url: str) -> None:
    allowed = AllowedOrigins(["https://shop.example"])
    with pytest.raises((DeniedError, ToolError)):
        allowed.check(url, base="https://shop.example/cart")


@pytest.mark.parametrize(
    "url", ["https://shop.example/cart?id=1", "https://SHOP.example:443/", "/cart", "about:blank"]
)
def test_what_is_of_the_test_is_opened(url: str) -> None:
    assert AllowedOrigins(["https://shop.example"]).check(url, base="https://shop.example/")
