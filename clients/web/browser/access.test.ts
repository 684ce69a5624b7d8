/** Every page in both appearances: nothing serious that would keep people from using it, and it fits a small phone. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { botGame } from "./finished.ts";
import { firstLegal, ownTurn, playOn, startGame } from "./playing.ts";
import { assertAccessible, Stage } from "./stage.ts";

const PHONE = { width: 320, height: 640 };
let stage: Stage;
let finished: string;
let ofFive: string;

before(async () => {
  stage = await Stage.begin();
  finished = (await botGame(stage, "euchre", { target_score: 2 })).game;
  ofFive = (await botGame(stage, "euchre-auction", {}, Array<string>(5).fill("careful"))).game;
});
after(async () => stage?.end());

/** The pages that need nobody's hand, and what is on them once they are there. */
const PAGES = [
  ["lobby", () => "", "[data-field=preset]"],
  ["rules", () => "#/rules", ".presets a"],
  ["one rule set", () => '#/rules/buck?options={"withdraw":"secret"}', "td strong"],
  ["a table that was watched", () => `#/table/${finished}`, "[data-ended]"],
  ["a table of five", () => `#/table/${ofFive}`, "[data-ended]"],
  ["no such table", () => "#/table/1-aaaaaaaaaaaaaaaa", "[role=alert]"],
  ["replay without a game", () => "#/replay", "main button"],
  ["replay", () => `#/replay/${finished}`, ".card"],
  ["tournaments", () => "#/tournaments", "main h1"],
  ["how the referee does", () => "#/ops", "dl strong"],
  ["proof without a game", () => "#/proof", "main button"],
  ["proof", () => `#/proof/${finished}`, "main h2"],
] as const;

for (const [name, fragment, there] of PAGES) {
  test(name, async () => {
    const page = await stage.page(fragment());
    await page.locator(there).first().waitFor();
    await assertAccessible(page, name);
    await page.setViewportSize(PHONE);
    const { width, moving } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      moving: document.getAnimations().length,
    }));
    assert.equal(moving, 0, `${name} moves for whoever asked for rest`);
    assert.ok(width <= PHONE.width, `${name} is ${width} wide on a phone of ${PHONE.width}`);
    await page.context().close();
  });
}

test("a table at which one plays, and its dialogues", async () => {
  const page = await stage.page("");
  await startGame(page, "euchre");
  await ownTurn(page);
  await assertAccessible(page, "choosing a call");
  await playOn(page, firstLegal, async () => (await page.locator(".card-button.allowed").count()) > 0);
  await assertAccessible(page, "choosing a card");
  await page.keyboard.press("?");
  await assertAccessible(page, "the keys");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Settings" }).click();
  await assertAccessible(page, "the settings");
  await page.context().close();
});

test("the language, the appearance and the colours of suits are chosen and kept", async () => {
  const page = await stage.page("");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Language").selectOption("nl");
  await page.getByLabel("Weergave").selectOption("dark");
  await page.getByLabel("Kleuren in vier tinten").check();
  await page.getByRole("button", { name: "Sluiten" }).click();
  await page.reload();
  await page.getByRole("heading", { name: "Euchre spelen" }).waitFor();
  const root = page.locator("html");
  assert.deepEqual(
    [await root.getAttribute("lang"), await root.getAttribute("data-theme"), await root.getAttribute("data-suits")],
    ["nl", "dark", "four"],
  );
  await page.context().close();
});
