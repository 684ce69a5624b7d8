"""Every expression of every panel and of every recording rule has an answer with data, from a real Prometheus that
looks at a real run; and pictures are drawn of the answers."""

import asyncio
import tempfile
from pathlib import Path
from time import monotonic, time
from typing import Final

import pytest

from deploy.grafana.write import DASHBOARDS
from tests.operations.answers import has_data
from tests.operations.drawing import draw, drawn_panels
from tests.operations.prometheus_files import recorded
from tests.operations.watched_run import watched_run

_WITHIN: Final = 150.0


async def _answered(wanted: set[str], url: str) -> None:
    """Comes back when each of the expressions has had an answer; fails with those that have not."""
    end = monotonic() + _WITHIN
    while wanted:
        wanted = {each for each in wanted if not await has_data(url, each)}
        assert monotonic() < end, sorted(wanted)
        await asyncio.sleep(1.0 if wanted else 0.0)


@pytest.mark.timeout(300)
async def test_every_expression_has_an_answer_with_data(tmp_path: Path) -> None:
    wanted = {query.expression for dashboard in DASHBOARDS for panel in dashboard.panels for query in panel.queries}
    wanted |= {text for rule in recorded() for text in (rule.name, rule.expression)}
    begin = time()
    with tempfile.TemporaryDirectory(prefix="euchre-watched-") as folder:
        async with watched_run(Path(folder)) as prometheus:
            await _answered(wanted, prometheus.url)
            for dashboard in DASHBOARDS:
                panels = await drawn_panels(dashboard, prometheus.url, begin, time())
                draw(dashboard, panels, tmp_path / f"{dashboard.name}.png")
    for dashboard in DASHBOARDS:
        assert (tmp_path / f"{dashboard.name}.png").read_bytes().startswith(b"\x89PNG")
