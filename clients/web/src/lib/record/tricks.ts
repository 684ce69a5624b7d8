/** Which card takes a trick. */

import { effectiveSuit, JOKER, RANKS, suitCard, type TrumpLetter } from "../cards/card.ts";

const TRUMP = 10;
const [LEFT, RIGHT, HIGHEST] = [20, 21, 22];

/** The place in a trick of the card that takes it. */
export function winningPlace(cards: readonly string[], trump: TrumpLetter | null): number {
  const led = effectiveSuit(cards[0] ?? "", trump);
  let best = 0;
  cards.forEach((card, place) => {
    if (strength(card, led, trump) > strength(cards[best] ?? "", led, trump)) best = place;
  });
  return best;
}

function strength(card: string, led: string | null, trump: TrumpLetter | null): number {
  if (card === JOKER) return HIGHEST;
  const parts = suitCard(card);
  const suit = effectiveSuit(card, trump);
  if (!parts || (suit !== led && suit !== trump)) return -1;
  if (suit !== trump) return RANKS.indexOf(parts.rank);
  if (parts.rank !== "J") return TRUMP + RANKS.indexOf(parts.rank);
  return parts.suit === trump ? RIGHT : LEFT;
}
