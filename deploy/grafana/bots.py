"""Players, as the referees see them: those of the house beside all others."""

from typing import Final

from deploy.grafana.model import Dashboard, Panel, Query, Row, Unit, gauge, quantile, rate

_ANSWERS: Final = Row(
    "Answers",
    (
        Panel(
            "Half of the answers within",
            "The player's own time, as its clock counts it",
            Unit.SECONDS,
            (Query(quantile(0.5, "euchre_answer_seconds", by="player"), "{{player}}"),),
        ),
        Panel(
            "99 % of the answers within",
            "The player's own time, as its clock counts it",
            Unit.SECONDS,
            (Query(quantile(0.99, "euchre_answer_seconds", by="player"), "{{player}}"),),
        ),
        Panel(
            "Answers",
            "Accepted decisions",
            Unit.PER_SECOND,
            (Query(rate("euchre_answer_seconds_count", by="player"), "{{player}}"),),
            stacked=True,
        ),
    ),
)

_TURNS: Final = Row(
    "Turns",
    (
        Panel(
            "Outstanding",
            "Turns that wait for a decision",
            Unit.NUMBER,
            (Query(gauge("sum", "euchre_turns_outstanding", by="player"), "{{player}}"),),
            stacked=True,
        ),
        Panel(
            "Outstanding of the house",
            "By referee",
            Unit.NUMBER,
            (Query(gauge("sum", "euchre_turns_outstanding", 'player="house"', "instance"), "{{instance}}"),),
            stacked=True,
        ),
        Panel(
            "Play streams",
            "That are open",
            Unit.NUMBER,
            (Query(gauge("sum", "euchre_streams", 'kind="play"', "instance"), "{{instance}}"),),
            stacked=True,
        ),
    ),
)

_CONDUCT: Final = Row(
    "Conduct",
    (
        Panel(
            "Refused by their own fault",
            "Decisions, by reason",
            Unit.PER_SECOND,
            (Query(rate("euchre_refusals_total", 'fault="caller"', "reason"), "{{reason}}"),),
            stacked=True,
        ),
        Panel(
            "Strikes",
            "Refused actions that count",
            Unit.PER_SECOND,
            (Query(rate("euchre_strikes_total", by="preset"), "{{preset}}"),),
        ),
        Panel(
            "Turns decided by the clock",
            "Connected, or not",
            Unit.PER_SECOND,
            (Query(rate("euchre_timeouts_total", by="cause"), "{{cause}}"),),
        ),
        Panel(
            "Ends of games",
            "By how they ended and why",
            Unit.PER_SECOND,
            (Query(rate("euchre_games_ended_total", by="termination, cause"), "{{termination}}, {{cause}}"),),
            stacked=True,
            width=12,
        ),
        Panel(
            "Games that began",
            "By preset",
            Unit.PER_SECOND,
            (Query(rate("euchre_games_started_total", by="preset"), "{{preset}}"),),
            stacked=True,
            width=12,
        ),
    ),
)

BOTS: Final = Dashboard("bots", "bots", "Players: those of the house beside all others", (_ANSWERS, _TURNS, _CONDUCT))
