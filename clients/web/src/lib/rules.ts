/** Rule sets as the referee explains them; asked once for each and language. */
import { type JsonObject, type JsonValue, toJson } from "@bufbuild/protobuf";
import { type Value, ValueSchema } from "@bufbuild/protobuf/wkt";
import { call, type PresetDescription, RefereeService } from "./api/referee.ts";

const asked = new Map<string, Promise<PresetDescription>>();

/** The preset with every option at the rule set's value. */
export function explained(preset: string, options: JsonObject, locale: string): Promise<PresetDescription> {
  const key = JSON.stringify([locale, preset, options]);
  const known = asked.get(key);
  if (known) return known;
  const answer = call(RefereeService.method.describeRules, { ruleset: { preset, options }, locale }).then(
    ({ description }) => {
      if (!description) throw new Error("the referee explains nothing");
      return description;
    },
  );
  answer.catch(() => asked.delete(key));
  asked.set(key, answer);
  return answer;
}

/** The preset and options of a canonical form. */
export function rulesetOf(canonical: string): { preset: string; options: JsonObject } {
  return JSON.parse(canonical) as { preset: string; options: JsonObject };
}

/** The value that an option has in a description. */
export function optionValue(description: PresetDescription, name: string): JsonValue | undefined {
  const value = description.options.find((option) => option.name === name)?.defaultValue;
  return value && plain(value);
}

/** A value of the contract as plain JSON. */
export function plain(value: Value): JsonValue {
  return toJson(ValueSchema, value);
}
