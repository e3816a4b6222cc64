"""Changes of an application from outside: by a script in its pages, or by rewriting what its server answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from re import Pattern

    from playwright.async_api import BrowserContext, Route

    Handler: TypeAlias = Callable[["Change", Route], Awaitable[None]]


@dataclass(slots=True)
class Change:
    """A change of an application, for one run; it counts where it really changed something."""

    script: str = ""
    """JavaScript for every page and frame, run before the page's own; `changed()` tells that something was changed."""
    routes: tuple[tuple[str | Pattern[str], Handler], ...] = ()
    """Addresses, as Playwright takes them, and what becomes of requests for them."""
    times: int = field(default=0, init=False)
    """How often something was changed."""
    memory: dict[str, Any] = field(default_factory=dict, init=False)
    """What the handlers of requests keep during the run."""

    @property
    def applied(self) -> bool:
        return self.times > 0

    def count(self) -> None:
        """Something was changed."""
        self.times += 1

    async def apply_to(self, context: BrowserContext) -> None:
        """Let the pages of a context be changed from now on."""
        if self.script:
            await context.expose_binding("__changed", lambda _source: self.count())
            await context.add_init_script(f"(() => {{ {PRELUDE}\n{self.script}\n}})()")
        for pattern, handler in self.routes:
            await context.route(pattern, self._through(handler))

    def _through(self, handler: Handler) -> Callable[[Route], Awaitable[None]]:
        async def handle(route: Route) -> None:
            await handler(self, route)

        return handle


PRELUDE = """
let told = false;
const changed = () => { if (!told) { told = true; window.__changed(); } };
// Does something to the page once it is there, or while it is being read, and to whatever comes later.
const always = (work, early = false) => {
  const start = () => {
    work();
    new MutationObserver(work).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
  };
  if (early || document.body) start(); else document.addEventListener("DOMContentLoaded", start);
};
// Does something once with each element a selector finds, whenever it comes.
const each = (selector, work) => {
  const done = new WeakSet();
  always(() => {
    for (const element of document.querySelectorAll(selector)) {
      if (done.has(element)) continue;
      done.add(element);
      if (work(element) !== false) changed(); else done.delete(element);
    }
  });
};
const style = (css) => each("head", (head) => {
  const sheet = document.createElement("style");
  sheet.textContent = css;
  head.append(sheet);
});
// Rewrites the texts below what a selector finds, each time they come to say something new.
const reword = (selector, rewrite, mine = new WeakMap()) => always(() => {
  for (const element of document.querySelectorAll(selector)) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement.closest("script, style") || mine.get(text) === text.data) continue;
      const written = rewrite(text.data);
      if (written === text.data) continue;
      mine.set(text, written);
      text.data = written;
      changed();
    }
  }
});
"""
