"""`euchre adjudicate --table`: a verdict for people, as a table on a terminal and as plain lines anywhere else."""

import io
import shutil
from collections.abc import Iterator, Sequence
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from euchre_referee.rules.answers import Answer, DealAnswer, ErrorAnswer

_HEADINGS: Final = ("deal", "dealer", "maker", "trump", "tricks", "points", "outcome")
_TRUMPS: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades", "n": "no trump"}
_NOT_TOLD: Final = "?"
_NOBODY: Final = "-"


def table_text(place: str, answer: Answer, *, terminal: bool) -> str:
    """The verdict on one game, ending with an empty line."""
    title = _printable(place if answer["id"] is None else f"{place}  {answer['id']}")
    rows = [_row(number, deal) for number, deal in enumerate(answer.get("deals", []))]
    below = [_printable(line) for line in _below(answer)]
    return _drawn(title, rows, below) if terminal else _plain(title, rows, below)


def _drawn(title: str, rows: Sequence[Sequence[str]], below: Sequence[str]) -> str:
    sheet = io.StringIO()
    console = Console(file=sheet, force_terminal=True, width=shutil.get_terminal_size().columns, highlight=False)
    console.print(Text(title, style="bold cyan"))
    if rows:
        table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
        for heading in _HEADINGS:
            table.add_column(heading, justify="right" if heading == "deal" else "left")
        for row in rows:
            table.add_row(*map(Text, row))
        console.print(table)
    for line in below:
        console.print(Text(line, style="bold red" if line.startswith("error") else ""))
    return sheet.getvalue()


def _plain(title: str, rows: Sequence[Sequence[str]], below: Sequence[str]) -> str:
    lines = [_HEADINGS, *rows] if rows else []
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    return "\n".join([title, *table, *below, ""])


def _row(number: int, deal: DealAnswer) -> tuple[str, ...]:
    maker = _NOBODY if deal["maker"] is None else str(deal["maker"])
    if deal["alone"]:
        maker += " alone"
    if deal["lone_defender"] is not None:
        maker += f", {deal['lone_defender']} defends alone"
    if deal["bid"] is not None:
        maker += f", bid {deal['bid']}"
    if deal["partner"] is not None:
        maker += f", with {deal['partner']}"
    trump = _NOBODY if deal["trump"] is None else _TRUMPS[deal["trump"]]
    outcome = deal["outcome"]
    if deal["withdrew"]:
        outcome = f"{outcome}, without {_seats(deal['withdrew'])}"
    numbers = (_numbers(deal["tricks"]), _numbers(deal["points"]), outcome or _NOT_TOLD)
    return (str(number), str(deal["dealer"]), maker, trump, *numbers)


def _below(answer: Answer) -> Iterator[str]:
    if "scores" in answer:
        yield f"scores {_numbers(answer['scores'])}{_ending(answer)}"
    turn = answer.get("to_act")
    if turn is not None:
        legal = _NOT_TOLD if turn["legal"] is None else ", ".join(turn["legal"])
        yield f"to act: seat {turn['seat']} ({legal})"
    end = answer.get("end")
    if end is not None:
        yield "ended: " + ", ".join(f"{key} {value}" for key, value in end.items())
    error = answer["error"]
    if error is not None:
        yield f"error: {_where(error)}{error['reason']}: {answer.get('detail', '')}"
    for problem in answer.get("problems", []):
        yield f"  {problem['option']}: {problem['problem']}; allowed: {problem['allowed']}"
    for fault in answer.get("faults", [])[1:]:
        yield f"  also deal {fault['deal']}, {fault['reason']}: {fault['detail']}"
    if answer.get("stated_scores_agree") is False:
        yield f"error: the file states the scores {_numbers(answer.get('stated_scores'))}"


def _ending(answer: Answer) -> str:
    winners = answer.get("winners")
    if not answer.get("finished") or not winners:
        return ""
    worth = ", counts two" if answer.get("game_value", 1) > 1 else ""
    return f"; won by {_seats(winners)} ({answer.get('ended_by')}{worth})"


def _where(error: ErrorAnswer) -> str:
    if error["deal"] is None:
        return ""
    return f"deal {error['deal']}, " + ("" if error["action"] is None else f"action {error['action']}, ")


def _numbers(numbers: Sequence[int] | None) -> str:
    return _NOT_TOLD if numbers is None else " ".join(map(str, numbers))


def _seats(seats: Sequence[int]) -> str:
    *others, last = map(str, seats)
    return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"


def _printable(text: str) -> str:
    """Files may hold anything; a terminal obeys some of it."""
    return "".join(sign if sign.isprintable() else _NOT_TOLD for sign in text)
