"""What a run with seeded faults keeps in files has no secret that pages showed meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from left_behind import CANARY, files, leaks

from tests.plugin.conftest import NO_PICTURES
from tests.plugin.test_recording_ejecting import LAUNCH

if TYPE_CHECKING:
    import pytest

    from tests.conftest import Site
    from tests.plugin.conftest import Suite

PAGE = f"""<!doctype html><html lang=en><title>Licence</title><h1>Licence</h1>
<button onclick="fetch('/saved', {{method: 'POST'}}); n.textContent = '{CANARY}'">Renew licence</button>
<p>Licence key</p><p role=status aria-label="Licence key" id=n>none</p>"""
SECRETS = """
import pytest

@pytest.fixture
def webagent_secrets():
    return {"password": "".join(["Kq7#v", "W2!xZ9p"])}
"""
TEST = """
import pytest

pytestmark = pytest.mark.webagent(start_url=URL)

async def test_renew(agent):
    result = await agent.run("Click Renew licence and report the licence key")
    assert result.answer == "%(password)s"
    await agent.check("The licence key is '%(password)s'")
"""


def test_what_is_kept_of_mutations_has_it_nowhere(
    suite: Suite, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WEBAGENT_RECORD")
    suite.pytester.makeconftest(LAUNCH + SECRETS)
    site.page("/saved", "")
    site.page("/counter", PAGE)
    suite.write(test_it=TEST)
    result = suite.run(NO_PICTURES, "--webagent-model=builtin", "--webagent-mutate")
    result.assert_outcomes(passed=1)
    kept = files(suite.pytester.path, but=("conftest.py",)) | {"terminal": result.stdout.str().encode()}
    for name in ("webagent-results/mutations.json", "terminal"):
        assert b"%(password)s" in kept[name]
    assert leaks(kept) == set()
