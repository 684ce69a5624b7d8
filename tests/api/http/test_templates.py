"""Path templates of `google.api.http`."""

import pytest

from euchre_referee.api.http.templates import parse_template

FITTING = [
    ("/v1/presets", "/v1/presets", {}),
    ("/v1/games/{game}/view", "/v1/games/20-a/view", {"game": "20-a"}),
    ("/v1/games/{decision.game}:act", "/v1/games/20-a:act", {"decision.game": "20-a"}),
    ("/v1/games/{game}:act", "/v1/games/a:b:act", {"game": "a:b"}),
    ("/v1/games/{game}", "/v1/games/a%2Fb%20c%C3%A9", {"game": "a/b c\u00e9"}),
    ("/v1/{name=games/*}", "/v1/games/a%20b", {"name": "games/a b"}),
    ("/v1/{name=games/**}:end", "/v1/games/a/b%2fc:end", {"name": "games/a/b%2Fc"}),
    ("/v1/{a}/x/{b}:go", "/v1/1/x/2:go", {"a": "1", "b": "2"}),
    ("/v1/*/x", "/v1/any/x", {}),
]
STRANGE = [
    ("/v1/presets", "/v1/presets/"),
    ("/v1/presets", "/v1/presetsx"),
    ("/v1/games/{game}/view", "/v1/games//view"),
    ("/v1/games/{game}/view", "/v1/games/a/b/view"),
    ("/v1/games/{game}:act", "/v1/games/a:action"),
    ("/v1/games/{game}:act", "/v1/games/:act"),
    ("/v1/a.b", "/v1/axb"),
]


@pytest.mark.parametrize(("template", "path", "variables"), FITTING)
def test_a_path_that_fits_tells_the_fields(template: str, path: str, variables: dict[str, str]) -> None:
    assert parse_template(template).match(path) == variables


@pytest.mark.parametrize(("template", "path"), STRANGE)
def test_a_path_that_does_not_fit_is_none(template: str, path: str) -> None:
    assert parse_template(template).match(path) is None


def test_the_verb_is_what_stands_behind_the_last_colon() -> None:
    assert parse_template("/v1/games/{game}:act").verb == "act"
    assert not parse_template("/v1/games/{game}").verb


@pytest.mark.parametrize("text", ["v1/games", "/v1/{game", "/v1/}", "/v1/{}", ""])
def test_what_is_no_template_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no path template"):
        parse_template(text)
