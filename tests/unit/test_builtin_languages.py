"""Steps and questions in the language of a page that is not English: the verbs and the glue are data, the rest is the page's."""

from itertools import islice

import pytest
from builtin_pages import answer, first_call, last_call, page

VEREIN = """
- heading "Ruderverein Elbe" [level=1]
- table "Boote":
  - rowgroup:
    - row:
      - columnheader "Boot"
      - columnheader "Plätze"
      - columnheader "Frei ab"
      - columnheader "Aktion"
  - rowgroup:
    - row:
      - cell "Möwe"
      - cell "4"
      - cell "3.12.2026"
      - cell:
        - button "Reservieren"
    - row:
      - cell "Kormoran"
      - cell "2"
      - cell "28.11.2026"
      - cell:
        - button "Reservieren"
    - row:
      - cell "Eisvogel"
      - cell "1"
      - cell "30.11.2026"
      - cell:
        - button "Reservieren"
- textbox "Vorname"
- combobox "Steg":
  - option "Nord" [selected]
  - option "Süd"
- checkbox "Schwimmweste ausleihen"
- status: Gebucht für morgen
- button "Angaben speichern"
- button "Konto löschen"
"""
MARCHE = """
- heading "Marché de Sète" [level=1]
- list "Étals":
  - listitem:
    - heading "Fromages Roux" [level=3]
    - text: Allée 4
    - button "Suivre"
  - listitem:
    - heading "Pain d'Anne" [level=3]
    - text: Allée 9
    - button "Suivre"
- textbox "Votre prénom"
- combobox "Jour":
  - option "Mardi" [selected]
  - option "Samedi"
- checkbox "Recevoir la lettre"
- button "Enregistrer"
"""
TALLER = """
- heading "Taller" [level=1]
- table "Bicicletas":
  - rowgroup:
    - row:
      - columnheader "Bicicleta"
      - columnheader "Mecánico"
      - columnheader "Precio"
      - columnheader "Acciones"
  - rowgroup:
    - row:
      - cell "Roja"
      - cell "Inés Gil"
      - cell "35,00 €"
      - cell:
        - button "Entregar"
    - row:
      - cell "Azul"
      - cell "Pablo"
      - cell "12,50 €"
      - cell:
        - button "Entregar"
- textbox "Matrícula"
- button "Imprimir"
"""
PAGES = {
    "de": page(VEREIN, title="Ruderverein", language="de"),
    "fr": page(MARCHE, title="Marché", language="fr-FR"),
    "es": page(TALLER, title="Taller", language="es"),
}


@pytest.mark.parametrize(
    ("language", "step", "tool", "within"),
    [
        ("de", "Reserviere den Kormoran", "click", "Kormoran"),
        ("de", "Klicke in der Zeile Möwe auf Reservieren", "click", "Möwe"),
        ("de", "Klicken Sie auf 'Reservieren' in der Zeile Eisvogel", "click", "Eisvogel"),
        ("de", "Speichere die Angaben", "click", "Angaben speichern"),
        ("de", "Setze ein Häkchen bei Schwimmweste ausleihen", "check", "Schwimmweste"),
        ("fr", "Cliquez sur Suivre pour Pain d'Anne", "click", "Pain d'Anne"),
        ("fr", "Coche Recevoir la lettre", "check", "Recevoir la lettre"),
        ("es", "Entrega la bicicleta Azul", "click", "Azul"),
        ("es", "Haz clic en Entregar en la fila Roja", "click", "Roja"),
    ],
)
async def test_a_step_in_the_language_of_the_page_is_done(language, step, tool, within):
    call = await first_call(step, PAGES[language])
    element = PAGES[language].find(int(call.arguments["element_id"]))
    at = PAGES[language].index_of(element)
    around = (PAGES[language].full_text(each) for each in PAGES[language].ancestors(at))
    assert call.name == tool
    assert any(within in text for text in (element.name, *islice(around, 2)))


@pytest.mark.parametrize(
    ("language", "step", "aimed", "text"),
    [
        ("de", "Gib 'Jana' in das Feld Vorname ein", "Vorname", "Jana"),
        ("de", "Wähle Süd als Steg", "Steg", "Süd"),
        ("fr", "Saisis Léa dans Votre prénom", "Votre prénom", "Léa"),
        ("fr", "Choisis Samedi comme jour", "Jour", "Samedi"),
        ("es", "Escribe 'B-77' en Matrícula", "Matrícula", "B-77"),
    ],
)
async def test_a_value_is_given_in_the_language_of_the_page(language, step, aimed, text):
    call = await first_call(step, PAGES[language])
    at = call.arguments.get("description") or call.arguments.get("field_description")
    assert aimed in at
    assert text in (
        call.arguments.get("text"),
        call.arguments.get("option"),
        *call.arguments.get("options", ()),
    )


@pytest.mark.parametrize(
    ("language", "question", "said"),
    [
        ("de", "Wie viele Boote gibt es?", "3"),
        ("de", "Ab wann ist die Möwe frei?", "3.12.2026"),
        ("de", "Wie viele Plätze hat der Kormoran?", "2"),
        ("de", "Welche Meldung erscheint?", "Gebucht für morgen"),
        ("fr", "Combien d'étals y a-t-il ?", "2"),
        ("es", "¿Cuál es el precio de la bicicleta Azul?", "12,50 €"),
        ("es", "¿Quién es el mecánico de la Roja?", "Inés Gil"),
        ("es", "¿Cuántas bicicletas hay?", "2"),
    ],
)
async def test_a_question_in_the_language_of_the_page_is_answered(language, question, said):
    assert await answer(question, PAGES[language]) == said


@pytest.mark.parametrize(
    ("language", "goal"),
    [
        ("de", "Reserviere den Pinguin"),
        ("de", "Lösche das Boot Möwe"),
        ("de", "Wann wurde die Möwe gebaut?"),
        ("de", "Storniere den Kormoran"),
        ("fr", "Suis Poissons Marin"),
        ("fr", "Quel est le prix de Fromages Roux ?"),
        ("es", "Entrega la bicicleta Verde"),
        ("es", "¿Cuál es el teléfono de Inés?"),
    ],
)
async def test_what_the_page_does_not_have_is_refused_in_its_language(language, goal):
    call = await last_call(goal, PAGES[language])
    assert call.arguments["status"] == "not_understood"
