"""Which browser is started, and whether its sandbox can work. Starts nothing and imports no Playwright."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.errors import BrowserError, ConfigError
from pytest_webagent.setting import server_address, server_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from urllib.parse import SplitResult

    from pytest_webagent.config import Settings

INSTALL = "python -m pytest_webagent.browser.install"


class Launch(NamedTuple):
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
    if settings.browser_path is not None:
        named = _named(settings.browser_path, environment)
        return Launch(path=named, sandbox_off=why_no_sandbox(named))
    if settings.browser_channel is not None:
        return Launch(channel=settings.browser_channel, sandbox_off=why_no_sandbox())
    path = playwrights_own(environment, headed=settings.headed) or installed(
        environment, headed=settings.headed
    )
    if path is None:
        raise BrowserError(
            "no browser found: Playwright's own is not downloaded and no Chrome or Chromium is installed. "
            f"Run `{INSTALL}`, or name one with --webagent-browser-path"
        )
    return Launch(path=path, sandbox_off=why_no_sandbox(path))


def describe(settings: Settings, environment: Mapping[str, str] = os.environ) -> str:
    """One line for the header of a test session: the browser, and why its sandbox is off if it is."""
    if settings.connect is not None:
        return f"at {server_address(settings.connect)}"
    try:
        launch = find(settings, environment)
    except BrowserError as error:
        return f"none ({error})"
    off = f" (chromium sandbox off: {launch.sandbox_off})" if launch.sandbox_off else ""
    return launch.name + off


def elsewhere(address: str) -> SplitResult:
    """The address of a browser that runs elsewhere, in its parts.

    Raises:
        ConfigError: nobody can be asked there.
    """
    if parts := server_parts(address, "ws", "wss", "http", "https"):
        return parts
    raise ConfigError(
        "webagent_connect must be an address such as ws://127.0.0.1:3000 (a Playwright server) or "
        f"http://127.0.0.1:9222 (a remote debugging port), not {server_address(address)!r}"
    )


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
    wanted = ("chromium",) if headed else ("chromium-headless-shell", "chromium")
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


def installed(environment: Mapping[str, str] = os.environ, *, headed: bool = False) -> Path | None:
    """A Chrome, Chromium or Edge installed on this machine, or None.

    Without a window the headless shell is preferred, as Playwright does with its own: it is the same engine without
    the user interface, and a new context costs about half.
    """
    for candidate in _candidates(environment, headed):
        if os.access(candidate, os.X_OK) and candidate.is_file():
            return candidate
    return None


def _candidates(environment: Mapping[str, str], headed: bool) -> Iterator[Path]:
    names = (
        *(() if headed else ("chromium-headless-shell",)),
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


def why_no_sandbox(
    browser: Path | None = None,
    *,
    user: int | None = None,
    system: Path = Path("/"),
    namespaces_work: Callable[[Path], bool] | None = None,
) -> str | None:
    """Why Chromium's sandbox cannot work here, or None where it can.

    Args:
        browser: the browser it is for; one with a setuid helper needs no user namespaces.
        user: the user who starts it (default: the one of this process).
        system: the root of the file system.
        namespaces_work: tries whether a user namespace can be made.
    """
    if sys.platform != "linux":
        return None
    if (os.geteuid() if user is None else user) == 0:
        return "running as root"
    if browser is not None and any(
        _is_setuid(folder / "chrome-sandbox") for folder in _homes(browser, system)
    ):
        return None
    for switch in ("proc/sys/kernel/unprivileged_userns_clone", "proc/sys/user/max_user_namespaces"):
        file = system / switch
        if file.is_file() and file.read_text(encoding="ascii").strip() == "0":
            return "user namespaces are switched off"
    if not (namespaces_work or _namespaces_work)(system):
        return "user namespaces are not permitted" + (" in this container" if _in_container(system) else "")
    return None


def _homes(browser: Path, system: Path) -> tuple[Path, ...]:
    # Distributions start the browser through a script in /usr/bin.
    packaged = tuple(system / folder for folder in ("usr/lib/chromium", "usr/lib/chromium-browser"))
    return (browser.resolve().parent, *(packaged if browser.name.startswith("chromium") else ()))


def _is_setuid(helper: Path) -> bool:
    try:
        status = helper.stat()
    except OSError:
        return False
    return bool(status.st_mode & stat.S_ISUID) and status.st_uid == 0


def _in_container(system: Path) -> bool:
    return any((system / mark).exists() for mark in (".dockerenv", "run/.containerenv"))


def _namespaces_work(system: Path) -> bool:
    unshare = shutil.which("unshare")
    if unshare is None:
        return not _in_container(system)
    tried = subprocess.run([unshare, "--user", "true"], capture_output=True, check=False)
    return tried.returncode == 0
