"""Measurements: `make bench`. No test depends on their figures."""
