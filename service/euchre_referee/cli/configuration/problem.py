"""Something wrong with a configuration."""

from typing import NamedTuple


class Problem(NamedTuple):
    """Where it stands, what is wrong, and what to do. Never a secret."""

    place: str
    what: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" + (f"; {self.remedy}" if self.remedy else "")
