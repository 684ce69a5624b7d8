/** What must hold inside a game's log, whatever a record says about it. */

import { equal, toHex, utf8 } from "./bytes.js";
import { GENESIS, nextHead, salt } from "./chain.js";
import { cardText } from "./cards.js";
import { shuffledDeck } from "./dealing.js";
import { NOBODY } from "./entries.js";
import { fault, faultOf } from "./fault.js";
import { commitment } from "./seeds.js";
import { firstDealer } from "./shuffle.js";

/**
 * @typedef {import("./log.js").Log} Log
 * @typedef {import("./fault.js").Fault} Fault
 */

/**
 * @param {Log} log
 * @param {unknown} head  what is said to be the head after the last entry, hexadecimal
 * @returns {Generator<Fault>}
 */
export function* logFaults(log, head) {
  yield* seedFaults(log);
  yield* orderFaults(log);
  yield* chainFaults(log, head);
  yield* dealFaults(log);
  yield* strikeFaults(log);
}

/**
 * @param {Log} log
 * @returns {Generator<Fault>}
 */
function* seedFaults({ created, entries }) {
  if (!equal(commitment(created.seed), created.commitment)) {
    yield faultOf(0, `the commitment is not the SHA-256 of the seed, which is ${toHex(commitment(created.seed))}`);
  }
  for (const [place, entry] of entries.entries()) {
    if (entry.kind === "ended" && !equal(entry.seed, created.seed)) {
      yield faultOf(place, `the seed revealed is ${toHex(entry.seed)}, the first entry has ${toHex(created.seed)}`);
    }
  }
}

/**
 * `created joined* (dealt (acted | struck | lost)*)* ended?`, with every seat taken before the first deal.
 *
 * @param {Log} log
 * @returns {Generator<Fault>}
 */
function* orderFaults({ created, entries, dealing, complete }) {
  const free = new Set(Array.from({ length: dealing.players }, (_, seat) => seat));
  created.reservations.forEach((_, seat) => free.delete(seat));
  if (![0, dealing.players].includes(created.reservations.length)) {
    yield faultOf(0, `${created.reservations.length} of ${dealing.players} seats are reserved, it must be all or none`);
  }
  let [started, over] = [false, false];
  for (const [place, entry] of entries.entries()) {
    if (over) {
      yield faultOf(place, "it comes after the end");
    }
    switch (entry.kind) {
      case "created":
        if (place > 0) {
          yield faultOf(place, "a game is created once");
        }
        break;
      case "joined":
        if (!free.delete(entry.seat)) {
          yield faultOf(place, `seat ${entry.seat} is not free`);
        }
        break;
      case "dealt":
        if (free.size > 0) {
          yield faultOf(place, `seat ${[...free][0]} is empty`);
        }
        started = true;
        break;
      case "ended":
        over = true;
        break;
      default:
        if (!started || entry.seat >= dealing.players) {
          yield faultOf(place, `seat ${entry.seat} cannot act here`);
        }
    }
  }
  if (!over && complete) {
    yield faultOf(entries.length - 1, "the log has no end after it, the game is not over");
  }
}

/**
 * Every deal's entry repeats the head before it. So the chain is followed from deal to deal, each stretch by itself,
 * and what was changed lies in the stretch that does not fit.
 *
 * @param {Log} log
 * @param {unknown} told
 * @returns {Generator<Fault>}
 */
function* chainFaults({ entries, raw, seed, complete }, told) {
  let head = GENESIS;
  let since = 0;
  for (const [place, entry] of entries.entries()) {
    if (entry.kind === "dealt") {
      if (!equal(entry.head, head)) {
        const [found, due] = [toHex(entry.head), toHex(head)];
        yield faultOf(place, `its head is ${found}, but entries ${since} to ${place - 1} give ${due}`);
        head = entry.head;
      }
      since = place;
    }
    head = nextHead(head, salt(seed, place + 1), raw[place]);
  }
  if (complete && told !== toHex(head)) {
    yield fault("proof.head", `it is ${told}, but entries ${since} to ${raw.length - 1} give ${toHex(head)}`);
  }
}

/**
 * Cards, numbers and the first dealer. Who deals later is a matter of the rules.
 *
 * @param {Log} log
 * @returns {Generator<Fault>}
 */
function* dealFaults(log) {
  const { created, dealing, seed, nonces } = log;
  const source = { seed, nonces, board: utf8(created.board) };
  let number = 0;
  for (const [place, entry] of log.entries.entries()) {
    if (entry.kind !== "dealt") {
      continue;
    }
    const order = shuffledDeck(dealing, source, number);
    const wrong = order.findIndex((card, at) => card !== entry.order[at]);
    if (entry.order.length !== order.length) {
      yield faultOf(place, `${entry.order.length} cards are dealt from a deck of ${order.length}`);
    } else if (wrong >= 0) {
      const [found, due] = [cardText(entry.order[wrong]) ?? "no card", cardText(order[wrong])];
      yield faultOf(place, `the cards are not the seed's shuffle: card ${wrong} is ${found}, it must be ${due}`);
    }
    if (number === 0) {
      const drawn = created.firstDealer === NOBODY;
      const dealer = drawn ? firstDealer(source, dealing.players) : created.firstDealer;
      if (entry.dealer !== dealer) {
        yield faultOf(place, `seat ${entry.dealer} deals first, it must be seat ${dealer}`);
      }
    }
    number += 1;
    if (entry.dealNumber !== number) {
      yield faultOf(place, `it is deal ${number}, not ${entry.dealNumber}`);
    }
  }
}

/**
 * @param {Log} log
 * @returns {Generator<Fault>}
 */
function* strikeFaults({ entries, dealing }) {
  const strikes = new Array(dealing.players).fill(0);
  for (const [place, entry] of entries.entries()) {
    if (entry.kind === "struck" && entry.seat < dealing.players) {
      strikes[entry.seat] += 1;
      if (entry.strikes !== strikes[entry.seat]) {
        yield faultOf(place, `it is strike ${strikes[entry.seat]} of seat ${entry.seat}, not ${entry.strikes}`);
      }
    }
    if (entry.kind === "dealt" && String(entry.strikes) !== String(strikes)) {
      yield faultOf(place, `its strikes are ${entry.strikes}, the entries before have ${strikes}`);
    }
  }
}
