// Orders up with three cards of the proposed suit, and plays its highest card.
import { createInterface } from "node:readline";

const RANKS = "789TJQKA";
const height = (card, trump) => (card === "B" ? 99 : RANKS.indexOf(card[0]) + (card[1] === trump ? 10 : 0));

for await (const line of createInterface({ input: process.stdin })) {
  const { legal, view } = JSON.parse(line);
  const proposed = view.hand.filter((card) => card[1] === view.proposed);
  const wanted = view.phase === "order" && proposed.length >= 3 ? "order" : "pass";
  const cards = legal.filter((action) => action.startsWith("play ")).map((action) => action.slice(5));
  cards.sort((one, other) => height(other, view.trump) - height(one, view.trump));
  console.log(legal.includes(wanted) ? wanted : cards.length ? `play ${cards[0]}` : legal[0]);
}
