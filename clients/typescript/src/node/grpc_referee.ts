import type { MessageInitShape } from "@bufbuild/protobuf";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import type { CallOptions } from "../calls.js";
import { PlayerService } from "../gen/euchre/v1/player_service_pb.js";
import type { JoinGameRequestSchema, JoinGameResponse } from "../gen/euchre/v1/referee_service_pb.js";
import { type ClientOptions, Services } from "../services.js";
import { GrpcCarrier } from "./grpc/carrier.js";
import type { Bot } from "./play/desk.js";
import { type Played, Player, type PlayOptions } from "./play/player.js";

/** A dead connection is noticed within half a minute; the server permits a ping every ten seconds. */
const PINGS = { pingIntervalMs: 20_000, pingTimeoutMs: 10_000, pingIdleConnection: true };

/** How to reach a referee over gRPC. */
export interface GrpcOptions extends ClientOptions {
  /** PEM, where the connection is encrypted and needs more than the system's authorities. */
  readonly tls?: { readonly ca?: string | Buffer; readonly cert?: string | Buffer; readonly key?: string | Buffer };
}

/** A referee over gRPC, for programs on Node. Close it at the end: an open connection keeps the process alive. */
export class GrpcReferee extends Services {
  /** Games whose end counts in `play`: those joined and those with a turn in it; add those you know otherwise. */
  readonly unfinished = new Set<string>();
  readonly #carrier: GrpcCarrier;
  readonly #sessions: Http2SessionManager;

  /** `server`: `host:port`, or `grpcs://host:port` for an encrypted connection. */
  constructor(server: string, options: GrpcOptions = {}) {
    const baseUrl = server.startsWith("grpcs://") ? `https://${server.slice(8)}` : `http://${server}`;
    const sessionManager = new Http2SessionManager(baseUrl, PINGS, options.tls ?? {});
    let self: Services | undefined;
    const carrier = new GrpcCarrier(createGrpcTransport({ baseUrl, sessionManager }), {
      get token() {
        return self?.token ?? "";
      },
      get language() {
        return self?.language ?? "en";
      },
    });
    super(carrier, options);
    self = this;
    this.#carrier = carrier;
    this.#sessions = sessionManager;
  }

  override async join(
    request: MessageInitShape<typeof JoinGameRequestSchema>,
    options?: CallOptions,
  ): Promise<JoinGameResponse> {
    const joined = await super.join(request, options);
    if (request.game) this.unfinished.add(request.game);
    return joined;
  }

  /**
   * Plays all games of this client's session: asks the bot about every turn, in every game at once. Ends when `games` of
   * the `unfinished` ones are over, when the bot or a callback throws `StopPlaying`, or when the signal is aborted; goes
   * on by itself after a break. Throws `Refused` when the referee will not have this session (SUPERSEDED: another stream
   * of it has begun), `Unreachable` after `patienceMs` without it, and what the bot throws.
   */
  play(bot: Bot, options: PlayOptions = {}): Promise<Played> {
    const open = (requests: Parameters<GrpcCarrier["stream"]>[1], signal: AbortSignal) =>
      this.#carrier.stream(PlayerService.method.play, requests, { signal });
    return new Player(open, bot, this.unfinished, options).run();
  }

  /** Ends the connection and every call on it. */
  close(): void {
    this.#sessions.abort();
  }
}
