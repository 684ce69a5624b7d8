"""The Euchre referee for Python programs: clients, typed refusals, and bots that are one function."""

from euchre_client.aio import AsyncClient
from euchre_client.answers import Answer, NotAnAnswer, decision
from euchre_client.client import Client
from euchre_client.desk import AsyncBot, Bot, SyncBot
from euchre_client.errors import RefereeError, Refused, Unreachable
from euchre_client.playing import Played, StopPlaying
from euchre_client.reasons import Reason
from euchre_client.requests import Option, ruleset
from euchre_client.tls import tls

__all__ = [
    "Answer",
    "AsyncBot",
    "AsyncClient",
    "Bot",
    "Client",
    "NotAnAnswer",
    "Option",
    "Played",
    "Reason",
    "RefereeError",
    "Refused",
    "StopPlaying",
    "SyncBot",
    "Unreachable",
    "decision",
    "ruleset",
    "tls",
]
