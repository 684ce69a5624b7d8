/** A referee of the tests' own: `euchre serve` with a temporary store, at addresses that are free. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const EUCHRE = process.env.EUCHRE ?? fileURLToPath(new URL("../../../.venv/bin/euchre", import.meta.url));

/** Where a referee listens. */
export interface Addresses {
  /** Of HTTP, with its scheme. */
  readonly http: string;
  /** Of gRPC: `host:port`. */
  readonly grpc: string;
}

/** A referee that runs. */
export class Server {
  readonly #process: ChildProcess;
  readonly addresses: Addresses;

  private constructor(process: ChildProcess, addresses: Addresses) {
    this.#process = process;
    this.addresses = addresses;
  }

  /** Starts one; the arguments are further flags. */
  static async start(...flags: string[]): Promise<Server> {
    const free = ["--listen", "127.0.0.1:0", "--http", "127.0.0.1:0", "--metrics", "off", "--log-level", "error"];
    // gRPC tells of every connection that a client closes.
    const env = { ...process.env, GRPC_VERBOSITY: "ERROR" };
    const started = spawn(EUCHRE, ["serve", ...free, ...flags], { stdio: ["ignore", "pipe", "inherit"], env });
    process.once("exit", () => started.kill());
    const lines = createInterface({ input: started.stdout });
    const ready = await Promise.race([once(lines, "line"), once(started, "exit")]);
    if (typeof ready[0] !== "string") throw new Error(`${EUCHRE} serve ended at once with ${ready}`);
    const { http, address } = JSON.parse(ready[0]) as { http: string; address: string };
    return new Server(started, { http: http.includes("://") ? http : `http://${http}`, grpc: address });
  }

  /** Ends it, as its operator would. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await gone;
  }
}
