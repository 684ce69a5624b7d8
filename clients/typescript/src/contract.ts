/** The messages and services of the contract, generated from `proto/`. */
export * from "./gen/euchre/v1/card_pb.js";
export * from "./gen/euchre/v1/game_pb.js";
export * from "./gen/euchre/v1/player_service_pb.js";
export * from "./gen/euchre/v1/referee_service_pb.js";
export * from "./gen/euchre/v1/ruleset_pb.js";
export * from "./gen/euchre/v1/tournament_service_pb.js";
