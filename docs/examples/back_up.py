"""A copy of a running store's append-only file, on the store's machine: python back_up.py URL DIRECTORY"""

import shutil
import sys
import time
from pathlib import Path
from typing import Any

from redis import Redis

REWRITE = "auto-aof-rewrite-percentage"


def back_up(store: Redis, directory: Path) -> None:
    """Copies the files while the store goes on; DIRECTORY is then a data directory for a new server.

    What is being written meanwhile may be cut off in the middle: the server that loads it drops the unfinished end.
    """
    found = store.config_get("dir", "appenddirname", "cluster-config-file", REWRITE)
    settings = {str(name): str(value) for name, value in found.items()}
    # A rewrite would exchange the files under the copy.
    store.config_set(REWRITE, 0)
    try:
        while rewriting(store.info("persistence")):
            time.sleep(0.1)
        shutil.copytree(Path(settings["dir"], settings["appenddirname"]), directory / settings["appenddirname"])
        if store.info("cluster")["cluster_enabled"]:
            # Which slots are whose: it is always whole, for another takes its place.
            shutil.copy2(Path(settings["dir"], settings["cluster-config-file"]), directory)
    finally:
        store.config_set(REWRITE, settings[REWRITE])


def rewriting(persistence: dict[str, Any]) -> bool:
    """A rewrite runs, or is about to."""
    return bool(persistence["aof_rewrite_in_progress"] or persistence["aof_rewrite_scheduled"])


if __name__ == "__main__":
    url, directory = sys.argv[1:]
    back_up(Redis.from_url(url, decode_responses=True), Path(directory))
    print(f"backed up into {directory}")
