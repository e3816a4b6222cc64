"""How the admin shows authors and books."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin

from .models import Author, Book

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest


@admin.register(Author)
class AuthorAdmin(admin.ModelAdmin):
    search_fields = ("name",)


@admin.register(Book)
class BookAdmin(admin.ModelAdmin):
    list_display = ("title", "author", "status", "copies", "published")
    list_filter = ("status", "author")
    search_fields = ("title", "author__name")
    actions = ("mark_returned",)

    @admin.action(description="Mark selected books as returned")
    def mark_returned(self, request: HttpRequest, books: QuerySet[Book]) -> None:
        count = books.update(status=Book.Status.SHELF)
        self.message_user(request, f"{count} book{'' if count == 1 else 's'} marked as returned.")
