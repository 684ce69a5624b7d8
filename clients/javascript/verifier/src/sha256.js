/**
 * SHA-256 (FIPS 180-4) and HMAC (RFC 2104), synchronous.
 *
 * WebCrypto answers with promises only, and in browsers only on pages that came over TLS; a record's check is some
 * thousand short hashes, one hanging on the other.
 */

import { concat } from "./bytes.js";

const BLOCK = 64;

/**
 * The first 64 primes, whose roots give the constants: no table to mistype.
 *
 * @type {number[]}
 */
const PRIMES = [];
for (let candidate = 2; PRIMES.length < 64; candidate++) {
  if (PRIMES.every((prime) => candidate % prime !== 0)) {
    PRIMES.push(candidate);
  }
}

/** The first 32 bits of a root's fraction, by whole numbers: a double's root has not enough of them to be sure. */
const fraction = (/** @type {number} */ prime, /** @type {bigint} */ degree) => {
  const target = BigInt(prime) << (32n * degree);
  let [low, high] = [0n, 1n << 40n];
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    [low, high] = middle ** degree <= target ? [middle, high] : [low, middle];
  }
  return Number(low & 0xffffffffn) | 0;
};

const INITIAL = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(prime, 2n));
const ROUND = Int32Array.from(PRIMES, (prime) => fraction(prime, 3n));

/**
 * SHA-256 of the parts one behind the other: 32 bytes.
 *
 * @param {...Uint8Array} parts
 * @returns {Uint8Array}
 */
export function sha256(...parts) {
  const message = concat(...parts);
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const state = INITIAL.slice();
  const schedule = new Int32Array(64);
  for (let block = 0; block < padded.length; block += BLOCK) {
    compress(state, schedule, view, block);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setInt32(4 * at, word));
  return new Uint8Array(digest.buffer);
}

/**
 * HMAC-SHA-256 of the parts one behind the other: 32 bytes.
 *
 * @param {Uint8Array} key
 * @param {...Uint8Array} parts
 * @returns {Uint8Array}
 */
export function hmac(key, ...parts) {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(padded.map((byte) => byte ^ 0x36), ...parts);
  return sha256(padded.map((byte) => byte ^ 0x5c), inner);
}

/**
 * @param {Int32Array} state
 * @param {Int32Array} schedule
 * @param {DataView} message
 * @param {number} start
 */
function compress(state, schedule, message, start) {
  for (let at = 0; at < 16; at++) {
    schedule[at] = message.getInt32(start + 4 * at);
  }
  for (let at = 16; at < 64; at++) {
    const early = schedule[at - 15];
    const late = schedule[at - 2];
    const small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule[at] = schedule[at - 16] + small0 + schedule[at - 7] + small1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 64; at++) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + big1 + ((e & f) ^ (~e & g)) + ROUND[at] + schedule[at]) | 0;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] += word;
  });
}

/**
 * @param {number} word
 * @param {number} bits
 * @returns {number}
 */
function rotate(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}
