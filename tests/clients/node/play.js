// A player made by another toolchain: takes a seat and plays the game to its end over Play, always with the first
// legal action. All it knows of the referee it reads from the contract.
//
//   node play.js ADDRESS GAME NAME
//
// Prints one JSON object: the seat, the decisions that stood, the highest frame, and how the game ended.
"use strict";

const { grpc, load } = require("./contract");

const [address, game, name] = process.argv.slice(2);
const { RefereeService, PlayerService } = load();
const credentials = grpc.credentials.createInsecure();

/** Takes a free seat; the answer holds the seat and its token. */
function join() {
  const referee = new RefereeService(address, credentials);
  const request = { request_id: crypto.randomUUID(), game, name };
  return new Promise((resolve, reject) => {
    referee.JoinGame(request, (error, seated) => (error ? reject(error) : resolve(seated)));
  });
}

function decide(turn) {
  if (turn.view.to_act !== turn.seat) {
    throw new Error(`a turn of seat ${turn.seat} where seat ${turn.view.to_act} is to act`);
  }
  const { game, version, head, seat } = turn;
  return { game, version, head, seat, text: turn.legal[0].text };
}

/** Plays until the game's end is told; what was played. */
function play(seated) {
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${seated.token}`);
  const stream = new PlayerService(address, credentials).Play(metadata);
  const played = { seat: seated.seat, decisions: 0, frames: 0, end: null };
  return new Promise((resolve, reject) => {
    stream.on("error", (error) => (played.end ? resolve(played) : reject(error)));
    stream.on("end", () => (played.end ? resolve(played) : reject(new Error("the stream ended before the game"))));
    stream.on("data", ({ number, turns = [], verdicts = [], ends = [] }) => {
      const refused = verdicts.find((verdict) => !verdict.accepted);
      if (refused) {
        reject(new Error(`refused: ${refused.refusal.reason}: ${refused.refusal.message}`));
        return;
      }
      played.decisions += verdicts.length;
      if (turns.length > 0) {
        played.frames = number;
        stream.write({ acknowledged: number, decisions: turns.map(decide) });
      }
      played.end ??= ends.find((end) => end.game === game) ?? null;
      if (played.end) {
        stream.end();
      }
    });
    stream.write({ acknowledged: 0 });
  });
}

join()
  .then(play)
  .then(
    (played) => {
      console.log(JSON.stringify(played));
      process.exit(0);
    },
    (error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
