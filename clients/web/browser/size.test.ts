/** What the pages load, as `make web` has built them. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const BUILT = fileURLToPath(new URL("../../../service/euchre_referee/web/", import.meta.url));
const GREATEST_BYTES = 200_000;

test("all pages together are less than 200 kB, compressed", () => {
  const files = readdirSync(BUILT, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = files.map((file) => gzipSync(readFileSync(`${file.parentPath}/${file.name}`)).length);
  assert.ok(files.length > 5);
  const sum = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(sum < GREATEST_BYTES, `${sum} bytes`);
});

test("nothing is loaded from elsewhere, and no script or style stands in the page itself", () => {
  const page = readFileSync(`${BUILT}index.html`, "utf8");
  assert.doesNotMatch(page, /(src|href)="(https?:)?\/\//);
  assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)/);
  assert.doesNotMatch(page, /<style|\sstyle="|\son\w+="/);
});
