/** Games that the referee's own bots have played, and records of the repository, for pages that show finished games. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { DEADLINE_MS, type Stage } from "./stage.ts";

export interface BotGame {
  readonly game: string;
  /** As the answer to its making told it, base64. */
  readonly commitment: string;
}

export interface GameRecord {
  readonly id: string;
  readonly players: string[];
  readonly deals: { readonly dealer: number; readonly hands: string[]; readonly talon: string; readonly actions: string[] }[];
  readonly proof?: { readonly seed: string; readonly commitment: string };
  readonly [more: string]: unknown;
}

const FOUR = ["greedy", "careful", "greedy", "careful"];

/** A game that bots, one a seat, have played to its end. */
export async function botGame(stage: Stage, preset: string, options: object = {}, bots = FOUR): Promise<BotGame> {
  const seats = bots.map((bot) => ({ bot }));
  const made = await ask(stage, "v1/games", { requestId: randomUUID(), ruleset: { preset, options }, seats });
  const { game, commitment } = made as unknown as BotGame;
  const patience = AbortSignal.timeout(DEADLINE_MS);
  for (;;) {
    const { end } = await ask(stage, `v1/games/${game}/view`);
    if (end) return { game, commitment };
    patience.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A game's record, as everybody may have it. */
export async function recordOf(stage: Stage, game: string): Promise<GameRecord> {
  const { record } = await ask(stage, `v1/games/${game}/record`);
  return JSON.parse(record as string) as GameRecord;
}

/** A file of the repository. */
export function repositoryPath(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

/** The first record of the conformance suite that is refused for this reason, without its answer. */
export async function refusedRecord(reason: string): Promise<{ record: GameRecord; deal: number; action: number }> {
  for (const line of (await readFile(repositoryPath("tests/conformance/random.jsonl"), "utf8")).split("\n")) {
    if (!line) continue;
    const { expect, about: _, ...record } = JSON.parse(line) as { expect: { error: Fault | null }; about: string } & GameRecord;
    if (expect.error?.reason === reason) return { record, deal: expect.error.deal, action: expect.error.action };
  }
  assert.fail(`no record is refused for ${reason}`);
}

interface Fault {
  readonly reason: string;
  readonly deal: number;
  readonly action: number;
}

async function ask(stage: Stage, path: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
  const init = body ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {};
  const response = await fetch(`${stage.server.addresses.http}/${path}`, init);
  assert.ok(response.ok, `${path}: ${response.status} ${response.ok ? "" : await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}
