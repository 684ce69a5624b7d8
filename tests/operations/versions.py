"""Earlier versions of the service, as the repository's history has them: unpacked beside this one and run."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

_REPOSITORY: Final = Path(__file__).parents[2]
_PARTS: Final = ("service", "clients/python", "proto")


class Version(NamedTuple):
    """A version whose code lies in a directory."""

    directory: Path

    @property
    def environment(self) -> Mapping[str, str]:
        """With which Python finds this version's packages before the installed ones."""
        paths = (self.directory / "service", self.directory / "clients" / "python" / "src")
        return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}


def unpacked(commit: str, directory: Path) -> Version:
    """A version of the history, with what is generated from its own contract.

    Raises:
        LookupError: the repository does not have it; says what brings it.
    """
    known = _git("cat-file", "-e", f"{commit}^{{commit}}")
    if known.returncode:
        raise LookupError(
            f"{_REPOSITORY} does not know the version {commit} ({known.stderr.decode().strip()}), which upgrades are "
            "tested from: clone it with its whole history, or fetch the rest with `git fetch --unshallow`"
        )
    archive = _git("archive", commit, *_PARTS)
    archive.check_returncode()
    directory.mkdir()
    subprocess.run(["tar", "-x", "-C", str(directory)], input=archive.stdout, check=True)
    subprocess.run([sys.executable, str(directory / "clients" / "python" / "hatch_build.py")], check=True)
    version = Version(directory)
    found = subprocess.run(
        [sys.executable, "-c", "import euchre.v1, euchre_client, euchre_referee as it; print(it.__file__)"],
        env=version.environment, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    assert Path(found.strip()).is_relative_to(directory), f"{found} would run, not what lies in {directory}"
    return version


def _git(*arguments: str) -> "subprocess.CompletedProcess[bytes]":
    # Whoever owns the checkout: nothing of it is run, its objects are only read.
    command = ["git", "-c", f"safe.directory={_REPOSITORY}", "-C", str(_REPOSITORY), *arguments]
    return subprocess.run(command, check=False, capture_output=True)
