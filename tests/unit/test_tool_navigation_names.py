"""Named pages: the public preset, and names that are meant though they are written differently."""

import pytest

from pytest_webagent.config import SETTINGS, NamedPage
from pytest_webagent.errors import ConfigError, ToolError
from pytest_webagent.setting_values import PUBLIC_PAGES
from pytest_webagent.tools.navigation.addresses import named_page

PUBLIC = {
    "ticket": "https://www.trip.com/flights/",
    "flight": "https://www.momondo.com/",
    "event": "https://www.eventbrite.com/",
    "map": "https://www.google.com/maps",
    "youtube": "https://www.youtube.com/",
    "food": "https://www.timeout.com/",
    "travel": "https://www.nomadicmatt.com/",
    "dollars": "https://www.xe.com/",
    "twitter": "https://twitter.com/home",
    "wiki": "https://www.wikipedia.org/",
}
CUT_OFF = {"car": "https://sg.trip.com/carhire/", "hotel": "https://sg.trip.com/hotels/"}
"""Pages whose whole address the list they come from does not give."""


def test_the_public_pages_are_those_of_the_documented_list_that_anyone_can_open():
    assert dict(PUBLIC_PAGES) == PUBLIC | CUT_OFF


@pytest.mark.parametrize(
    "written", ["@public\nCart = /cart\nMAP = /map", ["Cart = /cart", "@public", "MAP = /map"]]
)
def test_a_line_adds_the_public_pages_behind_those_of_the_test(written):
    pages = SETTINGS["pages"].read(written, "the test")
    assert pages[:2] == (NamedPage("Cart", "/cart"), NamedPage("MAP", "/map"))
    assert dict(pages[2:]) == {name: url for name, url in (PUBLIC | CUT_OFF).items() if name != "map"}


@pytest.mark.parametrize("written", ["@private", "@public = x\n=", "public"])
def test_other_lines_are_refused(written):
    with pytest.raises(ConfigError, match="must be lines of the form NAME = URL"):
        SETTINGS["pages"].read(written, "the test")


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("car rental", "car"),
        ("CARS", "car"),
        ("Flights", "flight"),
        ("the hotels in Rome", "hotel"),
        ("events", "event"),
        ("dollar", "dollars"),
        ("you", "youtube"),
        ("Wiki", "wiki"),
    ],
)
def test_a_name_is_understood_in_any_case_in_part_and_in_the_plural(wanted, name):
    found = named_page(PUBLIC_PAGES, wanted)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize(
    "wanted", ["carpet cleaning", "hotelier", "mapping", "https://cars.example/", "", "?"]
)
def test_a_word_that_only_begins_like_a_name_is_another_word(wanted):
    assert named_page(PUBLIC_PAGES, wanted) is None


def test_words_that_mean_two_pages_are_answered_with_both():
    with pytest.raises(ToolError, match="fits several pages: 'ticket', 'flight'"):
        named_page(PUBLIC_PAGES, "flight ticket")
