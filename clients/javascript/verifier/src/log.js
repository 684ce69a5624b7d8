/** A game's log, read as far as it can be. */

import { equal } from "./bytes.js";
import { dealingOf } from "./dealing.js";
import { commitment } from "./seeds.js";

/**
 * @typedef {import("./entries.js").Created} Created
 * @typedef {import("./entries.js").Entry} Entry
 * @typedef {import("./dealing.js").Dealing} Dealing
 *
 * @typedef {object} Seat
 * @property {string} name
 * @property {Uint8Array} nonce
 */

/** A log whose first entry begins a game; where an entry cannot be read, `entries` ends before it. */
export class Log {
  /**
   * Throws RangeError or SyntaxError, saying why, if the rule set is none that is dealt here.
   *
   * @param {readonly Uint8Array[]} raw
   * @param {readonly [Created, ...Entry[]]} entries
   */
  constructor(raw, entries) {
    this.raw = raw;
    this.entries = entries;
    this.created = entries[0];
    /** @type {{ preset: string, options: Record<string, unknown> }} */
    this.ruleset = JSON.parse(this.created.ruleset);
    /** @type {Dealing} */
    this.dealing = dealingOf(this.ruleset.preset, this.ruleset.options);
    /** The committed seed where any entry reveals it, so that one changed seed is one fault. */
    this.seed = this.#seeds().find((seed) => equal(commitment(seed), this.created.commitment)) ?? this.created.seed;
  }

  /** Whether every entry could be read. */
  get complete() {
    return this.entries.length === this.raw.length;
  }

  /** @returns {Seat[]} by seat, with holes where nobody sits */
  get seats() {
    /** @type {Seat[]} */
    const seats = this.created.reservations.map(({ name }) => ({ name, nonce: new Uint8Array() }));
    for (const entry of this.entries) {
      if (entry.kind === "joined" && entry.seat < this.dealing.players) {
        seats[entry.seat] = entry;
      }
    }
    return seats;
  }

  /** @returns {Uint8Array[]} as they enter the shuffle */
  get nonces() {
    const { board, nonces } = this.created;
    const { seats } = this;
    const none = new Uint8Array();
    return board ? nonces : Array.from({ length: this.dealing.players }, (_, seat) => seats[seat]?.nonce ?? none);
  }

  #seeds() {
    const last = this.entries.at(-1);
    return last?.kind === "ended" ? [this.created.seed, last.seed] : [this.created.seed];
  }
}
