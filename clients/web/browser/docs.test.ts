/** The page of the HTTP API (/docs): its forms send what its examples show, and streams can be followed and stopped. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await Stage.begin();
});
after(async () => stage?.end());

/** Sends an operation's form; what is told once it has what is waited for. */
async function sent(page: Page, operation: string, awaited: string): Promise<string> {
  const form = page.locator(`#${operation} form.try`);
  await form.getByRole("button", { name: "Send" }).click();
  const told = form.locator(".told").filter({ hasText: awaited });
  await told.waitFor();
  return (await told.textContent()) ?? "";
}

test("a game is made and followed from the page alone", async () => {
  const page = await stage.page("docs");
  await page.locator("#RefereeService_ListPresets input[name=locale]").fill("fr");
  assert.match(await sent(page, "RefereeService_ListPresets", "euchre-cutthroat"), /^200 OK/);

  const body = page.locator("#RefereeService_CreateGame textarea");
  const example = JSON.parse(await body.inputValue()) as { requestId: string };
  await body.fill(JSON.stringify({ ...example, requestId: crypto.randomUUID() }));
  const made = await sent(page, "RefereeService_CreateGame", "commitment");
  const { game } = JSON.parse(made.slice(made.indexOf("{"))) as { game: string };

  await page.locator("#RefereeService_Watch input[name=game]").fill(game);
  assert.match(await sent(page, "RefereeService_Watch", "data:"), /\nid: \d+-[0-9a-f]{32}\n/);
  const watch = page.locator("#RefereeService_Watch form.try");
  await watch.getByRole("button", { name: "Stop" }).click();
  await watch.locator(".told").filter({ hasText: "stopped" }).waitFor();

  await page.locator("#RefereeService_GetView input[name=game]").fill("nothing");
  assert.match(await sent(page, "RefereeService_GetView", "GAME_NOT_FOUND"), /^404 /);
});

test("the contents are found by name, and nothing keeps people from using it", async () => {
  const page = await stage.page("docs");
  await page.getByRole("searchbox").fill("watch");
  const links = page.getByRole("navigation").getByRole("listitem").filter({ visible: true });
  assert.deepEqual(await links.allTextContents(), ["Watch", "WatchTournament"]);
  await page.getByRole("searchbox").fill("");
  await assertAccessible(page, "the page of the API");
});
