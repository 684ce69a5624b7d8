"""`euchre export`: finished games from a referee into a file, each once, however often it is run."""
