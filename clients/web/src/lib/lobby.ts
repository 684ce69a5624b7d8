/** Games to join, to watch or to look at again. */
import { call, RefereeService, Stage } from "./api/referee.ts";
import { rulesetOf } from "./rules.ts";

export interface ListedGame {
  readonly game: string;
  readonly preset: string;
  /** By seat; empty: free. */
  readonly players: readonly string[];
  readonly scores: readonly number[];
}

/** The first games of a stage; what cannot be looked at is left out. */
export async function listedGames(stage: Stage, count: number, signal: AbortSignal): Promise<ListedGame[]> {
  const { games } = await call(RefereeService.method.listGames, { stage, pageSize: count }, { signal });
  const looked = await Promise.allSettled(games.map((game) => listedGame(game, signal)));
  return looked.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

/** One game as it stands. */
export async function listedGame(game: string, signal: AbortSignal): Promise<ListedGame> {
  const { view, players, end } = await call(RefereeService.method.getView, { game }, { signal });
  const preset = view ? rulesetOf(view.ruleset).preset : "";
  return { game, preset, players, scores: end?.scores.length ? end.scores : (view?.scores ?? []) };
}
