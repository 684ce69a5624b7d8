/** A finished game's record held against its proof (docs/log.md, "Proof"); of the rules nothing is judged. */

import { fromBase64, toHex } from "./bytes.js";
import { heads } from "./chain.js";
import { logFaults } from "./checks.js";
import { decode } from "./entries.js";
import { fault, faultOf } from "./fault.js";
import { Log } from "./log.js";
import { isObject, toldFaults } from "./told.js";

const PROOF_FORMAT = 1;
const REPRODUCIBLE = "reproducible, not provable";

/**
 * @typedef {import("./fault.js").Fault} Fault
 *
 * @typedef {object} Report
 * @property {string | null} id  the record's, if it is a text
 * @property {boolean} inOrder
 * @property {string | null} seeds  `provable`, or `reproducible, not provable`; null if the log does not say
 * @property {Fault[]} faults
 * @property {string[]} heads  of the chain, hexadecimal, after each entry that could be read
 */

/**
 * Every fault that is found; none if the record is in order. Never throws, whatever JSON value it is given.
 *
 * @param {unknown} record
 * @returns {Report}
 */
export function verify(record) {
  const id = isObject(record) && typeof record["id"] === "string" ? record["id"] : null;
  /** @type {Fault[]} */
  const faults = [];
  const log = readLog(record, faults);
  if (!log) {
    return { id, inOrder: false, seeds: null, faults, heads: [] };
  }
  const { proof, ...told } = /** @type {{ proof: Record<string, unknown> }} */ (record);
  faults.push(...logFaults(log, proof["head"]), ...proofFaults(proof, log));
  if (log.complete) {
    faults.push(...toldFaults(told, log));
  }
  const seeds = log.created.seedMode === "provable" ? "provable" : REPRODUCIBLE;
  return { id, inOrder: faults.length === 0, seeds, faults, heads: heads(log.seed, log.raw).map(toHex) };
}

/**
 * The log of a record's proof, as far as it can be read; null, with the reason among the faults, if no game begins so.
 *
 * @param {unknown} record
 * @param {Fault[]} faults
 * @returns {Log | null}
 */
function readLog(record, faults) {
  const raw = [];
  const entries = [];
  if (!isObject(record) || Array.isArray(record)) {
    faults.push(fault("record", "it is no JSON object"));
    return null;
  }
  const { proof } = record;
  if (!isObject(proof)) {
    faults.push(fault("proof", "the record has none"));
    return null;
  }
  if (proof["format"] !== PROOF_FORMAT) {
    faults.push(fault("proof.format", `${proof["format"]} is not the format ${PROOF_FORMAT} that is read here`));
    return null;
  }
  if (!Array.isArray(proof["entries"]) || proof["entries"].length === 0) {
    faults.push(fault("proof.entries", "a list of at least one entry is needed"));
    return null;
  }
  for (const [place, text] of proof["entries"].entries()) {
    try {
      raw.push(fromBase64(text));
      if (entries.length === place) {
        entries.push(decode(raw[place]));
      }
    } catch (error) {
      faults.push(faultOf(place, `it cannot be read: ${/** @type {Error} */ (error).message}`));
      if (raw.length === place) {
        return null;
      }
    }
  }
  const [first, ...rest] = entries;
  if (first?.kind !== "created") {
    faults.push(faultOf(0, "no game begins so"));
    return null;
  }
  try {
    return new Log(raw, [first, ...rest]);
  } catch (error) {
    faults.push(faultOf(0, `the rule set cannot be dealt: ${/** @type {Error} */ (error).message}`));
    return null;
  }
}

/**
 * What a proof repeats from the log.
 *
 * @param {Readonly<Record<string, unknown>>} proof
 * @param {Log} log
 * @returns {Generator<Fault>}
 */
function* proofFaults(proof, log) {
  const { created } = log;
  const expected = {
    commitment: toHex(created.commitment),
    seed: toHex(created.seed),
    seed_mode: created.seedMode,
    board: created.board,
    nonces: log.nonces.map(toHex),
  };
  for (const [key, value] of Object.entries(expected)) {
    if (JSON.stringify(proof[key]) !== JSON.stringify(value)) {
      yield fault(`proof.${key}`, `the entries give ${JSON.stringify(value)}`);
    }
  }
}
