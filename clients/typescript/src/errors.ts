import type { LegalAction, Move } from "./gen/euchre/v1/game_pb.js";
import type { Reason } from "./reasons.js";

/** Whatever this package throws about the referee: `Refused` or `Unreachable`. */
export class RefereeError extends Error {}

/**
 * No answer was had in time: whether a call was carried out is not known. Calling again is safe where a request has an
 * id or a decision its version.
 */
export class Unreachable extends RefereeError {
  override readonly name = "Unreachable";
}

/** What a refusal tells beside its message. */
export interface Refusing {
  /** For programs. */
  readonly reason: Reason;
  /** The word as it was sent, also where this release does not know it. */
  readonly word?: string;
  /** For developers, in English: what exactly is wrong, and where. */
  readonly detail?: string;
  /** Name of the gRPC status, such as `FAILED_PRECONDITION`. */
  readonly code?: string;
  /** Status over HTTP. */
  readonly status?: number;
  /** What would be legal, where it is the caller's turn. */
  readonly legal?: readonly LegalAction[];
  /** When to try again, milliseconds; absent where that does not help. */
  readonly retryAfterMs?: number | undefined;
  /** The decision on record, where the version is decided already. */
  readonly onRecord?: Move | undefined;
  /** Current version of the log, where the caller knows another one. */
  readonly currentVersion?: number | undefined;
  /** Game, version and section of the rule book, where they apply. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The request's name in the referee's logs. */
  readonly requestId?: string;
}

/** The referee answered, and the answer was no. `message` is one sentence for people in the client's language. */
export class Refused extends RefereeError implements Refusing {
  override readonly name = "Refused";
  readonly reason: Reason;
  readonly word: string;
  readonly detail: string;
  readonly code: string;
  readonly status: number;
  readonly legal: readonly LegalAction[];
  readonly retryAfterMs: number | undefined;
  readonly onRecord: Move | undefined;
  readonly currentVersion: number | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly requestId: string;

  constructor(message: string, told: Refusing) {
    super(message || told.reason);
    this.reason = told.reason;
    this.word = told.word ?? told.reason;
    this.detail = told.detail ?? "";
    this.code = told.code ?? "UNKNOWN";
    this.status = told.status ?? 0;
    this.legal = told.legal ?? [];
    this.retryAfterMs = told.retryAfterMs;
    this.onRecord = told.onRecord;
    this.currentVersion = told.currentVersion;
    this.metadata = told.metadata ?? {};
    this.requestId = told.requestId ?? "";
  }

  /** Section of the rule book or documentation that says so; may be empty. */
  get section(): string {
    return this.metadata.section ?? "";
  }
}
