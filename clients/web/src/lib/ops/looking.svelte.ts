/** Looks at a referee's vital numbers again and again, and keeps what it has seen for a while. */
import { Refused } from "../api/referee.ts";
import { settings } from "../settings.svelte.ts";
import { waited } from "../tournament/following.svelte.ts";
import { between, type Shown, type Vitals } from "./vitals.ts";

const EVERY_MS = 2000;
/** Two minutes. */
const KEPT = 60;

export interface Look {
  readonly vitals: Vitals;
  readonly shown: Shown | null;
}

export class Looking {
  looks = $state.raw<readonly Look[]>([]);
  failure = $state.raw<Refused | null>(null);

  readonly #before = new Map<string, Vitals>();

  /** As long as it is not aborted; not while the page is hidden. */
  async start(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (!document.hidden) await this.#look(signal);
      await waited(EVERY_MS, signal);
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    try {
      const vitals = await asked(signal);
      const before = this.#before.get(vitals.process);
      this.#before.set(vitals.process, vitals);
      this.looks = [...this.looks, { vitals, shown: before ? between(before, vitals) : null }].slice(-KEPT);
      this.failure = null;
    } catch (error) {
      if (signal.aborted) return;
      this.failure = error instanceof Refused ? error : new Refused("UNREACHABLE", "");
    }
  }
}

async function asked(signal: AbortSignal): Promise<Vitals> {
  const headers: Record<string, string> = { "accept-language": settings.locale };
  if (settings.token) headers.authorization = `Bearer ${settings.token}`;
  const answer = await fetch(new URL("ops/vitals", new URL(".", location.href)), { headers, signal, cache: "no-store" });
  if (answer.ok) return (await answer.json()) as Vitals;
  const problem = (await answer.json()) as { reason?: string; detail?: string };
  throw new Refused(problem.reason ?? "UNREACHABLE", problem.detail ?? "");
}
