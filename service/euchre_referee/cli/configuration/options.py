"""What can be configured: every flag of the parser, with its key in a file and its variables in the environment."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

FILE_OPTION: Final = "config"
"""The option that names the file, which stands in no file itself."""

_OTHER_VARIABLES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "store": ("EUCHRE_STORE", "REDIS_URL"),
        "limit": ("EUCHRE_LIMITS",),
        "http-origin": ("EUCHRE_HTTP_ORIGINS",),
    }
)
_MERGED: Final = "limit"
_TRUE: Final = ("1", "yes", "true", "on")
_FALSE: Final = ("0", "no", "false", "off")
_NOT_GIVEN: Final = object()


class WrongValue(ValueError):
    """What stands in a file or the environment cannot be an option's value; the text says why and what can."""


class Option(NamedTuple):
    """Something that can be configured."""

    name: str
    """The flag without its dashes, and the key in a file."""
    action: argparse.Action
    default: Any

    @property
    def flag(self) -> str:
        """As the command line has it."""
        return f"--{self.name}"

    @property
    def variables(self) -> tuple[str, ...]:
        """Of the environment; the first that is set counts."""
        return _OTHER_VARIABLES.get(self.name) or (f"EUCHRE_{self.name.upper().replace('-', '_')}",)

    @property
    def is_switch(self) -> bool:
        """It is on or off."""
        return self.action.nargs == 0

    @property
    def is_list(self) -> bool:
        """It may be given several times."""
        return isinstance(self.default, list)

    @property
    def is_merged(self) -> bool:
        """Each source adds to it, name by name, instead of taking the place of the others."""
        return self.name == _MERGED

    @property
    def is_path(self) -> bool:
        """In a file it is meant from the file's directory."""
        return self.action.type is Path

    def from_text(self, text: str) -> Any:
        """The value that a variable stands for. Raises WrongValue."""
        if self.is_list:
            return [self._one(part) for part in text.split(",") if part]
        return self._one(text)

    def from_file(self, value: object, folder: Path) -> Any:
        """The value of a key in a file in `folder`. Raises WrongValue."""
        if self.is_merged:
            if not isinstance(value, dict):
                raise WrongValue(f"a table is needed, such as [{self.name}] with a line `name = number` each")
            return [self._one(f"{name}={_plain(number)}") for name, number in value.items()]
        if isinstance(value, list):
            texts = [_plain(each) for each in value]
            return [self._one(text) for text in texts] if self.is_list else self._one(",".join(texts))
        if self.is_path and isinstance(value, str) and value:
            return folder / Path(value).expanduser()
        return [self._one(_plain(value))] if self.is_list else self._one(_plain(value))

    def _one(self, text: str) -> Any:
        if self.is_switch:
            if text.lower() not in _TRUE + _FALSE:
                raise WrongValue(f"{text!r} is neither yes nor no")
            return text.lower() in _TRUE
        kind = self.action.type
        if self.is_path and not text:
            raise WrongValue("a path is needed; for none leave it out")
        try:
            value = kind(text) if callable(kind) else text
        except argparse.ArgumentTypeError as error:
            raise WrongValue(str(error)) from error
        except ValueError as error:
            wanted = {int: "a whole number", float: "a number"}.get(kind, "another value")  # type: ignore[call-overload]
            known = f"one of {', '.join(map(str, self.action.choices))}" if self.action.choices else wanted
            raise WrongValue(f"{text!r} cannot be: {known} is needed") from error
        if self.action.choices is not None and value not in self.action.choices:
            raise WrongValue(f"{text!r} cannot be: one of {', '.join(map(str, self.action.choices))} is needed")
        return value


def options_of(parser: argparse.ArgumentParser) -> dict[str, Option]:
    """All that a parser's flags configure, by name, in their order."""
    found: dict[str, Option] = {}
    for action in parser._actions:
        if action.option_strings and not isinstance(action, argparse._HelpAction):
            name = action.option_strings[-1].removeprefix("--")
            found[name] = Option(name, action, _default(action))
    return found


def tell_variables(parser: argparse.ArgumentParser) -> None:
    """Every flag's help names its variable."""
    for option in options_of(parser).values():
        option.action.help = f"{option.action.help}; or {' or '.join(option.variables)}"


def flags_given(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> dict[str, Any]:
    """The values of those flags alone that stand on a command line, by name. Ends the program as the parser does."""
    options = options_of(parser)
    unset = {option.action.dest: None if option.is_list else _NOT_GIVEN for option in options.values()}
    said = vars(parser.parse_args(arguments, argparse.Namespace(**unset)))
    return {
        name: said[option.action.dest]
        for name, option in options.items()
        if said[option.action.dest] is not unset[option.action.dest]
    }


def _default(action: argparse.Action) -> Any:
    """As the parser would have it: a text is read as if it had been given."""
    if isinstance(action.default, str) and callable(action.type):
        return action.type(action.default)
    return action.default


def _plain(value: object) -> str:
    """A value of a file as a flag would be written."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int | float):
        return str(value)
    raise WrongValue("a text, a number or a list of them is needed")
