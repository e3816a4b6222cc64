"""Adding, finding, changing and deleting books."""

from datetime import date

import pytest

from .library.models import Book

pytestmark = [pytest.mark.webagent(start_url="/admin/"), pytest.mark.usefixtures("librarian")]


async def test_a_book_is_added(agent):
    result = await agent.run(
        "Open Books and click 'Add book'. Enter 'The Lathe of Heaven' as the title, choose 'Ursula K. Le Guin' as "
        "the author, enter '9781416556961' as the ISBN and '1971-10-01' as the published date, and tick "
        "'Large print'. Click 'Save'. How many books are in the list now?"
    )
    assert result.answer == "11"
    book = await Book.objects.select_related("author").aget(title="The Lathe of Heaven")
    assert (book.author.name, book.isbn, book.published) == (
        "Ursula K. Le Guin",
        "9781416556961",
        date(1971, 10, 1),
    )
    assert book.large_print


async def test_the_list_is_filtered_by_status(agent):
    result = await agent.run("Open Books and filter by status 'On loan'. How many books are listed?")
    assert result.answer == "3"


async def test_the_list_is_searched(agent):
    result = await agent.run("Open Books and search for 'Le Guin'. Which book has the most copies?")
    assert result.answer == "A Wizard of Earthsea"


async def test_a_book_is_changed(agent):
    result = await agent.run(
        "Open Books, then open 'Mort'. Set the status to 'On the shelf' and the copies to 5, and click 'Save'. "
        "What is the status of 'Mort' in the list?"
    )
    assert result.answer == "On the shelf"
    book = await Book.objects.aget(title="Mort")
    assert (book.status, book.copies) == (Book.Status.SHELF, 5)


async def test_a_book_is_deleted_after_a_confirmation_page(agent):
    result = await agent.run(
        "Open Books, then open 'The Last Man' and click 'Delete'. On the confirmation page, click \"Yes, I'm sure\". "
        "How many books are listed now?"
    )
    assert result.answer == "9"
    assert not await Book.objects.filter(title="The Last Man").aexists()


async def test_a_book_is_kept_when_the_deletion_is_called_off(agent):
    result = await agent.run(
        "Open Books, then open 'The Last Man' and click 'Delete'. On the confirmation page, click 'No, take me back'. "
        "What is the heading of the page?"
    )
    assert result.answer == "Change book"
    assert await Book.objects.filter(title="The Last Man").aexists()


async def test_an_isbn_is_used_only_once(agent):
    result = await agent.run(
        "Open Books and click 'Add book'. Enter 'Mort again' as the title, choose 'Terry Pratchett' as the author and "
        "enter '9780552131063' as the ISBN. Click 'Save' and report the error of the ISBN field."
    )
    assert result.answer == "Book with this ISBN already exists."
    assert await Book.objects.acount() == 10


async def test_a_book_needs_a_title(agent):
    result = await agent.run(
        "Open Books, then open 'Kindred'. Clear the title and click 'Save'. What is the error of the Title field?"
    )
    assert result.answer == "This field is required."
    assert await Book.objects.filter(title="Kindred").aexists()


async def test_several_books_are_returned_at_once(agent):
    result = await agent.run(
        "Open Books. Tick the checkboxes in the rows of 'Mort' and 'Kindred', choose 'Mark selected books as returned' "
        "as the action and click 'Go'. Which message is shown?"
    )
    assert result.answer == "2 books marked as returned."
    assert await Book.objects.filter(status=Book.Status.LOAN).acount() == 1
