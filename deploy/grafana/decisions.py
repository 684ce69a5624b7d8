"""Decisions: how many, how fast, where the time goes, what is refused, and what the clock decides."""

from typing import Final

from deploy.grafana.model import Dashboard, Panel, Query, Row, Unit, gauge, mean, or_none, quantile, quantiles, rate

_HIT: Final = 'result="hit"'
_SWEPT: Final = 'euchre_last_sweep_timestamp_seconds{instance=~"$instance"}'
_FOUND: Final = f"{rate('euchre_fold_lookups_total', _HIT)} / {rate('euchre_fold_lookups_total')}"

_COUNTS: Final = Row(
    "How many",
    (
        Panel(
            "By preset",
            "Accepted",
            Unit.PER_SECOND,
            (Query(rate("euchre_decisions_total", 'result="accepted"', "preset"), "{{preset}}"),),
            stacked=True,
        ),
        Panel(
            "By phase",
            "Accepted",
            Unit.PER_SECOND,
            (Query(rate("euchre_decisions_total", 'result="accepted"', "phase"), "{{phase}}"),),
            stacked=True,
        ),
        Panel(
            "By referee",
            "Accepted",
            Unit.PER_SECOND,
            (Query(rate("euchre_decisions_total", 'result="accepted"', "instance"), "{{instance}}"),),
            stacked=True,
        ),
    ),
)

_TIME: Final = Row(
    "How fast",
    (
        Panel(
            "From arrival to the end of the append",
            "Accepted decisions; 99 % within 0.1 s is agreed",
            Unit.SECONDS,
            quantiles("euchre_decision_seconds"),
        ),
        Panel(
            "Where the time goes",
            "Mean of each part",
            Unit.SECONDS,
            (Query(mean("euchre_decision_part_seconds", by="part"), "{{part}}"),),
            stacked=True,
        ),
        Panel(
            "99 % of each part within",
            "Rules, queue and commit",
            Unit.SECONDS,
            (Query(quantile(0.99, "euchre_decision_part_seconds", by="part"), "{{part}}"),),
        ),
        Panel("Games found in memory", "Others are read from the store", Unit.SHARE, (Query(_FOUND, "found"),)),
        Panel(
            "Games in memory",
            "And those put out of it",
            Unit.NUMBER,
            (Query(gauge("sum", "euchre_folds", by="instance"), "{{instance}}"),),
        ),
        Panel(
            "Conflicts",
            "Appends that met another history, of all",
            Unit.SHARE,
            (Query(f"{rate('euchre_append_conflicts_total')} / {rate('euchre_append_group_size_sum')}", "conflicts"),),
        ),
    ),
)

_REFUSALS: Final = Row(
    "What is refused",
    (
        Panel(
            "Refused decisions",
            "By reason",
            Unit.PER_SECOND,
            (Query(rate("euchre_refusals_total", by="reason"), "{{reason}}"),),
            stacked=True,
        ),
        Panel(
            "By the service's fault",
            "Counts against the objective",
            Unit.PER_SECOND,
            (Query(or_none(rate("euchre_refusals_total", 'fault="service"', "reason")), "{{reason}}"),),
        ),
        Panel(
            "Strikes",
            "Refused actions that count",
            Unit.PER_SECOND,
            (Query(rate("euchre_strikes_total", by="preset"), "{{preset}}"),),
        ),
    ),
)

_CLOCK: Final = Row(
    "The clock",
    (
        Panel(
            "Turns decided by the clock",
            "By cause and by what it brought",
            Unit.PER_SECOND,
            (Query(rate("euchre_timeouts_total", by="cause, sanction"), "{{cause}}, {{sanction}}"),),
        ),
        Panel("Deadlines", "How late they are acted on", Unit.SECONDS, quantiles("euchre_timeout_late_seconds")),
        Panel(
            "Overdue",
            "Games that a sweep found; for how long the same one",
            Unit.NUMBER,
            (
                Query(gauge("max", "euchre_overdue_games"), "games"),
                Query(gauge("max", "euchre_overdue_oldest_seconds"), "seconds of the oldest"),
            ),
        ),
        Panel(
            "Sweeps",
            "By what came of them",
            Unit.PER_SECOND,
            (Query(rate("euchre_sweeps_total", by="result"), "{{result}}"),),
        ),
        Panel(
            "Last sweep",
            "Seconds since any referee's, when it was asked",
            Unit.SECONDS,
            (Query(f"min(timestamp({_SWEPT}) - {_SWEPT})", "ago"),),
        ),
        Panel(
            "The referee's own delay",
            "Credited to players, seconds a second",
            Unit.SECONDS,
            (Query(rate("euchre_lag_credited_seconds_total"), "credited"),),
        ),
    ),
)

DECISIONS: Final = Dashboard(
    "decisions",
    "decisions",
    "How many, how fast, where the time goes, what is refused and what the clock decides",
    (_COUNTS, _TIME, _REFUSALS, _CLOCK),
)
