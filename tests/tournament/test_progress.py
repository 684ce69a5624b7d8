"""What is seen while a tournament runs, at a terminal and anywhere else."""

import io

from rich.console import Console

from euchre_referee.tournament.progress import Progress, ProgressDisplay, live_view, plain_line
from euchre_referee.tournament.standings import provisional_standings
from tests.tournament.kept_texts import assert_as_kept
from tests.tournament.tables import played, result, terms

EUCHRE = terms("euchre", ["random", "greedy", "careful"], 50)
RESULTS = [result(EUCHRE, entry) for entry in played(EUCHRE, {"random": -0.6, "greedy": 0.2, "careful": 0.5})]


def moment(games: int, seconds: float = 2.5) -> Progress:
    running = min(12, len(RESULTS) - games)
    return Progress(provisional_standings(EUCHRE, RESULTS[:games]), running, seconds)


def test_the_plain_line() -> None:
    assert plain_line(moment(0, 0)) == (
        "  0 % | 0 of 300 games, 0 of 50 boards, 12 running, 0 games/s | careful - (-), greedy - (-), random - (-)"
    )
    assert_as_kept("plain_line.txt", plain_line(moment(150)) + "\n" + plain_line(moment(300)) + "\n")


def test_the_live_view() -> None:
    console = Console(width=110, file=io.StringIO(), record=True, force_terminal=True)
    for games in (0, 7, 150, 300):
        console.print(live_view(moment(games)))
    assert_as_kept("live_view.txt", console.export_text())


def test_without_a_terminal_a_line_comes_with_every_tenth_of_the_games() -> None:
    out = io.StringIO()
    with ProgressDisplay(Console(file=out, width=40)) as display:
        for games in range(301):
            display.show(moment(games))
    lines = out.getvalue().splitlines()
    assert [line.split()[0] for line in lines] == [str(share) for share in range(0, 101, 10)]
    assert lines[-1] == plain_line(moment(300))


def test_at_a_terminal_the_view_is_drawn_and_taken_away_in_the_end() -> None:
    out = io.StringIO()
    with ProgressDisplay(Console(file=out, width=110, force_terminal=True)) as display:
        display.show(moment(150))
    drawn = out.getvalue()
    assert "150 of 300 games" in drawn
    assert "careful" in drawn
    erase_line = "\x1b[2K"
    assert drawn.rindex(erase_line) > drawn.rindex("careful")


def test_names_are_never_taken_for_markup() -> None:
    own = terms("euchre", ["[red]A", "B"], 1)
    out = io.StringIO()
    console = Console(file=out, width=200)
    with ProgressDisplay(console) as display:
        display.show(Progress(provisional_standings(own, []), 0, 0))
    console.print(live_view(Progress(provisional_standings(own, []), 0, 0)))
    assert out.getvalue().count("[red]A") == 2
