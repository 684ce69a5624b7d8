"""The words of `euchre rules` beside presets' summaries and options' meanings, in English, French and Dutch."""

from typing import Final

from euchre_referee.api.phrases import LOCALES, Phrase
from euchre_referee.rules.options import Bidding

_HEADINGS: Final = {
    "preset": Phrase("preset", "variante", "variant"),
    "players": Phrase("players", "joueurs", "spelers"),
    "deck": Phrase("deck", "paquet", "kaartspel"),
    "hands": Phrase("hands", "mains", "handen"),
    "bidding": Phrase("bidding", "enchères", "bieden"),
    "scores": Phrase("scores", "scores", "scores"),
    "options": Phrase("options", "options", "opties"),
    "option": Phrase("option", "option", "optie"),
    "value": Phrase("value", "valeur", "waarde"),
    "default": Phrase("default", "défaut", "standaard"),
    "values": Phrase("values", "valeurs", "waarden"),
    "meaning": Phrase("meaning", "sens", "betekenis"),
    "canonical": Phrase("canonical form", "forme canonique", "canonieke vorm"),
    "hash": Phrase("hash", "empreinte", "hash"),
    "joker": Phrase("joker", "joker", "joker"),
    "in_pairs": Phrase("{players} in pairs", "{players} par paires", "{players} in paren"),
    "each_alone": Phrase("{players}, each alone", "{players}, chacun pour soi", "{players}, ieder voor zich"),
    "cards": Phrase(
        "{cards} cards, {lowest} to A", "{cards} cartes, du {lowest} à l'as", "{cards} kaarten, {lowest} t/m A"
    ),
    "cards_and_joker": Phrase(
        "{cards} cards, {lowest} to A and the joker",
        "{cards} cartes, du {lowest} à l'as et le joker",
        "{cards} kaarten, {lowest} t/m A en de joker",
    ),
    "hand": Phrase("{size} cards each", "{size} cartes chacun", "ieder {size} kaarten"),
    "dead_hand": Phrase("a dead hand", "une main morte", "een dode hand"),
    "turn_up": Phrase("a card turned up", "une carte retournée", "een omgedraaide kaart"),
    "no_turn_up": Phrase("no card turned up", "pas de carte retournée", "geen omgedraaide kaart"),
    "up": Phrase("from {start} up to {target}", "de {start} en montant à {target}", "van {start} op naar {target}"),
    "down": Phrase(
        "from {start} down to {target}", "de {start} en descendant à {target}", "van {start} af naar {target}"
    ),
    "range": Phrase("{low} to {high}", "de {low} à {high}", "{low} tot {high}"),
    "set": Phrase("any of {words}", "au choix : {words}", "naar keuze: {words}"),
    "none": Phrase("none", "aucune", "geen"),
    "more": Phrase(
        "`euchre rules PRESET` explains one with its options; `--set OPTION=VALUE` shows what an option changes.",
        "`euchre rules PRESET` en explique une et ses options ; `--set OPTION=VALEUR` montre ce que change une option.",
        "`euchre rules PRESET` legt er een uit met de opties; `--set OPTIE=WAARDE` toont wat een optie verandert.",
    ),
}

_BIDDING: Final = {
    Bidding.ORDER_UP: Phrase(
        "order up the turned suit, or name another one",
        "commander la couleur retournée, ou en nommer une autre",
        "de omgedraaide kleur bestellen, of een andere noemen",
    ),
    Bidding.NAME_ONLY: Phrase("name a suit", "nommer une couleur", "een kleur noemen"),
    Bidding.DIRTY: Phrase(
        "bid tricks, unless a club is turned",
        "annoncer des plis, sauf si un trèfle est retourné",
        "slagen bieden, tenzij klaveren wordt omgedraaid",
    ),
    Bidding.AUCTION: Phrase(
        "bid tricks, then call a partner",
        "annoncer des plis, puis appeler un partenaire",
        "slagen bieden, daarna een maat roepen",
    ),
    Bidding.BELOTE: Phrase(
        "order the turned suit or take the turned card",
        "commander la couleur retournée ou prendre la carte",
        "de omgedraaide kleur bestellen of de kaart nemen",
    ),
    Bidding.BELOTE4: Phrase(
        "take the turned suit, or name another one",
        "prendre la couleur retournée, ou en nommer une autre",
        "de omgedraaide kleur nemen, of een andere noemen",
    ),
}


def heading(word: str, locale: str) -> str:
    """A word or a pattern of the pages; `locale` is one of `LOCALES`."""
    return _HEADINGS[word][LOCALES.index(locale)]


def bidding_words(bidding: Bidding, locale: str) -> str:
    """How trump is made, in a few words; `locale` is one of `LOCALES`."""
    return _BIDDING[bidding][LOCALES.index(locale)]
