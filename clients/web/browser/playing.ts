/** Playing a game on a page by clicking, as a person would. */
import type { Page } from "playwright-core";

const MINE = "[data-turn]";
const OVER = "[data-ended]";

/** What to do at one's turn. */
export type Player = (page: Page) => Promise<void>;

/** Makes a game from the lobby that has the page open; the first seat is one's own. */
export async function startGame(page: Page, preset: string, options: Readonly<Record<string, number>> = {}): Promise<void> {
  await page.locator("[data-field=preset]").selectOption(preset);
  if (Object.keys(options).length) await page.getByText("House rules").click();
  for (const [name, value] of Object.entries(options)) {
    await page.getByLabel(name, { exact: true }).fill(String(value));
    await page.getByLabel(name, { exact: true }).press("Tab");
  }
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".felt").waitFor();
}

/** Waits until it is one's turn; false if the game is over. */
export async function ownTurn(page: Page): Promise<boolean> {
  await page.locator(`${MINE}, ${OVER}`).first().waitFor();
  return (await page.locator(OVER).count()) === 0;
}

/** Waits until the turn that stood is decided. */
export async function decided(page: Page, turn: string): Promise<void> {
  await page.waitForFunction(
    ([before, over]) => {
      const now = document.querySelector("[data-turn]")?.getAttribute("data-turn");
      return now !== before || document.querySelector(over!) !== null;
    },
    [turn, OVER],
  );
}

/** The turn that stands. */
export async function turnNow(page: Page): Promise<string> {
  return (await page.locator(MINE).getAttribute("data-turn")) ?? "";
}

/** Plays on until the game is over, or `enough` says so at one's turn; how many decisions were made. */
export async function playOn(page: Page, player: Player, enough: (decisions: number) => Promise<boolean> = async () => false): Promise<number> {
  let decisions = 0;
  while ((await ownTurn(page)) && !(await enough(decisions))) {
    const turn = await turnNow(page);
    await player(page);
    await decided(page, turn);
    decisions += 1;
  }
  return decisions;
}

/** Clicks the first legal card, or else the first call. */
export const firstLegal: Player = async (page) => {
  const card = page.locator(".card-button.allowed");
  if (await card.count()) await card.first().click();
  else await page.locator(".calls button").first().click();
};

/** Presses the key of the first legal card; of the calls passes, or names the first suit where nobody may pass. */
export const byKeys: Player = async (page) => {
  // All of it is read at once: with the first key the table changes.
  const { place, keys } = await page.locator(".felt").evaluate((felt) => ({
    place: [...felt.querySelectorAll(".card-button")].findIndex((card) => card.classList.contains("allowed")),
    keys: [...felt.querySelectorAll(".calls button")].map((call) => call.getAttribute("aria-keyshortcuts") ?? ""),
  }));
  const call = keys.includes("p") ? "p" : (keys[0] ?? "");
  await page.keyboard.press(place >= 0 ? String(place + 1) : call);
};
