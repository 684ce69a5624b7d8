/** A tournament with its operator and the programs that play in it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GrpcReferee, TournamentFormat, TournamentState, type Turn } from "euchre-client/node";
import { repositoryPath } from "./games.ts";
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

/** Who runs a tournament, and fills its places. */
export class Organizer {
  readonly #server: string;
  readonly #referee: GrpcReferee;
  readonly #leaving = new AbortController();
  readonly #playing = new Map<string, Promise<unknown>>();

  constructor(server: string, token: string) {
    this.#server = server;
    this.#referee = new GrpcReferee(server, { token });
  }

  /** A match of boards of one deal for two at a table; entrants register, and nothing has begun. */
  async make(name: string, entrants: readonly string[], boards: number): Promise<string> {
    const ruleset = { preset: "euchre-two-handed" };
    const config = { name, ruleset, boards, format: TournamentFormat.ROUND_ROBIN, clocks: { actionLimitMs: 60_000 } };
    const { tournament: made } = await this.#referee.tournaments.createTournament({ config });
    const tournament = made?.tournament ?? "";
    for (const entrant of entrants) {
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

  /** One entrant plays the first, every other the last of its legal actions. */
  async #play(token: string, entrant: string): Promise<void> {
    const program = new GrpcReferee(this.#server, { token });
    const choose = ({ legal }: Turn) => legal.at(entrant === "low" ? 0 : -1)?.text ?? "";
    try {
      await program.play(choose, { signal: this.#leaving.signal });
    } finally {
      program.close();
    }
  }
}
