"""The report's section on how the boards came out: of every two that met, or in a large field of every entrant."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from euchre_referee.tournament.formats.form import Scoring
from euchre_referee.tournament.report.drawing import Drawing
from euchre_referee.tournament.report.markup import Markup, element, joined
from euchre_referee.tournament.report.material import Material
from euchre_referee.tournament.report.plots import POINTS_APART, SHARES_APART, Bars, spread, spread_bars
from euchre_referee.tournament.report.svg import inline
from euchre_referee.tournament.standings import Pair
from euchre_referee.tournament.terms import Terms
from euchre_referee.tournament.wording import interval_text, mean_text, share_text

MOST_PAIRS = 28
"""Those of eight entrants; of more the entrants' own scores are drawn."""


class Spread(NamedTuple):
    """One drawing, its title, and what it shows in words."""

    title: str
    drawing: Drawing
    words: str


def by_entrant(material: Material) -> bool:
    """Whether there are too many pairs to draw them all."""
    return len(material.pairs()) > MOST_PAIRS


def spread_note(material: Material) -> str:
    """What a number of the section is."""
    if by_entrant(material):
        return (
            "One board is one number: an entrant's score there, the mean over all whom it met. The scale is the same "
            "everywhere; to the right of zero it did better than the average. Every bar leads to its boards."
        )
    return _pair_note(material.standings.terms)


def _pair_note(terms: Terms) -> str:
    counted = "matchpoints" if terms.form.scoring is Scoring.MATCHPOINTS else "points"
    cards = " with the same cards and the seats exchanged" if terms.form.duplicate else ""
    return (
        f"One board is one number: the difference in {counted}{cards}. The scale is the same everywhere; "
        "to the right of zero the first of the two did better. Every bar leads to its boards."
    )


def spreads_section(material: Material) -> Markup:
    """All drawings side by side."""
    figures = [
        element("figure", element("h3", each.title), inline(each.drawing), element("figcaption", each.words))
        for each in spreads(material)
    ]
    if not figures:
        return element("p", "No board is complete yet.")
    return element("div", joined(figures), class_="spreads")


def spreads(material: Material) -> Iterator[Spread]:
    """How the boards came out, of pairs or of entrants, the best first."""
    if by_entrant(material):
        on = bars_for(material, [tuple(found.values()) for found in material.scores.values()])
        for row in material.standings.rows:
            name = row.entrant.name
            values = tuple(material.scores.get(name, {}).values())
            if values:
                yield _of_entrant(material, name, values, on)
        return
    pairs = material.pairs()
    on = bars_for(material, [material.differences[pair.first, pair.second] for pair in pairs])
    for pair in pairs:
        yield _of_pair(material, pair, on)


def bars_for(material: Material, series: Sequence[Sequence[float]]) -> Bars:
    """One scale for all of them."""
    matchpoints = material.standings.terms.form.scoring is Scoring.MATCHPOINTS
    return spread_bars(series, SHARES_APART if matchpoints else POINTS_APART)


def _of_pair(material: Material, pair: Pair, on: Bars) -> Spread:
    values = material.differences[pair.first, pair.second]
    won, lost = sum(value > 0 for value in values), sum(value < 0 for value in values)
    even = len(values) - won - lost
    words = (
        f"{pair.first} better on {share_text(won, len(values))} of {len(values)} boards, "
        f"even on {share_text(even, len(values))}, {pair.second} better on {share_text(lost, len(values))}; "
        f"mean {mean_text(pair.difference)} ({interval_text(pair.difference)})."
    )
    label = f"Bars: on how many boards {pair.first} less {pair.second} came to how many points"

    def address(number: int) -> str:
        return material.links.bar(pair.first, pair.second, number, on.width)

    return Spread(f"{pair.first} \u2212 {pair.second}", spread(values, on, label, address), words)


def _of_entrant(material: Material, name: str, values: Sequence[float], on: Bars) -> Spread:
    ahead, behind = sum(value > 0 for value in values), sum(value < 0 for value in values)
    words = (
        f"Above the average on {share_text(ahead, len(values))} of {len(values)} boards, "
        f"below it on {share_text(behind, len(values))}."
    )

    def address(number: int) -> str:
        return material.links.scored(name, number, on.width)

    return Spread(name, spread(values, on, f"Bars: on how many boards {name} scored how much", address), words)
