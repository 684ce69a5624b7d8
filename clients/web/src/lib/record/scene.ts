/** What lies on the table at one moment of a deal that everybody may see whole. */

import type { DealAnswer } from "./answer.ts";
import type { TrumpLetter } from "../cards/card.ts";

export interface Played {
  /** Null where a file does not tell who played it. */
  readonly seat: number | null;
  readonly card: string;
}

export interface Scene {
  /** By seat, as far as the cards are known. */
  readonly hands: readonly (readonly string[])[];
  /** By seat: the cards given away face down. */
  readonly away: readonly (readonly string[])[];
  /** The cards dealt to nobody, the turn-up first where there is one. */
  readonly talon: readonly string[];
  readonly dead: readonly string[];
  readonly dealer: number;
  readonly turnUp: string | null;
  readonly turnedDown: boolean;
  /** The suit that may be accepted. */
  readonly proposed: TrumpLetter | null;
  readonly trump: TrumpLetter | null;
  /** In an auction of tricks the highest bidder so far. */
  readonly maker: number | null;
  readonly bid: number | null;
  readonly alone: boolean;
  readonly loneDefender: number | null;
  readonly sitsOut: readonly number[];
  readonly stayed: readonly number[];
  readonly withdrew: readonly number[];
  /** The card that was called for a partner. */
  readonly called: string | null;
  readonly partner: number | null;
  /** The trick under way, or until the next action the one that was taken last. */
  readonly trick: readonly Played[];
  /** From 1; 0 before the first. */
  readonly trickNumber: number;
  /** Who took the trick that lies on the table. */
  readonly winner: number | null;
  readonly tricks: readonly number[];
  /** Of a deal that is over. */
  readonly result: DealAnswer | null;
}

/** The table as a deal begins. */
export function dealtScene(dealer: number, hands: readonly (readonly string[])[], talon: readonly string[]): Scene {
  return {
    hands,
    away: hands.map(() => []),
    talon,
    dead: [],
    dealer,
    turnUp: null,
    turnedDown: false,
    proposed: null,
    trump: null,
    maker: null,
    bid: null,
    alone: false,
    loneDefender: null,
    sitsOut: [],
    stayed: [],
    withdrew: [],
    called: null,
    partner: null,
    trick: [],
    trickNumber: 0,
    winner: null,
    tricks: hands.map(() => 0),
    result: null,
  };
}

/** The scene after a seat's hand has changed: a card more, a card fewer, the latter perhaps laid away. */
export function withHand(scene: Scene, seat: number, change: { add?: string; drop?: string; away?: boolean }): Scene {
  const { add, drop, away } = change;
  const hand = scene.hands[seat] ?? [];
  const kept = drop === undefined ? hand : hand.filter((card) => card !== drop);
  const hands = replaced(scene.hands, seat, add === undefined ? kept : [...kept, add]);
  if (drop === undefined || !away) return { ...scene, hands };
  return { ...scene, hands, away: replaced(scene.away, seat, [...(scene.away[seat] ?? []), drop]) };
}

/** The scene after a card is put to the trick; with so many playing a full trick is taken. */
export function withPlay(scene: Scene, play: Played, active: number, taker: (trick: readonly Played[]) => number | null): Scene {
  const begins = scene.winner !== null || scene.trick.length === 0 || scene.trick.length >= active;
  const trick = begins ? [play] : [...scene.trick, play];
  const trickNumber = begins ? scene.trickNumber + 1 : scene.trickNumber;
  const held = play.seat === null ? scene : withHand(scene, play.seat, { drop: play.card });
  const winner = trick.length === active ? taker(trick) : null;
  const tricks = winner === null ? scene.tricks : scene.tricks.map((taken, seat) => taken + Number(seat === winner));
  return { ...held, trick, trickNumber, winner, tricks };
}

function replaced<T>(list: readonly T[], place: number, item: T): T[] {
  return list.map((each, at) => (at === place ? item : each));
}
