"""How each kind of instruction is carried out: from an instruction and a page to the next tool call."""
