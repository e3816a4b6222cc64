"""Statements that a page does not read itself, so that predicates have to cover their words: each lie beside its honest twin."""

import pytest
from evidence_stories import exists, number, page, text

from pytest_webagent.agent.judgement import read
from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.judging.weaknesses import weaknesses

GARDEN = page(
    """
- navigation:
  - link "Plots"
  - link "Members"
- main:
  - heading "Allotment plots" [level=1]
  - status: 4 plots, 1 free
  - table "Plots":
    - rowgroup:
      - row "Plot Tenant Size Rent Dues":
        - columnheader "Plot"
        - columnheader "Tenant"
        - columnheader "Size"
        - columnheader "Rent"
        - columnheader "Dues"
    - rowgroup:
      - row "A1 Ines Malk 120 m² €64.00 settled":
        - cell "A1"
        - cell "Ines Malk"
        - cell "120 m²"
        - cell "€64.00"
        - cell "settled"
      - row "A2 Tom Reyl 95 m² €52.50 overdue":
        - cell "A2"
        - cell "Tom Reyl"
        - cell "95 m²"
        - cell "€52.50"
        - cell "overdue"
      - row "B1 Oda Finn 140 m² €71.00 settled":
        - cell "B1"
        - cell "Oda Finn"
        - cell "140 m²"
        - cell "€71.00"
        - cell "settled"
      - row "B2 – 110 m² €60.00 –":
        - cell "B2"
        - cell "–"
        - cell "110 m²"
        - cell "€60.00"
        - cell "–"
  - region "Watering":
    - heading "Watering" [level=2]
    - switch "Automatic watering" [checked]
    - textbox "Starts at": 06:30
    - paragraph: The tap at the shed is closed until April.
""",
    title="Allotment plots",
)

LIBRARY = page(
    """
- banner:
  - link "City Library"
- main:
  - heading "My loans" [level=1]
  - alert: The renewal of Tidewater Maps was refused because somebody waits for it.
  - list "Loans":
    - listitem:
      - heading "Tidewater Maps" [level=3]
      - paragraph: by Nora Quist
      - text: due 3 December 2026
      - text: renewed twice
      - button "Renew"
    - listitem:
      - heading "A Year of Moss" [level=3]
      - paragraph: by Paul Ember
      - text: due 19 December 2026
      - text: not renewed yet
      - button "Renew"
    - listitem:
      - heading "Small Engines" [level=3]
      - paragraph: by Rita Volk
      - text: due 8 January 2027
      - text: renewed once
      - button "Renew"
  - region "Fees":
    - heading "Fees" [level=2]
    - term: Open fees
    - definition: €3.20
    - term: Paid this year
    - definition: €11.40
    - button "Pay now"
""",
    title="My loans – City Library",
)

HOTEL = page(
    """
- banner:
  - link "Seeblick"
  - link "Abmelden"
- main:
  - heading "Ihre Buchung" [level=1]
  - status: Buchung BK-4471 wurde bestätigt
  - group "Zimmer":
    - heading "Zimmer" [level=2]
    - term: Kategorie
    - definition: Doppelzimmer mit Balkon
    - term: Anreise
    - definition: 14. März 2027
    - term: Abreise
    - definition: 17. März 2027
    - term: Preis pro Nacht
    - definition: 119,00 €
    - term: Gesamtpreis
    - definition: 357,00 €
  - group "Wünsche":
    - heading "Wünsche" [level=2]
    - checkbox "Frühstück" [checked]
    - checkbox "Parkplatz"
    - textbox "Anmerkung"
    - button "Stornieren" [disabled]
    - paragraph: Eine Stornierung ist nur bis 1. März 2027 möglich.
""",
    title="Ihre Buchung – Seeblick",
    language="de",
)

DASH = page(
    """
- main:
  - heading "Plant monitor" [level=1]
  - region "North hall":
    - heading "North hall" [level=2]
    - text: 21.4 °C
    - text: 3 fans running
    - img "Door open"
  - region "South hall":
    - heading "South hall" [level=2]
    - text: 24.9 °C
    - text: 1 fan running
    - img "Door closed"
  - table "Machines":
    - row "Machine Load Operator Last service":
      - columnheader "Machine"
      - columnheader "Load"
      - columnheader "Operator"
      - columnheader "Last service"
    - row "Press 1 82 % Ada 2026-10-02":
      - cell "Press 1"
      - cell "82 %"
      - cell "Ada"
      - cell "2026-10-02"
    - row "Press 2 35 % Ben 2026-11-11":
      - cell "Press 2"
      - cell "35 %"
      - cell "Ben"
      - cell "2026-11-11"
    - row "Cutter 61 % Cleo 2026-09-20":
      - cell "Cutter"
      - cell "61 %"
      - cell "Cleo"
      - cell "2026-09-20"
  - alert: Cutter was stopped by its operator at 09:14
  - button "Stop all"
""",
    title="Plant monitor",
)

CHAT = page(
    """
- navigation:
  - link "Inbox 2"
  - link "Archive"
- main:
  - heading "Conversation with Lena" [level=1]
  - list "Messages":
    - listitem:
      - text: Lena
      - time: 10:02
      - paragraph: Could you send me the floor plan?
    - listitem:
      - text: You
      - time: 10:05
      - paragraph: I attached it.
      - link "floorplan.pdf"
    - listitem:
      - text: Lena
      - time: 10:20
      - paragraph: Thanks, that is not the newest one though.
  - textbox "Write a message"
  - button "Send" [disabled]
  - button "Mute conversation" [pressed=false]
""",
    title="Conversation with Lena",
)


def within(seen, role, name, said, of=""):
    return Derivation(op="exists", role=of, text=said, within=number(seen, role, name))


def cells(*said):
    return tuple(number(DASH, "cell", each) for each in said)


def load(said):
    return text(DASH, "cell", said, relation="<", to="90 %")


STAYS = "the guest stays until 17 March 2027"
BREAKFAST = "breakfast was booked along with the room"
PARKING = "the guest did not book a parking space"
RENEWED = "Tidewater Maps could not be renewed again"

CASES = [
    (GARDEN, "Tom Reyl owes €52.50", [exists(says="Tom Reyl")], "€52.50"),
    (GARDEN, "Tom Reyl pays a rent of €52.50", [text(GARDEN, "cell", "€52.50", relation="=", to="€52.50")], ""),
    (GARDEN, "Oda Finn has settled her dues", [text(GARDEN, "cell", "settled", relation="=", to="settled")], "Oda Finn"),
    (GARDEN, "Oda Finn has settled her dues", [exists(GARDEN, "row", "B1 Oda", text=each) for each in ("settled", "Oda Finn")], ""),
    (GARDEN, "the garden is watered automatically", [exists(GARDEN, "switch", "Automatic", state="checked")], ""),
    (GARDEN, "at least two tenants have settled their dues", [Derivation(op="count", role="row", within=number(GARDEN, "table", "Plots"), relation=">=", to="2")], '"settled"'),
    (GARDEN, "the tap at the shed cannot be used before April", [exists(says="The tap at the shed is closed until April")], ""),
    (LIBRARY, RENEWED, [exists(LIBRARY, "heading", "Tidewater Maps"), exists(LIBRARY, "button", "Renew")], "not so"),
    (LIBRARY, RENEWED, [exists(LIBRARY, "alert", "The renewal", text="The renewal of Tidewater Maps was refused")], ""),
    (LIBRARY, "the reader still has €3.20 to pay in fees", [text(LIBRARY, "definition", "€3.20", relation="=", to="€3.20")], ""),
    (LIBRARY, "A Year of Moss has to be back on 19 December 2026", [exists(LIBRARY, "heading", "A Year of Moss", text="A Year of Moss")], "19 December 2026"),
    (LIBRARY, "Small Engines was renewed twice", [exists(says="renewed twice"), exists(says="Small Engines")], 'speaks of "Small Engines"'),
    (HOTEL, STAYS, [text(HOTEL, "definition", "17. März 2027", relation="=", to="17. März 2027")], ""),
    (HOTEL, STAYS, [exists(says="Abreise")], "17 March 2027"),
    (HOTEL, BREAKFAST, [exists(HOTEL, "checkbox", "Frühstück", state="checked")], ""),
    (HOTEL, BREAKFAST, [exists(HOTEL, "checkbox", "Frühstück")], "`state`"),
    (HOTEL, PARKING, [exists(HOTEL, "checkbox", "Parkplatz", state="unchecked")], ""),
    (HOTEL, PARKING, [exists(HOTEL, "checkbox", "Parkplatz")], "not so"),
    (HOTEL, "die Buchung BK-4472 wurde bestätigt", [exists(says="wurde bestätigt")], "BK-4472"),
    (HOTEL, "die Buchung BK-4471 wurde bestätigt", [exists(says="Buchung BK-4471 wurde bestätigt")], ""),
    (HOTEL, "no remark was left for the hotel", [exists(HOTEL, "textbox", "Anmerkung", state="empty")], ""),
    (DASH, "somebody left the door of the North hall open", [within(DASH, "region", "North hall", "Door open", "img")], ""),
    (DASH, "somebody left the door of the South hall open", [exists(says="Door open")], '"South"'),
    (DASH, "every machine runs below 90 %", [load("82 %")], "1 of 3"),
    (DASH, "every machine runs below 90 %", [load("82 %"), load("35 %"), load("61 %")], ""),
    (DASH, "Ada works at less than 90 % load", [exists(says="Ada"), exists(DASH, "cell", "82 %")], "90 %"),
    (DASH, "Ada works at less than 90 % load", [load("82 %")], ""),
    (DASH, "Ben stopped the Cutter at 09:14", [exists(says="Cutter was stopped by its operator at 09:14")], '"Ben"'),
    (DASH, "Cleo stopped the Cutter at 09:14", [exists(says="stopped by its operator at 09:14"), within(DASH, "row", "Cutter", "Cleo")], ""),
    (DASH, "the Cutter was stopped", [exists(DASH, "button", "Stop all")], '"Cutter"'),
    (DASH, "Press 2 was serviced most recently", [Derivation(op="max", elements=cells("Press 1", "Press 2", "Cutter"), by=cells("2026-10-02", "2026-11-11", "2026-09-20"), relation="=", to="Press 2")], ""),
    (CHAT, "Lena asked for the floor plan", [exists(says="Could you send me the floor plan?")], ""),
    (CHAT, "Lena is happy with the file", [exists(says="Lena")], '"happy"'),
    (CHAT, "Lena got the newest plan", [exists(says="Thanks, that is not the newest one though.")], "no trouble"),
    (CHAT, "the conversation has been muted", [exists(CHAT, "button", "Mute conversation")], "what can be done"),
    (CHAT, "the conversation has not been muted", [exists(CHAT, "button", "Mute", state="not pressed")], ""),
    (CHAT, "no green mug is in the cart", [exists(CHAT, "heading", "Conversation"), Derivation(op="not_exists", text="green mug")], '"cart"'),
]  # fmt: skip


@pytest.mark.parametrize(
    ("seen", "statement", "predicates", "why"),
    CASES,
    ids=[f"{'weak' if why else 'enough'}: {statement}" for _, statement, _, why in CASES],
)
def test_predicates_cover_the_words_of_a_statement(seen, statement, predicates, why):
    findings = [work_out(each, seen) for each in predicates]
    assert [each.problem for each in findings if not each.holds] == []
    found = weaknesses(statement, findings, seen, read(statement, seen))
    assert bool(found) == bool(why), found
    assert why in "\n".join(found)
