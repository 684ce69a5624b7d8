"""A whole player in twenty lines: python first_bot.py ADDRESS GAME"""

import sys

from euchre.v1.game_pb2 import Turn
from euchre_client import Client


def bot(turn: Turn) -> str:
    """Makes trump only if it must, and plays the first card that is legal."""
    legal = [each.text for each in turn.legal]
    return "pass" if "pass" in legal else legal[0]


if __name__ == "__main__":
    address, game = sys.argv[1:]
    with Client(address) as client:
        client.join_game(game, "Twenty Lines")
        print(client.play(bot, games=1))
