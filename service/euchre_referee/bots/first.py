"""The bot ``first``: the first legal action in text order."""

from euchre_referee.rules.actions import ACTION_TEXT
from euchre_referee.rules.views import View


def first_bot(view: View) -> int:
    """The legal action whose text (RECORD) has the lowest code points, so ``keep`` comes before ``swap 9c``.

    Cards go by rank letter first: ``9`` before ``A`` before ``J``. The seed plays no part.
    """
    return min(view.legal, key=ACTION_TEXT.__getitem__)
