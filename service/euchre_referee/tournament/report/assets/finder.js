// Which games a question asks for; the questions are those of links.py, the rows those of game_index.py.
"use strict";

(function (root) {
  const ALIKE = 1e-6;

  // Puts the parts together that were written in scripts of bounded size.
  function together(parts) {
    const data = { games: [], boards: [], scores: [], head: null };
    for (const part of parts) {
      if (part.head) data.head = part.head;
      for (const key of ["games", "boards", "scores"]) for (const row of part[key] || []) data[key].push(row);
    }
    return data;
  }

  function question(fragment) {
    const asked = {};
    for (const [key, value] of new URLSearchParams(fragment.replace(/^#/, ""))) asked[key] = value;
    return asked;
  }

  const rounded = (value) => Math.round(value * 1e6) / 1e6;

  // The bar a value belongs to: the nearest multiple, halves away from zero, as plots.py has it.
  function bar(value, width) {
    const number = Math.sign(value) * Math.floor(Math.abs(rounded(value)) / width + 0.5);
    return number === 0 ? 0 : number;
  }

  // By board: how far the first was ahead of the second, averaged over the pairings in which they met there.
  function differences(data, first, second) {
    const gathered = new Map();
    for (const [number, board, means] of data.boards) {
      const { entrants } = data.head.pairings[number];
      const one = entrants.indexOf(first);
      const other = entrants.indexOf(second);
      if (one < 0 || other < 0) continue;
      if (!gathered.has(board)) gathered.set(board, []);
      gathered.get(board).push(means[one] - means[other]);
    }
    return averaged(gathered);
  }

  function averaged(gathered) {
    const found = new Map();
    for (const [board, values] of gathered) found.set(board, values.reduce((a, b) => a + b, 0) / values.length);
    return found;
  }

  function scores(data, entrant) {
    return new Map(data.scores.filter(([, who]) => who === entrant).map(([board, , score]) => [board, score]));
  }

  const RESULTS = {
    won: (value) => value > ALIKE,
    even: (value) => Math.abs(value) <= ALIKE,
    lost: (value) => value < -ALIKE,
  };

  function wanted(asked) {
    if (asked.result) return RESULTS[asked.result] || (() => false);
    if (asked.bar !== undefined) return (value) => bar(value, Number(asked.width)) === Number(asked.bar);
    return () => true;
  }

  function game(data, row) {
    const [page, board, table, ending, points, figures] = row;
    const [file, number] = data.head.pages[page];
    const pairing = data.head.pairings[number];
    return {
      file, pairing: number, round: pairing.round, board, table, players: pairing.tables[table], points, figures,
      address: `${file}#b${board}-t${table}`, ending: ending < 0 ? null : data.head.endings[ending], counted: 0,
    };
  }

  // The games asked for, how many of what they are, and the values of boards where it is boards that are asked for.
  function select(data, asked) {
    const number = (key) => (asked[key] === undefined ? null : Number(asked[key]));
    const boards = asked.first !== undefined ? differences(data, number("first"), number("second"))
      : asked.bar !== undefined ? scores(data, number("entrant")) : null;
    const fits = wanted(asked);
    const figure = asked.did === undefined ? null : data.head.figures.indexOf(asked.did);
    const games = [];
    const met = new Set();
    let total = 0;
    for (const row of data.games) {
      const each = game(data, row);
      if (each.ending === null && asked.pairing === undefined) continue;
      if (asked.pairing !== undefined && each.pairing !== number("pairing")) continue;
      if (asked.board !== undefined && each.board !== number("board")) continue;
      if (asked.table !== undefined && each.table !== number("table")) continue;
      if (asked.end !== undefined && each.ending !== asked.end) continue;
      if (asked.entrant !== undefined && !each.players.includes(number("entrant"))) continue;
      if (asked.first !== undefined && !(each.players.includes(number("first")) && each.players.includes(number("second")))) continue;
      if (boards !== null) {
        if (!boards.has(each.board) || !fits(boards.get(each.board))) continue;
        each.value = boards.get(each.board);
        met.add(each.board);
      }
      if (figure !== null) {
        each.players.forEach((player, seat) => {
          if (player === number("entrant")) each.counted += each.figures[seat][figure] || 0;
        });
        if (!each.counted) continue;
        total += each.counted;
      }
      games.push(each);
    }
    if (boards !== null) return { games, total: met.size, of: "boards" };
    if (figure !== null) return { games, total, of: asked.did };
    return { games, total: games.length, of: "games" };
  }

  const api = { together, question, select, bar };
  if (typeof module === "object" && module.exports) module.exports = api;
  else root.EuchreFinder = api;
})(typeof self === "undefined" ? globalThis : self);
