"""Sandboxes to run code in: bubblewrap's as the user of the tests and as an ordinary one, and Docker's."""

from __future__ import annotations

import asyncio
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import uuid
from pathlib import Path

import pytest
from sandbox_places import ORDINARY, SYSTEM_PYTHON, OrdinaryPlace, Place, with_word

from pytest_webagent.tools.code import bubblewrap
from pytest_webagent.tools.code.sandbox_plan import Unusable


def ordinary_problem() -> str:
    """Why nothing can be run here as an ordinary user beside the one of the tests; empty if it can."""
    if os.geteuid() != 0:
        return "the tests themselves run as an ordinary user"
    if shutil.which("setpriv") is None:
        return "setpriv is not installed"
    places = Path(__file__).with_name("sandbox_places.py")
    as_ordinary = ("setpriv", f"--reuid={ORDINARY}", f"--regid={ORDINARY}", "--clear-groups")
    for program, problem in (
        ((SYSTEM_PYTHON, "-c", "import tomllib"), f"{SYSTEM_PYTHON} is not there, or older than 3.11"),
        (("cat", str(places)), "an ordinary user cannot read this repository"),
    ):
        if subprocess.run([*as_ordinary, *program], cwd="/", capture_output=True, check=False).returncode:
            return problem
    return ""


def bubblewrap_problem() -> str:
    """Why bubblewrap cannot be used here; empty if it can."""
    try:
        asyncio.run(bubblewrap.check())
    except Unusable as reason:
        return str(reason)
    return ""


@pytest.fixture
def word():
    """A word to recognize processes by; none is left when the test ends."""
    made = f"word{uuid.uuid4().hex}"
    yield made
    assert with_word(made) == []


@pytest.fixture(scope="session")
def bubblewrap_here():
    """Skips where bubblewrap cannot be used."""
    problem = bubblewrap_problem()
    if problem:
        pytest.skip(f"bubblewrap is not tried: {problem}")


def docker_problem() -> str:
    """Why no container can be made here; empty if one can."""
    if shutil.which("docker") is None:
        return "the docker command is not installed"
    found = subprocess.run(
        ["docker", "version", "--format", "{{.Server.Os}}"], capture_output=True, text=True, check=False
    )
    if found.returncode != 0 or found.stdout.strip() != "linux":
        return "no Docker engine answers"
    if sys.platform != "linux" or not Path(SYSTEM_PYTHON).exists():
        return f"no image can be made of {SYSTEM_PYTHON}"
    return ""


def docker_image() -> str:
    """The name of a new image with the Python and the shell of this machine, made without a registry."""
    name = f"webagent-test:{uuid.uuid4().hex}"
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        programs = [
            SYSTEM_PYTHON,
            *(f"/usr/bin/{each}" for each in ("bash", "cat", "ls", "id", "sleep", "env")),
        ]
        for path in sorted({*programs, *_libraries(programs)}):
            tar.add(os.path.realpath(path), path, recursive=False)
        version = subprocess.run(
            [SYSTEM_PYTHON, "-c", "import os; print(os.__file__)"], capture_output=True, text=True, check=True
        )
        modules = Path(version.stdout.strip()).parent
        tar.add(modules, str(modules), filter=_plain_modules)
        for folder in ("tmp", "proc", "sys", "dev"):
            made = tarfile.TarInfo(folder)
            made.type, made.mode = tarfile.DIRTYPE, 0o755
            tar.addfile(made)
    subprocess.run(
        ["docker", "import", "-", name], input=archive.getvalue(), stdout=subprocess.DEVNULL, check=True
    )
    return name


def _libraries(programs: list[str]) -> set[str]:
    modules = [str(each) for each in Path("/usr/lib").glob("python3*/lib-dynload/_ctypes*.so")]
    told = subprocess.run(["ldd", *programs, *modules], capture_output=True, text=True, check=False).stdout
    return set(re.findall(r"(/\S+) \(0x", told))


def _plain_modules(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    left_out = ("/test/", "/__pycache__", "/dist-packages", "/idlelib", "/config-")
    return None if any(each in f"/{member.name}/" for each in left_out) else member


@pytest.fixture(scope="session")
def docker_image_name():
    """An image for containers; skips where no engine answers."""
    problem = docker_problem()
    if problem:
        pytest.skip(f"containers are not tried: {problem}")
    name = docker_image()
    yield name
    subprocess.run(["docker", "image", "rm", "--force", name], stdout=subprocess.DEVNULL, check=True)


@pytest.fixture(scope="session")
def ordinary_user():
    """Skips where no ordinary user can be had beside the user of the tests."""
    problem = ordinary_problem()
    if problem:
        pytest.skip(f"bubblewrap is not tried as another user: {problem}")


@pytest.fixture
def open_folder():
    """A folder an ordinary user can reach, which those of pytest are not, and not in /tmp, of which a sandbox has its own."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        Path(name).chmod(0o755)
        yield Path(name).resolve()


@pytest.fixture(params=["bubblewrap", "bubblewrap as an ordinary user", "docker"])
def place(request, open_folder):
    """Each kind of sandbox, with a workspace that holds nothing; no process of it is left when the test ends."""
    root = open_folder / "work, spacé"
    root.mkdir()
    if request.param == "docker":
        made = Place(root, "docker", request.getfixturevalue("docker_image_name"))
    else:
        request.getfixturevalue("bubblewrap_here")
        made = Place(root)
    if request.param == "bubblewrap as an ordinary user":
        request.getfixturevalue("ordinary_user")
        os.chown(root, ORDINARY, ORDINARY)
        made = OrdinaryPlace(root)
    yield made
    assert with_word(str(root)) == []
