/** A commitment as somebody was told it: in hexadecimal, as pages show it, or in base64, as the API's JSON has it. */

import { fromBase64, toHex } from "euchre-verifier";

/** In hexadecimal; null if the text is no commitment. */
export function toldCommitment(text: string): string | null {
  const plain = text.replace(/[\s"]/g, "");
  if (/^[0-9a-fA-F]{64}$/.test(plain)) return plain.toLowerCase();
  try {
    const bytes = fromBase64(plain.replaceAll("-", "+").replaceAll("_", "/"));
    return bytes.length === 32 ? toHex(bytes) : null;
  } catch {
    return null;
  }
}
