"""Which requests an action has to wait for, told on a clock of the test's own."""

import asyncio
from dataclasses import dataclass

import pytest

from pytest_webagent.browser.bell import Bell
from pytest_webagent.browser.traffic import LONG_POLL, Traffic


@dataclass(eq=False)
class Frame:
    page: object
    parent_frame: object = None


@dataclass(eq=False)
class Asked:
    """A request, as Playwright describes it."""

    url: str
    frame: Frame
    method: str = "GET"
    resource_type: str = "fetch"

    def is_navigation_request(self):
        return self.resource_type == "document"


class Clock:
    def __init__(self):
        self.now = 1000.0

    def time(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: clock)
    return clock


PAGE = object()


class Site:
    def __init__(self):
        self.traffic = Traffic(Bell())

    def ask(self, url, **what):
        request = Asked(url, Frame(PAGE), **what)
        self.traffic.started(request)
        return request

    @property
    def waits(self):
        return self.traffic.pending(lambda page: page is PAGE) is not None


@pytest.fixture
def site(clock):
    return Site()


def test_a_request_of_the_action_is_waited_for_until_it_ends(site, clock):
    site.traffic.begin()
    assert not site.waits
    request = site.ask("http://x/a")
    assert site.waits
    clock.now += 0.2
    site.traffic.ended(request)
    assert site.waits, "the page gets a moment to use the answer"
    clock.now += 0.1
    assert not site.waits


def test_a_request_from_before_the_action_is_not_waited_for(site):
    site.ask("http://x/a")
    site.traffic.begin()
    assert not site.waits


def test_the_second_of_two_equal_requests_is_waited_for(site, clock):
    for _ in range(2):
        site.traffic.begin()
        request = site.ask("http://x/cart", method="POST")
        assert site.waits
        site.traffic.ended(request)
        clock.now += 1
        site.traffic.end()


def test_a_request_like_one_already_under_way_is_a_poll(site):
    site.ask("http://x/poll?since=1")
    site.traffic.begin()
    site.ask("http://x/poll?since=2")
    assert not site.waits


def test_a_request_repeated_while_nobody_acts_is_a_poll(site, clock):
    for _ in range(2):
        site.traffic.ended(site.ask("http://x/poll"))
    clock.now += 1
    site.traffic.begin()
    site.ask("http://x/poll")
    assert not site.waits
    site.ask("http://x/other")
    assert site.waits


def test_a_late_request_of_an_action_is_no_poll(site, clock):
    site.traffic.begin()
    site.traffic.end()
    site.traffic.ended(site.ask("http://x/suggest?q=mug"))
    clock.now += 1
    site.traffic.begin()
    site.ask("http://x/suggest?q=mugs")
    assert site.waits


def test_a_request_made_again_and_again_in_one_wait_is_a_poll(site, clock):
    site.traffic.begin()
    for _ in range(5):
        site.traffic.ended(site.ask("http://x/poll"))
    clock.now += 1
    site.ask("http://x/poll")
    assert not site.waits


def test_a_long_poll_is_waited_for_once(site, clock):
    site.traffic.begin()
    site.ask("http://x/long")
    assert site.waits
    clock.now += LONG_POLL + 0.1
    assert not site.waits
    site.traffic.begin()
    site.ask("http://x/long")
    assert not site.waits


def test_a_slow_post_is_waited_for_as_long_as_the_page_is(site, clock):
    site.traffic.begin()
    site.ask("http://x/pay", method="POST")
    clock.now += 60
    assert site.waits


def test_what_was_waited_for_in_vain_is_not_waited_for_again(site):
    site.traffic.begin()
    site.ask("http://x/pay", method="POST")
    site.traffic.give_up()
    assert not site.waits


@pytest.mark.parametrize("kind", ["websocket", "eventsource", "ping", "media", "other"])
def test_streams_and_beacons_are_never_waited_for(site, kind):
    site.traffic.begin()
    site.ask("http://x/a", resource_type=kind)
    assert not site.waits


def test_a_picture_is_waited_for_only_shortly(site, clock):
    site.traffic.begin()
    site.ask("http://x/a.png", resource_type="image")
    assert site.waits
    clock.now += 1
    assert not site.waits


def test_a_page_is_waited_for_longer_than_a_frame_in_it(site, clock):
    site.traffic.begin()
    frame = Asked("http://ads/", Frame(PAGE, parent_frame=object()), resource_type="document")
    site.traffic.started(frame)
    clock.now += 10
    assert not site.waits
    site.ask("http://x/next", resource_type="document")
    clock.now += 10
    assert site.waits


def test_requests_of_a_tab_that_closed_are_forgotten(site):
    site.traffic.begin()
    site.ask("http://x/a", method="POST")
    site.traffic.forget(PAGE)
    assert not site.waits
