"""The built-in bots in words."""

from typing import Final

from euchre_referee.api.phrases import LOCALES, Phrase

_SUMMARIES: Final = {
    "random": Phrase(
        "Plays any legal action, each as likely as the next.",
        "Joue n'importe quelle action permise, toutes aussi probables.",
        "Doet zomaar een toegestane actie, alle even waarschijnlijk.",
    ),
    "first": Phrase(
        "Plays the first legal action by its name, always the same.",
        "Joue la première action permise par ordre alphabétique, toujours la même.",
        "Doet de eerste toegestane actie op alfabet, altijd dezelfde.",
    ),
    "greedy": Phrase(
        "Calls on the worth of its cards, plays high when it can win and low when it cannot.",
        "Annonce selon la valeur de ses cartes, joue haut quand il peut gagner et bas sinon.",
        "Biedt op de waarde van zijn kaarten, speelt hoog als het kan winnen en anders laag.",
    ),
    "careful": Phrase(
        "Counts cards and weighs points and scores.",
        "Compte les cartes et pèse les points et les scores.",
        "Telt kaarten en weegt punten en standen.",
    ),
    "montecarlo": Phrase(
        "Deals the unseen cards many times and plays each such deal out; the strongest, and it takes its time.",
        "Redistribue maintes fois les cartes cachées et joue chaque donne ; le plus fort, et il prend son temps.",
        "Verdeelt de ongeziene kaarten vele malen en speelt elk spel uit; de sterkste, en hij neemt de tijd.",
    ),
}


def bot_summary(bot: str, locale: str) -> str:
    """How a built-in bot plays, in a language of LOCALES."""
    return _SUMMARIES[bot][LOCALES.index(locale)]
