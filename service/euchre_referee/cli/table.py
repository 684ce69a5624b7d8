"""A turn as a person sees it, and what the person answers."""

import asyncio
import sys
import threading
from collections.abc import Sequence
from typing import TextIO

from euchre.v1 import game_pb2 as pb
from euchre_referee.cli.words import Words


def show(turn: pb.Turn, words: Words) -> str:
    """The table before a decision: cards, trump, trick and scores, then the legal actions by number."""
    view = turn.view
    lines = ["", f"  Your cards: {words.cards(view.hand)}" if view.hand else "  Your cards are not shown to you yet."]
    lines.append(f"  {_trump(view, words)}")
    if view.trick:
        lines.append(f"  On the table: {words.trick(view.trick)}.")
    elif view.phase == pb.PHASE_PLAY:
        lines.append("  You lead.")
    if any(view.tricks):
        lines.append(f"  Tricks: {words.by_seat(view.tricks)}.")
    if view.withdrew:
        lines.append(f"  Withdrawn: {words.seats(view.withdrew)}.")
    lines.append(f"  Scores: {words.by_seat(view.scores)}.")
    width = len(str(len(turn.legal)))
    lines += [f"    {number:>{width}}  {words.action(each.action)}" for number, each in enumerate(turn.legal, 1)]
    return "\n".join(lines)


def _trump(view: pb.View, words: Words) -> str:
    if view.trump:
        trump = f"Trump: {words.suit(view.trump)}"
        if not view.HasField("maker"):
            return trump + "."
        return f"{trump}, made by {words.seat(view.maker)}{', alone' if view.alone else ''}."
    if view.HasField("best_bid"):
        return f"Best bid: {view.best_bid.tricks} by {words.seat(view.best_bid.seat)}."
    if view.turn_up:
        how = "turned down" if view.turned_down else f"{words.suit(view.proposed)} proposed" if view.proposed else "up"
        return f"Turned card: {words.card(view.turn_up)}, {how}."
    return "No trump has been made."


def choice(typed: str, legal: Sequence[pb.LegalAction]) -> pb.LegalAction | None:
    """What a person means: a number of the list, or the record's words ("play Jd"); None if it is neither.

    With a single legal action, an empty line means that one.
    """
    typed = " ".join(typed.split())
    if not typed and len(legal) == 1:
        return legal[0]
    if typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= len(legal):
        return legal[int(typed) - 1]
    for each in legal:
        if each.text.casefold() == typed.casefold():
            return each
    return None


class Keyboard:
    """Lines that a person types, read on a thread that dies with the program: a blocked read cannot be cancelled."""

    def __init__(self, source: TextIO = sys.stdin) -> None:
        self._source = source
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        threading.Thread(target=self._read, name="keyboard", daemon=True).start()

    def _read(self) -> None:
        for line in iter(self._source.readline, ""):
            self._hand_over(line)
        self._hand_over(None)

    def _hand_over(self, line: str | None) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)

    async def line(self, prompt: str) -> str | None:
        """The next line, without its end; None when there are no more."""
        print(prompt, end="", flush=True)
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)
            return None
        return line.strip()
