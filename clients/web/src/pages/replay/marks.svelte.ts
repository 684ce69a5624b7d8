/** What a record notes beside its actions, in the chosen language. */
import { replayWords } from "../../lib/i18n/replay.ts";
import { translator } from "../../lib/i18n/translate.svelte.ts";
import type { Mark } from "../../lib/record/game.ts";
import { choiceTold, reasonTold, seatName } from "../../lib/words/steps.svelte.ts";

const t = translator(replayWords);

/** A mark in a sentence or two; one of an unknown kind as its word. */
export function markTold({ mark, seat, refused, reason }: Mark, players: readonly string[]): string {
  const key = `mark_${mark}`;
  if (!(key in replayWords.en)) return mark;
  const told = t(key as keyof typeof replayWords.en, {
    who: seatName(players, seat),
    refused: refused ? choiceTold(refused) : "",
  });
  return reason ? `${told}. ${reasonTold(reason)}` : told;
}
