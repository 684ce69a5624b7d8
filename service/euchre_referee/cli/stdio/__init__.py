"""Programs of any language as players: one line of JSON in for a turn, one line of text out (docs/bots.md)."""
