/** Playing over gRPC: whole games, breaks, refusals, and reasons to stop. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { GrpcReferee, Refused, ruleset, StopPlaying, type Turn } from "euchre-client/node";
import { actionsOf, Running } from "./fixtures.ts";
import { Relay } from "./relay.ts";

const running = new Running();

function first(turn: Turn): string {
  return turn.legal[0]?.text ?? "";
}

/** A new game of so many seats, of which the first is free and the others are bots of the house. */
async function newGame(referee: GrpcReferee, preset = "euchre", players = 4, actionLimitMs = 0): Promise<string> {
  const bots = Array.from({ length: players - 1 }, () => ({ bot: "first" }));
  const rules = ruleset(preset, { max_deals: 3 });
  const request = { ruleset: rules, seats: [{}, ...bots], clocks: { actionLimitMs }, conduct: { strikeLimit: 0 } };
  return (await referee.games.createGame(request)).game;
}

for (const [preset, players] of [
  ["euchre", 4],
  ["euchre-two-handed", 2],
  ["euchre-railroad", 4],
  ["buck-three", 3],
  ["american-belote-four", 4],
] as const) {
  test(`a whole game of ${preset}`, () =>
    running.withGrpc(async (referee) => {
      const game = await newGame(referee, preset, players);
      await referee.join({ game, name: "Ann" });
      const ends: string[] = [];
      let verdicts = 0;
      const played = await referee.play(first, {
        games: 1,
        openFrames: 2,
        onEnd: (end) => ends.push(end.game),
        onVerdict: () => {
          verdicts += 1;
        },
      });
      assert.deepEqual(ends, [game]);
      assert.equal(verdicts, played.decisions);
      const { record } = await referee.games.getRecord({ game });
      const decisions = actionsOf(record, 0).length;
      assert.deepEqual(played, { games: 1, decisions, refused: 0, reconnects: 0 });
      assert.ok(decisions > 0);
    }));
}

test("many games at once, each seat by itself", () =>
  running.withGrpc(async (referee) => {
    const games = await Promise.all(Array.from({ length: 8 }, () => newGame(referee)));
    await referee.join({ game: games[0] ?? "", name: "Ann" });
    await Promise.all(games.slice(1).map((game) => referee.join({ game, name: "Ann" })));
    // As slow as one that thinks: the others go on meanwhile.
    const played = await referee.play(async (turn) => first(turn), { games: games.length });
    assert.deepEqual([played.games, played.refused], [8, 0]);
  }));

test("a stream that is cut again and again is taken up where it was", () =>
  running.withGrpc(async (referee) => {
    const relay = await Relay.to(running.addresses.grpc);
    const player = new GrpcReferee(relay.address);
    try {
      const game = await newGame(referee);
      await player.join({ game, name: "Ann" });
      const states: string[] = [];
      let turns = 0;
      const cutting = (turn: Turn) => {
        turns += 1;
        if (turns % 4 === 0) {
          relay.cut();
          relay.mend();
        }
        return first(turn);
      };
      const played = await player.play(cutting, { games: 1, onState: (state) => states.push(state) });
      assert.ok(played.reconnects >= 1);
      assert.ok(states.includes("lost"));
      assert.deepEqual([played.games, played.refused], [1, 0]);
      const view = await referee.games.getView({ game });
      assert.equal(view.end?.cause, "");
      assert.ok(view.standings.every((standing) => standing.strikes === 0));
    } finally {
      player.close();
      relay.close();
    }
  }));

test("a newer stream of the session ends the older one, which does not come back", () =>
  running.withGrpc(async (referee) => {
    const game = await newGame(referee);
    await referee.join({ game, name: "Ann" });
    const newer = new GrpcReferee(running.addresses.grpc, { token: referee.token });
    const turned = Promise.withResolvers<undefined>();
    const older = referee.play(() => turned.resolve(undefined) as undefined);
    await turned.promise;
    newer.unfinished.add(game);
    const [played] = await Promise.all([
      newer.play(first, { games: 1 }),
      assert.rejects(older, (error) => error instanceof Refused && error.reason === "SUPERSEDED"),
    ]);
    assert.equal(played.games, 1);
    newer.close();
  }));

test("a refused answer may be followed by another one", () =>
  running.withGrpc(async (referee) => {
    const game = await newGame(referee);
    await referee.join({ game, name: "Ann" });
    const reasons: string[] = [];
    let asked = 0;
    const played = await referee.play((turn) => (asked++ === 0 ? "bid 9" : first(turn)), {
      games: 1,
      onRefusal: ({ outcome }) => {
        assert.equal(outcome.case, "refusal");
        reasons.push(outcome.value.reason);
        return outcome.value.legal[0]?.text;
      },
    });
    assert.deepEqual([reasons, played.refused], [["ACTION_NOT_ALLOWED_NOW"], 1]);
  }));

test("a bot learns that the clock has decided what it thinks about", () =>
  running.withGrpc(async (referee) => {
    const game = await newGame(referee, "euchre", 4, 1000);
    await referee.join({ game, name: "Ann" });
    let stale = 0;
    const slow = (turn: Turn, signal: AbortSignal) =>
      stale > 0
        ? first(turn)
        : new Promise<string>((resolve) => {
            signal.addEventListener("abort", () => {
              stale += 1;
              resolve("pass");
            });
          });
    assert.equal((await referee.play(slow, { games: 1 })).games, 1);
    assert.equal(stale, 1);
  }));

test("playing ends in good order when it is told to, and with what the bot throws", () =>
  running.withGrpc(async (referee) => {
    const game = await newGame(referee);
    await referee.join({ game, name: "Ann" });
    const stop = () => {
      throw new StopPlaying();
    };
    assert.equal((await referee.play(stop)).decisions, 0);
    const controller = new AbortController();
    const aborting = () => controller.abort() as undefined;
    assert.equal((await referee.play(aborting, { signal: controller.signal })).decisions, 0);
    const broken = new Error("broken");
    const thrown = async () => Promise.reject(broken);
    await assert.rejects(referee.play(thrown), broken);
    assert.equal((await referee.play(first, { games: 1 })).games, 1);
  }));

test("whoever has no token is told so, and nobody is asked for ever", async () => {
  await running.withGrpc(async (referee) => {
    const refused = (error: unknown) => error instanceof Refused && error.reason === "UNAUTHENTICATED";
    await assert.rejects(referee.play(first), refused);
  });
  const relay = await Relay.to(running.addresses.grpc);
  relay.cut();
  const nowhere = new GrpcReferee(relay.address);
  await assert.rejects(nowhere.play(first, { patienceMs: 200 }), { name: "Unreachable" });
  await assert.rejects(nowhere.games.listPresets({}, { timeoutMs: 500 }), { name: "Unreachable" });
  nowhere.close();
  relay.close();
});

test("a game is watched over gRPC, too", () =>
  running.withGrpc(async (referee) => {
    const game = await newGame(referee);
    await referee.join({ game, name: "Ann" });
    const playing = referee.play(first, { games: 1 });
    const versions: number[] = [];
    for await (const news of referee.games.watch({ game, own: true })) {
      assert.equal(news.view?.viewer, 0);
      versions.push(news.version);
    }
    await playing;
    assert.equal(versions.at(-1), (await referee.games.getView({ game })).version);
  }));

test("the example plays", () =>
  running.withGrpc(async (referee) => {
    const game = await newGame(referee);
    const bot = fileURLToPath(new URL("../examples/bot.ts", import.meta.url));
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [bot, running.addresses.grpc, game]);
    assert.match(stdout, /^seat 0\n\d+ decisions, 0 refused, scores \d+ \d+ \d+ \d+\n$/);
    assert.equal(stderr, "");
  }));
