// The scenes of replays, and the tricks that are shown with them: {"scenes": path, "replays": [...]} in, a list out.
"use strict";

const { readFileSync, writeSync } = require("node:fs");

const { scenes: script, replays } = JSON.parse(readFileSync(0, "utf8"));
const { scenes, shownTrick } = require(script);
const told = replays.map((replay) =>
  replay.deals.map((deal) => {
    const found = scenes(deal);
    return found.map((scene, at) => ({ ...scene, shown: shownTrick(deal, found, at) }));
  }),
);
let left = Buffer.from(JSON.stringify(told));
while (left.length) left = left.subarray(writeSync(1, left));
