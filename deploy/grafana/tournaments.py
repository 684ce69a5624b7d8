"""Tournaments: whether they go on, and how far they are."""

from typing import Final

from deploy.grafana.model import Dashboard, Kind, Panel, Query, Row, Unit, gauge, or_none, quantile, rate

_OVER: Final = gauge("sum", "euchre_tournament_boards", 'state="over"')
_LEFT: Final = gauge("sum", "euchre_tournament_boards", 'state="left"')

_NOW: Final = Row(
    "Now",
    (
        Panel(
            "Running",
            "Coordinated by these referees",
            Unit.NUMBER,
            (Query(gauge("sum", "euchre_tournaments", 'state="running"'), "running"),),
            Kind.NUMBER,
            width=6,
        ),
        Panel(
            "Stalled",
            "They wait for somebody",
            Unit.NUMBER,
            (Query(gauge("sum", "euchre_tournaments", 'state="stalled"'), "stalled"),),
            Kind.NUMBER,
            width=6,
        ),
        Panel("Boards left", "Of the rounds drawn so far", Unit.NUMBER, (Query(_LEFT, "left"),), Kind.NUMBER, width=6),
        Panel(
            "Games",
            "Of tournaments, that are being played",
            Unit.NUMBER,
            (Query(gauge("sum", "euchre_tournament_games_running"), "games"),),
            Kind.NUMBER,
            width=6,
        ),
    ),
)

_COURSE: Final = Row(
    "How far they are",
    (
        Panel(
            "Boards",
            "Once for each pairing",
            Unit.NUMBER,
            (Query(_OVER, "over"), Query(_LEFT, "left")),
            stacked=True,
            width=12,
        ),
        Panel(
            "Results",
            "Of games, written into tournaments",
            Unit.PER_SECOND,
            (Query(rate("euchre_tournament_results_total", by="instance"), "{{instance}}"),),
            width=12,
        ),
        Panel(
            "By coordinator",
            "Tournaments at each referee",
            Unit.NUMBER,
            (Query(gauge("sum", "euchre_tournaments", by="instance"), "{{instance}}"),),
            stacked=True,
            width=12,
        ),
        Panel(
            "Games of theirs",
            "By coordinator",
            Unit.NUMBER,
            (Query(gauge("sum", "euchre_tournament_games_running", by="instance"), "{{instance}}"),),
            stacked=True,
            width=12,
        ),
    ),
)

_OF_TOURNAMENTS: Final = 'method=~"TournamentService.*"'

_CALLS: Final = Row(
    "Calls",
    (
        Panel(
            "Calls",
            "By method",
            Unit.PER_SECOND,
            (Query(rate("euchre_calls_total", _OF_TOURNAMENTS, "method"), "{{method}}"),),
            width=8,
        ),
        Panel(
            "Refused",
            "By reason",
            Unit.PER_SECOND,
            (Query(or_none(rate("euchre_calls_refused_total", _OF_TOURNAMENTS, "reason")), "{{reason}}"),),
            width=8,
        ),
        Panel(
            "99 % within",
            "By method",
            Unit.SECONDS,
            (Query(quantile(0.99, "euchre_call_seconds", "method", _OF_TOURNAMENTS), "{{method}}"),),
            width=8,
        ),
    ),
)

TOURNAMENTS: Final = Dashboard(
    "tournaments", "tournaments", "Whether they go on, and how far they are", (_NOW, _COURSE, _CALLS)
)
