"""The roles of WAI-ARIA (https://www.w3.org/TR/wai-aria-1.3/#role_definitions), and those that are spoken of together."""

from __future__ import annotations

import re
from typing import Final

ROLES: Final = frozenset(
    re.findall(
        r"\w+",
        """alert alertdialog application article banner blockquote button caption cell checkbox code
        columnheader combobox complementary contentinfo definition deletion dialog directory document
        emphasis feed figure form generic grid gridcell group heading iframe img insertion link list
        listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio
        meter navigation note option paragraph progressbar radio radiogroup region row rowgroup
        rowheader scrollbar search searchbox separator slider spinbutton status strong subscript
        suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip
        tree treegrid treeitem""",
    )
)
"""All of them, and ``iframe``, as browsers call a frame."""
TEXT_FIELDS: Final = frozenset(("textbox", "searchbox", "combobox", "spinbutton"))
"""What is typed into."""
FIELDS: Final = TEXT_FIELDS | {"slider", "listbox"}
"""What has a value of its own."""
TOGGLES: Final = frozenset(("checkbox", "switch", "radio", "menuitemcheckbox", "menuitemradio"))
BUTTONS: Final = frozenset(("button", "menuitem"))
CONTROLS: Final = FIELDS | TOGGLES | BUTTONS | {"link", "option", "tab", "treeitem"}
"""What a person acts on."""
DATA_CELLS: Final = frozenset(("cell", "gridcell", "rowheader"))
CELLS: Final = DATA_CELLS | {"columnheader"}
TABLES: Final = frozenset(("table", "grid", "treegrid"))
ITEMS: Final = frozenset(("row", "listitem", "article", "option", "treeitem"))
"""One of many of its kind."""
DIALOGS: Final = frozenset(("dialog", "alertdialog"))
MESSAGES: Final = frozenset(("alert", "status", "log"))
