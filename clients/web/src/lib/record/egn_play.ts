/** What each call and card of a deal in Euchre Game Notation does to the table, as far as the file tells. */

import type { TrumpLetter } from "../cards/card.ts";
import { isCard, trumpIn } from "./actions.ts";
import type { EgnDeal } from "./egn_deal.ts";
import { dealtScene, withHand, withPlay, type Played, type Scene } from "./scene.ts";
import { winningPlace } from "./tricks.ts";

export interface RetoldStep {
  readonly seat: number | null;
  readonly action: string;
  readonly trick: number;
  readonly scene: Scene;
}

export interface Retold {
  readonly first: Scene;
  readonly steps: readonly RetoldStep[];
}

const SEATS = [0, 1, 2, 3] as const;
const SAME_COLOUR = { c: "s", s: "c", d: "h", h: "d" } as const;
/** Stands for a card or call that is not told. */
const UNKNOWN = "?";

/**
 * The steps of a deal. Where it is in doubt who took a trick, the later cards have no seat. `leftOfLoner`: who leads
 * against a lone maker.
 */
export function retold(deal: EgnDeal, toldTrump: TrumpLetter | null, leftOfLoner: boolean): Retold {
  const telling = new Telling(deal, toldTrump, leftOfLoner);
  telling.calls();
  telling.changes();
  telling.tricks();
  return telling.told();
}

class Telling {
  readonly #deal: EgnDeal;
  readonly #toldTrump: TrumpLetter | null;
  readonly #leftOfLoner: boolean;
  readonly #steps: RetoldStep[] = [];
  readonly #first: Scene;
  #scene: Scene;

  constructor(deal: EgnDeal, toldTrump: TrumpLetter | null, leftOfLoner: boolean) {
    this.#deal = deal;
    this.#toldTrump = toldTrump;
    this.#leftOfLoner = leftOfLoner;
    const { dealer, upCard, kitty } = deal;
    const talon = [upCard, ...kitty].filter(Boolean);
    const turnUp = isCard(upCard) ? upCard : null;
    const hands = SEATS.map((seat) => (deal.hands[seat] ?? []).map((card) => cardOf(card, null)));
    this.#first = { ...dealtScene(dealer, hands, talon), turnUp, proposed: trumpIn(upCard.charAt(1)) };
    this.#scene = this.#first;
  }

  calls(): void {
    const { calls, dealer, alone, loneDefender } = this.#deal;
    for (const [at, call] of calls.entries()) {
      const seat = (dealer + 1 + at) % 4;
      const word = alone ? " alone" : "";
      const suit = call === "Order" ? this.#scene.proposed : trumpIn(call);
      if (call === "Pass") this.#add(seat, "pass", at === 3 ? { turnedDown: true } : {});
      else if (call === "Order") this.#add(seat, `order${word}`, this.#made(seat, suit));
      else if (suit) this.#add(seat, `name ${suit}${word}`, { ...this.#made(seat, suit), turnedDown: true });
      else this.#add(seat, UNKNOWN, this.#made(seat, this.#toldTrump));
    }
    if (loneDefender !== null) {
      this.#add(loneDefender, "defend", { loneDefender, sitsOut: [...this.#scene.sitsOut, (loneDefender + 2) % 4] });
    }
  }

  changes(): void {
    const { discard, gift, dealer } = this.#deal;
    const { maker } = this.#scene;
    if (discard) this.#add(dealer, `discard ${discard}`, withHand(this.#scene, dealer, { drop: discard, away: true }));
    if (gift && maker !== null) {
      const partner = (maker + 2) % 4;
      const given = withHand(this.#scene, partner, { drop: gift, away: true });
      this.#add(partner, `give ${gift}`, withHand(given, maker, { add: gift }));
    }
  }

  tricks(): void {
    let leader: number | null = this.#deal.lead ?? this.#firstLeader();
    for (const [at, trick] of this.#deal.tricks.entries()) {
      const order = this.#from(leader);
      const active = SEATS.length - this.#scene.sitsOut.length;
      for (const [place, text] of trick.entries()) {
        const played = { seat: order[place] ?? null, card: cardOf(text, this.#scene.trump) };
        // A trick of the wrong size is a trick all the same.
        const before: Scene = place === 0 ? { ...this.#scene, trick: [], winner: null } : this.#scene;
        const scene = withPlay(before, played, active, (cards) => taker(cards, before.trump));
        this.#add(played.seat, `play ${played.card}`, { ...scene, trickNumber: at + 1 }, at + 1);
      }
      leader = trick.length === active ? this.#scene.winner : null;
    }
  }

  /** Hands that the file does not tell are filled with what is played from them later. */
  told(): Retold {
    const later: string[][] = SEATS.map(() => []);
    const unknown = SEATS.map((seat) => (this.#first.hands[seat] ?? []).length === 0);
    const fill = (scene: Scene): Scene => ({
      ...scene,
      hands: scene.hands.map((hand, seat) => (unknown[seat] ? [...(later[seat] ?? [])] : hand)),
    });
    const steps: RetoldStep[] = [];
    for (const step of [...this.#steps].reverse()) {
      steps.unshift({ ...step, scene: fill(step.scene) });
      const [deed, card = ""] = step.action.split(" ");
      if (step.seat !== null && (deed === "play" || deed === "discard")) later[step.seat]?.unshift(card);
    }
    return { first: fill(this.#first), steps };
  }

  #made(seat: number, trump: TrumpLetter | null): Partial<Scene> {
    const { alone } = this.#deal;
    return { maker: seat, trump, alone, sitsOut: alone ? [(seat + 2) % 4] : [] };
  }

  #add(seat: number | null, action: string, changes: Partial<Scene>, trick = 0): void {
    this.#scene = { ...this.#scene, ...changes };
    this.#steps.push({ seat, action, trick, scene: this.#scene });
  }

  #firstLeader(): number | null {
    const { alone, maker } = this.#scene;
    const before = alone && this.#leftOfLoner && maker !== null ? maker : this.#deal.dealer;
    return this.#from((before + 1) % 4)[0] ?? null;
  }

  #from(leader: number | null): number[] {
    if (leader === null) return [];
    return SEATS.map((at) => (leader + at) % 4).filter((seat) => !this.#scene.sitsOut.includes(seat));
  }
}

function taker(trick: readonly Played[], trump: TrumpLetter | null): number | null {
  const cards = trick.map(({ card }) => card);
  return trump !== null && cards.every(isCard) ? (trick[winningPlace(cards, trump)]?.seat ?? null) : null;
}

/** A card in the record's words; of one that is not told the text as it stands. */
function cardOf(text: string, trump: TrumpLetter | null): string {
  const plain = text.replace(/^N/, "9").replace(/[CDHS]$/, (suit) => suit.toLowerCase());
  if (trump === null || trump === "n") return plain;
  return text === "R" ? `J${trump}` : text === "L" ? `J${SAME_COLOUR[trump]}` : plain;
}
