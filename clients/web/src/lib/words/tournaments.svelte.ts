/** Tournaments in the chosen language. */
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { tournamentWords } from "../i18n/tournament.ts";
import { translator } from "../i18n/translate.svelte.ts";
import { settings } from "../settings.svelte.ts";
import { IncidentKind, Termination, TournamentFormat, TournamentState, type Incident } from "../api/referee.ts";

const t = translator(tournamentWords);

const STATES = {
  [TournamentState.UNSPECIFIED]: "unspecified",
  [TournamentState.REGISTERING]: "registering",
  [TournamentState.RUNNING]: "running",
  [TournamentState.STALLED]: "stalled",
  [TournamentState.FINISHED]: "finished",
  [TournamentState.CANCELLED]: "cancelled",
} as const;

const FORMATS = {
  [TournamentFormat.UNSPECIFIED]: "roundRobin",
  [TournamentFormat.ROUND_ROBIN]: "roundRobin",
  [TournamentFormat.DOUBLE_ROUND_ROBIN]: "doubleRoundRobin",
  [TournamentFormat.GAUNTLET]: "gauntlet",
  [TournamentFormat.SWISS]: "swiss",
  [TournamentFormat.ELIMINATION]: "elimination",
  [TournamentFormat.MATCH]: "match",
} as const;

const ENDS = {
  [Termination.UNSPECIFIED]: "unspecified",
  [Termination.NORMAL]: "normal",
  [Termination.FORFEIT]: "forfeit",
  [Termination.ABORTED]: "aborted",
  [Termination.VOID]: "void",
} as const;

const INCIDENTS = {
  [IncidentKind.UNSPECIFIED]: "unspecified",
  [IncidentKind.PAUSED]: "incidentPaused",
  [IncidentKind.RESUMED]: "incidentResumed",
  [IncidentKind.REPLACED]: "incidentReplaced",
  [IncidentKind.RESTARTED]: "incidentRestarted",
  [IncidentKind.ROUND_CLOSED]: "incidentRoundClosed",
  [IncidentKind.CANCELLED]: "incidentCancelled",
} as const;

/** "running"; the key also names a badge's style. */
export function stateKey(state: TournamentState): (typeof STATES)[keyof typeof STATES] {
  return STATES[state];
}

/** Who meets whom. */
export function formatTold(format: TournamentFormat): string {
  return t(FORMATS[format]);
}

/** How a game ended. */
export function terminationTold(termination: Termination): string {
  return t(ENDS[termination]);
}

/** What was done to a tournament, and by whom. */
export function incidentTold(incident: Incident): string {
  const { kind, entrant, program, pairing, round, by, cause } = incident;
  const who = by === "service" ? t("byService") : t("byOperator");
  const what = t(INCIDENTS[kind], { entrant, program, pairing, round });
  return `${what} (${[who, cause].filter(Boolean).join(": ")})`;
}

/** A time of day, with its date. */
export function timeTold(time: Timestamp): string {
  return timestampDate(time).toLocaleString(settings.locale, { dateStyle: "medium", timeStyle: "short" });
}
