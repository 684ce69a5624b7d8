/** What a table shows of one seat. */
import type { TrumpLetter } from "../cards/card.ts";

export interface SeatScene {
  readonly seat: number;
  readonly name: string;
  /** The seat is free: nobody has sat down yet. */
  readonly free: boolean;
  readonly me: boolean;
  readonly bot: boolean;
  readonly acting: boolean;
  readonly dealer: boolean;
  readonly maker: boolean;
  readonly alone: boolean;
  readonly loneDefender: boolean;
  readonly sitsOut: boolean;
  readonly withdrew: boolean;
  readonly stayed: boolean;
  readonly partner: boolean;
  /** Tricks bid, of the best bidder. */
  readonly bid: number | null;
  readonly trump: TrumpLetter | null;
  readonly cards: number;
  readonly tricks: number;
  readonly score: number;
  readonly strikes: number;
}
