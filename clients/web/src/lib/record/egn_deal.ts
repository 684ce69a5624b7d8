/** One deal of Euchre Game Notation as it is written, with its older names of fields. */

import { objectIn } from "./reading.ts";

export interface EgnDeal {
  readonly dealer: number;
  /** Empty where the file does not tell it. */
  readonly upCard: string;
  readonly hands: readonly (readonly string[])[];
  readonly kitty: readonly string[];
  readonly calls: readonly string[];
  readonly alone: boolean;
  readonly loneDefender: number | null;
  readonly discard: string;
  /** What a lone maker's partner gave. */
  readonly gift: string;
  readonly lead: number | null;
  readonly tricks: readonly (readonly string[])[];
}

/** The deal of a JSON value; what is missing is empty. */
export function egnDeal(value: unknown): EgnDeal {
  const deal = objectIn(value) ?? {};
  const state = objectIn(deal["initialState"] ?? deal["initial_state"]) ?? {};
  const phases = (Array.isArray(deal["phases"]) ? deal["phases"] : []).map((phase) => objectIn(phase) ?? {});
  const bidding = phases.find((phase) => phase["type"] === "EUCHRE_BIDDING") ?? {};
  const play = phases.find((phase) => String(phase["type"]).startsWith("TRICK_PLAY")) ?? {};
  const [exchange] = lists(bidding["cardExchanges"] ?? bidding["card_exchanges"]);
  const defender = [bidding, play].map((phase) => seat(phase["aloneDefender"] ?? phase["alone_defender"]));
  return {
    dealer: seat(state["dealer"]) ?? 0,
    upCard: text(state["upCard"] ?? state["up_card"]),
    hands: lists(state["playerCards"] ?? state["player_cards"]).map(texts),
    kitty: texts(state["kitty"]),
    calls: texts(bidding["calls"]),
    alone: [bidding, play].some((phase) => (phase["isAlone"] ?? phase["is_alone"]) === true),
    loneDefender: defender.find((each) => each !== null) ?? null,
    discard: text(bidding["discard"]),
    gift: texts(objectIn(exchange)?.["cards"])[0] ?? "",
    lead: seat(play["initialLead"] ?? play["initial_lead"]),
    tricks: lists(play["tricks"]).map(texts).filter((trick) => trick.length > 0),
  };
}

function lists(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function texts(value: unknown): string[] {
  return lists(value).map(text).filter(Boolean);
}

function seat(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 4 ? value : null;
}

