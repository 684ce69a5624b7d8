// Passes where it may, wins tricks with its highest card where it must play.
import { createInterface } from "node:readline";

const RANKS = "789TJQKA";

/** @returns {number} how high a card is, the joker above all */
function height(action, trump) {
  const card = action.split(" ").at(-1);
  return card === "B" ? 99 : RANKS.indexOf(card[0]) + (card[1] === trump ? 10 : 0);
}

for await (const line of createInterface({ input: process.stdin })) {
  const { legal, view } = JSON.parse(line);
  const plays = legal.filter((action) => action.startsWith("play "));
  plays.sort((a, b) => height(b, view.trump) - height(a, view.trump));
  console.log(legal.includes("pass") ? "pass" : (plays[0] ?? legal[0]));
}
