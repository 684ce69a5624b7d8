import { fromJson, type JsonObject, type JsonValue } from "@bufbuild/protobuf";
import { type RefereeError, Refused, Unreachable } from "../errors.js";
import { LegalActionSchema, MoveSchema } from "../gen/euchre/v1/game_pb.js";
import { reasonOf } from "../reasons.js";

/** Statuses of what stands between, such as a proxy whose referee is away. */
const NO_ANSWER = new Set([502, 503, 504]);
const READING = { ignoreUnknownFields: true };

/** The error that an answer which is no success stands for. */
export async function problemOf(response: Response): Promise<RefereeError> {
  const text = await response.text().catch(() => "");
  const requestId = response.headers.get("x-request-id") ?? "";
  let document: JsonValue = null;
  try {
    document = JSON.parse(text) as JsonValue;
  } catch {
    // What is no JSON is not the referee's answer.
  }
  if (typeof document === "object" && document !== null && !Array.isArray(document) && "reason" in document) {
    return refusedOf(document, requestId);
  }
  if (NO_ANSWER.has(response.status)) return new Unreachable(`the way to the referee is broken: ${response.status}`);
  return new Refused(text.slice(0, 200), { reason: "UNKNOWN", status: response.status, requestId });
}

/** The refusal that a problem document tells. */
export function refusedOf(document: JsonObject, requestId = ""): Refused {
  const { reason, detail, code, status, retryMs, currentVersion, metadata, message, legal, onRecord } = document;
  return new Refused(textOf(message) || textOf(detail), {
    reason: reasonOf(textOf(reason)),
    word: textOf(reason),
    detail: textOf(detail),
    code: textOf(code),
    status: numberOf(status) ?? 0,
    legal: Array.isArray(legal) ? legal.map((each) => fromJson(LegalActionSchema, each, READING)) : [],
    retryAfterMs: numberOf(retryMs),
    onRecord: onRecord === undefined ? undefined : fromJson(MoveSchema, onRecord, READING),
    currentVersion: numberOf(currentVersion),
    metadata: (metadata ?? {}) as Record<string, string>,
    requestId,
  });
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}
