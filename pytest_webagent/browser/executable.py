"""Which browser is started, and whether its sandbox can work. Starts nothing and imports no Playwright."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_webagent.errors import BrowserError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_webagent.config import Settings

INSTALL = "python -m pytest_webagent.browser.install"


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """A browser to start: its `path` or, for one Playwright finds itself, its `channel`."""

    path: Path | None = None
    channel: str | None = None
    sandbox_off: str | None = None
    """Why the sandbox is switched off; None where it stays on."""

    @property
    def name(self) -> str:
        """The browser in one word or path."""
        return str(self.path or self.channel)


def find(settings: Settings, environment: Mapping[str, str] = os.environ) -> Launch:
    """The browser to start: the one named in the settings, else Playwright's own, else an installed one.

    Raises:
        BrowserError: there is none, or the one named does not exist.
    """
    sandbox_off = why_no_sandbox()
    if settings.browser_path is not None:
        return Launch(path=_named(settings.browser_path, environment), sandbox_off=sandbox_off)
    if settings.browser_channel is not None:
        return Launch(channel=settings.browser_channel, sandbox_off=sandbox_off)
    path = playwrights_own(environment, headed=settings.headed) or installed(environment)
    if path is None:
        raise BrowserError(
            "no browser found: Playwright's own is not downloaded and no Chrome or Chromium is installed. "
            f"Run `{INSTALL}`, or name one with --webagent-browser-path"
        )
    return Launch(path=path, sandbox_off=sandbox_off)


def describe(settings: Settings, environment: Mapping[str, str] = os.environ) -> str:
    """One line for the header of a test session: the browser, and why its sandbox is off if it is."""
    try:
        launch = find(settings, environment)
    except BrowserError as error:
        return f"none ({error})"
    off = f" (chromium sandbox off: {launch.sandbox_off})" if launch.sandbox_off else ""
    return launch.name + off


def _named(name: str, environment: Mapping[str, str]) -> Path:
    found = shutil.which(os.path.expanduser(name), path=environment.get("PATH"))
    if found is None:
        raise BrowserError(
            f"the browser {name!r} (setting browser_path) is not an executable file; "
            "name another, or leave the setting out to have one found"
        )
    return Path(found)


_OWN = {
    "linux-x64": ("linux64", "chrome", "chrome-headless-shell"),
    "linux-arm64": ("linux-arm64", "chrome", "chrome-headless-shell"),
    "mac-x64": ("mac-x64", "", "chrome-headless-shell"),
    "mac-arm64": ("mac-arm64", "", "chrome-headless-shell"),
    "win-x64": ("win64", "chrome.exe", "chrome-headless-shell.exe"),
}
_MAC_APP = "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"


def _platform() -> str:
    system = {"linux": "linux", "darwin": "mac", "win32": "win"}.get(sys.platform, sys.platform)
    arm = platform.machine().lower() in ("arm64", "aarch64")
    return f"{system}-{'arm64' if arm else 'x64'}"


def playwrights_own(environment: Mapping[str, str] = os.environ, *, headed: bool = False) -> Path | None:
    """The browser Playwright downloaded for its installed version, or None.

    Computed as the driver does it: the registry folder, then the revision in the driver's browsers.json.
    """
    package = _driver_package()
    if package is None or _platform() not in _OWN:
        return None
    registry = _registry(environment, package)
    suffix, chrome, shell = _OWN[_platform()]
    layouts = {
        "chromium": Path(f"chrome-{suffix}") / (chrome or _MAC_APP),
        "chromium-headless-shell": Path(f"chrome-headless-shell-{suffix}") / shell,
    }
    listed = json.loads((package / "browsers.json").read_text(encoding="utf-8"))["browsers"]
    revisions = {browser["name"]: browser["revision"] for browser in listed}
    wanted = ("chromium",) if headed else ("chromium", "chromium-headless-shell")
    for name in wanted:
        path = registry / f"{name.replace('-', '_')}-{revisions.get(name)}" / layouts[name]
        if os.access(path, os.X_OK):
            return path
    return None


def _driver_package() -> Path | None:
    spec = importlib.util.find_spec("playwright")
    if spec is None or spec.origin is None:
        return None
    package = Path(spec.origin).parent / "driver" / "package"
    return package if (package / "browsers.json").is_file() else None


def _registry(environment: Mapping[str, str], package: Path) -> Path:
    named = environment.get("PLAYWRIGHT_BROWSERS_PATH")
    if named == "0":
        return package / ".local-browsers"
    if named:
        return Path(environment.get("INIT_CWD") or os.curdir).absolute() / named
    if sys.platform == "darwin":
        cache = Path.home() / "Library" / "Caches"
    elif sys.platform == "win32":
        cache = Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        cache = Path(environment.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "ms-playwright"


def installed(environment: Mapping[str, str] = os.environ) -> Path | None:
    """A Chrome, Chromium or Edge installed on this machine, or None."""
    for candidate in _candidates(environment):
        if os.access(candidate, os.X_OK) and candidate.is_file():
            return candidate
    return None


def _candidates(environment: Mapping[str, str]) -> Iterator[Path]:
    names = (
        "google-chrome-stable",
        "google-chrome",
        "chrome",
        "chromium",
        "chromium-browser",
        "microsoft-edge",
    )
    for name in names:
        found = shutil.which(name, path=environment.get("PATH"))
        if found is not None:
            yield Path(found)
    if sys.platform == "darwin":
        for app in ("Google Chrome", "Chromium", "Microsoft Edge"):
            yield Path(f"/Applications/{app}.app/Contents/MacOS/{app}")
    if sys.platform == "win32":
        for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
            if root := environment.get(variable):
                yield Path(root) / "Google" / "Chrome" / "Application" / "chrome.exe"
                yield Path(root) / "Microsoft" / "Edge" / "Application" / "msedge.exe"


def why_no_sandbox() -> str | None:
    """Why Chromium's sandbox cannot work here, or None where it can."""
    if sys.platform != "linux":
        return None
    if os.geteuid() == 0:
        return "running as root"
    return None
