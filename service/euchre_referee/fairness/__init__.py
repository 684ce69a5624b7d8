"""Seeds, commitments, shuffles, salts and the hash chain of a game's log.

Pure functions of bytes, importing nothing of ours. `docs/fairness.md` specifies every byte, with test
vectors, so that any language can check a game.
"""
