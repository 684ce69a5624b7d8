"""Where values lie on a drawing, and which of them are worth a label."""

import math
from dataclasses import dataclass

MARGIN = 14


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high` across `width` pixels, with a margin at both ends."""

    low: float
    high: float
    width: int

    def x(self, value: float) -> float:
        """Where a value lies, in pixels from the left."""
        inside = self.width - 2 * MARGIN
        return round(MARGIN + inside * (value - self.low) / (self.high - self.low), 1)

    def ticks(self) -> tuple[float, ...]:
        """Round values to label, zero among them where it lies on the scale; about four to seven."""
        step = tick_step(self.high - self.low)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return tuple(number * step for number in range(first, last + 1))


def tick_step(span: float) -> float:
    """A round step that parts a span into about four to seven pieces."""
    power = 10.0 ** math.floor(math.log10(span / 4))
    return next(power * factor for factor in (1, 2, 2.5, 5, 10) if span / (power * factor) <= 6.5)


def tick_text(value: float) -> str:
    """A label with its sign."""
    return f"{value:+.6g}" if value else "0"
