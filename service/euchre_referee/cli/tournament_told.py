"""How a tournament came out, for people: who won, why one may believe it, what is missing."""

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from euchre_referee.tournament.archive import COMPLAINTS, GAMES, REPORT, STANDINGS
from euchre_referee.tournament.progress import standings_table
from euchre_referee.tournament.report.material import by_rank
from euchre_referee.tournament.report.page import headline
from euchre_referee.tournament.runner.running import Outcome
from euchre_referee.tournament.standings import Standings
from euchre_referee.tournament.terms import isolation_statement, score_statement, seed_statement
from euchre_referee.tournament.wording import elo_text, likelihood_text, skill_text


def tell_outcome(console: Console, outcome: Outcome, directory: Path) -> None:
    """Prints the standings, the verdicts, their grounds, and whatever was not played."""
    console.print(standings_table(outcome.standings))
    for line in _lines(outcome, directory):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _lines(outcome: Outcome, directory: Path) -> Iterator[str]:
    standings = outcome.standings
    terms = standings.terms
    games, standings_file, report = (directory / name for name in (GAMES, STANDINGS, REPORT))
    yield f"Score: {score_statement(terms)}."
    yield ""
    yield f"{headline(standings)}."
    for pair in by_rank(standings):
        yield f"  {pair.sentence()}."
    yield from _strengths(standings)
    yield ""
    yield "Why one may believe it:"
    yield f"  {seed_statement(terms.seed_mode)}"
    yield f"  Commitment to all boards: {terms.commitment}"
    yield f"  {isolation_statement(terms.isolation)}"
    yield f"  euchre tournament check {directory}   # plays, proofs and standings, all of it; or one by one:"
    yield f"  euchre adjudicate {games}   # every play was legal, every score is right"
    yield f"  euchre verify {games}       # cards, first dealers and histories follow from the seeds"
    yield ""
    yield f"Standings: {standings_file}, report: {report}"
    if (directory / COMPLAINTS).exists():
        yield f"What the bots complained of: {directory / COMPLAINTS}"
    for missing in outcome.unplayed:
        yield f"Not complete: {missing.sentence()}"
    if not outcome.over:
        yield from _waiting(outcome, directory)


def _waiting(outcome: Outcome, directory: Path) -> Iterator[str]:
    """What an operator can do about entrants that are paused."""
    yield ""
    yield "Nothing is left to play but meetings of entrants that are paused. For each of them, once it is mended:"
    for name, _ in outcome.paused:
        yield f"  euchre tournament resume {directory} {name}   # or with another program:"
        yield f'  euchre tournament replace {directory} {name}=PROGRAM --cause "..."'
    yield f"and then: euchre tournament run {directory}"
    yield f"To end it as it stands: euchre tournament cancel {directory} --keep-results"


def _strengths(standings: Standings) -> Iterator[str]:
    """Both ratings, how sure each difference is, and the test of a match of two."""
    found = standings.assessment
    if found is None or not any(row.score for row in standings.rows):
        return
    yield ""
    yield "How strong they are (Elo above the mean with its 95 % error bar; OpenSkill):"
    for row in standings.rows:
        strength = found.strengths[row.entrant.name]
        yield f"  {row.entrant.name}: {elo_text(strength.elo)}; {skill_text(strength.skill)}"
    for pair in by_rank(standings):
        duel = found.duel(pair.first, pair.second)
        if duel.superiority is not None:
            yield (
                f"  {pair.first} is better than {pair.second} with a probability of "
                f"{likelihood_text(duel.superiority)}; boards won {duel.won}, even {duel.even}, lost {duel.lost}."
            )
    if found.tested:
        yield f"  The sequential test {found.tested.sentence()}."
