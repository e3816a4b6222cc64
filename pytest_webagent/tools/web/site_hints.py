"""Hints for a site that a person wrote and keeps beside the tests: names for selectors, and notes for the model.

::

    # webagent_sites/checkout.yaml
    version: 3
    origins: ["https://shop.example", "http://localhost:*"]
    hints:
      selectors:
        pay button: "#pay"
      notes:
        - The cart is emptied after an hour.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from pydantic import AfterValidator, Field

from pytest_webagent.errors import ConfigError, ToolError
from pytest_webagent.policy.origins import parse
from pytest_webagent.tools.core.wording import nearest
from pytest_webagent.tools.planning import document
from pytest_webagent.tools.planning.document import Place, Written, YamlError
from pytest_webagent.tools.planning.steps import validated

if TYPE_CHECKING:
    from pytest_webagent.tools.core.base import ToolContext

FOLDER: Final = "webagent_sites"
PREFIX: Final = "site="
"""Before a name where a selector is wanted: ``site=pay button``."""
_ANY_PORT: Final = ":*"
_SIGN: Final = re.compile(r"[#.[\]:>/*=+~,]")
"""What a text has to have in it to be taken for a selector, as dom.js has it."""


def _spelled(origin: str) -> str:
    bare = origin.strip().rstrip("/")
    try:
        address = parse(bare.removesuffix(_ANY_PORT))
    except ValueError as error:
        raise ValueError(f"{origin!r} is no origin: {error}") from None
    if address.rest != "/":
        raise ValueError(f"{origin!r} is no origin: it has more than scheme, host and port")
    if bare.endswith(_ANY_PORT):
        return f"{address.origin.scheme}://{address.origin.host}{_ANY_PORT}"
    return str(address.origin)


class Hints(Written):
    """What is known of a site."""

    selectors: dict[str, str] = Field(default_factory=dict)
    """CSS selectors or XPaths, by what a person calls the thing."""
    notes: list[str] = Field(default_factory=list)
    """What a model should know, a sentence or two each."""


class SiteFile(Written):
    """A file of hints."""

    version: int = Field(ge=1)
    """Which version of the hints it is, as their author counts."""
    origins: list[Annotated[str, AfterValidator(_spelled)]] = Field(min_length=1)
    """Where they hold: scheme, host and port; ``*`` is any port."""
    hints: Hints


class Site(NamedTuple):
    """The hints of one file."""

    name: str
    file: SiteFile

    def told(self, *, names: bool) -> str:
        """Them for a model; `names` says whether it has tools that take these."""
        hints = self.file.hints
        listed = ", ".join(f'"{PREFIX}{name}"' for name in hints.selectors) if names else ""
        lines = [f"- In place of a selector the web_* tools take: {listed}"] if listed else []
        lines += [f"- {' '.join(note.split())}" for note in hints.notes]
        about = f"Hints of the tests' author for this site ({self.name}, version {self.file.version}; not from the page):"
        return "\n".join((about, *lines))


def sites_at(context: ToolContext, url: str) -> tuple[Site, ...]:
    """The hints for the origin of a page, by the names of their files.

    Raises:
        ConfigError: a file is none; the message names file, line and column.
    """
    try:
        origin = parse(url).origin
    except ValueError:
        return ()
    here = {str(origin), f"{origin.scheme}://{origin.host}{_ANY_PORT}"}
    return tuple(each for each in _sites(context.sites) if here & set(each.file.origins))


def selector_for(context: ToolContext, wanted: str) -> str:
    """The selector that a name of the site stands for; what is no such name is given back.

    Raises:
        ConfigError: a file of hints is none.
        ToolError: the site has no such name; the message lists those it has.
    """
    if not wanted.strip().startswith(PREFIX):
        return wanted
    name, url = wanted.strip().removeprefix(PREFIX).strip(), context.session.page.url
    known = {
        key: value for site in sites_at(context, url) for key, value in site.file.hints.selectors.items()
    }
    if name not in known:
        have = f"it has: {', '.join(known)}" if known else f"no file in {FOLDER} has names for this site"
        raise ToolError(f"the site has no name {name!r}{nearest(name, sorted(known))}; {have}")
    selector = known[name].strip()
    return selector if _SIGN.search(selector) else f"css={selector}"


def _sites(folder: str) -> tuple[Site, ...]:
    """All files of a folder; they are read again once one of them is another."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".yaml"))
        files = [(file, file.stat().st_mtime_ns) for file in map(Path(folder).joinpath, names)]
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise ConfigError(
            f"the hints for sites cannot be looked for: {error}; let the user who runs the tests read and search that folder"
        ) from None
    return tuple(starmap(_site, files))


@lru_cache(maxsize=64)
def _site(file: Path, _: int) -> Site:
    shown = f"{FOLDER}/{file.name}"
    try:
        text = file.read_text(encoding="utf-8")
        return Site(file.stem, validated(SiteFile, document.read(text, shown)))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(Place(shown).told(f"it cannot be read: {error}")) from None
    except YamlError as error:
        raise ConfigError(str(error)) from None
