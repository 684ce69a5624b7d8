/** How values become bytes and bytes text (docs/fairness.md, "Layout"). Numbers are unsigned and big endian. */

const UTF8 = new TextEncoder();
const STRICT_UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const HEX = /^(?:[0-9a-f]{2})*$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * @param {...Uint8Array} parts
 * @returns {Uint8Array}
 */
export function concat(...parts) {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/**
 * Four bytes. Throws RangeError outside 0 to 2**32 - 1.
 *
 * @param {number} number
 * @returns {Uint8Array}
 */
export function u32(number) {
  if (!Number.isInteger(number) || number < 0 || number > 0xffffffff) {
    throw new RangeError(`${number} does not fit four bytes`);
  }
  return Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
}

/**
 * Eight bytes. Throws RangeError outside 0 to 2**64 - 1.
 *
 * @param {number | bigint} number
 * @returns {Uint8Array}
 */
export function u64(number) {
  const whole = BigInt(number);
  if (whole < 0n || whole >> 64n) {
    throw new RangeError(`${number} does not fit eight bytes`);
  }
  return concat(u32(Number(whole >> 32n)), u32(Number(whole & 0xffffffffn)));
}

/**
 * The length as u32, then the content.
 *
 * @param {Uint8Array} content
 * @returns {Uint8Array}
 */
export function sized(content) {
  return concat(u32(content.length), content);
}

/**
 * What every hashed message opens with: one byte of length, then `euchre/1 ` and the purpose.
 *
 * @param {string} purpose
 * @returns {Uint8Array}
 */
export function domain(purpose) {
  const name = utf8(`euchre/1 ${purpose}`);
  return concat(Uint8Array.of(name.length), name);
}

/**
 * The content itself; throws RangeError, naming it, unless it has so many bytes.
 *
 * @param {string} name
 * @param {Uint8Array} content
 * @param {number} length
 * @returns {Uint8Array}
 */
export function exactly(name, content, length) {
  if (content.length !== length) {
    throw new RangeError(`${name} must be ${length} bytes long, not ${content.length}`);
  }
  return content;
}

/**
 * @param {string} text
 * @returns {Uint8Array}
 */
export function utf8(text) {
  return UTF8.encode(text);
}

/**
 * Throws TypeError for bytes that are no UTF-8.
 *
 * @param {Uint8Array} content
 * @returns {string}
 */
export function fromUtf8(content) {
  return STRICT_UTF8.decode(content);
}

/**
 * Lower-case hexadecimal.
 *
 * @param {Uint8Array} content
 * @returns {string}
 */
export function toHex(content) {
  return Array.from(content, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Throws SyntaxError for a text that is no lower-case hexadecimal.
 *
 * @param {string} text
 * @returns {Uint8Array}
 */
export function fromHex(text) {
  if (!HEX.test(text)) {
    throw new SyntaxError(`no lower-case hexadecimal: ${text.slice(0, 40)}`);
  }
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/**
 * Throws SyntaxError for a text that is no base64 with its padding.
 *
 * @param {string} text
 * @returns {Uint8Array}
 */
export function fromBase64(text) {
  if (typeof text !== "string" || text.length % 4 !== 0 || !BASE64.test(text)) {
    throw new SyntaxError("no base64");
  }
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 * @returns {boolean}
 */
export function equal(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
