"""What may be kept of an answer, and by whom."""

from typing import Final

from euchre_referee.api.http.bindings import Binding

PUBLIC: Final = frozenset({"RefereeService.ListPresets"})
"""What is the same for everybody, whoever asks."""

_PUBLIC_SECONDS: Final = 300


def cache_control(binding: Binding, *, token: bool) -> str:
    """The header of an answer; `token`: the caller came with one, so that it may show what others may not see."""
    if binding.verb != "GET":
        return "no-store"
    if binding.name in PUBLIC:
        return f"{'private' if token else 'public'}, max-age={_PUBLIC_SECONDS}"
    return "private, no-store" if token else "private, no-cache"
