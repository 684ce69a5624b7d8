import { Unreachable } from "../errors.js";

/** An event of a stream of server-sent events. */
export interface ServerEvent {
  /** `message` where it has no name of its own. */
  readonly name: string;
  readonly data: string;
  /** What a later request resumes after; absent where the event sets none. */
  readonly id: string | undefined;
  /** When to come back, milliseconds, if the stream breaks. */
  readonly retryMs: number | undefined;
}

/** Reads events from text that comes in pieces, as the HTML standard says. */
export class EventReader {
  #line = "";
  #afterReturn = false;
  #begun = false;
  #name = "";
  #data: string[] = [];
  #id: string | undefined;
  #retryMs: number | undefined;

  /** The events that are complete with this piece. */
  *read(piece: string): Generator<ServerEvent> {
    let text = this.#begun ? piece : piece.replace(/^\uFEFF/, "");
    this.#begun ||= piece !== "";
    if (this.#afterReturn && text.startsWith("\n")) text = text.slice(1);
    this.#afterReturn = piece === "" ? this.#afterReturn : text.endsWith("\r");
    const lines = (this.#line + text).split(/\r\n|\n|\r/);
    this.#line = lines.pop() ?? "";
    for (const line of lines) {
      if (line !== "") this.#field(line);
      else if (this.#data.length > 0 || this.#id !== undefined || this.#retryMs !== undefined) yield this.#taken();
      else this.#name = "";
    }
  }

  #field(line: string): void {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") this.#data.push(value);
    else if (name === "event") this.#name = value;
    else if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^\d+$/.test(value)) this.#retryMs = Number(value);
  }

  #taken(): ServerEvent {
    const event = {
      name: this.#name || "message",
      data: this.#data.join("\n"),
      id: this.#id,
      retryMs: this.#retryMs,
    };
    this.#name = "";
    this.#data = [];
    this.#id = undefined;
    this.#retryMs = undefined;
    return event;
  }
}

/** The events of a body. Throws `Unreachable` if nothing comes for `idleMs`, not even a heartbeat. */
export async function* eventsOf(body: ReadableStream<Uint8Array>, idleMs: number): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events = new EventReader();
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), idleMs);
      if (done) return;
      yield* events.read(decoder.decode(value, { stream: true }));
    }
  } finally {
    // The stream may be broken already, which its reader has learned.
    reader.cancel().catch(() => undefined);
  }
}

async function within<T>(reading: Promise<T>, idleMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unreachable(`nothing came for ${idleMs} ms`)), idleMs);
  });
  try {
    return await Promise.race([reading, silence]);
  } finally {
    clearTimeout(timer);
  }
}
