/** The hash chain over a game's log (docs/fairness.md, "Chain"). */

import { domain, exactly, sized, u64 } from "./bytes.js";
import { SEED_BYTES } from "./seeds.js";
import { hmac, sha256 } from "./sha256.js";

export const HEAD_BYTES = 16;

/**
 * The head of an empty log.
 *
 * @type {Uint8Array}
 */
export const GENESIS = new Uint8Array(HEAD_BYTES);

/**
 * The 32-byte salt of an entry; the first entry of a log has version 1.
 *
 * @param {Uint8Array} seed
 * @param {number | bigint} version
 * @returns {Uint8Array}
 */
export function salt(seed, version) {
  return hmac(exactly("a seed", seed, SEED_BYTES), domain("salt"), u64(version));
}

/**
 * The head after one more entry, 16 bytes.
 *
 * @param {Uint8Array} head  the head before it
 * @param {Uint8Array} entrySalt
 * @param {Uint8Array} entry  its canonical bytes
 * @returns {Uint8Array}
 */
export function nextHead(head, entrySalt, entry) {
  exactly("a head", head, HEAD_BYTES);
  exactly("a salt", entrySalt, 32);
  const inner = sha256(domain("entry"), entrySalt, sized(entry));
  return sha256(domain("head"), head, inner).slice(0, HEAD_BYTES);
}

/**
 * The head after each entry.
 *
 * @param {Uint8Array} seed
 * @param {readonly Uint8Array[]} entries
 * @returns {Uint8Array[]}
 */
export function heads(seed, entries) {
  let head = GENESIS;
  return entries.map((entry, place) => {
    head = nextHead(head, salt(seed, place + 1), entry);
    return head;
  });
}
