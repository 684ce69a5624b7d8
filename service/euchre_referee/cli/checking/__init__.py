"""What `euchre check-bot` finds out about a program before it plays in earnest (docs/bots.md, "Checking a bot")."""
