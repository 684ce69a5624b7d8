import { words } from "./locale.ts";

/** Cards and suits; the letters on cards are those of the language. */
export const cardWords = words({
  en: {
    clubs: "clubs", diamonds: "diamonds", hearts: "hearts", spades: "spades", noTrump: "no trump",
    T: "10", J: "J", Q: "Q", K: "K", A: "A",
    "7name": "seven", "8name": "eight", "9name": "nine", Tname: "ten",
    Jname: "jack", Qname: "queen", Kname: "king", Aname: "ace",
    joker: "joker", jokerIndex: "★", cardName: "{rank} of {suit}", hidden: "a card", back: "a card face down",
  },
  fr: {
    clubs: "trèfle", diamonds: "carreau", hearts: "cœur", spades: "pique", noTrump: "sans atout",
    T: "10", J: "V", Q: "D", K: "R", A: "A",
    "7name": "sept", "8name": "huit", "9name": "neuf", Tname: "dix",
    Jname: "valet", Qname: "dame", Kname: "roi", Aname: "as",
    joker: "joker", jokerIndex: "★", cardName: "{rank} de {suit}", hidden: "une carte", back: "une carte cachée",
  },
  nl: {
    clubs: "klaveren", diamonds: "ruiten", hearts: "harten", spades: "schoppen", noTrump: "zonder troef",
    T: "10", J: "B", Q: "V", K: "H", A: "A",
    "7name": "zeven", "8name": "acht", "9name": "negen", Tname: "tien",
    Jname: "boer", Qname: "vrouw", Kname: "heer", Aname: "aas",
    joker: "joker", jokerIndex: "★", cardName: "{suit}{rank}", hidden: "een kaart", back: "een gesloten kaart",
  },
});
