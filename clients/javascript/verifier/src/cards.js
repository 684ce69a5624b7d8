/** Cards and actions: the numbers of the log, and the texts of records (docs/log.md, "Kinds"). */

const SUITS = "cdhs";
const RANKS = "789TJQKA";
const TRUMPS = "cdhsn";

/** The joker; any other card is `suit * 8 + rank`. */
export const JOKER = 32;

const NAME = 3;
const NAME_ALONE = 4;
const BID = 7;
const WITH_CARD = new Map([[8, "partner"], [11, "discard"], [12, "give"], [13, "swap"], [18, "play"]]);
const PLAIN = new Map([
  [0, "pass"], [1, "order"], [2, "order alone"], [5, "take"], [6, "take alone"], [9, "alone"], [10, "claim"],
  [14, "keep"], [15, "defend"], [16, "stay"], [17, "withdraw"],
]);

/**
 * A card as records write it; undefined for a number that is none.
 *
 * @param {number} card
 * @returns {string | undefined}
 */
export function cardText(card) {
  if (card === JOKER) {
    return "B";
  }
  return card >= 0 && card < JOKER ? RANKS[card & 7] + SUITS[card >> 3] : undefined;
}

/**
 * An action as records write it; undefined for a code that no log holds.
 *
 * @param {number} code  `kind * 64 + argument`
 * @returns {string | undefined}
 */
export function actionText(code) {
  const [kind, argument] = [code >> 6, code & 63];
  const card = cardText(argument);
  if (WITH_CARD.has(kind)) {
    return card && `${WITH_CARD.get(kind)} ${card}`;
  }
  if (kind === NAME || kind === NAME_ALONE) {
    return TRUMPS[argument] && `name ${TRUMPS[argument]}${kind === NAME_ALONE ? " alone" : ""}`;
  }
  if (kind === BID) {
    return argument < 63 ? `bid ${argument}` : undefined;
  }
  return argument === 0 ? PLAIN.get(kind) : undefined;
}
