/** A game record with the service's answer, as a game to step through. */

import type { Answer, DealAnswer } from "./answer.ts";
import type { Deal, Fault, Game, Mark, Step } from "./game.ts";
import { scenes, type DealText, type Setting } from "./folding.ts";
import { TABLES } from "./presets.ts";
import { objectIn } from "./reading.ts";
import type { Scene } from "./scene.ts";

type Json = Readonly<Record<string, unknown>>;

/** The game of a record; null where it is too far from one to be shown. */
export function gameOfRecord(record: Json, answer: Answer): Game | null {
  const { preset, options } = rulesetOf(record);
  const table = TABLES[preset];
  if (!table || answer.error?.reason === "UNREADABLE_RECORD") return null;
  const proposes = options["joker_turned"] ?? (preset.startsWith("american-belote") ? "dealer_proposes" : "dealer_makes");
  const jokerProposes = proposes === "dealer_proposes";
  const written = list(record["deals"]) as DealText[];
  const deals = written.map((deal, at) => {
    const told = answer.deals?.[at] ?? (at === answer.deals?.length ? (answer.current ?? null) : null);
    return dealOf(deal, at, { table, jokerProposes, told }, answer, marksOf(record, at));
  });
  const id = typeof record["id"] === "string" ? record["id"] : null;
  return { notation: "record", id, preset, options, players: seatNames(list(record["players"]), table.players), deals };
}

/** Scores by seat before a deal, counted back from those after the last completed one. */
export function scoresBefore(answer: Answer, deal: number): readonly number[] | null {
  const after = answer.deals?.slice(deal);
  if (!answer.scores || !after || after.some(({ points }) => points === null)) return null;
  return answer.scores.map((score, seat) => after.reduce((sum, { points }) => sum - (points?.[seat] ?? 0), score));
}

/** A name for each seat; empty where there is none. */
export function seatNames(names: readonly unknown[], players: number): string[] {
  return Array.from({ length: players }, (_, seat) => (typeof names[seat] === "string" ? names[seat] : ""));
}

/** A list, or an empty one. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function rulesetOf(record: Json): { preset: string; options: Json } {
  const ruleset = objectIn(record["ruleset"]) ?? {};
  const preset = ruleset["preset"];
  return { preset: typeof preset === "string" ? preset : "", options: objectIn(ruleset["options"]) ?? {} };
}

interface PlacedMark extends Mark {
  /** The action that it is about or comes before. */
  readonly action: number;
}

function dealOf(written: DealText, at: number, setting: Setting, answer: Answer, marks: readonly PlacedMark[]): Deal {
  const told = answer.deals?.[at] ?? null;
  const [first, ...after] = ended(scenes(written, setting), told);
  if (!first) throw new Error("a deal has a first scene");
  const { error } = answer;
  const wrong = error?.deal === at ? error : null;
  const fault: Fault[] = wrong ? [{ reason: wrong.reason, detail: answer.detail ?? "" }] : [];
  const reached = error === null ? Infinity : error.deal === null || error.deal < at ? -1 : wrong ? (wrong.action ?? -1) : Infinity;
  let last: Scene = first;
  const steps: Step[] = list(written.actions).map((text, action) => {
    const [seat, ...deed] = String(text).split(" ");
    if (action < reached) last = after[action] ?? last;
    const refused = action === reached;
    return {
      seat: Number.isInteger(Number(seat)) && Number(seat) < setting.table.players ? Number(seat) : null,
      action: deed.join(" "),
      trick: deed[0] === "play" ? (action < reached ? last : nextTrick(last)).trickNumber : 0,
      scene: last,
      faults: refused ? fault : [],
      marks: marks.filter((mark) => mark.action === action),
      judged: action <= reached,
    };
  });
  const faults = wrong && (wrong.action === null || wrong.action >= steps.length) ? fault : [];
  const trailing = marks.filter((mark) => mark.action >= steps.length);
  return { first, steps, faults, marks: trailing, answer: told, scores: scoresBefore(answer, at) };
}

/** A card that was refused belongs to the trick that it would have been put to. */
function nextTrick(scene: Scene): { trickNumber: number } {
  return { trickNumber: scene.trickNumber + Number(scene.winner !== null || scene.trick.length === 0) };
}

/** The last scene of a completed deal has its result. */
function ended(all: readonly Scene[], told: DealAnswer | null): Scene[] {
  if (!told) return [...all];
  return all.map((scene, at) => (at + 1 < all.length ? scene : { ...scene, result: told, tricks: told.tricks ?? scene.tricks }));
}

function marksOf(record: Json, deal: number): PlacedMark[] {
  return list(record["marks"]).flatMap((each) => {
    const mark = objectIn(each);
    if (!mark || mark["deal"] !== deal || typeof mark["action"] !== "number") return [];
    const text = (key: string) => (typeof mark[key] === "string" ? mark[key] : null);
    const seat = typeof mark["seat"] === "number" ? mark["seat"] : null;
    const words = { mark: text("mark") ?? "", cause: text("cause"), refused: text("refused"), reason: text("reason") };
    return [{ ...words, seat, action: mark["action"] }];
  });
}

/** The record up to a place, for asking what is legal there. */
export function recordUntil(record: Json, deal: number, step: number): Json {
  const deals = (list(record["deals"]) as DealText[]).slice(0, deal + 1);
  const cut = deals.map((each, at) => (at === deal ? { ...each, actions: each.actions?.slice(0, step) ?? [] } : each));
  return { ruleset: record["ruleset"], deals: cut, ...(record["marks"] === undefined ? {} : { marks: lostBefore(record, deal) }) };
}

function lostBefore(record: Json, deal: number): unknown[] {
  return list(record["marks"]).filter((mark) => {
    const { mark: kind, deal: at } = objectIn(mark) ?? {};
    return kind === "lost" && typeof at === "number" && at < deal;
  });
}
