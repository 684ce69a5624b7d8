"""Reading fields of JSON whose shape is promised but not yet believed."""

from collections.abc import Mapping, Sequence

Json = Mapping[str, object]


class FieldError(ValueError):
    """A field is missing or of another kind; the text names the field, what it must be and what it is."""


def mapping(value: object, what: str) -> Json:
    """`value` as an object."""
    if not isinstance(value, Mapping):
        raise FieldError(f"{what} must be an object, not {_shown(value)}")
    return value


def sequence(value: object, what: str) -> Sequence[object]:
    """`value` as a list."""
    if not isinstance(value, list):
        raise FieldError(f"{what} must be a list, not {_shown(value)}")
    return value


def text(value: object, what: str) -> str:
    """`value` as a text."""
    if not isinstance(value, str):
        raise FieldError(f"{what} must be a text, not {_shown(value)}")
    return value


def integer(value: object, what: str) -> int:
    """`value` as a whole number; true and false are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise FieldError(f"{what} must be a whole number, not {_shown(value)}")
    return value


def number(value: object, what: str) -> float:
    """`value` as a number; true and false are none."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise FieldError(f"{what} must be a number, not {_shown(value)}")
    return value


def flag(value: object, what: str) -> bool:
    """`value` as true or false."""
    if not isinstance(value, bool):
        raise FieldError(f"{what} must be true or false, not {_shown(value)}")
    return value


def integers(value: object, what: str, length: int) -> tuple[int, ...]:
    """`value` as a list of `length` whole numbers."""
    numbers = tuple(integer(number, f"a number in {what}") for number in sequence(value, what))
    if len(numbers) != length:
        raise FieldError(f"{what} must have {length} numbers, one for each seat, not {len(numbers)}")
    return numbers


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."
