"""`python -m deploy.grafana.write`: writes dashboards/ anew from the modules beside this one."""

from pathlib import Path
from typing import Final

from deploy.grafana.bots import BOTS
from deploy.grafana.decisions import DECISIONS
from deploy.grafana.model import written
from deploy.grafana.overview import OVERVIEW
from deploy.grafana.store import STORE
from deploy.grafana.tournaments import TOURNAMENTS

DASHBOARDS: Final = (OVERVIEW, DECISIONS, TOURNAMENTS, STORE, BOTS)
DIRECTORY: Final = Path(__file__).parent / "dashboards"


def main() -> None:
    """Writes every dashboard's file."""
    for dashboard in DASHBOARDS:
        (DIRECTORY / f"{dashboard.name}.json").write_text(written(dashboard))


if __name__ == "__main__":
    main()
