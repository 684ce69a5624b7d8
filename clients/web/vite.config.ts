import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// Where `npm run dev` finds a referee: that of `euchre serve` unless told otherwise.
const referee = process.env.EUCHRE_HTTP ?? "http://127.0.0.1:7448";

export default defineConfig({
  // Relative addresses: the pages also work below a path of a reverse proxy.
  base: "./",
  plugins: [svelte(), withoutPolicyWhileDeveloping()],
  // The client brings its own, which is the same.
  resolve: { dedupe: ["@bufbuild/protobuf"] },
  // Into the service's package: `euchre serve` finds the pages there.
  build: {
    outDir: "../../service/euchre_referee/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/v1": referee, "/ops/vitals": referee } },
  // Patient with machines that are busy.
  test: { include: ["test/**/*.test.ts"], testTimeout: 60_000 },
});

/** While one develops Vite puts styles into the page itself, which its policy forbids. */
function withoutPolicyWhileDeveloping(): Plugin {
  return {
    name: "without-policy",
    apply: "serve",
    transformIndexHtml: (page) => page.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ""),
  };
}
