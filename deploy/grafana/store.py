"""The store, as the referees see it: whether it answers, how fast, and what room it has left."""

from typing import Final

from deploy.grafana.model import Dashboard, Panel, Query, Row, Unit, gauge, mean, or_none, quantile, quantiles, rate

_APPENDS: Final = Row(
    "Appends",
    (
        Panel(
            "Calls of the append script",
            "The flush to the disk included",
            Unit.SECONDS,
            quantiles("euchre_append_commit_seconds"),
        ),
        Panel(
            "Wait for a call", "Of each group's oldest append", Unit.SECONDS, quantiles("euchre_append_queue_seconds")
        ),
        Panel(
            "Appends in a call", "Mean; at most 256", Unit.NUMBER, (Query(mean("euchre_append_group_size"), "mean"),)
        ),
        Panel(
            "Not settled",
            "Appends that wait, now",
            Unit.NUMBER,
            (Query(gauge("sum", "euchre_appends_waiting", by="instance"), "{{instance}}"),),
            stacked=True,
        ),
        Panel(
            "Sent again, judged again, not confirmed",
            "Appends",
            Unit.PER_SECOND,
            (
                Query(or_none(rate("euchre_append_retries_total", by="cause")), "again {{cause}}"),
                Query(rate("euchre_append_conflicts_total"), "conflicts"),
                Query(rate("euchre_appends_unconfirmed_total"), "not confirmed by replicas"),
            ),
        ),
        Panel(
            "Written",
            "Entries of logs",
            Unit.BYTES_PER_SECOND,
            (Query(rate("euchre_log_appended_bytes_total", by="instance"), "{{instance}}"),),
            stacked=True,
        ),
    ),
)

_TRIPS: Final = Row(
    "Round trips",
    (
        Panel(
            "Round trips",
            "That were answered, by kind",
            Unit.PER_SECOND,
            (Query(rate("euchre_store_call_seconds_count", by="call"), "{{call}}"),),
            stacked=True,
        ),
        Panel(
            "99 % within",
            "By kind",
            Unit.SECONDS,
            (Query(quantile(0.99, "euchre_store_call_seconds", by="call"), "{{call}}"),),
        ),
        Panel(
            "Failures",
            "Without an answer, or with an error; connections that were made",
            Unit.PER_SECOND,
            (
                Query(or_none(rate("euchre_store_calls_failed_total", by="call")), "failed {{call}}"),
                Query(rate("euchre_store_connections_total", by="instance"), "connections {{instance}}"),
            ),
        ),
    ),
)

_ROOM: Final = Row(
    "Room",
    (
        Panel(
            "Memory",
            "Used, and what may be used; 0: as much as there is",
            Unit.BYTES,
            (
                Query(gauge("max", "euchre_store_memory_used_bytes"), "used"),
                Query(gauge("max", "euchre_store_memory_max_bytes"), "at most"),
            ),
        ),
        Panel(
            "Append-only file",
            "And what it was after its last rewrite",
            Unit.BYTES,
            (
                Query(gauge("max", "euchre_store_aof_bytes"), "now"),
                Query(gauge("max", "euchre_store_aof_base_bytes"), "rewritten"),
            ),
        ),
        Panel(
            "Disk",
            "Free, and what a rewrite of the file needs",
            Unit.BYTES,
            (Query("euchre:store_disk_free:bytes", "free"), Query("euchre:store_disk_needed:bytes", "needed")),
        ),
    ),
)

_STATE: Final = Row(
    "State",
    (
        Panel(
            "Answers",
            "Each referee's writes are taken",
            Unit.YES_OR_NO,
            (Query(gauge("min", "euchre_store_up", by="instance"), "{{instance}}"),),
        ),
        Panel(
            "Append-only file",
            "Its last write and rewrite went well; it is being rewritten",
            Unit.YES_OR_NO,
            (
                Query(gauge("min", "euchre_store_aof_ok"), "well"),
                Query(gauge("max", "euchre_store_aof_rewriting"), "rewriting"),
            ),
        ),
        Panel(
            "Replicas",
            "Connected; of several primaries the fewest",
            Unit.NUMBER,
            (Query(gauge("min", "euchre_store_replicas"), "replicas"),),
        ),
        Panel(
            "Games",
            "In the store, by stage",
            Unit.NUMBER,
            (Query(gauge("max", "euchre_games", by="stage"), "{{stage}}"),),
            stacked=True,
            width=12,
        ),
        Panel(
            "News between referees",
            "Of games, by whether it was for a session served there",
            Unit.PER_SECOND,
            (Query(or_none(rate("euchre_notices_total", by="served")), "{{served}}"),),
            width=12,
        ),
    ),
)

STORE: Final = Dashboard(
    "store", "store", "Whether it answers, how fast, and what room it has left", (_APPENDS, _TRIPS, _ROOM, _STATE)
)
