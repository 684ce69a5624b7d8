/** A connection that is lost and regained, while the referee is started anew on the same store. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Relay } from "../../typescript/test/relay.ts";
import { Server } from "../../typescript/test/server.ts";
import { decided, firstLegal, playOn, startGame, turnNow } from "./playing.ts";
import { EUCHRE, Stage } from "./stage.ts";

const directory = mkdtempSync(join(tmpdir(), "euchre-browser-"));
const flags = ["--data", join(directory, "store"), "--keys", join(directory, "keys")];
let stage: Stage;
let relay: Relay;

before(async () => {
  execFileSync(EUCHRE, ["keys", "rotate", "--keys", join(directory, "keys")]);
  stage = await Stage.begin(...flags);
  relay = await Relay.to(stage.server.addresses.http.replace("http://", ""));
});
after(async () => {
  relay?.close();
  await stage?.end();
  rmSync(directory, { recursive: true });
});

test("a lost connection is told, and the game goes on where it stood when the referee is back", async () => {
  const page = await stage.page("", {}, {}, `http://${relay.address}`);
  await startGame(page, "euchre");
  await playOn(page, firstLegal, async () => (await page.locator(".card-button.allowed").count()) > 0);
  const [turn, hand] = [await turnNow(page), await page.locator(".card-button").count()];

  relay.cut();
  await page.locator("[data-connection=lost]").waitFor();
  assert.match(await page.locator("[data-connection]").innerText(), /Connection lost; trying again/);
  await stage.server.stop();
  const again = await Server.start(...flags);
  try {
    relay.mend(again.addresses.http.replace("http://", ""));
    await page.locator("[data-connection=live]").waitFor();
    assert.equal(await turnNow(page), turn);
    assert.equal(await page.locator(".card-button").count(), hand);
    await firstLegal(page);
    await decided(page, turn);
    assert.equal(await playOn(page, firstLegal, async (decisions) => decisions === 3), 3);
    assert.equal(await page.getByRole("alert").count(), 0);
    await page.close();
  } finally {
    await again.stop();
  }
});
