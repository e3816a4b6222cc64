"""What stands at a point, through frames that are turned and scaled."""

import pytest
from matrix_cases import by_default
from one_session import one_session  # noqa: F401 (a fixture)

TURNED = {
    "rotated": "transform:rotate(40deg)",
    "upside down": "transform:rotate(180deg) scale(.6)",
    "mirrored": "transform:scaleX(-1)",
    "skewed": "transform:skewX(25deg)",
    "turned by a property": "rotate:-70deg;scale:.7 .9",
}


@pytest.mark.parametrize("style", by_default(TURNED, "skewed", "turned by a property"))
async def test_a_click_into_a_turned_frame_is_weighed_by_what_is_there(hands, style):
    hands.site.page(
        "/form",
        "<form action='/sent'><p style='height:150px'>Order</p><button style='margin-left:90px'>Pay</button></form>",
    )
    await hands.show(
        f"<div style='position:absolute;left:300px;top:150px;{style}'><iframe src='{hands.site.other_url}/form' "
        "style='width:400px;height:260px;border:9px solid;padding:14px'></iframe></div>"
    )
    button = hands.page.frames[1].locator("button")
    box = await button.bounding_box()
    middle = f"<point>{box['x'] + box['width'] / 2} {box['y'] + box['height'] / 2}</point>"
    await hands.do("click", coords=middle)
    assert hands.context.call.risk == "HIGH"
    assert hands.context.call.aims[0].decided.element.startswith("button 'Pay'")
    assert len(hands.site.asked("/sent")) == 1
