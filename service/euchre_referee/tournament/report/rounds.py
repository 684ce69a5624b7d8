"""The report's section on rounds: who met whom, who came out ahead, and who had to wait; a bracket where it is one."""

from collections.abc import Iterator, Mapping

from euchre_referee.tournament.formats.form import Format
from euchre_referee.tournament.formats.scheduler import Played, Tally
from euchre_referee.tournament.report.deal_words import lead_text
from euchre_referee.tournament.report.links import link
from euchre_referee.tournament.report.markup import Markup, element
from euchre_referee.tournament.report.material import Material
from euchre_referee.tournament.schedule import Pairing

_NOTE = "Each meeting with the mean of every entrant over its boards, zero being the average of the table."
_ON = " Who is marked goes on to the next round, or wins the last."
_AHEAD = " Who is marked was ahead."


def has_rounds(material: Material) -> bool:
    """Whether there is more to tell than one round in which everybody meets."""
    return material.standings.terms.form.by_meetings or len(material.course.played) > 1


def rounds_note(material: Material) -> str:
    """What the section shows."""
    return _NOTE + (_ON if _is_elimination(material) else _AHEAD)


def rounds(material: Material) -> Markup:
    """Every round as a column of its meetings."""
    numbered = iter(material.course.schedule.pairings)
    columns = [
        _round(material, number, played, [next(numbered) for _ in played.round.meetings])
        for number, played in enumerate(material.course.played, 1)
    ]
    kind = "rounds bracket" if _is_elimination(material) else "rounds"
    whole = element("ol", *columns, class_=kind)
    return element("div", whole, class_="scroll", tabindex=0, role="region", aria_label="Rounds")


def _is_elimination(material: Material) -> bool:
    return material.standings.terms.form.format is Format.ELIMINATION


def _round(material: Material, number: int, played: Played, pairings: list[Pairing]) -> Markup:
    meetings = [
        _meeting(material, pairing, tallies, _marked(material, number, tallies))
        for pairing, tallies in zip(pairings, played.tallies, strict=True)
    ]
    byes = [element("p", f"Bye: {', '.join(played.round.byes)}", class_="byes")] if played.round.byes else []
    return element("li", element("h3", f"Round {number}"), element("ul", *meetings, class_="meetings"), *byes)


def _meeting(material: Material, pairing: Pairing, tallies: Mapping[str, Tally], marked: set[str]) -> Markup:
    return element(
        "li",
        element("p", link(material.links.pairing(pairing.number), f"Pairing {pairing.number}"), class_="small"),
        element("ul", *_entrants(pairing, tallies, marked)),
        class_="meeting",
    )


def _entrants(pairing: Pairing, tallies: Mapping[str, Tally], marked: set[str]) -> Iterator[Markup]:
    for name in pairing.entrants:
        lead = lead_text(tallies[name].lead) if name in tallies else "not played"
        sign = element("span", "\u25b2 ", aria_label="ahead: ", role="img") if name in marked else Markup()
        shown = element("span", sign, name)
        yield element("li", shown, element("span", lead), class_="ahead" if name in marked else "other")


def _marked(material: Material, number: int, tallies: Mapping[str, Tally]) -> set[str]:
    """Who came out of a meeting ahead, or in an elimination who went on."""
    if not tallies:
        return set()
    played = material.course.played
    if _is_elimination(material):
        if number < len(played):
            following = played[number].round
            there = {name for group in following.meetings for name in group} | set(following.byes)
        else:
            there = {row.entrant.name for row in material.standings.rows if row.rank == 1}
        return there & set(tallies)
    best = max(tally.points for tally in tallies.values())
    ahead = {name for name, tally in tallies.items() if tally.points == best}
    return ahead if len(ahead) == 1 else set()
