"""Tests written as YAML: collected, run, failed and reported as tests in Python are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.plugin.conftest import NO_PICTURES

if TYPE_CHECKING:
    from tests.plugin.conftest import Suite

COUNTER = """\
start_url: URL
tests:
  - name: steps alone
    steps:
      - {tool: click, with: {element_id: {role: button, name: Add one}}, as: pressed}
      - {tool: click, with: {element_id: {role: button, name: Add one}}}
    expect:
      - {element: {role: status}, equals: 2}
      - {element: {role: alert}, exists: false}
      - {value: "${pressed.output}", contains: Add one}
      - {page: url, matches: '/counter$'}

  - name: a goal
    goal: Count to 3
    expect: 3

  - name: a goal and more
    goal: Count to ${number}
    variables: {number: 2}
    expect:
      - {contains: "2"}
      - {element: {role: status}, equals: "${number}"}

  - name: sets
    parametrize:
      one: {presses: [1]}
      two: {presses: [1, 2]}
    steps:
      - {foreach: "${presses}", tool: click, with: {element_id: {role: button, name: Add one}}}
    expect: {element: {role: status}, equals: "${len(presses)}"}

  - name: not today
    marks: [{skip: {reason: too late}}]
    steps: [{tool: refresh}]
    expect: {page: title, equals: x}

  - name: wrong answer
    goal: Count to 1
    expect: 7

  - name: wrong page
    settings: {check_timeout: 0}
    steps:
      - {tool: click, with: {element_id: {role: button, name: Add one}}}
    expect:
      - {page: title, contains: Test}
      - element: {role: status}
        equals: 2

  - name: no such button
    settings: {check_timeout: 0}
    steps:
      - name: buy it
        tool: click
        with: {element_id: {role: button, name: Buy}}
    expect: {element: {role: status}, equals: 1}

  - name: no such tool
    steps: [{tool: clik}]
    expect: {page: title, equals: x}

  - name: never called
    variables: {total: 5}
    steps:
      - {if: "total > 5", tool: refresh, as: r}
      - {if: "total > 5", set: {total: "${len(r.output)}"}}
    expect: {value: "${total}", equals: 5}

  - name: only said
    settings: {dry_run: true}
    steps:
      - {tool: click, with: {element_id: {role: button, name: Add one}}, on_error: continue}
    expect: {element: {role: status}, equals: 0}

  - name: sentences
    steps:
      - {tool: click, with: {element_id: {role: button, name: Add one}}}
      - expect: there is an 'Add one' button
    expect: ["the page shows '1'", there is no 'Buy' button]

  - name: a sentence beside an answer
    goal: Count to 2
    expect: [2, {statement: the title is 'Test'}]

  - name: an untrue sentence
    settings: {check_timeout: 0}
    steps: [{tool: refresh}]
    expect: there is a 'Buy' button

  - name: an unclear sentence
    settings: {check_timeout: 0}
    steps: [{tool: refresh}]
    expect: the button is blue
"""


def write(suite: Suite, **files: str) -> None:
    """Write YAML tests; URL in them becomes the address of the counter."""
    for name, text in files.items():
        path = suite.pytester.path / f"{name}.webagent.yaml"
        path.write_text(text.replace("URL", suite.url), encoding="utf-8")


def records(suite: Suite) -> dict[str, dict[str, Any]]:
    """What was kept of each test, by its name."""
    paths = Path(suite.pytester.path, "webagent-results").glob("*/trajectory.json")
    read = (json.loads(path.read_text(encoding="utf-8")) for path in paths)
    return {record["test"].partition("::")[2]: record for record in read}


def test_goals_and_steps_are_tests_whose_failures_show_the_lines_of_the_file(suite: Suite) -> None:
    write(suite, counter=COUNTER)
    result = suite.run("--html=report.html", "-rs")
    result.assert_outcomes(passed=7, failed=7, skipped=1)
    result.stdout.fnmatch_lines(
        [
            ">     expect: 7",
            'E     AssertionError: counter.webagent.yaml:39: the answer must be "7", and is "1"',
            "counter.webagent.yaml:39: AssertionError",
            ">       - element: {role: status}",
            'E*GoalNotMet: goal_not_met: counter.webagent.yaml:47: status equals 2: "1" (status "1") is not equal to "2"',
            "E*triage:   site: counter.webagent.yaml:47:*",
            "E*GoalNotMet: goal_not_met: counter.webagent.yaml:53: step 1 (buy it): click failed: there is no button 'Buy'*",
            "E*triage:   steps: counter.webagent.yaml:53: step 1 (buy it)*",
            "E*ConfigError: counter.webagent.yaml:59: step 1: there is no tool 'clik'*",
            "E*GoalNotMet: goal_not_met: counter.webagent.yaml:67: this value does not come from any call that was done*",
            "E*triage:   steps: counter.webagent.yaml:67: this*",
            "E*Blocked: blocked: counter.webagent.yaml:72: step 1: click failed: dry run: would click button 'Add one'*",
            "E*GoalNotMet: goal_not_met: counter.webagent.yaml:88: there is a 'Buy' button: there is no visible button*",
            "E*triage:   site: counter.webagent.yaml:88:*",
            "E*Inconclusive: not_understood: counter.webagent.yaml:93: 'the button is blue' cannot be checked:*",
            "SKIPPED * counter.webagent.yaml:*: too late",
        ]
    )
    result.stdout.no_fnmatch_line("*pytest_webagent/hooks*")
    result.stdout.no_fnmatch_line("*contextlib*")
    kept = records(suite)
    [alone] = kept["steps alone"]["runs"]
    assert (alone["status"], alone["model"], alone["derived"]) == ("done", "none", True)
    assert [action["tool"] for step in alone["steps"] for action in step["actions"]] == [
        "click",
        "click",
        *["expect"] * 4,
    ]
    assert all(step["screenshot"] for step in alone["steps"])
    assert alone["steps"][0]["reasoning"] == "counter.webagent.yaml:5: step 1"
    assert alone["evidence"][0]["text"] == "2"
    goal, after = kept["a goal and more"]["runs"]
    assert (goal["goal"], goal["answer"], goal["model"]) == ("Count to 2", "2", "function")
    assert (after["goal"], after["status"]) == ("what 'a goal and more' expects", "done")
    assert set(kept) >= {"sets[one]", "sets[two]"}
    assert kept["wrong page"]["runs"][0]["status"] == "goal_not_met"
    assert kept["only said"]["runs"][0]["status"] == "blocked"
    html = suite.pytester.path.joinpath("report.html").read_text(encoding="utf-8")
    assert "steps alone" in html


def test_workers_reruns_and_mutations_treat_them_as_any_test(suite: Suite) -> None:
    steps = """\
start_url: URL
settings: {mutate_most: 2, runs: 2}
steps:
  - {tool: click, with: {element_id: {role: button, name: Add one}}}
expect: {element: {role: status}, equals: 1}
"""
    write(
        suite,
        one=steps,
        two=steps.replace("equals: 1", "equals: 2").replace(
            "URL", "URL\nmarks: [{xfail: {reason: it adds 1}}]"
        ),
    )
    write(suite, typo=WRONG["typo"][0])
    result = suite.run("-n", "1", "--webagent-mutate", "--webagent-check-timeout=0.2", NO_PICTURES)
    result.assert_outcomes(passed=1, xfailed=1, errors=1)
    result.stdout.fnmatch_lines_random(
        [
            "mutation score: 100.0 %, 2 of 2 mutations killed",
            "2 of 2 *one.webagent.yaml::one",
            f"typo.webagent.yaml:{WRONG['typo'][1]}",
        ]
    )


WRONG = {
    "nothing": ("steps: [{tool: click}]", "1:1: 'expect' is missing"),
    "empty": ("", "1:1: the file is empty"),
    "both": ("goal: x\nsteps: [{tool: wait}]\nexpect: a", "1:1: a test has either a goal*"),
    "answer": ("steps: [{tool: wait}]\nexpect: 3", "2:9: steps have no answer to expect something of*"),
    "constant": (
        "steps: [{set: {a: 3}}]\nexpect: {value: '${a}', equals: 3}",
        "2:9: this value does not come from any call, so it shows nothing*",
    ),
    "itself": (
        "steps: [{tool: wait, as: r}]\nexpect: {value: '${r.ok}', equals: '${r.ok}'}",
        "2:9: a value that is compared with itself shows nothing",
    ),
    "anything": ("goal: x\nexpect: {matches: '.*'}", "2:9: every text matches *: say more of it"),
    "blank": ("goal: ' '\nexpect: a", "1:7: 'goal': *"),
    "inner": (
        "steps: [{tool: wait}]\nexpect: {element: {rol: a}, exists: true}",
        "2:20: there is no key 'rol' here*",
    ),
    "typo": ("gaol: x\nexpect: a", "1:1: there is no key 'gaol' here (did you mean 'goal'?)"),
    "variable": ("goal: buy ${itm}\nvariables: {item: 1}\nexpect: a", "1:1: there is no variable 'itm'*"),
    "names": (
        "tests:\n - {name: a, goal: x, expect: a}\n - {name: a, goal: x, expect: a}\n - {goal: x, expect: a}",
        "3:5: the name 'a' is there twice, first in line 2",
    ),
    "name": ("name: setup_module\ngoal: x\nexpect: a", "1:7: a name must not begin with *"),
    "setting": (
        "goal: x\nexpect: a\nsettings: {max_step: 3}",
        "3:1: the webagent marker has no argument 'max_step'*",
    ),
    "mark": ("goal: x\nexpect: a\nmarks: [slwo]", "3:1: *slwo*"),
    "own": ("goal: x\nexpect: a\nmarks: [webagent]", "3:1: the mark webagent has keys of its own here*"),
    "sets": ("goal: x ${a}\nexpect: a\nparametrize: {x: {a: 1}, y: {b: 1}}", "3:1: 'y' has other variables*"),
    "yaml": ("goal: [buy", "1:11: while parsing a flow sequence*"),
    "tag": ("goal: !!python/name:os.system x\nexpect: a", "1:7: tags such as * are not allowed"),
}


@pytest.mark.parametrize(
    "arguments",
    [pytest.param((), id="alone"), pytest.param(("-n", "1"), id="xdist", marks=pytest.mark.matrix)],
)
def test_a_wrong_file_is_an_error_of_collection_with_line_and_column(
    suite: Suite, arguments: tuple[str, ...]
) -> None:
    write(suite, **{name: text for name, (text, _) in WRONG.items()})
    suite.pytester.path.joinpath("zbytes.webagent.yml").write_bytes(b"\xff\xfe")
    result = suite.run(*arguments)
    assert result.ret != 0
    result.assert_outcomes(errors=len(WRONG) + 1)
    for name, (_, told) in WRONG.items():
        line = told if told.startswith("zbytes") else f"{name}.webagent.yaml:{told}"
        result.stdout.fnmatch_lines([line.replace("[", "[[]")])
    result.stdout.fnmatch_lines(["zbytes.webagent.yml: the file is no text in UTF-8*"])
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*pytest_webagent/*")


@pytest.mark.usefixtures("new_python")
def test_collecting_starts_nothing_and_yaml_is_only_loaded_for_such_files(suite: Suite) -> None:
    # That a session without such files does not load it at all is test_matrix_collection.py's.
    suite.pytester.makeconftest(
        "import sys\ndef pytest_unconfigure():\n    print('\\nyaml:', 'yaml' in sys.modules, 'playwright' in sys.modules)"
    )
    suite.write(test_before="import sys\nassert 'yaml' not in sys.modules\ndef test_plain(): ...")
    write(suite, test_counter=COUNTER)
    bare = ("-p", "no:playwright", "-p", "no:html", "-p", "no:html_fixtures", "--collect-only", "-q")
    result = suite.run(*bare)
    result.stdout.fnmatch_lines(
        ["test_counter.webagent.yaml::sets[[]two]", "*17 tests collected*", "yaml: True False"]
    )
