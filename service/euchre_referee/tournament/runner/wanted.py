"""A configuration as the service is asked for it."""

import json
from typing import Final

from euchre.v1 import referee_service_pb2 as games
from euchre.v1 import tournament_service_pb2 as api
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_referee.referee.entries import Conduct, Sanction
from euchre_referee.referee.table_terms import AskedClocks
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.tournament import contract_words as words
from euchre_referee.tournament.config import TournamentConfig
from euchre_referee.tournament.formats.form import Form
from euchre_referee.tournament.programs import REMOTE
from euchre_referee.tournament.statistics.sequential import SequentialTest
from euchre_referee.tournament.terms import BoardKind

_SANCTIONS: Final = {
    Sanction.DEFAULT_ACTION: games.SANCTION_DEFAULT_ACTION,
    Sanction.LOSE_DEAL: games.SANCTION_LOSE_DEAL,
    Sanction.FORFEIT: games.SANCTION_FORFEIT,
}


def wanted(config: TournamentConfig, name: str, seed: bytes) -> api.TournamentConfig:
    """The tournament to make; `seed` is the chosen one, 32 bytes, or empty."""
    form = config.form
    return api.TournamentConfig(
        name=name,
        ruleset=_ruleset(config.rules),
        format=words.FORMATS[form.format],
        rounds=form.rounds,
        challenger=form.challenger or "",
        board=words.BOARD_KINDS[_board(config)],
        boards=config.boards,
        duplicate=form.duplicate,
        seatings=words.SEATINGS[form.seatings],
        scoring=words.SCORINGS[form.scoring],
        draw=words.DRAWS[form.draw],
        test=_test(form),
        concurrency=config.concurrency,
        pairings_at_once=config.pairings_at_once,
        clocks=_clocks(config.clocks),
        conduct=_conduct(config.conduct),
        seed=seed,
        isolation=api.ISOLATION_REMOTE_SESSIONS if any_remote(config) else api.ISOLATION_LOCAL_PROCESSES,
    )


def any_remote(config: TournamentConfig) -> bool:
    """Whether a program is started by somebody else."""
    return any(REMOTE in entrant.programs for entrant in config.entrants)


def _board(config: TournamentConfig) -> BoardKind:
    return BoardKind.DEAL if config.rules.max_deals == 1 else BoardKind.GAME


def _ruleset(rules: RuleSet) -> Ruleset:
    form = json.loads(rules.canonical)
    message = Ruleset(preset=form["preset"])
    message.options.update(form["options"])
    return message


def _test(form: Form) -> api.SequentialTest | None:
    test: SequentialTest | None = form.test
    if test is None:
        return None
    return api.SequentialTest(
        h0=test.h0, h1=test.h1, alpha=test.alpha, beta=test.beta, measure=words.MEASURES[test.measure]
    )


def _clocks(clocks: AskedClocks) -> games.Clocks:
    return games.Clocks(
        action_limit_ms=clocks.action_limit_ms,
        bank_ms=clocks.bank_ms,
        lag_quota_ms=clocks.lag_quota_ms,
        lag_regain_ms=clocks.lag_regain_ms,
    )


def _conduct(conduct: Conduct | None) -> games.Conduct | None:
    if conduct is None:
        return None
    return games.Conduct(
        strike_limit=conduct.strike_limit,
        on_strikes=_SANCTIONS[conduct.on_strikes],
        on_timeout=_SANCTIONS[conduct.on_timeout],
    )
