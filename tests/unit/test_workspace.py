"""The folder of files: what leads out of it, and what is restricted in it."""

import os
import socket
import sys
from pathlib import Path

import pytest

from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.policy.workspace import Workspace, means_another_on_windows


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    root = tmp_path / "workspace"
    (root / "data" / "private").mkdir(parents=True)
    (root / "data" / "list.csv").write_text("a,b")
    (root / "data" / "private" / "key.pem").write_text("secret")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "file").write_text("not yours")
    return Workspace(root)


@pytest.mark.parametrize(
    "path", ["data/list.csv", "./data//list.csv", "data/../data/list.csv", "data/new.csv", ".", "a b/ü.txt"]
)
def test_a_path_in_the_workspace_is_found(workspace, path):
    assert workspace.path(path) == Path(os.path.normpath(workspace.root / path))


def test_the_absolute_path_of_a_file_in_it_is_taken(workspace):
    assert workspace.path(str(workspace.root / "data/list.csv")) == workspace.root / "data/list.csv"


@pytest.mark.parametrize(
    "path", ["..", "../outside/file", "data/../../outside/file", "/etc/passwd", "/", "../workspace2/file"]
)
def test_a_path_that_leads_out_is_denied(workspace, path):
    with pytest.raises(DeniedError, match="lies outside of the workspace"):
        workspace.path(path)


@pytest.mark.parametrize("target", ["../outside", "../outside/file", "/etc", "../outside/not-there", "hop"])
def test_a_link_that_leads_out_is_denied(workspace, target):
    (workspace.root / "hop").symlink_to("../outside")
    (workspace.root / "link").symlink_to(target)
    with pytest.raises(DeniedError, match="lies outside"):
        workspace.path("link")
    with pytest.raises(DeniedError, match="lies outside"):
        workspace.path("link/x", writing=True)


def test_a_link_within_is_followed(workspace):
    (workspace.root / "link").symlink_to("data")
    assert workspace.path("link/list.csv") == workspace.root / "data/list.csv"


def test_links_in_a_ring_are_an_error(workspace):
    (workspace.root / "a").symlink_to("b")
    (workspace.root / "b").symlink_to("a")
    for path in ("a", "a/file.txt"):
        with pytest.raises(ToolError, match="cannot be a path in the workspace"):
            workspace.path(path)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "  ",
        "a\0b",
        "a\nb",
        "x" * 5000,
        "x" * 300,
        "data/" + "ü" * 200,
        "\ud800",
        "data/list.csv/x/\ud800",
    ],
)
def test_what_can_be_no_path_is_an_error(workspace, path):
    with pytest.raises(ToolError, match=r"no path|cannot be a path"):
        workspace.path(path, writing=True)


def test_a_pipe_a_socket_and_a_device_are_no_files(workspace, monkeypatch):
    os.mkfifo(workspace.root / "pipe")
    monkeypatch.chdir(workspace.root)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        for name in ("pipe", "socket"):
            with pytest.raises(ToolError, match="neither a file nor a folder"):
                workspace.path(name)
    with pytest.raises(DeniedError):
        workspace.path("/dev/zero")


@pytest.mark.parametrize(
    ("pattern", "denied", "allowed"),
    [
        ("private", ["data/private", "data/private/key.pem", "private", "DATA/Private/x"], ["data/privates"]),
        ("*.pem", ["data/private/key.pem", "x.PEM", "x.pem/y"], ["pem", "x.pem.txt"]),
        ("data/private", ["data/private/key.pem", "data/Private"], ["private", "other/data/private"]),
        ("./data/private/", ["data/private/key.pem"], ["private"]),
        ("data/*.csv", ["data/list.csv"], ["list.csv"]),
        ("/data", ["data", "data/list.csv"], ["other/data"]),
        ("*", ["data", "x"], ["."]),
        ("/*", ["data", "data/x"], ["."]),
        ("data/", ["data/list.csv", "other/data"], ["datas"]),
    ],
)
def test_what_a_pattern_restricts(workspace, pattern, denied, allowed):
    narrower = workspace.restrict([pattern])
    for path in denied:
        with pytest.raises(DeniedError, match="may not be touched"):
            narrower.path(path)
    for path in allowed:
        narrower.path(path)
    workspace.path(denied[0])


def test_a_pattern_may_be_an_absolute_path(workspace):
    narrower = workspace.restrict([str(workspace.root / "data")])
    with pytest.raises(DeniedError, match="may not be touched"):
        narrower.path("data/list.csv")
    narrower.path("other/data")


def test_a_link_neither_leads_to_what_is_restricted_nor_frees_its_name(workspace):
    (workspace.root / "way").symlink_to("data/private")
    (workspace.root / "secrets").symlink_to("data")
    narrower = workspace.restrict(["private", "secrets"])
    for path in ("way/key.pem", "secrets/list.csv"):
        with pytest.raises(DeniedError, match="may not be touched"):
            narrower.path(path)


def test_what_is_restricted_and_there_can_be_listed(workspace):
    (workspace.root / "a.key").touch()
    (workspace.root / "link.key").symlink_to("data/list.csv")
    narrower = workspace.restrict(["private", "*.key", "*.pem"])
    assert {narrower.shown(path) for path in narrower.hidden()} == {"a.key", "data/private"}
    assert list(workspace.hidden()) == []
    assert list(Workspace("not-there", ["*"]).hidden()) == []


def test_folders_in_folders_without_end_are_looked_through(workspace, monkeypatch):
    monkeypatch.chdir(workspace.root)
    for _ in range(400):
        os.mkdir("d")
        os.chdir("d")
    Path("x.key").touch()
    before = sys.getrecursionlimit()
    # As many folders as it takes to fail for a function that calls itself for each of them.
    sys.setrecursionlimit(300)
    try:
        assert [path.name for path in workspace.restrict(["*.key"]).hidden()] == ["x.key"]
    finally:
        sys.setrecursionlimit(before)
    for _ in range(400):
        for name in os.listdir():
            (os.rmdir if name == "d" else os.unlink)(name)
        os.chdir("..")


def test_the_folder_is_made_when_something_is_to_be_written(tmp_path):
    workspace = Workspace(tmp_path / "a" / "b")
    workspace.path("x")
    assert not (tmp_path / "a").exists()
    workspace.path("x", writing=True)
    assert (tmp_path / "a" / "b").is_dir()


def test_a_file_in_the_place_of_the_folder_is_an_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ToolError, match="cannot be a path in the workspace"):
        Workspace(tmp_path / "file").path("x", writing=True)


@pytest.mark.parametrize(
    "name", ["con", "NUL.txt", "a.txt:stream", "key.pem.", "key.pem ", "COM1", "a?", "lpt9.x.y"]
)
def test_names_that_mean_something_else_on_windows_are_known(name):
    assert means_another_on_windows(Path("folder", name))


@pytest.mark.parametrize("name", ["console", "a.b", ".hidden", "nul-l", "COM", "lpt10", "ü ü"])
def test_other_names_mean_the_same_on_windows(name):
    assert not means_another_on_windows(Path("folder", name))
