/** Games played to their end in a browser, by clicking and by keys; refusals; friends; somebody who looks on. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { byKeys, decided, firstLegal, ownTurn, playOn, startGame, turnNow } from "./playing.ts";
import { Stage } from "./stage.ts";

/** What is read aloud, whatever the cards are. */
const WORDS = [/^Your turn\./, /plays (nine|ten|jack|queen|king|ace) of (clubs|diamonds|hearts|spades)\.$/, /(takes|take) the trick with/];
let stage: Stage;
before(async () => void (stage = await Stage.begin()));
after(async () => stage?.end());

test("a whole game of euchre is played by clicking", async () => {
  const page = await stage.page("");
  await startGame(page, "euchre", { target_score: 4 });
  const decisions = await playOn(page, firstLegal);
  assert.ok(decisions >= 1);
  await page.locator("[data-connection=ended]").waitFor();
  assert.match(await page.locator("[data-ended]").innerText(), /The game is over[\s\S]*won the game/);
  const scores = (await page.locator("aside .score").allInnerTexts()).map(Number);
  assert.equal(scores.length, 2);
  assert.ok(Math.max(...scores) >= 4);
  await page.close();
});

test("a whole game of buck is played by clicking: one stays or withdraws, everybody for themselves", async () => {
  const page = await stage.page("");
  await startGame(page, "buck", { start_score: 8 });
  const asked = new Set<string>();
  await playOn(page, async (page) => {
    asked.add((await page.locator(".status").innerText()).split("—")[1]?.trim() ?? "");
    const stay = page.locator(".calls button", { hasText: "Stay" });
    if (await stay.count()) await stay.click();
    else await firstLegal(page);
  });
  assert.ok(asked.has("Choose a card"));
  assert.equal(await page.locator("aside .score").count(), 4);
  assert.match(await page.locator("[data-ended]").innerText(), /won the game/);
  await page.close();
});

test("a deal is played by keys alone, and what happens is told for reading aloud", async () => {
  const page = await stage.page("");
  await page.locator("[data-field=name]").waitFor();
  await page.locator("[data-field=name]").press("Enter");
  await page.locator(".felt").waitFor();
  const told: string[] = [];
  await page.exposeFunction("tell", (text: string) => void told.push(text));
  await page.locator("[data-told]").evaluate((region) => {
    const { tell } = globalThis as unknown as { tell: (text: string) => void };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node.textContent) tell(node.textContent);
    }).observe(region, { childList: true });
  });
  await playOn(
    page,
    byKeys,
    // A deal that all pass is over too: then the next one is played.
    async () => (await page.locator("aside h2", { hasText: "Last deal" }).count()) > 0 && WORDS.every((words) => told.some((text) => words.test(text))),
  );
  for (const words of WORDS) assert.ok(told.some((text) => words.test(text)), `${words}: ${told.join("\n")}`);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys at the table" }).waitFor();
  await page.close();
});

test("a card that is not legal is explained, and the referee's own refusal is shown on request", async () => {
  const page = await stage.page("");
  await startGame(page, "euchre");
  await playOn(page, firstLegal, async () => (await page.locator(".card-button.barred").count()) > 0);
  const turn = await turnNow(page);
  // It says of itself that it is disabled, and explains itself nevertheless.
  await page.locator(".card-button.barred").first().click({ force: true });
  await page.getByRole("alert").filter({ hasText: /was led: you hold it and must follow/ }).waitFor();
  assert.equal(await turnNow(page), turn, "nothing was sent");
  await page.getByRole("button", { name: "Ask the referee" }).click();
  const refused = page.getByRole("alert").filter({ hasText: "The referee refuses: You hold the suit that was led and must follow." });
  await refused.waitFor();
  assert.match(await refused.innerText(), /Rule book: RULES \d/);
  await page.locator(".plate.me .badge.warn", { hasText: "1 strike" }).waitFor();
  assert.ok(await ownTurn(page));
  await firstLegal(page);
  await decided(page, turn);
  await page.close();
});

test("a turn that is told before the answer to the last action is played without waiting for it", async () => {
  const page = await stage.page("");
  const late = Promise.withResolvers<void>();
  await page.route(/:act$/, async (route) => {
    const response = await route.fetch();
    await late.promise;
    await route.fulfill({ response });
  });
  await startGame(page, "euchre");
  assert.equal(await playOn(page, byKeys, async (decisions) => decisions === 3), 3);
  const turn = await turnNow(page);
  late.resolve();
  await page.unrouteAll({ behavior: "wait" });
  assert.equal(await turnNow(page), turn);
  await firstLegal(page);
  await decided(page, turn);
  assert.equal(await page.getByRole("alert").count(), 0);
  await page.close();
});

test("friends sit down by their links, and somebody looks on live without seeing a hand", async () => {
  const ann = await stage.page("", { name: "Ann" });
  await ann.locator("[data-field=preset]").selectOption("euchre");
  await ann.locator("[data-seat='2']").selectOption("free");
  await ann.getByRole("button", { name: "Start" }).click();
  await ann.locator(".felt").waitFor();
  const link = await ann.getByLabel("Seat 3").inputValue();
  const bo = await stage.page(new URL(link).hash, { name: "Bo", locale: "fr" });
  await bo.getByRole("button", { name: "Prendre place" }).click();
  const watcher = await stage.page(new URL(link).hash.split("?")[0] ?? "", { locale: "nl" });
  await watcher.getByText("U kijkt toe.").waitFor();
  for (const page of [ann, bo]) await page.locator(".card-button").first().waitFor();
  await ann.locator(".name", { hasText: "Bo" }).waitFor();
  const oneTrick = async (): Promise<boolean> => (await watcher.locator(".trickTaken").count()) > 0;
  await Promise.all([ann, bo].map((page) => playUntil(page, oneTrick)));
  assert.equal(await watcher.locator(".card-button").count(), 0);
  assert.match(await watcher.locator(".trickTaken").first().innerText(), /haalt de slag/);
  for (const page of [ann, bo, watcher]) await page.close();
});

/** Decides whenever it is this page's turn, until something has happened. */
async function playUntil(page: import("playwright-core").Page, happened: () => Promise<boolean>): Promise<void> {
  while (!(await happened())) {
    const turn = page.locator("[data-turn]");
    if ((await turn.count()) === 0) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    const version = await turnNow(page);
    await firstLegal(page);
    await decided(page, version);
  }
}
