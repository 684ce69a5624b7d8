/** The pictures of the pages in the documentation: `npm run pictures`, with `-- games` or
 * another part's name only those. Each is looked at before it is committed. */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import type { Page } from "playwright-core";
import { Suit, type Turn, Card } from "euchre-client/node";
import { firstLegal, playOn, startGame } from "./playing.ts";
import { botGame, refusedRecord, repositoryPath } from "./finished.ts";
import { type Chosen, Stage } from "./stage.ts";
import { Keys, Organizer, type Program } from "./tournaments.ts";

const DESKTOP = { width: 1200, height: 880 };
const PHONE = { width: 375, height: 780 };

/** In few colours, so that the repository stays small. */
const FEW_COLOURS = `
import sys
from PIL import Image
Image.open(sys.argv[1]).convert("RGB").quantize(255, dither=Image.Dither.NONE).save(sys.argv[1], optimize=True)
`;

async function taken(page: Page, name: string): Promise<void> {
  const path = repositoryPath(`docs/images/web-${name}.png`);
  // Nothing is under the pointer, and nothing has the focus.
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.screenshot({ path, animations: "disabled" });
  const { status, stderr } = spawnSync(repositoryPath(".venv/bin/python"), ["-c", FEW_COLOURS, path], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  console.log(`${path}: ${Math.round(statSync(path).size / 1024)} kB`);
  await page.context().close();
}

const text = (words: readonly string[], wanted: RegExp) => words.find((word) => wanted.test(word)) ?? words[0] ?? "";

/** With so many cards of the suit it is ordered up or named; high cards are played first. */
function caller(needed: number): Program {
  return ({ view, legal }: Turn) => {
    const words = legal.map((action) => action.text);
    const suit = Suit[view?.proposed ?? Suit.UNSPECIFIED] ?? "-";
    const held = view?.hand.filter((card) => Card[card]?.endsWith(suit)).length ?? 0;
    if (words.includes("pass")) return held >= needed ? text(words, /^order$/) : "pass";
    return words.at(-1) ?? "";
  };
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  bold: caller(2),
  steady: caller(3),
  timid: caller(4),
  reckless: ({ legal }) => text(legal.map((action) => action.text), /^order alone/),
};

/** The lobby with games in it, and a table in the middle of a trick: before a computer and on a phone. */
async function tables(stage: Stage): Promise<void> {
  const waiting = await stage.page("", { name: "Anna" });
  await waiting.locator("[data-field=preset]").selectOption("buck");
  for (const seat of [1, 2, 3]) await waiting.locator(`[data-seat="${seat}"]`).selectOption("free");
  await waiting.getByRole("button", { name: "Start" }).click();
  await waiting.getByRole("heading", { name: "Links for the free seats" }).waitFor();
  const running = await stage.page("", { name: "Bram" });
  await startGame(running, "euchre-cutthroat");
  await running.locator(".card-button").first().waitFor();

  const seated = async (page: Page): Promise<void> => {
    for (const [seat, bot] of [[1, "greedy"], [2, "careful"], [3, "montecarlo"]] as const) {
      await page.locator(`[data-seat="${seat}"]`).selectOption(bot);
    }
  };
  const lobby = await stage.page("", { name: "Chloé", theme: "light" }, { viewport: DESKTOP });
  await seated(lobby);
  await lobby.getByText("Bram").first().waitFor();
  await lobby.locator("[data-field=clocks]").selectOption("slow");
  await taken(lobby, "lobby");

  const middle = async (page: Page): Promise<void> => {
    await seated(page);
    await page.locator("[data-field=clocks]").selectOption("slow");
    await page.getByRole("button", { name: "Start" }).click();
    // In the second trick or later, with cards on the table and some that may not be played.
    const shown = async (): Promise<boolean> =>
      (await page.locator(".card-button.barred").count()) > 0 &&
      (await page.locator(".played").count()) >= 2 &&
      (await page.locator(".card-button").count()) <= 4;
    await playOn(page, firstLegal, shown);
  };
  const table = await stage.page("", { name: "Chloé", theme: "light", pace: "normal" }, { viewport: { width: 1200, height: 860 } });
  await middle(table);
  await taken(table, "table");
  const dark = await stage.page("", { name: "Daan", theme: "dark", locale: "nl" }, { viewport: PHONE });
  await seated(dark);
  await dark.getByRole("button", { name: "Beginnen" }).click();
  await playOn(dark, firstLegal, async () => (await dark.locator(".card-button.allowed").count()) > 0 && (await dark.locator(".played").count()) >= 2);
  await taken(dark, "table-phone");
  const rules = await stage.page("#/rules/dirty-clubs", { theme: "dark", locale: "fr" }, { viewport: DESKTOP });
  await rules.locator("td strong").first().waitFor();
  await taken(rules, "rules");
  for (const page of [waiting, running]) await page.context().close();
}

async function finishedGames(stage: Stage): Promise<void> {
  // With these rules nobody wins in the first deal.
  const options = { start_score: 12, sweep_wins: false, uncontested: "last_must_stay" };
  const { game } = await botGame(stage, "buck", options, ["greedy", "careful", "montecarlo", "random"]);
  const look = (fragment: string, chosen: Chosen, viewport = { width: 1200, height: 912 }) => stage.page(fragment, chosen, { viewport });
  const replay = await look(`#/replay/${game}?deal=2&trick=2`, { theme: "light" });
  await replay.locator(".next .chosen").waitFor();
  await replay.keyboard.press("ArrowRight");
  await replay.keyboard.press("ArrowRight");
  await replay.locator(".next .chosen").waitFor();
  await taken(replay, "replay");

  const { record } = await refusedRecord("MUST_FOLLOW_SUIT");
  const fault = await look("#/replay", { theme: "dark" });
  const named = { ...record, players: ["Anna", "Bram", "Chloé", "Daan"].slice(0, record.players?.length ?? 4) };
  const buffer = Buffer.from(JSON.stringify(named));
  await fault.locator("input[type=file]").setInputFiles({ name: "club-evening.json", mimeType: "application/json", buffer });
  await fault.locator(".verdict.wrong").waitFor();
  await taken(fault, "fault");

  const phone = await look(`#/replay/${game}?deal=2&trick=2`, { theme: "light", locale: "nl" }, PHONE);
  await phone.locator(".next .chosen").waitFor();
  await taken(phone, "replay-phone");

  const proof = await look(`#/proof/${game}`, { theme: "light" });
  await proof.locator(".columns").waitFor();
  await taken(proof, "proof");
}

async function tournament(stage: Stage, keys: Keys): Promise<void> {
  const organizer = new Organizer(stage.server.addresses.grpc, keys.operator(), PROGRAMS);
  const id = await organizer.make("Autumn cup", 60, "euchre");
  await organizer.start(id);
  const filled = organizer.fill(id);
  const page = await stage.page(`#/tournaments/${id}`, { theme: "light" }, { viewport: { width: 1200, height: 900 } });
  await page.getByRole("region", { name: "Crosstable" }).waitFor();
  await page.waitForFunction(() => Number(document.querySelector("progress")?.value) > 400);
  await taken(page, "tournament");
  const phone = await stage.page(`#/tournaments/${id}`, { theme: "dark", locale: "fr" }, { viewport: PHONE });
  await phone.getByRole("region", { name: "Tableau croisé" }).waitFor();
  await taken(phone, "tournament-phone");
  await filled;
  await organizer.leave();
}

/** How the referee does while a tournament is played, after a minute. */
async function ops(stage: Stage, keys: Keys): Promise<void> {
  const organizer = new Organizer(stage.server.addresses.grpc, keys.operator(), PROGRAMS);
  const id = await organizer.make("Winter cup", 600, "euchre");
  await organizer.start(id);
  const filled = organizer.fill(id);
  const page = await stage.page("#/ops", { theme: "light" }, { viewport: { width: 1200, height: 760 } });
  await page.waitForFunction(() => (document.querySelector("polyline")?.points.length ?? 0) >= 30, undefined, { timeout: 120_000 });
  await taken(page, "ops");
  filled.catch(() => undefined);
  await organizer.leave();
}

const keys = new Keys();
const stage = await Stage.begin("--keys", keys.file, "--auth", "open");
try {
  const parts = { tables: () => tables(stage), games: () => finishedGames(stage), tournament: () => tournament(stage, keys), ops: () => ops(stage, keys) };
  const asked = process.argv.slice(2);
  for (const [name, take] of Object.entries(parts)) if (!asked.length || asked.includes(name)) await take();
} finally {
  await stage.end();
  await keys.remove();
}
