/** Actions of the contract in the chosen language: as a button says them, and as a deed is told. */
import { type Action, ActionKind } from "../api/referee.ts";
import { cardText, suitLetter } from "../cards/card.ts";
import { actionWords } from "../i18n/actions.ts";
import { translator } from "../i18n/translate.svelte.ts";
import { cardName, suitName } from "./cards.svelte.ts";

const t = translator(actionWords);

const KEYS = {
  [ActionKind.PASS]: "pass",
  [ActionKind.ORDER]: "order",
  [ActionKind.ORDER_ALONE]: "orderAlone",
  [ActionKind.NAME]: "name",
  [ActionKind.NAME_ALONE]: "nameAlone",
  [ActionKind.TAKE]: "take",
  [ActionKind.TAKE_ALONE]: "takeAlone",
  [ActionKind.BID]: "bid",
  [ActionKind.PARTNER]: "partner",
  [ActionKind.ALONE]: "alone",
  [ActionKind.CLAIM]: "claim",
  [ActionKind.DISCARD]: "discard",
  [ActionKind.GIVE]: "give",
  [ActionKind.SWAP]: "swap",
  [ActionKind.KEEP]: "keep",
  [ActionKind.DEFEND]: "defend",
  [ActionKind.STAY]: "stay",
  [ActionKind.WITHDRAW]: "withdraw",
  [ActionKind.PLAY]: "play",
  [ActionKind.ANSWER]: "answer",
} as const;

function named(action: Action): Record<string, string | number> {
  const suit = suitLetter(action.suit);
  return { card: cardName(cardText(action.card)), suit: suit ? suitName(suit) : "", bid: action.bid };
}

/** What a button for the action says; the dealer's own order is the "take up". */
export function actionLabel(action: Action, dealer = false): string {
  if (dealer && action.kind === ActionKind.ORDER) return t("takeUp");
  if (dealer && action.kind === ActionKind.ORDER_ALONE) return t("takeUpAlone");
  if (action.kind === ActionKind.UNSPECIFIED) return "";
  const label = t(KEYS[action.kind], named(action));
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** What somebody did, or, without a name, the reader. */
export function deed(action: Action, who: string | null): string {
  if (action.kind === ActionKind.UNSPECIFIED) return "";
  const key = KEYS[action.kind];
  return who === null ? t(`${key}You`, named(action)) : t(`${key}Other`, { ...named(action), who });
}
