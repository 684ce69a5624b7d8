/** What a file holds: records, one a line or one over many lines, and games in Euchre Game Notation. */

/** A game as it was found: its text for the service, and its value for showing. */
export interface Found {
  readonly text: string;
  /** Null where it is no JSON object; the service says what is wrong. */
  readonly value: Readonly<Record<string, unknown>> | null;
  /** The line that it begins at, from 1. */
  readonly line: number;
}

const EGN = "Euchre Game Notation";

/** A JSON object, or null. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}

/** Whether a game says of itself that it is in Euchre Game Notation. */
export function isEgn(value: Readonly<Record<string, unknown>>): boolean {
  return value["fileType"] === EGN || value["file_type"] === EGN;
}

/** The games of a file, at least one. Those of many lines are read when they are opened. */
export function gamesIn(file: string): Found[] {
  const text = file.replace(/^\uFEFF/, "");
  const lines = text.split("\n");
  const written = lines.flatMap((line, at) => (line.trim() ? [{ line, at }] : []));
  const [first, second] = written;
  if (!first) return [{ text, value: null, line: 1 }];
  if (second && !parsed(first.line)) return [{ text, value: parsed(text), line: 1 }];
  return written.map(({ line, at }) => found(line, at + 1));
}

function found(text: string, line: number): Found {
  let read: Found["value"] | undefined;
  return {
    text,
    line,
    get value() {
      return (read ??= parsed(text));
    },
  };
}

function parsed(text: string): Found["value"] {
  try {
    return objectIn(JSON.parse(text));
  } catch {
    return null;
  }
}
