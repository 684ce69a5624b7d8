/** The vectors that every implementation of docs/fairness.md must pass, and SHA-256 against Node's own. */

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  boardSeed,
  cardText,
  combinedCommitment,
  commitment,
  dealingOf,
  dealt,
  decode,
  firstDealer,
  fromHex,
  heads,
  hmac,
  permutation,
  salt,
  seedFromText,
  sha256,
  shuffledDeck,
  toHex,
} from "../src/index.js";
import { MARKS, SEED_MODES, TERMINATIONS } from "../src/entries.js";

const FILE = new URL("../../../../tests/fairness/vectors.json", import.meta.url);

/** A number beyond 2**53 keeps its digits. */
const whole = (_, value, { source }) =>
  typeof value === "number" && !Number.isSafeInteger(value) ? BigInt(source) : value;

const VECTORS = JSON.parse(readFileSync(FILE, "utf8"), whole);

const sourceOf = ({ seed, nonces, board }) => ({
  seed: fromHex(seed),
  nonces: nonces.map(fromHex),
  board: fromHex(board),
});

/** For each list of the vectors: the result that a vector must have. */
const RESULTS = {
  commitment: ({ seed }) => ({ commitment: toHex(commitment(fromHex(seed))) }),
  combined_commitment: ({ commitments }) => ({ combined: toHex(combinedCommitment(commitments.map(fromHex))) }),
  board_seed: (vector) => ({ seed: toHex(boardSeed(fromHex(vector.run_seed), fromHex(vector.board))) }),
  seed_from_text: ({ text }) => ({ seed: toHex(seedFromText(text)) }),
  permutation: (vector) => ({ order: permutation(sourceOf(vector), vector.deal, vector.size) }),
  first_dealer: (vector) => ({ dealer: firstDealer(sourceOf(vector), vector.players) }),
  salt: ({ seed, version }) => ({ salt: toHex(salt(fromHex(seed), version)) }),
  chain: ({ seed, entries }) => ({ heads: heads(fromHex(seed), entries.map(fromHex)).map(toHex) }),
  deal: (vector) => {
    const dealing = dealingOf(vector.preset, vector.options);
    const dealer = firstDealer(sourceOf(vector), dealing.players);
    const { hands, talon } = dealt(dealing, dealer, shuffledDeck(dealing, sourceOf(vector), vector.deal));
    const words = (cards) => cards.map(cardText).join(" ");
    return { dealer, hands: hands.map(words), talon: words(talon) };
  },
  entry: ({ bytes, fields }) => {
    const { kind, rulesVersion, ...read } = decode(fromHex(bytes));
    return { fields: Object.fromEntries(Object.keys(fields).map((name, at) => [name, flat(read)[at]])) };
  },
};

/** The fields of an entry one after another, as the vectors have them. */
function flat({ clocks, conduct, reservations, delay, ...fields }) {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const names = { mark: MARKS, seedMode: SEED_MODES, termination: TERMINATIONS }[name];
    return [names ? names.indexOf(value) : plain(value)];
  });
  if (clocks) {
    const pairs = reservations.map((seat) => Object.values(seat));
    parts.splice(-1, 0, ...Object.values(clocks), ...Object.values(conduct), pairs);
  }
  if (delay) {
    parts.push(...Object.values(delay));
  }
  return parts;
}

function plain(value) {
  if (value instanceof Uint8Array) {
    return toHex(value);
  }
  return typeof value === "bigint" ? Number(value) : Array.isArray(value) ? value.map(plain) : value;
}

for (const [name, vectors] of Object.entries(VECTORS)) {
  for (const [place, vector] of vectors.entries()) {
    test(`${name} ${place}`, () => {
      const result = RESULTS[name](vector);
      for (const [key, value] of Object.entries(result)) {
        assert.deepEqual(value, vector[key]);
      }
    });
  }
}

test("SHA-256 and HMAC are Node's own at every length around their blocks", () => {
  for (let length = 0; length < 200; length++) {
    const message = Uint8Array.from({ length }, (_, at) => (at * 7 + length) & 255);
    assert.equal(toHex(sha256(message)), createHash("sha256").update(message).digest("hex"));
    const key = message.slice(0, length / 2);
    assert.equal(toHex(hmac(key, message)), createHmac("sha256", key).update(message).digest("hex"));
  }
});
