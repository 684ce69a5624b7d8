"""Where the sequential test of a match was decided, on the boards in their order and no others."""

from collections.abc import Iterable, Sequence

from euchre_referee.tournament.boards import BoardResult
from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.schedule import Schedule
from euchre_referee.tournament.statistics.sequential import Status
from euchre_referee.tournament.terms import Terms


def decided_at(
    terms: Terms, schedule: Schedule, boards: Sequence[BoardResult], results: Iterable[TableResult]
) -> int | None:
    """The board after which a match was decided; None if it is not, or has no test.

    `boards` are those that count. The test looks at nothing beyond the first board on which a game has not ended: so
    the decision is the same however many were played at once.
    """
    test = terms.form.test
    if test is None:
        return None
    ended = {result.plan for result in results}
    whole = 0
    while (games := schedule.games_of_board(whole + 1)) and ended.issuperset(games):
        whole += 1
    counting = [each for each in boards if each.board <= whole]
    first = terms.entrants[0].name
    differences = [
        each.means[0] - each.means[1] if each.entrants[0] == first else each.means[1] - each.means[0]
        for each in counting
    ]
    found = test.result(differences)
    return None if found.status is Status.CONTINUE else counting[found.boards - 1].board
