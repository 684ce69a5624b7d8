/** A game in Euchre Game Notation with the service's answer (docs/egn.md), as a game to step through. */

import type { Answer, EgnFault } from "./answer.ts";
import { egnDeal } from "./egn_deal.ts";
import { retold, type Retold } from "./egn_play.ts";
import { faultOf, type Deal, type Fault, type Game, type Step } from "./game.ts";
import { objectIn } from "./reading.ts";
import { list, scoresBefore, seatNames } from "./telling.ts";

type Json = Readonly<Record<string, unknown>>;

/** The game of a file; null where it is too far from the notation to be shown. */
export function gameOfEgn(value: Json, answer: Answer): Game | null {
  if (answer.error?.reason === "UNREADABLE_RECORD") return null;
  const metadata = objectIn(value["metadata"]) ?? {};
  const names = list(metadata["players"]).map((player) => objectIn(player)?.["name"] ?? player);
  const written = list(value["deals"]).map(egnDeal);
  const leftOfLoner = objectIn(metadata["ruleset"])?.["loner_lead"] === "LEFT_OF_LONER";
  const deals = written.map((deal, at) => {
    return dealOf(retold(deal, answer.deals?.[at]?.trump ?? null, leftOfLoner), at, answer);
  });
  return { notation: "egn", id: answer.id, preset: "euchre", options: {}, players: seatNames(names, 4), deals };
}

function dealOf(told: Retold, at: number, answer: Answer): Deal {
  const faults = (answer.faults ?? []).filter(({ deal }) => deal === at);
  const places = faults.map((fault) => placeOf(fault, told));
  const of = (place: number): Fault[] => faults.filter((_, each) => places[each] === place).map(faultOf);
  // Answers list the deals before the first fault.
  const result = answer.deals?.[at] ?? null;
  const steps: Step[] = told.steps.map(({ seat, action, trick, scene }, place) => {
    const last = place + 1 === told.steps.length;
    const shown = last && result ? { ...scene, result } : scene;
    return { seat, action, trick, scene: shown, faults: of(place), marks: [], judged: true };
  });
  const whole = at <= (answer.deals?.length ?? 0) ? scoresBefore(answer, at) : null;
  return { first: told.first, steps, faults: of(-1), marks: [], answer: result, scores: whole };
}

/** The step that a fault is about; -1: the deal as such. */
function placeOf({ trick, call, seat }: EgnFault, { steps }: Retold): number {
  if (call !== null) return call < steps.length ? call : -1;
  if (trick === null) return -1;
  const inTrick = (each: { trick: number }) => each.trick === trick + 1;
  const own = steps.findIndex((step) => inTrick(step) && step.seat === seat);
  return own >= 0 ? own : steps.findIndex(inTrick);
}
