// The list of games: what is asked for stands after the # of the address, and in the form.
"use strict";

(function () {
  const AT_ONCE = 100;
  const WORDS = {
    deals: "deals seen from its seats", calls: "times made trump", alone: "calls alone", made: "calls made",
    euchred: "times euchred", marches: "marches", withdrawals: "withdrawals", illegal_actions: "illegal actions",
    timeouts: "timeouts", default_actions: "default actions",
  };
  const RESULTS = { won: "better", even: "even with", lost: "worse than" };
  const data = EuchreFinder.together(self.euchreGames || []);
  const form = document.getElementById("ask");
  const list = document.getElementById("found");

  function made(name, text, attributes) {
    const node = document.createElement(name);
    if (text !== undefined && text !== null) node.textContent = text;
    for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, value);
    return node;
  }

  const name = (number) => data.head.entrants[number - 1] || `entrant ${number}`;

  function sentence(asked, found) {
    const games = `${found.games.length} ${found.games.length === 1 ? "game" : "games"}`;
    const boards = `${found.total} ${found.total === 1 ? "board" : "boards"} (${games})`;
    const about = asked.bar === undefined ? "" : ` that came to about ${Number(asked.bar) * Number(asked.width)}`;
    if (asked.first !== undefined) {
      const how = asked.result ? `where ${name(asked.first)} was ${RESULTS[asked.result]}${asked.result === "won" ? " than" : ""}` : "where";
      const met = asked.result ? "" : ` ${name(asked.first)} met`;
      return `${boards}${about} ${how}${met} ${name(asked.second)}.`;
    }
    if (asked.bar !== undefined) return `${boards} of ${name(asked.entrant)}${about}.`;
    if (asked.did !== undefined) return `${name(asked.entrant)}: ${found.total} ${WORDS[asked.did] || asked.did}, in ${games}.`;
    const of = asked.entrant === undefined ? "" : ` of ${name(asked.entrant)}`;
    const end = asked.end === undefined ? "" : ` that ended ${asked.end}`;
    const pairing = asked.pairing === undefined ? "" : ` of pairing ${asked.pairing}`;
    const board = asked.board === undefined ? "" : `, board ${asked.board}`;
    return `${games}${of}${end}${pairing}${board}.`;
  }

  function row(game) {
    const tr = made("tr");
    const cell = made("th", undefined, { scope: "row" });
    cell.append(made("a", `Board ${game.board}, table ${game.table}`, { href: game.address }));
    const players = game.players.map((player, seat) => `${name(player)}${game.points ? ` ${game.points[seat]}` : ""}`);
    tr.append(cell, made("td", game.round), made("td", players.join(" · "), { class: "name" }));
    tr.append(made("td", game.ending === null ? "after the end of the test" : game.ending, { class: "name" }));
    tr.append(made("td", game.value !== undefined ? signed(game.value) : game.counted ? game.counted : ""));
    return tr;
  }

  const signed = (value) => `${value > 0 ? "+" : ""}${Number(value.toFixed(3))}`;

  function show() {
    const asked = EuchreFinder.question(location.hash);
    const found = EuchreFinder.select(data, asked);
    document.getElementById("asked").textContent = sentence(asked, found);
    for (const field of form.querySelectorAll("select")) field.value = asked[field.name] || "";
    list.replaceChildren();
    if (!found.games.length) return;
    const table = made("table");
    const head = made("tr");
    for (const title of ["Game", "Round", "Players by seat, with points", "Ended", asked.did ? "Times" : "Board's result"]) head.append(made("th", title, { scope: "col" }));
    for (const at of [0, 2, 3]) head.children[at].className = "name";
    const body = made("tbody");
    const top = made("thead");
    top.append(head);
    table.append(made("caption", "The games asked for"), top, body);
    const more = made("button", "Show more", { type: "button" });
    let shown = 0;
    function add() {
      for (const game of found.games.slice(shown, shown + AT_ONCE)) body.append(row(game));
      shown += AT_ONCE;
      more.hidden = shown >= found.games.length;
    }
    more.addEventListener("click", add);
    add();
    list.append(table, more);
  }

  function choice(key, label, options) {
    const field = made("label", label);
    const select = made("select", undefined, { name: key });
    select.append(made("option", "any", { value: "" }));
    for (const [value, text] of options) select.append(made("option", text, { value }));
    field.append(select);
    return field;
  }

  function ask() {
    const entrants = data.head.entrants.map((text, at) => [String(at + 1), text]);
    form.append(choice("entrant", "Entrant", entrants));
    form.append(choice("did", "What it did", Object.entries(WORDS)));
    form.append(choice("end", "Ended", data.head.endings.map((each) => [each, each])));
    form.append(choice("pairing", "Pairing", Object.entries(data.head.pairings).map(
      ([number, each]) => [number, `${number}. ${each.entrants.map(name).join(" – ")}`])));
    form.addEventListener("change", () => {
      const asked = new URLSearchParams();
      for (const [key, value] of new FormData(form)) if (value) asked.set(key, value);
      if (asked.has("did") && !asked.has("entrant")) asked.set("entrant", "1");
      location.hash = asked.toString();
    });
  }

  ask();
  addEventListener("hashchange", show);
  show();
})();
