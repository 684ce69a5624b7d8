"""Tournaments: terms, schedules, boards, statistics, standings and what people read of them."""
