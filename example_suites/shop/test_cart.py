"""Changing a cart, and changing one's mind."""

from pathlib import Path

import pytest

FILES = Path(__file__).parent / "files"

pytestmark = pytest.mark.webagent(start_url="/")


@pytest.mark.usefixtures("full_cart")
async def test_a_quantity_is_changed(agent, shop):
    result = await agent.run(
        "Open the cart, set the quantity of the Blue Mug to 3 and click 'Update' in its row. "
        "What is the cart total now?"
    )
    assert result.answer == "$46.50"
    assert shop.cart_of("anna") == {"Blue Mug": 3, "Ramen Bowl": 1}


@pytest.mark.usefixtures("full_cart")
async def test_a_product_is_removed_after_a_confirmation(agent, shop):
    result = await agent.run(
        "Open the cart, click 'Remove' in the row of the Ramen Bowl and accept the confirmation. "
        "Report the cart total."
    )
    assert result.answer == "$9.50"
    assert shop.cart_of("anna") == {"Blue Mug": 1}


@pytest.mark.usefixtures("full_cart")
async def test_cancel_in_the_confirmation_keeps_the_product(agent, shop):
    result = await agent.run(
        "Open the cart and click 'Remove' in the row of the Ramen Bowl, then choose Cancel in the dialog. "
        "Report the cart total."
    )
    assert result.answer == "$27.50"
    assert shop.cart_of("anna") == {"Blue Mug": 1, "Ramen Bowl": 1}


@pytest.mark.usefixtures("full_cart")
async def test_a_discount_code_lowers_the_total(agent):
    result = await agent.run(
        "Open the cart, type 'SPRING10' into the discount code field and click 'Apply'. What is the cart total?"
    )
    assert result.answer == "$24.75"


@pytest.mark.usefixtures("full_cart")
async def test_an_unknown_discount_code_is_refused(agent):
    result = await agent.run(
        "Open the cart, enter 'WINTER99' as the discount code and apply it. Read me the error message."
    )
    assert result.answer == "The code WINTER99 is not valid."


@pytest.mark.webagent(upload_folders=[str(FILES)])
async def test_a_picture_is_sent_for_the_photo_mug(agent, shop):
    result = await agent.run(
        "Search for 'photo' and open the Photo Mug. Upload 'garden.png' as your picture and add the mug to the cart. "
        "Then open the cart and tell me which picture the Photo Mug has."
    )
    assert result.answer == "garden.png"
    assert shop.guest_carts() == [{"Photo Mug": 1}]
    assert shop.pictures() == {"garden.png": (FILES / "garden.png").read_bytes()}
