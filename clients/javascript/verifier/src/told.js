/** What a record tells beside its proof, as the entries of the log give it (docs/log.md, "Proof"). */

import { actionText, cardText } from "./cards.js";
import { dealt } from "./dealing.js";
import { NOBODY } from "./entries.js";
import { fault } from "./fault.js";

/**
 * A seat's fault in a word, by the mark of what it brought.
 *
 * @type {Record<string, string>}
 */
const CAUSES = { timeout: "timeout", disconnect: "disconnect", strikes: "illegal" };

/**
 * @typedef {import("./log.js").Log} Log
 * @typedef {import("./fault.js").Fault} Fault
 *
 * @typedef {object} DealTold
 * @property {number} dealer
 * @property {string[]} hands
 * @property {string} talon
 * @property {string[]} actions
 */

/**
 * @param {Readonly<Record<string, unknown>>} record
 * @param {Log} log
 * @returns {Generator<Fault>}
 */
export function* toldFaults(record, log) {
  for (const [key, expected] of Object.entries(toldOf(log))) {
    const where = firstDifference(record[key], expected);
    if (where !== null) {
      yield fault(key + where, "not what the log's entries say");
    }
  }
}

/**
 * The keys of the record that a log gives; undefined where the record must not have one.
 *
 * @param {Log} log
 * @returns {Record<string, unknown>}
 */
function toldOf(log) {
  /** @type {DealTold[]} */
  const deals = [];
  const marks = [];
  let end;
  for (const entry of log.entries) {
    const deal = deals.at(-1);
    const place = { deal: deals.length - 1, action: deal?.actions.length };
    if (entry.kind === "dealt") {
      deals.push(dealTold(log, entry));
    } else if (entry.kind === "acted") {
      if (entry.mark !== "own") {
        marks.push({ ...place, mark: entry.mark === "strikes" ? "strikes" : "timeout", cause: CAUSES[entry.mark] });
      }
      deal?.actions.push(`${entry.seat} ${actionText(entry.action) ?? "no action"}`);
    } else if (entry.kind === "struck") {
      const { seat, action: refused, reason } = entry;
      marks.push({ ...place, mark: "strike", seat, refused, reason });
    } else if (entry.kind === "lost") {
      marks.push({ ...place, mark: "lost", seat: entry.seat, cause: CAUSES[entry.mark] });
    } else if (entry.kind === "ended" && entry.termination !== "normal") {
      const { termination, cause, seat } = entry;
      end = { termination, cause, ...(seat === NOBODY ? {} : { seat }) };
    }
  }
  const { players } = log.dealing;
  const { seats } = log;
  return {
    id: log.created.game,
    ruleset: log.ruleset,
    players: Array.from({ length: players }, (_, seat) => seats[seat]?.name ?? ""),
    deals,
    marks: marks.length > 0 ? marks : undefined,
    end,
  };
}

/**
 * @param {Log} log
 * @param {import("./entries.js").Dealt} entry
 * @returns {DealTold}
 */
function dealTold(log, { dealer, order }) {
  const words = (/** @type {number[]} */ cards) => cards.map((card) => cardText(card) ?? "no card").join(" ");
  const whole = dealer < log.dealing.players && order.length === log.dealing.deck.length;
  const { hands, talon } = whole ? dealt(log.dealing, dealer, order) : { hands: [], talon: [] };
  return { dealer, hands: hands.map(words), talon: words(talon), actions: [] };
}

/**
 * The path to the first difference between two JSON values; null if there is none.
 *
 * @param {unknown} told
 * @param {unknown} expected
 * @returns {string | null}
 */
function firstDifference(told, expected) {
  if (told === expected) {
    return null;
  }
  if (!isObject(told) || !isObject(expected) || Array.isArray(told) !== Array.isArray(expected)) {
    return "";
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(told)])) {
    const inner = firstDifference(told[key], expected[key]);
    if (inner !== null) {
      return (Array.isArray(expected) ? `[${key}]` : `.${key}`) + inner;
    }
  }
  return null;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null;
}
