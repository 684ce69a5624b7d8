/** Seeds and the commitments published before anybody can steer them (docs/fairness.md, "Seeds"). */

import { concat, domain, exactly, sized, u32, utf8 } from "./bytes.js";
import { hmac, sha256 } from "./sha256.js";

export const SEED_BYTES = 32;
export const COMMITMENT_BYTES = 32;

/**
 * The 32 bytes published first, checked against the seed once that is revealed.
 *
 * @param {Uint8Array} seed
 * @returns {Uint8Array}
 */
export function commitment(seed) {
  return sha256(exactly("a seed", seed, SEED_BYTES));
}

/**
 * One commitment to many, in their order: what a tournament publishes for all its boards.
 *
 * @param {readonly Uint8Array[]} commitments
 * @returns {Uint8Array}
 */
export function combinedCommitment(commitments) {
  const parts = commitments.map((each) => exactly("a commitment", each, COMMITMENT_BYTES));
  return sha256(domain("commitments"), u32(parts.length), concat(...parts));
}

/**
 * The seed of one board of a run.
 *
 * @param {Uint8Array} runSeed
 * @param {Uint8Array} board
 * @returns {Uint8Array}
 */
export function boardSeed(runSeed, board) {
  return hmac(exactly("a run's seed", runSeed, SEED_BYTES), domain("board seed"), sized(board));
}

/**
 * The seed that a chosen text stands for: reproducible, hence no proof of fairness.
 *
 * @param {string} text
 * @returns {Uint8Array}
 */
export function seedFromText(text) {
  return sha256(domain("text seed"), sized(utf8(text)));
}
