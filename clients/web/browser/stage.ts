/** What the tests in a browser share: a referee of their own, and pages of a real browser that look at it. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { Server } from "../../typescript/test/server.ts";

/** Milliseconds for whatever is waited for: the machine may be busy. */
export const DEADLINE_MS = 60_000;

/** The program of the service. */
export const EUCHRE = process.env.EUCHRE ?? fileURLToPath(new URL("../../../.venv/bin/euchre", import.meta.url));

const CHROMIUM = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What a person has chosen before the page is opened. */
export interface Chosen {
  readonly locale?: "en" | "fr" | "nl";
  readonly theme?: "system" | "light" | "dark";
  readonly name?: string;
  readonly pace?: "slow" | "normal" | "fast" | "instant";
  readonly token?: string;
}

export class Stage {
  readonly server: Server;
  readonly #browser: Browser;
  readonly #faults: string[] = [];

  private constructor(server: Server, browser: Browser) {
    this.server = server;
    this.#browser = browser;
  }

  /** Starts a referee, with further flags, and a browser. */
  static async begin(...flags: string[]): Promise<Stage> {
    assert.ok(CHROMIUM, "no chromium: install the Debian package of that name, or say CHROMIUM=/path/to/it");
    const server = await Server.start(...flags);
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
    return new Stage(server, browser);
  }

  /** Ends both. Fails if a page threw, or loaded what the policy forbids. */
  async end(): Promise<void> {
    await this.#browser.close();
    await this.server.stop();
    assert.deepEqual(this.#faults, []);
  }

  /** A page of a browser that has kept nothing but what was chosen. */
  async page(fragment: string, chosen: Chosen = {}, options: BrowserContextOptions = {}, origin = this.server.addresses.http): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en", reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(DEADLINE_MS);
    const settings = JSON.stringify({ pace: "instant", name: "Eve", ...chosen });
    await context.addInitScript(
      (text) => void (localStorage.getItem("euchre.settings") ?? localStorage.setItem("euchre.settings", text)),
      settings,
    );
    const page = await context.newPage();
    page.on("pageerror", (error) => this.#faults.push(`${page.url()}: ${error.message}`));
    page.on("console", (message) => {
      if (/Content Security Policy/i.test(message.text())) this.#faults.push(message.text());
    });
    await page.goto(`${origin}/${fragment}`);
    return page;
  }
}

/** Fails if a page has what keeps people from using it, seriously or critically; colours are looked at in both themes. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(await readFile(AXE, "utf8"));
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<Found> } };
    const root = document.documentElement;
    const chosen = root.dataset.theme;
    const here = await axe.run({ resultTypes: ["violations"] });
    const shown = chosen ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    root.dataset.theme = shown === "dark" ? "light" : "dark";
    const there = await axe.run({ resultTypes: ["violations"], runOnly: ["color-contrast"] });
    if (chosen === undefined) delete root.dataset.theme;
    else root.dataset.theme = chosen;
    return { tried: here.passes.length, violations: [...here.violations, ...there.violations] };
  });
  assert.ok(found.tried > 0, "axe tried nothing");
  const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const told = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  assert.deepEqual(told, [], what);
}

interface Found {
  readonly passes: readonly unknown[];
  readonly violations: readonly Violation[];
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}
