import {
  type DescMessage,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  fromJson,
  type JsonObject,
  type JsonValue,
  type MessageInitShape,
  type MessageShape,
  toJson,
} from "@bufbuild/protobuf";
import { type CallOptions, type Carrier, type FollowOptions, identified, isRepeatable } from "../calls.js";
import { Unreachable } from "../errors.js";
import { DEFAULT_TIMEOUT_MS, Patience } from "../patience.js";
import { anyOf, sleep } from "../waiting.js";
import { Following } from "./following.js";
import { type Place, placeOf } from "./place.js";
import { problemOf } from "./problems.js";

/** Where the referee is and as whom it is called; read anew for every call. */
export interface RestSettings {
  /** Of the referee's HTTP, without a path; empty: where the page comes from. */
  readonly baseUrl: string;
  readonly token: string;
  readonly language: string;
  readonly fetch: typeof fetch;
}

/** What a request brings beside its place. */
interface Sending {
  readonly options: CallOptions;
  readonly signal: AbortSignal | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Calls in protobuf's JSON, streams as server-sent events. */
export class RestCarrier implements Carrier {
  readonly #settings: RestSettings;

  constructor(settings: RestSettings) {
    this.#settings = settings;
  }

  /** Calls until there is an answer or the time is used up. Throws `Refused` and `Unreachable`. */
  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    options: CallOptions = {},
  ): Promise<MessageShape<O>> {
    const place = placeOf(method, toJson(method.input, identified(method.input, request)) as JsonObject);
    const patience = new Patience(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, isRepeatable(method));
    for (;;) {
      try {
        return fromJson(method.output, await this.#answer(place, options, patience.left), {
          ignoreUnknownFields: true,
        });
      } catch (error) {
        await sleep(patience.wait(error), options.signal);
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
    const place = placeOf(method, toJson(method.input, identified(method.input, request)) as JsonObject);
    const open = (lastId: string, signal: AbortSignal) => {
      const resumed: Record<string, string> = lastId ? { "last-event-id": lastId } : {};
      const headers = { accept: "text/event-stream", ...resumed };
      return this.#send(place, { options, signal, headers });
    };
    const following = new Following(open, options);
    for await (const data of following.messages()) {
      yield fromJson(method.output, JSON.parse(data) as JsonValue, { ignoreUnknownFields: true });
    }
  }

  async #answer(place: Place, options: CallOptions, timeoutMs: number): Promise<JsonValue> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = anyOf(options.signal, timeout);
    try {
      const response = await this.#send(place, { options, signal, headers: { accept: "application/json" } });
      return (await response.json()) as JsonValue;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (timeout.aborted) throw new Unreachable("no answer came in time", { cause: error });
      // The body broke off.
      if (error instanceof SyntaxError || error instanceof TypeError)
        throw new Unreachable(error.message, { cause: error });
      throw error;
    }
  }

  /** A successful response. */
  async #send(place: Place, { options, signal, headers }: Sending): Promise<Response> {
    const { baseUrl, fetch } = this.#settings;
    const token = options.token ?? this.#settings.token;
    const response = await fetch(baseUrl.replace(/\/$/, "") + place.target, {
      method: place.verb,
      headers: {
        ...headers,
        "accept-language": options.language ?? this.#settings.language,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(place.body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: place.body ?? null,
      signal: signal ?? null,
    }).catch((error: unknown) => {
      if (signal?.aborted) throw signal.reason;
      throw new Unreachable(`the referee cannot be reached: ${String(error)}`, { cause: error });
    });
    if (!response.ok) throw await problemOf(response);
    return response;
  }
}
