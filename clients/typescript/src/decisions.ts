import { create, type JsonObject, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type Action,
  type Decision,
  DecisionSchema,
  type LegalAction,
  LegalActionSchema,
  type Turn,
} from "./gen/euchre/v1/game_pb.js";
import type { RulesetSchema } from "./gen/euchre/v1/ruleset_pb.js";

/** An action in the record's words ("play Jd"), typed, or one of the turn's legal ones. */
export type Answer = string | Action | LegalAction;

/** The decision on a turn; or another one in place of a decision. */
export function decision(turn: Turn | Decision, answer: Answer): Decision {
  const { game, version, head, seat } = turn;
  return create(DecisionSchema, {
    game,
    version,
    head,
    ...(seat === undefined ? {} : { seat }),
    choice: typeof answer === "string" ? { case: "text", value: answer } : choice(answer),
  });
}

function choice(answer: Action | LegalAction): Decision["choice"] {
  return answer.$typeName === LegalActionSchema.typeName
    ? { case: "text", value: answer.text }
    : { case: "action", value: answer };
}

/** A rule set: a preset and the options that differ from it. */
export function ruleset(preset: string, options: JsonObject = {}): MessageInitShape<typeof RulesetSchema> {
  return { preset, options };
}
