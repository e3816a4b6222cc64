"""Hints for a site that are proposed from recordings."""

import pytest

from pytest_webagent.recording.site_proposal import main
from pytest_webagent.tools.planning import document
from pytest_webagent.tools.planning.steps import validated
from pytest_webagent.tools.web.site_hints import SiteFile

RECORDING = """webagent: 1
goal: Add a book
made: {model: builtin, on: 2026-11-26, derived: true, answer: '11'}
steps:
- do: click the link "Add book"
- do: type "Mort" into the textbox "Title:"
  find: [id "id_title", field name "title"]
- do: click the button "Save"
  find: [field name "FIELD"]
shown:
- the "Author" in the row "Mort" = "Terry Pratchett"
"""


def test_names_and_first_ways_of_recorded_elements_are_proposed(tmp_path, capsys):
    files = [tmp_path / "a.yaml", tmp_path / "b.yaml"]
    for file, field in zip(files, ("_save", "_store"), strict=True):
        file.write_text(RECORDING.replace("FIELD", field))
    assert main(["http://localhost:*", str(files[0])]) == 0
    text = capsys.readouterr().out
    proposed = validated(SiteFile, document.read(text, "x"))
    assert (proposed.version, proposed.origins) == (1, ["http://localhost:*"])
    assert proposed.hints.selectors == {
        "Save button": '[name="_save"]',
        "Title textbox": '[id="id_title"]',
    }
    # What is another thing on another page has no name.
    assert main(["http://localhost:*", *map(str, files)]) == 0
    text = capsys.readouterr().out
    assert [*validated(SiteFile, document.read(text, "x")).hints.selectors] == ["Title textbox"]


@pytest.mark.parametrize(
    ("origin", "content", "why"),
    [
        ("localhost", RECORDING, "'localhost' is no origin"),
        ("http://localhost", "steps: 1", "a.yaml:1:"),
        ("http://localhost", None, "there is no file"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, capsys, origin, content, why):
    file = tmp_path / "a.yaml"
    if content is not None:
        file.write_text(content)
    with pytest.raises(SystemExit):
        main([origin, str(file)])
    assert why in capsys.readouterr().err
