"""Editing files: what each command does, what it refuses, and what it keeps of a file."""

import asyncio
import os
import stat

import pytest
from workspace_tools import WorkspaceTools

from pytest_webagent.policy.security import ResourceLimits, SecurityPolicy, ToolSettings
from pytest_webagent.tools.files.editor import TOOLS
from pytest_webagent.tools.files.text_files import Text

POEM = "roses are red\nviolets are blue\nsugar is sweet\n"


class Editor(WorkspaceTools):
    async def edit(self, command, path="poem.txt", **arguments):
        return await self.do("str_replace_editor", command=command, path=path, **arguments)

    async def refused(self, command, path="poem.txt", **arguments):
        before = {each: each.read_bytes() for each in self.root.rglob("*") if each.is_file()}
        error = await self.fail("str_replace_editor", command=command, path=path, **arguments)
        assert {each: each.read_bytes() for each in self.root.rglob("*") if each.is_file()} == before
        return error

    @property
    def poem(self):
        return (self.root / "poem.txt").read_bytes().decode()


@pytest.fixture
def editor(tmp_path):
    root = tmp_path / "workspace"
    root.mkdir()
    (root / "poem.txt").write_text(POEM)
    return Editor(TOOLS, root)


async def test_a_file_that_comes_while_one_is_created_stays(editor, monkeypatch):
    encoded = Text.encoded

    def and_then_it_comes(*arguments):
        (editor.root / "new").write_text("theirs")
        return encoded(*arguments)

    monkeypatch.setattr(Text, "encoded", and_then_it_comes)
    error = await editor.fail("str_replace_editor", command="create", path="new", file_text="ours")
    assert error == "'new' was not written: a file has come to that place meanwhile"
    assert (editor.root / "new").read_text() == "theirs"


def test_its_parameters_are_those_of_openmanus(editor):
    schema = editor.registry.get("str_replace_editor").parameters
    properties = {name: part for name, part in schema["properties"].items() if name != "reasoning"}
    assert {name: part["type"] for name, part in properties.items()} == {
        "command": "string",
        "path": "string",
        "file_text": "string",
        "old_str": "string",
        "new_str": "string",
        "insert_line": "integer",
        "view_range": "array",
    }
    assert properties["command"]["enum"] == ["create", "view", "str_replace", "insert", "undo_edit"]
    assert schema["required"] == ["reasoning", "command", "path"]


async def test_view_shows_the_lines_with_their_numbers(editor):
    assert (
        await editor.edit("view") == "     1\troses are red\n     2\tviolets are blue\n     3\tsugar is sweet"
    )
    assert await editor.edit("view", view_range=[2, 2]) == "     2\tviolets are blue"
    assert await editor.edit("view", view_range=[3, -1]) == "     3\tsugar is sweet"
    assert await editor.edit("view", view_range=[2, 99]) == "     2\tviolets are blue\n     3\tsugar is sweet"


@pytest.mark.parametrize("view_range", [[0, 1], [4, 5], [3, 2], [1], [1, 2, 3], [-1, 1], [1, -5], [2, 0]])
async def test_a_range_that_is_none_is_refused_with_the_number_of_lines(editor, view_range):
    assert "the number of lines" in await editor.refused("view", view_range=view_range)
    assert "at most 3" in await editor.refused("view", view_range=view_range)


async def test_an_empty_file_can_be_viewed_and_filled(editor):
    await editor.edit("create", "empty", file_text="")
    assert await editor.edit("view", "empty") == "'empty' is empty."
    await editor.edit("insert", "empty", insert_line=0, new_str="first")
    assert (editor.root / "empty").read_text() == "first\n"


async def test_a_long_file_is_cut_at_a_line_and_says_how_to_go_on(editor):
    (editor.root / "long.txt").write_text("".join(f"line {number}\n" for number in range(1, 5001)))
    seen = await editor.edit("view", "long.txt", view_range=[10, -1])
    assert len(seen) < 20_200
    last = int(seen.splitlines()[-2].split("\t")[0])
    assert seen.endswith(f"[the file has 5000 lines; view on with view_range [{last + 1}, 5000]]")
    (editor.root / "wide.txt").write_text("x" * 100_000)
    seen = await editor.edit("view", "wide.txt")
    assert seen.endswith("x\n[the rest of a long line is left out]")
    assert len(seen) < 20_200


async def test_view_lists_a_folder_two_levels_deep(editor):
    (editor.root / "a" / "b" / "c").mkdir(parents=True)
    (editor.root / "a" / "b" / "c" / "deep").touch()
    (editor.root / "a" / "b" / "x.txt").write_text("four")
    (editor.root / ".hidden").touch()
    (editor.root / "a" / "link").symlink_to("/etc")
    (editor.root / "odd\nname").touch()
    os.mkfifo(editor.root / "pipe")
    editor.allow(tool_settings={"str_replace_editor": ToolSettings(restricted_paths=("secret",))})
    (editor.root / "secret").touch()
    assert (await editor.edit("view", ".")).splitlines()[1:] == [
        "a/",
        "a/b/",
        "a/link (a link)",
        "odd?name (0 bytes)",
        "pipe (neither a file nor a folder)",
        f"poem.txt ({len(POEM)} bytes)",
    ]
    assert "has no lines" in await editor.refused("view", ".", view_range=[1, 2])
    assert (
        await editor.edit("view", "a/b/c")
        == "In 'a/b/c', two levels deep, without hidden files:\na/b/c/deep (0 bytes)"
    )


async def test_a_folder_with_many_files_is_cut(editor):
    for number in range(3000):
        (editor.root / f"file{number:04}").touch()
    seen = await editor.edit("view", ".")
    assert len(seen) < 20_200
    assert seen.endswith("[more is left out; view one of the folders]")


async def test_create_makes_a_file_and_its_folders_and_never_replaces_one(editor):
    assert (
        await editor.edit("create", "new/folder/file.py", file_text="a\nb")
        == "Created 'new/folder/file.py' with 2 lines."
    )
    assert (editor.root / "new/folder/file.py").read_text() == "a\nb"
    assert "is there already" in await editor.refused("create", file_text="other")
    assert "is there already" in await editor.refused("create", "new", file_text="other")
    assert "a part of its path is a file" in await editor.refused("create", "poem.txt/x", file_text="other")


async def test_str_replace_replaces_what_is_there_once(editor):
    said = await editor.edit("str_replace", old_str="are blue\nsugar", new_str="are violet\n\nhoney")
    assert editor.poem == "roses are red\nviolets are violet\n\nhoney is sweet\n"
    assert "     2\tviolets are violet\n     3\t\n     4\thoney is sweet" in said
    await editor.edit("str_replace", old_str="roses are red\n")
    assert editor.poem == "violets are violet\n\nhoney is sweet\n"


async def test_what_is_there_several_times_is_refused_with_its_lines(editor):
    error = await editor.refused("str_replace", old_str=" are ", new_str=" were ")
    assert "is 2 times in 'poem.txt', beginning on lines 1, 2" in error
    (editor.root / "poem.txt").write_text("aaa")
    assert "is 2 times" in await editor.refused("str_replace", old_str="aa", new_str="b")
    (editor.root / "poem.txt").write_text("x\n" * 100)
    assert "19, 20 and more" in await editor.refused("str_replace", old_str="x", new_str="b")


async def test_what_is_not_there_is_refused_and_what_is_nearly_there_is_shown(editor):
    assert "is not in 'poem.txt'; view the file" in await editor.refused(
        "str_replace", old_str="lilies", new_str="x"
    )
    error = await editor.refused("str_replace", old_str="\tviolets  are blue\nsugar is sweet", new_str="x")
    assert "line 2 differs from it in spaces only: 'violets are blue'" in error
    assert "old_str is empty" in await editor.refused("str_replace", old_str="", new_str="x")
    assert "same as old_str" in await editor.refused("str_replace", old_str="red", new_str="red")


@pytest.mark.parametrize(
    ("after", "text", "made"),
    [
        (0, "first", "first\n" + POEM),
        (1, "second\nthird\n", POEM.replace("red\n", "red\nsecond\nthird\n")),
        (3, "last", POEM + "last\n"),
        (3, "", POEM + "\n"),
    ],
)
async def test_insert_puts_lines_after_a_line(editor, after, text, made):
    await editor.edit("insert", insert_line=after, new_str=text)
    assert editor.poem == made


async def test_insert_keeps_a_last_line_without_an_end(editor):
    (editor.root / "poem.txt").write_text("one\ntwo")
    await editor.edit("insert", insert_line=2, new_str="three")
    assert editor.poem == "one\ntwo\nthree"


@pytest.mark.parametrize("after", [-1, 4, 10**9])
async def test_insert_after_a_line_that_is_not_there_is_refused(editor, after):
    assert "must be from 0 to 3" in await editor.refused("insert", insert_line=after, new_str="x")


@pytest.mark.parametrize(
    ("command", "given", "missing"),
    [
        ("create", {}, "needs file_text"),
        ("str_replace", {"new_str": "x"}, "needs old_str"),
        ("insert", {}, "needs insert_line and new_str"),
        ("insert", {"insert_line": 1, "new_str": None}, "needs new_str"),
        ("insert", {"new_str": "x"}, "needs insert_line"),
    ],
)
async def test_what_a_command_needs_is_asked_for(editor, command, given, missing):
    assert missing in await editor.refused(command, **given)


@pytest.mark.parametrize(
    "wrong",
    [
        {"command": "delete"},
        {"path": 7},
        {"insert_line": "two", "command": "insert", "new_str": "x"},
        {"view_range": "1-2"},
        {"view_range": ["a", "b"]},
        {"file_text": ["x"], "command": "create"},
    ],
)
async def test_arguments_of_another_type_are_refused(editor, wrong):
    error = await editor.refused(**{"command": "view", **wrong})
    assert "str_replace_editor was not run" in error


async def test_edits_are_undone_one_by_one_to_the_bytes_there_were(editor):
    await editor.edit("str_replace", old_str="red", new_str="white")
    await editor.edit("insert", insert_line=0, new_str="A poem")
    await editor.edit("create", "other.txt", file_text="other")
    assert await editor.edit("undo_edit") == "Restored 'poem.txt': its last edit is undone."
    assert editor.poem == POEM.replace("red", "white")
    await editor.edit("undo_edit")
    assert editor.poem == POEM
    assert "no edit of 'poem.txt' is left" in await editor.refused("undo_edit")
    assert await editor.edit("undo_edit", "other.txt") == "Removed 'other.txt': its last edit is undone."
    assert not (editor.root / "other.txt").exists()


async def test_an_edit_is_not_undone_over_what_came_after_it(editor):
    await editor.edit("str_replace", old_str="red", new_str="white")
    (editor.root / "poem.txt").write_text("by hand")
    assert "changed by something else" in await editor.refused("undo_edit")
    (editor.root / "poem.txt").unlink()
    assert "there is no file 'poem.txt'" in await editor.refused("undo_edit")


async def test_each_test_has_its_own_history(editor):
    await editor.edit("str_replace", old_str="red", new_str="white")
    other = Editor(TOOLS, editor.root)
    assert "no edit of 'poem.txt' is left" in await other.refused("undo_edit")


FORMS = {
    "windows": "one\r\ntwo\r\n",
    "mixed": "one\r\ntwo\nthree\r",
    "old mac": "one\rtwo\r",
    "no end": "one\ntwo",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        *(("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")),
        *(("utf-32-le", b"\xff\xfe\0\0"), ("cp1252", b"")),
    ],
)
async def test_an_edit_keeps_encoding_mark_and_ends_of_lines(editor, form, encoding, mark):
    content = f"é {FORMS[form]}"
    (editor.root / "poem.txt").write_bytes(mark + content.encode(encoding))
    assert "é one" in await editor.edit("view")
    await editor.edit("str_replace", old_str="two", new_str="zwei")
    assert (editor.root / "poem.txt").read_bytes() == mark + content.replace("two", "zwei").encode(encoding)


async def test_windows_ends_of_lines_are_matched_and_written_however_they_are_given(editor):
    (editor.root / "poem.txt").write_bytes(b"one\r\ntwo\r\nthree\r\n")
    await editor.edit("str_replace", old_str="one\ntwo", new_str="1\n2")
    await editor.edit("str_replace", old_str="2\r\nthree", new_str="2\r\n3")
    await editor.edit("insert", insert_line=1, new_str="x\ny")
    assert editor.poem == "1\r\nx\r\ny\r\n2\r\n3\r\n"


async def test_a_character_the_encoding_does_not_know_is_refused(editor):
    (editor.root / "poem.txt").write_bytes("é".encode("cp1252"))
    assert "is in cp1252, which has no 'я'" in await editor.refused("insert", insert_line=0, new_str="я")
    assert "which has no '\\ud800'" in await editor.refused("create", "new", file_text="\ud800")


async def test_permissions_are_kept(editor):
    (editor.root / "poem.txt").chmod(0o751)
    await editor.edit("insert", insert_line=0, new_str="x")
    assert stat.S_IMODE((editor.root / "poem.txt").stat().st_mode) == 0o751
    (editor.root / "poem.txt").chmod(0o444)
    assert "'poem.txt' is read-only" in await editor.refused("insert", insert_line=0, new_str="x")


async def test_a_file_that_cannot_be_replaced_stays_as_it_was(editor, monkeypatch):
    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    assert "'poem.txt' cannot be written: No space left" in await editor.refused(
        "insert", insert_line=0, new_str="x"
    )
    assert os.listdir(editor.root) == ["poem.txt"]


async def test_binary_and_huge_files_are_refused_with_their_size(editor):
    (editor.root / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    assert "'picture.png' is not text, or in an unknown encoding; it has 108 bytes" in await editor.refused(
        "view", "picture.png"
    )
    with (editor.root / "huge.txt").open("wb") as file:
        file.truncate(200 << 20)
    for command, given in (
        ("view", {}),
        ("str_replace", {"old_str": "x"}),
        ("insert", {"insert_line": 0, "new_str": "x"}),
    ):
        error = await editor.fail("str_replace_editor", command=command, path="huge.txt", **given)
        assert "'huge.txt' has 200.0 MB, and files of at most 20 MB are taken" in error
    editor.allow(
        tool_settings={"str_replace_editor": ToolSettings(resource_limits=ResourceLimits(file_mb=1))}
    )
    error = await editor.fail(
        "str_replace_editor", command="create", path="new", file_text="x" * (1 << 20) + "x"
    )
    assert "'new' has 1.0 MB, and files of at most 1 MB are taken" in error
    assert not (editor.root / "new").exists()


@pytest.mark.parametrize(
    "path", ["../../etc/passwd", "/etc/passwd", "../beside.txt", "link", "folder/beside.txt", "", "a\0b"]
)
@pytest.mark.parametrize(
    ("command", "given"),
    [
        ("view", {}),
        ("create", {"file_text": "x"}),
        ("str_replace", {"old_str": "not yours", "new_str": "mine"}),
        ("insert", {"insert_line": 0, "new_str": "x"}),
        ("undo_edit", {}),
    ],
)
async def test_no_path_leads_out_of_the_workspace(editor, path, command, given):
    beside = editor.root.parent / "beside.txt"
    beside.write_text("not yours")
    (editor.root / "link").symlink_to("../beside.txt")
    (editor.root / "folder").symlink_to("..")
    error = await editor.fail("str_replace_editor", command=command, path=path, **given)
    assert "lies outside of the workspace" in error or "is no path" in error
    assert beside.read_text() == "not yours"
    assert sorted(os.listdir(editor.root.parent)) == ["beside.txt", "workspace"]


async def test_a_link_that_appears_after_the_check_leads_nowhere(editor, monkeypatch):
    beside = editor.root.parent / "beside.txt"
    beside.write_text("not yours")
    (editor.root / "folder").mkdir()
    (editor.root / "folder" / "beside.txt").write_text("mine")
    path = type(editor.context.workspace).path

    def path_then_link(self, text, *, writing=False):
        found = path(self, text, writing=writing)
        if (editor.root / "folder").is_dir() and not (editor.root / "folder").is_symlink():
            (editor.root / "folder").rename(editor.root / "away")
            (editor.root / "folder").symlink_to("..")
        return found

    monkeypatch.setattr(type(editor.context.workspace), "path", path_then_link)
    error = await editor.fail("str_replace_editor", command="view", path="folder/beside.txt")
    assert "a part of its path is a file or a link" in error
    assert "lies outside" in await editor.fail("str_replace_editor", command="view", path="folder/beside.txt")


@pytest.mark.parametrize("command", ["view", "str_replace"])
async def test_a_pipe_is_refused_at_once(editor, command):
    os.mkfifo(editor.root / "pipe")
    async with asyncio.timeout(5):
        assert "neither a file nor a folder" in await editor.fail(
            "str_replace_editor", command=command, path="pipe", old_str="x"
        )


async def test_a_folder_is_no_file(editor):
    (editor.root / "folder").mkdir()
    assert "is a folder, not a file" in await editor.refused("str_replace", "folder", old_str="x")
    assert "is a folder, not a file" in await editor.refused("insert", ".", insert_line=0, new_str="x")


async def test_a_file_of_a_similar_name_is_named(editor):
    assert "there is no file 'peom.txt' (did you mean 'poem.txt'?)" in await editor.refused(
        "view", "peom.txt"
    )


async def test_in_a_dry_run_files_are_viewed_and_edits_only_said(editor):
    editor.allow(dry_run=True)
    assert "roses" in await editor.edit("view")
    for command, given in (
        ("str_replace", {"old_str": "red", "new_str": "x"}),
        ("insert", {"insert_line": 0, "new_str": "x"}),
    ):
        assert "dry run: would edit the file 'poem.txt' (risk MEDIUM)" in await editor.refused(
            command, **given
        )
    assert "would create the file 'new'" in await editor.refused("create", "new", file_text="x")


async def test_what_the_policy_forbids_is_denied(editor):
    editor.allow(security=SecurityPolicy(allow_file_system_access=False))
    assert "allow_file_system_access = false" in await editor.refused("view")
    editor.allow(tool_settings={"str_replace_editor": ToolSettings(allowed_actions=("view",))})
    assert "does not allow 'create', only: view" in await editor.refused("create", "new", file_text="x")
    assert "roses" in await editor.edit("view")
    editor.allow(tool_settings={"str_replace_editor": ToolSettings(restricted_paths=("*.txt",))})
    assert "may not be touched" in await editor.refused("view")


async def test_how_much_a_call_did_is_known(editor):
    await editor.edit("view")
    assert editor.context.call.risk == "LOW"
    await editor.edit("insert", insert_line=0, new_str="x")
    assert editor.context.call.risk == "MEDIUM"


async def test_what_is_remembered_is_bounded(editor):
    (editor.root / "big.txt").write_text("x" * (15 << 20))
    for _ in range(4):
        await editor.edit("insert", "big.txt", insert_line=0, new_str="y")
    undone = 0
    while (await editor.use("str_replace_editor", command="undo_edit", path="big.txt")).error is None:
        undone += 1
    assert 1 <= undone < 4
