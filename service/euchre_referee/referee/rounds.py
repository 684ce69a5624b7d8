"""Going round many things, some at a time: what is looked at again and again must not cost more the more there is."""

from collections.abc import Callable, Iterable
from typing import Final, Generic, TypeVar

Thing = TypeVar("Thing")


class Rounds(Generic[Thing]):
    """`following` gives at most `most` things, all of them in turn; a round has what was there when it began."""

    def __init__(self, all_there_are: Callable[[], Iterable[Thing]], most: int) -> None:
        self._all: Final = all_there_are
        self._most: Final = most
        self._left: list[Thing] = []

    def following(self) -> list[Thing]:
        """The next ones. Each call begins a round where the last one is over: few things are given by every call."""
        if not self._left:
            self._left = list(self._all())
        given, self._left = self._left[-self._most :], self._left[: -self._most]
        return given
