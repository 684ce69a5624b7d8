"""A tournament is a log of its own: its entries, and what they add up to (docs/log.md, "Tournaments"). Pure."""
