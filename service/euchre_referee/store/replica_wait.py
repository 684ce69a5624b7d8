"""How many replicas must have an append before it is answered."""

from dataclasses import dataclass
from typing import Final

WITHIN_MS: Final = 1000
"""How long replicas are waited for unless it is said."""


@dataclass(frozen=True, slots=True)
class ReplicaWait:
    """What an append waits for after the primary has it. Raises ValueError for numbers that cannot be meant."""

    replicas: int = 0
    """Replicas that must have it; 0: none is waited for."""
    within_ms: int = WITHIN_MS
    """Milliseconds for which a group of appends waits."""
    flushed: bool = False
    """Whether the replicas must have it on their disks too (WAITAOF: Redis 7.2, Valkey)."""

    def __post_init__(self) -> None:
        if self.replicas < 0 or self.within_ms < 1:
            raise ValueError(
                f"replicas cannot be waited for like this: {self.replicas} of them for {self.within_ms} ms; "
                "name at least 0 replicas and 1 ms"
            )

    @property
    def command(self) -> tuple[str, ...]:
        """The command that waits for all that was written before it."""
        if self.flushed:
            return "WAITAOF", "0", str(self.replicas), str(self.within_ms)
        return "WAIT", str(self.replicas), str(self.within_ms)

    def confirmed(self, answer: object) -> bool:
        """Whether the command's answer says that enough replicas have it."""
        number = answer[1] if isinstance(answer, list) else answer
        return isinstance(number, int) and number >= self.replicas
