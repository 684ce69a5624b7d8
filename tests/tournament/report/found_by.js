// What the list of games answers: {"finder": path, "rows": [paths], "asked": [fragments]} in, totals and addresses out.
"use strict";

const { readFileSync } = require("node:fs");
const vm = require("node:vm");

const { finder, rows, asked } = JSON.parse(readFileSync(0, "utf8"));
const page = {};
page.self = page;
vm.createContext(page);
for (const path of rows) vm.runInContext(readFileSync(path, "utf8"), page);
const { together, question, select } = require(finder);
const data = together(page.euchreGames);
console.log(
  JSON.stringify(
    asked.map((fragment) => {
      const found = select(data, question(fragment));
      return { total: found.total, games: found.games.map((game) => game.address) };
    }),
  ),
);
