"""The same goals, as other people would word them: the answers and the library's data are the same."""

import pytest

from .library.models import Book

pytestmark = [
    pytest.mark.webagent(start_url="/admin/"),
    pytest.mark.usefixtures("librarian"),
    pytest.mark.matrix,
]

ADDED = {
    "list": "1. Click Books\n2. Click 'Add book'\n3. Type 'The Lathe of Heaven' into Title\n"
    "4. Select 'Ursula K. Le Guin' in Author\n5. Type '9781416556961' into ISBN\n6. Click 'Save'\n"
    "7. Report the number of books in the list",
    "fill-in": "Go to Books, press 'Add book', and fill in Title with 'The Lathe of Heaven' and ISBN with "
    "'9781416556961'. Set the author to 'Ursula K. Le Guin', then save. How many books are there?",
    "prose": "Please go to Books and press 'Add book'. Write 'The Lathe of Heaven' in the title and '9781416556961' in "
    "the ISBN field, and pick 'Ursula K. Le Guin' as the author. Save it and tell me how many books are in the list.",
}
FILTERED = {
    "click": "Open Books and click 'On loan' in the filter. How many books are shown?",
    "under": "Go to the Books page. Under the heading 'Filter', choose 'On loan', then count the books in the list.",
    "number": "Visit Books, filter the list by status 'On loan' and tell me the number of books.",
}
DELETED = {
    "short": "Open Books, open 'The Last Man', delete it and confirm. How many books are left in the list?",
    "list": "- Click Books\n- Click 'The Last Man'\n- Press the 'Delete' button\n- Click \"Yes, I'm sure\"\n"
    "- Tell me how many books are listed",
    "sure": "Go to Books, choose 'The Last Man' and press 'Delete'. Confirm the deletion, then report the number of books.",
}
DUPLICATE = {
    "fill-in": "Open Books, click 'Add book', fill in Title with 'Mort again' and ISBN with '9780552131063', select "
    "'Terry Pratchett' as the author, and save. Which error is shown for the ISBN?",
    "list": "1. Open Books\n2. Click 'Add book'\n3. Title: 'Mort again'\n4. Author: 'Terry Pratchett'\n"
    "5. ISBN: '9780552131063'\n6. Save\n7. What is the error message of the ISBN field?",
    "prose": "Go to Books and press 'Add book'. Put 'Mort again' in the title, pick 'Terry Pratchett' from the authors "
    "and write '9780552131063' into the ISBN field. Press 'Save'. What does the error under ISBN say?",
}


def wordings(goals: dict[str, str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("goal", [pytest.param(goal, id=name) for name, goal in goals.items()])


@wordings(ADDED)
async def test_a_book_is_added(agent, goal):
    result = await agent.run(goal)
    assert result.answer == "11"
    book = await Book.objects.select_related("author").aget(title="The Lathe of Heaven")
    assert (book.author.name, book.isbn) == ("Ursula K. Le Guin", "9781416556961")


@wordings(FILTERED)
async def test_the_list_is_filtered_by_status(agent, goal):
    result = await agent.run(goal)
    assert result.answer == "3"


@wordings(DELETED)
async def test_a_book_is_deleted_after_a_confirmation_page(agent, goal):
    result = await agent.run(goal)
    assert result.answer == "9"
    assert not await Book.objects.filter(title="The Last Man").aexists()


@wordings(DUPLICATE)
async def test_an_isbn_is_used_only_once(agent, goal):
    result = await agent.run(goal)
    assert result.answer == "Book with this ISBN already exists."
    assert await Book.objects.acount() == 10
