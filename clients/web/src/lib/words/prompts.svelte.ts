/** What is asked of the reader at a step of the deal. */
import { Phase } from "../api/referee.ts";
import { tableWords } from "../i18n/table.ts";
import { translator } from "../i18n/translate.svelte.ts";

const t = translator(tableWords);

const QUESTIONS = {
  [Phase.JOKER]: "trumpNow",
  [Phase.CLAIM]: "claimNow",
  [Phase.BID]: "bidNow",
  [Phase.TRUMP]: "trumpNow",
  [Phase.PARTNER]: "partnerNow",
  [Phase.PICK_UP]: "discardNow",
  [Phase.EXCHANGE]: "swapNow",
  [Phase.BEST]: "swapNow",
  [Phase.GIVE]: "giveNow",
  [Phase.STAY]: "stayNow",
  [Phase.PLAY]: "chooseCard",
} as const;

/** "Stay or withdraw?" */
export function prompted(phase: Phase): string {
  const questions: Readonly<Partial<Record<Phase, (typeof QUESTIONS)[keyof typeof QUESTIONS]>>> = QUESTIONS;
  return t(questions[phase] ?? "chooseCall");
}
