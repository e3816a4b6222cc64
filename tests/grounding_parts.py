"""What the pages are made of on which clicks are aimed by colour: targets, frames and canvases that tell what was hit.

Nothing on such a page but the targets has a saturated colour, and no target says its colour: only a picture shows where it
is. The window of the main frame keeps `hits`: for each click in any of its frames what was hit, and where, in CSS pixels of
the viewport of the main frame.
"""

from __future__ import annotations

from dataclasses import dataclass

from grounding_picture import INKS

STYLE = "".join(
    (
        "body { margin: 0; font: 16px sans-serif; background: #fff; color: #000 }",
        "[data-ink] { position: absolute; width: 120px; height: 44px; border: 0; padding: 0 4px; color: #000;"
        " font-size: 10px; text-align: left }",
        *(
            f"[data-ink={name}] {{ background: rgb{colour} }}".replace(" (", "(")
            for name, colour in INKS.items()
        ),
    )
)

# At the window, where a click arrives last: what is nearer and knows better (a canvas, a closed shadow root) has said so
# by then. The place is the one on the screen, the same for all frames: it knows no scrolling, zoom or transformation.
_SCRIPT = """
let pressed = null;
addEventListener('pointerdown', event => { pressed = event }, true);
addEventListener('click', event => {
    const hit = event.composedPath().find(each => each.dataset && each.dataset.ink);
    const ink = event.ink ?? (hit ? hit.dataset.ink : 'nothing');
    top.postMessage({ink, x: pressed?.screenX ?? null, y: pressed?.screenY ?? null}, '*');
});
if (top === window) { window.hits = []; addEventListener('message', event => hits.push(event.data)); }
"""


def document(body: str, *, style: str = "", root: str = "lang=en") -> str:
    """A whole page, or what a frame shows."""
    return (
        f"<!doctype html><html {root}><head><meta charset=utf-8><title>Board</title><style>{STYLE}{style}</style>"
        f"<script>{_SCRIPT}</script></head><body>{body}</body></html>"
    )


def button(ink: str, x: float, y: float, style: str = "") -> str:
    """A target whose words say nothing of its colour."""
    return f"<button data-ink={ink} style='left:{x}px;top:{y}px;{style}'>Go</button>"


def frame(path: str, style: str) -> str:
    """A frame of another origin: the same server by its other name, in a process of its own."""
    return (
        "<script>document.write(`<iframe style='"
        + style
        + "' src='http://${location.hostname === 'localhost' ?"
        " '127.0.0.1' : 'localhost'}:${location.port}" + path + "'></iframe>`)</script>"
    )


_SHAPES = """
const RGB = INKS;
function paints(canvas, ratio, shapes) {
    const pen = canvas.getContext('2d');
    pen.scale(ratio, ratio);
    const paths = shapes.map(([ink, x, y, width, height, turn]) => {
        const path = new Path2D(), whole = new Path2D();
        path.rect(-width / 2, -height / 2, width, height);
        whole.addPath(path, new DOMMatrix().translate(x, y).rotate(turn));
        pen.fillStyle = `rgb(${RGB[ink]})`;
        pen.fill(whole);
        return [ink, whole];
    });
    canvas.addEventListener('click', event => {
        const box = canvas.getBoundingClientRect();
        const x = (event.clientX - box.left) / box.width * canvas.width;
        const y = (event.clientY - box.top) / box.height * canvas.height;
        event.ink = (paths.find(([, path]) => pen.isPointInPath(path, x, y)) ?? ['nothing'])[0];
    });
}
""".replace("INKS", str({name: list(colour) for name, colour in INKS.items()}))


def canvas(attributes: str, ratio: str, shapes: str) -> str:
    """A canvas with shapes, each ``[ink, middle x, middle y, width, height, degrees]``."""
    return (
        f"<canvas id=c {attributes}></canvas><script>{_SHAPES}"
        f"paints(document.querySelector('#c'), {ratio}, {shapes})</script>"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One kind of page."""

    files: dict[str, str]
    """What the server serves, by path; ``/`` is the page itself."""
    targets: tuple[str, ...]
    """The inks that can be seen once `before` is done."""
    before: str = ""
    """JavaScript that brings the page where it is looked at."""
    frames: dict[str, str] | None = None
    """The same for its frames, by the end of their path."""
    role: str = "button"
    """Of the elements that are the targets, or that they are painted on."""
    secluded: tuple[str, ...] = ()
    """Targets that nothing but a picture shows: no record can name an element."""
