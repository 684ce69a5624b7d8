"""Presets and options are explained in three languages, none forgotten and none too many."""

import pytest

from euchre_referee.api.option_words import OPTION_MEANINGS
from euchre_referee.api.phrases import LOCALES
from euchre_referee.api.preset_words import PRESET_SUMMARIES
from euchre_referee.api.rule_words import option_meaning, preset_summary
from euchre_referee.rules.options import Between, OneOf, Option, SetOf
from euchre_referee.rules.presets import PRESETS

OPTIONS = {(name, option) for preset in PRESETS.values() for name, option in preset.options.items()}
OPTION_NAMES = sorted({name for name, _ in OPTIONS})


def words_of(option: Option) -> set[str]:
    """The values of an option that are words."""
    match option.allowed:
        case OneOf(values) | SetOf(values):
            return {value for value in values if isinstance(value, str)}
        case Between():
            return set()


def check_languages(texts: list[str]) -> None:
    assert len(set(texts)) == len(LOCALES)
    for text in texts:
        assert text == text.strip()
        assert text.endswith(".")
        assert "`" not in text
        assert "  " not in text


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_summary_in_every_language(preset: str) -> None:
    check_languages([preset_summary(preset, locale) for locale in LOCALES])


@pytest.mark.parametrize("option", OPTION_NAMES)
def test_every_option_has_a_meaning_in_every_language(option: str) -> None:
    check_languages([option_meaning(option, locale) for locale in LOCALES])


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("option", OPTION_NAMES)
def test_a_meaning_names_every_value_by_its_word(option: str, locale: str) -> None:
    values = {word for name, known in OPTIONS if name == option for word in words_of(known)}
    meaning = option_meaning(option, locale)
    assert {word for word in values if word not in meaning} == set()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_summary_tells_the_figures_of_the_preset(preset: str) -> None:
    defaults = {name: option.default for name, option in PRESETS[preset].options.items()}
    summary = preset_summary(preset, "en")
    if "penalty" in defaults:
        assert f"from {defaults['start_score']} to {defaults['target_score']}" in summary
    elif "points win" in summary:
        assert f"{defaults['target_score']} points win" in summary


def test_nothing_is_explained_that_does_not_exist() -> None:
    assert set(PRESET_SUMMARIES) == set(PRESETS)
    assert set(OPTION_MEANINGS) == set(OPTION_NAMES)


@pytest.mark.parametrize("locale", ["", "de", "EN", "fr-CA", "xx"])
def test_an_unknown_locale_is_answered_in_english(locale: str) -> None:
    assert preset_summary("buck", locale) == preset_summary("buck", "en")
    assert option_meaning("penalty", locale) == option_meaning("penalty", "en")


@pytest.mark.parametrize("name", ["", "Euchre", "no_such_thing"])
def test_an_unknown_name_is_a_key_error(name: str) -> None:
    with pytest.raises(KeyError):
        preset_summary(name, "en")
    with pytest.raises(KeyError):
        option_meaning(name, "en")
