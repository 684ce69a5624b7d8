/** The referee's judgement of a game, and the game as it is stepped through with it. */

import { call, RefereeService, type CallOptions } from "../api/referee.ts";
import type { Answer } from "./answer.ts";
import { gameOfEgn } from "./egn.ts";
import type { Game } from "./game.ts";
import { isEgn, type Found } from "./reading.ts";
import { gameOfRecord, recordUntil } from "./telling.ts";

export interface Judged {
  readonly found: Found;
  readonly answer: Answer;
  /** Null where it is too far from a game to be shown. */
  readonly game: Game | null;
}

/** Has a game judged; throws `Refused`. */
export async function judged(found: Found, options: CallOptions = {}): Promise<Judged> {
  const answer = await adjudicated(found.text, options);
  const { value } = found;
  const game = value && (isEgn(value) ? gameOfEgn(value, answer) : gameOfRecord(value, answer));
  return { found, answer, game };
}

/** What is legal at a place of a record, and for whom; null where nobody is to act, or before a damaged deal. */
export async function legalAt(found: Found, deal: number, step: number, options: CallOptions): Promise<Answer["to_act"]> {
  if (!found.value) return null;
  const answer = await adjudicated(JSON.stringify(recordUntil(found.value, deal, step)), options);
  return answer.error ? null : (answer.to_act ?? null);
}

async function adjudicated(record: string, options: CallOptions): Promise<Answer> {
  const { adjudication } = await call(RefereeService.method.adjudicate, { record }, options);
  return JSON.parse(adjudication) as Answer;
}
