/** Where the game that a page is about comes from. */

import { call, follow, RefereeService, TournamentService, type CallOptions } from "../api/referee.ts";
import { opened } from "./opened.svelte.ts";
import { gamesIn, type Found } from "./reading.ts";
import type { Route } from "../router.svelte.ts";

export interface Source {
  /** A game's id; "file": of the file that was opened; empty: none was chosen. */
  readonly name: string;
  /** Which game of the file, from 1; 0: none was chosen. */
  readonly game: number;
  /** The tournament of the game; empty: it is of none. */
  readonly tournament: string;
  readonly pairing: number;
  readonly board: number;
}

/** The game that an address names. */
export function sourceOf({ rest, query }: Route): Source {
  const number = (name: string) => Math.trunc(Number(query.get(name) ?? 0)) || 0;
  return {
    name: rest[0] ?? "",
    game: number("game"),
    tournament: query.get("tournament") ?? "",
    pairing: number("pairing"),
    board: number("board"),
  };
}

/** The game of a source; null if it is not there. Throws `Refused`. */
export async function foundIn(source: Source, options: CallOptions): Promise<Found | null> {
  if (source.name === "file") return opened.file?.games[Math.max(source.game, 1) - 1] ?? null;
  if (source.tournament) return boardRecord(source, options);
  const { record } = await call(RefereeService.method.getRecord, { game: source.name }, options);
  return gamesIn(record)[0] ?? null;
}

/** A tournament's game is exported with its board, once that is over. */
async function boardRecord({ name, tournament, pairing, board }: Source, options: CallOptions): Promise<Found | null> {
  const asked = { tournament, pairing, board, recordsOnly: true };
  for await (const { records } of follow(TournamentService.method.exportTournament, asked, options)) {
    for (const record of records) {
      const [found] = gamesIn(record);
      if (found?.value?.["id"] === name) return found;
    }
  }
  return null;
}
