/** Parts by themselves: events in pieces, places of calls, and what the main entry needs. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import {
  decision,
  PlayerService,
  REASONS,
  Referee,
  RefereeService,
  TournamentService,
  TurnSchema,
  Unreachable,
} from "euchre-client";
import { EventReader } from "../dist/rest/events.js";
import { placeOf } from "../dist/rest/place.js";

const DIST = new URL("../dist/", import.meta.url);

test("events are read however they are cut into pieces and whatever ends their lines", () => {
  const text =
    "\uFEFFretry: 1000\n\n: alive\n\nid: 7-ab\ndata: {\ndata:}\n\nevent: end\ndata: {}\nnonsense\n\ndata: cut off";
  const expected = [
    { name: "message", data: "", id: undefined, retryMs: 1000 },
    { name: "message", data: "{\n}", id: "7-ab", retryMs: undefined },
    { name: "end", data: "{}", id: undefined, retryMs: undefined },
  ];
  for (const ends of ["\n", "\r\n", "\r"]) {
    const whole = text.replaceAll("\n", ends);
    for (let size = 1; size <= whole.length; size += 1) {
      const reader = new EventReader();
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
        whole.slice(n * size, (n + 1) * size),
      );
      const events = ["", ...pieces].flatMap((piece) => [...reader.read(piece)]);
      // A return at the very end may be the first half of a line's end: nothing waits for the other.
      assert.deepEqual(events, expected, `${JSON.stringify(ends)} in pieces of ${size}`);
    }
  }
});

test("a stream that cannot be resumed is not told twice", async () => {
  let opened = 0;
  const broken = async () => {
    opened += 1;
    return new Response('data: {"records": ["one"]}\n\n');
  };
  const referee = new Referee({ baseUrl: "http://referee", fetch: broken });
  const told: string[] = [];
  await assert.rejects(async () => {
    for await (const { records } of referee.tournaments.exportTournament({ tournament: "t" })) told.push(...records);
  }, Unreachable);
  assert.deepEqual([told, opened], [["one"], 1]);
});

test("a call stands where its annotation says", () => {
  const { watch, act, createGame, listGames, getView } = RefereeService.method;
  assert.deepEqual(placeOf(watch, { game: "1-a", own: true, fromHead: "+/8=" }), {
    verb: "GET",
    target: "/v1/games/1-a:watch?own=true&fromHead=%2B%2F8%3D",
    body: undefined,
  });
  assert.deepEqual(placeOf(act, { decision: { game: "1-a", text: "pass" } }), {
    verb: "POST",
    target: "/v1/games/1-a:act",
    body: '{"decision":{"text":"pass"}}',
  });
  assert.deepEqual(placeOf(createGame, {}), { verb: "POST", target: "/v1/games", body: "{}" });
  assert.deepEqual(placeOf(listGames, {}), { verb: "GET", target: "/v1/games", body: undefined });
  assert.equal(placeOf(getView, { game: "a/b c" }).target, "/v1/games/a%2Fb%20c/view");
  assert.throws(() => placeOf(getView, {}), /game is needed/);
  assert.throws(() => placeOf(PlayerService.method.play, {}), /not offered over HTTP/);
});

test("every method that a client has is offered over HTTP", () => {
  const { games, turns, tournaments } = new Referee();
  const services = [
    [RefereeService, games],
    [PlayerService, turns],
    [TournamentService, tournaments],
  ] as const;
  let places = 0;
  for (const [service, methods] of services) {
    for (const method of service.methods.filter((each) => each.localName in methods)) {
      const names = ["game", "tournament", "entrant", "pairing", "board"];
      const inner = Object.fromEntries(names.map((name) => [name, "1-a"]));
      const { target } = placeOf(method, { ...inner, decision: inner });
      assert.match(target, /^\/v1\/[\w/:-]+(\?|$)/, method.name);
      places += 1;
    }
  }
  assert.equal(places, services.flatMap(([service]) => service.methods).length - 1);
});

test("a decision names its turn, whatever the form of the answer", () => {
  const legal = { action: { kind: 1 }, text: "pass" };
  const turn = create(TurnSchema, { game: "1-a", version: 9, head: Uint8Array.of(1), seat: 0, legal: [legal] });
  const [pass] = turn.legal;
  assert.ok(pass?.action);
  for (const answer of ["pass", pass]) {
    assert.deepEqual(decision(turn, answer).choice, { case: "text", value: "pass" });
  }
  const typed = decision(turn, pass.action);
  assert.deepEqual([typed.game, typed.version, typed.seat, typed.choice.case], ["1-a", 9, 0, "action"]);
  assert.deepEqual(decision(typed, "keep").choice, { case: "text", value: "keep" });
});

test("the reasons are those of the API's page", async () => {
  const page = await readFile(new URL("../../../docs/api.md", import.meta.url), "utf8");
  const told = [...page.slice(page.indexOf("\n## Reasons")).matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1]);
  assert.deepEqual([...new Set(told)].sort(), [...REASONS].sort());
});

test("the main entry needs nothing of Node", async () => {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const read = async (url: URL): Promise<void> => {
    if (seen.has(url.href)) return;
    seen.add(url.href);
    const imports = (await readFile(url, "utf8")).matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)"/gm);
    for (const [, name = ""] of imports) {
      if (name.startsWith(".")) await read(new URL(name, url));
      else packages.add(name.split("/").slice(0, 2).join("/"));
    }
  };
  await read(new URL("index.js", DIST));
  assert.ok(seen.size > 20);
  assert.deepEqual([...packages], ["@bufbuild/protobuf"]);
});

test("the page shows the example as it is", async () => {
  const page = await readFile(new URL("../README.md", import.meta.url), "utf8");
  assert.ok(page.includes(await readFile(new URL("../examples/bot.ts", import.meta.url), "utf8")));
});
