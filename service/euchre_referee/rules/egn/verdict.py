"""The verdict on a game in Euchre Game Notation, in the form of adjudication (RECORD "Euchre Game Notation")."""

from euchre_referee.rules.answers import (
    Answer,
    DealAnswer,
    ErrorAnswer,
    FaultAnswer,
    deal_answer,
    invalid_ruleset,
    trump_text,
    unreadable,
)
from euchre_referee.rules.egn.flags import rules_of
from euchre_referee.rules.egn.game import EgnGame
from euchre_referee.rules.egn.match import JudgedDeal, begin, judge_deals
from euchre_referee.rules.egn.progress import current, to_act
from euchre_referee.rules.egn.reading import Object, read_egn
from euchre_referee.rules.records import Unreadable
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblems


def adjudicate_egn(value: Object) -> Answer:
    """The verdict on a JSON object of this notation; never raises for what it holds."""
    game = read_egn(value)
    if isinstance(game, Unreadable):
        return unreadable(game)
    rules = rules_of(game.ruleset)
    if isinstance(rules, RuleSetProblems):
        return invalid_ruleset(game.id, rules)
    return _Verdict(rules, game).answer()


class _Verdict:
    """Collects what is judged; the form's own keys stop with the first fault, as they do for records."""

    def __init__(self, rules: RuleSet, game: EgnGame) -> None:
        self._rules = rules
        self._game = game
        self._standing = begin(rules, game)
        self._deals: list[DealAnswer] = []
        self._faults: list[FaultAnswer] = []
        self._open: JudgedDeal | None = None
        for number, deal in enumerate(judge_deals(self._standing, game)):
            self._take(number, deal)

    def _take(self, number: int, deal: JudgedDeal) -> None:
        if not self._faults and not deal.faults:
            self._standing = deal.after
            if deal.judged.complete:
                self._deals.append(_completed(deal))
            else:
                self._open = deal
        for fault in deal.faults:
            self._faults.append(
                FaultAnswer(
                    deal=number,
                    trick=fault.trick,
                    call=fault.call,
                    seat=fault.seat,
                    reason=fault.reason,
                    detail=fault.detail,
                )
            )

    def answer(self) -> Answer:
        """The whole answer."""
        state = self._standing.state
        known = self._standing.certain
        over = self._standing.over
        stated_scores = None if self._game.final is None else [*self._game.final, *self._game.final]
        stated_scores_agree = self._agree()
        answer = Answer(
            id=self._game.id,
            ruleset_hash=self._rules.hash,
            error=None,
            deals=self._deals,
            scores=list(state.scores) if known else None,
            finished=state.finished if known else over or None,
            ended_by=state.ended_by,
            winners=list(state.winners) if known or state.finished else None,
            game_value=state.game_value,
            carried=list(state.carried),
            to_act=None if self._open is None or self._faults else to_act(self._open),
            current=None if self._open is None or self._faults else current(self._open),
            faults=self._faults,
            stated_scores=stated_scores,
            stated_scores_agree=stated_scores_agree,
        )
        if self._faults:
            first = self._faults[0]
            answer["error"] = ErrorAnswer(deal=first["deal"], action=None, reason=first["reason"])
            answer["detail"] = first["detail"]
        return answer

    def _agree(self) -> bool | None:
        """Stated scores are those of the end, so they can be compared once that is there; points are never lost."""
        stated = self._game.final
        if stated is None or self._faults or not self._standing.certain:
            return None
        counted = self._standing.state.scores[: len(stated)]
        lost = any(told < score for told, score in zip(stated, counted, strict=True))
        return stated == counted if self._standing.over or lost else None


def _completed(deal: JudgedDeal) -> DealAnswer:
    result, contract = deal.after.state.result, deal.judged.contract
    if result is not None:
        return deal_answer(result)
    return DealAnswer(
        dealer=deal.told.dealer,
        maker=contract.maker,
        trump=trump_text(contract.trump),
        alone=contract.alone,
        bid=None,
        partner=None,
        lone_defender=contract.lone_defender,
        withdrew=[],
        tricks=None if deal.judged.seating.won is None else list(deal.judged.seating.won),
        points=None,
        outcome=None,
    )
