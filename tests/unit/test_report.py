"""The trajectory as files and as HTML."""

import base64
import dataclasses
import io
import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from pytest_webagent.claims.derivation import Derivation, Finding
from pytest_webagent.config import Settings
from pytest_webagent.messages import Image, ToolCall, ToolResult, Usage
from pytest_webagent.observation import Box, Size
from pytest_webagent.report import store
from pytest_webagent.report.html import rows
from pytest_webagent.report.pytest_html import FOLDER_PROPERTY, HtmlReport
from pytest_webagent.trajectory import Action, RunResult, Status, Step, Trajectory

HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>'


def picture(color: str = "navy") -> Image:
    from PIL import Image as Pillow

    buffer = io.BytesIO()
    Pillow.new("RGB", (64, 36), color).save(buffer, "JPEG")
    return Image(buffer.getvalue())


def step(index: int = 1, *, image: Image | None = None, target: Box | None = None, text: str = "x") -> Step:
    action = Action(
        call=ToolCall("click", {"element_id": "3", "description": text, "reasoning": text}),
        result=ToolResult(text),
        seconds=0.25,
        target=target,
    )
    return Step(
        index=index,
        url="http://localhost/",
        title=text,
        observation=text,
        reasoning=text,
        actions=(action,),
        usage=Usage(10, 2),
        seconds=0.5,
        screenshot=image,
        viewport=Size(1000, 500),
        notes=(text,),
    )


def trajectory(
    *steps: Step, test_id: str = "tests/test_a.py::test_buy", text: str = "Buy a mug"
) -> Trajectory:
    finding = Finding(Derivation(op="exists", role="row", text=text), text=text, problem=text, where=text)
    run = RunResult(
        goal=text,
        status="done",
        answer=text,
        reason=text,
        steps=steps,
        evidence=(finding,),
        seconds=1.5,
        model="builtin",
    )
    return Trajectory(test_id=test_id, model="builtin", runs=(run,), events=(text,))


def settings(tmp_path: Path, screenshots: str = "on") -> Settings:
    return Settings(output=str(tmp_path), screenshots=screenshots)


def test_a_trajectory_is_kept_as_json_pictures_and_a_page(tmp_path: Path) -> None:
    folder = store.write(
        trajectory(step(1, image=picture()), step(2, image=picture("red"))), settings(tmp_path), "passed"
    )
    record = json.loads((folder / "trajectory.json").read_text())
    assert [s["screenshot"] for s in record["runs"][0]["steps"]] == ["run-1-step-01.jpg", "run-1-step-02.jpg"]
    assert (folder / "run-1-step-02.jpg").read_bytes() == picture("red").data
    assert 'src="run-1-step-01.jpg"' in (folder / "index.html").read_text()
    assert store.read(folder) == record


def test_equal_pictures_are_written_once(tmp_path: Path) -> None:
    folder = store.write(
        trajectory(step(1, image=picture()), step(2, image=picture())), settings(tmp_path), "passed"
    )
    assert [path.name for path in folder.glob("*.jpg")] == ["run-1-step-01.jpg"]


@pytest.mark.parametrize(
    ("screenshots", "outcome", "kept"),
    [
        ("on", "passed", 1),
        ("only-on-failure", "passed", 0),
        ("only-on-failure", "failed", 1),
        ("only-on-failure", "error", 1),
        ("off", "failed", 0),
    ],
)
def test_the_screenshots_setting_decides_which_pictures_are_kept(
    tmp_path: Path, screenshots: str, outcome: str, kept: int
) -> None:
    folder = store.write(trajectory(step(image=picture())), settings(tmp_path, screenshots), outcome)
    assert len(list(folder.glob("*.jpg"))) == kept


def test_a_second_write_leaves_nothing_of_the_first(tmp_path: Path) -> None:
    store.write(
        trajectory(step(1, image=picture()), step(2, image=picture("red"))), settings(tmp_path), "passed"
    )
    folder = store.write(trajectory(step(1, image=picture())), settings(tmp_path), "passed")
    assert sorted(path.name for path in folder.iterdir()) == [
        "index.html",
        "run-1-step-01.jpg",
        "trajectory.json",
    ]


def test_a_first_attempt_removes_the_later_ones_of_an_earlier_session_and_nothing_else(
    tmp_path: Path,
) -> None:
    def names() -> list[str]:
        return sorted(path.name for path in tmp_path.iterdir())

    here = settings(tmp_path)
    other = store.write(trajectory(step(), test_id="test_a.py::test_other"), here, "passed")
    first = store.write(trajectory(step()), here, "failed")
    second = store.write(trajectory(step()), here, "passed", attempt=2)
    assert names() == sorted([other.name, first.name, second.name])
    store.write(trajectory(step()), here, "passed")
    assert names() == sorted([other.name, first.name])


def test_folders_of_different_tests_and_attempts_differ_and_are_safe_names() -> None:
    ids = [
        f"tests/test_a.py::test_goal[{goal}]"
        for goal in (HOSTILE, "../../etc", "a" * 300, "a" * 301, "ä ö", "")
    ]
    names = [store.folder_name(test_id) for test_id in ids] + [store.folder_name(ids[0], attempt=2)]
    assert len(set(names)) == len(names)
    assert all(
        len(name) < 120 and not set(name) & set('/\\<>:"|?* ') and not name.startswith(".") for name in names
    )


def test_the_folder_of_a_test_is_named_after_its_file_and_the_test() -> None:
    name = store.folder_name("tests/shop/test_a.py::TestCart::test_open[http://shop/cart]")
    assert name.startswith("test_a.py-TestCart-test_open-http-shop-cart-")


def test_every_text_of_a_trajectory_is_escaped(tmp_path: Path) -> None:
    hostile = trajectory(step(image=picture(), text=HOSTILE), test_id=HOSTILE, text=HOSTILE)
    folder = store.write(hostile, settings(tmp_path), "passed")
    record = store.read(folder)
    assert record is not None
    for html in ((folder / "index.html").read_text(), rows(record, lambda name: name, "index.html")):
        assert "<script" not in html
        assert "<img src=x" not in html
        assert "&lt;img src=x" in html


@pytest.mark.parametrize(
    ("derived", "status", "word"),
    [
        (True, "done", "derived from the page"),
        (False, "done", "claimed, not derived"),
        (False, "unverified", None),
    ],
)
def test_an_answer_is_called_derived_or_claimed_and_its_evidence_stands_below_it(
    derived: bool, status: Status, word: str | None
) -> None:
    told = Derivation(op="text", elements=(7,), pattern="Total: (.+)")
    missing = Derivation(op="exists", text="Thanks")
    evidence = (
        Finding(told, text="$9.00", wording='the text "Total: $9.00" that matches "Total: (.+)"'),
        Finding(missing, problem="nothing on the page says it"),
    )
    run = RunResult(
        goal="Buy", status=status, answer="$9.00", reason="", steps=(), evidence=evidence, derived=derived
    )
    record = store._run(run, 1, None)
    assert (record["derived"], record["evidence"][0]["derivation"]["elements"]) == (derived, [7])
    shown = rows({"runs": [record], "events": []}, str, None)
    assert [said for said in ("derived from the page", "claimed, not derived") if said in shown] == (
        [word] if word else []
    )
    assert "<q>$9.00</q> = the text &#34;Total: $9.00&#34; that matches &#34;Total: (.+)&#34;" in shown
    assert "nothing on the page says it" in shown


def test_the_acted_element_is_marked_in_shares_of_the_viewport() -> None:
    record = {"test": "t", "outcome": "passed", "model": "m", "browser": "", "events": [], "runs": []}
    inside = step(image=picture(), target=Box(100, 50, 200, 100))
    outside = step(image=picture(), target=Box(0, 900, 10, 10))
    for shown, mark in ((inside, "left:10.000%;top:10.000%;width:20.000%;height:20.000%"), (outside, None)):
        record["runs"] = [store._run(trajectory(shown).runs[0], 1, None)]
        record["runs"][0]["steps"][0]["screenshot"] = "a.jpg"
        html = rows(record, lambda name: name, None)
        assert (mark in html) if mark else ('class="mark"' not in html)


def report_with(folder: Path, when: str = "teardown") -> SimpleNamespace:
    return SimpleNamespace(user_properties=[(FOLDER_PROPERTY, str(folder))], when=when)


def test_pictures_are_linked_in_a_report_with_assets(tmp_path: Path) -> None:
    folder = store.write(trajectory(step(image=picture())), settings(tmp_path / "with space"), "passed")
    report = report_with(folder)
    HtmlReport(tmp_path / "report.html", self_contained=False).pytest_runtest_logreport(report)
    assert f'src="with%20space/{folder.name}/run-1' in report.extras[0]["content"]


def test_a_self_contained_report_holds_each_picture_once_however_many_steps_show_it(tmp_path: Path) -> None:
    hooks = HtmlReport(tmp_path / "report.html", self_contained=True)
    steps = (step(1, image=picture()), step(2, image=picture()), step(3, image=picture("red")))
    for name in ("test_a", "test_b"):
        report = report_with(
            store.write(trajectory(*steps, test_id=name), settings(tmp_path / "output"), "passed")
        )
        hooks.pytest_runtest_logreport(report)
        first, second, third = re.findall(r'class="shot (shot-\w+)"', report.extras[0]["content"])
        assert first == second != third
    prefix: list[str] = []
    hooks.pytest_html_results_summary(prefix)
    (head,) = prefix
    for shown, image in ((first, picture()), (third, picture("red"))):
        data = base64.b64encode(image.data).decode()
        assert head.count(f'.{shown} {{ background-image: url("data:image/jpeg;base64,{data}") }}') == 1
    assert head.count("base64,") == 2


def test_a_report_without_a_trajectory_is_left_alone(tmp_path: Path) -> None:
    hooks = HtmlReport(tmp_path / "report.html", self_contained=True)
    for report in (
        report_with(tmp_path / "missing"),
        report_with(tmp_path, "call"),
        SimpleNamespace(user_properties=[], when="teardown"),
    ):
        hooks.pytest_runtest_logreport(report)
        assert not hasattr(report, "extras")


def test_the_test_id_cell_is_escaped_once() -> None:
    cells = ['<td class="col-result">Passed</td>', f'<td class="col-testId">a[{HOSTILE}]</td>']
    hooks = HtmlReport(Path("report.html"), self_contained=True)
    hooks.pytest_html_results_table_row(SimpleNamespace(), cells)
    once = list(cells)
    hooks.pytest_html_results_table_row(SimpleNamespace(), cells)
    assert cells == once
    assert "<img" not in cells[1]
    assert cells[0] == '<td class="col-result">Passed</td>'


def test_a_failure_before_the_first_run_says_whose_it_is(tmp_path: Path) -> None:
    test = Trajectory(test_id="tests/test_a.py::test_buy", model="builtin", runs=(), events=())
    verdict = {"status": "environment", "whose": "environment", "triage": f"environment: {HOSTILE}"}
    folder = store.write(test, settings(tmp_path), "error", verdict=verdict)
    record = store.read(folder)
    assert record is not None
    for shown in ((folder / "index.html").read_text(), rows(record, str, None)):
        assert '<span class="status environment">environment</span> The agent was not asked' in shown
        assert "environment: &lt;img src=x" in shown
        assert HOSTILE not in shown
    passed = rows({**record, "verdict": {"status": "no run"}}, str, None)
    assert "The agent was not asked" in passed
    assert "triage" not in passed
    assert "The agent was not asked" in rows({"runs": [], "events": []}, str, None)


def test_what_was_typed_into_a_secret_field_is_not_written_down(tmp_path: Path) -> None:
    typed = Action(
        call=ToolCall("type", {"text": "hunter2-secret", "field_description": "the password"}),
        result=ToolResult("Typed into it."),
        seconds=0.1,
        secret=("text", "value"),
    )
    filled = step()
    folder = store.write(
        trajectory(dataclasses.replace(filled, actions=(typed,))), Settings(output=str(tmp_path)), "passed"
    )
    kept = "".join((folder / name).read_text(encoding="utf-8") for name in (store.RECORD, store.PAGE))
    assert "hunter2-secret" not in kept
    assert json.loads((folder / store.RECORD).read_text())["runs"][0]["steps"][0]["actions"][0][
        "arguments"
    ] == {
        "text": "***",
        "field_description": "the password",
    }
