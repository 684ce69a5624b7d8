"""The contract's comments are found by the full names of what they explain."""

from euchre_referee.api.openapi.comments import comments_of, contract


def test_everything_of_the_contract_has_its_comment() -> None:
    comments = comments_of(contract())
    assert comments["euchre.v1.RefereeService"] == "Games: made, joined, looked at, acted in, judged."
    assert comments["euchre.v1.RefereeService.ListPresets"] == "Lists the presets and every option they accept."
    assert comments["euchre.v1.Turn.seat"] == "The seat that has to act."
    assert comments["euchre.v1.Suit.SUIT_CLUBS"] == 'Clubs, "c" in text.'


def test_lines_of_a_comment_are_joined() -> None:
    comments = comments_of(contract())
    assert comments["euchre.v1.Turn.latency_ms"].endswith("to the answer's arrival, as measured here.")
    assert not any("\n\n\n" in comment or comment != comment.strip() for comment in comments.values())
