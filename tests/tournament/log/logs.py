"""Logs of tournaments as a coordinator and an operator would write them, without a store and without games."""

import random
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Final

from euchre_referee.referee.entries import Clocks, Conduct, SeedMode
from euchre_referee.rules.result import Outcome
from euchre_referee.tournament.figures import Figures
from euchre_referee.tournament.formats.form import Form, Format
from euchre_referee.tournament.hosting import deeds
from euchre_referee.tournament.hosting.coordinator import turned
from euchre_referee.tournament.hosting.reckoning import course_of, score_of
from euchre_referee.tournament.hosting.steps import Ahead, ahead, begun, called, goes_on
from euchre_referee.tournament.log.entries import Entry, Opened, Place, Played
from euchre_referee.tournament.log.fold import State, Tournament
from euchre_referee.tournament.log.happenings import Happening
from euchre_referee.tournament.log.naming import tournament_id
from euchre_referee.tournament.log.offer import Offer
from euchre_referee.tournament.log.packed import Finish, pack
from euchre_referee.tournament.results import Termination
from tests.rules.games import rules_of

DEED: Final = deeds.Deed("operator", "a test", 7)
NAMES: Final = ("ann", "bob", "cyd", "dan", "eve", "fay", "gus", "hal")


def offer(preset: str = "euchre", **fields: Any) -> Offer:
    """Some offer."""
    chosen = {
        "name": "Test",
        "rules": rules_of(preset, max_deals=1),
        "form": Form(),
        "boards": 2,
        "concurrency": 6,
        "pairings_at_once": 2,
        "clocks": Clocks(30_000),
        "conduct": Conduct(),
        "pause_after": 0,
        **fields,
    }
    return Offer(**chosen)


class Written:
    """A tournament with its log, and what each entry meant."""

    def __init__(self, chosen: Offer, key: str = "a tournament") -> None:
        opened = Opened(
            tournament=tournament_id(key),
            request=sha256(b"request").digest(),
            offer=chosen,
            run_seed=sha256(b"run").digest(),
            seed_mode=SeedMode.PROVABLE,
            secret=sha256(b"secret").digest(),
            at_ms=1_700_000_000_000,
        )
        self.log: Final[list[bytes]] = [opened.encode()]
        self.tournament: Final = Tournament(self.log[0])
        self.meant: Final[list[tuple[Happening, ...]]] = [self.tournament.beginning()]

    def write(self, entries: Sequence[Entry]) -> None:
        """Appends entries."""
        for entry in entries:
            raw = entry.encode()
            self.log.append(raw)
            self.meant.append(self.tournament.advance(raw))

    def enter(self, names: Sequence[str], program: str = "first") -> None:
        """Entrants register."""
        for name in names:
            asked = deeds.NewEntrant(f"request {name}", name, program, f"owner {name}", name.encode())
            self.write(deeds.register(self.tournament, asked, 1))

    def start(self) -> None:
        """The list of entrants is closed."""
        self.write(deeds.start(self.tournament, 2))

    def step(self, rng: random.Random, *, most: int = 1) -> bool:
        """What a coordinator does next, a few games being over; False if there is nothing to do."""
        tournament, before = self.tournament, len(self.log)
        running = sorted(tournament.play.running)
        for place in rng.sample(running, min(most, len(running))):
            self.write((played(tournament, place, rng),))
        self.write(tuple(deeds.failing(tournament, 3)))
        self.write(tuple(called(tournament, 4)))
        ready = {pairing.number for pairing in goes_on(tournament)}
        self.write(tuple(begun(tournament, ready, 5)))
        left = ahead(tournament)
        if left is not Ahead.PLAY and not tournament.stalled and tournament.ended is None:
            course = course_of(len(tournament.rounds), score_of(tournament, whole=True))
            following = turned(tournament, left, course)
            assert following is not None
            self.write((following,))
        return len(self.log) > before

    def play(self, rng: random.Random, meddle: Callable[["Written", random.Random], None] | None = None) -> None:
        """Until it has ended; whoever is paused when nothing else is left goes on."""
        while self.tournament.ended is None:
            if meddle is not None:
                meddle(self, rng)
            self.step(rng, most=rng.randrange(1, 4))
            if self.tournament.state is State.STALLED:
                for name in self.tournament.paused():
                    self.write(deeds.resume(self.tournament, name, DEED))


def played(tournament: Tournament, place: Place, rng: random.Random) -> Played:
    """Some end of a game."""
    finish = finish_of(tournament.offer.rules.players, rng)
    record = rng.randbytes(32)
    return Played(place, tournament.play.attempt(place), record, pack(finish), "" if finish.points else "abort", 6)


def finish_of(players: int, rng: random.Random) -> Finish:
    """How some game came out."""
    termination = rng.choices(list(Termination)[:4], (20, 2, 1, 1))[0]
    counts = termination in (Termination.NORMAL, Termination.FORFEIT)
    figures = tuple(
        Figures(1, 1, calls=rng.randrange(3), withdrawals=rng.randrange(200), timeouts=int(rng.random() < 0.1))
        for _ in range(players)
    )
    return Finish(
        termination,
        rng.choice((None, *Outcome)),
        tuple(rng.randrange(-300, 300) for _ in range(players)) if counts else None,
        figures,
        rng.randrange(players) if termination is Termination.FORFEIT else 255,
    )


def interfere(written: Written, rng: random.Random) -> None:
    """Now and then an operator does something."""
    tournament, chance = written.tournament, rng.random()
    names = list(tournament.entrants)
    if chance < 0.05:
        written.write(deeds.pause(tournament, rng.choice(names), DEED))
    elif chance < 0.1:
        written.write(deeds.resume(tournament, rng.choice(names), DEED))
    elif chance < 0.13:
        asked = deeds.Replacement(f"replace {len(written.log)}", rng.choice(names), "greedy", "")
        written.write(deeds.replace(tournament, asked, DEED))
    elif chance < 0.18:
        games = sorted(
            place
            for place in (*tournament.play.results, *tournament.play.running)
            if tournament.play.is_open(tournament.play.pairing(place.pairing))
        )
        if games:
            written.write(deeds.restart(tournament, rng.choice(games), f"again {len(written.log)}", DEED))


FORMS: Final = tuple(Form(kind, challenger="ann" if kind is Format.GAUNTLET else None) for kind in Format)


def offers() -> Iterator[tuple[Offer, tuple[str, ...]]]:
    """Every format with entrants that fit it, for pairs and for single players."""
    for form in FORMS:
        for preset, number in (("euchre", 4), ("buck", 5), ("euchre", 3)):
            names = NAMES[: 2 if form.format is Format.MATCH else number]
            yield offer(preset, form=form, close_rounds=number != 5), names
