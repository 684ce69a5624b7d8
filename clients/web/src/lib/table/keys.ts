/** Which key makes which call. */
import { type Action, ActionKind } from "../api/referee.ts";
import { suitLetter } from "../cards/card.ts";

const PLAIN: Readonly<Partial<Record<ActionKind, string>>> = {
  [ActionKind.PASS]: "p",
  [ActionKind.ORDER]: "o",
  [ActionKind.ORDER_ALONE]: "O",
  [ActionKind.TAKE]: "t",
  [ActionKind.TAKE_ALONE]: "T",
  [ActionKind.ALONE]: "a",
  [ActionKind.CLAIM]: "m",
  [ActionKind.KEEP]: "k",
  [ActionKind.DEFEND]: "d",
  [ActionKind.STAY]: "s",
  [ActionKind.WITHDRAW]: "w",
};

/** The key of a call, as a keyboard event names it: a capital is the letter with Shift. Empty for a card's action. */
export function callKey(action: Action): string {
  if (action.kind === ActionKind.NAME) return suitLetter(action.suit) ?? "";
  if (action.kind === ActionKind.NAME_ALONE) return (suitLetter(action.suit) ?? "").toUpperCase();
  if (action.kind === ActionKind.BID) return String(action.bid);
  return PLAIN[action.kind] ?? "";
}

/** How a key is written on a button. */
export function keySign(key: string): string {
  return /^[A-Z]$/.test(key) ? `⇧${key}` : key.toUpperCase();
}

/** The key of the card at a place in a row: 1 to 9, then 0; empty beyond. */
export function cardKey(place: number): string {
  return place < 9 ? String(place + 1) : place === 9 ? "0" : "";
}

/** Whether a key pressed there is meant for the table: not while one writes, nor with a modifier. */
export function forTable(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target;
  return !(target instanceof Element && target.closest("input, select, textarea, dialog, [contenteditable]"));
}
