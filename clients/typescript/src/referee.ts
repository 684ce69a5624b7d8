import { RestCarrier } from "./rest/carrier.js";
import { type ClientOptions, Services } from "./services.js";

/** How to reach a referee over HTTP. */
export interface RefereeOptions extends ClientOptions {
  /** Its address, such as `http://127.0.0.1:7448`; absent: where the page comes from. */
  readonly baseUrl?: string;
  /** What fetches; absent: the platform's. */
  readonly fetch?: typeof fetch;
}

/** A referee over REST and server-sent events; for browsers, and for whatever else has `fetch`. */
export class Referee extends Services {
  constructor(options: RefereeOptions = {}) {
    let self: Services | undefined;
    super(
      new RestCarrier({
        baseUrl: options.baseUrl ?? "",
        fetch: options.fetch ?? ((...asked) => globalThis.fetch(...asked)),
        get token() {
          return self?.token ?? "";
        },
        get language() {
          return self?.language ?? "en";
        },
      }),
      options,
    );
    self = this;
  }
}
