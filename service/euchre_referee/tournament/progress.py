"""How far a running tournament is and who leads: a live table at a terminal, plain lines anywhere else."""

from dataclasses import dataclass

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from euchre_referee.tournament.standings import Row, Standings
from euchre_referee.tournament.wording import NOTHING, interval_text, mean_text, meetings_text, share_text

LINE_EVERY_PERCENT = 10
"""Without a terminal: a line whenever another so many hundredths of the games are played."""

_BAR_WIDTH = 40


@dataclass(frozen=True, slots=True)
class Progress:
    """A moment of a tournament: what came in so far, how many games run, and the seconds since this run began.

    `before`: games that were played by then.
    """

    standings: Standings
    running: int
    seconds: float
    before: int = 0

    @property
    def percent(self) -> int:
        """Games played, in whole hundredths of those planned."""
        return 100 * self.standings.games_played // self.standings.games_planned

    def counts(self) -> str:
        """Games, boards and speed in a few words."""
        now = self.standings
        speed = max(0, now.games_played - self.before) / self.seconds if self.seconds > 0 else 0.0
        return (
            f"{now.games_played} of {now.games_planned} games, "
            f"{now.boards_complete} of {now.boards_planned} boards, "
            f"{self.running} running, {speed:.0f} games/s"
        )


def plain_line(progress: Progress) -> str:
    """The moment in one line: share, counts, and the entrants by rank."""
    leaders = ", ".join(
        f"{row.entrant.name} {mean_text(row.score)} ({interval_text(row.score)})" for row in progress.standings.rows
    )
    return f"{progress.percent:3d} % | {progress.counts()} | {leaders}"


def standings_table(standings: Standings) -> Table:
    """The standings for a terminal."""
    by_meetings = standings.terms.form.by_meetings
    table = Table(
        title=f"{standings.terms.rules.preset}, {standings.boards_complete} of {standings.boards_planned} boards",
        title_justify="left",
    )
    for heading in (
        "#",
        "entrant",
        "score",
        "95 % interval",
        "boards",
        "called",
        "euchred",
        "default actions",
        *(["meetings"] if by_meetings else []),
    ):
        table.add_column(heading, justify="left" if heading == "entrant" else "right")
    for row in standings.rows:
        table.add_row(*_cells(row), *([meetings_text(row.meetings)] if by_meetings else []))
    return table


def _cells(row: Row) -> tuple[str | Text, ...]:
    figures, score = row.figures, row.score
    return (
        str(row.rank or NOTHING),
        Text(row.entrant.name),
        mean_text(score),
        interval_text(score),
        str(score.boards if score else 0),
        share_text(figures.calls, figures.deals),
        share_text(figures.euchred, figures.calls),
        str(figures.default_actions),
    )


def live_view(progress: Progress) -> RenderableType:
    """The moment as a terminal shows it: a bar with counts above the standings."""
    now = progress.standings
    bar = Table.grid(padding=(0, 1))
    bar.add_row(
        ProgressBar(total=now.games_planned, completed=now.games_played, width=_BAR_WIDTH),
        Text(f"{progress.percent} %"),
        Text(progress.counts(), style="dim"),
    )
    return Group(bar, standings_table(now))


class ProgressDisplay:
    """Shows progress on a console for as long as it is entered; `show` as often as there is news."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live = Live(console=console, transient=True) if console.is_terminal else None
        self._steps_told = -1

    def __enter__(self) -> "ProgressDisplay":
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._live:
            self._live.stop()

    def show(self, progress: Progress) -> None:
        """The newest moment: drawn anew at a terminal, else a line at every tenth of the games."""
        if self._live:
            self._live.update(live_view(progress))
            return
        step = progress.percent // LINE_EVERY_PERCENT
        if step > self._steps_told:
            self._steps_told = step
            self._console.print(plain_line(progress), markup=False, highlight=False, soft_wrap=True)
