/** A game's proof worked through in the browser (docs/fairness.md, docs/log.md "Proof"); the referee is not asked. */

import {
  cardText,
  commitment,
  dealingOf,
  dealt,
  decode,
  firstDealer,
  fromBase64,
  fromHex,
  shuffledDeck,
  toHex,
  utf8,
  verify,
} from "euchre-verifier";
import { objectIn } from "../record/reading.ts";
import { list } from "../record/telling.ts";

type Json = Readonly<Record<string, unknown>>;

export interface ProofFault {
  /** A key of the record, or `proof.entries[12]` for an entry of the log. */
  readonly place: string;
  readonly text: string;
}

/** The cards of one deal as seed and nonces give them. */
export interface ProvedDeal {
  readonly dealer: number;
  readonly hands: readonly string[];
  readonly talon: string;
  /** Whether they are the record's. */
  readonly agrees: boolean;
}

export interface Proof {
  readonly id: string;
  readonly players: readonly string[];
  readonly inOrder: boolean;
  /** Nobody chose the seed; null where the proof does not say. */
  readonly provable: boolean | null;
  readonly seed: string;
  readonly commitment: string;
  /** Empty in a single game. */
  readonly board: string;
  readonly nonces: readonly string[];
  /** The heads of the chain by version, from 1. */
  readonly heads: readonly string[];
  /** Whoever deals first, as drawn; null where the game's maker fixed it. */
  readonly firstDealer: number | null;
  readonly deals: readonly ProvedDeal[];
  readonly checks: Readonly<Record<Check, boolean>>;
  readonly faults: readonly ProofFault[];
}

export const CHECKS = ["seed", "cards", "chain", "log", "record"] as const;
export type Check = (typeof CHECKS)[number];

/** Works a record's proof through; null where it has none that can be read at all. Never throws. */
export function proofOf(record: Json): Proof | null {
  const proof = objectIn(record["proof"]);
  if (!proof) return null;
  const { faults, heads, inOrder, seeds } = verify(record);
  const text = (key: string) => (typeof proof[key] === "string" ? proof[key] : "");
  const seed = text("seed");
  const deals = attempt(() => provedDeals(record, proof)) ?? [];
  const inProof = faults.filter(({ place }) => place.startsWith("proof"));
  const found = {
    seed: attempt(() => toHex(commitment(fromHex(seed))) === proof["commitment"]) ?? false,
    cards: deals.length === list(record["deals"]).length && deals.every(({ agrees }) => agrees),
    chain: heads.length > 0 && heads.at(-1) === proof["head"],
  };
  return {
    id: typeof record["id"] === "string" ? record["id"] : "",
    players: list(record["players"]).map(String),
    inOrder,
    provable: seeds === null ? null : seeds === "provable",
    seed,
    commitment: text("commitment"),
    board: text("board"),
    nonces: list(proof["nonces"]).map(String),
    heads,
    firstDealer: attempt(() => drawnDealer(record, proof)) ?? null,
    deals,
    checks: { ...found, log: inProof.length === 0, record: heads.length > 0 && inProof.length === faults.length },
    faults,
  };
}

function source(proof: Json): { seed: Uint8Array; nonces: Uint8Array[]; board: Uint8Array } {
  const nonces = list(proof["nonces"]).map((nonce) => fromHex(String(nonce)));
  return { seed: fromHex(String(proof["seed"])), nonces, board: utf8(String(proof["board"])) };
}

function dealingIn(record: Json): ReturnType<typeof dealingOf> {
  const ruleset = objectIn(record["ruleset"]) ?? {};
  return dealingOf(String(ruleset["preset"]), objectIn(ruleset["options"]) ?? {});
}

function provedDeals(record: Json, proof: Json): ProvedDeal[] {
  const dealing = dealingIn(record);
  const from = source(proof);
  const words = (cards: readonly number[]) => cards.map((card) => cardText(card) ?? "").join(" ");
  return list(record["deals"]).map((each, number) => {
    const { dealer, hands: toldHands, talon: toldTalon } = objectIn(each) ?? {};
    const { hands, talon } = dealt(dealing, Number(dealer), shuffledDeck(dealing, from, number));
    const proved = { dealer: Number(dealer), hands: hands.map(words), talon: words(talon) };
    const agrees = String(toldHands) === String(proved.hands) && (toldTalon ?? "") === proved.talon;
    return { ...proved, agrees };
  });
}

const NOBODY = 255;

function drawnDealer(record: Json, proof: Json): number | null {
  const created = decode(fromBase64(String(list(proof["entries"])[0])));
  if (created.kind !== "created" || created.firstDealer !== NOBODY) return null;
  return firstDealer(source(proof), dealingIn(record).players);
}

/** What is damaged is told as faults; here it only cannot be shown. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
