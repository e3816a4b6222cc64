"""A library with authors and books."""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.db import models


class Author(models.Model):
    name = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Book(models.Model):
    class Status(models.TextChoices):
        SHELF = "shelf", "On the shelf"
        LOAN = "loan", "On loan"
        LOST = "lost", "Lost"

    title = models.CharField(max_length=120)
    author = models.ForeignKey(Author, models.PROTECT, related_name="books")
    isbn = models.CharField(
        "ISBN", max_length=13, unique=True, validators=[RegexValidator(r"^\d{13}$", "An ISBN has 13 digits.")]
    )
    published = models.DateField(null=True, blank=True)
    status = models.CharField(max_length=8, choices=Status, default=Status.SHELF)
    copies = models.PositiveSmallIntegerField(default=1)
    large_print = models.BooleanField(default=False)

    class Meta:
        ordering = ("title",)

    def __str__(self) -> str:
        return self.title
