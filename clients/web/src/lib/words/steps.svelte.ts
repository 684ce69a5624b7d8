/** Steps of a replay in the chosen language. */
import { parseMove } from "../record/actions.ts";
import { actionWords } from "../i18n/actions.ts";
import { reasonWords } from "../i18n/reasons.ts";
import { replayWords } from "../i18n/replay.ts";
import { translator } from "../i18n/translate.svelte.ts";
import { cardSign, suitName } from "./cards.svelte.ts";

const act = translator(actionWords);
const t = translator(replayWords);
const why = translator(reasonWords);

type Deed = keyof typeof actionWords.en;

/** How the seats of a replay are called; where a program sits in several places, with the seat's number. */
export function seatName(players: readonly string[], seat: number | null): string {
  if (seat === null) return t("nobody");
  const name = players[seat];
  if (!name) return t("seat", { number: seat + 1 });
  return players.indexOf(name) === players.lastIndexOf(name) ? name : `${name} (${seat + 1})`;
}

/** What somebody did, from the record's words: "Ann plays J♦."; texts that are no action stand as they are. */
export function deedTold(action: string, who: string): string {
  const told = parts(action);
  return told ? act(`${told.key}Other` as Deed, { ...told.values, who }) : `${who}: ${action}`;
}

/** What could be done: "Play J♦". */
export function choiceTold(action: string): string {
  const told = parts(action);
  const label = told ? act(told.key as Deed, told.values) : action;
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** A reason in a sentence; one that is not known as its word. */
export function reasonTold(reason: string): string {
  return reason in reasonWords.en ? why(reason as keyof typeof reasonWords.en) : reason;
}

function parts(action: string): { key: string; values: Record<string, string | number> } | null {
  const move = parseMove(`0 ${action}`);
  if (!move) return null;
  const { deed, card, suit, tricks, alone } = move;
  const key = alone && deed !== "alone" ? `${deed}Alone` : deed;
  if (!(key in actionWords.en)) return null;
  const text = card ? cardSign(card) : (action.split(" ")[1] ?? "");
  return { key, values: { card: text, suit: suit ? suitName(suit) : "", bid: tricks ?? "" } };
}

