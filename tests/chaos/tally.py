"""What came of a storm."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Tally:
    """Everything that is counted; `clean` if nothing is there that must not be."""

    games: int = 0
    presets: int = 0
    """Presets that were played."""
    with_animals: int = 0
    """Games at which a misbehaving bot sat."""
    faults: Counter[str] = field(default_factory=Counter)
    """Faults by kind: "referee killed", "bot to referee: cut"."""
    acknowledged: int = 0
    """Decisions that a client was told are accepted, each counted once."""
    repeated: int = 0
    """Verdicts that came more than once, the first one word for word."""
    referees_own: Counter[str] = field(default_factory=Counter)
    """What the referee did in a seat's place, by mark."""
    notices: Counter[str] = field(default_factory=Counter)
    """Notices that replicas received, by whether the session was served there."""
    unfinished: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """Verdicts that contradict each other, the log or the rules; records that do not verify."""

    @property
    def clean(self) -> bool:
        """Nothing was lost, doubled, wrong or left, and nobody heard what was not for them."""
        return not (self.unfinished or self.lost or self.doubled or self.wrong or self.notices["no"])

    def faults_found(self) -> str:
        """Everything that must not be, one a line."""
        kinds = {"lost": self.lost, "doubled": self.doubled, "wrong": self.wrong, "unfinished": self.unfinished}
        return "\n".join(f"  {kind}: {text}" for kind, texts in kinds.items() for text in texts)

    def __str__(self) -> str:
        faults = ", ".join(f"{kind} {number}" for kind, number in sorted(self.faults.items()))
        own = ", ".join(f"{mark} {number}" for mark, number in sorted(self.referees_own.items()))
        served = ", ".join(f"{served} {number}" for served, number in sorted(self.notices.items()) if served != "no")
        lines = (
            ("games played", f"{self.games} of {self.presets} presets, {self.with_animals} with a misbehaving bot"),
            ("faults injected", f"{self.faults.total()}: {faults}"),
            ("decided by the referee", f"{self.referees_own.total()}: {own}"),
            ("decisions acknowledged", f"{self.acknowledged} ({self.repeated} verdicts were told again)"),
            ("decisions lost", str(len(self.lost))),
            ("decisions doubled", str(len(self.doubled))),
            ("verdicts wrong", str(len(self.wrong))),
            ("games unfinished", str(len(self.unfinished))),
            ("notices for nobody", f"{self.notices['no']} (others: {served})"),
        )
        return "\n".join(f"{name:<23} {value}" for name, value in lines)
