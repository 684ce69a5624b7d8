"""A player that asks for its turns now and then, for programs that cannot hold a stream open.

python without_a_stream.py ADDRESS GAME
"""

import sys
import time

from euchre_client import Client, decision


def main(address: str, game: str) -> None:
    """Takes a seat and plays with the first legal action until the game is over: it passes as long as it may."""
    with Client(address) as client:
        client.join_game(game, "Patience")
        while not client.get_view(game).HasField("end"):
            made = [decision(turn, turn.legal[0]) for turn in client.list_turns()]
            client.decide([each for each in made if each is not None])
            time.sleep(0.02)
        end = client.get_view(game).end
        print(f"scores {list(end.scores)}, winners {list(end.winners)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
