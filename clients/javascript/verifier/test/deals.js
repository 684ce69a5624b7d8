/**
 * Deals as another implementation asks for them: a JSON object a line on standard input, the cards a line on standard
 * output. Asked: preset, options, seed, nonces and board (hexadecimal), deal.
 */

import { createInterface } from "node:readline";

import { cardText, commitment, dealingOf, dealt, firstDealer, fromHex, shuffledDeck, toHex } from "../src/index.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { preset, options, deal, ...asked } = JSON.parse(line);
  const source = { seed: fromHex(asked.seed), nonces: asked.nonces.map(fromHex), board: fromHex(asked.board) };
  const dealing = dealingOf(preset, options);
  const dealer = firstDealer(source, dealing.players);
  const { hands, talon } = dealt(dealing, dealer, shuffledDeck(dealing, source, deal));
  const words = (cards) => cards.map(cardText).join(" ");
  console.log(
    JSON.stringify({
      commitment: toHex(commitment(source.seed)),
      dealer,
      hands: hands.map(words),
      talon: words(talon),
    }),
  );
}
