/** Places of a replay in its address, counted from 1 as people do: `deal=2&step=7`, or `deal=2&trick=3`. */

import { trickPlace, type Game, type Place } from "../../lib/record/game.ts";

/** The place that an address names; the beginning of a deal, or of the game, where it names none that there is. */
export function placeIn(game: Game, query: URLSearchParams): Place {
  const number = (name: string) => Math.max(0, Math.trunc(Number(query.get(name) ?? 0)) || 0);
  const deal = Math.min(Math.max(number("deal") - 1, 0), Math.max(game.deals.length - 1, 0));
  const trick = number("trick");
  if (trick && !query.has("step")) return trickPlace(game, deal, trick);
  return { deal, step: Math.min(number("step"), game.deals[deal]?.steps.length ?? 0) };
}

/** The parts of an address for a place; whatever else it says is kept. */
export function placeQuery(query: URLSearchParams, { deal, step }: Place): Record<string, string | number> {
  const { trick: _, ...kept } = Object.fromEntries(query);
  return { ...kept, deal: deal + 1, step };
}
