"""Tables somewhere in a deal: at random for every preset, and those where something particular is hidden."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from euchre_referee.referee.delay import NO_DELAY, Delay
from euchre_referee.referee.entries import Acted, Clocks, Lost, Mark, Sanction, Struck, decode
from euchre_referee.rules.actions import GIVE, SWAP, kind_of
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.phases.opening import may_claim
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State
from tests.leak.worlds import Viewer, deals_of
from tests.referee.tables import Table, new_table
from tests.rules.games import rules_of

MANY_STRIKES: Final = 1000
"""So many that no default action follows: it would show what was legal, which is the viewer's own affair."""
TRIES: Final = 3000


def random_table(
    rules: RuleSet,
    rng: random.Random,
    session: str,
    *,
    strikes: bool | None = None,
    most: int = 40,
    board: str = "",
    delay: Delay = NO_DELAY,
) -> Table:
    """A table somewhere in a game, with actions, lost time, lost deals, and strikes on some."""
    while True:
        struck = rng.random() < 0.5 if strikes is None else strikes
        table = new_table(
            rules,
            rng.randrange(1 << 40),
            clocks=Clocks(),
            strike_limit=MANY_STRIKES if struck else 0,
            on_timeout=rng.choice((Sanction.DEFAULT_ACTION, Sanction.LOSE_DEAL)),
            session=session,
            board=board,
            delay=delay,
        )
        advance(table, rng, rng.randrange(most))
        if not table.over:
            return table


def advance(table: Table, rng: random.Random, steps: int) -> None:
    """So many things happen at a table, if it is not over before."""
    for _ in range(steps):
        if table.over:
            return
        chance = rng.random()
        if chance < 0.08 and table.game.created.conduct.strike_limit:
            table.strike(f"bid {rng.randrange(6, 60)}")
        elif chance < 0.1:
            table.time_over(rng.choice((Mark.TIMEOUT, Mark.DISCONNECT)))
        else:
            table.act(rng.choice(table.state.legal))


class Hidden(NamedTuple):
    """Something that is hidden at a table, and from whom."""

    preset: str
    options: Mapping[str, object]
    viewers: Callable[[Table], list[Viewer]]
    """Those who must not know it; none where the table is not such a one."""


class Position(NamedTuple):
    """A table and who looks at it."""

    table: Table
    viewer: Viewer


def position_of(hidden: Hidden, rng: random.Random, session: str) -> Iterator[Position]:
    """The first table at random where this is hidden, for each who must not know it."""
    rules = rules_of(hidden.preset, **hidden.options)
    for _ in range(TRIES):
        table = random_table(rules, rng, session)
        viewers = hidden.viewers(table)
        if viewers:
            yield from (Position(table, viewer) for viewer in viewers)
            return
    raise AssertionError(f"in {TRIES} tables there was none such")


def _in(phase: Phase, who: Callable[[State], list[Viewer]]) -> Callable[[Table], list[Viewer]]:
    """Tables in a step of a deal."""
    return lambda table: who(table.state) if table.state.phase is phase else []


def _but(state: State, *seats: Viewer) -> list[Viewer]:
    """A spectator, and two who are none of these."""
    others: list[Viewer] = [seat for seat in range(state.rules.players) if seat not in seats]
    return [None, *others[:2]]


def _has_put_away(state: State, seat: int | None) -> bool:
    return seat is not None and bool(state.put_away[seat])


def _made(kind: int) -> Callable[[Table], list[Viewer]]:
    """Tables at which somebody gave such a card away."""

    def viewers(table: Table) -> list[Viewer]:
        state = table.state
        seats = [move >> 16 for move in state.moves if kind_of(move & 0xFFFF) == kind >> 6]
        return _but(state, seats[0], state.maker) + list[Viewer]([*seats]) if seats else []

    return viewers


def _claim_not_made(state: State) -> list[Viewer]:
    could = [seat for seat in range(4) if may_claim(state.rules.misdeal_claims, state.hands[seat])]
    return _but(state, could[0]) if could else []


def _called_partner(table: Table) -> list[Viewer]:
    state = table.state
    if state.phase is not Phase.PLAY or state.called is None or state.partner is not None:
        return []
    holders: list[Viewer] = [seat for seat in range(5) if state.hands[seat] >> state.called & 1]
    return [state.maker, *holders, *_but(state, state.maker, *holders)]


def _secret_answers(state: State) -> list[Viewer]:
    answered: list[Viewer] = [seat for seat, _ in state.answers]
    return [None, state.maker, *answered] if len(answered) > 1 else []


def _entries(table: Table, kind: type[Acted] | type[Lost] | type[Struck]) -> list[Acted | Lost | Struck]:
    return [entry for raw in table.log if isinstance(entry := decode(raw), kind)]


def _by_the_clock(table: Table) -> list[Viewer]:
    made = [entry for entry in _entries(table, Acted) if isinstance(entry, Acted) and entry.mark is Mark.TIMEOUT]
    return _but(table.state, made[-1].seat) if made and table.state.secrets else []


def _after(kind: type[Lost] | type[Struck]) -> Callable[[Table], list[Viewer]]:
    def viewers(table: Table) -> list[Viewer]:
        made = _entries(table, kind)
        return [made[-1].seat, *_but(table.state, made[-1].seat)] if made else []

    return viewers


_CLAIMS: Final = {"misdeal_claims": ["farmers_hand", "ace_no_face", "no_face"]}
_SECRET: Final = {"withdraw": "secret", "clubs_auto": False, "all_pass": "stick_dealer"}

SITUATIONS: Final[dict[str, Hidden]] = {
    "a hand that the dealer of a turned joker has not seen": Hidden(
        "euchre-benny", {}, lambda table: [table.state.dealer, None] if table.state.withheld else []
    ),
    "a turned joker's dealer proposes": Hidden(
        "american-belote-three", {"joker": True}, _in(Phase.JOKER, lambda state: _but(state, state.dealer))
    ),
    "who may claim": Hidden("euchre", _CLAIMS, _in(Phase.CLAIM, lambda state: _but(state, state.to_act))),
    "a claim that was not made": Hidden("buck", {**_CLAIMS, "clubs_auto": False}, _in(Phase.ORDER, _claim_not_made)),
    "a pick-up": Hidden("euchre-cutthroat", {}, _in(Phase.PICK_UP, lambda state: _but(state, state.dealer))),
    "a discard": Hidden(
        "euchre",
        {},
        _in(
            Phase.PLAY, lambda state: [state.dealer, *_but(state, state.dealer)] if state.put_away[state.dealer] else []
        ),
    ),
    "an exchange with the turn-up": Hidden("american-belote-four", {}, _made(SWAP)),
    "the exchange of dirty clubs": Hidden("dirty-clubs", {}, _made(SWAP)),
    "what a lone maker discards": Hidden(
        "euchre-railroad",
        {},
        _in(Phase.GIVE, lambda state: _but(state, state.maker) if _has_put_away(state, state.maker) else []),
    ),
    "the partner's best": Hidden("euchre-railroad", {}, _made(GIVE)),
    "hands, from those who sit out": Hidden("euchre", {}, _in(Phase.PLAY, lambda state: list(state.sits_out))),
    "the auction's secret partner": Hidden("euchre-auction", {}, _called_partner),
    "an auction's buried cards": Hidden(
        "euchre-auction", {"min_rank": 7, "called_card": "any_nontrump"}, _called_partner
    ),
    "secret answers": Hidden("buck", _SECRET, _in(Phase.STAY, _secret_answers)),
    "hands, from those who withdrew": Hidden("buck", _SECRET, _in(Phase.PLAY, lambda state: list(state.withdrew))),
    "a dead hand": Hidden("buck-three", {}, _in(Phase.PLAY, _but)),
    "what somebody was struck for": Hidden("euchre-two-handed", {}, _after(Struck)),
    "the cards of a lost deal": Hidden("dirty-clubs-three", {}, _after(Lost)),
    "answers of a lost deal": Hidden(
        "buck",
        _SECRET,
        lambda table: _after(Lost)(table) if any(_answered_in_secret(table)) else [],
    ),
    "what the clock gave away": Hidden("american-belote-two", {}, _by_the_clock),
}  # fmt: skip
"""By what is hidden."""


def _answered_in_secret(table: Table) -> Iterator[bool]:
    """Whether a deal was lost while answers were secret still."""
    for deal in deals_of(table.log)[:-1]:
        yield bool(deal.state.answers) and len(deal.state.withdrew + deal.state.stayed) < len(deal.state.answers)
