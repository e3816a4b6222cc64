"""The flows of some goals as a test's author writes them with Playwright alone: no model, no plugin, no sleeps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias

from playwright.async_api import expect

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playwright.async_api import Locator, Page

    Flow: TypeAlias = Callable[[Page], Awaitable[str]]

PRODUCTS: Final = re.compile(r"^\d+ products$")


async def read(place: Locator, text: str) -> str:
    """What a place says, once it says what it has to."""
    await expect(place).to_have_text(text)
    return (await place.inner_text()).strip()


def total(page: Page) -> Locator:
    """The cart total on the page of the cart."""
    return page.locator("dl div").filter(has_text="Cart total").get_by_role("definition")


async def open_cart(page: Page) -> None:
    """Go to the cart."""
    await page.get_by_role("link", name="Cart", exact=True).click()
    await expect(page.get_by_role("heading", name="Your cart")).to_be_visible()


def row_of(page: Page, link: str) -> Locator:
    """The row of a table that has a link."""
    return page.get_by_role("row").filter(has=page.get_by_role("link", name=link, exact=True))


async def cheapest_mug(page: Page) -> str:
    search = page.get_by_role("combobox", name="Search products")
    await search.fill("mug")
    await search.press("Enter")
    await page.get_by_role("link", name="Espresso Mug", exact=True).click()
    await page.get_by_role("button", name="Add to cart", exact=True).click()
    return await read(page.get_by_role("complementary", name="Cart news").get_by_role("definition"), "$7.50")


async def suggested_teapot(page: Page) -> str:
    await page.get_by_role("combobox", name="Search products").fill("tea")
    await page.get_by_role("option", name="Hanami Teapot").click()
    await expect(page.get_by_role("heading", name="Hanami Teapot", level=1)).to_be_visible()
    return await read(page.get_by_role("main").get_by_text("$45.00"), "$45.00")


async def dearest_bowl(page: Page) -> str:
    await page.get_by_role("link", name="Bowls", exact=True).click()
    await page.get_by_label("Sort by").select_option("Price: high to low")
    return await read(
        page.get_by_role("main").get_by_role("listitem").first.get_by_role("link"), "Salad Bowl"
    )


async def teapots_in_stock(page: Page) -> str:
    await page.get_by_role("link", name="Teapots", exact=True).click()
    await page.get_by_label("In stock only").check()
    return (await read(page.get_by_text(PRODUCTS), "2 products")).split()[0]


async def quantity(page: Page) -> str:
    await open_cart(page)
    await page.get_by_label("Quantity of Blue Mug", exact=True).fill("3")
    await page.get_by_role("button", name="Update quantity of Blue Mug").click()
    return await read(total(page), "$46.50")


async def removal(page: Page) -> str:
    await open_cart(page)
    page.once("dialog", lambda dialog: dialog.accept())
    await page.get_by_role("button", name="Remove Ramen Bowl").click()
    await expect(row_of(page, "Ramen Bowl")).to_have_count(0)
    return await read(total(page), "$9.50")


async def discount(page: Page) -> str:
    await open_cart(page)
    await page.get_by_label("Discount code").fill("SPRING10")
    await page.get_by_role("button", name="Apply").click()
    return await read(total(page), "$24.75")


async def vase_into_the_cart(page: Page) -> str:
    await page.get_by_role("link", name="Bud Vase", exact=True).first.click()
    await page.get_by_role("button", name="Add to cart", exact=True).click()
    await expect(page.get_by_role("complementary", name="Cart news")).to_contain_text(
        "Bud Vase is in your cart."
    )
    return ""


async def order_cancelled(page: Page) -> str:
    await page.get_by_role("link", name="My orders").click()
    page.once("dialog", lambda dialog: dialog.accept())
    await page.get_by_role("button", name="Cancel order 1004").click()
    return await read(row_of(page, "1004").get_by_role("cell").nth(4), "Cancelled")


async def total_of_an_order(page: Page) -> str:
    await page.get_by_role("link", name="My orders").click()
    return await read(row_of(page, "1002").get_by_role("cell").nth(3), "$57.50")


async def review(page: Page) -> str:
    await page.get_by_role("link", name="Latte Mug", exact=True).first.click()
    await page.get_by_role("radio", name="4 stars").click()
    await page.get_by_label("Title", exact=True).fill("Tall and handsome")
    await page.get_by_label("Your review", exact=True).fill("Room for a lot of foam.")
    await page.get_by_role("button", name="Send review").click()
    thanks = page.get_by_role("region", name="Write a review").get_by_role("status")
    return await read(thanks, "Thank you for your review, Anna Berg.")


async def order_paid(page: Page) -> str:
    await open_cart(page)
    await page.get_by_role("link", name="Go to checkout").click()
    await page.get_by_label("Street and number").fill("12 Harbour Lane")
    await page.get_by_label("City").fill("Westhaven")
    await page.get_by_role("button", name="Delivery date").click()
    calendar = page.get_by_role("dialog", name="Choose a delivery date")
    await calendar.get_by_role("button", name="Next month").click()
    await calendar.get_by_role("button", name="14 January 2027").click()
    await page.get_by_label("Wrap as a gift").check()
    card = page.frame_locator("iframe[title='Card details']")
    await card.get_by_label("Name on card").fill("Anna Berg")
    await card.get_by_label("Card number").fill("4242 4242 4242 4242")
    await card.get_by_label("Expiry date").fill("08 / 29")
    await card.get_by_label("Security code").fill("123")
    await page.get_by_role("button", name="Pay now").click()
    number = page.locator("dl div").filter(has_text="Order number").get_by_role("definition")
    return await read(number, "1005")


async def open_books(page: Page) -> None:
    """Go to the list of books."""
    await page.get_by_role("link", name="Books", exact=True).click()
    await expect(page.get_by_role("heading", name="Select book to change")).to_be_visible()


async def add_book(page: Page, title: str, author: str, isbn: str) -> None:
    """Fill in the form for a new book and send it."""
    await open_books(page)
    await page.get_by_role("main").get_by_role("link", name="Add book").click()
    await page.get_by_label("Title:").fill(title)
    await page.get_by_label("Author:").select_option(author)
    await page.get_by_label("ISBN:").fill(isbn)
    await page.get_by_role("button", name="Save", exact=True).click()


async def book_added(page: Page) -> str:
    await add_book(page, "The Lathe of Heaven", "Ursula K. Le Guin", "9781416556961")
    return (await read(page.locator(".paginator"), "11 books")).split()[0]


async def books_on_loan(page: Page) -> str:
    await open_books(page)
    await page.get_by_role("link", name="On loan", exact=True).click()
    return (await read(page.locator(".paginator"), "3 books")).split()[0]


async def day_of_publication(page: Page) -> str:
    await open_books(page)
    return await read(row_of(page, "Mort").locator(".field-published"), "Nov. 12, 1987")


async def book_changed(page: Page) -> str:
    await open_books(page)
    await page.get_by_role("link", name="Mort", exact=True).click()
    await page.get_by_label("Status:").select_option("On the shelf")
    await page.get_by_label("Copies:").fill("5")
    await page.get_by_role("button", name="Save", exact=True).click()
    return await read(row_of(page, "Mort").locator(".field-status"), "On the shelf")


async def book_deleted(page: Page) -> str:
    await open_books(page)
    await page.get_by_role("link", name="The Last Man", exact=True).click()
    await page.get_by_role("link", name="Delete", exact=True).click()
    await page.get_by_role("button", name="Yes, I’m sure").click()
    return (await read(page.locator(".paginator"), "9 books")).split()[0]


async def books_returned(page: Page) -> str:
    await open_books(page)
    for title in ("Mort", "Kindred"):
        await row_of(page, title).get_by_role("checkbox").check()
    await page.get_by_label("Action:").select_option("Mark selected books as returned")
    await page.get_by_role("button", name="Go", exact=True).click()
    message = page.get_by_role("listitem").filter(has_text="marked as returned")
    return await read(message, "2 books marked as returned.")


async def isbn_taken(page: Page) -> str:
    await add_book(page, "Mort again", "Terry Pratchett", "9780552131063")
    return await read(page.locator(".field-isbn .errorlist li"), "Book with this ISBN already exists.")


FLOWS: Final[dict[str, Flow]] = {
    "cheapest mug": cheapest_mug,
    "suggested teapot": suggested_teapot,
    "dearest bowl": dearest_bowl,
    "teapots in stock": teapots_in_stock,
    "quantity": quantity,
    "removal": removal,
    "discount": discount,
    "vase into the cart": vase_into_the_cart,
    "order cancelled": order_cancelled,
    "total of an order": total_of_an_order,
    "review": review,
    "order paid": order_paid,
    "book added": book_added,
    "books on loan": books_on_loan,
    "day of publication": day_of_publication,
    "book changed": book_changed,
    "book deleted": book_deleted,
    "books returned": books_returned,
    "ISBN taken": isbn_taken,
}
"""The flows, by the names of the goals they do."""
