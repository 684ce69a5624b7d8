/** What the tests share: one referee, and looks into its records. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { Referee } from "euchre-client";
import { GrpcReferee } from "euchre-client/node";
import { type Addresses, Server } from "./server.ts";

/** A referee that runs while the tests of a file do. */
export class Running {
  #server: Server | undefined;

  constructor() {
    before(async () => {
      this.#server = await Server.start();
    });
    after(async () => {
      await this.#server?.stop();
    });
  }

  get addresses(): Addresses {
    assert.ok(this.#server);
    return this.#server.addresses;
  }

  /** Somebody without a token, over REST. */
  guest(language = "en"): Referee {
    return new Referee({ baseUrl: this.addresses.http, language });
  }

  /** Runs with somebody without a token, over gRPC. */
  async withGrpc<T>(work: (referee: GrpcReferee) => Promise<T>): Promise<T> {
    const referee = new GrpcReferee(this.addresses.grpc);
    try {
      return await work(referee);
    } finally {
      referee.close();
    }
  }
}

/** A game record, as far as the tests read it. */
interface GameRecord {
  readonly deals: readonly { readonly actions: readonly string[] }[];
  readonly marks?: readonly unknown[];
}

/** The actions of a seat in a finished game. */
export function actionsOf(record: string, seat: number): string[] {
  const { deals } = JSON.parse(record) as GameRecord;
  return deals.flatMap((deal) => deal.actions.filter((action) => action.startsWith(`${seat} `)));
}
