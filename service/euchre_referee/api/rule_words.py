"""What presets and options mean, for people, in English, French and Dutch (RULES 1 has the words)."""

from euchre_referee.api.option_words import OPTION_MEANINGS
from euchre_referee.api.phrases import LOCALES
from euchre_referee.api.preset_words import PRESET_SUMMARIES


def preset_summary(preset: str, locale: str) -> str:
    """A preset in one or two sentences. Raises KeyError if there is no such preset.

    `locale` is one of `LOCALES`; in any other the answer is English.
    """
    return PRESET_SUMMARIES[preset][_column(locale)]


def option_meaning(option: str, locale: str) -> str:
    """An option in one sentence, its values in the words of the rule set. Raises KeyError if there is no such option.

    `locale` is one of `LOCALES`; in any other the answer is English.
    """
    return OPTION_MEANINGS[option][_column(locale)]


def _column(locale: str) -> int:
    return LOCALES.index(locale if locale in LOCALES else "en")
