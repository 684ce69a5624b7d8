// A bot that joins a game and plays it to its end: node examples/bot.ts HOST:PORT GAME
import { Card, GrpcReferee, Suit, type Turn, type Verdict } from "euchre-client/node";

const [server = "127.0.0.1:7447", game = ""] = process.argv.slice(2);

/** Orders up with three cards of the proposed suit, passes otherwise, and plays the first card that it may. */
function choose({ view, legal }: Turn): string {
  const words = legal.map((action) => action.text);
  const proposed = Suit[view?.proposed ?? Suit.UNSPECIFIED] ?? "";
  const held = view?.hand.filter((card) => Card[card]?.endsWith(proposed)) ?? [];
  const wanted = held.length >= 3 ? "order" : "pass";
  return words.find((word) => word === wanted) ?? words[0] ?? "";
}

const referee = new GrpcReferee(server);
const { seat } = await referee.join({ game, name: "TypeScript" });
console.log(`seat ${seat}`);
const onRefusal = ({ game, outcome }: Verdict) => void console.error(game, outcome.value);
const played = await referee.play(choose, { games: 1, onRefusal });
const { end } = await referee.games.getView({ game });
console.log(`${played.decisions} decisions, ${played.refused} refused, scores ${end?.scores.join(" ")}`);
referee.close();
