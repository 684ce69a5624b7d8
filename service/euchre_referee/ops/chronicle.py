"""What befalls games, in the log too: when they begin and end, and what the referee does in a seat's place."""

import logging
from collections.abc import Callable
from typing import Final

from prometheus_client import CollectorRegistry

from euchre_referee.ops.metrics import Metrics
from euchre_referee.referee.entries import Ended, Mark, Sanction
from euchre_referee.referee.game import BrokenLog, Game

_MOST_REMEMBERED: Final = 1000

_LOGGER: Final = logging.getLogger(__name__)


class Chronicle(Metrics):
    """Metrics that also write what is rare beside decisions, each line with its game and version. Never a card."""

    def __init__(self, registry: CollectorRegistry, of_the_house: Callable[[str], bool]) -> None:
        super().__init__(registry, of_the_house)
        self._told: Final[set[str]] = set()

    def started(self, game: Game) -> None:
        """A game's first cards were dealt."""
        super().started(game)
        _tell(game, "the game has begun")

    def ended(self, game: Game, ended: Ended) -> None:
        """A game is over."""
        super().ended(game, ended)
        _tell(game, "the game is over: %s", ended.termination.name.lower())

    def struck(self, game: Game) -> None:
        """A refused action counts."""
        super().struck(game)
        _tell(game, "seat %d: a strike", game.state.to_act)

    def sanctioned(self, game: Game, sanction: Sanction, mark: Mark) -> None:
        """The referee decides for a seat."""
        super().sanctioned(game, sanction, mark)
        _tell(game, "seat %d: %s, for %s", game.state.to_act, sanction.name.lower(), mark.name.lower())

    def broken(self, error: BrokenLog) -> None:
        """A stored log cannot be folded. Told once, for it is found again and again."""
        super().broken(error)
        text = str(error)
        if text not in self._told:
            if len(self._told) >= _MOST_REMEMBERED:
                self._told.clear()
            self._told.add(text)
            _LOGGER.error("%s", text)


def _tell(game: Game, text: str, *about: object) -> None:
    if _LOGGER.isEnabledFor(logging.DEBUG):
        _LOGGER.debug(text, *about, extra={"game": game.id, "version": game.version})
