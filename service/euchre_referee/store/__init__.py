"""The game logs in Redis or Valkey: appends, reads, deadlines, presence, and the embedded server.

The store knows nothing of rules. Entries are bytes to it.
"""

from euchre_referee.store.address import StoreAddress, Topology, parse_address
from euchre_referee.store.append import Append, Committed, Conflict, Failed, NotDue, Outcome, SeatAdded, Stage
from euchre_referee.store.catalogue import Catalogue, Page, Seat, StageCounts
from euchre_referee.store.check import StoreReport, check
from euchre_referee.store.committer import Committer, Group
from euchre_referee.store.connect import Store, connect
from euchre_referee.store.embedded import Embedded
from euchre_referee.store.errors import STORE_FAULTS, BrokenHead, StoreBusy, StoreError, StoreUnavailable, StoreUnfit
from euchre_referee.store.game_id import BUCKETS, bucket_of, game_id, is_game_id
from euchre_referee.store.game_log import FoldSource, GameLog
from euchre_referee.store.head import NO_DIGEST, NO_HEAD, Head
from euchre_referee.store.notice import TurnNotice
from euchre_referee.store.presence import Claim, Presence
from euchre_referee.store.replica_wait import ReplicaWait
from euchre_referee.store.resync import Resync, TurnGiven
from euchre_referee.store.retention import Retention
from euchre_referee.store.server_options import Fsync
from euchre_referee.store.sweeper import Cause, Overdue, Sweeper
from euchre_referee.store.switchboard import Listener, Switchboard

__all__ = [
    "BUCKETS",
    "NO_DIGEST",
    "NO_HEAD",
    "STORE_FAULTS",
    "Append",
    "BrokenHead",
    "Catalogue",
    "Cause",
    "Claim",
    "Committed",
    "Committer",
    "Conflict",
    "Embedded",
    "Failed",
    "FoldSource",
    "Fsync",
    "GameLog",
    "Group",
    "Head",
    "Listener",
    "NotDue",
    "Outcome",
    "Overdue",
    "Page",
    "Presence",
    "ReplicaWait",
    "Resync",
    "Retention",
    "Seat",
    "SeatAdded",
    "Stage",
    "StageCounts",
    "Store",
    "StoreAddress",
    "StoreBusy",
    "StoreError",
    "StoreReport",
    "StoreUnavailable",
    "StoreUnfit",
    "Sweeper",
    "Switchboard",
    "Topology",
    "TurnGiven",
    "TurnNotice",
    "bucket_of",
    "check",
    "connect",
    "game_id",
    "is_game_id",
    "parse_address",
]
