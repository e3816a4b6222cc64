"""Renders the pictures of docs/marks.md: real pages with numbered marks, at device scale factors 1 and 2.

    python docs/marks_pictures.py [FOLDER]

The Django admin and a pytest-html report are always there (dependency groups `test` and `examples`). The other pages
come from npm packages in FOLDER: `npm install swagger-ui-dist leaflet fullcalendar@6`. Without it they are left as they are.
"""

from __future__ import annotations

import asyncio
import functools
import io
import json
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import PIL.Image
from playwright.async_api import async_playwright

from pytest_webagent.browser.executable import find
from pytest_webagent.browser.session import BrowserSession
from pytest_webagent.config import Settings
from pytest_webagent.grounding.marks import draw, paint
from pytest_webagent.messages import Image

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.async_api import Browser

ROOT = Path(__file__).parents[1]
OUT = ROOT / "docs" / "marks"
VIEWPORT = (1280, 720)
LARGEST = 120_000
"""Bytes a picture in the docs may have."""

SWAGGER = """<!doctype html><html><head><title>Library API</title><link rel=stylesheet href=node_modules/swagger-ui-dist/swagger-ui.css>
</head><body><div id=ui></div><script src=node_modules/swagger-ui-dist/swagger-ui-bundle.js></script>
<script>SwaggerUIBundle({spec: SPEC, dom_id: '#ui'})</script></body></html>"""
LEAFLET = """<!doctype html><html><head><title>Map</title><link rel=stylesheet href=node_modules/leaflet/dist/leaflet.css>
<style>body {margin: 0} #map {height: 100vh; background: #aad3df}</style></head><body><div id=map></div>
<script src=node_modules/leaflet/dist/leaflet.js></script><script>
const map = L.map('map').setView([54, 10], 5);
L.geoJSON({type: 'Polygon', coordinates: [[[-5, 50], [8, 54], [12, 54], [20, 55], [24, 52], [22, 48], [8, 46], [-2, 47], [-5, 50]]]},
  {style: {color: '#777', fillColor: '#f2efe9', fillOpacity: 1, weight: 1}}).addTo(map);
const cities = {Paris: [48.86, 2.35], Berlin: [52.52, 13.4], Hamburg: [53.55, 10], Prague: [50.09, 14.42], Brussels: [50.85, 4.35],
  Vienna: [48.21, 16.37], Warsaw: [52.23, 21], Cologne: [50.94, 6.96], Bonn: [50.73, 7.1], Munich: [48.14, 11.58]};
for (const [name, at] of Object.entries(cities)) L.marker(at, {title: name}).addTo(map).bindPopup(`<b>${name}</b><br><a href=#>Directions</a>`);
L.control.layers({Streets: L.layerGroup(), Terrain: L.layerGroup()}, {Cities: L.layerGroup()}, {collapsed: false}).addTo(map);
map.eachLayer(layer => { if (layer.getPopup && layer.options.title === 'Munich') layer.openPopup(); });
</script></body></html>"""
CALENDAR = """<!doctype html><html><head><title>Calendar</title><style>body {font: 14px sans-serif; margin: 12px}</style></head>
<body><div id=c></div><script src=node_modules/fullcalendar/index.global.min.js></script><script>
const events = [];
for (let day = 1; day < 29; day += 3) for (let n = 0; n < 1 + day % 3; n++) events.push({title: ['Meeting', 'Lunch', 'Call'][n],
  start: `2026-03-${String(day).padStart(2, '0')}T${10 + 2 * n}:00`, url: '#'});
new FullCalendar.Calendar(document.getElementById('c'), {initialDate: '2026-03-12', height: 690, navLinks: true, events,
  headerToolbar: {left: 'prev,next today', center: 'title', right: 'dayGridMonth,timeGridWeek,timeGridDay,listWeek'}}).render();
</script></body></html>"""


class Shown(NamedTuple):
    """A page to be shown."""

    name: str
    url: str
    cookie: dict[str, str] | None = None
    open: str = ""
    """What to click first."""


def specification() -> str:
    """A small API in OpenAPI's words."""

    def call(summary: str) -> dict[str, Any]:
        return {"summary": summary, "tags": ["books"], "responses": {"200": {"description": "OK"}}}

    title = {"name": "title", "in": "query", "schema": {"type": "string"}}
    return json.dumps(
        {
            "openapi": "3.0.0",
            "info": {"title": "Library", "version": "1.0", "description": "Books and who has them."},
            "paths": {
                "/books": {"get": {**call("Find books"), "parameters": [title]}, "post": call("Add a book")},
                "/books/{isbn}": {"put": call("Change a book"), "delete": call("Remove a book")},
                "/loans": {"get": call("Who has what"), "post": call("Lend a book")},
            },
        }
    )


@contextmanager
def served(folder: Path, pages: dict[str, str]) -> Iterator[str]:
    """Serve a folder, and some pages besides, on loopback."""

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            page = pages.get(self.path)
            if page is None:
                super().do_GET()
                return
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def report(folder: Path) -> None:
    """Write a report with pytest-html: some tests that pass and fail."""
    (folder / "test_mixed.py").write_text(
        "import pytest\n"
        "@pytest.mark.parametrize('row', range(6))\ndef test_row(row):\n    assert row != 2\n"
        "@pytest.mark.xfail\ndef test_hoped_for(): assert False\n"
    )
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--html=report.html",
        "--self-contained-html",
        "-p",
        "no:cacheprovider",
    ]
    subprocess.run([*command, "test_mixed.py"], cwd=folder, check=False, capture_output=True)


async def picture(browser: Browser, page: Shown, factor: int) -> None:
    """Show one page, draw its marks, and write the picture."""
    width, height = VIEWPORT
    context = await browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=factor
    )
    session = BrowserSession(context, await context.new_page(), Settings(), owned=True)
    if page.cookie is not None:
        await context.add_cookies([page.cookie])  # type: ignore[list-item]
    await session.goto(page.url)
    await session.page.wait_for_load_state("networkidle")
    if page.open:
        await session.act(lambda: session.page.click(page.open))
    seen = await session.observe(marks=True)
    shot = Image(await session.page.screenshot(scale="device"), "image/png")
    await session.close()
    marked = PIL.Image.open(io.BytesIO(draw(shot, seen, scale=factor).data))
    placed = paint(PIL.Image.open(io.BytesIO(shot.data)).convert("RGB"), seen, scale=factor)
    for quality in range(85, 10, -5):
        target = OUT / f"{page.name}-{factor}x.webp"
        marked.save(target, quality=quality, method=6)
        if target.stat().st_size <= LARGEST:
            break
    sys.stdout.write(
        f"{target.name}: {len(placed)} of {len(seen.uncovered)} marks, {target.stat().st_size} bytes\n"
    )


async def render(pages: list[Shown]) -> None:
    """Render all pages at both factors."""
    OUT.mkdir(exist_ok=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(find(Settings()).path))
        for page in pages:
            for factor in (1, 2):
                await picture(browser, page, factor)
        await browser.close()


def main() -> None:
    """Serve what there is and render it."""
    sys.path.insert(0, str(ROOT / "example_suites"))
    os.environ["DJANGO_SETTINGS_MODULE"] = "django_admin.settings"
    import django

    django.setup()
    from django_admin.server import running_library

    packages = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    own = {
        "/swagger.html": SWAGGER.replace("SPEC", specification()),
        "/map.html": LEAFLET,
        "/calendar.html": CALENDAR,
    }
    with TemporaryDirectory() as folder, running_library(Path(folder)) as library:
        report(Path(folder))
        cookie = library.session_cookie()
        with served(packages or Path(folder), own) as url, served(Path(folder), {}) as reports:
            pages = [
                Shown("django-list", library.url + "/admin/library/book/", cookie),
                Shown("django-form", library.url + "/admin/library/book/1/change/", cookie),
                Shown("report", reports + "/report.html", open="#environment-header"),
            ]
            if packages is not None:
                pages += [
                    Shown("swagger-ui", url + "/swagger.html", open=".opblock-get button"),
                    Shown("leaflet", url + "/map.html"),
                    Shown("fullcalendar", url + "/calendar.html"),
                ]
            asyncio.run(render(pages))


if __name__ == "__main__":
    main()
