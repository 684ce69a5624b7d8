"""The steps of a deal, one concept a module; each says what is legal and what follows (RULES 3 to 9)."""
