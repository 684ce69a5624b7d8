"""Anybody seats bots of the house at a game and joins the seats that stay free."""

import uuid
from collections.abc import Collection

import grpc
import pytest

from euchre.v1 import referee_service_pb2 as api
from euchre_client import AsyncClient, ruleset
from euchre_referee.api.house import HouseBots
from euchre_referee.api.limits import Limits
from euchre_referee.bots import BOTS
from euchre_referee.referee.verdicts import CallRefused, ServiceReason
from tests.api.callers import Caller, new_game
from tests.conftest import Server

FREE = api.SeatReservation()
SHORT = ruleset("euchre", {"target_score": 2})


def house(name: str) -> api.SeatReservation:
    """A seat of a bot."""
    return api.SeatReservation(bot=name)


def seated(*seats: api.SeatReservation) -> api.CreateGameRequest:
    """A game with these seats."""
    request = new_game()
    request.seats.extend(seats)
    return request


async def test_a_guest_plays_with_bots_of_the_house(server: Server) -> None:
    async with AsyncClient(server.address) as guest:
        made = await guest.create_game(SHORT, seats=[house("greedy"), FREE, house("careful"), house("random")])
        view = await guest.get_view(made.game)
        assert list(view.players) == ["greedy", "", "careful", "random"]
        joined = await guest.join_game(made.game, "Ann")
        assert joined.seat == 1
        view = await guest.get_view(made.game)
        assert list(view.players) == ["greedy", "Ann", "careful", "random"]
        assert list(view.bots) == ["greedy", "", "careful", "random"]
        played = await guest.play(lambda turn: turn.legal[0], games=1)
        # Whose partner goes alone before the first turn has none.
        assert (played.games, played.refused) == (1, 0)
        assert (await guest.get_view(made.game)).end.cause == ""
        verified = await guest.verify(await guest.get_record(made.game))
        assert verified.in_order, list(verified.faults)


async def test_bots_of_the_house_play_among_themselves(server: Server) -> None:
    async with AsyncClient(server.address) as guest:
        made = await guest.create_game(
            ruleset("buck", {"start_score": 5}), seats=[house("montecarlo"), *[house("first")] * 3]
        )
        version = 0
        async for news in guest.watch(made.game):
            assert news.version > version
            version = news.version
        view = await guest.get_view(made.game)
        assert (view.view.finished, view.end.cause) == (True, "")


async def test_reserved_seats_may_stand_beside_free_ones_and_bots(
    server: Server, operator: Caller, anybody: Caller, session: str
) -> None:
    mine = api.SeatReservation(name="Mine", session=session)
    request = seated(FREE, mine, house("first"), FREE)
    made = await operator.call(operator.referee.CreateGame, request)
    assert await operator.call(operator.referee.CreateGame, request) == made
    async with Caller(server.address, await operator.token_for(session)) as player:
        view = await player.view(made.game)
        assert (view.view.viewer, list(view.players), list(view.bots)) == (
            1, ["", "Mine", "first", ""], ["", "", "first", ""],
        )  # fmt: skip
    for seat in (0, 3):
        join = api.JoinGameRequest(request_id=str(uuid.uuid4()), game=made.game, name="Ann")
        assert (await anybody.call(anybody.referee.JoinGame, join)).seat == seat
    assert (await anybody.view(made.game)).view.deal_number == 1


async def test_the_same_request_gives_the_same_game(anybody: Caller) -> None:
    request = seated(house("first"), FREE, FREE, FREE)
    made = await anybody.call(anybody.referee.CreateGame, request)
    assert await anybody.call(anybody.referee.CreateGame, request) == made
    request.seats[0].bot = "random"
    assert (await anybody.refused(anybody.referee.CreateGame, request)).reason == "ALREADY_EXISTS"


async def test_seats_that_are_all_free_are_reserved_for_nobody(anybody: Caller) -> None:
    made = await anybody.call(anybody.referee.CreateGame, seated(FREE, FREE, FREE, FREE))
    assert list((await anybody.view(made.game)).players) == [""] * 4


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        (api.SeatReservation(bot="nobody"), "seats.bot: no bot of the house has that name: there are random, first"),
        (api.SeatReservation(bot="first", name="Ann"), "seats.bot"),
        (api.SeatReservation(bot="first", session="s"), "seats.bot"),
        (api.SeatReservation(name="Ann"), "seats.session"),
        (api.SeatReservation(session="house/first", name="first"), "seats.session"),
    ],
)
async def test_a_seat_is_a_bots_or_a_sessions(operator: Caller, seat: api.SeatReservation, told: str) -> None:
    refused = await operator.refused(operator.referee.CreateGame, seated(seat, FREE, FREE, FREE))
    assert (refused.code, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST")
    assert told in refused.text


async def test_sessions_stay_for_operators(anybody: Caller) -> None:
    mine = api.SeatReservation(name="Mine", session="mine")
    refused = await anybody.refused(anybody.referee.CreateGame, seated(mine, house("first"), FREE, FREE))
    assert refused.reason == "UNAUTHENTICATED"


@pytest.mark.parametrize("name", ["greedy", "Greedy", " greedy ", "\uff47reedy", "montecarlo"])
async def test_nobody_takes_the_name_of_a_bot(anybody: Caller, name: str) -> None:
    made = await anybody.call(anybody.referee.CreateGame, new_game())
    join = api.JoinGameRequest(request_id=str(uuid.uuid4()), game=made.game, name=name)
    refused = await anybody.refused(anybody.referee.JoinGame, join)
    assert (refused.reason, "bots of the house" in refused.text) == ("INVALID_REQUEST", True)


async def test_nobody_is_given_the_session_of_a_bot(operator: Caller) -> None:
    refused = await operator.refused(operator.referee.IssueToken, api.IssueTokenRequest(session="house/greedy"))
    assert refused.reason == "INVALID_REQUEST"


async def test_they_are_told_in_the_callers_language(anybody: Caller) -> None:
    told = await anybody.call(anybody.referee.ListPresets, api.ListPresetsRequest())
    assert [each.name for each in told.house_bots] == list(BOTS)
    for locale in ("fr", "nl"):
        other = await anybody.call(anybody.referee.ListPresets, api.ListPresetsRequest(locale=locale))
        for english, translated in zip(told.house_bots, other.house_bots, strict=True):
            assert translated.summary not in ("", english.summary)


# --- the count by itself


class Games:
    """Which games are not over."""

    def __init__(self) -> None:
        self.over: set[str] = set()

    async def unfinished(self, games: Collection[str]) -> set[str]:
        return set(games) - self.over


async def test_a_game_that_could_not_be_made_takes_no_room() -> None:
    house, games = HouseBots(BOTS, Limits(house_games_of_one=1)), Games()
    with pytest.raises(KeyError):
        async with house.table("me", "1", {"first"}, games.unfinished):
            raise KeyError
    async with house.table("me", "2", {"first"}, games.unfinished):
        pass
    async with house.table("me", "2", {"first"}, games.unfinished):
        pass
    await refused(house, games, "me", "3", "first")
    async with house.table("you", "3", {"first"}, games.unfinished):
        pass


async def test_all_callers_together_have_so_many() -> None:
    house, games = HouseBots(BOTS, Limits(house_games=2)), Games()
    for number in (1, 2):
        async with house.table(f"caller {number}", str(number), {"first"}, games.unfinished):
            pass
    await refused(house, games, "caller 3", "3", "first")


async def test_bots_that_think_long_play_fewer_games() -> None:
    house, games = HouseBots(BOTS, Limits(house_games_thinking=1)), Games()
    async with house.table("me", "1", {"montecarlo", "first"}, games.unfinished):
        pass
    await refused(house, games, "you", "2", "montecarlo")
    async with house.table("you", "2", {"first"}, games.unfinished):
        pass


async def test_what_nobody_seats_is_not_counted() -> None:
    house, games = HouseBots(BOTS, Limits(house_games_of_one=1)), Games()
    for number in range(3):
        async with house.table("me", str(number), (), games.unfinished):
            pass


async def refused(house: HouseBots, games: Games, whose: str, game: str, bot: str) -> None:
    """There is no room, and after the end of a game there is."""
    with pytest.raises(CallRefused) as raised:
        async with house.table(whose, game, {bot}, games.unfinished):
            raise AssertionError("there is room")
    assert raised.value.refused.reason is ServiceReason.BUSY
