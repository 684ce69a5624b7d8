/** A tournament with its operator and the programs that play in it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GrpcReferee, TournamentFormat, TournamentState, type Turn } from "euchre-client/node";
import { repositoryPath } from "./finished.ts";
import { DEADLINE_MS } from "./stage.ts";

const EUCHRE = process.env.EUCHRE ?? repositoryPath(".venv/bin/euchre");

/** A key file, so that there can be operators. */
export class Keys {
  readonly #folder = mkdtempSync(join(tmpdir(), "euchre-web-"));
  readonly file = join(this.#folder, "keys");

  constructor() {
    this.#euchre("keys", "rotate", "--keys", this.file);
  }

  /** An operator's token. */
  operator(): string {
    return this.#euchre("token", "--keys", this.file, "--session", "operator", "--operator").trim();
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }

  #euchre(...asked: string[]): string {
    const { status, stdout, stderr } = spawnSync(EUCHRE, asked, { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    return stdout;
  }
}

/** What an entrant does at its turn. */
export type Program = (turn: Turn) => string;

/** The first, and the last, of what is legal. */
const SIMPLE: Readonly<Record<string, Program>> = {
  low: ({ legal }) => legal[0]?.text ?? "",
  high: ({ legal }) => legal.at(-1)?.text ?? "",
};

/** Who runs a tournament, and fills its places. */
export class Organizer {
  readonly #server: string;
  readonly #programs: Readonly<Record<string, Program>>;
  readonly #referee: GrpcReferee;
  readonly #leaving = new AbortController();
  readonly #playing = new Map<string, Promise<unknown>>();

  constructor(server: string, token: string, programs = SIMPLE) {
    this.#server = server;
    this.#programs = programs;
    this.#referee = new GrpcReferee(server, { token });
  }

  /** A round-robin of boards of one deal, in which every program is entered; nothing has begun. */
  async make(name: string, boards: number, preset = "euchre-two-handed"): Promise<string> {
    const clocks = { actionLimitMs: 60_000 };
    const config = { name, ruleset: { preset }, boards, format: TournamentFormat.ROUND_ROBIN, clocks, pairingsAtOnce: 2 };
    const { tournament: made } = await this.#referee.tournaments.createTournament({ config });
    const tournament = made?.tournament ?? "";
    for (const entrant of Object.keys(this.#programs)) {
      await this.#referee.tournaments.register({ tournament, name: entrant, program: `${entrant} 1.0`, nonce: Buffer.from(entrant) });
    }
    return tournament;
  }

  async start(tournament: string): Promise<void> {
    await this.#referee.tournaments.startTournament({ tournament });
  }

  /** Keeps every open place filled until the tournament is over. */
  async fill(tournament: string): Promise<void> {
    const patience = AbortSignal.timeout(3 * DEADLINE_MS);
    for (;;) {
      const { tournament: now } = await this.#referee.tournaments.getTournament({ tournament });
      if (now?.state === TournamentState.FINISHED) return;
      patience.throwIfAborted();
      const { places } = await this.#referee.tournaments.listPlaces({ tournament });
      for (const { session, token, entrant } of places) {
        if (!this.#playing.has(session)) this.#playing.set(session, this.#play(token, entrant));
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Ends all programs. */
  async leave(): Promise<void> {
    this.#leaving.abort();
    await Promise.allSettled(this.#playing.values());
    this.#referee.close();
  }

  async #play(token: string, entrant: string): Promise<void> {
    const seat = new GrpcReferee(this.#server, { token });
    try {
      await seat.play(this.#programs[entrant] ?? (({ legal }) => legal[0]?.text ?? ""), { signal: this.#leaving.signal });
    } finally {
      seat.close();
    }
  }
}
