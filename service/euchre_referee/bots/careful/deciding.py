"""Which judgement answers which step of a deal."""

from collections.abc import Callable, Mapping
from typing import Final

from euchre_referee.bots.careful.calling import bid, call, claim, defend, partner
from euchre_referee.bots.careful.giving import ask_best, discard, exchange, give
from euchre_referee.bots.careful.playing import play
from euchre_referee.bots.careful.staying import stay
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.views import View

_BY_PHASE: Final[Mapping[Phase, Callable[[View], int]]] = {
    Phase.JOKER: call,
    Phase.CLAIM: claim,
    Phase.ORDER: call,
    Phase.NAME: call,
    Phase.BID: bid,
    Phase.TRUMP: call,
    Phase.PARTNER: partner,
    Phase.PICK_UP: discard,
    Phase.EXCHANGE: exchange,
    Phase.BEST: ask_best,
    Phase.GIVE: give,
    Phase.DEFEND: defend,
    Phase.STAY: stay,
    Phase.PLAY: play,
}


def careful_bot(view: View) -> int:
    """A considered legal action, always the same for the same view; the seed plays no part."""
    if len(view.legal) == 1:
        return view.legal[0]
    return _BY_PHASE[view.phase](view)
