import { type DescMethod, getOption, type JsonObject, type JsonValue } from "@bufbuild/protobuf";
import { http } from "../gen/google/api/annotations_pb.js";

/** A call as HTTP has it. */
export interface Place {
  readonly verb: string;
  /** Path and query. */
  readonly target: string;
  /** JSON; absent: no body. */
  readonly body: string | undefined;
}

/** The place of a call, by the method's `google.api.http` annotation. */
export function placeOf(method: DescMethod, request: JsonObject): Place {
  const { pattern, body } = getOption(method, http);
  if (pattern.case === undefined || pattern.case === "custom") {
    throw new TypeError(`${method.parent.typeName}.${method.name} is not offered over HTTP`);
  }
  const rest = structuredClone(request);
  const path = pattern.value.replaceAll(/\{([\w.]+)(?:=[^}]*)?\}/g, (_, field: string) =>
    encodeURIComponent(taken(rest, field)),
  );
  const inBody = body === "" ? undefined : body === "*" ? rest : (rest[body] ?? {});
  if (body !== "" && body !== "*") delete rest[body];
  const query = body === "*" ? "" : new URLSearchParams([...parameters(rest)]).toString();
  return {
    verb: pattern.case.toUpperCase(),
    target: query ? `${path}?${query}` : path,
    body: inBody === undefined ? undefined : JSON.stringify(inBody),
  };
}

/** The text of a field that stands in the path, taken out of the rest. */
function taken(request: JsonObject, field: string): string {
  const way = field.split(".").map((name) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
  const name = way.pop() ?? "";
  const inner = way.reduce<JsonValue | undefined>((tree, step) => (isObject(tree) ? tree[step] : undefined), request);
  if (!isObject(inner) || inner[name] === undefined)
    throw new TypeError(`${field} is needed: it stands in the address`);
  const value = String(inner[name]);
  delete inner[name];
  return value;
}

function* parameters(tree: JsonObject, prefix = ""): Generator<[string, string]> {
  for (const [name, value] of Object.entries(tree)) {
    if (isObject(value)) yield* parameters(value, `${prefix}${name}.`);
    else for (const each of Array.isArray(value) ? value : [value]) yield [prefix + name, String(each)];
  }
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
