"""A program is tried on one deal, all seats of it, before it plays in earnest."""

from typing import Final

from euchre_referee.cli.seeded import Shuffler
from euchre_referee.cli.stdio.process import Command
from euchre_referee.cli.stdio.program import NoAnswer, Program
from euchre_referee.cli.stdio.turn_line import Asking
from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State
from euchre_referee.rules.views import view

TRIAL: Final = "trial"
"""The name of the game that a program is tried with."""
ANSWERS_WITHIN_MS: Final = 20_000
"""For each answer; a program has to start within this time too."""


async def trial(command: Command, rules: RuleSet) -> str | None:
    """What is wrong with a program, if anything."""
    program = Program(command, lambda remark: None)
    try:
        return await _one_deal(program, rules)
    except NoAnswer as why:
        return str(why)
    finally:
        await program.stop()


async def _one_deal(program: Program, rules: RuleSet) -> str | None:
    shuffler = Shuffler(rules, bytes(32), (), TRIAL.encode())
    state = _stands(deal(new_game(rules), shuffler.deal(0, shuffler.first_dealer())))
    version = rules.players + 2
    while state.to_act >= 0:
        asking = Asking(TRIAL, version, view(state, state.to_act), ANSWERS_WITHIN_MS)
        answer = await program.ask(asking)
        if answer not in asking.legal:
            return f"it answered {answer[:60]!r} where these were legal: {', '.join(asking.legal)}"
        state = _stands(apply(state, state.to_act, asking.code(answer)))
        version += 1
    return None


def _stands(after: State | Refusal) -> State:
    assert not isinstance(after, Refusal), after
    return after
