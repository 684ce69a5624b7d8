"""Tournaments that the service plays: whichever replica holds a tournament's lease coordinates it.

Everything that counts stands in the tournament's log; what a coordinator remembers beside it can be found again.
"""
