/** The pages by the first part of their address; each is loaded when it is first opened. */
import type { Component } from "svelte";
import type { Route } from "../lib/router.svelte.ts";

export interface Page {
  readonly path: string;
  /** What the menu calls it; without: it is not in the menu. */
  readonly menu?: "lobby" | "rules" | "replay" | "tournaments" | "proof";
  readonly load: () => Promise<{ default: Component<{ route: Route }> | Component }>;
}

export const PAGES: readonly Page[] = [
  { path: "", menu: "lobby", load: () => import("./Lobby.svelte") },
  { path: "rules", menu: "rules", load: () => import("./Rules.svelte") },
  { path: "table", load: () => import("./Table.svelte") },
  { path: "replay", menu: "replay", load: () => import("./replay/Replay.svelte") },
  { path: "tournaments", menu: "tournaments", load: () => import("./tournament/Tournaments.svelte") },
  { path: "ops", load: () => import("./ops/Ops.svelte") },
  { path: "proof", menu: "proof", load: () => import("./proof/Proof.svelte") },
];
