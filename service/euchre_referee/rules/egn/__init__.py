"""Euchre Game Notation: games of others read and judged, games of ours written (RECORD "Euchre Game Notation")."""
