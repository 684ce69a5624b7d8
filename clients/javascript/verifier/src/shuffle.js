/** The order of the cards and the first dealer, from seed, nonces, board and deal (docs/fairness.md, "Shuffle"). */

import { concat, domain, exactly, sized, u32 } from "./bytes.js";
import { SEED_BYTES } from "./seeds.js";
import { hmac } from "./sha256.js";

const MOST_CARDS = 256;

/**
 * What fixes every card of a game.
 *
 * @typedef {object} Source
 * @property {Uint8Array} seed  32 bytes
 * @property {readonly Uint8Array[]} nonces  by seat, in a tournament by entrant; empty where none was given
 * @property {Uint8Array} board  the board's label in UTF-8; empty in a single game
 */

/**
 * The shuffled deck of a deal: at place k the index, in the canonical deck, of the card that lies there.
 *
 * @param {Source} source
 * @param {number} deal  counted from 0, void deals included
 * @param {number} size  number of cards, 1 to 256
 * @returns {number[]}
 */
export function permutation(source, deal, size) {
  checkSize("a deck", size);
  const draw = drawer(source, domain("shuffle"), u32(deal), u32(size));
  const order = Array.from({ length: size }, (_, place) => place);
  for (let last = size - 1; last > 0; last--) {
    const other = draw(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/**
 * The seat that deals first, where it is drawn.
 *
 * @param {Source} source
 * @param {number} players
 * @returns {number}
 */
export function firstDealer(source, players) {
  checkSize("a table", players);
  return drawer(source, domain("first dealer"), u32(players))(players);
}

/**
 * @param {string} what
 * @param {number} size
 */
function checkSize(what, size) {
  if (!Number.isInteger(size) || size < 1 || size > MOST_CARDS) {
    throw new RangeError(`${what} has 1 to ${MOST_CARDS} places, not ${size}`);
  }
}

/**
 * Draws even numbers below a bound from the byte stream of a context.
 *
 * @param {Source} source
 * @param {Uint8Array} purpose
 * @param {...Uint8Array} rest
 * @returns {(bound: number) => number}
 */
function drawer({ seed, nonces, board }, purpose, ...rest) {
  const inputs = concat(u32(nonces.length), ...nonces.map(sized), sized(board));
  const key = hmac(exactly("a seed", seed, SEED_BYTES), purpose, inputs, ...rest);
  const stream = bytesOf(key);
  return (bound) => {
    // A byte from the incomplete last round of `bound` would favour small numbers: it is passed over.
    const fair = 256 - (256 % bound);
    let byte;
    do {
      byte = stream.next().value;
    } while (byte >= fair);
    return byte % bound;
  };
}

/**
 * @param {Uint8Array} key
 * @returns {Generator<number, never>}
 */
function* bytesOf(key) {
  for (let block = 0; ; block++) {
    yield* hmac(key, u32(block));
  }
}
