/** Cards as records write them: a rank 7 8 9 T J Q K A and a suit c d h s, as in "Jh", and "B" for the joker. */

export const SUITS = ["c", "d", "h", "s"] as const;
export type SuitLetter = (typeof SUITS)[number];
/** A trump: a suit, or "n" for none. */
export type TrumpLetter = SuitLetter | "n";

export const RANKS = ["7", "8", "9", "T", "J", "Q", "K", "A"] as const;
export type Rank = (typeof RANKS)[number];

export const JOKER = "B";

export interface SuitCard {
  readonly rank: Rank;
  readonly suit: SuitLetter;
}

/** The rank and suit of a card; null for the joker and for what is no card. */
export function suitCard(text: string): SuitCard | null {
  const rank = RANKS.find((known) => known === text[0]);
  const suit = SUITS.find((known) => known === text[1]);
  return rank && suit && text.length === 2 ? { rank, suit } : null;
}

/** The card that a number of the contract's enum `Card` stands for; null for a hidden one. */
export function cardText(card: number): string | null {
  if (card === 33) return JOKER;
  const suit = SUITS[Math.floor((card - 1) / 8)];
  const rank = RANKS[(card - 1) % 8];
  return card >= 1 && suit && rank ? rank + suit : null;
}

/** The suit that a number of the contract's enum `Suit` stands for; null where nothing has been fixed. */
export function suitLetter(suit: number): TrumpLetter | null {
  return ([null, "c", "d", "h", "s", "n"] as const)[suit] ?? null;
}

const SAME_COLOUR: Readonly<Record<SuitLetter, SuitLetter>> = { c: "s", s: "c", d: "h", h: "d" };

/** The suit that a card belongs to under a trump: the left bower and the joker are trumps. */
export function effectiveSuit(card: string, trump: TrumpLetter | null): SuitLetter | null {
  const parts = suitCard(card);
  if (!parts) return trump === null || trump === "n" ? null : trump;
  if (trump && trump !== "n" && parts.rank === "J" && parts.suit === SAME_COLOUR[trump]) return trump;
  return parts.suit;
}

/** How high a card stands within its suit under a trump; comparable only within one effective suit. */
function height(card: string, trump: TrumpLetter | null): number {
  const parts = suitCard(card);
  if (!parts) return 100;
  if (trump && trump !== "n" && parts.rank === "J") {
    if (parts.suit === trump) return 50;
    if (parts.suit === SAME_COLOUR[trump]) return 49;
  }
  return RANKS.indexOf(parts.rank);
}

/** A hand as people hold it: trumps first, colours alternating, high cards left. */
export function sortedHand(hand: readonly string[], trump: TrumpLetter | null): string[] {
  const order: readonly SuitLetter[] = ["s", "h", "c", "d"];
  const place = (card: string): number => {
    const suit = effectiveSuit(card, trump);
    if (suit === null || suit === trump) return -1;
    return order.indexOf(suit);
  };
  return [...hand].sort((a, b) => place(a) - place(b) || height(b, trump) - height(a, trump));
}
