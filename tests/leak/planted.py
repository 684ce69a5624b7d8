"""Leaks as a careless change would bring them, each put into the running referee for a test."""

import logging
from collections.abc import Callable
from typing import Final, NamedTuple

import pytest

from euchre.v1 import game_pb2 as pb
from euchre_referee.api import encoding, events, looking, refusing
from euchre_referee.ops.metrics import Metrics
from euchre_referee.referee import deciding, recording
from euchre_referee.referee.game import Game
from euchre_referee.referee.verdicts import Refused, by_rules
from euchre_referee.rules import events as rules_events
from euchre_referee.rules import views
from euchre_referee.rules.actions import STAY
from euchre_referee.rules.cards import card_text, hand_cards
from euchre_referee.rules.phases.opening import Claims
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.state import Flow, State, clockwise, held
from euchre_referee.rules.views import View, view

Plant = Callable[[pytest.MonkeyPatch], None]


class Planted(NamedTuple):
    """A leak, and the situation of `positions` in which it tells something."""

    plant: Plant
    hidden: str


def _all_moves(patch: pytest.MonkeyPatch) -> None:
    """A view forgets to hide moves."""
    patch.setattr(views, "_moves_seen", lambda state, viewer: state.moves)


def _secret_answers(patch: pytest.MonkeyPatch) -> None:
    """A view counts answers that are secret still."""

    def known(state: State, viewer: int | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return state.withdrew, tuple(seat for seat, code in state.answers if code == STAY)

    patch.setattr(views, "_known_answers", known)


def _viewed(patch: pytest.MonkeyPatch, change: Callable[[State, View], View]) -> None:
    """Views are otherwise wherever they are sent."""

    def changed(state: State, viewer: int | None) -> View:
        return change(state, view(state, viewer))

    patch.setattr(looking, "view", changed)
    patch.setattr(encoding, "view", changed)


def _own_withheld_hand(patch: pytest.MonkeyPatch) -> None:
    """The dealer of a turned joker is shown the hand."""

    def change(state: State, seen: View) -> View:
        if seen.viewer is None:
            return seen
        return seen._replace(hand=hand_cards(held(state, seen.viewer)))

    _viewed(patch, change)


def _secret_partner(patch: pytest.MonkeyPatch) -> None:
    """The holder of the called card is told."""

    def change(state: State, seen: View) -> View:
        if state.called is None:
            return seen
        holders = [seat for seat in range(state.rules.players) if state.hands[seat] >> state.called & 1]
        return seen._replace(partner=holders[0] if holders else None)

    _viewed(patch, change)


def _sitting_out_sees_the_maker(patch: pytest.MonkeyPatch) -> None:
    """Whoever takes no part is shown the partner's hand."""

    def change(state: State, seen: View) -> View:
        if seen.viewer not in state.sits_out or state.maker is None:
            return seen
        return seen._replace(received=hand_cards(held(state, state.maker)))

    _viewed(patch, change)


def _piles_for_all(patch: pytest.MonkeyPatch) -> None:
    """Cards that were put away are shown to all."""
    _viewed(patch, lambda state, seen: seen._replace(put_away=tuple(card for pile in state.put_away for card in pile)))


def _legal_for_all(patch: pytest.MonkeyPatch) -> None:
    """A refusal tells everybody what is legal."""
    latest: list[State] = []

    def told(refusal: Refusal, legal: tuple[int, ...]) -> Refused:
        return by_rules(refusal, legal or latest[0].legal)

    def seen(state: State, viewer: int | None) -> View:
        latest[:] = [state]
        return view(state, viewer)

    patch.setattr(looking, "view", seen)
    patch.setattr(deciding, "by_rules", told)


def _details_by_hand(patch: pytest.MonkeyPatch) -> None:
    """A status names in its metadata what depends on somebody's hand."""
    latest: list[State] = []
    status_of = refusing.status_of

    def told(refused: Refused, locale: str, game: str = "", version: int | None = None) -> object:
        return status_of(refused, locale, f"{game} {_first_hand(latest)}", version)

    def seen(state: State, viewer: int | None) -> View:
        latest[:] = [state]
        return view(state, viewer)

    patch.setattr(looking, "view", seen)
    patch.setattr(refusing, "status_of", told)


def _first_hand(latest: list[State]) -> str:
    return "".join(card_text(card) for state in latest for card in hand_cards(state.hands[0]))


def _whole_record(patch: pytest.MonkeyPatch) -> None:
    """The record of a running game is the whole one."""
    patch.setattr(looking, "seen_record", lambda log, viewer: recording.open_record(log))


def _talon_in_record(patch: pytest.MonkeyPatch) -> None:
    """The record of a running game has every hand of earlier deals and this one's."""

    def own(state: State, seen: View, seat: int) -> tuple[int, ...]:
        assert state.dealt is not None
        return state.dealt.hands[seat]

    patch.setattr(recording, "_own", own)


def _strikes_in_record(patch: pytest.MonkeyPatch) -> None:
    """The record of a running game tells what others were struck for."""
    seen_record = recording.seen_record

    def record(log: list[bytes], viewer: int | None) -> dict[str, object]:
        return {**seen_record(log, viewer), "marks": recording.open_record(log).get("marks")}

    patch.setattr(looking, "seen_record", record)


def _events_as_they_are(patch: pytest.MonkeyPatch) -> None:
    """Watchers are told actions as the seats made them."""
    patch.setattr(rules_events, "_shown", lambda before, action, after: action)


def _length_of_a_name(patch: pytest.MonkeyPatch) -> None:
    """An event is longer or shorter by a hidden card."""

    def made(seat: int, action: int, mark: object) -> pb.Event:
        return pb.Event(move=pb.Move(text="?" * (action & 63)))

    patch.setattr(rules_events, "_shown", lambda before, action, after: action)
    patch.setattr(events, "_made", made)


def _cards_in_the_log(patch: pytest.MonkeyPatch) -> None:
    """A line of the log names a hand."""

    def seen(state: State, viewer: int | None) -> View:
        hand = " ".join(map(card_text, hand_cards(state.hands[0])))
        logging.getLogger("euchre_referee.referee").info("somebody looks at %s", hand)
        return view(state, viewer)

    patch.setattr(looking, "view", seen)


def _suits_in_the_metrics(patch: pytest.MonkeyPatch) -> None:
    """A metric counts by what somebody holds."""
    refused = Metrics.refused

    def counted(metrics: Metrics, reason: str, game: Game | None = None) -> None:
        holds = game is not None and game.state.to_act >= 0 and len(game.state.legal) % 2
        refused(metrics, f"{reason} {holds}", game)

    patch.setattr(Metrics, "refused", counted)


def _only_claimants_are_asked(patch: pytest.MonkeyPatch) -> None:
    """Who has no claim is not asked for one."""

    def begin(step: Claims, state: State) -> Flow:
        seats = clockwise(state.rules, state.dealer + 1)
        strong = sorted(seats, key=lambda seat: held(state, seat))
        return step._ask(state, tuple(strong))

    patch.setattr(Claims, "begin", begin)


PLANTED: Final[dict[str, Planted]] = {
    "the dealer's discard among the moves": Planted(_all_moves, "a discard"),
    "the partner's best among the moves": Planted(_all_moves, "the partner's best"),
    "exchanged cards among the moves": Planted(_all_moves, "an exchange with the turn-up"),
    "secret answers in the view": Planted(_secret_answers, "secret answers"),
    "secret answers among the moves": Planted(_all_moves, "secret answers"),
    "the hand that a dealer must not see": Planted(
        _own_withheld_hand, "a hand that the dealer of a turned joker has not seen"
    ),
    "the auction's partner": Planted(_secret_partner, "the auction's secret partner"),
    "the maker's hand, to the partner who sits out": Planted(
        _sitting_out_sees_the_maker, "hands, from those who sit out"
    ),
    "put away cards, to all": Planted(_piles_for_all, "a discard"),
    "what is legal, to whoever asks": Planted(_legal_for_all, "a pick-up"),
    "a hand in the metadata of a refusal": Planted(_details_by_hand, "who may claim"),
    "all hands in the record": Planted(_talon_in_record, "hands, from those who withdrew"),
    "the whole record": Planted(_whole_record, "a dead hand"),
    "strikes in the record": Planted(_strikes_in_record, "what somebody was struck for"),
    "events as they are": Planted(_events_as_they_are, "what the clock gave away"),
    "the length of an event": Planted(_length_of_a_name, "the exchange of dirty clubs"),
    "a card in the log": Planted(_cards_in_the_log, "a dead hand"),
    "a metric that depends on a hand": Planted(_suits_in_the_metrics, "an auction's buried cards"),
    "who is asked": Planted(_only_claimants_are_asked, "who may claim"),
}
"""By what is told."""
