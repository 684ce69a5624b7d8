/** Finished games and files stepped through in a browser, with what the referee says of them. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type BotGame, botGame, recordOf, refusedRecord, repositoryPath } from "./finished.ts";
import { assertAccessible, Stage } from "./stage.ts";

const REVOKE = repositoryPath("tests/rules/egn/old-names.egn");
let stage: Stage;
let bots: BotGame;
before(async () => {
  stage = await Stage.begin();
  // Whatever the cards: at least two deals, each of five tricks.
  bots = await botGame(stage, "euchre", { target_score: 5, all_pass: "stick_dealer" });
});
after(async () => stage?.end());

const verdict = (page: Page) => page.locator(".verdict");
const current = (page: Page) => page.locator("[data-step][aria-current=step]");

async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  await page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
}

test("a game is opened at a trick, stepped through by keys, and its address leads to where one is", async () => {
  const page = await stage.page(`#/replay/${bots.game}?deal=1&trick=2`);
  await page.locator(".strip", { hasText: "Trick 2" }).waitFor();
  assert.equal(await page.locator(".played").count(), 1);
  const record = await recordOf(stage, bots.game);
  const actions = record.deals.reduce((sum, deal) => sum + deal.actions.length, 0);
  await page.getByText(`No fault in ${actions} actions.`).waitFor();
  const before = Number(await current(page).getAttribute("data-step"));
  await page.keyboard.press("ArrowRight");
  await page.locator(`[data-step="${before + 1}"][aria-current=step]`).waitFor();
  await page.waitForURL(new RegExp(`deal=1&step=${before + 1}$`));
  await page.keyboard.press("]");
  await page.locator(".strip", { hasText: `Deal 2 of ${record.deals.length}` }).waitFor();
  await page.keyboard.press("End");
  await page.locator(`[data-step="${record.deals[1]?.actions.length}"][aria-current=step]`).waitFor();
  await page.reload();
  await page.locator(`[data-step="${record.deals[1]?.actions.length}"][aria-current=step]`).waitFor();
  await page.context().close();
});

test("at every step what was done is among what the referee allows, and is called allowed", async () => {
  const page = await stage.page(`#/replay/${bots.game}?deal=1`);
  const [deal] = (await recordOf(stage, bots.game)).deals;
  for (const [step] of (deal?.actions ?? []).entries()) {
    await page.locator(`[data-step="${step}"][aria-current=step]`).waitFor();
    await page.locator(".next .chosen").waitFor();
    assert.equal(await page.locator(".next .bad").count(), 0);
    assert.equal(await page.locator(".seat.asked").count(), 1);
    await page.keyboard.press("ArrowRight");
    await verdict(page).getByText("Allowed.").waitFor();
  }
  await page.context().close();
});

test("a game plays by itself until it is stopped", async () => {
  const page = await stage.page(`#/replay/${bots.game}?deal=1&step=0`);
  await page.locator('[data-step="0"][aria-current=step]').waitFor();
  // Time stands but for what the test lets pass.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  for (const step of [1, 2]) {
    await page.clock.runFor(1000);
    await page.locator(`[data-step="${step}"][aria-current=step]`).waitFor();
  }
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await page.clock.runFor(5000);
  assert.equal(await current(page).getAttribute("data-step"), "2");
  await page.context().close();
});

test("a file in Euchre Game Notation that is dropped is judged: the revoke stands at its card", async () => {
  const page = await stage.page("#/replay");
  await page.getByText("Drop a file here").waitFor();
  const text = await readFile(REVOKE, "utf8");
  await page.evaluate((content) => {
    const files = new DataTransfer();
    files.items.add(new File([content], "revoke.egn"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
  }, text);
  await page.locator(".notice.wrong", { hasText: "1 fault" }).waitFor();
  await verdict(page).getByText("A revoke: the seat holds the suit led and must follow.").waitFor();
  assert.match(await page.locator(".strip").innerText(), /Deal 2 of 2/);
  assert.match(await verdict(page).innerText(), /\(RULES 9\)/);
  assert.equal(await page.locator("li.wrong").count(), 1);
  assert.equal(await page.locator("li.wrong [aria-current=step]").count(), 1);
  await assertAccessible(page, "a replay with a fault");
  await page.keyboard.press("Home");
  await page.keyboard.press("f");
  await page.locator("li.wrong [aria-current=step]").waitFor();
  await page.context().close();
});

test("a record that breaks the rules is shown up to its fault, with what would have been allowed", async () => {
  const { record, deal, action } = await refusedRecord("MUST_FOLLOW_SUIT");
  const page = await stage.page("#/replay");
  await chooseFile(page, "fault.json", JSON.stringify(record));
  await page.locator(".strip", { hasText: `Deal ${deal + 1} of ` }).waitFor();
  await page.locator(`li.wrong [data-step="${action + 1}"][aria-current=step]`).waitFor();
  const refused = record.deals[deal]?.actions[action] ?? "";
  assert.match(await verdict(page).innerText(), /Not allowed: A revoke/);
  assert.equal(await page.locator(".next .bad").count(), 1, refused);
  assert.ok((await page.locator(".next li:not(.bad)").count()) > 0);
  if ((record.deals[deal]?.actions.length ?? 0) > action + 1) {
    await page.keyboard.press("ArrowRight");
    await verdict(page).getByText("Not judged").waitFor();
  }
  await page.context().close();
});

test("of a file of many games one is chosen; what is no record is told, and nothing else is harmed", async () => {
  const record = JSON.stringify(await recordOf(stage, bots.game));
  const page = await stage.page("#/replay");
  await chooseFile(page, "many.jsonl", `${record}\n{"ruleset":\n${record}\n`);
  await page.getByText("3 games").waitFor();
  await page.getByRole("button", { name: "Check all" }).click();
  await page.getByText("3 of 3 checked, 1 with faults").waitFor();
  assert.deepEqual(await page.locator("li.wrong a").allInnerTexts(), ["Game 2, line 2", "Game 2, line 2"]);
  await assertAccessible(page, "the games of a file");
  await page.getByRole("link", { name: "Game 2, line 2" }).first().click();
  await page.getByRole("alert").getByText("This is no readable record.").waitFor();
  await page.goBack();
  await page.getByRole("link", { name: `Game ${bots.game}` }).first().click();
  await page.locator(".felt").waitFor();
  await page.context().close();
});

test("a game that is not there, or not over, is told", async () => {
  const page = await stage.page("#/replay/20-aaaaaaaaaaaaaaaa");
  await page.getByRole("alert").getByText("There is no such game.").waitFor();
  await page.context().close();
});

test("on a phone nothing has to be scrolled sideways, and cards have the letters of the language", async () => {
  const address = `#/replay/${bots.game}?deal=1&trick=1`;
  const page = await stage.page(address, { locale: "fr" }, { viewport: { width: 320, height: 640 } });
  await page.locator(".felt").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  const letters = await page.locator(".felt .index").allTextContents();
  assert.ok(letters.every((letter) => ["9", "10", "V", "D", "R", "A"].includes(letter)), letters.join());
  await page.getByText("Permis.").waitFor();
  await page.context().close();
});
