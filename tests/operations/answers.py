"""What Prometheus answers to the expressions of dashboards and rules."""

import math
from typing import Any, Final, NamedTuple

import httpx

_WITHIN: Final = 60.0
RATE_INTERVAL: Final = "10s"
"""What Grafana's `$__rate_interval` becomes, where Prometheus asks every second."""


class Series(NamedTuple):
    """Values of one set of labels; what is not a number is left out."""

    labels: dict[str, str]
    times: tuple[float, ...]
    """Seconds since 1970."""
    values: tuple[float, ...]


def filled_in(expression: str) -> str:
    """As Grafana sends it, where all referees are looked at."""
    return expression.replace("$instance", ".*").replace("$__rate_interval", RATE_INTERVAL)


async def course(url: str, expression: str, begin: float, end: float) -> list[Series]:
    """What an expression came to in each second of a time."""
    query = {"query": filled_in(expression), "start": begin, "end": end, "step": "1s"}
    return _series(await _asked(f"{url}/api/v1/query_range", query), "values")


async def has_data(url: str, expression: str) -> bool:
    """Whether an expression has an answer with a number in it, now."""
    answer = _series(await _asked(f"{url}/api/v1/query", {"query": filled_in(expression)}), "value")
    return any(series.values for series in answer)


async def _asked(url: str, query: dict[str, Any]) -> list[dict[str, Any]]:
    async with httpx.AsyncClient(timeout=_WITHIN, trust_env=False, verify=False) as client:
        answer = (await client.post(url, data=query)).json()
    assert answer["status"] == "success", (query, answer)
    result: list[dict[str, Any]] = answer["data"]["result"]
    return result


def _series(result: list[dict[str, Any]], key: str) -> list[Series]:
    found = []
    for each in result:
        pairs = [each[key]] if key == "value" else each[key]
        numbers = [(float(at), float(value)) for at, value in pairs if math.isfinite(float(value))]
        if numbers:
            times, values = zip(*numbers, strict=True)
            found.append(Series(each["metric"], times, values))
    return found
