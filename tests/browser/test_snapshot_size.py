"""Very large pages stay readable: a bounded text, the viewport first, nothing forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from matrix_cases import repeats
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.browser.snapshot import Snapshotter
from pytest_webagent.policy.secrets import Vault

if TYPE_CHECKING:
    from conftest import Site

    from pytest_webagent.browser.session import BrowserSession


@pytest.mark.parametrize("count", [1_000, *repeats(5_000)])
async def test_a_page_of_thousands_of_elements_fits_the_budget(
    session: BrowserSession, site: Site, count: int
) -> None:
    cards = "".join(
        f"<div><p>Text {n}</p><a href=/{n}>Link {n}</a><button>B{n}</button></div>" for n in range(count)
    )
    await session.page.goto(site.page("/large", f"<h1>Large</h1>{cards}"))
    snapshot = await Snapshotter(Vault()).take(session.page, tokens=2000)
    assert sum(e.role == "button" for e in snapshot.elements) == count
    assert len(snapshot.text) <= 8000
    lines = snapshot.text.splitlines()
    assert lines[0].endswith('heading "Large" (level 1)')
    assert '"Link 0"' in lines[1]
    assert lines[-1].endswith("more below: scroll down")


@pytest.mark.parametrize("megabytes", [1, *repeats(10)])
async def test_a_page_of_megabytes_fits_the_budget(
    session: BrowserSession, site: Site, megabytes: int
) -> None:
    paragraphs = f"<p>{'lorem ipsum dolor ' * 300}</p>" * 190 * megabytes
    await session.page.goto(site.page("/huge", f"<h1>Huge</h1>{paragraphs}<button>Last</button>"))
    snapshotter = Snapshotter(Vault())
    snapshot = await snapshotter.take(session.page, tokens=1000)
    assert len(snapshot.text) <= 4000
    assert "more characters" in snapshot.text
    assert snapshot.text.endswith("more below: scroll down")
    await session.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    bottom = await snapshotter.take(session.page, tokens=1000)
    assert 'button "Last"' in bottom.text
    assert "more above: scroll up" in bottom.text
