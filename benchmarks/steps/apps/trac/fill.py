"""Fill a project of Trac: `fill.py FOLDER`."""

import sys
from datetime import UTC, datetime, timedelta

from trac.admin.console import TracAdmin
from trac.env import open_environment
from trac.ticket.model import Component, Milestone, Ticket, Version
from trac.wiki.model import WikiPage

FOLDER = sys.argv[1]
NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
COMPONENTS = {
    "berths": "hanna",
    "billing": "piotr",
    "weather": "hanna",
    "mobile app": "lars",
    "reports": "piotr",
}
MILESTONES = {"Spring release": 40, "Summer release": 120, "Someday": None}
TICKETS = """\
Berth map is empty after login|berths|defect|critical|Spring release|hanna|new
Invoice shows the wrong VAT rate|billing|defect|blocker|Spring release|piotr|assigned
Export berth list as CSV|reports|enhancement|minor|Summer release|piotr|new
Wind forecast in knots|weather|enhancement|trivial|Someday|hanna|new
App crashes when the phone is offline|mobile app|defect|critical|Spring release|lars|accepted
Remind skippers of unpaid invoices|billing|enhancement|major|Summer release|piotr|new
Tide table for Port Haven|weather|task|major|Spring release|hanna|assigned
Two boats can book the same berth|berths|defect|blocker|Spring release|hanna|accepted
Dark mode for night watch|mobile app|enhancement|minor|Someday|lars|new
Typo on the mooring contract|reports|defect|trivial|Spring release|piotr|new
Sum up harbour dues per month|reports|task|major|Summer release|piotr|assigned
Push message for gale warnings|mobile app|enhancement|major|Summer release|lars|new
Search berths by boat length|berths|enhancement|major|Summer release|hanna|assigned
Credit notes cannot be printed|billing|defect|major|Spring release|piotr|new
Login fails with umlauts in the name|mobile app|defect|major|Spring release|lars|closed|fixed
Fog horn sound on the website|weather|enhancement|minor|Someday|hanna|closed|wontfix"""
PAGES = {
    "WikiStart": "= Port Haven harbour office =\nThis is the project of the harbour software.\n\n"
    " * MeetingNotes\n * ReleaseChecklist\n * OnCall\n",
    "MeetingNotes": "= Meeting notes =\n== 23 February ==\nThe beta starts on 16 March. Lars brings the phones.\n",
    "ReleaseChecklist": "= Release checklist =\n 1. Freeze the branch\n 2. Run the migration\n 3. Tell the harbour office\n",
    "OnCall": "= On call =\n||= Week =||= Who =||= Phone =||\n|| 10 || Hanna || 4410 ||\n|| 11 || Piotr || 4427 ||\n"
    "|| 12 || Lars || 4431 ||\n",
}


def main() -> None:
    admin = TracAdmin(FOLDER)
    admin.do_initenv("'Port Haven' sqlite:db/trac.db")
    for name in ("component1", "component2"):
        admin.onecmd(f"component remove {name}")
    for name in ("milestone1", "milestone2", "milestone3", "milestone4"):
        admin.onecmd(f"milestone remove {name}")
    admin.onecmd("version remove 1.0")
    admin.onecmd("version remove 2.0")
    admin.onecmd("permission add anonymous TRAC_ADMIN")
    environment = open_environment(FOLDER)
    for name, owner in COMPONENTS.items():
        component = Component(environment)
        component.name, component.owner = name, owner
        component.insert()
    for name, days in MILESTONES.items():
        milestone = Milestone(environment)
        milestone.name, milestone.due = name, NOW + timedelta(days=days) if days else None
        milestone.insert()
    for name in ("3.0", "3.1"):
        version = Version(environment)
        version.name = name
        version.insert()
    for at, line in enumerate(TICKETS.splitlines()):
        fields = ("summary", "component", "type", "priority", "milestone", "owner", "status", "resolution")
        ticket = Ticket(environment)
        ticket["reporter"], ticket["version"] = "nora", "3.1" if at % 3 else "3.0"
        for field, value in zip(fields, line.split("|"), strict=False):
            ticket[field] = value
        ticket.insert(when=NOW + timedelta(hours=at))
    for name, text in PAGES.items():
        page = WikiPage(environment, name)
        page.text = text
        page.save("hanna", "", t=NOW)


main()
