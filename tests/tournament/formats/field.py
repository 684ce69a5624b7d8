"""Rounds of a format played out with results drawn by lot."""

import random
from collections.abc import Sequence

from euchre_referee.tournament.formats.scheduler import Field, Played, Round, Scheduler, Tally

NAMES = tuple(f"e{number:02}" for number in range(1, 65))


def field(entrants: int, meeting: int) -> Field:
    """So many, seeded by their number."""
    return Field(NAMES[:entrants], meeting)


def outcome(following: Round, lots: random.Random) -> Played:
    """Every meeting won and lost by lot, with now and then a tie."""
    tallies = []
    for group in following.meetings:
        leads = [lots.choice([-1.0, -0.5, 0.0, 0.5, 1.0]) for _ in group]
        won = {}
        for place, name in enumerate(group):
            others = [lead for other, lead in enumerate(leads) if other != place]
            ahead = sum((leads[place] > lead) + (leads[place] == lead) / 2 for lead in others)
            won[name] = Tally(ahead / len(others), leads[place], lots.randrange(3), 0)
        tallies.append(won)
    return Played(following, tuple(tallies))


def play(scheduler: Scheduler, seed: int) -> list[Played]:
    """All rounds to the end; each must have the shape that was announced."""
    lots = random.Random(seed)
    played: list[Played] = []
    while (following := scheduler.next_round(played)) is not None:
        shape = scheduler.shapes[len(played)]
        assert len(following.meetings) == shape.meetings
        assert all(len(group) == shape.size for group in following.meetings)
        busy = [name for group in following.meetings for name in group]
        assert not set(busy) & set(following.byes)
        played.append(outcome(following, lots))
    assert len(played) == len(scheduler.shapes)
    return played


def met(played: Sequence[Played]) -> list[frozenset[str]]:
    """Every two that met, as often as they did, where two meet."""
    return [frozenset(group) for each in played for group in each.round.meetings]
