/** The suite of games with the right answers, which the service is held to as well (tests/conformance). */

import { readFileSync } from "node:fs";
import type { Answer } from "../../src/lib/record/answer.ts";

const FOLDER = new URL("../../../../tests/conformance/", import.meta.url);

export interface Case {
  readonly record: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}

/** The cases of one file. */
export function cases(name: string): Case[] {
  const lines = readFileSync(new URL(name, FOLDER), "utf8").split("\n").filter(Boolean);
  return lines.map((line) => {
    const { expect, about: _, ...record } = JSON.parse(line) as Record<string, unknown>;
    return { record, answer: expect as Answer };
  });
}

/** The presets as the suite has them. */
export function presets(): Readonly<Record<string, { fixed: Readonly<Record<string, unknown>> }>> {
  return JSON.parse(readFileSync(new URL("presets.json", FOLDER), "utf8"));
}
