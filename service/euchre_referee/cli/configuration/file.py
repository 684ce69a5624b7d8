"""A configuration file: TOML, its keys the flags without their dashes."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from euchre_referee.cli.configuration.problem import Problem


class ConfigFile(NamedTuple):
    """What a file says."""

    path: Path
    content: Mapping[str, Any]
    text: str

    def place(self, key: str) -> str:
        """The file and the line in which a key of the outermost table stands."""
        name = re.escape(key)
        wanted = re.compile(rf"""\s*(?:\[\s*)?["']?{name}["']?\s*[=.\]]""")
        for number, line in enumerate(self.text.splitlines(), start=1):
            if wanted.match(line):
                return f"{self.path}:{number}"
        return str(self.path)


def read_config(path: Path, problems: list[Problem]) -> ConfigFile | None:
    """A file's content; None, and one more problem, if it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        return ConfigFile(path, tomllib.loads(text), text)
    except OSError as error:
        problems.append(
            Problem(str(path), f"it cannot be read: {error.strerror}", "name another with --config or EUCHRE_CONFIG")
        )
    except UnicodeDecodeError:
        problems.append(Problem(str(path), "it is no text in UTF-8", "write it anew, as TOML"))
    except tomllib.TOMLDecodeError as error:
        # Its words name the line, and quote at most one character of what stands there.
        twice = "overwrite" in str(error) or "twice" in str(error)
        remedy = "name each key once" if twice else 'texts need quotes: listen = "127.0.0.1:7447"'
        problems.append(Problem(str(path), f"it is no TOML: {error}", remedy))
    return None
