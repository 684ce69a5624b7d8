/** What each action of a record does to the table. Only for showing: whether it was allowed is the service's to say. */

import { parseMove, trumpIn, type Move } from "./actions.ts";
import type { DealAnswer } from "./answer.ts";
import { JOKER, type TrumpLetter } from "../cards/card.ts";
import type { Table } from "./presets.ts";
import { dealtScene, withHand, withPlay, type Scene } from "./scene.ts";
import { winningPlace } from "./tricks.ts";

/** A deal as a record writes it. */
export interface DealText {
  readonly dealer: number;
  readonly hands: readonly string[];
  readonly talon?: string;
  readonly actions?: readonly string[];
}

/** What bears on showing a deal beside its cards. */
export interface Setting {
  readonly table: Table;
  /** A turned joker's dealer proposes a suit and makes none. */
  readonly jokerProposes: boolean;
  /** What the deal came to, or where it stands: what nobody named is found here. */
  readonly told: Pick<DealAnswer, "maker" | "trump"> | null;
}

/** The table as dealt, and after each action that has the form of one. */
export function scenes(deal: DealText, setting: Setting): Scene[] {
  const found = [opening(deal, setting)];
  const moves = (deal.actions ?? []).map(parseMove);
  for (const [at, move] of moves.entries()) {
    const scene = found[found.length - 1];
    if (!move || !scene || move.seat >= setting.table.players) return found;
    found.push(follow(withTrump(scene, move, setting), move, at, setting));
  }
  return found;
}

function opening(deal: DealText, { table, told }: Setting): Scene {
  const cards = (text: string) => text.split(" ").filter(Boolean);
  const hands = Array.from({ length: table.players }, (_, seat) => cards(deal.hands[seat] ?? ""));
  const dead = deal.hands.slice(table.players).flatMap(cards);
  const talon = cards(deal.talon ?? "");
  const first = { ...dealtScene(deal.dealer, hands, talon), dead };
  const [top] = talon;
  if (top === undefined || table.buries) return first;
  const proposed = trumpIn(top.charAt(1));
  const [begins] = deal.actions ?? [];
  const forced = table.countsDown && proposed === "c" && told?.maker === null && told.trump === "c";
  const asked = begins !== undefined && parseMove(begins)?.deed === "pass";
  return { ...first, turnUp: top, proposed, trump: forced && !asked ? "c" : null };
}

const BIDDING = new Set(["pass", "bid", "order", "take", "name", "claim"]);

/** Trump that follows without being named, by the time that an action needs it. */
function withTrump(scene: Scene, { deed }: Move, { told }: Setting): Scene {
  if (scene.trump !== null || BIDDING.has(deed)) return scene;
  const trump = told?.trump ?? scene.proposed;
  return { ...scene, trump, turnedDown: scene.turnUp !== null && trump !== scene.proposed };
}

function follow(scene: Scene, move: Move, at: number, setting: Setting): Scene {
  const { seat, deed, card } = move;
  switch (deed) {
    case "pass":
      return scene;
    case "bid":
      return { ...scene, maker: seat, bid: move.tricks };
    case "order":
    case "take":
      return made(scene, move, scene.proposed, deed === "order" && setting.table.dealerPicksUp, setting);
    case "name":
      return named(scene, move, at, setting);
    case "alone":
      return { ...scene, alone: true };
    case "partner":
      return { ...scene, called: card };
    case "discard":
      return card ? withHand(scene, seat, { drop: card, away: true }) : scene;
    case "swap":
      return card && scene.turnUp ? withHand(scene, seat, { drop: card, away: true, add: scene.turnUp }) : scene;
    case "give":
      return card && scene.maker !== null ? given(scene, seat, scene.maker, card) : scene;
    case "defend":
      return { ...scene, loneDefender: seat, sitsOut: [...scene.sitsOut, partnerOf(seat)].sort() };
    case "stay":
      return { ...scene, stayed: [...scene.stayed, seat].sort() };
    case "withdraw":
      return { ...scene, withdrew: [...scene.withdrew, seat].sort() };
    case "play":
      return card ? played(scene, seat, card, setting) : scene;
    default:
      return scene;
  }
}

function named(scene: Scene, move: Move, at: number, setting: Setting): Scene {
  const joker = scene.turnUp === JOKER && at === 0;
  if (joker && setting.jokerProposes) return { ...scene, proposed: move.suit };
  if (joker) return made({ ...scene, proposed: move.suit }, move, move.suit, true, setting);
  const auction = scene.bid !== null;
  const next = made(scene, move, move.suit, false, setting);
  return { ...next, turnedDown: scene.turnUp !== null && !auction };
}

function made(scene: Scene, { seat, alone }: Move, trump: TrumpLetter | null, picksUp: boolean, { table }: Setting): Scene {
  const sitsOut = alone && table.partners ? [partnerOf(seat)] : [];
  const next = { ...scene, trump, maker: seat, alone, sitsOut };
  return picksUp && scene.turnUp ? withHand(next, scene.dealer, { add: scene.turnUp }) : next;
}

function given(scene: Scene, from: number, to: number, card: string): Scene {
  return withHand(withHand(scene, from, { drop: card, away: true }), to, { add: card });
}

function played(scene: Scene, seat: number, card: string, { table }: Setting): Scene {
  const active = table.players - scene.sitsOut.length - scene.withdrew.length;
  const { trump } = scene;
  const next = withPlay(scene, { seat, card }, active, (trick) => trick[winningPlace(trick.map((each) => each.card), trump)]?.seat ?? null);
  return card === scene.called ? { ...next, partner: seat } : next;
}

function partnerOf(seat: number): number {
  return (seat + 2) % 4;
}
