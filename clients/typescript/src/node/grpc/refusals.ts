import { Code, ConnectError } from "@connectrpc/connect";
import { type RefereeError, Refused, Unreachable } from "../../errors.js";
import { RefusalSchema } from "../../gen/euchre/v1/game_pb.js";
import { ErrorInfoSchema, LocalizedMessageSchema, RetryInfoSchema } from "../../gen/google/rpc/error_details_pb.js";
import { type Reason, reasonOf } from "../../reasons.js";

const NO_ANSWER = new Set([Code.Unavailable, Code.DeadlineExceeded, Code.Canceled]);
/** Codes that a stream cut in its middle may end with, where no reason stands beside them. */
const BROKEN = new Set([Code.Internal, Code.Unknown, Code.Aborted]);
const REASON_OF_CODE: Partial<Record<Code, Reason>> = {
  [Code.Unauthenticated]: "UNAUTHENTICATED",
  [Code.PermissionDenied]: "PERMISSION_DENIED",
  [Code.InvalidArgument]: "INVALID_REQUEST",
  [Code.ResourceExhausted]: "BUSY",
};

/** The error that a failed call stands for. */
export function errorOf(error: unknown, stream = false): RefereeError {
  const failed = ConnectError.from(error);
  const [info] = failed.findDetails(ErrorInfoSchema);
  const [refusal] = failed.findDetails(RefusalSchema);
  const code = nameOf(failed.code);
  if (info === undefined && refusal === undefined) {
    if (NO_ANSWER.has(failed.code) || (stream && BROKEN.has(failed.code))) {
      return new Unreachable(failed.rawMessage || code, { cause: error });
    }
    return new Refused(failed.rawMessage, { reason: REASON_OF_CODE[failed.code] ?? "UNKNOWN", code });
  }
  const [localized] = failed.findDetails(LocalizedMessageSchema);
  const word = info?.reason || refusal?.reason || "";
  return new Refused(localized?.message || refusal?.message || failed.rawMessage, {
    reason: reasonOf(word),
    word,
    detail: failed.rawMessage,
    code,
    legal: refusal?.legal ?? [],
    retryAfterMs: retryOf(failed) ?? refusal?.retryMs,
    onRecord: refusal?.onRecord,
    currentVersion: refusal?.currentVersion,
    metadata: info?.metadata ?? {},
  });
}

function retryOf(failed: ConnectError): number | undefined {
  const [retry] = failed.findDetails(RetryInfoSchema);
  const delay = retry?.retryDelay;
  return delay === undefined ? undefined : Number(delay.seconds) * 1000 + delay.nanos / 1e6;
}

/** As gRPC writes it: `FailedPrecondition` is `FAILED_PRECONDITION`. */
function nameOf(code: Code): string {
  return Code[code].replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}
