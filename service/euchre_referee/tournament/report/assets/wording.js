// Cards, actions and steps in words, for whoever reads and whoever listens.
"use strict";

(function (root) {
  const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades", n: "no trump" };
  const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠", n: "no trump" };
  const RANKS = { 7: "seven", 8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };
  const PHASES = {
    joker: "the dealer names a suit for the joker", claim: "claims of a misdeal", order: "ordering up",
    name: "naming trump", bid: "bidding", trump: "naming trump", partner: "calling a partner",
    pick_up: "the dealer puts a card away", exchange: "exchanging for the turned card", best: "asking for the partner's best",
    give: "giving the best card", defend: "defending alone", stay: "staying or withdrawing", play: "play",
    between_deals: "the deal is over", game_over: "the game is over",
  };
  const OUTCOMES = {
    MADE: "the maker made it", MARCH: "a march: all tricks", EUCHRED: "the maker is euchred",
    NO_MAKER: "nobody had made trump", UNCONTESTED: "everybody else withdrew", THROWN_IN: "all passed, the deal is thrown in",
    MISDEAL: "a misdeal, the deal is void", LOST: "the deal is lost",
  };

  function cardWords(card) {
    return card === "B" ? "joker" : `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
  }

  function cardSigns(card) {
    return card === "B" ? "★" : `${card[0] === "T" ? "10" : card[0]}${SIGNS[card[1]]}`;
  }

  const alone = (word) => (word === "alone" ? ", alone" : "");

  // What a seat did, as "orders hearts up, alone"; `say` turns a card into words or signs.
  function deedWords(deed, say) {
    const [kind, first, second] = deed.split(" ");
    switch (kind) {
      case "pass": return "passes";
      case "order": return `orders it up${alone(first)}`;
      case "take": return `takes the turned card${alone(first)}`;
      case "name": return `names ${SUITS[first]}${alone(second)}`;
      case "bid": return `bids ${first}`;
      case "partner": return `calls the ${say(first)} for a partner`;
      case "alone": return "goes alone";
      case "claim": return "claims a misdeal";
      case "discard": return `puts the ${say(first)} away`;
      case "give": return `gives the ${say(first)}`;
      case "swap": return `exchanges the ${say(first)} for the turned card`;
      case "keep": return "exchanges nothing";
      case "defend": return "defends alone";
      case "stay": return "stays";
      case "withdraw": return "withdraws";
      case "play": return `plays the ${say(first)}`;
      case "lost": return "loses the deal";
      default: return deed;
    }
  }

  function duration(milliseconds) {
    return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
  }

  function resultWords(result, names) {
    const points = result.points.map((value, seat) => `${names[seat]} ${value}`).join(", ");
    return `${OUTCOMES[result.outcome] || result.outcome}; points: ${points}`;
  }

  const api = { SUITS, SIGNS, PHASES, cardWords, cardSigns, deedWords, duration, resultWords };
  if (typeof module === "object" && module.exports) module.exports = api;
  else root.EuchreWords = api;
})(typeof self === "undefined" ? globalThis : self);
