"""What spectators of a running game are shown who lag behind it (docs/access.md, "Spectators' delay").

Entries have no time of their own. The head says when the turn that stands began, and every action how long its turn
had taken; so their ages are counted back from there. The time that the store and the referee took is left out, which
makes an entry younger than it is: nothing is shown too soon.
"""

from collections.abc import Sequence
from typing import NamedTuple

from euchre_referee.referee.delay import Delay
from euchre_referee.referee.entries import Acted, Created, Ended, Joined, Lost, Struck, decode


class Shown(NamedTuple):
    """How much of a log is shown."""

    entries: int
    wait_ms: int | None
    """Until the next one is old enough; None if there is none, or if age is not what it waits for."""


def shown_of(entries: Sequence[bytes], age_ms: int, delay: Delay) -> Shown:
    """How many of these entries, the end of a game's log, are shown.

    `age_ms` is the age of the turn that stands. Nothing is hidden without a delay, before the first deal, and when the
    game is over.
    """
    if not delay or not entries or isinstance(decode(entries[-1]), Ended):
        return Shown(len(entries), None)
    decisions, wait_ms = 0, None
    # The clock here may be behind the one by which the turn began. A strike has no time at all: it is as old as what
    # came after it.
    age, strike_age = max(age_ms, 0), 0
    for place in range(len(entries), 0, -1):
        entry = decode(entries[place - 1])
        if isinstance(entry, Created | Joined):
            return Shown(place, wait_ms)
        of_this = strike_age if isinstance(entry, Struck) else age
        if decisions >= delay.decisions and of_this >= delay.ms:
            return Shown(place, wait_ms)
        wait_ms = delay.ms - of_this if decisions >= delay.decisions else None
        if not isinstance(entry, Struck):
            strike_age = age
        if isinstance(entry, Acted | Lost):
            decisions += 1
            age += entry.spent_ms
    return Shown(0, wait_ms)
