/** How the referee does, for those who may see it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Stage } from "./stage.ts";
import { Keys } from "./tournaments.ts";

let keys: Keys;
let stage: Stage;
before(async () => {
  keys = new Keys();
  stage = await Stage.begin("--keys", keys.file, "--auth", "required");
});
after(async () => {
  await stage?.end();
  await keys?.remove();
});

test("an operator sees numbers that go on, by /ops too", async () => {
  const page = await stage.page("ops", { token: keys.operator() });
  const vital = (name: string) => page.locator("dl > div").filter({ hasText: name });
  await vital("State").getByText("ready", { exact: true }).waitFor();
  await vital("Store").getByText("takes writes").first().waitFor();
  await vital("Decisions").getByText("0 a second").first().waitFor();
  await page.waitForURL(/\/#\/ops$/);
  await page.context().close();
});

test("everybody else is told whom they are for", async () => {
  const page = await stage.page("#/ops");
  await page.getByRole("alert").getByText("These numbers are for operators").waitFor();
  assert.equal(await page.locator("dl").count(), 0);
  await page.context().close();
});
