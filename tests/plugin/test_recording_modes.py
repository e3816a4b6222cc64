"""Recordings in whole sessions: when files are written, what is in them, what is refused, and what is told of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from pytest_webagent.recording import recording_files
from pytest_webagent.recording.recording import read_recordings
from tests.plugin.conftest import COUNTER, NO_PICTURES, SPREAD

if TYPE_CHECKING:
    from pathlib import Path

    from model_server import ModelServer

    from tests.conftest import Site
    from tests.plugin.conftest import Suite

TEST = """
import pytest
from pathlib import Path

@pytest.mark.webagent(start_url=URL)
async def test_count(agent):
    assert (await agent.run("Count to 2")).answer == "2"
"""
KEPT = "recordings/test_it/test_count.yaml"
TOLD = f"test_it.py::test_count was recorded in {KEPT}"
FAILS = {
    "after its run": TEST + "    assert 1 == 2\n",
    "in its run": TEST.replace("Count to 2", "Count to 9").replace("=URL", "=URL, max_steps=3"),
    "before its run": TEST + "\n@pytest.fixture(autouse=True)\ndef wrong(agent):\n    raise ValueError\n",
    "in teardown": TEST
    + "\n@pytest.fixture(autouse=True)\ndef wrong(agent):\n    yield\n    raise ValueError\n",
    "expected to": TEST.replace("@pytest", "@pytest.mark.xfail\n@pytest", 1) + "    assert 1 == 2\n",
    "when it is run again": TEST + "    assert not Path('ran').exists()\n    Path('ran').touch()\n",
}


def run(suite: Suite, mode: str = "", *arguments: str) -> pytest.RunResult:
    """Run the suite in a mode of recording; with none, in that of those who say nothing."""
    return suite.run(NO_PICTURES, *([f"--webagent-record={mode}"] if mode else []), *arguments)


def kept(suite: Suite, name: str = KEPT) -> Path:
    """The file of a test."""
    return suite.pytester.path / name


def files(suite: Suite) -> list[str]:
    """All files there are in folders of recordings."""
    folder = suite.pytester.path / "recordings"
    return sorted(str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file())


@pytest.fixture
def recorded(suite: Suite) -> Suite:
    """A suite of one test that has a recording."""
    suite.write(test_it=TEST)
    run(suite, "missing").assert_outcomes(passed=1)
    assert kept(suite).is_file()
    return suite


@pytest.fixture
def old(recorded: Suite) -> bytes:
    """What is in the file before anything else happens: a recording that somebody has added a line to."""
    with kept(recorded).open("a", encoding="utf-8") as file:
        file.write("# checked by Ann\n")
    return kept(recorded).read_bytes()


def without_model(suite: Suite) -> None:
    """Leave the suite without a model of its own."""
    launch = suite.pytester.path.joinpath("conftest.py").read_text(encoding="utf-8")
    own = launch[launch.index('@pytest.fixture(scope="session")\ndef browser_type_launch_args') :]
    suite.pytester.makeconftest("import os\nimport pytest\n" + own)


@SPREAD
def test_what_has_no_recording_is_recorded_once_and_replayed_from_then_on(
    suite: Suite, spread: tuple[str, ...]
) -> None:
    suite.write(test_it=TEST)
    result = run(suite, "missing", *spread)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["webagent: *; recordings are replayed, and made where there is none"])
    result.stdout.fnmatch_lines(["*= webagent recordings =*", TOLD])
    assert files(suite) == ["test_it/test_count.yaml"]
    first = kept(suite).read_bytes()
    (made,) = read_recordings(first.decode(), KEPT)
    assert (made.goal, {step.do for step in made.steps}) == ("Count to 2", {'click the button "Add one"'})
    assert kept(suite).stat().st_mode & 0o777 == 0o644
    for mode in ("missing", "none"):
        again = run(suite, mode, *spread)
        again.assert_outcomes(passed=1)
        again.stdout.no_fnmatch_line("*webagent recordings*")
        assert kept(suite).read_bytes() == first
    again.stdout.fnmatch_lines(["webagent: *; recordings are replayed, none is made"])


def test_all_makes_anew_what_is_there(recorded: Suite, old: bytes) -> None:
    result = run(recorded, "all")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["webagent: *; everything is recorded anew", "*", TOLD])
    assert kept(recorded).read_bytes() != old
    assert files(recorded) == ["test_it/test_count.yaml"]


@pytest.mark.parametrize("ci", [True, False])
def test_nothing_is_written_where_nobody_asks_for_it(
    suite: Suite, monkeypatch: pytest.MonkeyPatch, ci: bool
) -> None:
    suite.write(test_it=TEST)
    if ci:
        monkeypatch.setenv("CI", "true")
    result = run(suite, "off")
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("webagent: *record*")
    assert files(suite) == []


def test_who_says_nothing_gets_recordings_where_somebody_sits_in_front_of_it_and_needs_them_in_ci(
    suite: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WEBAGENT_RECORD")
    suite.write(test_it=TEST)
    monkeypatch.setenv("CI", "true")
    missing = run(suite)
    assert missing.ret == pytest.ExitCode.TESTS_FAILED
    missing.stdout.fnmatch_lines(
        ["webagent: *none is made", "*there is no recording of 'Count to 2'*where CI is set*"]
    )
    assert files(suite) == []
    monkeypatch.delenv("CI")
    run(suite).assert_outcomes(passed=1)
    assert files(suite) == ["test_it/test_count.yaml"]
    monkeypatch.setenv("CI", "true")
    without_model(suite)
    run(suite).assert_outcomes(passed=1)


@pytest.mark.parametrize("mode", ["missing", "all"])
@pytest.mark.parametrize("how", FAILS)
def test_a_test_that_fails_leaves_its_recording_as_it_is(
    recorded: Suite, old: bytes, how: str, mode: str
) -> None:
    recorded.write(test_it=FAILS[how])
    result = run(recorded, mode)
    assert result.ret == (0 if how in ("expected to", "when it is run again") else 1)
    assert kept(recorded).read_bytes() == old
    assert files(recorded) == ["test_it/test_count.yaml"]
    result.stdout.no_fnmatch_line("* was recorded in *")


@pytest.mark.parametrize("how", FAILS)
def test_a_test_that_fails_gets_no_recording(suite: Suite, how: str) -> None:
    suite.write(test_it=FAILS[how])
    run(suite, "missing")
    assert files(suite) == []


def test_a_test_that_does_not_pass_from_what_was_recorded_has_passed_and_says_why(suite: Suite) -> None:
    suite.write(test_it=FAILS["when it is run again"])
    result = run(suite, "missing", "--junit-xml=junit.xml")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["test_it.py::test_count was not recorded: it does not pass from what was *"])
    junit = suite.pytester.path.joinpath("junit.xml").read_text(encoding="utf-8")
    assert (junit.count("<testcase"), junit.count("<failure")) == (1, 0)


def test_a_run_that_only_read_something_reads_it_again(suite: Suite, site: Site) -> None:
    suite.write(test_it=TEST.replace("to 2", "to 0").replace('"2"', '"0"'))
    run(suite, "missing").assert_outcomes(passed=1)
    (made,) = read_recordings(kept(suite).read_text(encoding="utf-8"), KEPT)
    assert (made.steps, made.answer) == ([], "{the status}")
    without_model(suite)
    run(suite, "none").assert_outcomes(passed=1)
    site.page("/counter", COUNTER.replace(">0<", ">7<"))
    run(suite, "none").stdout.fnmatch_lines(["*assert '7' == '0'"])


@pytest.mark.parametrize("before", [None, "Count to 3"], ids=["no recording", "one of another goal"])
def test_with_none_no_model_is_asked_and_the_error_says_how_to_record(
    suite: Suite, model_server: ModelServer, before: str | None
) -> None:
    if before is not None:
        suite.write(test_it=TEST.replace("Count to 2", before).replace('"2"', '"3"'))
        run(suite, "missing").assert_outcomes(passed=1)
    suite.write(test_it=TEST)
    without_model(suite)
    there = files(suite)
    result = run(suite, "none", "--webagent-model=test-model", f"--webagent-model-url={model_server.url}")
    assert result.ret != 0
    result.stdout.fnmatch_lines(["*there is no recording of 'Count to 2' in *--webagent-record=missing*"])
    result.stdout.no_re_match_line(r".*pytest_webagent/\S+\.py:\d+")
    assert model_server.asked == []
    assert files(suite) == there


def test_with_none_the_builtin_model_needs_no_recording_and_that_is_told(suite: Suite) -> None:
    asked = TEST.replace("Count to 2", "Click 'Add one'. What does the status say?")
    without_model(suite)
    for answer, found in (("2", "*assert '1' == '2'*"), ("1", "*has no recording of all that it asks*")):
        suite.write(test_it=asked.replace('"2"', f'"{answer}"'))
        result = run(suite, "none", "--webagent-model=builtin")
        result.stdout.fnmatch_lines([found])
    assert files(suite) == []


DAMAGES = {
    "no yaml": (lambda text: text.replace(b"steps:", b"steps: ["), r":\d+:\d+: "),
    "no step": (lambda text: text.replace(b"do: click the", b"do: clik the"), r":\d+:\d+: .*is no step"),
    "newer": (lambda text: text.replace(b"webagent: 1", b"webagent: 2"), r":2:1: .*newer version"),
    "empty": (lambda text: b"", r":1:1: the file is empty"),
    "no text": (lambda text: b"\xff\xfe\x00" + text, ""),
    "merged": (
        lambda text: b"<<<<<<< ours\n" + text + b"=======\n" + text + b">>>>>>> theirs\n",
        r":\d+:\d+: ",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_file_that_cannot_be_read_is_an_error_with_its_place_and_is_kept(
    recorded: Suite, damage: str
) -> None:
    change, words = DAMAGES[damage]
    damaged = change(kept(recorded).read_bytes())
    kept(recorded).write_bytes(damaged)
    for mode in ("none", "missing"):
        result = run(recorded, mode)
        assert result.ret != 0
        result.stdout.re_match_lines(
            [f".*the recording of this test cannot be read: .*{re.escape(KEPT)}{words}"]
        )
        result.stdout.no_re_match_line(r".*pytest_webagent/\S+\.py:\d+")
        result.stdout.no_fnmatch_line("*Traceback*")
        assert kept(recorded).read_bytes() == damaged


@pytest.mark.parametrize(("mode", "heal"), [("missing", "off"), ("none", "propose")])
def test_a_page_that_offers_no_such_step_is_told_and_the_recording_stays(
    recorded: Suite, site: Site, old: bytes, mode: str, heal: str
) -> None:
    site.page("/counter", COUNTER.replace("Add one", "Add two"))
    result = run(recorded, mode, f"--webagent-heal={heal}")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(['E *Diverged: diverged: step 1 of 2, click the button "Add one"*'])
    assert kept(recorded).read_bytes() == old


def test_a_goal_that_was_changed_is_recorded_beside_those_that_were_not(recorded: Suite) -> None:
    more = TEST + '    assert (await agent.run("Count to {0}")).answer == "{0}"\n'
    for number in (3, 4):
        recorded.write(test_it=more.format(number))
        result = run(recorded, "missing")
        result.assert_outcomes(passed=1)
        result.stdout.fnmatch_lines([TOLD])
        made = read_recordings(kept(recorded).read_text(encoding="utf-8"), KEPT)
        assert [each.goal for each in made] == ["Count to 2", f"Count to {number}"]
    run(recorded, "none").assert_outcomes(passed=1)


@SPREAD
def test_recordings_without_a_test_are_listed_and_left_alone(
    recorded: Suite, spread: tuple[str, ...]
) -> None:
    left = [
        kept(recorded, f"recordings/{name}.yaml") for name in ("test_it/test_gone", "test_old/test_count")
    ]
    for file in left:
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(kept(recorded).read_bytes())
    lines = [f"recordings/{file.parent.name}/{file.name} belongs to no test: *" for file in left]
    run(recorded, "missing", *spread).stdout.fnmatch_lines(lines)
    # Who names or selects tests has not collected the others, or not all of them.
    run(recorded, "missing", "-k", "count").stdout.fnmatch_lines(lines)
    run(recorded, "missing", "test_it.py::test_count").stdout.no_fnmatch_line(lines[0])
    assert all(file.is_file() for file in left)


@SPREAD
def test_each_variant_of_a_test_has_a_file_of_its_own(suite: Suite, spread: tuple[str, ...]) -> None:
    names = ["a/b", "a b", "a-b", "A-B", "../up", "ü", "CON", "x" * 300]
    suite.write(
        test_it=TEST.replace("@pytest", f"@pytest.mark.parametrize('name', {names!r})\n@pytest", 1)
        .replace("(agent)", "(agent, name)")
        .replace("Count to 2", "Count to 1")
        .replace('"2"', '"1"')
    )
    run(suite, "missing", *spread).assert_outcomes(passed=len(names))
    there = files(suite)
    # Some file systems do not tell upper case from lower: [a-b] and [A-B].
    assert len({each.lower() for each in there}) == len(names)
    assert all(each.startswith("test_it/test_count") and len(each) < 200 for each in there)
    run(suite, "none", *spread).assert_outcomes(passed=len(names))


def test_a_folder_that_cannot_be_written_is_told_and_the_test_has_passed(suite: Suite) -> None:
    suite.write(test_it=TEST)
    suite.pytester.path.joinpath("recordings").write_text("not a folder", encoding="utf-8")
    result = run(suite, "missing")
    assert "INTERNALERROR" not in result.stdout.str() + result.stderr.str()
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["test_it.py::test_count was not recorded: *recordings*"])


def test_a_file_is_written_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(recordings: object) -> str:
        raise KeyboardInterrupt

    file = recording_files.file_for(tmp_path / "test_it.py", "test_count")
    recording_files.write_file(file, [])
    before = file.read_bytes()
    monkeypatch.setattr(recording_files, "text_of", breaks)
    with pytest.raises(KeyboardInterrupt):
        recording_files.write_file(file, [])
    assert file.read_bytes() == before
    assert [each.name for each in file.parent.iterdir()] == ["test_count.yaml"]
