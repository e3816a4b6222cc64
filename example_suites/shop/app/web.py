"""The shop's pages."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.templating import Jinja2Templates

from .shop import CATEGORIES, GIFT_WRAP, SORTINGS, Address, Cart, Shop, long_date, money

if TYPE_CHECKING:
    from starlette.datastructures import FormData
    from starlette.requests import Request

    from .catalogue import Product

HERE = Path(__file__).parent
COOKIE = "session"
REVIEWS_AT_ONCE = 5
PICTURE_LIMIT = 2_000_000


class Visitor(NamedTuple):
    """Who is asking. `token` is empty until there is something to remember."""

    token: str
    user: str | None

    @property
    def owner(self) -> str:
        return self.user or self.token


class Pages:
    """One method per page. They call SQLite directly: each query takes well under a millisecond."""

    def __init__(self, shop: Shop, payment_origin: str) -> None:
        self.shop = shop
        self.payment_origin = payment_origin
        self.templates = Jinja2Templates(HERE / "templates")
        self.templates.env.globals.update(
            money=money, long_date=long_date, categories=CATEGORIES, sortings=SORTINGS, gift_wrap=GIFT_WRAP
        )

    # What the pages share.

    def visitor(self, request: Request) -> Visitor:
        token = request.cookies.get(COOKIE, "")
        return Visitor(token, self.shop.user_of(token) if token else None)

    def remembered(self, request: Request) -> Visitor:
        """The visitor, with a session made for them if they had none."""
        visitor = self.visitor(request)
        return visitor if visitor.token else Visitor(self.shop.new_session(), None)

    def page(self, request: Request, name: str, status: int = 200, /, **context: Any) -> Response:
        visitor = self.visitor(request)
        context |= {
            "user": visitor.user,
            "full_name": self.shop.full_name(visitor.user) if visitor.user else "",
            "cart_count": self.shop.cart(visitor.owner).count,
        }
        return self.templates.TemplateResponse(request, name, context, status)

    def product_of(self, request: Request) -> Product:
        product = self.shop.product(request.path_params["slug"])
        if product is None:
            raise HTTPException(404)
        return product

    def cart_of(self, visitor: Visitor) -> Cart:
        return self.shop.cart(visitor.owner, self.shop.discount_of(visitor.token))

    # Products.

    async def home(self, request: Request) -> Response:
        return self.page(
            request, "home.html", products=self.shop.products(), newest=self.shop.products(sort="newest")[:4]
        )

    async def listing(self, request: Request) -> Response:
        """A category, or what a search has found."""
        query = request.query_params
        category = request.path_params.get("category", "").capitalize()
        if category and category not in CATEGORIES:
            raise HTTPException(404)
        chosen = {"sort": query.get("sort", "featured"), "in_stock": "in_stock" in query}
        words = query.get("q", "")
        products = self.shop.products(category=category, words=words, **chosen)
        return self.page(request, "listing.html", products=products, category=category, words=words, **chosen)

    async def suggestions(self, request: Request) -> Response:
        words = request.query_params.get("q", "").strip()
        found = self.shop.products(words=words, sort="name") if words else []
        return JSONResponse(
            [{"name": p.name, "price": money(p.cents), "url": f"/products/{p.slug}"} for p in found[:6]]
        )

    async def product(self, request: Request) -> Response:
        product = self.product_of(request)
        reviews = self.shop.reviews(product.slug)
        average = sum(review.stars for review in reviews) / len(reviews) if reviews else 0
        thanks = "thanks" in request.query_params
        return self.page(
            request, "product.html", product=product, count=len(reviews), average=average, thanks=thanks
        )

    async def reviews(self, request: Request) -> Response:
        """Some reviews as a piece of HTML, for the page to append."""
        page = int(request.query_params.get("page", "0"))
        found = self.shop.reviews(self.product_of(request).slug)
        first = page * REVIEWS_AT_ONCE
        response = self.page(request, "reviews.html", reviews=found[first : first + REVIEWS_AT_ONCE])
        response.headers["X-More"] = "yes" if len(found) > first + REVIEWS_AT_ONCE else "no"
        return response

    async def add_review(self, request: Request) -> Response:
        product, form, visitor = self.product_of(request), await request.form(), self.visitor(request)
        stars = str(form.get("stars", ""))
        if visitor.user is None or stars not in {"1", "2", "3", "4", "5"}:
            raise HTTPException(400)
        self.shop.add_review(
            visitor.user,
            product.slug,
            stars=int(stars),
            title=str(form.get("title", "")).strip(),
            text=str(form.get("text", "")).strip(),
        )
        return RedirectResponse(f"/products/{product.slug}?thanks#write", 303)

    async def size_guide(self, request: Request) -> Response:
        return self.page(request, "size_guide.html")

    # Cart.

    async def cart(self, request: Request) -> Response:
        return self.page(request, "cart.html", cart=self.cart_of(self.visitor(request)))

    async def add_to_cart(self, request: Request) -> Response:
        product, visitor = self.product_of(request), self.remembered(request)
        if not product.stock:
            raise HTTPException(409, "This product is sold out.")
        async with request.form() as form:
            picture = await self.sent_picture(form) if product.picture_wanted else None
            quantity = str(form.get("quantity", "1"))
        self.shop.put_in_cart(
            visitor.owner, product.slug, max(1, int(quantity)) if quantity.isdigit() else 1, picture
        )
        if request.headers.get("accept") == "application/json":
            cart = self.cart_of(visitor)
            response: Response = JSONResponse(
                {"count": cart.count, "name": product.name, "total": money(cart.total)}
            )
        else:
            response = RedirectResponse("/cart", 303)
        response.set_cookie(COOKIE, visitor.token, httponly=True, samesite="lax")
        return response

    async def sent_picture(self, form: FormData) -> int:
        """Keep the picture that came with a form; its id."""
        sent = form.get("picture")
        if not isinstance(sent, UploadFile) or not sent.filename:
            raise HTTPException(400, "Please choose a picture.")
        data = await sent.read()
        if not (sent.content_type or "").startswith("image/") or len(data) > PICTURE_LIMIT:
            raise HTTPException(415, "Please choose a PNG or JPEG picture of at most 2 MB.")
        return self.shop.keep_picture(sent.filename, str(sent.content_type), data)

    async def change_cart(self, request: Request) -> Response:
        product, form, visitor = self.product_of(request), await request.form(), self.visitor(request)
        quantity = str(form.get("quantity", "0"))
        self.shop.set_quantity(visitor.owner, product.slug, int(quantity) if quantity.isdigit() else 0)
        return RedirectResponse("/cart", 303)

    async def discount(self, request: Request) -> Response:
        form, visitor = await request.form(), self.remembered(request)
        code = str(form.get("code", ""))
        if self.shop.set_discount(visitor.token, code):
            return RedirectResponse("/cart", 303)
        problem = f"The code {code} is not valid."
        return self.page(request, "cart.html", 422, cart=self.cart_of(visitor), problem=problem, code=code)

    # Checkout and orders.

    async def checkout(self, request: Request) -> Response:
        visitor = self.visitor(request)
        if visitor.user is None:
            return RedirectResponse("/login?next=/checkout", 303)
        cart = self.cart_of(visitor)
        if not cart.lines:
            return RedirectResponse("/cart", 303)
        if request.method == "GET":
            return self.checkout_page(request, cart, {"recipient": self.shop.full_name(visitor.user)}, [])
        form = {name: str(value).strip() for name, value in (await request.form()).items()}
        delivery, problems = self.check_order(form)
        if delivery and not problems:
            address = Address(form["recipient"], form["street"], form["city"])
            number = self.shop.place_order(
                visitor.user,
                cart,
                address,
                delivery,
                gift_wrap="gift_wrap" in form,
                payment=form.get("payment", ""),
            )
            if number is not None:
                self.shop.set_discount(visitor.token, "")
                return RedirectResponse(f"/orders/{number}", 303)
            problems = ["The payment did not go through. You have not been charged."]
        return self.checkout_page(request, cart, form, problems)

    def check_order(self, form: dict[str, str]) -> tuple[date | None, list[str]]:
        wanted = {"recipient": "name", "street": "street", "city": "city"}
        problems = [f"Please enter your {word}." for field, word in wanted.items() if not form.get(field)]
        try:
            delivery = date.fromisoformat(form.get("delivery", ""))
        except ValueError:
            return None, [*problems, "Please choose a delivery date."]
        if not self.shop.is_delivery_day(delivery):
            problems.append(f"We cannot deliver on {long_date(delivery)}.")
        return delivery, problems

    def checkout_page(
        self, request: Request, cart: Cart, form: dict[str, str], problems: list[str]
    ) -> Response:
        return self.page(
            request,
            "checkout.html",
            422 if problems else 200,
            cart=cart,
            form=form,
            problems=problems,
            payment_origin=self.payment_origin,
            first_day=self.shop.today + timedelta(days=3),
            last_day=self.shop.today + timedelta(days=92),
        )

    async def orders(self, request: Request) -> Response:
        visitor = self.visitor(request)
        if visitor.user is None:
            return RedirectResponse("/login?next=/orders", 303)
        return self.page(request, "orders.html", orders=self.shop.orders(visitor.user))

    async def order(self, request: Request) -> Response:
        order, visitor = self.shop.order(request.path_params["number"]), self.visitor(request)
        if order is None or order.user != visitor.user:
            raise HTTPException(404)
        return self.page(request, "order.html", order=order)

    async def cancel_order(self, request: Request) -> Response:
        visitor = self.visitor(request)
        if visitor.user is not None:
            self.shop.cancel_order(visitor.user, request.path_params["number"])
        return RedirectResponse("/orders", 303)

    # Accounts.

    async def login(self, request: Request) -> Response:
        # Only paths of this shop: an address from a link must not send a customer elsewhere.
        target = request.query_params.get("next", "/")
        target = target if target.startswith("/") and not target.startswith("//") else "/"
        if request.method == "GET":
            return self.page(request, "login.html", name="", target=target)
        form, visitor = await request.form(), self.remembered(request)
        name = str(form.get("name", "")).strip()
        if not self.shop.log_in(visitor.token, name, str(form.get("password", ""))):
            problem = "The user name or the password is wrong."
            return self.page(request, "login.html", 401, name=name, target=target, problem=problem)
        response = RedirectResponse(target, 303)
        response.set_cookie(COOKIE, visitor.token, httponly=True, samesite="lax")
        return response

    async def logout(self, request: Request) -> Response:
        self.shop.log_out(self.visitor(request).token)
        response = RedirectResponse("/", 303)
        response.delete_cookie(COOKIE)
        return response

    async def problem(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if request.headers.get("accept") == "application/json":
            return JSONResponse({"problem": error.detail}, error.status_code)
        return self.page(request, "problem.html", error.status_code, detail=error.detail)


def shop_app(shop: Shop, payment_origin: str) -> Starlette:
    """The shop's web server. `payment_origin` is where the card fields come from."""
    pages = Pages(shop, payment_origin)
    return Starlette(
        routes=[
            Route("/", pages.home),
            Route("/search", pages.listing),
            Route("/suggestions", pages.suggestions),
            Route("/size-guide", pages.size_guide),
            Route("/category/{category}", pages.listing),
            Route("/products/{slug}", pages.product),
            Route("/products/{slug}/reviews", pages.reviews, methods=["GET"]),
            Route("/products/{slug}/reviews", pages.add_review, methods=["POST"]),
            Route("/cart", pages.cart),
            Route("/cart/discount", pages.discount, methods=["POST"]),
            Route("/cart/add/{slug}", pages.add_to_cart, methods=["POST"]),
            Route("/cart/change/{slug}", pages.change_cart, methods=["POST"]),
            Route("/checkout", pages.checkout, methods=["GET", "POST"]),
            Route("/orders", pages.orders),
            Route("/orders/{number:int}", pages.order),
            Route("/orders/{number:int}/cancel", pages.cancel_order, methods=["POST"]),
            Route("/login", pages.login, methods=["GET", "POST"]),
            Route("/logout", pages.logout, methods=["POST"]),
            Route("/favicon.ico", lambda _: RedirectResponse("/static/icon.svg")),
            Mount("/static", StaticFiles(directory=HERE / "static")),
        ],
        exception_handlers={HTTPException: pages.problem},
    )
