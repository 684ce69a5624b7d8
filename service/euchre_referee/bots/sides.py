"""Who plays with whom, as far as a view tells (RULES 2, 5 to 8)."""

from euchre_referee.rules.options import Bidding
from euchre_referee.rules.views import View


def active(view: View, seat: int) -> bool:
    """Whether the seat takes part in the play: it neither sits out nor is known to have withdrawn."""
    return seat not in view.sits_out and seat not in view.withdrew


def others(view: View) -> tuple[int, ...]:
    """The other active seats, clockwise from the viewer's left."""
    me, players = _me(view), view.rules.players
    return tuple(seat for step in range(1, players) if active(view, seat := (me + step) % players))


def allies(view: View) -> tuple[int, ...]:
    """The other active seats that score with the viewer, clockwise; in buck nobody does.

    An auction's secret partner counts as an ally only for those who know: the partner, and everybody once the
    called card is played.
    """
    me, rules, maker = _me(view), view.rules, view.maker
    if rules.partners:
        mate = (me + 2) % rules.players
        return (mate,) if active(view, mate) else ()
    if maker is None or rules.counts_down:
        return ()
    if rules.bidding is Bidding.AUCTION:
        return _auction_allies(view, me, maker)
    return () if me == maker else tuple(seat for seat in others(view) if seat != maker)


def making(view: View) -> bool:
    """Whether the viewer plays for the maker's side, or is the maker."""
    return view.maker is not None and (view.maker == view.viewer or view.maker in allies(view))


def _auction_allies(view: View, me: int, maker: int) -> tuple[int, ...]:
    if me == maker:
        return () if view.partner is None else (view.partner,)
    if view.partner == me or view.called in view.hand:
        return (maker,)
    if view.alone or view.partner is not None:
        return tuple(seat for seat in others(view) if seat not in (maker, view.partner))
    return ()


def _me(view: View) -> int:
    if view.viewer is None:
        raise ValueError("a bot plays a seat: give it a seat's view, not a spectator's")
    return view.viewer
