/** The deck of a rule set, and how a shuffled one is dealt (docs/fairness.md, "Dealing"). */

import { JOKER } from "./cards.js";
import { permutation } from "./shuffle.js";

/**
 * What a preset says about dealing; options may change the lowest rank and the joker.
 *
 * @typedef {object} Shape
 * @property {number} players
 * @property {number} handSize
 * @property {boolean} deadHand
 * @property {number} minRank  7 to 10
 * @property {boolean} joker
 */

/**
 * @param {number} players
 * @param {Partial<Shape>} [other]
 * @returns {Readonly<Shape>}
 */
const shape = (players, other = {}) =>
  Object.freeze({ players, handSize: 5, deadHand: false, minRank: 9, joker: false, ...other });

/** @type {ReadonlyMap<string, Readonly<Shape>>} */
export const PRESETS = new Map([
  ["euchre", shape(4)],
  ["euchre-benny", shape(4, { joker: true })],
  ["euchre-railroad", shape(4, { joker: true })],
  ["euchre-two-handed", shape(2, { handSize: 10, minRank: 10 })],
  ["euchre-cutthroat", shape(3)],
  ["euchre-auction", shape(5, { joker: true })],
  ["buck", shape(4)],
  ["dirty-clubs", shape(4)],
  ["buck-three", shape(3, { deadHand: true })],
  ["dirty-clubs-three", shape(3, { deadHand: true })],
  ["american-belote-two", shape(2, { minRank: 7 })],
  ["american-belote-three", shape(3, { minRank: 7 })],
  ["american-belote-four", shape(4, { minRank: 7 })],
]);

/**
 * How a rule set deals.
 *
 * @typedef {object} Dealing
 * @property {number} players
 * @property {number} handSize
 * @property {boolean} deadHand
 * @property {readonly number[]} deck  ascending, the joker last
 */

/**
 * Throws RangeError for a preset that is not known here or options that leave too few cards.
 *
 * @param {string} preset
 * @param {Readonly<Record<string, unknown>>} [options]
 * @returns {Dealing}
 */
export function dealingOf(preset, options = {}) {
  const known = PRESETS.get(preset);
  if (!known) {
    throw new RangeError(`the preset ${JSON.stringify(preset)} is not known here`);
  }
  const { players, handSize, deadHand } = known;
  const minRank = options["min_rank"] ?? known.minRank;
  const joker = options["joker"] ?? known.joker;
  const deck = Array.from({ length: JOKER }, (_, card) => card).filter((card) => (card & 7) + 7 >= Number(minRank));
  if (joker === true) {
    deck.push(JOKER);
  }
  if (deck.length < handSize * (players + Number(deadHand))) {
    throw new RangeError(`${deck.length} cards are too few for ${preset}`);
  }
  return { players, handSize, deadHand, deck };
}

/**
 * The shuffled deck of a deal, card by card.
 *
 * @param {Dealing} dealing
 * @param {import("./shuffle.js").Source} source
 * @param {number} deal  counted from 0, void deals included
 * @returns {number[]}
 */
export function shuffledDeck(dealing, source, deal) {
  return permutation(source, deal, dealing.deck.length).map((place) => dealing.deck[place]);
}

/**
 * Packets of three, then of two, and so on in turn, clockwise from the dealer's left, a dead hand after the dealer.
 * Throws RangeError if the dealer is no seat or the order is not of the deck's size.
 *
 * @param {Dealing} dealing
 * @param {number} dealer
 * @param {ArrayLike<number>} order  the shuffled deck
 * @returns {{ hands: number[][], talon: number[] }} hands by seat, the dead hand last
 */
export function dealt({ players, handSize, deadHand, deck }, dealer, order) {
  if (!(dealer >= 0 && dealer < players) || order.length !== deck.length) {
    throw new RangeError(`dealing needs a dealer below ${players} and all ${deck.length} cards of the deck`);
  }
  const cards = Array.from(order);
  /** @type {number[][]} */
  const hands = Array.from({ length: players + Number(deadHand) }, () => []);
  const inTurn = Array.from({ length: players }, (_, offset) => (dealer + 1 + offset) % players);
  if (deadHand) {
    inTurn.push(players);
  }
  for (let packet = 3; hands[dealer].length < handSize; packet = 5 - packet) {
    for (const hand of inTurn) {
      hands[hand].push(...cards.splice(0, packet));
    }
  }
  return { hands, talon: cards };
}
