/** A way to a server that can be cut and mended. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export class Relay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: string;
  #open = true;

  private constructor(server: Server, target: string) {
    this.#server = server;
    this.#target = target;
  }

  /** A way to `host:port`. */
  static async to(target: string): Promise<Relay> {
    const server = createServer();
    const relay = new Relay(server, target);
    server.on("connection", (near) => {
      if (!relay.#open) {
        near.destroy();
        return;
      }
      const [host = "", port = ""] = relay.#target.split(":");
      const far = connect(Number(port), host);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        relay.#sockets.add(one);
        one.pipe(other);
        one.on("error", () => other.destroy());
        one.on("close", () => {
          relay.#sockets.delete(one);
          other.destroy();
        });
      }
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return relay;
  }

  /** `host:port` of this end. */
  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Cuts every connection; new ones too, until it is mended. */
  cut(): void {
    this.#open = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** New connections get through again, to another server if one is named. */
  mend(target = this.#target): void {
    this.#target = target;
    this.#open = true;
  }

  /** Ends it. */
  close(): void {
    this.cut();
    this.#server.close();
  }
}
