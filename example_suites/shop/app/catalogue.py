"""What the shop sells, and what people have said about it: the data every fresh shop begins with."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

CATEGORIES = ("Mugs", "Bowls", "Plates", "Teapots", "Vases")


class Product(NamedTuple):
    slug: str
    name: str
    category: str
    cents: int
    stock: int
    added: str
    """The day it came into the shop, as YYYY-MM-DD."""
    glaze: str
    """The colour of its picture."""
    shape: str
    """The shape of its picture: mug, bowl, plate, teapot or vase."""
    picture_wanted: bool
    """Whether the customer sends a picture to be printed on it."""
    about: str


def _product(
    name: str,
    category: str,
    cents: int,
    stock: int,
    added: str,
    glaze: str,
    about: str,
    *,
    picture_wanted: bool = False,
) -> Product:
    slug = name.lower().replace(" ", "-")
    shape = category.lower().removesuffix("s")
    return Product(slug, name, category, cents, stock, added, glaze, shape, picture_wanted, about)


PRODUCTS = (
    _product("Blue Mug", "Mugs", 950, 40, "2026-03-02", "#4d7ea8", "Our classic: a hand-thrown mug in cobalt blue, with a handle that fits four fingers."),
    _product("Everyday Teapot", "Teapots", 2900, 12, "2026-01-18", "#c98b6b", "Holds a litre, pours without a drip and survives the dishwasher."),
    _product("Ramen Bowl", "Bowls", 1800, 25, "2026-06-11", "#7a4f3a", "Deep and wide, with room for noodles, broth and an egg."),
    _product("Dinner Plate", "Plates", 1500, 60, "2026-02-07", "#e3d9c6", "A flat plate with a low rim, 27 cm across, in oatmeal glaze."),
    _product("Espresso Mug", "Mugs", 750, 30, "2026-05-20", "#5b4a42", "Small, thick and warm in the hand: 80 ml for a double."),
    _product("Speckled Mug", "Mugs", 1200, 18, "2026-08-14", "#d8cfc0", "Iron-rich clay speckles through a milky glaze, so no two are alike."),
    _product("Hanami Teapot", "Teapots", 4500, 7, "2026-09-30", "#d9a5ad", "Cherry blossom pink, with a bamboo handle and a steel strainer."),
    _product("Bud Vase", "Vases", 1000, 33, "2026-04-25", "#8ba888", "For the one flower you brought home from a walk."),
    _product("Breakfast Bowl", "Bowls", 1100, 44, "2026-03-19", "#86a6b5", "Porridge, muesli, soup: the bowl you reach for first."),
    _product("Latte Mug", "Mugs", 1400, 21, "2026-07-08", "#b98f64", "Tall and slender, with 350 ml of room for milk foam."),
    _product("Cake Plate", "Plates", 1250, 26, "2026-10-12", "#c7b5d6", "A small plate with a scalloped rim, in lavender."),
    _product("Salad Bowl", "Bowls", 3200, 9, "2026-10-28", "#6d8a5b", "Thirty centimetres wide: salad for six, or fruit for a week."),
    _product("Photo Mug", "Mugs", 1650, 99, "2026-11-03", "#f1ece2", "Send us a picture and we print it on a white mug, under the glaze.", picture_wanted=True),
    _product("Iron Teapot", "Teapots", 5400, 0, "2026-05-02", "#3d4247", "Dark tenmoku glaze over stoneware. The next firing is in spring."),
    _product("Moon Vase", "Vases", 6400, 4, "2026-11-21", "#efe9dd", "A round white jar after the Korean moon jars, thrown in two halves."),
    _product("Dip Bowl", "Bowls", 600, 70, "2026-02-22", "#a3473f", "For soy sauce, olive oil, salt, or rings before washing up."),
    _product("Serving Platter", "Plates", 3800, 6, "2026-09-05", "#54757a", "Oval, 40 cm long, in deep sea green."),
)  # fmt: skip

USERS = (
    ("anna", "Anna Berg", "tea-time"),
    ("ben", "Ben Okafor", "flat-white"),
)
"""User name, full name and password of each customer."""

DISCOUNTS = {"SPRING10": 10}
"""Code and percentage."""


class Review(NamedTuple):
    product: str
    author: str
    stars: int
    title: str
    text: str
    written: str


_SPECKLED = (
    (
        "Ada Holm",
        5,
        "My favourite cup",
        "It sits on my desk all day. The speckles are even nicer in the sun.",
    ),
    ("Jonas Weber", 4, "Heavier than I thought", "Solid, though. It keeps coffee warm for a good while."),
    ("Priya Nair", 5, "Bought a second one", "The first was borrowed by my daughter and never came back."),
    ("Luca Ferri", 5, "Well packed", "Arrived in straw and paper, no plastic at all."),
    ("Sofia Lund", 3, "Not quite the photo", "Mine has far fewer speckles than the picture."),
    ("Tom Archer", 4, "Good handle", "Big enough for large hands, which is rare."),
    ("Mei Tanaka", 5, "Lovely glaze", "Smooth inside and a little rough outside."),
    ("Carlos Ruiz", 4, "Dishwasher safe", "Twenty washes so far and no change."),
    ("Hanna Vogel", 5, "A present that worked", "My brother is hard to please. He is pleased."),
    ("Emil Strand", 2, "Chipped rim", "It came with a small chip. The shop sent a new one within days."),
    ("Grace Adeyemi", 5, "Just right", "Neither too small nor too big for tea."),
    ("Pavel Novak", 4, "Nice and quiet", "The foot does not scratch the table."),
    ("Irene Costa", 5, "Each one is different", "We have six and everybody knows which is theirs."),
    ("Noah Levi", 4, "Good value", "I would pay more for it, but do not tell them."),
    ("Oskar Lind", 3, "Too small for soup", "Fine for coffee. I wanted a soup mug, so that one is on me."),
    ("Julia Moreau", 5, "Beautiful", "I look at it more often than I drink from it."),
    ("Samir Haddad", 5, "Third order", "Still no complaints."),
    ("Ella Byrne", 4, "Slow delivery", "Two weeks in December. The mug is perfect."),
)
_OTHERS = (
    (
        "blue-mug",
        "Ben Okafor",
        5,
        "The blue is deep",
        "Deeper than on the screen, and I mean that as praise.",
    ),
    ("blue-mug", "Ada Holm", 4, "Good size", "Fits under my coffee machine."),
    ("ramen-bowl", "Mei Tanaka", 5, "Like at home", "Right shape, right weight."),
    ("hanami-teapot", "Irene Costa", 4, "Pretty", "The handle gets warm if you fill it to the brim."),
    ("moon-vase", "Luca Ferri", 5, "A quiet thing", "It makes the whole room calmer."),
)


def reviews(today: date) -> list[Review]:
    """The reviews of a fresh shop; the newest is three days old."""
    found = []
    for index, (author, stars, title, text) in enumerate(_SPECKLED):
        written = today - timedelta(days=3 + 9 * index)
        found.append(Review("speckled-mug", author, stars, title, text, written.isoformat()))
    for index, (product, author, stars, title, text) in enumerate(_OTHERS):
        written = today - timedelta(days=11 + 20 * index)
        found.append(Review(product, author, stars, title, text, written.isoformat()))
    return found
