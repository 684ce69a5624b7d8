"""What flags, the environment, a file and the defaults say together, and which of them said what."""

import argparse
import stat
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import Any, Final, NamedTuple

from euchre_referee.cli.configuration.file import ConfigFile, read_config
from euchre_referee.cli.configuration.options import FILE_OPTION, Option, WrongValue, flags_given, options_of
from euchre_referee.cli.configuration.problem import Problem

_PREFIX: Final = "EUCHRE_"
_ALIKE: Final = 0.8


class Source(Enum):
    """Whence a value comes; a later one gives way to an earlier one."""

    FLAG = "flag"
    ENVIRONMENT = "environment"
    FILE = "file"
    DEFAULT = "default"


class Setting(NamedTuple):
    """An option's value, and where it stands."""

    option: Option
    value: Any
    source: Source
    place: str
    """The flag, the variable, or the file with its line; for a default the flag that could say otherwise."""


class Configuration(NamedTuple):
    """All of it, as far as it can be understood."""

    options: argparse.Namespace
    settings: Mapping[str, Setting]
    problems: tuple[Problem, ...]
    """What cannot be understood; in its place stands what the next source says."""
    warnings: tuple[Problem, ...]
    file: Path | None

    def place(self, name: str) -> str:
        """Where an option's value stands."""
        return self.settings[name].place


def gathered(
    parser: argparse.ArgumentParser, arguments: Sequence[str], environment: Mapping[str, str]
) -> Configuration:
    """What is configured. Ends the program, as the parser does, for flags that cannot be understood."""
    options = options_of(parser)
    given = flags_given(parser, arguments)
    problems: list[Problem] = []
    file = _file(options, given, environment, problems)
    said = [
        {name: Setting(options[name], value, Source.FLAG, options[name].flag) for name, value in given.items()},
        _environment(options, environment, problems),
        _in_file(options, file, problems) if file is not None else {},
        {each.name: Setting(each, each.default, Source.DEFAULT, each.flag) for each in options.values()},
    ]
    settings = {name: _first(options[name], [source[name] for source in said if name in source]) for name in options}
    warnings = [*_strangers(options, environment), *_exposed(file, settings)]
    namespace = argparse.Namespace(**{each.option.action.dest: each.value for each in settings.values()})
    return Configuration(namespace, settings, tuple(problems), tuple(warnings), file.path if file else None)


def _first(option: Option, said: Sequence[Setting]) -> Setting:
    first = said[0]
    if not option.is_merged:
        return first
    # What is said last counts (limits_from).
    values = [value for each in reversed(said) for value in each.value]
    return first._replace(value=values)


def _file(
    options: Mapping[str, Option],
    given: Mapping[str, Any],
    environment: Mapping[str, str],
    problems: list[Problem],
) -> ConfigFile | None:
    option = options.get(FILE_OPTION)
    if option is None:
        return None
    named = given.get(FILE_OPTION) or next(
        (environment[each] for each in option.variables if environment.get(each)), ""
    )
    return read_config(Path(named), problems) if named else None


def _environment(
    options: Mapping[str, Option], environment: Mapping[str, str], problems: list[Problem]
) -> dict[str, Setting]:
    found: dict[str, Setting] = {}
    for option in options.values():
        variable = next((each for each in option.variables if environment.get(each)), None)
        if variable is None:
            continue
        try:
            value = option.from_text(environment[variable])
        except WrongValue as error:
            problems.append(Problem(variable, str(error), f"it stands for {option.flag}"))
        else:
            found[option.name] = Setting(option, value, Source.ENVIRONMENT, variable)
    return found


def _in_file(options: Mapping[str, Option], file: ConfigFile, problems: list[Problem]) -> dict[str, Setting]:
    found: dict[str, Setting] = {}
    allowed = [name for name in options if name != FILE_OPTION]
    for key, value in file.content.items():
        place = f"{file.place(key)}: {key}"
        if key not in allowed:
            problems.append(Problem(place, "there is no such option", _nearest(key, allowed)))
            continue
        option = options[key]
        try:
            found[key] = Setting(option, option.from_file(value, file.path.parent), Source.FILE, place)
        except WrongValue as error:
            problems.append(Problem(place, str(error), f"see {option.flag} in docs/configuration.md"))
    return found


def _nearest(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name.replace("_", "-").lower(), list(known), n=1, cutoff=0.6)
    return f"did you mean `{near[0]}`?" if near else "docs/configuration.md has all that there are"


def _strangers(options: Mapping[str, Option], environment: Mapping[str, str]) -> Iterable[Problem]:
    """Variables that look like slips; others with the same beginning may be somebody else's, as those that Kubernetes
    makes for services."""
    known = [variable for option in options.values() for variable in option.variables]
    for variable in environment:
        if variable.startswith(_PREFIX) and variable not in known:
            near = get_close_matches(variable, known, n=1, cutoff=_ALIKE)
            if near and variable not in _OF_OTHERS and not variable.startswith(f"{near[0]}_"):
                yield Problem(variable, "nothing reads this variable", f"did you mean {near[0]}?")


def _exposed(file: ConfigFile | None, settings: Mapping[str, Setting]) -> Iterable[Problem]:
    """A password that others can read in the file."""
    store = settings.get("store")
    if file is None or store is None or store.source is not Source.FILE or "@" not in store.value:
        return
    mode = stat.S_IMODE(file.path.stat().st_mode)
    if ":" in store.value.partition("://")[2].rpartition("@")[0] and mode & stat.S_IROTH:
        remedy = "chmod o-rwx it, or put the password into a file of its own: store-password-file"
        yield Problem(store.place, f"everybody can read the password in this file (mode {mode:04o})", remedy)


_OF_OTHERS: Final = frozenset({"EUCHRE_SERVER", "EUCHRE_TOKEN", "EUCHRE_CA", "EUCHRE_CERT", "EUCHRE_KEY"})
"""Of the clients' commands."""
