"""What the bot does: the same for the same seed and view anywhere, from its view alone."""

import os
import subprocess
import sys
from random import Random

from euchre_referee.bots import make_bot
from euchre_referee.bots.montecarlo import MonteCarloBot
from euchre_referee.bots.montecarlo.deduction import knowledge
from euchre_referee.bots.montecarlo.replay import replay
from euchre_referee.bots.montecarlo.sampling import sample
from euchre_referee.rules.views import view
from tests.bots.tables import answer, position, positions, rule_set

DIRTY = rule_set("dirty-clubs")


def decisions() -> list[int]:
    """What a bot of few worlds does in the turns of three deals."""
    bots = [MonteCarloBot(seat, worlds=4) for seat in range(4)]
    return [bots[state.to_act](view(state, state.to_act)) for state in positions(DIRTY, bots, "here", deals=3)]


def test_another_process_decides_the_same() -> None:
    asking = "from tests.bots.montecarlo.test_deciding import decisions; print(decisions())"
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", asking],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == str(decisions())


def test_hidden_cards_make_no_difference() -> None:
    bot = MonteCarloBot(3, worlds=4)
    for state in positions(DIRTY, [make_bot("careful", 0)] * 4, "hidden", deals=2):
        seat = state.to_act
        known = knowledge(view(state, seat))
        redealt = replay(known, sample(known, Random(1)))
        assert bot(view(redealt, seat)) == bot(view(state, seat))


def test_another_seed_may_decide_otherwise() -> None:
    state = position(DIRTY, {0: "Jh Ah 9h Ad 9s"}, "Td")
    assert len({MonteCarloBot(seed, worlds=2)(view(state, 0)) for seed in range(20)}) > 1


def test_it_leads_what_the_last_cards_make_sure() -> None:
    """Of the trumps only the left bower is out; the ace of spades then wins if the trumps are drawn first."""
    rules = rule_set("euchre")
    hands = {0: "Jh Ah Kh As 9d", 1: "Jd 9s Td Tc 9c", 2: "Qd Kd Qc Ts Kc", 3: "Ad Ac Ks Qs Th"}
    said = ["0 order", "3 discard Th", "0 play 9d", "1 play Td", "2 play Kd", "3 play Ad"]
    state = position(rules, hands, "9h", [*said, "3 play Ac", "0 play Kh", "1 play 9c", "2 play Qc"])
    assert answer(MonteCarloBot(1), state) == "play Jh"


def test_it_stays_in_to_deny_the_maker_the_game() -> None:
    """Nobody else is left, so the maker would win the game at once; where that scores five tricks, let it."""
    hands = {3: "Jh Ah Kh As 9c", 2: "Ad Td Qd Tc 9s"}
    said = ["0 pass", "1 pass", "2 pass", "3 order", "3 discard 9c", "0 withdraw", "1 withdraw"]
    assert answer(MonteCarloBot(1), position(rule_set("buck"), hands, "Qh", said)) == "stay"
    five_tricks = rule_set("buck", {"uncontested": "five_tricks"})
    assert answer(MonteCarloBot(1), position(five_tricks, hands, "Qh", said)) == "withdraw"
