"""Refusals in the caller's language: English, French and Dutch (RULES 1 has the words)."""

from typing import Final, NamedTuple


class Phrase(NamedTuple):
    """One reason in words."""

    en: str
    fr: str
    nl: str


LOCALES: Final = ("en", "fr", "nl")

PHRASES: Final = {
    "ACTION_NOT_ALLOWED_NOW": Phrase(
        "That action is not offered in this step.",
        "Cette action n'est pas proposée à cette étape.",
        "Die actie wordt in deze stap niet aangeboden.",
    ),
    "ALREADY_DECIDED": Phrase(
        "That version is decided already by another action.",
        "Cette version est déjà décidée par une autre action.",
        "Over die versie is al met een andere actie beslist.",
    ),
    "ALREADY_EXISTS": Phrase(
        "The request id was used for something else.",
        "Cet identifiant de requête a servi à autre chose.",
        "Dat verzoeknummer is voor iets anders gebruikt.",
    ),
    "ALREADY_SEATED": Phrase(
        "You hold a seat in this game: name the seat to take another.",
        "Vous avez déjà une place : nommez la place à prendre en plus.",
        "U hebt al een plaats: noem de plaats die u erbij wilt.",
    ),
    "BID_OUT_OF_RANGE": Phrase(
        "A bid is 1 to 5 tricks.", "Une enchère va de 1 à 5 plis.", "Een bod is 1 tot 5 slagen."
    ),
    "BID_TOO_LOW": Phrase(
        "The bid is below the minimum or not above the best one.",
        "L'enchère est sous le minimum ou ne dépasse pas la meilleure.",
        "Het bod is onder het minimum of niet hoger dan het beste.",
    ),
    "BOARD_NOT_FOUND": Phrase("There is no such board.", "Cette donne n'existe pas.", "Dat spel bestaat niet."),
    "BUSY": Phrase(
        "The referee is busy: try again in a moment.",
        "L'arbitre est occupé : réessayez dans un instant.",
        "De scheidsrechter is bezet: probeer het zo weer.",
    ),
    "CARD_NOT_ALLOWED": Phrase(
        "That card may not be chosen here.",
        "Cette carte ne peut pas être choisie ici.",
        "Die kaart mag hier niet worden gekozen.",
    ),
    "CARD_NOT_IN_HAND": Phrase("You do not hold that card.", "Vous n'avez pas cette carte.", "U hebt die kaart niet."),
    "CLAIM_NOT_ALLOWED": Phrase(
        "This hand may not claim a misdeal.",
        "Cette main ne permet pas de demander une nouvelle donne.",
        "Met deze hand mag geen nieuwe gift worden gevraagd.",
    ),
    "DEAL_OVER": Phrase("The deal is over.", "La donne est terminée.", "Het spel is uit."),
    "DRAINING": Phrase(
        "This referee is closing: connect again.",
        "Cet arbitre s'arrête : reconnectez-vous.",
        "Deze scheidsrechter sluit: maak opnieuw verbinding.",
    ),
    "ENTRANTS_UNFIT": Phrase(
        "The entrants do not fit what was chosen for this tournament.",
        "Les participants ne conviennent pas à ce qui a été choisi pour ce tournoi.",
        "De deelnemers passen niet bij wat voor dit toernooi is gekozen.",
    ),
    "ENTRANT_NOT_FOUND": Phrase(
        "The tournament has no such entrant.",
        "Le tournoi n'a pas ce participant.",
        "Het toernooi heeft die deelnemer niet.",
    ),
    "GAME_FULL": Phrase("Every seat is taken.", "Toutes les places sont prises.", "Alle plaatsen zijn bezet."),
    "GAME_NOT_FOUND": Phrase("There is no such game.", "Cette partie n'existe pas.", "Die partij bestaat niet."),
    "GAME_NOT_STARTED": Phrase(
        "The game has not begun: seats are free.",
        "La partie n'a pas commencé : des places sont libres.",
        "De partij is niet begonnen: er zijn plaatsen vrij.",
    ),
    "GAME_OVER": Phrase("The game is over.", "La partie est terminée.", "De partij is afgelopen."),
    "GAME_SEALED": Phrase(
        "This referee does not have the key that the game is sealed with.",
        "Cet arbitre n'a pas la clé avec laquelle la partie est scellée.",
        "Deze scheidsrechter heeft de sleutel niet waarmee de partij is verzegeld.",
    ),
    "HISTORY_CHANGED": Phrase(
        "The game's history is another one than you decided on.",
        "L'historique de la partie n'est pas celui de votre décision.",
        "De partij heeft een ander verloop dan waarop u besliste.",
    ),
    "INTERNAL": Phrase(
        "The referee made an error; it is on record.",
        "L'arbitre a fait une erreur ; elle est notée.",
        "De scheidsrechter maakte een fout; die is vastgelegd.",
    ),
    "INVALID_REQUEST": Phrase(
        "The request cannot be understood.",
        "La requête est incompréhensible.",
        "Het verzoek is niet te begrijpen.",
    ),
    "INVALID_RULESET": Phrase(
        "The rule set cannot be played.",
        "Ces règles ne sont pas jouables.",
        "Met deze regels kan niet worden gespeeld.",
    ),
    "MALFORMED_ACTION": Phrase("That is no action.", "Ce n'est pas une action.", "Dat is geen actie."),
    "MUST_FOLLOW_SUIT": Phrase(
        "You hold the suit that was led and must follow.",
        "Vous avez la couleur demandée et devez fournir.",
        "U hebt de gevraagde kleur en moet bekennen.",
    ),
    "MUST_GO_ALONE": Phrase(
        "The dealer's partner may only order alone.",
        "Le partenaire du donneur ne peut commander qu'en solo.",
        "De maat van de deler mag alleen solo bestellen.",
    ),
    "MUST_NAME_TRUMP": Phrase("You must name a suit.", "Vous devez nommer une couleur.", "U moet een kleur noemen."),
    "NOT_SEATED": Phrase("You do not hold that seat.", "Vous n'occupez pas cette place.", "U hebt die plaats niet."),
    "NOT_YOUR_TURN": Phrase("It is not your turn.", "Ce n'est pas à vous.", "U bent niet aan de beurt."),
    "PERMISSION_DENIED": Phrase(
        "Your token does not allow that.",
        "Votre jeton ne le permet pas.",
        "Uw toegangsbewijs staat dat niet toe.",
    ),
    "RECORD_WITHHELD": Phrase(
        "This game belongs to a board: only operators may see it.",
        "Cette partie fait partie d'un tournoi : seuls les opérateurs peuvent la voir.",
        "Deze partij hoort bij een toernooi: alleen operators mogen haar zien.",
    ),
    "ROUND_OVER": Phrase(
        "A later round was drawn from what that game came to.",
        "Une ronde suivante a été établie d'après le résultat de cette partie.",
        "Uit de uitslag van die partij is al een volgende ronde gevolgd.",
    ),
    "SEAT_REQUIRED": Phrase(
        "You hold several seats: say which one.",
        "Vous avez plusieurs places : dites laquelle.",
        "U hebt meer plaatsen: zeg welke.",
    ),
    "SEAT_TAKEN": Phrase("That seat is taken.", "Cette place est prise.", "Die plaats is bezet."),
    "STORE_UNAVAILABLE": Phrase(
        "The store does not answer: decide again, the same decision counts once.",
        "Le stockage ne répond pas : redécidez, la même décision ne compte qu'une fois.",
        "De opslag antwoordt niet: beslis opnieuw, dezelfde beslissing telt één keer.",
    ),
    "SUIT_NOT_ALLOWED": Phrase(
        "That suit may not be named.", "Cette couleur ne peut être nommée.", "Die kleur mag niet worden genoemd."
    ),
    "SUPERSEDED": Phrase(
        "A newer stream of the same session took over.",
        "Un flux plus récent de la même session a pris le relais.",
        "Een nieuwere verbinding van dezelfde sessie nam het over.",
    ),
    "TIME_OVER": Phrase(
        "The time was over and the referee acted for you.",
        "Le temps était écoulé et l'arbitre a agi pour vous.",
        "De tijd was om en de scheidsrechter handelde voor u.",
    ),
    "TOURNAMENT_NOT_FOUND": Phrase(
        "There is no such tournament.", "Ce tournoi n'existe pas.", "Dat toernooi bestaat niet."
    ),
    "TOURNAMENT_NOT_STARTED": Phrase(
        "The tournament has not started.", "Le tournoi n'a pas commencé.", "Het toernooi is niet begonnen."
    ),
    "TOURNAMENT_OVER": Phrase("The tournament is over.", "Le tournoi est terminé.", "Het toernooi is afgelopen."),
    "TOURNAMENT_STARTED": Phrase(
        "The tournament has started: nobody can enter any more.",
        "Le tournoi a commencé : on ne peut plus s'y inscrire.",
        "Het toernooi is begonnen: niemand kan nog meedoen.",
    ),
    "UNAUTHENTICATED": Phrase(
        "A valid token is needed.", "Un jeton valable est nécessaire.", "Een geldig toegangsbewijs is nodig."
    ),
}


def locale_of(accepted: str) -> str:
    """The language to answer in, from a list as `accept-language` has it; English if none of it is spoken here."""
    for part in accepted.lower().split(","):
        language = part.strip().split(";")[0].split("-")[0].split("_")[0]
        if language in LOCALES:
            return language
    return "en"


def phrase(reason: str, locale: str) -> str:
    """A reason in words."""
    words = PHRASES.get(reason)
    return reason if words is None else words[LOCALES.index(locale)]
