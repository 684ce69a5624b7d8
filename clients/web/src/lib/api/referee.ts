/**
 * The services of the referee: `call(RefereeService.method.getView, { game })`, and `follow(...)` for streams, which go
 * on across lost connections. Both throw `Refused`, also where there was no answer.
 */
import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import { type CallOptions, type FollowOptions, Referee, RefereeError, Refused as ClientRefused } from "euchre-client";
import { settings } from "../settings.svelte.ts";
import { Refused } from "./refused.ts";

export * from "euchre-client";
export { Refused };

/** Milliseconds for a call: people try again themselves. */
const PATIENCE_MS = 10_000;

let referee: Referee | undefined;

/** Below the address that the pages come from, which may be a path of a reverse proxy. */
function client(): Referee {
  referee ??= new Referee({ baseUrl: new URL(".", location.href).href });
  return referee;
}

export async function call<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
  options: CallOptions = {},
): Promise<MessageShape<O>> {
  try {
    return await client().call(method, request, { timeoutMs: PATIENCE_MS, ...asked(options) });
  } catch (error) {
    throw refused(error);
  }
}

export async function* follow<I extends DescMessage, O extends DescMessage>(
  method: DescMethodServerStreaming<I, O>,
  request: MessageInitShape<I>,
  options: FollowOptions = {},
): AsyncGenerator<MessageShape<O>> {
  try {
    yield* client().follow(method, request, asked(options));
  } catch (error) {
    throw refused(error);
  }
}

/** In the language that is chosen, and as whom the settings say unless told otherwise. */
function asked<Options extends CallOptions>(options: Options): Options {
  return { ...options, language: settings.locale, token: options.token ?? settings.token };
}

function refused(error: unknown): unknown {
  if (error instanceof ClientRefused) return new Refused(error.word, error.message, error.section);
  return error instanceof RefereeError ? new Refused("UNREACHABLE", "") : error;
}
