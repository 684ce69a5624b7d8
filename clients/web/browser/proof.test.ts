/** Proofs of finished games worked through in a browser. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type BotGame, botGame, recordOf } from "./finished.ts";
import { assertAccessible, Stage } from "./stage.ts";

let stage: Stage;
let bots: BotGame;
before(async () => {
  stage = await Stage.begin();
  bots = await botGame(stage, "euchre", { target_score: 3 });
});
after(async () => stage?.end());

async function openChanged(page: Page, change: (record: Awaited<ReturnType<typeof recordOf>>) => void): Promise<void> {
  const record = await recordOf(stage, bots.game);
  change(record);
  const buffer = Buffer.from(JSON.stringify(record));
  await page.locator("input[type=file]").setInputFiles({ name: "changed.json", mimeType: "application/json", buffer });
}

test("the cards of a finished game are proved, and the commitment is that of its making", async () => {
  const page = await stage.page(`#/proof/${bots.game}`);
  await page.getByRole("heading", { name: "Everything is in order." }).waitFor();
  await page.getByText("Provable: nobody chose the cards.").waitFor();
  assert.equal(await page.locator(".checks li").count(), 5);
  assert.equal(await page.locator(".checks .failed").count(), 0);
  const { deals } = await recordOf(stage, bots.game);
  assert.equal(await page.locator(".deals details").count(), deals.length);
  const told = page.getByLabel("The commitment that was told before the game");
  await told.fill(bots.commitment);
  await page.getByText("It is the same.").waitFor();
  await told.fill("00".repeat(32));
  await page.getByText("It is another one").waitFor();
  await page.getByRole("link", { name: "Step through the game" }).click();
  await page.getByText("No fault in").waitFor();
  await page.getByRole("link", { name: "Check the proof" }).click();
  await page.getByRole("heading", { name: "Everything is in order." }).waitFor();
  await page.context().close();
});

test("a record whose cards were changed fails the checks that concern cards, and the place is told", async () => {
  const page = await stage.page("#/proof");
  await openChanged(page, ({ deals: [deal] }) => deal && deal.hands.reverse());
  await page.getByRole("heading", { name: "The proof does not hold." }).waitFor();
  assert.deepEqual(await page.locator(".checks .failed strong").allInnerTexts(), ["First dealer and cards", "The record"]);
  assert.match(await page.locator(".faults").innerText(), /deals\[0\]\.hands/);
  await assertAccessible(page, "a proof that fails");
  await page.context().close();
});

test("a record without a proof is told apart from one whose proof fails", async () => {
  const page = await stage.page("#/proof");
  await openChanged(page, (record) => delete (record as { proof?: unknown }).proof);
  await page.getByRole("alert").getByText("This record has no proof.").waitFor();
  await page.context().close();
});
