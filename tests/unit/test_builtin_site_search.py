"""What is named and not in sight is looked for with the search of the site; names of things that stand in rows of others."""

import pytest
from builtin_pages import calls, first_call, page, refusal

HOME = """
- complementary:
  - search:
    - textbox "Search the library"
    - button "Search"
  - navigation "Main":
    - link "Loans":
      - /url: /loans
- main:
  - heading "Welcome" [level=1]
  - list "News":
    - listitem: We are closed on Monday
    - listitem: New shelves
"""
HITS = """
- complementary:
  - search:
    - textbox "Search the library"
    - button "Search"
- main:
  - heading "Results" [level=1]
  - table:
    - row:
      - columnheader "Title"
      - columnheader "Shelf"
    - row:
      - cell:
        - link "The Tin Drum":
          - /url: /admin/books/4/edit/
        - button "More options for 'The Tin Drum'" [collapsed]
      - cell:
        - link "Novels":
          - /url: /shelves/2/
    - row:
      - cell:
        - link "Novels":
          - /url: /admin/shelves/2/edit/
        - button "More options for 'Novels'" [collapsed]
      - cell:
        - link "House":
          - /url: /shelves/1/
"""


async def asked_for(goal, *after):
    """What is typed into which field."""
    home = page(HOME)
    made = await calls(goal, *[home] * 4, *after)
    typed = [call for call in made if call.name == "type"]
    return [(call.arguments["text"], home.find(int(call.arguments["element_id"])).name) for call in typed]


@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("Edit the book The Tin Drum", "The Tin Drum"),
        ("Open 'The Tin Drum'", "The Tin Drum"),
        ("Archive the shelf Novels", "Novels"),
        ("Which shelf has the book 'The Tin Drum'?", "The Tin Drum"),
        ("Change the title of the book 'The Tin Drum' to 'The Drum'", "The Tin Drum"),
    ],
)
async def test_what_is_named_is_searched_for(goal, name):
    assert await asked_for(goal) == [(name, "Search the library")]


@pytest.mark.parametrize(
    "goal", ["Archive it", "Open the second chapter", "Check that The Tin Drum is shown"]
)
async def test_what_has_no_name_or_is_only_looked_at_is_not_searched_for(goal):
    assert await asked_for(goal) == []


@pytest.mark.parametrize(
    ("goal", "address"),
    [
        ("Edit the book The Tin Drum", "/admin/books/4/edit/"),
        ("Open Novels", "/admin/shelves/2/edit/"),
        ("Open 'Novels'", "/admin/shelves/2/edit/"),
        ("Edit Novels", "/admin/shelves/2/edit/"),
    ],
)
async def test_a_link_in_the_row_of_another_thing_is_not_the_thing(goal, address):
    hits = page(HITS)
    call = await first_call(goal, hits)
    assert hits.find(int(call.arguments["element_id"])).url == address


@pytest.mark.parametrize("goal", ["Edit the book The Tin Box", "Archive the Tin Soldier", "Click Poems"])
async def test_what_the_search_does_not_find_is_refused(goal):
    await refusal(goal, page(HITS.replace(" [collapsed]", "").replace("- search:", "- generic:")))
