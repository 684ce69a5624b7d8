"""A whole player in twenty lines: python first_bot.py ADDRESS GAME"""

import random
import sys

from euchre.v1.game_pb2 import LegalAction, Turn
from euchre_client import Client


def bot(turn: Turn) -> LegalAction:
    """Does anything that is legal; yours will know better."""
    return random.choice(turn.legal)


if __name__ == "__main__":
    address, game = sys.argv[1:]
    with Client(address) as client:
        client.join_game(game, "Twenty Lines")
        print(client.play(bot, games=1))
