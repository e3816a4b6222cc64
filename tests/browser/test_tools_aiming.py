"""Who decides where an action goes: what the agent gives, the words of the page, a grounder; and what is kept of it."""

from dataclasses import replace

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.errors import GroundingError
from pytest_webagent.geometry import Box, Point, Size
from pytest_webagent.grounding.coordinates import parse

PAGE = """<body style="margin:0">
<button id=save style="position:absolute;left:20px;top:20px;width:100px;height:40px">Save</button>
<button id=send style="position:absolute;left:220px;top:20px;width:100px;height:40px">Send</button>
<canvas id=board width=300 height=200 style="position:absolute;left:20px;top:100px"></canvas>
<script>
  window.hits = [];
  addEventListener('click', event => hits.push([event.target.id, event.offsetX, event.offsetY]));
</script>"""
SAVE, SEND, BOARD = "<point>70 40</point>", "<point>270 40</point>", "<point>60 150</point>"


class Pointing:
    """A grounder that says what it is told to, and remembers what it was asked and shown."""

    def __init__(self, point):
        self.point = point
        self.asked = []
        self.seen = []

    async def locate(self, description, observation):
        self.asked.append(description)
        self.seen.append(observation.screenshot)
        if isinstance(self.point, GroundingError):
            raise self.point
        return self.point


def mode(hands, **settings):
    hands.context.settings = hands.context.settings._replace(**settings)


async def hits(hands):
    """The ids of what was clicked since this was last asked."""
    return [each[0] for each in await hands.page.evaluate("hits.splice(0)")]


def aim(hands):
    (only,) = hands.context.latest.aims
    return only


@pytest.fixture
async def shown(hands):
    await hands.show(PAGE)
    return hands


async def test_number_and_coordinates_that_agree_are_one_opinion(shown):
    await shown.do("click", "Save", coords=SAVE)
    assert await hits(shown) == ["save"]
    assert aim(shown).decided.tier == "element id"
    assert [(each.tier, each.agrees, each.distance) for each in aim(shown).others] == [
        ("coordinates", True, 0.0),
        ("words", True, 0.0),
    ]
    assert aim(shown).confidence == 1.0


async def test_of_two_that_disagree_the_one_that_fits_the_description_counts_and_else_both_are_sent_back(
    shown,
):
    await shown.do("click", "Save", coords=SEND, description="the Send button")
    assert await hits(shown) == ["send"]
    assert aim(shown).decided.tier == "coordinates"
    disagrees = next(each for each in aim(shown).others if each.tier == "element id")
    assert not disagrees.agrees
    assert disagrees.distance == 200.0
    assert aim(shown).confidence == pytest.approx(2 / 3)
    error = await shown.fail("click", "Save", coords=SEND, description="the green one")
    assert "element_id is button 'Save'" in error
    assert "coords is point (270, 40) on button 'Send'" in error
    assert await hits(shown) == []


async def test_a_number_whose_element_is_covered_does_not_agree_with_the_point_on_what_covers_it(shown):
    await shown.page.evaluate(
        """() => { const cover = document.createElement('button'); cover.id = 'cover'; cover.textContent = 'Accept cookies';
        cover.style.cssText = 'position:fixed;inset:0;z-index:9'; document.body.append(cover); }"""
    )
    await shown.session.observe()
    error = await shown.fail("click", "Save", coords=SAVE, description="it")
    assert "'Accept cookies'" in error
    assert await hits(shown) == []


async def test_a_description_alone_is_enough_where_the_words_leave_no_doubt_and_else_it_is_told_what_to_give(
    shown,
):
    await shown.do("click", description="the Send button")
    assert await hits(shown) == ["send"]
    assert aim(shown).decided.tier == "words"
    error = await shown.fail("click", description="the green one")
    assert "give element_id" in error
    assert "coords" in error
    assert await hits(shown) == []


async def test_what_a_description_may_mean_is_named_where_that_is_not_clear(hands):
    await hands.show(
        "<ul><li>Ann <button>Delete</button></li><li>Bob <button>Delete</button></li></ul><button>Add</button>"
    )
    first, second = (each.id for each in hands.context.session.observation.elements if each.name == "Delete")
    several = await hands.fail("click", description="the Delete button")
    assert (
        f"'the Delete button' fits 2 elements: button 'Delete' [{first}]; button 'Delete' [{second}]; give"
        in several
    )
    none = await hands.fail("click", description="the Delete all button")
    assert (
        "'the Delete all button' fits nothing on the page, and what comes nearest is button 'Delete'" in none
    )
    assert "'Print' fits nothing on the page; give element_id" in await hands.fail(
        "click", description="Print"
    )


async def test_no_description_is_found_when_grounding_is_off(shown):
    mode(shown, grounding="off")
    shown.context.grounder = Pointing(Point(70, 40))
    assert "give element_id" in await shown.fail("click", description="the Send button")
    assert shown.context.grounder.asked == []
    assert await hits(shown) == []


ORDERS = [
    ("auto", {"on": "Save"}, "element id", 0),
    ("auto", {"at": SEND}, "coordinates", 0),
    ("auto", {}, "grounding model", 1),
    ("prefer", {"on": "Save"}, "grounding model", 1),
    ("prefer", {"on": "Save", "at": SEND}, "coordinates", 0),
    ("force", {"on": "Save", "at": SEND}, "grounding model", 1),
    ("off", {"on": "Save", "at": SEND}, "coordinates", 0),
    ("off", {"on": "Save"}, "element id", 0),
]


async def test_the_order_of_each_mode(shown, subtests):
    for grounding, given, decided, asked in ORDERS:
        with subtests.test(grounding, **given):
            mode(shown, grounding=grounding)
            shown.context.grounder = Pointing(Point(60, 150))
            await shown.do("click", given.get("on", ""), description="the green one", coords=given.get("at"))
            clicked = await hits(shown)
            assert aim(shown).decided.tier == decided
            assert len(shown.context.grounder.asked) == asked
            expected = {"element id": "save", "coordinates": "send", "grounding model": "board"}[decided]
            assert clicked == [expected]


async def test_where_the_grounder_fails_the_number_is_used(shown, subtests):
    for grounding in ["prefer", "force"]:
        with subtests.test(grounding):
            mode(shown, grounding=grounding)
            shown.context.grounder = Pointing(GroundingError("the server is down"))
            await shown.do("click", "Save", description="the green one")
            assert await hits(shown) == ["save"]
            assert aim(shown).decided.tier == "element id"


async def test_a_forced_grounder_is_asked_even_where_the_words_leave_no_doubt(shown):
    mode(shown, grounding="force")
    shown.context.grounder = Pointing(Point(270, 40))
    await shown.do("click", description="the Send button")
    assert shown.context.grounder.asked == ["the Send button"]
    assert aim(shown).decided.tier == "grounding model"
    assert [each.tier for each in aim(shown).others] == ["words"] or aim(shown).others == ()


async def test_the_grounder_is_shown_the_page_as_it_is_now(shown):
    shown.context.grounder = Pointing(Point(60, 150))
    await shown.do("click", description="the green one")
    (picture,) = shown.context.grounder.seen
    assert picture.media_type == "image/png"
    assert picture.data.startswith(b"\x89PNG")


async def test_a_point_outside_of_the_viewport_is_no_answer_of_a_grounder(shown):
    shown.context.grounder = Pointing(Point(5000, 40))
    error = await shown.fail("click", description="the green one")
    assert "outside of the viewport" in error
    assert await hits(shown) == []


async def test_a_click_on_a_canvas_is_kept_relative_to_it_and_counts_beside_its_number(shown):
    await shown.do("click", coords=BOARD, description="the first shape")
    assert await shown.page.evaluate("hits.splice(0)") == [["board", 40, 50]]
    assert aim(shown).decided.element.startswith("canvas")
    assert aim(shown).offset == Point(40, 50)
    number = next(each.id for each in shown.session.observation.elements if each.role == "canvas")
    await shown.do("click", element_id=number, coords=BOARD)
    assert await shown.page.evaluate("hits") == [["board", 40, 50]]


async def test_two_spots_of_one_canvas_do_not_agree(shown):
    mode(shown, grounding_check="agree")
    shown.context.grounder = Pointing(Point(200, 250))
    error = await shown.fail("click", coords=BOARD, description="the first shape")
    assert "the grounding model found point (200, 250) on canvas" in error
    assert await hits(shown) == []


async def test_where_all_must_agree_the_grounder_is_asked_too(shown, subtests):
    for point, agreed in [(Point(70, 40), True), (Point(270, 40), False)]:
        with subtests.test(agreed):
            mode(shown, grounding_check="agree")
            shown.context.grounder = Pointing(point)
            if agreed:
                await shown.do("click", "Save", description="the green one")
                assert aim(shown).confidence == 1.0
            else:
                error = await shown.fail("click", "Save", description="the green one")
                assert "the grounding model found point (270, 40) on button 'Send'" in error
            assert shown.context.grounder.asked == ["the green one"]
            assert await hits(shown) == (["save"] if agreed else [])


async def test_words_that_contradict_a_number_are_kept_but_do_not_stop_the_action(shown):
    await shown.do("click", "Save", description="the Send button")
    assert await hits(shown) == ["save"]
    assert [(each.tier, each.agrees) for each in aim(shown).others] == [("words", False)]
    assert aim(shown).confidence == 0.5


async def test_coordinates_count_what_the_setting_says(shown, subtests):
    for convention, picture, coords in (
        ("absolute_resized", None, "[270, 40]"),
        ("absolute_resized", Size(640, 360), "[135, 20]"),
        ("absolute_original", Size(640, 360), "(270, 40)"),
        ("relative_1000", Size(640, 360), '{"x": 210.94, "y": 55.56}'),
        ("relative_1", Size(1280, 720), "<point>0.2109 0.0556</point>"),
        ("relative_1000", None, "<point>270 40</point>"),
    ):
        with subtests.test(convention, coords=coords):
            mode(shown, coordinates=convention)
            shown.context.picture = picture
            said = await shown.do("click", coords=coords)
            assert await hits(shown) == ["send"]
            # In the numbers of the call: others would look like another place.
            x, y = parse(coords)
            assert said.startswith(f"Clicked point ({x:g}, {y:g}) on button 'Send'")


async def test_each_end_of_a_drag_has_its_own_record(shown):
    await shown.do(
        "drag", coords=BOARD, to_coords="<point>200 250</point>", description="here", to_description="there"
    )
    assert [each.offset for each in shown.context.latest.aims] == [Point(180, 150), Point(40, 50)]


async def test_a_point_in_a_scaled_frame_is_the_element_there(hands):
    inner = hands.site.page(
        "/inner",
        "<body style='margin:0'><button style='margin:30px' onclick='document.title=1'>Deep</button>",
    )
    await hands.show(
        f"<iframe src='{inner}' style='border:7px solid;padding:11px;transform:scale(1.5);transform-origin:0 0' "
        "width=300 height=200></iframe>"
    )
    box = hands.element("Deep").box
    await hands.do("click", coords=f"[{box.center.x}, {box.center.y}]")
    assert "button 'Deep'" in aim(hands).decided.element
    assert await hands.page.frames[1].title() == "1"
    assert isinstance(hands.context.target, Box)


async def test_an_element_of_an_old_observation_is_no_element(shown):
    old = replace(shown.session.observation, elements=())
    shown.session.observation = old
    assert "no element [1]" in await shown.fail("click", element_id="1", description="the Save button")


async def test_the_number_of_a_canvas_that_is_all_there_is_means_it(hands):
    await hands.show(
        "<style>body { margin: 0 }</style><canvas width=300 height=200 "
        "onclick='document.title = event.offsetX + \",\" + event.offsetY'></canvas>"
    )
    (canvas,) = hands.session.observation.elements
    await hands.do("click", element_id=canvas.id)
    assert await hands.page.title() == "150,100"


COVERED = """<body style="margin:0"><div style="position:absolute;left:0;top:0">
<{over} id=over style="position:absolute;inset:0;z-index:1">{words}</{over}>
<button id=below style="width:100px;height:50px">Below</button></div>
<script>window.hits = []; addEventListener('click', event => hits.push(event.target.id))</script>"""


async def test_what_lies_over_an_element_and_is_as_large_is_not_taken_for_it(hands):
    await hands.show(COVERED.format(over="div", words=""))
    error = await hands.fail("click", "Below", coords="[50, 25]", description="it")
    assert "coords is point (50, 25); element_id is button 'Below'" in error
    await hands.do("click", coords="[50, 25]", description="it")
    assert aim(hands).decided.element == ""
    assert await hands.page.evaluate("hits") == ["over"]


async def test_of_two_elements_as_large_the_upper_one_is_hit_and_recorded(hands):
    await hands.show(COVERED.format(over="button", words="Above"))
    await hands.do("click", coords="[50, 25]", description="it")
    assert aim(hands).decided.element.startswith("button 'Above'")
    assert await hands.page.evaluate("hits") == ["over"]


async def test_what_is_drawn_anew_since_it_was_seen_has_no_name_and_is_not_waited_for(shown):
    await shown.page.evaluate("save.replaceWith(save.cloneNode(true))")
    await shown.do("click", coords=SAVE, description="it")
    assert aim(shown).decided.element == ""
    assert await hits(shown) == ["save"]


async def test_the_middle_of_a_link_in_two_lines_means_the_link(hands):
    await hands.show(
        "<body style='margin:0'><p style='width:200px;line-height:60px;margin:0'>aaaaaaaa aaaaaaaaa "
        "<a id=link href='#there'>link that wraps around</a> bbbbb</p>"
    )
    middle = hands.element("link that wraps around").box.center
    await hands.do("click", "link that wraps around", coords=f"[{middle.x}, {middle.y}]", description="it")
    assert aim(hands).decided.tier == "element id"
    assert hands.page.url.endswith("#there")


async def test_a_point_of_a_users_grounder_may_be_two_numbers(shown, subtests):
    for given in ((60, 150), [60, 150], {"x": 60, "y": 150}):
        with subtests.test(repr(given)):
            shown.context.grounder = Pointing(given)
            await shown.do("click", description="the green one")
            assert await hits(shown) == ["board"]


async def test_what_is_no_point_is_said_to_be_none_and_the_number_is_used_instead(shown, subtests):
    for given in (7, (1, 2, 3), "there", Point(float("nan"), 3)):
        with subtests.test(repr(given)):
            shown.context.grounder = Pointing(given)
            mode(shown, grounding="auto")
            assert "the grounding model gave no point" in await shown.fail(
                "click", description="the green one"
            )
            mode(shown, grounding="force")
            await shown.do("click", "Save", description="the green one")
            assert await hits(shown) == ["save"]


async def test_a_point_on_a_page_that_is_gone_by_then_is_not_clicked(shown):
    class Slow(Pointing):
        async def locate(self, description, observation):
            await shown.session.goto(shown.site.page("/other", PAGE))
            return self.point

    shown.context.grounder = Slow(Point(70, 40))
    assert "the page moved on" in await shown.fail("click", description="the green one")
    assert await hits(shown) == []


async def test_a_description_of_a_page_nobody_looked_at_says_to_look_first(shown):
    shown.session.observation = None
    assert "look at it first" in await shown.fail("click", description="the Send button")


async def test_whoever_gave_one_answer_is_not_told_to_give_only_one(shown):
    mode(shown, grounding_check="agree")
    error = await shown.fail("click", "Save", description="the Send button")
    assert "Choose the one that is meant" in error
    assert "Give only" not in error


async def test_how_it_was_decided_is_kept_of_a_click_that_fails(shown):
    await shown.page.evaluate("save.disabled = true")
    await shown.fail("click", "Save", description="it")
    assert aim(shown).decided.element.startswith("button 'Save'")
