import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { Backoff } from "../../backoff.js";
import { type CallOptions, type Carrier, type FollowOptions, identified, isRepeatable } from "../../calls.js";
import { Refused } from "../../errors.js";
import { DEFAULT_TIMEOUT_MS, Patience } from "../../patience.js";
import { sleep } from "../../waiting.js";
import { errorOf } from "./refusals.js";

/** As whom the referee is called; read anew for every call. */
export interface GrpcSettings {
  readonly token: string;
  readonly language: string;
}

/** A request or an answer that says where in a log it stands. */
interface Placed {
  version?: number;
  head?: Uint8Array;
  fromVersion?: number;
  fromHead?: Uint8Array;
}

/** Calls and streams over gRPC. */
export class GrpcCarrier implements Carrier {
  readonly #transport: Transport;
  readonly #settings: GrpcSettings;

  constructor(transport: Transport, settings: GrpcSettings) {
    this.#transport = transport;
    this.#settings = settings;
  }

  /** Calls until there is an answer or the time is used up. Throws `Refused` and `Unreachable`. */
  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    options: CallOptions = {},
  ): Promise<MessageShape<O>> {
    const message = identified(method.input, request) as MessageInitShape<I>;
    const patience = new Patience(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, isRepeatable(method));
    for (;;) {
      try {
        const header = this.#header(options);
        const answer = await this.#transport.unary(method, options.signal, patience.left, header, message);
        return answer.message;
      } catch (error) {
        options.signal?.throwIfAborted();
        await sleep(patience.wait(errorOf(error)), options.signal);
      }
    }
  }

  /**
   * Follows a stream across breaks until it is over. Throws `Refused`, and `Unreachable` if patience has an end or the
   * stream breaks that cannot be resumed: an export.
   */
  async *follow<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
    options: FollowOptions = {},
  ): AsyncGenerator<MessageShape<O>, void, undefined> {
    const message = identified(method.input, request) as MessageShape<I> & Placed;
    const breaks = new Breaks(options);
    for (;;) {
      try {
        for await (const answer of this.stream(method, once(message as MessageInitShape<I>), options)) {
          breaks.came(resumeAfter(message, answer as Placed));
          yield answer;
        }
        return;
      } catch (error) {
        options.signal?.throwIfAborted();
        await sleep(breaks.wait(errorOf(error, true)), options.signal);
      }
    }
  }

  /** One stream, whatever becomes of it. Throws what the transport throws. */
  async *stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodStreaming<I, O>,
    requests: AsyncIterable<MessageInitShape<I>>,
    options: CallOptions,
  ): AsyncGenerator<MessageShape<O>, void, undefined> {
    const header = this.#header(options);
    const call = await this.#transport.stream(method, options.signal, undefined, header, requests);
    yield* call.message;
  }

  #header({ token = this.#settings.token, language = this.#settings.language }: CallOptions): Record<string, string> {
    return { "accept-language": language, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  }
}

/** How long a stream has been away, and when it is opened again. */
class Breaks {
  readonly #options: FollowOptions;
  readonly #backoff = new Backoff();
  #open = false;
  #resumable = true;
  #failingSince: number | undefined;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  /** An answer has come; `resumable`: what follows it can be asked for. */
  came(resumable: boolean): void {
    this.#resumable = resumable;
    if (!this.#open) this.#options.onState?.("open");
    this.#open = true;
    this.#failingSince = undefined;
    this.#backoff.reset();
  }

  /** Milliseconds until the next try; throws where there is to be none. */
  wait(error: Error): number {
    const asked = error instanceof Refused ? error.retryAfterMs : undefined;
    if (error instanceof Refused && asked === undefined && error.reason !== "DRAINING") throw error;
    const now = performance.now();
    this.#failingSince ??= now;
    const late = now - this.#failingSince > (this.#options.patienceMs ?? Number.POSITIVE_INFINITY);
    // A stream without versions would begin anew and tell everything once more.
    if (late || !this.#resumable) throw error;
    this.#open = false;
    this.#options.onState?.("lost", error);
    return this.#backoff.next(asked);
  }
}

/** The next request asks for what comes after an answer, where both know versions; whether they do. */
function resumeAfter(request: Placed, answer: Placed): boolean {
  if (request.fromVersion === undefined || answer.version === undefined) return false;
  request.fromVersion = answer.version;
  if (request.fromHead !== undefined && answer.head !== undefined) request.fromHead = answer.head;
  return true;
}

async function* once<T>(item: T): AsyncGenerator<T> {
  yield item;
}
