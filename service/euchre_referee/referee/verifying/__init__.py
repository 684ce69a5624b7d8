"""Checks a finished game's record against its proof, offline (docs/fairness.md, docs/log.md).

Every fault is a text that begins with its place: a key of the record, or `proof.entries[12]` for the entry of the log.
"""

from euchre_referee.referee.verifying.record import verify

__all__ = ["verify"]
