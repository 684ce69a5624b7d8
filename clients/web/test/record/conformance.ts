/** The suite of games with the right answers, which the service is held to as well (tests/conformance). */

import type { Answer } from "../../src/lib/record/answer.ts";
import presetsText from "../../../../tests/conformance/presets.json?raw";
import randomText from "../../../../tests/conformance/random.jsonl?raw";
import workedText from "../../../../tests/conformance/worked.jsonl?raw";

export interface Case {
  readonly record: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}

export const WORKED = cases(workedText);
export const RANDOM = cases(randomText);

function cases(text: string): Case[] {
  return text.split("\n").filter(Boolean).map((line) => {
    const { expect, about: _, ...record } = JSON.parse(line) as Record<string, unknown>;
    return { record, answer: expect as Answer };
  });
}

/** The presets as the suite has them. */
export const PRESETS = JSON.parse(presetsText) as Readonly<Record<string, { fixed: Readonly<Record<string, unknown>> }>>;
