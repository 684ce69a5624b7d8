/** Actions in the record's words, taken apart. */

import { JOKER, suitCard, SUITS, type TrumpLetter } from "../cards/card.ts";

export interface Move {
  readonly seat: number;
  /** The first word: "play", "pass", "name" ... */
  readonly deed: string;
  readonly card: string | null;
  readonly suit: TrumpLetter | null;
  readonly tricks: number | null;
  readonly alone: boolean;
}

/** The move that a text like "2 play Jd" tells; null if it has not the form of one. */
export function parseMove(text: string): Move | null {
  const [seat, deed, first, ...rest] = text.split(" ");
  if (seat === undefined || deed === undefined || !/^(0|[1-9]\d*)$/.test(seat) || rest.length > 1) return null;
  const word = first ?? "";
  return {
    seat: Number(seat),
    deed,
    card: isCard(word) ? word : null,
    suit: deed === "name" ? trumpIn(word) : null,
    tricks: deed === "bid" ? Number(word) : null,
    alone: deed === "alone" || (rest[0] ?? word) === "alone",
  };
}

/** Whether a text names one card. */
export function isCard(text: string): boolean {
  return text === JOKER || suitCard(text) !== null;
}

/** The suit, or no trump, that a letter stands for; null if for none. */
export function trumpIn(letter: string): TrumpLetter | null {
  return ([...SUITS, "n"] as const).find((known) => known === letter) ?? null;
}
