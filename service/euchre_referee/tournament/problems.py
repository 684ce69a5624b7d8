"""What is wrong with a configuration."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConfigProblem:
    """One thing wrong: the key (`options.withdraw`), what is wrong, what would be accepted."""

    key: str
    problem: str
    allowed: str

    def sentence(self) -> str:
        """All of it in one line for people."""
        return f"{self.key}: {self.problem}; allowed: {self.allowed}"


@dataclass(frozen=True, slots=True)
class ConfigProblems:
    """Everything wrong with a configuration, at least one entry."""

    problems: tuple[ConfigProblem, ...]
