"""What presets and options mean, for people, in English, French and Dutch (RULES 2)."""

from euchre_referee.rules.presets import PRESETS


def preset_summary(preset: str, locale: str) -> str:
    """A preset in a sentence."""
    del locale
    shape = PRESETS[preset]
    return f"{preset}: {shape.players} players, {shape.hand_size} cards each"


def option_meaning(option: str, locale: str) -> str:
    """An option in a sentence."""
    del locale
    return option.replace("_", " ")
