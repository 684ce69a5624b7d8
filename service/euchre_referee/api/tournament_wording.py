"""Tournaments in the contract's words, as a caller may know them.

`whole` everywhere: the caller may see boards that are still in play.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from euchre.v1 import game_pb2 as pb
from euchre.v1 import tournament_service_pb2 as api
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_referee.api.terms import clocks_message, conduct_message, delay_message
from euchre_referee.tournament import contract_words as words
from euchre_referee.tournament.hosting.incidents import who_text
from euchre_referee.tournament.hosting.making import Summary
from euchre_referee.tournament.hosting.steps import open_pairings
from euchre_referee.tournament.log.fold import Competitor, Tournament
from euchre_referee.tournament.log.happenings import GameFacts, Incident
from euchre_referee.tournament.log.offer import Offer
from euchre_referee.tournament.log.packed import unpack
from euchre_referee.tournament.results import Termination
from euchre_referee.tournament.schedule import Pairing
from euchre_referee.tournament.statistics.sequential import SequentialTest
from euchre_referee.tournament.terms import BoardKind

_TERMINATIONS: Final = {
    Termination.NORMAL: pb.TERMINATION_NORMAL,
    Termination.FORFEIT: pb.TERMINATION_FORFEIT,
    Termination.ABORTED: pb.TERMINATION_ABORTED,
    Termination.VOID: pb.TERMINATION_VOID,
}


def time_message(at_ms: int) -> Timestamp:
    """A moment, milliseconds since 1970."""
    return Timestamp(seconds=at_ms // 1000, nanos=at_ms % 1000 * 1_000_000)


def tournament_message(tournament: Tournament, *, whole: bool) -> api.Tournament:
    """A tournament as it stands."""
    play, opened = tournament.play, tournament.opened
    message = api.Tournament(
        tournament=tournament.id,
        version=tournament.version,
        head=tournament.head,
        config=config_message(tournament.offer),
        ruleset=tournament.offer.rules.canonical,
        state=words.STATES[tournament.state],
        cause=_cause(tournament),
        seed_mode=words.SEED_MODES[opened.seed_mode],
        run_commitment=tournament.run_commitment,
        entrants=map(entrant_message, tournament.entrants.values()),
        round=len(tournament.rounds),
        pairings=pairing_messages(tournament, play.schedule.pairings),
        games_planned=tournament.games_planned,
        games_played=len(play.results),
        games_running=0 if tournament.ended is not None else len(play.running),
        incidents=[
            incident_message(each, whole=whole or (each.place is not None and tournament.is_shown(each.place.board)))
            for each in tournament.incidents
        ],
        created=time_message(opened.at_ms),
    )
    if tournament.started is not None:
        message.commitment = tournament.started.commitment
        message.started.CopyFrom(time_message(tournament.started.at_ms))
    if tournament.ended is not None:
        message.run_seed = opened.run_seed
        message.ended.CopyFrom(time_message(tournament.ended.at_ms))
        if opened.seed_mode is not opened.seed_mode.PROVABLE:
            message.config.seed = opened.run_seed
    return message


def _cause(tournament: Tournament) -> str:
    if tournament.ended is not None:
        return tournament.ended.cause
    return f"paused: {', '.join(tournament.paused())}" if tournament.stalled else ""


def summary_message(summary: Summary) -> api.TournamentSummary:
    """A tournament in a few words."""
    offer = summary.offer
    return api.TournamentSummary(
        tournament=summary.tournament,
        name=offer.name,
        state=words.STATES[summary.state],
        preset=offer.rules.preset,
        format=words.FORMATS[offer.form.format],
        entrants=summary.entrants,
        games_planned=summary.games_planned,
        games_played=summary.games_played,
        created=time_message(summary.made_ms),
        ended=None if summary.ended_ms is None else time_message(summary.ended_ms),
    )


def config_message(offer: Offer) -> api.TournamentConfig:
    """What was chosen, without the seed."""
    form, rules = offer.form, offer.rules
    kind = BoardKind.DEAL if rules.max_deals == 1 else BoardKind.GAME
    asked = json.loads(rules.canonical)
    ruleset = Ruleset(preset=asked["preset"])
    ruleset.options.update(asked["options"])
    return api.TournamentConfig(
        name=offer.name,
        ruleset=ruleset,
        format=words.FORMATS[form.format],
        rounds=form.rounds,
        challenger=form.challenger or "",
        board=words.BOARD_KINDS[kind],
        boards=offer.boards,
        duplicate=form.duplicate,
        seatings=words.SEATINGS[form.seatings],
        scoring=words.SCORINGS[form.scoring],
        draw=words.DRAWS[form.draw],
        test=None if form.test is None else _test_message(form.test),
        concurrency=offer.concurrency,
        pairings_at_once=offer.pairings_at_once,
        clocks=clocks_message(offer.clocks),
        conduct=conduct_message(offer.conduct),
        spectator_delay=delay_message(offer.delay) if offer.delay else None,
        pause_after=offer.pause_after,
        close_rounds=offer.close_rounds,
        isolation=words.ISOLATIONS[offer.isolation],
    )


def _test_message(test: SequentialTest) -> api.SequentialTest:
    return api.SequentialTest(
        h0=test.h0, h1=test.h1, alpha=test.alpha, beta=test.beta, measure=words.MEASURES[test.measure]
    )


def entrant_message(entrant: Competitor) -> api.TournamentEntrant:
    """An entrant."""
    return api.TournamentEntrant(
        name=entrant.name,
        program=entrant.program,
        paused=entrant.paused is not None,
        cause=entrant.paused or "",
        replacements=entrant.replacements,
    )


def pairing_messages(tournament: Tournament, pairings: Iterable[Pairing]) -> Iterator[api.TournamentPairing]:
    """Pairings with how far they are."""
    opened = {pairing.number for pairing in open_pairings(tournament)}
    for pairing in pairings:
        message = pairing_message(tournament, pairing)
        message.boards_over = tournament.play.boards_over(pairing.number)
        message.open = pairing.number in opened
        yield message


def pairing_message(tournament: Tournament, pairing: Pairing) -> api.TournamentPairing:
    """What never changes of a pairing."""
    return api.TournamentPairing(
        pairing=pairing.number,
        round=pairing.round,
        entrants=pairing.entrants,
        tables=len(pairing.tables),
        boards=tournament.play.schedule.boards,
    )


def incident_message(incident: Incident, *, whole: bool) -> api.Incident:
    """An incident; without `whole` the board of a restarted game, which is in play again, is not told."""
    message = api.Incident(
        version=incident.version,
        time=time_message(incident.at_ms),
        kind=words.INCIDENTS[incident.kind],
        entrant=incident.entrant,
        attempt=incident.attempt,
        program_before=incident.program_before,
        program=incident.program,
        by=who_text(incident.by),
        cause=incident.cause,
        round=incident.round,
    )
    if incident.place is not None:
        message.pairing, message.table = incident.place.pairing, incident.place.table
        if whole:
            message.board = incident.place.board
    return message


def game_message(facts: GameFacts) -> api.TournamentGame:
    """A game, with its result if it has one."""
    message = api.TournamentGame(
        game=facts.game,
        pairing=facts.place.pairing,
        board=facts.place.board,
        table=facts.place.table,
        attempt=facts.attempt,
        players=facts.players,
        restarted=facts.taken_back,
    )
    if facts.result is not None:
        finish = unpack(facts.result.finish)
        message.over = True
        message.termination = _TERMINATIONS[finish.termination]
        message.points.extend(finish.points or ())
        message.outcome = finish.outcome or ""
        message.record_hash = facts.result.record
    return message
