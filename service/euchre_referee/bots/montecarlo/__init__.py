"""The bot ``montecarlo``: plays out deals that agree with all it has seen, and does what came out best."""

from euchre_referee.bots.montecarlo.deciding import MonteCarloBot

__all__ = ["MonteCarloBot"]
