"""What a tournament's log adds up to: the same whoever adds it up, and nothing that not everybody may know."""

import random

import pytest

from euchre.v1 import tournament_service_pb2 as api
from euchre_referee.api.tournament_events import event_messages
from euchre_referee.api.tournament_wording import game_message, tournament_message
from euchre_referee.fairness.chain import head_of
from euchre_referee.referee.game import BrokenLog
from euchre_referee.tournament.formats.form import Form, Format
from euchre_referee.tournament.hosting import deeds
from euchre_referee.tournament.hosting.journal import Noted
from euchre_referee.tournament.hosting.listing import Wanted, finished, games, mark_of
from euchre_referee.tournament.hosting.reckoning import score_of
from euchre_referee.tournament.hosting.steps import open_pairings
from euchre_referee.tournament.log.entries import Played, decode
from euchre_referee.tournament.log.fold import State, Tournament, folded
from euchre_referee.tournament.log.happenings import BoardOver
from euchre_referee.tournament.log.offer import Offer
from euchre_referee.tournament.log.packed import pack
from euchre_referee.tournament.standings import standings
from euchre_referee.tournament.statistics.sequential import SequentialTest
from euchre_referee.tournament.unfolding import unfold
from tests.tournament.log.logs import DEED, Written, finish_of, interfere, offer, offers

_CASES = list(offers())
_IDS = [f"{chosen.form.format}-{chosen.rules.preset}-{len(names)}" for chosen, names in _CASES]


def _written(chosen: Offer, names: tuple[str, ...], seed: int) -> Written:
    written = Written(chosen)
    written.enter(names)
    written.start()
    written.play(random.Random(seed), interfere)
    return written


@pytest.mark.parametrize(("chosen", "names"), _CASES, ids=_IDS)
@pytest.mark.parametrize("seed", range(2))
def test_whatever_happens_all_is_played_and_the_statistics_agree_with_the_rounds(
    chosen: Offer, names: tuple[str, ...], seed: int
) -> None:
    written = _written(chosen, names, seed)
    tournament = written.tournament
    assert tournament.state is State.FINISHED
    assert not tournament.play.running
    assert not open_pairings(tournament)
    # The schedule that was played is the one that the results lead to.
    results = score_of(tournament, whole=True).results()
    course = unfold(tournament.terms(), results)
    assert course.schedule.pairings == tournament.play.schedule.pairings
    if not any(each.cause for each in tournament.rounds):
        assert len(results) == tournament.games_planned
    found = standings(tournament.terms(), results)
    assert found.games_played == len(results)


@pytest.mark.parametrize(("chosen", "names"), _CASES[::4], ids=_IDS[::4])
def test_every_beginning_of_a_log_adds_up_to_what_it_was(chosen: Offer, names: tuple[str, ...]) -> None:
    written = _written(chosen, names, 11)
    tournament = Tournament(written.log[0])
    for version, raw in enumerate(written.log[1:], 2):
        assert tournament.advance(raw) == written.meant[version - 1]
        assert tournament.version == version
    assert tournament.head == written.tournament.head == head_of(tournament.opened.secret, written.log)
    assert tournament.play.results == written.tournament.play.results
    assert tournament_message(tournament, whole=True) == tournament_message(written.tournament, whole=True)


@pytest.mark.parametrize(("chosen", "names"), _CASES, ids=_IDS)
def test_nobody_can_tell_results_that_are_not_shown(chosen: Offer, names: tuple[str, ...]) -> None:
    rng = random.Random(3)
    log = _written(chosen, names, 23).log
    compared = 0
    for length in rng.sample(range(2, len(log)), min(12, len(log) - 2)):
        one = folded(log[:length])
        other = folded([_otherwise(one, raw, rng) for raw in log[:length]])
        compared += one.play.results != other.play.results
        assert _public(one, log[:length]) == _public(other, [_otherwise(one, raw, rng) for raw in log[:length]])
    assert compared


def _otherwise(tournament: Tournament, raw: bytes, rng: random.Random) -> bytes:
    """The same entry, but another result of a game on a board that is not shown."""
    entry = decode(raw)
    if not isinstance(entry, Played) or tournament.is_shown(entry.place.board):
        return raw
    finish = finish_of(tournament.offer.rules.players, rng)
    return Played(entry.place, entry.attempt, rng.randbytes(32), pack(finish), "", entry.at_ms).encode()


def _public(tournament: Tournament, log: list[bytes]) -> list[object]:
    """All that everybody is told, without heads: they are salted with what nobody knows."""
    told = tournament_message(tournament, whole=False)
    told.head = b""
    fold = Tournament(log[0])
    events = [fold.beginning(), *(fold.advance(raw) for raw in log[1:])]
    noted = [Noted(version, b"", 0, each) for version, each in enumerate(events, 1)]
    score = score_of(tournament, whole=False)
    return [
        told,
        [event for each in noted for event in event_messages(tournament, each, whole=False)],
        [game_message(each) for each in games(tournament, Wanted(), None, whole=False)],
        list(finished(tournament, Wanted(), whole=False)),
        score.finishes,
        score.incidents,
    ]


def test_a_board_is_told_once_the_last_pairing_has_played_it() -> None:
    written = Written(offer(boards=1, pairings_at_once=1))
    written.enter(("ann", "bob", "cyd"))
    written.start()
    rng = random.Random(1)
    while written.tournament.ended is None:
        written.step(rng)
    told = [
        (version, happening.what.pairing)
        for version, each in enumerate(written.meant, 1)
        for happening in each
        if isinstance(happening.what, BoardOver) and happening.is_for(False)
    ]
    last = max(version for version, raw in enumerate(written.log, 1) if isinstance(decode(raw), Played))
    assert told == [(last, 1), (last, 2), (last, 3)]


def test_games_are_listed_page_by_page_in_the_order_of_the_schedule() -> None:
    tournament = _written(offer(boards=3), ("ann", "bob", "cyd"), 7).tournament
    every = list(games(tournament, Wanted(), None, whole=True))
    assert len({each.game for each in every}) == len(every)
    assert list(map(mark_of, every)) == sorted(map(mark_of, every))
    for start, each in enumerate(every):
        assert list(games(tournament, Wanted(), mark_of(each), whole=True)) == every[start + 1 :]
    of_ann = list(games(tournament, Wanted(entrant="ann"), None, whole=True))
    assert of_ann == [each for each in every if "ann" in each.players]
    of_two = list(games(tournament, Wanted(pairing=2, board=2), None, whole=True))
    assert of_two == [each for each in every if each.place[:2] == (2, 2)]
    assert not list(games(tournament, Wanted(pairing=9), None, whole=True))


def test_who_fails_on_board_after_board_is_paused() -> None:
    written = Written(offer(boards=9, pause_after=2))
    written.enter(("ann", "bob"))
    written.start()
    rng = random.Random(0)
    while not written.tournament.paused():
        assert written.step(rng)
    entrant = written.tournament.entrants[written.tournament.paused()[0]]
    assert entrant.failing >= 2
    written.write(deeds.resume(written.tournament, entrant.name, DEED))
    assert entrant.failing == 0


@pytest.mark.parametrize("place", range(1, 12, 3))
def test_a_log_that_does_not_fit_is_broken(place: int) -> None:
    log = _written(offer(), ("ann", "bob", "cyd"), 2).log
    with pytest.raises(BrokenLog):
        folded([*log, log[place]])
    with pytest.raises(BrokenLog):
        folded([*log[:place], b"\x99", *log[place:]])
    with pytest.raises(BrokenLog):
        folded(log[1:])


def test_a_summary_of_ten_thousand_boards_is_small_and_quick() -> None:
    written = Written(offer(boards=10_000, concurrency=400))
    written.enter(("ann", "bob"))
    written.start()
    rng = random.Random(9)
    for _ in range(60):
        written.step(rng, most=400)
    play = written.tournament.play
    assert len(play.results) > 20_000 - 400
    kept = sum(len(result.finish) for result in play.results.values())
    assert kept < 80 * len(play.results)
    message = tournament_message(written.tournament, whole=True)
    assert isinstance(message, api.Tournament)
    assert message.ByteSize() < 2000


def test_the_commitments_of_a_match_with_a_test_are_worked_out_once() -> None:
    written = Written(offer(boards=5, form=Form(Format.MATCH, test=SequentialTest())))
    written.enter(("ann", "bob"))
    written.start()
    terms = written.tournament.terms()
    assert len(terms.commitments) == terms.board_count == 5
    assert written.tournament.terms().commitments is terms.commitments
