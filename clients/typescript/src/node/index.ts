export * from "../index.js";
export { type GrpcOptions, GrpcReferee } from "./grpc_referee.js";
export type { Bot } from "./play/desk.js";
export { type Played, type PlayOptions, StopPlaying } from "./play/player.js";
