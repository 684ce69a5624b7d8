/** A tournament that is looked at from its registration to its end, without a reload. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { assertAccessible, Stage } from "./stage.ts";
import { Keys, Organizer } from "./tournaments.ts";

const BOARDS = 6;
let keys: Keys;
let stage: Stage;
let organizer: Organizer;
before(async () => {
  keys = new Keys();
  stage = await Stage.begin("--keys", keys.file, "--auth", "open");
  organizer = new Organizer(stage.server.addresses.grpc, keys.operator());
});
after(async () => {
  await organizer?.leave();
  await stage?.end();
  await keys?.remove();
});

test("a live tournament: entrants, standings with intervals, crosstable, games and their replays", async () => {
  const page = await stage.page("#/tournaments");
  await page.getByText("There are no tournaments at this referee yet.").waitFor();
  const id = await organizer.make("Winter cup", BOARDS);
  await page.getByRole("link", { name: "Winter cup" }).click();
  await page.getByText("No board is complete yet.").waitFor();
  await page.locator(".registering").waitFor();
  await page.locator(".connection.live").waitFor();

  await organizer.start(id);
  await page.locator(".running").waitFor();
  await page.getByText("low – high").first().waitFor();
  const filled = organizer.fill(id);
  await filled;
  await page.locator(".finished").waitFor();
  await page.locator(".connection.over").waitFor();
  await page.getByText(`${BOARDS} of ${BOARDS} boards complete`).waitFor();

  const standings = page.getByRole("region", { name: "Standings" });
  const ranks = await standings.locator("tbody .rank").allInnerTexts();
  assert.match(ranks.join(" "), /^1 [12]$/, "equals share a rank");
  assert.equal(await standings.locator("tbody svg").count(), 2);
  const cells = await page.getByRole("region", { name: "Crosstable" }).locator("tbody td:not(.none)").allInnerTexts();
  const [one, other] = cells.map((cell) => Number(cell.split("\n")[0]?.replace("−", "-")));
  assert.ok(one !== undefined && one === -(other ?? 0), cells.join());
  assert.equal(await page.locator("dd code").count(), 3, "two commitments, and the seed that is revealed at the end");

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the standings" }).click();
  const told = JSON.parse(await readFile(await (await saved).path(), "utf8")) as { boards: { complete: number } };
  assert.equal(told.boards.complete, BOARDS);

  const games = page.getByRole("region", { name: "Games" }).locator("tbody tr");
  await page.waitForFunction((count) => document.querySelectorAll("[aria-label=Games] tbody tr").length === count, 2 * BOARDS);
  await games.last().getByRole("link", { name: "Replay" }).click();
  await page.getByText("No fault in").waitFor();
  await page.getByRole("link", { name: "Check the proof" }).click();
  await page.getByRole("heading", { name: "Everything is in order." }).waitFor();
  await page.context().close();

  const looked = await stage.page("#/tournaments", {}, { viewport: { width: 320, height: 640 } });
  await looked.getByRole("link", { name: "Winter cup" }).waitFor();
  await assertAccessible(looked, "the list of tournaments");
  await looked.getByRole("link", { name: "Winter cup" }).click();
  await looked.getByText("boards complete").waitFor();
  await looked.getByText("What they did").click();
  assert.equal(await looked.evaluate(() => document.documentElement.scrollWidth), 320);
  await assertAccessible(looked, "a tournament");
  await looked.context().close();
});

test("a tournament that is not there is told", async () => {
  const page = await stage.page("#/tournaments/20-aaaaaaaaaaaaaaaa");
  await page.getByRole("alert").getByText("There is no such tournament.").waitFor();
  await page.context().close();
});
