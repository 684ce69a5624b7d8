"""The bots of the house: processes beside a referee that play the seats of their sessions (docs/bots.md)."""
