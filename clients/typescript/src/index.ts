export type { CallOptions, FollowOptions, Methods } from "./calls.js";
export * from "./contract.js";
export { type Answer, decision, ruleset } from "./decisions.js";
export { RefereeError, Refused, type Refusing, Unreachable } from "./errors.js";
export { REASONS, type Reason } from "./reasons.js";
export { Referee, type RefereeOptions } from "./referee.js";
export type { ClientOptions, Services } from "./services.js";
