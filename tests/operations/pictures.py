"""`make dashboards`: the dashboards' files anew, and pictures of them in docs/images from a run of a minute."""

import asyncio
import tempfile
from pathlib import Path
from time import time
from typing import Final

from deploy.grafana import write
from tests.operations.drawing import draw, drawn_panels
from tests.operations.prometheus_files import ROOT
from tests.operations.watched_run import watched_run

_SECONDS: Final = 75.0


async def _draw() -> None:
    with tempfile.TemporaryDirectory(prefix="euchre-watched-") as folder:
        async with watched_run(Path(folder)) as prometheus:
            await asyncio.sleep(_SECONDS)
            end = time()
            for dashboard in write.DASHBOARDS:
                panels = await drawn_panels(dashboard, prometheus.url, end - _SECONDS + 12, end)
                draw(dashboard, panels, ROOT / "docs" / "images" / f"dashboard-{dashboard.name}.png")


if __name__ == "__main__":
    write.main()
    asyncio.run(_draw())
