import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import { type CallOptions, type Carrier, type FollowOptions, type Methods, methodsOf } from "./calls.js";
import { PlayerService } from "./gen/euchre/v1/player_service_pb.js";
import {
  type JoinGameRequestSchema,
  type JoinGameResponse,
  RefereeService,
} from "./gen/euchre/v1/referee_service_pb.js";
import { TournamentService } from "./gen/euchre/v1/tournament_service_pb.js";

/** As whom and in which language a client calls. */
export interface ClientOptions {
  /** Of a session; absent: the client has none, until it takes a seat. */
  readonly token?: string;
  /** Of messages for people: en (default), fr or nl. */
  readonly language?: string;
}

/** The services of a referee; what carries the calls is the subclass's. */
export abstract class Services {
  /** What the client proves itself with; empty: nothing. */
  token: string;
  /** Of messages for people. */
  language: string;
  /** `RefereeService`: games made, joined, watched, judged. */
  readonly games: Methods<typeof RefereeService>;
  /** `PlayerService`, without its stream: all turns of the session. */
  readonly turns: Methods<typeof PlayerService>;
  /** `TournamentService`. */
  readonly tournaments: Methods<typeof TournamentService>;
  readonly #carrier: Carrier;

  protected constructor(carrier: Carrier, options: ClientOptions) {
    this.token = options.token ?? "";
    this.language = options.language ?? "en";
    this.#carrier = carrier;
    this.games = methodsOf(RefereeService, carrier);
    this.turns = methodsOf(PlayerService, carrier);
    this.tournaments = methodsOf(TournamentService, carrier);
  }

  /** Takes a seat. A client without a token goes on with the one that it is given. */
  async join(
    request: MessageInitShape<typeof JoinGameRequestSchema>,
    options?: CallOptions,
  ): Promise<JoinGameResponse> {
    const joined = await this.games.joinGame(request, options);
    if (joined.token !== "" && this.token === "" && options?.token === undefined) this.token = joined.token;
    return joined;
  }

  /** Calls any method of the contract. */
  call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    options?: CallOptions,
  ): Promise<MessageShape<O>> {
    return this.#carrier.call(method, request, options);
  }

  /** Follows any stream of the contract across breaks. */
  follow<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
    options?: FollowOptions,
  ): AsyncGenerator<MessageShape<O>, void, undefined> {
    return this.#carrier.follow(method, request, options);
  }
}
