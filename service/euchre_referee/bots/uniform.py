"""The bot ``random``: any legal action, each as likely as the next."""

from dataclasses import dataclass

from euchre_referee.bots.draws import draw
from euchre_referee.rules.views import View


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Draws evenly from the legal actions; the draw depends on the seed and the view alone."""

    seed: int

    def __call__(self, view: View) -> int:
        """One of ``view.legal``."""
        return view.legal[draw(self.seed, view, len(view.legal))]
