/**
 * One thing that is wrong with a record.
 *
 * @typedef {object} Fault
 * @property {string} place  the key of the record, `proof.entries[12]` for an entry of the log
 * @property {number | null} entry  the entry's place in `proof.entries`, from 0; null if it is none
 * @property {string} text  what is wrong, and what was expected
 */

/**
 * @param {string} place
 * @param {string} text
 * @returns {Fault}
 */
export function fault(place, text) {
  return { place, entry: null, text };
}

/**
 * @param {number} entry
 * @param {string} text
 * @returns {Fault}
 */
export function faultOf(entry, text) {
  return { place: `proof.entries[${entry}]`, entry, text };
}
