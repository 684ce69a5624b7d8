/** Methods of the contract over HTTP, by their own annotations. */
import {
  type DescMethod,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type DescMessage,
  type JsonObject,
  type MessageInitShape,
  type MessageShape,
  create,
  fromJson,
  getOption,
  toJson,
} from "@bufbuild/protobuf";
import { http } from "../../contract/google/api/annotations_pb.ts";
import { settings } from "../settings.svelte.ts";
import { Refused } from "./refused.ts";

export interface CallOptions {
  /** The token of a seat; absent: that of the settings, or none. */
  readonly token?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Calls a method; throws `Refused`. */
export async function call<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
  options: CallOptions = {},
): Promise<MessageShape<O>> {
  const response = await send(method, request, options);
  return fromJson(method.output, await response.json(), { ignoreUnknownFields: true });
}

/** Follows a stream of the referee until it ends or the signal comes; throws `Refused`. */
export async function* follow<I extends DescMessage, O extends DescMessage>(
  method: DescMethodServerStreaming<I, O>,
  request: MessageInitShape<I>,
  options: CallOptions = {},
): AsyncGenerator<MessageShape<O>> {
  const response = await send(method, request, options, "text/event-stream");
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split(/\r?\n/);
      const event = lines.find((line) => line.startsWith("event:"))?.slice(6).trim() ?? "message";
      const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5)).join("\n");
      if (data && event === "message") yield fromJson(method.output, JSON.parse(data), { ignoreUnknownFields: true });
    }
  }
}

async function send<I extends DescMessage>(
  method: DescMethod & { input: I },
  request: MessageInitShape<I>,
  options: CallOptions,
  accept = "application/json",
): Promise<Response> {
  const rule = getOption(method, http);
  const body = toJson(method.input, create(method.input, request)) as JsonObject;
  const path = (rule.pattern.value as string).replace(/\{([\w.]+)\}/g, (_, name: string) => {
    const [first = "", second] = name.split(".");
    const value = second ? (body[first] as JsonObject)[second] : body[first];
    if (!second) delete body[first];
    return encodeURIComponent(String(value));
  });
  const headers: Record<string, string> = { accept, "accept-language": settings.locale };
  const token = options.token ?? settings.token;
  if (token) headers.authorization = `Bearer ${token}`;
  const init: RequestInit = { headers, signal: options.signal ?? null };
  let query = "";
  if (rule.pattern.case === "post") {
    headers["content-type"] = "application/json";
    Object.assign(init, { method: "POST", body: JSON.stringify(body) });
  } else if (Object.keys(body).length > 0) {
    query = `?${new URLSearchParams(Object.entries(body).map(([key, value]) => [key, String(value)]))}`;
  }
  let response: Response;
  try {
    response = await fetch(`.${path}${query}`, init);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Refused("UNREACHABLE", "");
  }
  if (!response.ok) throw await refused(response);
  return response;
}

async function refused(response: Response): Promise<Refused> {
  try {
    const problem = (await response.json()) as { reason?: string; detail?: string; message?: string };
    return new Refused(problem.reason ?? `HTTP_${response.status}`, problem.message ?? problem.detail ?? "");
  } catch {
    return new Refused("UNREACHABLE", "");
  }
}
