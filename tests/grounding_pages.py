"""Pages on which each target is painted in a colour of its own, and which tell truly what a click has hit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from grounding_parts import STYLE, Page, button, canvas, document, frame

if TYPE_CHECKING:
    from collections.abc import Callable


def _page(body: str, *targets: str, style: str = "", before: str = "", root: str = "lang=en") -> Page:
    return Page(files={"/": document(body, style=style, root=root)}, targets=targets, before=before)


def _plain() -> Page:
    return _page(
        "<h1>Board</h1>" + button("red", 100, 120) + button("green", 600, 300) + button("blue", 1100, 640),
        "red",
        "green",
        "blue",
    )


def _scrolled() -> Page:
    inner = (
        "<div id=s style='position:absolute;left:1700px;top:1650px;width:300px;height:240px;overflow:scroll'>"
        "<div style='width:900px;height:900px;position:relative'>" + button("blue", 470, 430) + "</div></div>"
    )
    return _page(
        "<div style='width:3000px;height:4000px'></div>"
        + button("red", 1300, 1500)
        + button("green", 2200, 2000)
        + button("magenta", 1300, 10)
        + inner,
        "red",
        "green",
        "blue",
        before="scrollTo(1201.5, 1433.5); document.querySelector('#s').scrollTo(390, 350)",
    )


def _zoomed_page() -> Page:
    return _page(
        "<div style='height:2000px'></div>"
        + button("red", 40, 300)
        + button("green", 700, 420)
        + button("blue", 300, 640),
        "red",
        "green",
        "blue",
        style="html { zoom: 1.5 }",
        before="scrollTo(0, 350)",
    )


def _zoomed_part() -> Page:
    part = "<div style='position:absolute;left:{x}px;top:{y}px;zoom:{zoom};width:400px;height:200px'>{inner}</div>"
    return _page(
        part.format(x=60, y=50, zoom=2, inner=button("red", 120, 60))
        + part.format(x=1500, y=100, zoom=0.6, inner=button("green", 150, 80))
        + part.format(
            x=100, y=400, zoom=1.25, inner=part.format(x=90, y=30, zoom=1.6, inner=button("blue", 5, 40))
        ),
        "red",
        "green",
        "blue",
    )


def _frames() -> Page:
    outer = document(
        "<div style='width:1400px;height:1500px'></div>"
        + button("green", 330, 420)
        + frame(
            "/inner", "position:absolute;left:520px;top:380px;width:320px;height:260px;border:9px solid #888"
        ),
    )
    inner = document("<div style='height:900px'></div>" + button("blue", 70, 500))
    top = document(
        "<div style='height:1800px'></div>"
        + button("red", 40, 640)
        + frame(
            "/outer",
            "position:absolute;left:170px;top:700px;width:900px;height:520px;border:13px solid #aaa;padding:21px 34px",
        )
    )
    return Page(
        files={"/": top, "/outer": outer, "/inner": inner},
        targets=("red", "green", "blue"),
        before="scrollTo(0, 610)",
        frames={"/outer": "scrollTo(210, 240)", "/inner": "scrollTo(0, 430)"},
    )


def _frames_scaled() -> Page:
    outer = document(
        button("green", 60, 60)
        + "<div style='position:absolute;left:300px;top:120px;transform:rotate(8deg);transform-origin:0 0'>"
        + frame("/inner", "width:400px;height:300px;border:5px solid #888;padding:10px")
        + "</div>",
    )
    inner = document(
        "<div style='height:900px'></div>" + button("blue", 120, 440, "transform:rotate(-20deg)")
    )
    top = document(
        button("red", 1000, 60)
        + frame(
            "/outer",
            "position:absolute;left:120px;top:60px;width:900px;height:700px;border:20px solid #aaa;padding:12px;"
            "transform:scale(.7);transform-origin:0 0",
        )
    )
    return Page(
        files={"/": top, "/outer": outer, "/inner": inner},
        targets=("red", "green", "blue"),
        frames={"/inner": "scrollTo(0, 330)"},
    )


def _frames_zoomed() -> Page:
    inner = "<div style='height:900px'></div>{}"
    top = document(
        "<div style='height:1500px'></div>"
        + button("red", 700, 520)
        + "<div style='position:absolute;left:40px;top:230px;zoom:1.5'>"
        + frame("/large", "width:320px;height:200px;border:9px solid #888;padding:11px")
        + "</div><div style='position:absolute;left:640px;top:260px'>"
        + frame("/small", "width:400px;height:300px;border:9px solid #888;padding:11px;zoom:.6")
        + "</div>",
        style="html { zoom: 1.2 }",
    )
    return Page(
        files={
            "/": top,
            "/large": document(inner.format(button("green", 120, 240))),
            "/small": document(inner.format(button("blue", 170, 460))),
        },
        targets=("red", "green", "blue"),
        before="scrollTo(0, 200)",
        frames={"/large": "scrollTo(0, 150)", "/small": "scrollTo(0, 330)"},
    )


def _transformed() -> Page:
    return _page(
        button("red", 300, 200, "transform:rotate(50deg)")
        + button("green", 600, 400, "transform:translate(200px,-150px) scale(1.7)")
        + "<div style='position:absolute;left:500px;top:450px;transform:rotate(-30deg) skewX(20deg) scale(.6)'>"
        + button("blue", 10, 20)
        + "</div><div style='perspective:500px;position:absolute;left:900px;top:350px;width:300px;height:300px'>"
        + button("magenta", 60, 90, "transform:rotateY(45deg)")
        + "</div>",
        "red",
        "green",
        "blue",
        "magenta",
    )


_DRAWN = (
    "[['red', 90, 60, 120, 40, 0], ['green', 330, 210, 90, 60, 30], ['blue', 520, 90, 60, 110, 0], "
    "['magenta', 150, 300, 110, 36, -60]]"
)


def _canvas() -> Page:
    return _page(
        "<div style='padding:70px 210px'>" + canvas("width=600 height=380", "1", _DRAWN) + "</div>",
        "red",
        "green",
        "blue",
        "magenta",
    )


def _canvas_scaled() -> Page:
    return _page(
        "<div style='height:1500px;padding:640px 90px'>"
        + canvas("width=600 height=380 style='width:1050px;height:280px'", "1", _DRAWN)
        + "</div>",
        "red",
        "green",
        "blue",
        "magenta",
        before="scrollTo(0, 555)",
    )


def _canvas_dense() -> Page:
    sized = canvas("style='width:600px;height:380px;margin:120px 440px'", "devicePixelRatio", _DRAWN)
    return _page(
        sized.replace(
            "paints(document",
            "{ const c = document.querySelector('#c'); c.width = 600 * devicePixelRatio;"
            " c.height = 380 * devicePixelRatio } paints(document",
        ),
        "red",
        "green",
        "blue",
        "magenta",
    )


def _shadow(mode: str) -> Page:
    # A closed root hides its elements from whoever listens outside, so one inside says what was hit.
    inside = "<style>" + STYLE + "</style>" + button("green", 30, 40) + "<div id=deep></div>"
    return _page(
        button("red", 900, 500)
        + "<div id=host style='position:absolute;left:200px;top:150px;width:500px;height:400px'></div><script>"
        "const tells = event => event.ink ??= event.target.dataset.ink;"
        f"const root = document.querySelector('#host').attachShadow({{mode: '{mode}'}});"
        f"root.innerHTML = `{inside}`;"
        f"const deep = root.querySelector('#deep').attachShadow({{mode: '{mode}'}});"
        f"deep.innerHTML = `<style>{STYLE}</style>" + button("blue", 310, 300) + "`;"
        "deep.addEventListener('click', tells); root.addEventListener('click', tells)</script>",
        "red",
        "green",
        "blue",
    )


def _sticky() -> Page:
    return _page(
        "<header style='position:sticky;top:0;height:90px;background:#ddd;z-index:1'>"
        + button("red", 50, 20)
        + "</header><div style='height:3000px'></div>"
        # Half of it is under the header.
        + button("green", 700, 1068)
        + "<aside style='position:fixed;right:0;bottom:0;width:300px;height:120px;background:#ccc'>"
        + button("blue", 90, 40)
        + "</aside>"
        + button("magenta", 400, 1400),
        "red",
        "green",
        "blue",
        "magenta",
        before="scrollTo(0, 1000)",
    )


def _right_to_left() -> Page:
    return _page(
        "<p>لوح</p><div id=s style='position:absolute;left:150px;top:130px;width:400px;height:300px;overflow:scroll;"
        "border:6px solid #888'><div style='width:1400px;height:900px;position:relative'>"
        + button("red", 620, 480)
        + "</div></div>"
        + button("green", 900, 200)
        + "<button data-ink=blue style='right:400px;top:520px'>Go</button>"
        "<div style='width:2600px;height:1500px'></div>",
        "red",
        "green",
        "blue",
        root="lang=ar dir=rtl",
        before="document.querySelector('#s').scrollTo(-520, 330); scrollTo(-180, 40)",
    )


def _tiny() -> Page:
    small = "width:12px;height:12px;font-size:0"
    neighbours = "".join(
        f"<i style='position:absolute;left:{620 + 20 * n}px;top:{340 + 20 * m}px;width:12px;height:12px;"
        "background:#888'></i>"
        for n in range(5)
        for m in range(5)
        if (n, m) != (2, 2)
    )
    return _page(
        button("red", 7, 5, small)
        + button("green", 660, 380, small)
        + neighbours
        + button("blue", 1243.5, 690.5, small),
        "red",
        "green",
        "blue",
    )


def _edges() -> Page:
    return _page(
        # A part of each is out of sight; what is in sight is all there is to click on.
        "<div style='height:2000px'></div>"
        + button("red", -108, 1300)
        + button("green", 500, 966)
        + button("blue", 700, 1710)
        + "<button data-ink=magenta style='position:fixed;right:-104px;top:200px'>Go</button>",
        "red",
        "green",
        "blue",
        "magenta",
        before="scrollTo(0, 1000)",
    )


def _tall() -> Page:
    return _page(
        "<div style='height:40000px'></div>"
        + button("red", 200, 20100)
        + button("green", 800, 20500)
        + button("blue", 1000, 39000),
        "red",
        "green",
        before="scrollTo(0, 20000)",
    )


_MAKERS: dict[str, Callable[[], Page]] = {
    "plain": _plain,
    "scrolled": _scrolled,
    "zoomed page": _zoomed_page,
    "zoomed part": _zoomed_part,
    "frames": _frames,
    "scaled frames": _frames_scaled,
    "zoomed frames": _frames_zoomed,
    "transformed": _transformed,
    "canvas": _canvas,
    "canvas scaled": _canvas_scaled,
    "canvas dense": _canvas_dense,
    "shadow open": lambda: _shadow("open"),
    "shadow closed": lambda: _shadow("closed"),
    "sticky": _sticky,
    "right to left": _right_to_left,
    "tiny": _tiny,
    "edges": _edges,
    "40,000 px": _tall,
}

PAGES: dict[str, Page] = {
    name: replace(
        make(),
        role="canvas" if name.startswith("canvas") else "button",
        secluded=("green", "blue") if name == "shadow closed" else (),
    )
    for name, make in _MAKERS.items()
}
"""Every kind of page, by name."""
