"""The use cases: games are made, seats taken, decisions judged, clocks swept, logs read. Knows no transport."""
