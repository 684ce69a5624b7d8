/** The services of the referee: `call(RefereeService.method.getView, { game })`, `follow(...)` for streams. */
export { call, follow, type CallOptions } from "./http.ts";
export { Refused } from "./refused.ts";
export { PlayerService } from "../../contract/euchre/v1/player_service_pb.ts";
export * from "../../contract/euchre/v1/card_pb.ts";
export * from "../../contract/euchre/v1/game_pb.ts";
export * from "../../contract/euchre/v1/referee_service_pb.ts";
export * from "../../contract/euchre/v1/ruleset_pb.ts";
export { TournamentService } from "../../contract/euchre/v1/tournament_service_pb.ts";
