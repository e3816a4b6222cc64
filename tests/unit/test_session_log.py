"""What a session writes down stays small."""

from pytest_webagent.browser.records import LONGEST, MOST, SessionLog, shortened


def test_lines_are_in_the_order_of_events():
    log = SessionLog()
    log.add("console", "one")
    log.add("dialog", "two")
    assert log.lines() == ("console: one", "dialog: two")


def test_an_event_that_repeats_is_counted():
    log = SessionLog()
    for _ in range(3):
        log.add("console", "one")
    assert log.lines() == ("console: one (3 times)",)


def test_news_are_told_once():
    log = SessionLog()
    log.add("console", "one")
    assert log.take_news() == ("console: one",)
    log.add("console", "one")
    log.add("console", "two")
    assert log.take_news() == ("console: one", "console: two")
    assert log.take_news() == ()
    assert log.lines() == ("console: one (2 times)", "console: two")


def test_more_news_than_a_model_needs_are_counted():
    log = SessionLog()
    for number in range(15):
        log.add("console", f"{number}")
    assert log.take_news(most=2) == ("console: 0", "console: 1", "... and 13 more")


def test_a_flood_of_different_events_is_bounded():
    log = SessionLog()
    for number in range(MOST * 3):
        log.add("console", f"{number}")
    lines = log.lines()
    assert len(lines) == MOST + 1
    assert lines[-1] == f"... and {MOST * 2} more"


def test_a_long_text_is_cut_to_one_line():
    log = SessionLog()
    log.add("console", "word\n" * 100_000)
    (line,) = log.lines()
    assert len(line) <= LONGEST + len("console: ")
    assert line.endswith("…")
    assert shortened("a \n b") == "a b"
