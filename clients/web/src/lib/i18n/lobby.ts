import { words } from "./locale.ts";

/** The lobby and the rules. */
export const lobbyWords = words({
  en: {
    heading: "Play Euchre", lead: "Against bots or friends, by the rules of your choice. A referee keeps order, and every deal can be checked.",
    newGame: "New game", game: "Game", name: "Your name", seats: "Seats", seat: "Seat {seat}", me: "me", freeSeat: "free: by a link",
    bots: "bots", nobodySits: "You only watch: no seat is yours.", clocks: "Clocks", untimed: "no clock", bullet: "bullet", blitz: "blitz", standard: "standard", slow: "slow",
    "sudden-death": "sudden death", clockOf: "{limit} s an action, {bank} s in reserve", clockLimit: "{limit} s an action", clockBank: "{bank} s for the whole game",
    houseRules: "House rules", changed: "{count} changed", play: "Start", options: "Options", reset: "As in the book",
    yours: "Your games", waiting: "Waiting for players", running: "Being played", finished: "Finished", none: "None at the moment.",
    join: "Join", watch: "Watch", goOn: "Go on", look: "Replay", freeCount: "{free} free", refresh: "Refresh", players: "{count} players",
    pairs: "in pairs", each: "each for themselves", rulesHeading: "Rules", rulesLead: "Thirteen games of the Euchre family, each with options.",
    option: "Option", value: "Value", accepted: "Accepted", meaning: "Meaning", from: "{from} to {to}", yes: "yes", no: "no", any: "any of: {values}",
    playThis: "Play this game", moreRules: "All rules of this game", canonical: "Canonical form", hash: "Hash", botPlays: "How the bots play",
  },
  fr: {
    heading: "Jouer à l'euchre", lead: "Contre des robots ou des amis, selon les règles de votre choix. Un arbitre veille, et chaque donne peut être vérifiée.",
    newGame: "Nouvelle partie", game: "Jeu", name: "Votre nom", seats: "Places", seat: "Place {seat}", me: "moi", freeSeat: "libre : par un lien",
    bots: "robots", nobodySits: "Vous regardez seulement : aucune place n'est à vous.", clocks: "Pendules", untimed: "sans pendule", bullet: "éclair", blitz: "blitz", standard: "normale", slow: "lente",
    "sudden-death": "mort subite", clockOf: "{limit} s par action, {bank} s en réserve", clockLimit: "{limit} s par action", clockBank: "{bank} s pour toute la partie",
    houseRules: "Règles de la maison", changed: "{count} changées", play: "Commencer", options: "Options", reset: "Comme au règlement",
    yours: "Vos parties", waiting: "En attente de joueurs", running: "En cours", finished: "Terminées", none: "Aucune pour le moment.",
    join: "Rejoindre", watch: "Regarder", goOn: "Continuer", look: "Revoir", freeCount: "{free} libres", refresh: "Actualiser", players: "{count} joueurs",
    pairs: "par paires", each: "chacun pour soi", rulesHeading: "Règles", rulesLead: "Treize jeux de la famille de l'euchre, chacun avec des options.",
    option: "Option", value: "Valeur", accepted: "Admis", meaning: "Signification", from: "de {from} à {to}", yes: "oui", no: "non", any: "parmi : {values}",
    playThis: "Jouer à ce jeu", moreRules: "Toutes les règles de ce jeu", canonical: "Forme canonique", hash: "Empreinte", botPlays: "Comment jouent les robots",
  },
  nl: {
    heading: "Euchre spelen", lead: "Tegen bots of vrienden, met de regels van uw keuze. Een scheidsrechter let op, en elk delen is te controleren.",
    newGame: "Nieuwe partij", game: "Spel", name: "Uw naam", seats: "Plaatsen", seat: "Plaats {seat}", me: "ik", freeSeat: "vrij: met een link",
    bots: "bots", nobodySits: "U kijkt alleen toe: geen plaats is van u.", clocks: "Klokken", untimed: "geen klok", bullet: "bullet", blitz: "blitz", standard: "gewoon", slow: "langzaam",
    "sudden-death": "sudden death", clockOf: "{limit} s per actie, {bank} s in reserve", clockLimit: "{limit} s per actie", clockBank: "{bank} s voor de hele partij",
    houseRules: "Huisregels", changed: "{count} gewijzigd", play: "Beginnen", options: "Opties", reset: "Zoals in het boek",
    yours: "Uw partijen", waiting: "Wachten op spelers", running: "Aan de gang", finished: "Afgelopen", none: "Op dit moment geen.",
    join: "Meedoen", watch: "Kijken", goOn: "Verder", look: "Terugkijken", freeCount: "{free} vrij", refresh: "Verversen", players: "{count} spelers",
    pairs: "in paren", each: "ieder voor zich", rulesHeading: "Regels", rulesLead: "Dertien spellen uit de familie van euchre, elk met opties.",
    option: "Optie", value: "Waarde", accepted: "Toegestaan", meaning: "Betekenis", from: "{from} tot {to}", yes: "ja", no: "nee", any: "uit: {values}",
    playThis: "Dit spel spelen", moreRules: "Alle regels van dit spel", canonical: "Canonieke vorm", hash: "Hash", botPlays: "Hoe de bots spelen",
  },
});
