#!/usr/bin/env node
/**
 * node verify.js games.jsonl ...     checks the records of finished games, one a line; - or nothing: standard input
 *
 * Prints one JSON object a line: {"id", "in_order", "seeds", "faults"}. Exit status: 0 all in order, 1 some record has
 * a fault, 2 something was unreadable.
 */

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

import { verify } from "./src/index.js";

const IN_ORDER = 0;
const SOME_FAULT = 1;
const SOME_UNREADABLE = 2;

/**
 * @param {string} line
 * @returns {[string, number]} the answer, and what it says of the record
 */
function answer(line) {
  let record;
  try {
    record = JSON.parse(line);
  } catch (error) {
    return [told(null, false, null, [`not JSON: ${/** @type {Error} */ (error).message}`]), SOME_UNREADABLE];
  }
  const { id, inOrder, seeds, faults } = verify(record);
  const words = faults.map(({ place, text }) => `${place}: ${text}`);
  return [told(id, inOrder, seeds, words), inOrder ? IN_ORDER : SOME_FAULT];
}

/**
 * @param {string | null} id
 * @param {boolean} inOrder
 * @param {string | null} seeds
 * @param {string[]} faults
 * @returns {string}
 */
function told(id, inOrder, seeds, faults) {
  return JSON.stringify({ id, in_order: inOrder, seeds, faults });
}

/**
 * @param {string} name
 * @returns {Promise<number>}
 */
async function answerFile(name) {
  let worst = IN_ORDER;
  try {
    const input = name === "-" ? process.stdin : createReadStream(name);
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      const [words, status] = answer(line);
      console.log(words);
      worst = Math.max(worst, status);
    }
  } catch (error) {
    console.error(`${name}: ${/** @type {Error} */ (error).message}; name a readable file of records`);
    worst = SOME_UNREADABLE;
  }
  return worst;
}

const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : ["-"]) {
  process.exitCode = Math.max(Number(process.exitCode ?? 0), await answerFile(name));
}
