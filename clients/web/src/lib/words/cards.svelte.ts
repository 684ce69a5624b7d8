/** Cards and suits in the chosen language. */
import { suitCard, JOKER, type Rank, type SuitLetter, type TrumpLetter } from "../cards/card.ts";
import { cardWords } from "../i18n/cards.ts";
import { translator } from "../i18n/translate.svelte.ts";

const t = translator(cardWords);

const SUIT_KEYS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades", n: "noTrump" } as const;
export const SUIT_SIGNS: Readonly<Record<SuitLetter, string>> = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** "hearts", "no trump". */
export function suitName(suit: TrumpLetter): string {
  return t(SUIT_KEYS[suit]);
}

/** What stands in the corner of a card: 10, or the language's letter of a court card. */
export function rankIndex(rank: Rank): string {
  return rank === "T" || rank === "J" || rank === "Q" || rank === "K" || rank === "A" ? t(rank) : rank;
}

/** "jack of hearts", for what is read aloud. Null is a card that one may not see. */
export function cardName(card: string | null): string {
  if (card === null) return t("hidden");
  const parts = suitCard(card);
  if (!parts) return card === JOKER ? t("joker") : card;
  return t("cardName", { rank: t(`${parts.rank}name`), suit: suitName(parts.suit) });
}

/** "J♥", for what is read in passing. */
export function cardSign(card: string | null): string {
  if (card === null) return t("hidden");
  const parts = suitCard(card);
  if (!parts) return card === JOKER ? t("joker") : card;
  return rankIndex(parts.rank) + SUIT_SIGNS[parts.suit];
}

/** What the back of a card is called. */
export function backName(): string {
  return t("back");
}

/** The joker's sign in the corner. */
export function jokerIndex(): string {
  return t("jokerIndex");
}
