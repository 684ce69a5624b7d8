"""`euchre deal`: the cards that a game with this seed gets."""

import json

import pytest

from euchre.v1.referee_service_pb2 import SeatReservation
from euchre_client import AsyncClient, ruleset
from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.presets import PRESETS
from tests.cli.commands import euchre
from tests.conftest import Server


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_game_with_this_seed_is_dealt_the_same(
    server: Server, capsys: pytest.CaptureFixture[str], preset: str
) -> None:
    said = euchre(capsys, "deal", preset, "--seed", "2026", "--set", "max_deals=1", "--json")
    dealt = json.loads(said.out)
    assert (said.status, said.err) == (0, "")
    seats = [SeatReservation(name="A", session="dealt")] * PRESETS[preset].players
    async with AsyncClient(server.address, server.operator_token) as host:
        rules = ruleset(preset, {"max_deals": 1})
        game = (await host.create_game(rules, seats=seats, seed=(2026).to_bytes(32, "big"))).game
        await host.abort_game(game, "only the cards are wanted")
        record = json.loads(await host.get_record(game))
    (own,) = record["deals"]
    assert dealt["deals"] == [own | {"actions": []}]
    assert dealt["ruleset"] == record["ruleset"]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_deal_can_be_judged_and_waits_for_its_first_action(capsys: pytest.CaptureFixture[str], preset: str) -> None:
    judged = adjudicate(json.loads(euchre(capsys, "deal", preset, "--seed", "5", "--json").out))
    assert judged["error"] is None
    assert judged["to_act"] is not None


def test_a_dealer_is_chosen_or_drawn_and_the_cards_stay_in_their_places(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = json.loads(euchre(capsys, "deal", "euchre", "--seed", "5", "--json").out)["deals"][0]
    for dealer in range(4):
        text = euchre(capsys, "deal", "euchre", "--seed", "5", "--dealer", str(dealer), "--json").out
        (deal,) = json.loads(text)["deals"]
        assert deal["dealer"] == dealer
        turned = [deal["hands"][(dealer + seat) % 4] for seat in range(4)]
        assert turned == [drawn["hands"][(drawn["dealer"] + seat) % 4] for seat in range(4)]
        assert deal["talon"] == drawn["talon"]


def test_options_change_the_deck(capsys: pytest.CaptureFixture[str]) -> None:
    said = euchre(capsys, "deal", "euchre", "--seed", "1", "--set", "joker=true", "--set", "min_rank=7", "--json")
    (deal,) = json.loads(said.out)["deals"]
    cards = " ".join([*deal["hands"], deal["talon"]]).split()
    assert len(cards) == len(set(cards)) == 33


def test_people_see_hands_turn_up_and_who_deals(capsys: pytest.CaptureFixture[str]) -> None:
    said = euchre(capsys, "deal", "buck-three", "--seed", "8", "--dealer", "1")
    assert said.out.splitlines() == [
        "buck-three, seed 8",
        "  seat 0     10♣ 9♣ 9♥ 10♠ 9♠",
        "  seat 1     K♣ J♣ 9♦ A♥ Q♥, deals",
        "  seat 2     Q♣ 10♦ J♥ Q♠ J♠",
        "  dead hand  A♣ A♦ K♦ Q♦ 10♥",
        "  turned up  J♦",
        "  left over  K♥ A♠ K♠",
    ]


def test_without_a_seed_one_is_drawn_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = [json.loads(euchre(capsys, "deal", "buck", "--json").out) for _ in range(2)]
    assert first["id"] != second["id"]
    seed = first["id"].split("/")[1]
    assert json.loads(euchre(capsys, "deal", "buck", "--seed", seed, "--json").out) == first


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["whist"], "no such preset: whist"),
        (["buck", "--seed", "-1"], "a seed is a whole number from 0 to 2^256 - 1, not '-1'"),
        (["buck", "--seed", str(1 << 256)], "a seed is a whole number from 0 to 2^256 - 1"),
        (["buck", "--seed", "9" * 10_000], "a seed is a whole number from 0 to 2^256 - 1"),
        (["buck", "--seed", "٣"], "a seed is a whole number from 0 to 2^256 - 1"),
        (["buck", "--seed", ""], "a seed is a whole number from 0 to 2^256 - 1"),
        (["buck", "--dealer", "4"], "--dealer: buck has no seat 4; allowed: 0 to 3"),
        (["buck", "--dealer", "-1"], "--dealer: buck has no seat -1; allowed: 0 to 3"),
        (["buck", "--dealer", "me"], "invalid int value: 'me'"),
        (["euchre", "--set", "min_rank=10"], "min_rank: the deck has 20 cards; allowed: a deck of at least 21 cards"),
        ([], "required: PRESET"),
    ],
)
def test_what_cannot_be_dealt_is_named(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    said = euchre(capsys, "deal", *arguments)
    assert (said.status, said.out) == (2, "")
    assert complaint in said.err


def test_the_greatest_seed_is_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert euchre(capsys, "deal", "buck", "--seed", str((1 << 256) - 1)).status == 0
