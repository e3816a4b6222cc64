"""The mutation score, and the file it is kept in."""

import json
from pathlib import Path

import pytest

from pytest_webagent.mutation.tally import FILE, Outcome, Score, Told, Trial, write


def trial(outcome: Outcome) -> Trial:
    return Trial(kind="number changed", mutation="x", outcome=outcome, by="", times=1, folder="", seconds=0.5)


def told(*outcomes: Outcome) -> Told:
    return Told(test="test_a.py::test_b", why_not="", trials=[*map(trial, outcomes)], left_out=[])


def test_the_score_counts_what_applied_and_was_judged() -> None:
    score = Score(told("killed", "killed", "survived", "did not apply", "not judged")["trials"])
    assert score.percent == pytest.approx(66.67, abs=0.01)
    assert (score.counted, score.did_not_apply, score.not_judged) == (3, 1, 1)


def test_without_a_mutation_that_counts_there_is_no_score() -> None:
    assert Score([]).percent is None
    assert Score(told("did not apply", "not judged")["trials"]).percent is None


def test_the_file_has_the_score_of_all_and_of_each_test(tmp_path: Path) -> None:
    file = write(tmp_path / "new" / "folder", [told("killed", "survived"), told("killed")], 90.0)
    assert file.name == FILE
    record = json.loads(file.read_text(encoding="utf-8"))
    assert (record["score"], record["killed"], record["survived"], record["minimum"]) == (66.67, 2, 1, 90.0)
    assert [test["score"] for test in record["tests"]] == [50.0, 100.0]
    assert record["tests"][0]["trials"][1]["outcome"] == "survived"
