"""What a bot may answer, and the decision that it becomes."""

from typing import Final

from euchre.v1.game_pb2 import Action, Decision, LegalAction, Turn

Answer = str | Action | LegalAction | None
"""An action in the record's words ("play Jd"), typed, or one of the turn's legal ones; None: no answer, the
clock decides."""

_EXPECTED: Final = 'a text such as "play Jd", an Action, a LegalAction or None'


class NotAnAnswer(TypeError):
    """A bot returned something else than an answer."""


def decision(turn: Turn | Decision, answer: Answer) -> Decision | None:
    """The decision on a turn, or another one in place of a decision; None for no answer.

    Raises NotAnAnswer for anything that is no answer.
    """
    if isinstance(answer, LegalAction):
        answer = answer.text
    if isinstance(answer, str):
        return Decision(game=turn.game, version=turn.version, head=turn.head, seat=turn.seat, text=answer)
    if isinstance(answer, Action):
        return Decision(game=turn.game, version=turn.version, head=turn.head, seat=turn.seat, action=answer)
    if answer is None:
        return None
    raise NotAnAnswer(
        f"game {turn.game}, version {turn.version}: the bot returned {type(answer).__name__}, not {_EXPECTED}"
    )
