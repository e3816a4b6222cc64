"""Copying, moving and deleting in the workspace."""

import errno
import os
import stat

import pytest
from workspace_tools import WorkspaceTools

from pytest_webagent.policy.security import ResourceLimits, SecurityPolicy, ToolSettings
from pytest_webagent.tools.files import storage
from pytest_webagent.tools.files.file_moves import TOOLS

EACH = [
    ("file_copy", {"source": "PATH", "destination": "new"}),
    ("file_copy", {"source": "a", "destination": "PATH", "overwrite": True}),
    ("file_move", {"source": "PATH", "destination": "new"}),
    ("file_move", {"source": "a", "destination": "PATH", "overwrite": True}),
    ("file_delete", {"path": "PATH", "recursive": True}),
]


@pytest.fixture
def files(tmp_path):
    made = WorkspaceTools(TOOLS, tmp_path / "workspace")
    made.root.mkdir()
    (made.root / "a").write_bytes(b"\x00one")
    return made


def everything(root):
    return sorted(str(each.relative_to(root)) for each in root.rglob("*"))


async def test_a_file_is_copied_with_folders_that_are_missing(files):
    assert (
        await files.do("file_copy", source="a", destination="x/y/b")
        == "Copied 'a' to 'x/y/b'; it has 4 bytes."
    )
    assert (files.root / "x/y/b").read_bytes() == (files.root / "a").read_bytes() == b"\x00one"
    assert files.context.call.risk == "MEDIUM"


async def test_a_file_and_a_folder_are_moved(files):
    assert await files.do("file_move", source="a", destination="x/b") == "Moved 'a' to 'x/b'."
    assert await files.do("file_move", source="x", destination="deep/er/z") == "Moved 'x' to 'deep/er/z'."
    assert everything(files.root) == ["deep", "deep/er", "deep/er/z", "deep/er/z/b"]
    assert files.context.call.risk == "MEDIUM"


async def test_a_file_and_folders_are_deleted(files):
    (files.root / "empty").mkdir()
    (files.root / "full/inner").mkdir(parents=True)
    (files.root / "full/inner/b").touch()
    assert await files.do("file_delete", path="a") == "Deleted the file 'a'."
    assert files.context.call.risk == "HIGH"
    assert await files.do("file_delete", path="empty") == "Deleted the folder 'empty'."
    error = await files.fail("file_delete", path="full")
    assert error == (
        "'full' is a folder with 1 entry; nothing was deleted. "
        "Give recursive = true to delete it with all that is in it"
    )
    assert (files.root / "full/inner/b").exists()
    assert await files.do("file_delete", path="full", recursive=True) == (
        "Deleted the folder 'full' and all that is in it."
    )
    assert everything(files.root) == []


@pytest.mark.parametrize("tool", ["file_copy", "file_move"])
async def test_what_is_there_is_only_replaced_when_told(files, tool):
    (files.root / "b").write_text("old")
    error = await files.fail(tool, source="a", destination="b")
    assert error == "'b' is there already; nothing was done. Give overwrite = true to replace it"
    assert (files.root / "b").read_text() == "old"
    await files.do(tool, source="a", destination="b", overwrite=True)
    assert (files.root / "b").read_bytes() == b"\x00one"
    assert files.context.call.risk == "HIGH"
    (files.root / "folder").mkdir()
    error = await files.fail(tool, source="b", destination="folder", overwrite=True)
    assert "is a folder; give the whole path, such as 'folder/b'" in error


async def test_what_makes_no_sense_is_refused(files):
    (files.root / "d/e").mkdir(parents=True)
    assert "is where it is already" in await files.fail("file_move", source="a", destination="./a")
    assert "lies in the folder itself" in await files.fail("file_move", source="d", destination="d/e/f")
    assert "'a' is there already" in await files.fail(
        "file_move", source="d", destination="a", overwrite=True
    )
    assert "is a folder, not a file" in await files.fail("file_copy", source="d", destination="f")
    assert "there is no file or folder 'nothing'" in await files.fail("file_delete", path="nothing")
    assert "there is no file or folder" in await files.fail("file_move", source="nothing", destination="b")
    assert "there is no file 'nothing'" in await files.fail("file_copy", source="nothing", destination="b")
    assert everything(files.root) == ["a", "d", "d/e"]


@pytest.mark.parametrize("path", [".", "", "d/..", "d/../"])
async def test_the_root_is_neither_moved_nor_deleted(files, path):
    (files.root / "d").mkdir()
    assert await files.fail("file_delete", path=path, recursive=True)
    assert await files.fail("file_move", source=path, destination="d/x")
    assert everything(files.root) == ["a", "d"]


@pytest.mark.parametrize(("tool", "arguments"), EACH)
@pytest.mark.parametrize(
    "path", ["../x", "/etc/passwd", "~/../../x", "out", "gone", "outside/x", "a/../../x"]
)
async def test_no_path_leads_out(files, tool, arguments, path):
    outside = files.root.parent / "outside"
    outside.mkdir()
    (outside / "x").write_text("not yours")
    (files.root.parent / "x").write_text("not yours")
    (files.root / "out").symlink_to("../x")
    (files.root / "gone").symlink_to("../not-there")
    (files.root / "outside").symlink_to("../outside")
    given = {name: path if value == "PATH" else value for name, value in arguments.items()}
    assert await files.fail(tool, **given)
    assert everything(files.root.parent) == [
        "outside",
        "outside/x",
        "workspace",
        "workspace/a",
        "workspace/gone",
        "workspace/out",
        "workspace/outside",
        "x",
    ]


@pytest.mark.parametrize("tool", [("file_delete", "path"), ("file_move", "source")])
async def test_a_link_does_not_stand_for_what_it_leads_to(files, tool):
    (files.root / "link").symlink_to("a")
    name, argument = tool
    more = {} if name == "file_delete" else {"destination": "b"}
    assert "is a link" in await files.fail(name, **{argument: "link"}, **more)
    assert everything(files.root) == ["a", "link"]


async def test_links_in_a_folder_are_deleted_and_not_followed(files):
    outside = files.root.parent / "outside"
    outside.mkdir()
    (outside / "x").touch()
    (files.root / "d").mkdir()
    (files.root / "d/link").symlink_to(outside)
    await files.do("file_delete", path="d", recursive=True)
    assert (outside / "x").exists()
    assert everything(files.root) == ["a"]


@pytest.mark.parametrize("tool", [("file_delete", "path"), ("file_move", "source"), ("file_copy", "source")])
async def test_what_the_policy_restricts_stays_also_in_a_folder(files, tool):
    name, argument = tool
    (files.root / "d/keys").mkdir(parents=True)
    (files.root / "d/keys/my.key").write_text("secret")
    files.allow(tool_settings={name: ToolSettings(restricted_paths=("*.key", "closed"))})
    more = {"recursive": True} if name == "file_delete" else {"destination": "b"}
    for path in ("d", "d/keys", "d/keys/my.key"):
        assert await files.fail(name, **{argument: path}, **more)
    if name != "file_delete":
        assert "restricts it" in await files.fail(name, source="a", destination="closed/b")
    assert everything(files.root) == ["a", "d", "d/keys", "d/keys/my.key"]


async def test_a_file_that_is_read_only_stays(files):
    (files.root / "a").chmod(0o444)
    (files.root / "b").touch()
    assert "is read-only" in await files.fail("file_delete", path="a")
    assert "is read-only" in await files.fail("file_move", source="b", destination="a", overwrite=True)
    assert stat.S_IMODE((files.root / "a").stat().st_mode) == 0o444


async def test_a_folder_with_a_file_that_is_read_only_stays_as_a_whole(files):
    (files.root / "d/inner").mkdir(parents=True)
    (files.root / "d/b").touch()
    (files.root / "d/link").symlink_to("../a")
    (files.root / "d/inner/kept").touch(0o444)
    assert await files.fail("file_delete", path="d", recursive=True) == (
        "'d/inner/kept' is read-only; nothing was done"
    )
    assert everything(files.root) == ["a", "d", "d/b", "d/inner", "d/inner/kept", "d/link"]
    (files.root / "d/inner/kept").chmod(0o644)
    await files.do("file_delete", path="d", recursive=True)
    assert everything(files.root) == ["a"]


async def test_a_file_that_is_moved_over_another_name_of_it_keeps_that_name_alone(files):
    os.link(files.root / "a", files.root / "b")
    (files.root / "d").mkdir()
    os.link(files.root / "a", files.root / "d/c")
    await files.do("file_move", source="a", destination="b", overwrite=True)
    await files.do("file_move", source="b", destination="d/c", overwrite=True)
    assert everything(files.root) == ["d", "d/c"]
    assert (files.root / "d/c").read_bytes() == b"\x00one"


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize(("tool", "done"), [("file_copy", "written"), ("file_move", "moved")])
async def test_what_comes_to_the_place_after_the_look_is_not_replaced(
    files, monkeypatch, tool, done, overwrite
):
    found = storage._found

    def and_then_it_comes(workspace, path, spot):
        seen = found(workspace, path, spot)
        (files.root / "b").write_text("new")
        return seen

    monkeypatch.setattr(storage, "_found", and_then_it_comes)
    error = await files.fail(tool, source="a", destination="b", overwrite=overwrite)
    assert f"was not {done}: a file has come to that place meanwhile" in error
    assert everything(files.root) == ["a", "b"]
    assert ((files.root / "a").read_bytes(), (files.root / "b").read_text()) == (b"\x00one", "new")


async def test_a_move_that_fails_leaves_no_empty_file(files, monkeypatch):
    def other_device(*_, **__):
        raise OSError(errno.EXDEV, "Invalid cross-device link")

    monkeypatch.setattr(os, "replace", other_device)
    assert "cross-device" in await files.fail("file_move", source="a", destination="b")
    assert everything(files.root) == ["a"]


async def test_pipes_are_no_files(files):
    os.mkfifo(files.root / "pipe")
    assert "neither a file nor a folder" in await files.fail("file_delete", path="pipe")


async def test_limits_and_permissions_are_those_of_the_policy(files):
    files.allow(tool_settings={"file_copy": ToolSettings(resource_limits=ResourceLimits(file_mb=1))})
    (files.root / "big").write_bytes(bytes(2 << 20))
    assert "files of at most 1 MB" in await files.fail("file_copy", source="big", destination="b")
    await files.do("file_move", source="big", destination="b")
    files.allow(security=SecurityPolicy(allow_file_system_access=False))
    for tool, arguments in EACH:
        assert "allow_file_system_access = false" in await files.fail(tool, **arguments)
    assert everything(files.root) == ["a", "b"]


async def test_in_a_dry_run_it_is_only_said(files):
    files.allow(dry_run=True)
    assert "would copy 'a' to 'b' (risk MEDIUM)" in await files.fail("file_copy", source="a", destination="b")
    assert "would move 'a' to 'x/b'" in await files.fail("file_move", source="a", destination="x/b")
    assert "would delete the file 'a' (risk HIGH)" in await files.fail("file_delete", path="a")
    assert everything(files.root) == ["a"]
