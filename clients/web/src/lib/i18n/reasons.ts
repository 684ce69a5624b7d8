import { words } from "./locale.ts";

/** Why a record, a deal or an action is refused (docs/records.md), said of somebody else's play. */
export const reasonWords = words({
  en: {
    UNREADABLE_RECORD: "This is no readable record.", INVALID_RULESET: "The rule set cannot be played.",
    DEAL_UNFINISHED: "The game goes on although this deal is not finished.", GAME_OVER: "The game was over before.",
    WRONG_HAND_SIZE: "The number of cards is wrong.", CARD_NOT_IN_DECK: "This card is not in the deck.", DUPLICATE_CARD: "A card is there twice.",
    WRONG_TALON_SIZE: "The talon has not the right number of cards.", WRONG_DEALER: "It is another seat's turn to deal.",
    DEAL_OVER: "The deal was over before.", MALFORMED_ACTION: "This is no action.", NOT_YOUR_TURN: "It is another seat's turn.",
    ACTION_NOT_ALLOWED_NOW: "This action is not offered in this step.", CARD_NOT_IN_HAND: "The seat does not hold this card.",
    MUST_FOLLOW_SUIT: "A revoke: the seat holds the suit led and must follow.", CARD_NOT_ALLOWED: "This card may not be chosen here.",
    BID_OUT_OF_RANGE: "A bid is 1 to 5 tricks.", BID_TOO_LOW: "The bid is below the minimum or not above the best one.",
    SUIT_NOT_ALLOWED: "This suit may not be named.", MUST_NAME_TRUMP: "The seat must name a suit.",
    MUST_GO_ALONE: "The dealer's partner may only order alone.", CLAIM_NOT_ALLOWED: "This hand may not claim a misdeal.",
  },
  fr: {
    UNREADABLE_RECORD: "Ceci n'est pas une partie lisible.", INVALID_RULESET: "Ces règles ne sont pas jouables.",
    DEAL_UNFINISHED: "La partie continue alors que cette donne n'est pas finie.", GAME_OVER: "La partie était déjà terminée.",
    WRONG_HAND_SIZE: "Le nombre de cartes est faux.", CARD_NOT_IN_DECK: "Cette carte n'est pas dans le jeu.", DUPLICATE_CARD: "Une carte y est deux fois.",
    WRONG_TALON_SIZE: "Le talon n'a pas le bon nombre de cartes.", WRONG_DEALER: "C'est à une autre place de donner.",
    DEAL_OVER: "La donne était déjà terminée.", MALFORMED_ACTION: "Ce n'est pas une action.", NOT_YOUR_TURN: "C'est à une autre place.",
    ACTION_NOT_ALLOWED_NOW: "Cette action n'est pas proposée à cette étape.", CARD_NOT_IN_HAND: "La place n'a pas cette carte.",
    MUST_FOLLOW_SUIT: "Renonce : la place a la couleur demandée et doit fournir.", CARD_NOT_ALLOWED: "Cette carte ne peut pas être choisie ici.",
    BID_OUT_OF_RANGE: "Une enchère va de 1 à 5 plis.", BID_TOO_LOW: "L'enchère est sous le minimum ou ne dépasse pas la meilleure.",
    SUIT_NOT_ALLOWED: "Cette couleur ne peut être nommée.", MUST_NAME_TRUMP: "La place doit nommer une couleur.",
    MUST_GO_ALONE: "Le partenaire du donneur ne peut commander qu'en solo.", CLAIM_NOT_ALLOWED: "Cette main ne permet pas de demander une nouvelle donne.",
  },
  nl: {
    UNREADABLE_RECORD: "Dit is geen leesbaar verslag.", INVALID_RULESET: "Met deze regels kan niet worden gespeeld.",
    DEAL_UNFINISHED: "De partij gaat verder hoewel dit spel niet af is.", GAME_OVER: "De partij was al afgelopen.",
    WRONG_HAND_SIZE: "Het aantal kaarten klopt niet.", CARD_NOT_IN_DECK: "Deze kaart zit niet in het spel.", DUPLICATE_CARD: "Een kaart komt twee keer voor.",
    WRONG_TALON_SIZE: "De stok heeft niet het juiste aantal kaarten.", WRONG_DEALER: "Een andere plaats moet delen.",
    DEAL_OVER: "Het spel was al uit.", MALFORMED_ACTION: "Dit is geen actie.", NOT_YOUR_TURN: "Een andere plaats is aan de beurt.",
    ACTION_NOT_ALLOWED_NOW: "Deze actie wordt in deze stap niet aangeboden.", CARD_NOT_IN_HAND: "De plaats heeft deze kaart niet.",
    MUST_FOLLOW_SUIT: "Verzaakt: de plaats heeft de gevraagde kleur en moet bekennen.", CARD_NOT_ALLOWED: "Deze kaart mag hier niet worden gekozen.",
    BID_OUT_OF_RANGE: "Een bod is 1 tot 5 slagen.", BID_TOO_LOW: "Het bod is onder het minimum of niet hoger dan het beste.",
    SUIT_NOT_ALLOWED: "Deze kleur mag niet worden genoemd.", MUST_NAME_TRUMP: "De plaats moet een kleur noemen.",
    MUST_GO_ALONE: "De maat van de deler mag alleen solo bestellen.", CLAIM_NOT_ALLOWED: "Met deze hand mag geen nieuwe gift worden gevraagd.",
  },
});
