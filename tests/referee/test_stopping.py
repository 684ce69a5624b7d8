"""A referee may be stopped at any moment, also in the very step in which a stream comes or goes."""

import gc
import warnings

from prometheus_client import CollectorRegistry

from euchre_referee.api.play import PlaySession
from euchre_referee.ops.metrics import Metrics
from euchre_referee.referee.referee import Referee
from euchre_referee.referee.settings import Settings
from euchre_referee.store.committer import Committer
from euchre_referee.store.connect import connect
from tests.conftest import Server


async def test_work_that_is_cancelled_before_it_begins_leaves_nothing_behind(server: Server) -> None:
    store = connect(server.store)
    referee = Referee(store, "stopping", Settings(), Metrics(CollectorRegistry()), Committer(store))
    # Nobody has asked the store for anything before it starts.
    before = referee.store_answers
    referee.start()
    assert (before, referee.store_answers) == (False, True)
    box = PlaySession("leaving", referee, "en", 1)
    claim = await referee.attach("leaving", box)
    referee.detach(claim, box)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        await referee.aclose()
        gc.collect()
    await store.aclose()
    assert [str(each.message) for each in warned if issubclass(each.category, RuntimeWarning)] == []
