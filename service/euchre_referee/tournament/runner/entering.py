"""From a plan to a tournament that has begun: made, entered, started; each step once, however often it is tried."""

from collections.abc import Callable
from dataclasses import replace

from euchre.v1 import tournament_service_pb2 as api
from euchre_referee.tournament.archive import Occupied
from euchre_referee.tournament.chances import Chances
from euchre_referee.tournament.config import TournamentConfig
from euchre_referee.tournament.runner.folder import Folder
from euchre_referee.tournament.runner.labels import entrant_label
from euchre_referee.tournament.runner.organizer import Organizer
from euchre_referee.tournament.runner.wanted import wanted


async def entered(
    config: TournamentConfig, folder: Folder, organizer: Organizer, tell: Callable[[str], None]
) -> api.Tournament:
    """The tournament as it stands, started if it was not. Raises `euchre_client.RefereeError`, `archive.Occupied`."""
    plan = folder.plan()
    if plan is None:
        raise Occupied(f"{folder.results} holds no tournament's plan")
    chances = Chances(config.seed)
    if not plan.tournament:
        name = f"{config.form.format} of {config.rules.preset}"
        made = await organizer.create(plan.request_id, wanted(config, name, chances.run_seed))
        tell(f"commitment to the seed that all boards come from: {made.run_commitment.hex()}")
        # Only now: whoever drew the seed knows none of them.
        plan = replace(plan, tournament=made.tournament, nonces=chances.nonces(config.entrants))
        folder.keep(plan)
    found = await organizer.look(plan.tournament)
    if found.state == api.TOURNAMENT_STATE_REGISTERING:
        for entrant, nonce in zip(config.entrants, plan.nonces, strict=True):
            request = plan.registering(entrant.name)
            await organizer.register(request, plan.tournament, entrant.name, entrant_label(entrant), nonce)
        found = await organizer.start(plan.tournament)
        tell(f"commitment to all boards: {found.commitment.hex()}")
    return found
