"""Start a site of Wagtail and fill it: `fill.py FOLDER`. Whoever visits it is signed in."""

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

FOLDER = Path(sys.argv[1])
NEWS = FOLDER / "news"
MODELS = """
from django.db import models
from wagtail.admin.panels import FieldPanel
from wagtail.fields import RichTextField
from wagtail.models import Page
from wagtail.snippets.models import register_snippet


@register_snippet
class Venue(models.Model):
    name = models.CharField(max_length=80)
    city = models.CharField(max_length=80)
    seats = models.PositiveIntegerField(default=0)
    step_free = models.BooleanField("Step-free access", default=False)
    panels = [FieldPanel("name"), FieldPanel("city"), FieldPanel("seats"), FieldPanel("step_free")]

    def __str__(self):
        return self.name


class Section(Page):
    intro = models.CharField(max_length=200, blank=True)
    content_panels = [*Page.content_panels, FieldPanel("intro")]
    template = "base.html"


class Article(Page):
    TOPICS = [(each, each) for each in ("Concert", "Exhibition", "Theatre", "Notice")]
    date = models.DateField()
    topic = models.CharField(max_length=20, choices=TOPICS)
    intro = models.CharField(max_length=200, blank=True)
    body = RichTextField(blank=True)
    venue = models.ForeignKey(Venue, null=True, blank=True, on_delete=models.SET_NULL)
    content_panels = [*Page.content_panels, FieldPanel("date"), FieldPanel("topic"), FieldPanel("intro"), FieldPanel("body"), FieldPanel("venue")]
    template = "base.html"
"""
SIGNED_IN = """
from django.contrib.auth import get_user_model


def signed_in(get_response):
    def middleware(request):
        request.user = get_user_model().objects.get(username="editor")
        return get_response(request)

    return middleware
"""
SETTINGS = """
from .base import *

DEBUG = True
ALLOWED_HOSTS = ["127.0.0.1"]
SECRET_KEY = "only-for-the-benchmark"
INSTALLED_APPS += ["news"]
at = MIDDLEWARE.index("django.contrib.auth.middleware.AuthenticationMiddleware") + 1
MIDDLEWARE.insert(at, "news.signed_in.signed_in")
WAGTAIL_SITE_NAME = "Riverside Culture"
WAGTAIL_ENABLE_UPDATE_CHECK = False
WAGTAIL_ENABLE_WHATS_NEW_BANNER = False
"""
VENUES = [
    ("Old Mill", "Linz", 120, True),
    ("Harbour Hall", "Bremen", 850, True),
    ("Cellar Stage", "Graz", 60, False),
]
ARTICLES = """\
Jazz on the Quay|2026-03-20|Concert|Three bands play by the water.|Harbour Hall|live
Choir Night|2026-03-27|Concert|Four choirs from the region.|Old Mill|live
String Quartet Marathon|2026-04-18|Concert|Six hours of Haydn.|Old Mill|draft
Paper Cities|2026-04-02|Exhibition|Models of towns that were never built.|Cellar Stage|live
Light and Rust|2026-05-09|Exhibition|Photographs of old shipyards.|Harbour Hall|draft
The Night Train|2026-03-31|Theatre|A comedy in a sleeping car.|Cellar Stage|live
Hamlet for Beginners|2026-04-25|Theatre|Everybody dies, but quicker.|Old Mill|live
Car park closed|2026-03-16|Notice|Please come by tram.||live
New ticket prices|2026-04-01|Notice|Prices rise by one euro.||live"""
USERS = [
    ("nadia", "Nadia", "Rahal", "Editors"),
    ("tobias", "Tobias", "Lang", "Editors"),
    ("mei", "Mei", "Tanaka", "Moderators"),
    ("oskar", "Oskar", "Lind", "Moderators"),
]


def start() -> None:
    """A new site with an application of its own."""
    FOLDER.mkdir(parents=True)
    subprocess.run(
        [
            Path(sys.executable).parent / "python",
            "-m",
            "wagtail.bin.wagtail",
            "start",
            "site_of_culture",
            FOLDER,
        ],
        check=True,
    )
    (NEWS / "migrations").mkdir(parents=True)
    files = {"__init__.py": "", "migrations/__init__.py": "", "models.py": MODELS, "signed_in.py": SIGNED_IN}
    for name, text in files.items():
        (NEWS / name).write_text(text, encoding="utf-8")
    (FOLDER / "site_of_culture/settings/dev.py").write_text(SETTINGS, encoding="utf-8")


def fill() -> None:
    """Users, pages, snippets, redirects, collections and pictures."""
    from django.contrib.auth.models import Group, User
    from django.core.files.base import ContentFile
    from news.models import Article, Section, Venue
    from PIL import Image as Picture
    from wagtail.contrib.redirects.models import Redirect
    from wagtail.images.models import Image
    from wagtail.models import Collection, Page, Site

    editor = User.objects.create_superuser("editor", "editor@riverside.example", "editor", first_name="Erin")
    for name, first, last, group in USERS:
        user = User.objects.create_user(
            name, f"{name}@riverside.example", name, first_name=first, last_name=last
        )
        user.groups.add(Group.objects.get(name=group))
    venues = {
        each[0]: Venue.objects.create(name=each[0], city=each[1], seats=each[2], step_free=each[3])
        for each in VENUES
    }
    home = Page.objects.get(slug="home")
    sections = {}
    for title in ("Programme", "Notices", "About us", "Archive"):
        sections[title] = home.add_child(instance=Section(title=title, owner=editor))
        sections[title].save_revision(user=editor).publish()
    for line in ARTICLES.splitlines():
        title, day, topic, intro, venue, status = line.split("|")
        page = Article(
            title=title,
            date=date.fromisoformat(day),
            topic=topic,
            intro=intro,
            venue=venues.get(venue),
            owner=editor,
            live=False,
        )
        sections["Notices" if topic == "Notice" else "Programme"].add_child(instance=page)
        revision = page.save_revision(user=editor)
        if status == "live":
            revision.publish()
    for old, new in {"/concerts": "Programme", "/prices": "Notices"}.items():
        Redirect.objects.create(old_path=old, redirect_page=sections[new], site=Site.objects.get())
    for name in ("Posters", "Press photos"):
        Collection.get_first_root_node().add_child(name=name)
    for name, colour in {
        "Quay at night": "navy",
        "Old mill wheel": "olive",
        "Stage curtain": "maroon",
    }.items():
        picture = FOLDER / "picture.png"
        Picture.new("RGB", (320, 200), colour).save(picture)
        Image.objects.create(
            title=name, file=ContentFile(picture.read_bytes(), f"{name}.png"), uploaded_by_user=editor
        )


def main() -> None:
    start()
    os.chdir(FOLDER)
    sys.path.insert(0, str(FOLDER))
    os.environ["DJANGO_SETTINGS_MODULE"] = "site_of_culture.settings.dev"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("makemigrations", "news")
    call_command("migrate")
    fill()


main()
