"""An effective configuration for people and programs, without its secrets."""

import json
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Final

from euchre_referee.cli.configuration.options import FILE_OPTION
from euchre_referee.cli.configuration.sources import Configuration, Setting, Source
from euchre_referee.store.address import parse_address

_HIDDEN: Final = "***"


def as_toml(configuration: Configuration) -> str:
    """A file that says the same, each line with where its value comes from; what has no value is a comment."""
    lines, table = [], ""
    for name, setting in configuration.settings.items():
        value = _shown(setting)
        if value is None:
            lines.append(f"# {name} is not set")
        elif setting.option.is_merged:
            table = "".join(f"{key} = {number}\n" for key, number in value.items())
            table = f"\n[{name}]  # {_origin(setting)}\n{table}" if value else ""
        elif name == FILE_OPTION:
            lines.append(f"# {name} = {json.dumps(value)}  # {_origin(setting)}")
        else:
            lines.append(f"{name} = {json.dumps(value, ensure_ascii=False)}  # {_origin(setting)}")
    return "\n".join(lines) + "\n" + table


def as_json(configuration: Configuration) -> Mapping[str, Mapping[str, object]]:
    """By option: the value, and the kind and the place of its source."""
    return {
        name: {"value": _shown(setting), "source": setting.source.value, "place": setting.place}
        for name, setting in configuration.settings.items()
    }


def _origin(setting: Setting) -> str:
    return setting.source.value if setting.source is Source.DEFAULT else f"{setting.source.value}: {setting.place}"


def _shown(setting: Setting) -> Any:
    value = setting.value
    if setting.option.name == "store" and value is not None:
        return without_password(value)
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if setting.option.is_merged:
        return dict(_named(text) for text in value)
    if isinstance(value, tuple):
        return ",".join(value) or "off"
    return value


def _named(text: str) -> tuple[str, int | str]:
    name, _, number = text.partition("=")
    return name, int(number) if number.isdecimal() else number


def without_password(url: str) -> str:
    """A store's URL that can be shown. Of one that is none, only what cannot be a password is."""
    scheme, separator, rest = url.partition("://")
    if not separator:
        return _HIDDEN
    credentials, at, servers = rest.rpartition("@")
    try:
        parse_address(url)
    except ValueError:
        # A password may stand where a port or an option is expected.
        servers = f"{servers.partition('?')[0]}?{_HIDDEN}" if at and "?" in servers else servers if at else _HIDDEN
    user, colon, _ = credentials.partition(":")
    return f"{scheme}{separator}{user}{colon and f':{_HIDDEN}'}{at}{servers}"
