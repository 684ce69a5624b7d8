"""`make ops-demo`: all of deploy/ on this machine without Docker, a tournament played through it, and where to look."""

import argparse
import asyncio
import os
import shutil
import signal
import sys
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Final

import httpx

from euchre_referee.cli.local import LocalStack
from tests.operations.balancer import Balancer, balancing, requests_sent
from tests.operations.scraping import Prometheus, scraping
from tests.store.until import until

BOTS: Final = "random,greedy,careful"
QUERY: Final = "sum by (instance, result) (rate(euchre_decisions_total[30s]))"
DECISIONS: Final = "euchre_decisions_total"
STARTED: Final = "Two referees, Valkey, Envoy and Prometheus run."
_WITHIN: Final = 60.0


def main() -> int:
    """0 when it was looked at and ended, 1 if the tournament was not played, 2 if it could not begin."""
    parser = argparse.ArgumentParser(prog="make ops-demo", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out/ops-demo"), help="(default: %(default)s)")
    parser.add_argument("--bots", default=BOTS, help="who plays the tournament (default: %(default)s)")
    parser.add_argument("--boards", type=int, help="of each meeting (default: 100; 4 if it is to end by itself)")
    parser.add_argument(
        "--seconds", type=float, default=float(os.environ.get("OPS_DEMO_SECONDS") or 0),
        help="ends so long after the tournament; or OPS_DEMO_SECONDS (default: only by Ctrl-C)",
    )  # fmt: skip
    named = parser.parse_args()
    shutil.rmtree(named.out, ignore_errors=True)
    named.out.mkdir(parents=True)
    try:
        return asyncio.run(_demonstrate(named))
    except (OSError, RuntimeError, AssertionError) as error:
        print(f"ops-demo: {error}", file=sys.stderr)
        return 2


async def _demonstrate(named: argparse.Namespace) -> int:
    out, seconds = named.out.absolute(), named.seconds
    boards = named.boards or (4 if seconds else 100)
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        referees = await enter(LocalStack(referees=2, options=("--drain-seconds", "2"), log=out / "referees.log"))
        balancer = await enter(balancing(referees.addresses, referees.http, out / "envoy"))
        prometheus = await enter(scraping(referees.metrics, balancer.observers, out / "prometheus"))
        places = await _places(referees, balancer, prometheus, out)
        _tell(STARTED, places)
        code = await _play(referees, balancer, ("--bots", named.bots, "--boards", str(boards)), out, stopped)
        if code or stopped.is_set():
            return 0 if stopped.is_set() else 1
        await until(lambda: _is_counted(prometheus), _WITHIN)
        sent = await requests_sent(balancer, "referees-grpc")
        decided = await prometheus.value(DECISIONS)
        print(f"\nPrometheus has {decided:.0f} decisions; Envoy sent {sent[0]} and {sent[1]} requests to the referees.")
        _tell("Look at:", places)
        print("It goes on until Ctrl-C." if not seconds else f"It ends in {seconds:g} seconds.", flush=True)
        with suppress(TimeoutError):
            await asyncio.wait_for(stopped.wait(), seconds or None)
        print("Ending: referees drain, then the rest.", flush=True)
    return 0


async def _play(
    referees: LocalStack, balancer: Balancer, asked: tuple[str, ...], out: Path, stopped: asyncio.Event
) -> int:
    """The exit code of a tournament's runner; it is ended when this is to stop."""
    command = (
        *(sys.executable, "-m", "euchre_referee.cli.main", "tournament", "run", "--rules", "euchre"),
        *(*asked, "--server", balancer.address, "--out", str(out / "tournament")),
    )
    environment = os.environ | {"EUCHRE_TOKEN": referees.operator_token}
    runner = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.DEVNULL, env=environment)
    stopping = asyncio.create_task(stopped.wait())
    ending = asyncio.create_task(runner.wait())
    await asyncio.wait([stopping, ending], return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not ending.done():
        runner.terminate()
    return await ending


async def _is_counted(prometheus: Prometheus) -> bool:
    return await prometheus.value(DECISIONS) > 0


async def _places(referees: LocalStack, balancer: Balancer, prometheus: Prometheus, out: Path) -> dict[str, str]:
    """Where there is something to see."""
    pages = f"http://{balancer.address}"
    return {
        "Decisions a second": prometheus.graph(QUERY),
        "Alerts": await _alerts(prometheus),
        "The vital few": f"{pages}/ops",
        "Pages, tournaments": f"{pages}/",
        "The API, for people": f"{pages}/docs",
        "Metrics of referees": "  ".join(f"http://{address}/metrics" for address in referees.metrics),
        "Metrics of Envoy": f"http://{balancer.observers}/stats/prometheus",
        "gRPC": balancer.address,
        "Report": str(out / "tournament" / "report.html"),
        "Logs": str(out),
    }


async def _alerts(prometheus: Prometheus) -> str:
    """Their page: Debian leaves out the newer pages, Prometheus 3 the older ones."""
    newer, older = f"{prometheus.url}/alerts", f"{prometheus.url}/classic/alerts"
    async with httpx.AsyncClient(timeout=_WITHIN) as client:
        return newer if (await client.get(newer)).is_success else older


def _tell(title: str, places: dict[str, str]) -> None:
    print(f"\n{title}")
    for name, place in places.items():
        print(f"  {name + ':':<21} {place}")
    print(flush=True)


if __name__ == "__main__":
    sys.exit(main())
