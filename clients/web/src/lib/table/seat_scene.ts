/** What a table shows of one seat. */
import { type GetViewResponse, Phase, type SeatStanding, type View } from "../api/referee.ts";
import { suitLetter, type TrumpLetter } from "../cards/card.ts";
import type { Names } from "../words/events.svelte.ts";

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

/** The seats of a game as one viewer may see them. */
export function seatScenes(view: View, info: GetViewResponse, standings: readonly SeatStanding[], names: Names): SeatScene[] {
  const trump = suitLetter(view.trump);
  const playing = !view.finished && view.phase !== Phase.BETWEEN_DEALS;
  return info.players.map((player, seat) => ({
    seat,
    name: names.plain(seat),
    free: player === "",
    me: seat === names.me,
    bot: (info.bots[seat] ?? "") !== "",
    acting: view.toAct === seat,
    dealer: view.dealer === seat && view.dealNumber > 0,
    maker: playing && view.maker === seat,
    alone: playing && view.alone && view.maker === seat,
    loneDefender: view.loneDefender === seat,
    sitsOut: view.sitsOut.includes(seat),
    withdrew: view.withdrew.includes(seat),
    stayed: view.stayed.includes(seat) && view.phase === Phase.STAY,
    partner: view.partner === seat,
    bid: view.bestBid?.seat === seat ? view.bestBid.tricks : null,
    trump,
    cards: view.handSizes[seat] ?? 0,
    tricks: view.tricks[seat] ?? 0,
    score: view.scores[seat] ?? 0,
    strikes: standings[seat]?.strikes ?? 0,
  }));
}
