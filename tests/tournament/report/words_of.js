// What actions are called: {"wording": path, "deeds": [texts]} in, a list of words out.
"use strict";

const { readFileSync } = require("node:fs");

const { wording, deeds } = JSON.parse(readFileSync(0, "utf8"));
const { deedWords, cardWords, PHASES } = require(wording);
console.log(JSON.stringify({ deeds: deeds.map((deed) => deedWords(deed, cardWords)), phases: Object.keys(PHASES) }));
