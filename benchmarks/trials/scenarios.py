"""Goals on the two applications, with what is right in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from trials.worlds import Beginning

if TYPE_CHECKING:
    from collections.abc import Callable

GUEST = Beginning("shop")
ANNA = Beginning("shop", "anna")
FULL_CART = Beginning("shop", "anna", (("Blue Mug", 1), ("Ramen Bowl", 1)))
TEAPOT = Beginning("shop", "anna", (("Hanami Teapot", 1),))
LIBRARIAN = Beginning("library", "librarian")


class Scenario(NamedTuple):
    """A goal, and how it ends where nothing is wrong."""

    name: str
    beginning: Beginning
    goal: str
    answer: str = ""
    """What is to be answered; empty where the goal asks for nothing."""
    status: Literal["done", "goal_not_met"] = "done"
    check: Callable[[Any], bool] | None = None
    """Whether the application's own data are as they have to be; None where nothing is to change."""


SHOP = (
    Scenario(
        "cheapest mug",
        GUEST,
        "Search for 'mug', open the cheapest one, add it to the cart and report the cart total.",
        "$7.50",
        check=lambda shop: shop.guest_carts() == [{"Espresso Mug": 1}],
    ),
    Scenario(
        "suggested teapot",
        GUEST,
        "Type 'tea' into the search field, choose 'Hanami Teapot' from the suggestions and tell me its price.",
        "$45.00",
    ),
    Scenario(
        "dearest bowl",
        GUEST,
        "Open the category Bowls and sort the list by 'Price: high to low'. What is the name of the first product?",
        "Salad Bowl",
    ),
    Scenario(
        "teapots in stock",
        GUEST,
        "Go to Teapots, tick 'In stock only' and tell me how many products are listed.",
        "2",
    ),
    Scenario(
        "author of a review",
        GUEST,
        "Open the Speckled Mug and scroll down to the review 'Slow delivery'. Who is the author of that review?",
        "Ella Byrne",
    ),
    Scenario(
        "quantity",
        FULL_CART,
        "Open the cart, set the quantity of the Blue Mug to 3 and click 'Update' in its row. What is the cart total now?",
        "$46.50",
        check=lambda shop: shop.cart_of("anna") == {"Blue Mug": 3, "Ramen Bowl": 1},
    ),
    Scenario(
        "removal",
        FULL_CART,
        "Open the cart, click 'Remove' in the row of the Ramen Bowl and accept the confirmation. Report the cart total.",
        "$9.50",
        check=lambda shop: shop.cart_of("anna") == {"Blue Mug": 1},
    ),
    Scenario(
        "discount",
        FULL_CART,
        "Open the cart, type 'SPRING10' into the discount code field and click 'Apply'. What is the cart total?",
        "$24.75",
    ),
    Scenario(
        "discount, unasked",
        FULL_CART,
        "Open the cart, enter 'SPRING10' as the discount code and click 'Apply'.",
    ),
    Scenario(
        "unknown code",
        FULL_CART,
        "Open the cart, enter 'WINTER99' as the discount code and apply it. Read me the error message.",
        "The code WINTER99 is not valid.",
    ),
    Scenario(
        "vase into the cart",
        GUEST,
        "Open the Bud Vase and add it to the cart.",
        check=lambda shop: shop.guest_carts() == [{"Bud Vase": 1}],
    ),
    Scenario(
        "order cancelled",
        ANNA,
        "Open 'My orders' and click 'Cancel order' in the row of order 1004. Accept the confirmation. "
        "What is the status of order 1004 now?",
        "Cancelled",
        check=lambda shop: (
            shop.order(1004).status == "Cancelled" and shop.order(1002).status == "Being packed"
        ),
    ),
    Scenario(
        "order cancelled, unasked",
        ANNA,
        "Open 'My orders', click 'Cancel order' in the row of order 1004 and accept the confirmation.",
        check=lambda shop: (
            shop.order(1004).status == "Cancelled" and shop.order(1002).status == "Being packed"
        ),
    ),
    Scenario(
        "total of an order",
        ANNA,
        "Open 'My orders'. What is the total of order 1002?",
        "$57.50",
    ),
    Scenario(
        "review",
        ANNA,
        "Open the Latte Mug and give it 4 stars. Enter 'Tall and handsome' as the title and "
        "'Room for a lot of foam.' as your review, then click 'Send review'. Which message is shown?",
        "Thank you for your review, Anna Berg.",
        check=lambda shop: [review.stars for review in shop.reviews("latte-mug")] == [4],
    ),
    Scenario(
        "order paid",
        TEAPOT,
        "Open the cart and go to the checkout. Enter '12 Harbour Lane' as the street and number and 'Westhaven' as "
        "the city. Choose 14 January 2027 as the delivery date and tick 'Wrap as a gift'. "
        "For the payment, enter 'Anna Berg' as the name on card, '4242 4242 4242 4242' as the card number, "
        "'08 / 29' as the expiry date and '123' as the security code. "
        "Click 'Pay now' and report the order number.",
        "1005",
        check=lambda shop: shop.order(1005) is not None and shop.order(1005).total == "$48.00",
    ),
    Scenario("sold out?", GUEST, "Open Teapots. Is the Iron Teapot sold out?", "yes"),
    Scenario(
        "still in the cart?",
        FULL_CART,
        "Open the cart, click 'Remove' in the row of the Ramen Bowl and accept the confirmation. "
        "Is the Ramen Bowl still in the cart?",
        "no",
        check=lambda shop: shop.cart_of("anna") == {"Blue Mug": 1},
    ),
    Scenario(
        "bowl to be there",
        FULL_CART,
        "Open the cart and check that there is a 'Salad Bowl'.",
        status="goal_not_met",
    ),
    Scenario(
        "delivery on a Sunday",
        TEAPOT,
        "Open the cart, go to the checkout and choose 13 December 2026 as the delivery date.",
        status="goal_not_met",
        check=lambda shop: shop.cart_of("anna") == {"Hanami Teapot": 1},
    ),
)

LIBRARY = (
    Scenario(
        "book added",
        LIBRARIAN,
        "Open Books and click 'Add book'. Enter 'The Lathe of Heaven' as the title, choose 'Ursula K. Le Guin' as "
        "the author and enter '9781416556961' as the ISBN. Click 'Save'. How many books are in the list now?",
        "11",
        check=lambda books: books.named("The Lathe of Heaven") is not None,
    ),
    Scenario(
        "books on loan",
        LIBRARIAN,
        "Open Books and filter by status 'On loan'. How many books are listed?",
        "3",
    ),
    Scenario(
        "most copies",
        LIBRARIAN,
        "Open Books and search for 'Le Guin'. Which book has the most copies?",
        "A Wizard of Earthsea",
    ),
    Scenario(
        "day of publication",
        LIBRARIAN,
        "Open Books. What is the Published of 'Mort'?",
        "Nov. 12, 1987",
    ),
    Scenario(
        "book changed",
        LIBRARIAN,
        "Open Books, then open 'Mort'. Set the status to 'On the shelf' and the copies to 5, and click 'Save'. "
        "What is the status of 'Mort' in the list?",
        "On the shelf",
        check=lambda books: (books.named("Mort")["status"], books.named("Mort")["copies"]) == ("shelf", 5),
    ),
    Scenario(
        "book changed, unasked",
        LIBRARIAN,
        "Open Books, then open 'Kindred'. Set the copies to 7 and click 'Save'.",
        check=lambda books: books.named("Kindred")["copies"] == 7,
    ),
    Scenario(
        "book deleted",
        LIBRARIAN,
        "Open Books, then open 'The Last Man' and click 'Delete'. On the confirmation page, click \"Yes, I'm sure\". "
        "How many books are listed now?",
        "9",
        check=lambda books: books.named("The Last Man") is None,
    ),
    Scenario(
        "book deleted, unasked",
        LIBRARIAN,
        "Open Books, then open 'The Last Man' and click 'Delete'. On the confirmation page, click \"Yes, I'm sure\".",
        check=lambda books: books.named("The Last Man") is None,
    ),
    Scenario(
        "books returned",
        LIBRARIAN,
        "Open Books. Tick the checkboxes in the rows of 'Mort' and 'Kindred', choose 'Mark selected books as returned' "
        "as the action and click 'Go'. Which message is shown?",
        "2 books marked as returned.",
        check=lambda books: books.count(status="loan") == 1,
    ),
    Scenario(
        "ISBN taken",
        LIBRARIAN,
        "Open Books and click 'Add book'. Enter 'Mort again' as the title, choose 'Terry Pratchett' as the author and "
        "enter '9780552131063' as the ISBN. Click 'Save' and report the error of the ISBN field.",
        "Book with this ISBN already exists.",
        check=lambda books: books.count() == 10,
    ),
    Scenario(
        "found by a search?",
        LIBRARIAN,
        "Open Books and search for 'Pratchett'. Is 'Kindred' in the list?",
        "no",
    ),
    Scenario(
        "large print?",
        LIBRARIAN,
        "Open Books, then open 'Frankenstein'. Is 'Large print' ticked?",
        "no",
    ),
    Scenario(
        "no such status",
        LIBRARIAN,
        "Open Books, then open 'Mort'. Set the status to 'In repair' and click 'Save'.",
        status="goal_not_met",
        check=lambda books: books.named("Mort")["status"] == "loan",
    ),
)

SCENARIOS = {scenario.name: scenario for scenario in (*SHOP, *LIBRARY)}
