/** Taking a seat: with randomness of one's own for the shuffle, and a token that this browser keeps. */
import { call, RefereeService } from "../api/referee.ts";
import { hex, requestId } from "../api/ids.ts";
import { settings } from "../settings.svelte.ts";
import { type HeldSeat, holdSeat } from "./seats.ts";

const NONCE_BYTES = 16;

/** Sits down; without a seat at the first free one. Throws `Refused`. */
export async function join(game: string, name: string, seat: number | undefined): Promise<HeldSeat> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const taken = await call(RefereeService.method.joinGame, { requestId: requestId(), game, name, nonce, seat });
  const held = { seat: taken.seat ?? 0, token: taken.token || settings.token, name, nonce: hex(nonce) };
  holdSeat(game, held);
  return held;
}
