import {
  create,
  type DescMessage,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type DescService,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";

/** How one call is made. */
export interface CallOptions {
  /** Instead of the client's token; empty: none. */
  readonly token?: string | undefined;
  /** Instead of the client's language: en, fr or nl. */
  readonly language?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the call with its repetitions. */
  readonly timeoutMs?: number | undefined;
}

/** How a stream is followed. */
export interface FollowOptions extends Omit<CallOptions, "timeoutMs"> {
  /** Milliseconds without the referee after which following ends with `Unreachable`; absent: never. */
  readonly patienceMs?: number | undefined;
  /** Called when the stream stands, and when it was lost and will be opened again. */
  readonly onState?: ((state: "open" | "lost", why?: Error) => void) | undefined;
}

/** A service's methods: one argument, the request; streams are followed across breaks. */
export type Methods<S extends DescService> = {
  readonly [M in keyof S["method"] as S["method"][M] extends { methodKind: "unary" | "server_streaming" }
    ? M
    : never]: S["method"][M] extends DescMethodUnary<infer I, infer O>
    ? (request: MessageInitShape<I>, options?: CallOptions) => Promise<MessageShape<O>>
    : S["method"][M] extends DescMethodServerStreaming<infer I, infer O>
      ? (request: MessageInitShape<I>, options?: FollowOptions) => AsyncGenerator<MessageShape<O>, void, undefined>
      : never;
};

/** What carries calls to the referee. */
export interface Carrier {
  call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    options?: CallOptions,
  ): Promise<MessageShape<O>>;
  follow<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
    options?: FollowOptions,
  ): AsyncGenerator<MessageShape<O>, void, undefined>;
}

/** The methods of a service over a carrier, as its descriptor tells them. */
export function methodsOf<S extends DescService>(service: S, carrier: Carrier): Methods<S> {
  const methods: Record<string, unknown> = {};
  for (const method of service.methods) {
    if (method.methodKind === "unary") {
      methods[method.localName] = (request: MessageInitShape<DescMessage>, options?: CallOptions) =>
        carrier.call(method as DescMethodUnary, request, options);
    } else if (method.methodKind === "server_streaming") {
      methods[method.localName] = (request: MessageInitShape<DescMessage>, options?: FollowOptions) =>
        carrier.follow(method as DescMethodServerStreaming, request, options);
    }
  }
  return methods as Methods<S>;
}

/** A request that may be repeated: one with room for an id has one. */
export function identified<I extends DescMessage>(input: I, request: MessageInitShape<I>): MessageShape<I> {
  const message = create(input, request) as MessageShape<I> & { requestId?: string };
  if (message.requestId === "") message.requestId = crypto.randomUUID();
  return message;
}

const NOT_REPEATABLE = new Set(["AbortGame"]);

/** Repeating a call changes nothing: its request has an id or a version, or it only asks. */
export function isRepeatable(method: DescMethodUnary): boolean {
  return !NOT_REPEATABLE.has(method.name);
}
