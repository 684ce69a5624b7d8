/** REST and server-sent events, as a page in a browser uses them. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { decision, type Event, Referee, Refused, ruleset, Unreachable, type WatchResponse } from "euchre-client";
import { Running } from "./fixtures.ts";
import { Relay } from "./relay.ts";
import { Server } from "./server.ts";

const running = new Running();
const SEATS = [{}, { bot: "greedy" }, { bot: "careful" }, { bot: "greedy" }];
const UNTIMED = { actionLimitMs: 0 };

/** A game in which the guest has the first seat. */
async function seated(guest: Referee, deals = 2): Promise<string> {
  const rules = ruleset("euchre", { max_deals: deals });
  const { game } = await guest.games.createGame({ ruleset: rules, seats: SEATS, clocks: UNTIMED, firstDealer: 0 });
  await guest.join({ game, name: "Ann" });
  return game;
}

/** Plays the first legal action whenever it is the guest's turn; what came on the stream. */
async function playOn(guest: Referee, game: string, told?: (news: WatchResponse) => void): Promise<WatchResponse[]> {
  const all: WatchResponse[] = [];
  for await (const news of guest.games.watch({ game, own: true })) {
    all.push(news);
    told?.(news);
    const [legal] = news.turn?.legal ?? [];
    if (news.turn !== undefined && legal !== undefined) {
      await guest.games.act({ decision: decision(news.turn, legal) });
    }
  }
  return all;
}

function eventsOf(all: readonly WatchResponse[]): Event[] {
  return all.flatMap((news) => news.events);
}

test("presets with their rules, in the caller's language", async () => {
  const { presets, clocks, houseBots } = await running.guest().games.listPresets({ locale: "nl" });
  assert.equal(presets.length, 13);
  assert.ok(clocks.length > 0);
  assert.deepEqual(
    houseBots.map((bot) => bot.name),
    ["random", "first", "greedy", "careful", "montecarlo"],
  );
  const described = await running.guest().games.describeRules({ ruleset: ruleset("buck", { penalty: 7 }) });
  assert.match(described.canonical, /"penalty":7/);
  const { problems } = await running.guest().games.checkRuleset({ ruleset: ruleset("buck", { penalty: 1000 }) });
  assert.deepEqual(
    problems.map((problem) => problem.option),
    ["penalty"],
  );
});

test("a game is made, joined and played against bots of the house", async () => {
  const guest = running.guest();
  const game = await seated(guest);
  const before = await guest.games.getView({ game });
  assert.deepEqual([before.players, before.view?.viewer], [["Ann", "greedy", "careful", "greedy"], 0]);
  const all = await playOn(guest, game);
  assert.ok(all.every((news) => news.view?.viewer === 0));
  assert.equal(eventsOf(all).at(-1)?.what.case, "gameOver");
  const { end } = await guest.games.getView({ game });
  assert.equal(end?.cause, "");
  const { record } = await guest.games.getRecord({ game });
  assert.equal((await guest.games.verify({ record })).inOrder, true);
  const { adjudication } = await guest.games.adjudicate({ record });
  assert.deepEqual(JSON.parse(adjudication).scores, end?.scores);
});

/** What a call that must be refused is told. */
async function refusal(call: Promise<unknown>): Promise<Refused> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Refused, String(error));
  return error;
}

test("a refusal tells reason, message, rule and what is legal", async () => {
  const guest = running.guest("fr");
  const game = await seated(guest);
  for await (const { turn } of guest.games.watch({ game, own: true })) {
    if (turn === undefined) continue;
    const refused = await refusal(guest.games.act({ decision: decision(turn, "bid 9") }));
    assert.deepEqual([refused.reason, refused.code], ["ACTION_NOT_ALLOWED_NOW", "FAILED_PRECONDITION"]);
    assert.match(refused.message, /Cette action/);
    assert.match(refused.section, /RULES/);
    assert.deepEqual(
      refused.legal.map((legal) => legal.text),
      turn.legal.map((legal) => legal.text),
    );
    assert.ok(refused.requestId);
    await guest.games.act({ decision: decision(turn, turn.legal[0] ?? "") });
    const late = await refusal(guest.games.act({ decision: decision(turn, "bid 8") }));
    assert.equal(late.reason, "ALREADY_DECIDED");
    assert.ok(late.onRecord?.text);
    break;
  }
});

test("calls are refused for what they ask, too", async () => {
  const guest = running.guest();
  const missing = { reason: "GAME_NOT_FOUND", status: 404 };
  await assert.rejects(guest.games.getView({ game: "no-such-game" }), missing);
  await assert.rejects(guest.games.watch({ game: "no-such-game" }).next(), missing);
  await assert.rejects(guest.games.abortGame({ game: "no-such-game" }), { reason: "UNAUTHENTICATED", status: 401 });
  await assert.rejects(guest.games.listGames({ stage: 0 }), { reason: "INVALID_REQUEST", status: 400 });
  const bearer = new Referee({ baseUrl: running.addresses.http, token: "nonsense" });
  await assert.rejects(bearer.games.listPresets({}), { reason: "UNAUTHENTICATED" });
});

test("the same request gives the same game", async () => {
  const guest = running.guest();
  const request = { requestId: crypto.randomUUID(), ruleset: ruleset("euchre") };
  const { game } = await guest.games.createGame(request);
  assert.equal((await guest.games.createGame(request)).game, game);
  assert.notEqual((await guest.games.createGame({ ...request, requestId: "" })).game, game);
});

test("a call over a broken way is made again until it is answered, or its time is over", async () => {
  const relay = await Relay.to(new URL(running.addresses.http).host);
  const guest = new Referee({ baseUrl: `http://${relay.address}` });
  relay.cut();
  const unreachable = guest.games.listPresets({}, { timeoutMs: 500 });
  await assert.rejects(unreachable, (error) => error instanceof Unreachable);
  const made = guest.games.createGame({ ruleset: ruleset("euchre") });
  relay.mend();
  assert.ok((await made).game);
  relay.cut();
  const controller = new AbortController();
  const left = guest.games.listPresets({}, { signal: controller.signal });
  controller.abort(new Error("left"));
  await assert.rejects(left, /left/);
  relay.close();
});

test("a stream that is cut goes on without a gap or a repetition", async () => {
  const relay = await Relay.to(new URL(running.addresses.http).host);
  const guest = new Referee({ baseUrl: `http://${relay.address}` });
  const game = await seated(guest);
  let cuts = 0;
  const all = await playOn(guest, game, (news) => {
    if (news.events.length > 0 && cuts < 3 && news.version > 6 * (cuts + 1)) {
      cuts += 1;
      relay.cut();
      relay.mend();
    }
  });
  relay.close();
  assert.equal(cuts, 3);
  const whole: WatchResponse[] = [];
  for await (const news of running.guest().games.watch({ game })) whole.push(news);
  const places = (told: readonly WatchResponse[]) =>
    eventsOf(told).map((event) => `${event.version} ${event.what.case}`);
  assert.deepEqual(places(all), places(whole));
});

test("a stream goes on at another referee when its own is stopped", async () => {
  const data = await mkdtemp(join(tmpdir(), "euchre-"));
  const one = await Server.start("--data", data, "--drain-seconds", "0.2");
  const relay = await Relay.to(new URL(one.addresses.http).host);
  const guest = new Referee({ baseUrl: `http://${relay.address}` });
  const game = await seated(guest);
  let other: Promise<Server> | undefined;
  const states: string[] = [];
  const replace = async () => {
    await one.stop();
    const next = await Server.start("--data", data, "--drain-seconds", "0.2");
    relay.mend(new URL(next.addresses.http).host);
    return next;
  };
  const versions: number[] = [];
  for await (const { version, turn } of guest.games.watch(
    { game, own: true },
    { onState: (state) => states.push(state) },
  )) {
    versions.push(version);
    // Against bots the game could be over before the first referee is gone.
    other ??= replace();
    await other;
    const [legal] = turn?.legal ?? [];
    if (turn !== undefined && legal !== undefined) await guest.games.act({ decision: decision(turn, legal) });
  }
  await (await other)?.stop();
  relay.close();
  await rm(data, { recursive: true, force: true });
  assert.deepEqual([...new Set(states)], ["open", "lost"]);
  assert.deepEqual([...new Set(versions)], versions);
});

test("a stream ends when it is left, and when its signal says so", async () => {
  const guest = running.guest();
  const game = await seated(guest);
  for await (const news of guest.games.watch({ game })) {
    assert.ok(news.version > 0);
    break;
  }
  const controller = new AbortController();
  const following = guest.games.watch({ game }, { signal: controller.signal });
  await following.next();
  const waiting = (async () => {
    for await (const _ of following);
  })();
  controller.abort(new Error("left"));
  await assert.rejects(waiting, /left/);
});

test("a ticket opens a stream instead of a token", async () => {
  const guest = running.guest();
  const game = await seated(guest);
  const path = `/v1/games/${game}:watch`;
  const { ticket } = await guest.games.issueStreamTicket({ path });
  const response = await fetch(`${running.addresses.http}${path}?own=true&ticket=${ticket}`);
  assert.equal(response.status, 200);
  await response.body?.cancel();
});
