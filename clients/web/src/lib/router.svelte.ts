/**
 * Where in the application one is. The address's fragment says it (`#/replay/GAME?deal=2&trick=3`): every page can be
 * linked to, and whatever serves the files need not know the pages.
 */

export interface Route {
  /** The first part of the path: "" is the lobby. */
  readonly page: string;
  /** The parts after it, decoded. */
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
}

/** Reads a fragment with or without its `#`. What cannot be decoded is taken as it stands. */
export function parseRoute(fragment: string): Route {
  const [path = "", search = ""] = fragment.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const [page = "", ...rest] = path.split("/").filter((part) => part !== "").map(decoded);
  return { page, rest, query: new URLSearchParams(search) };
}

/** The fragment of a page, to be used as `href`. */
export function link(parts: readonly (string | number)[], query: Record<string, string | number> = {}): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${search ? `?${search}` : ""}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  route = $state.raw(parseRoute(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.route = parseRoute(location.hash)));
  }

  /** Goes to a page; with `replace` the way back does not lead to the page left. */
  go(href: string, replace = false): void {
    if (replace) {
      history.replaceState(null, "", href);
      this.route = parseRoute(href);
    } else {
      location.hash = href;
    }
  }
}

export const router = new Router();
