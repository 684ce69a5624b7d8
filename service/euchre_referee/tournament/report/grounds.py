"""The report's prose: why one may believe the result, and how its figures are meant."""

from euchre_referee.tournament.explanations import EXPLANATIONS
from euchre_referee.tournament.report.markup import Markup, element, joined
from euchre_referee.tournament.standings import Standings
from euchre_referee.tournament.statistics import FEWEST_FOR_A_VERDICT
from euchre_referee.tournament.terms import Terms, board_statement, isolation_statement, seed_statement

_COMMANDS = """\
euchre tournament check .       # all of it: plays, proofs, and these standings counted again
euchre adjudicate games.jsonl   # every play was legal, every score is right
euchre verify games.jsonl       # cards, first dealers and histories follow from the seeds"""


def grounds(standings: Standings) -> Markup:
    """Rules, seeds, isolation, how the games ended, and the commands that check it all."""
    terms = standings.terms
    endings = ", ".join(f"{count} {end}" for end, count in standings.terminations) or "none"
    return _definitions(
        ("Rules", _paragraph(element("code", terms.rules.canonical)), _hash("SHA-256", terms.rules.hash)),
        (
            "Seeds",
            _paragraph(seed_statement(terms.seed_mode)),
            _hash("Commitment to all boards", terms.commitment),
        ),
        ("Isolation", _paragraph(isolation_statement(terms.isolation))),
        ("How games ended", _paragraph(f"{endings}; {standings.games_planned} were planned.")),
        (
            "Check it yourself",
            _paragraph(
                "Every game's record, with seed, nonces, commitment and history, is in ",
                element("code", "games.jsonl"),
                "; this report is computed from those records and from nothing else. In the directory that holds them:",
            ),
            element("pre", element("code", _COMMANDS), tabindex=0),
        ),
    )


def method(terms: Terms) -> Markup:
    """What a board, a unit, an interval and a verdict are."""
    return _definitions(
        (
            "Board",
            board_statement(terms),
        ),
        (
            "Unit",
            "Whatever happened on one board is first averaged to one number, since its games hang together.",
        ),
        *((each.name, each.sentence) for each in EXPLANATIONS),
        (
            "Verdict",
            f"Given where the interval leaves zero out, from {FEWEST_FOR_A_VERDICT} boards on. Every pair is "
            "judged by itself: of twenty pairs of equals about one is told apart by chance.",
        ),
        (
            "Games that went wrong",
            "A forfeited game counts as a lost deal; an aborted or void game counts for nobody, and with it "
            "its board for the entrants that met there.",
        ),
    )


def _definitions(*entries: tuple[str, *tuple[str, ...]]) -> Markup:
    cells = (joined((element("dt", term), element("dd", *content))) for term, *content in entries)
    return element("dl", joined(cells), class_="definitions")


def _paragraph(*content: str) -> Markup:
    return element("p", *content)


def _hash(name: str, value: str) -> Markup:
    return _paragraph(f"{name}: ", element("code", value)) if value else Markup()
