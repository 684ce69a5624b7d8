"""What one looks at first: whether all is well, and how much goes on."""

from typing import Final

from deploy.grafana.model import Dashboard, Kind, Panel, Query, Row, Unit, gauge, or_none, quantile, rate

_ACCEPTED: Final = rate("euchre_decisions_total", 'result="accepted"')

_NOW: Final = Row(
    "Now",
    (
        Panel(
            "Referees ready",
            "That can serve, as they say themselves",
            Unit.NUMBER,
            (Query(gauge("sum", "euchre_ready"), "ready"),),
            Kind.NUMBER,
            width=4,
        ),
        Panel(
            "Store",
            "Whether it takes what every referee writes",
            Unit.YES_OR_NO,
            (Query(gauge("min", "euchre_store_up"), "up"),),
            Kind.NUMBER,
            width=4,
        ),
        Panel("Decisions", "Accepted", Unit.PER_SECOND, (Query(_ACCEPTED, "decisions"),), Kind.NUMBER, width=4),
        Panel(
            "99 % of decisions within",
            "From arrival to the end of the append",
            Unit.SECONDS,
            (Query(quantile(0.99, "euchre_decision_seconds"), "99 %"),),
            Kind.NUMBER,
            width=4,
        ),
        Panel(
            "Failed decisions",
            "By the service's fault, within an hour; 0.1 % is agreed",
            Unit.SHARE,
            (Query("euchre:decisions_failed:ratio_rate1h", "failed"),),
            Kind.NUMBER,
            width=4,
        ),
        Panel(
            "Alerts",
            "That fire",
            Unit.NUMBER,
            (Query(or_none('count(ALERTS{alertstate="firing"})'), "alerts"),),
            Kind.NUMBER,
            width=4,
        ),
    ),
)

_PLAY: Final = Row(
    "Play",
    (
        Panel(
            "Decisions",
            "By what came of them",
            Unit.PER_SECOND,
            (Query(rate("euchre_decisions_total", by="result"), "{{result}}"),),
            stacked=True,
        ),
        Panel(
            "Games",
            "In the store, by stage",
            Unit.NUMBER,
            (Query(gauge("max", "euchre_games", by="stage"), "{{stage}}"),),
        ),
        Panel(
            "Games that began and ended",
            "By how they ended",
            Unit.PER_SECOND,
            (
                Query(rate("euchre_games_started_total"), "began"),
                Query(rate("euchre_games_ended_total", by="termination"), "{{termination}}"),
            ),
        ),
        Panel(
            "Streams",
            "That are open",
            Unit.NUMBER,
            (Query(gauge("sum", "euchre_streams", by="kind"), "{{kind}}"),),
            stacked=True,
        ),
        Panel(
            "Turns decided by the clock",
            "By whether the player was connected",
            Unit.PER_SECOND,
            (Query(rate("euchre_timeouts_total", by="cause"), "{{cause}}"),),
        ),
        Panel(
            "Tournaments",
            "That are coordinated",
            Unit.NUMBER,
            (Query(gauge("sum", "euchre_tournaments", by="state"), "{{state}}"),),
            stacked=True,
        ),
    ),
)

_CALLS: Final = Row(
    "Calls",
    (
        Panel(
            "Calls",
            "That are over, streams too",
            Unit.PER_SECOND,
            (Query(rate("euchre_calls_total", by="transport, result"), "{{transport}} {{result}}"),),
            stacked=True,
        ),
        Panel(
            "Refused calls",
            "By reason",
            Unit.PER_SECOND,
            (Query(rate("euchre_calls_refused_total", by="reason"), "{{reason}}"),),
        ),
        Panel(
            "99 % of calls within",
            "Streams are left out",
            Unit.SECONDS,
            (Query(quantile(0.99, "euchre_call_seconds", by="transport"), "{{transport}}"),),
        ),
        Panel(
            "Slowest methods",
            "99 % of their calls within; the five slowest",
            Unit.SECONDS,
            (Query(f"topk(5, {quantile(0.99, 'euchre_call_seconds', by='method')})", "{{method}}"),),
            width=12,
        ),
        Panel(
            "Busiest methods",
            "The five with the most calls",
            Unit.PER_SECOND,
            (Query(f"topk(5, {rate('euchre_calls_total', by='method')})", "{{method}}"),),
            width=12,
        ),
    ),
)

_WINDOWS: Final = ("5m", "1h", "6h", "3d")

_OBJECTIVES: Final = Row(
    "Objectives",
    (
        Panel(
            "Decisions that fail",
            "Burn rate: 1 spends the allowance of 30 days in 30 days",
            Unit.NUMBER,
            tuple(Query(f"euchre:decisions_failed:ratio_rate{window} / 0.001", window) for window in _WINDOWS),
            width=12,
        ),
        Panel(
            "Decisions that are slow",
            "Burn rate: 1 spends the allowance of 30 days in 30 days",
            Unit.NUMBER,
            tuple(Query(f"euchre:decisions_slow:ratio_rate{window} / 0.01", window) for window in _WINDOWS),
            width=12,
        ),
    ),
)

_OF_A_PROCESS: Final = 'job="euchre-referee", instance=~"$instance"'

_PROCESSES: Final = Row(
    "Processes",
    (
        Panel(
            "Event loop",
            "For how long what comes has to wait: 99 % at most",
            Unit.SECONDS,
            (Query(quantile(0.99, "euchre_event_loop_lag_seconds", by="instance"), "{{instance}}"),),
        ),
        Panel(
            "Processor",
            "Of one core",
            Unit.SHARE,
            (Query(f"rate(process_cpu_seconds_total{{{_OF_A_PROCESS}}}[$__rate_interval])", "{{instance}}"),),
        ),
        Panel(
            "Memory",
            "Resident",
            Unit.BYTES,
            (Query(f"process_resident_memory_bytes{{{_OF_A_PROCESS}}}", "{{instance}}"),),
        ),
        Panel(
            "Open files",
            "Of those that a process may have",
            Unit.SHARE,
            (Query(f"process_open_fds{{{_OF_A_PROCESS}}} / process_max_fds{{{_OF_A_PROCESS}}}", "{{instance}}"),),
        ),
        Panel(
            "Lines of the log",
            "Warnings and worse",
            Unit.PER_SECOND,
            (Query(or_none(rate("euchre_log_messages_total", by="level")), "{{level}}"),),
        ),
        Panel(
            "Versions",
            "Processes of each",
            Unit.NUMBER,
            (Query(gauge("count", "euchre_build_info", by="version"), "{{version}}"),),
            stacked=True,
        ),
    ),
)

OVERVIEW: Final = Dashboard(
    "overview", "overview", "Whether all is well, and how much goes on", (_NOW, _PLAY, _CALLS, _OBJECTIVES, _PROCESSES)
)
