/** A request id that nobody can guess: calls that make something are safe to repeat with it. */
export function requestId(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** Bytes as hexadecimal digits. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
