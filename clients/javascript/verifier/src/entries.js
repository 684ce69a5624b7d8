/** The entries of a game's log, from their canonical bytes (docs/log.md, "Kinds"). */

import { Reader } from "./reader.js";

/** The layout of entries that is read here. */
export const FORMAT = 1;

/** The layout of a creation that has a spectators' delay at its end. */
export const DELAYED_FORMAT = 2;

/** A seat that is none. */
export const NOBODY = 255;

/** By the numbers of the log. */
export const SEED_MODES = ["provable", "chosen"];
export const MARKS = ["own", "timeout", "strikes", "disconnect"];
export const TERMINATIONS = [undefined, "normal", "forfeit", "aborted", "void"];

/**
 * @typedef {object} Created
 * @property {"created"} kind
 * @property {number} rulesVersion
 * @property {string} game
 * @property {Uint8Array} request
 * @property {string} ruleset  canonical form, JSON
 * @property {Uint8Array} seed
 * @property {string} seedMode  `provable` or `chosen`
 * @property {Uint8Array} commitment
 * @property {string} board  the label that enters the shuffle; empty in a single game
 * @property {Uint8Array[]} nonces  the entrants', with a board
 * @property {number} firstDealer  NOBODY: drawn
 * @property {Clocks} clocks
 * @property {Conduct} conduct
 * @property {{ session: string, name: string }[]} reservations  one a seat, or none
 * @property {bigint} created  wall-clock milliseconds since 1970 UTC
 * @property {{ milliseconds: number, decisions: number }} [delay]  by how much spectators lag, where they do
 *
 * @typedef {object} Clocks  milliseconds; 0: none
 * @property {number} actionLimit
 * @property {number} bank
 * @property {number} lagQuota
 * @property {number} lagRegain
 *
 * @typedef {object} Conduct
 * @property {number} strikeLimit
 * @property {number} onStrikes
 * @property {number} onTimeout
 *
 * @typedef {object} Joined
 * @property {"joined"} kind
 * @property {number} seat
 * @property {string} session
 * @property {string} name
 * @property {Uint8Array} nonce
 * @property {Uint8Array} request
 *
 * @typedef {object} Dealt
 * @property {"dealt"} kind
 * @property {number} dealNumber  from 1
 * @property {number} scoredDeals
 * @property {number} dealer
 * @property {Uint8Array} order  the shuffled deck, one byte a card
 * @property {number[]} scores
 * @property {number[]} carried
 * @property {number[]} banks
 * @property {number[]} lagQuotas
 * @property {number[]} strikes
 * @property {Uint8Array} head  of the chain, before this entry
 *
 * @typedef {object} Acted
 * @property {"acted"} kind
 * @property {number} seat
 * @property {number} action  `kind * 64 + argument`
 * @property {string} mark
 * @property {number} spent
 * @property {number} lag
 *
 * @typedef {object} Lost
 * @property {"lost"} kind
 * @property {number} seat
 * @property {string} mark
 * @property {number} spent
 * @property {number} lag
 *
 * @typedef {object} Struck
 * @property {"struck"} kind
 * @property {number} seat
 * @property {string} action
 * @property {string} reason
 * @property {number} strikes
 *
 * @typedef {object} Ended
 * @property {"ended"} kind
 * @property {string} termination
 * @property {string} cause
 * @property {number} seat
 * @property {number[]} scores
 * @property {number[]} winners
 * @property {Uint8Array} seed
 *
 * @typedef {Created | Joined | Dealt | Acted | Struck | Lost | Ended} Entry
 */

/** @type {Record<number, (reader: Reader) => Entry>} */
const READ = {
  1: created,
  2: (reader) => ({
    kind: "joined",
    seat: reader.u8(),
    session: reader.text(),
    name: reader.text(),
    nonce: reader.sized(),
    request: reader.raw(32),
  }),
  3: (reader) => ({
    kind: "dealt",
    dealNumber: reader.u32(),
    scoredDeals: reader.u32(),
    dealer: reader.u8(),
    order: reader.sized(),
    scores: reader.numbers(),
    carried: reader.numbers(),
    banks: reader.numbers(),
    lagQuotas: reader.numbers(),
    strikes: reader.numbers(),
    head: reader.raw(16),
  }),
  4: (reader) => ({
    kind: "acted",
    seat: reader.u8(),
    action: reader.u16(),
    mark: named("mark", MARKS, reader.u8()),
    spent: reader.u32(),
    lag: reader.u32(),
  }),
  5: (reader) => ({
    kind: "struck",
    seat: reader.u8(),
    action: reader.text(),
    reason: reader.text(),
    strikes: reader.u16(),
  }),
  6: (reader) => ({
    kind: "ended",
    termination: named("termination", TERMINATIONS, reader.u8()),
    cause: reader.text(),
    seat: reader.u8(),
    scores: reader.numbers(),
    winners: reader.numbers(),
    seed: reader.raw(32),
  }),
  8: (reader) => ({
    kind: "lost",
    seat: reader.u8(),
    mark: named("mark", MARKS, reader.u8()),
    spent: reader.u32(),
    lag: reader.u32(),
  }),
};

/**
 * The entry that the bytes stand for. Throws RangeError or TypeError, saying what is wrong, if they are none of a game.
 *
 * @param {Uint8Array} content
 * @returns {Entry}
 */
export function decode(content) {
  const reader = new Reader(content);
  const kind = reader.u8();
  const read = READ[kind];
  if (!read) {
    throw new RangeError(`there is no entry of kind ${kind} in a game`);
  }
  const entry = read(reader);
  reader.end();
  return entry;
}

/**
 * @param {Reader} reader
 * @returns {Created}
 */
function created(reader) {
  const format = reader.u8();
  if (format !== FORMAT && format !== DELAYED_FORMAT) {
    throw new RangeError(`log format ${format} is none of ${FORMAT} and ${DELAYED_FORMAT}, which are read here`);
  }
  const entry = fixed(reader);
  if (format === DELAYED_FORMAT) {
    entry.delay = { milliseconds: reader.u32(), decisions: reader.u16() };
    if (entry.delay.milliseconds === 0 && entry.delay.decisions === 0) {
      throw new RangeError(`log format ${DELAYED_FORMAT} is for a delay, and there is none`);
    }
  }
  return entry;
}

/**
 * @param {Reader} reader
 * @returns {Created}
 */
function fixed(reader) {
  return {
    kind: "created",
    rulesVersion: reader.u16(),
    game: reader.text(),
    request: reader.raw(32),
    ruleset: reader.text(),
    seed: reader.raw(32),
    seedMode: named("seed mode", SEED_MODES, reader.u8()),
    commitment: reader.raw(32),
    board: reader.text(),
    nonces: reader.list(() => reader.sized()),
    firstDealer: reader.u8(),
    clocks: { actionLimit: reader.u32(), bank: reader.u32(), lagQuota: reader.u32(), lagRegain: reader.u32() },
    conduct: { strikeLimit: reader.u16(), onStrikes: reader.u8(), onTimeout: reader.u8() },
    reservations: reader.list(() => ({ session: reader.text(), name: reader.text() })),
    created: reader.u64(),
  };
}

/**
 * @param {string} what
 * @param {readonly (string | undefined)[]} names
 * @param {number} number
 * @returns {string}
 */
function named(what, names, number) {
  const name = names[number];
  if (name === undefined) {
    throw new RangeError(`there is no ${what} ${number}`);
  }
  return name;
}
