"""Reading and writing whole files."""

import os

import pytest
from workspace_tools import WorkspaceTools

from pytest_webagent.policy.security import ResourceLimits, SecurityPolicy, ToolSettings
from pytest_webagent.tools.files.plain import TOOLS


@pytest.fixture
def files(tmp_path):
    return WorkspaceTools(TOOLS, tmp_path / "workspace")


async def test_what_is_written_can_be_read(files):
    assert (
        await files.do("file_write", path="a/b.txt", content="é\n")
        == "Created 'a/b.txt'; it has 3 bytes now."
    )
    assert await files.do("file_read", path="a/b.txt") == "é\n"
    assert (
        await files.do("file_write", path="a/b.txt", content="x", append=True)
        == "Added to 'a/b.txt'; it has 4 bytes now."
    )
    assert (
        await files.do("file_write", path="a/b.txt", content="") == "Replaced 'a/b.txt'; it has 0 bytes now."
    )
    assert (files.root / "a/b.txt").read_bytes() == b""
    assert await files.do("file_read", path="a/b.txt") == ""


async def test_reading_makes_no_folder(files):
    assert "there is no file 'x'" in await files.fail("file_read", path="x")
    assert not files.root.exists()


async def test_part_of_a_file_can_be_read_and_says_so(files):
    await files.do("file_write", path="a", content="1\n2\n3\n4")
    result = await files.use("file_read", path="a", view_range=[2, 3])
    assert (result.output, result.system) == ("2\n3", "These are lines 2 to 3 of 4.")
    assert "the number of lines" in await files.fail("file_read", path="a", view_range=[5, 6])


async def test_a_long_file_is_cut_and_says_how_to_read_on(files):
    await files.do("file_write", path="a", content="".join(f"{number}\n" for number in range(1, 10_001)))
    result = await files.use("file_read", path="a")
    last = int(result.output.splitlines()[-1])
    assert len(result.output) <= 20_000
    assert (
        result.system
        == f"These are lines 1 to {last} of 10000. Give view_range = [{last + 1}, 10000] to read on."
    )
    await files.do("file_write", path="a", content="x" * 50_000)
    result = await files.use("file_read", path="a")
    assert result.output == "x" * 20_000
    assert (
        result.system
        == "These are lines 1 to 1 of 1. Only the first 20000 characters of a long line are shown."
    )


async def test_adding_keeps_encoding_and_ends_of_lines(files):
    files.root.mkdir()
    (files.root / "a").write_bytes(b"\xef\xbb\xbfone\r\n")
    await files.do("file_write", path="a", content="two\n", append=True)
    assert (files.root / "a").read_bytes() == b"\xef\xbb\xbfone\r\ntwo\r\n"


async def test_nothing_is_added_to_what_is_no_text(files):
    files.root.mkdir()
    (files.root / "a").write_bytes(bytes(9))
    assert "is not text, or in an unknown encoding; it has 9 bytes" in await files.fail(
        "file_write", path="a", content="x", append=True
    )
    assert "is not text" in await files.fail("file_read", path="a")
    await files.do("file_write", path="a", content="x")


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "~/../../x", "link", "gone", "", "a/../../x"])
async def test_no_path_leads_out(files, path):
    files.root.mkdir()
    (files.root.parent / "secret").write_text("not yours")
    (files.root / "link").symlink_to("../secret")
    (files.root / "gone").symlink_to("../not-there")
    for tool, given in (
        ("file_read", {}),
        ("file_write", {"content": "x"}),
        ("file_write", {"content": "x", "append": True}),
    ):
        assert await files.fail(tool, path=path, **given)
    assert sorted(os.listdir(files.root.parent)) == ["secret", "workspace"]
    assert (files.root.parent / "secret").read_text() == "not yours"


async def test_a_folder_and_a_name_that_is_too_long_are_refused(files):
    await files.do("file_write", path="folder/a", content="x")
    assert "is a folder" in await files.fail("file_write", path="folder", content="x")
    assert "is a folder" in await files.fail("file_read", path="folder")
    assert "cannot be" in await files.fail("file_write", path=f"new/{'x' * 300}", content="x")


async def test_a_hard_link_to_a_file_outside_is_cut_by_writing(files):
    files.root.mkdir()
    beside = files.root.parent / "beside"
    beside.write_text("not yours")
    (files.root / "hard").hardlink_to(beside)
    await files.do("file_write", path="hard", content="mine")
    assert beside.read_text() == "not yours"


async def test_too_much_is_not_written(files):
    files.allow(tool_settings={"file_write": ToolSettings(resource_limits=ResourceLimits(file_mb=1))})
    assert "has 2.0 MB, and files of at most 1 MB are taken" in await files.fail(
        "file_write", path="a", content="x" * (2 << 20)
    )
    assert not (files.root / "a").exists()


@pytest.mark.parametrize(
    "arguments", [{}, {"path": "a"}, {"path": 1, "content": "x"}, {"path": "a", "content": ["x"]}]
)
async def test_arguments_that_are_missing_or_of_another_type_are_refused(files, arguments):
    assert "file_write was not run" in await files.fail("file_write", **arguments)
    assert not files.root.exists()


async def test_what_the_policy_forbids_is_denied(files):
    files.allow(security=SecurityPolicy(allow_file_system_access=False))
    for tool, given in (("file_read", {}), ("file_write", {"content": "x"})):
        assert "allow_file_system_access = false" in await files.fail(tool, path="a", **given)
    assert not files.root.exists()


async def test_in_a_dry_run_nothing_is_written(files):
    files.allow(dry_run=True)
    assert "would create the file 'a' (risk MEDIUM)" in await files.fail("file_write", path="a", content="x")
    assert not files.root.exists()
