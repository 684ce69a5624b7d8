// A table drawn from a scene: hands around it, the trick in its middle, and what is known beside it.
"use strict";

(function (root) {
  const { cards } = EuchreScenes;
  const words = EuchreWords;
  const SUIT_ORDER = "cdsh";
  const RANK_ORDER = "789TJQKA";
  const TWIN = { c: "s", s: "c", d: "h", h: "d" };

  function made(name, className, text) {
    const node = document.createElement(name);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  }

  // Trumps first, then suit by suit, high cards first.
  function order(card, trump) {
    if (card === "B") return -1000;
    const [rank, suit] = card;
    const left = trump && rank === "J" && TWIN[trump] === suit;
    if (left || suit === trump) {
      const bower = rank === "J" ? (left ? 20 : 21) : RANK_ORDER.indexOf(rank);
      return -500 - bower;
    }
    return SUIT_ORDER.indexOf(suit) * 10 - RANK_ORDER.indexOf(rank);
  }

  function card(text, className) {
    const suit = text === "B" ? "joker" : text[1];
    const node = made("span", `card suit-${suit} ${className || ""}`.trim());
    const signs = made("span", "", words.cardSigns(text));
    signs.setAttribute("aria-hidden", "true");
    node.append(signs, made("span", "unseen", words.cardWords(text) + " "));
    return node;
  }

  function row(texts, trump, className) {
    const node = made("span", "cards");
    for (const text of [...texts].sort((a, b) => order(a, trump) - order(b, trump))) node.append(card(text, className));
    return node;
  }

  function states(scene, seat) {
    const found = [];
    if (scene.dealer === seat) found.push("dealer");
    if (scene.maker === seat) found.push(scene.alone ? "maker, alone" : "maker");
    else if (scene.bid && scene.bid[0] === seat) found.push(`bid ${scene.bid[1]}`);
    if (scene.partner === seat) found.push("called partner");
    if (scene.defender === seat) found.push("defends alone");
    if (scene.out.includes(seat)) found.push("sits out");
    if (scene.withdrew.includes(seat)) found.push("withdrew");
    if (scene.stayed.includes(seat)) found.push("stays");
    return found;
  }

  function seatBox(game, scene, seat) {
    const box = made("div", "seat");
    box.dataset.seat = String(seat);
    if (scene.to === seat) box.classList.add("to-act");
    if (scene.out.includes(seat) || scene.withdrew.includes(seat)) box.classList.add("idle");
    const title = made("p", "who");
    title.append(made("b", "", game.names[seat]), made("span", "number", ` seat ${seat}`));
    const told = states(scene, seat);
    if (scene.to === seat) told.push("to act");
    const tricks = scene.tricks[seat] || 0;
    if (tricks) told.push(`${tricks} ${tricks === 1 ? "trick" : "tricks"}`);
    box.append(title, made("p", "state", told.join(" · ") || "\u00a0"), row(cards(scene.hands[seat]), scene.trump, ""));
    const away = cards(scene.away[seat]);
    if (away.length) {
      const line = made("p", "away", "put away ");
      line.append(row(away, null, "small"));
      box.append(line);
    }
    return box;
  }

  function middle(game, scene, shown) {
    const box = made("div", "middle");
    if (shown.cards.length) {
      const list = made("ul", "trick");
      for (const text of shown.cards) {
        const { seat, deed } = EuchreScenes.parted(text);
        const item = made("li", shown.won === seat ? "won" : "");
        item.dataset.seat = String(seat);
        item.append(card(deed, "large"), made("span", "unseen", `from ${game.names[seat]}, seat ${seat} `));
        if (shown.won === seat) item.append(made("span", "unseen", "takes the trick"));
        list.append(item);
      }
      box.append(list);
    } else if (scene.turn && scene.phase !== "play" && !scene.result) {
      const turned = made("div", "turned");
      turned.append(card(scene.turn, `large${scene.down ? " down" : ""}`), made("span", "", scene.down ? "turned down" : "turned up"));
      box.append(turned);
    }
    return box;
  }

  const signs = (text) => cards(text).map(words.cardSigns).join(" ") || "none";

  function facts(deal, scene) {
    const list = made("dl", "known");
    function fact(title, text) {
      const item = made("div");
      item.append(made("dt", "", title), made("dd", "", text));
      list.append(item);
    }
    fact("Trump", scene.trump ? `${words.SIGNS[scene.trump]}${scene.trump === "n" ? "" : ` ${words.SUITS[scene.trump]}`}` : "none yet");
    if (scene.proposed && !scene.trump) fact("Proposed", words.SUITS[scene.proposed]);
    if (scene.called) fact("Called", words.cardSigns(scene.called));
    fact("Step", words.PHASES[scene.phase] || scene.phase);
    fact("Scores", scene.scores.join(" "));
    fact("Talon", signs(deal.talon));
    if (deal.dead) fact("Dead hand", signs(deal.dead));
    return list;
  }

  function draw(game, deal, scenes, at) {
    const scene = scenes[at];
    const shown = EuchreScenes.shownTrick(deal, scenes, at);
    const table = made("div", `table seats-${game.players}`);
    for (let seat = 0; seat < game.players; seat += 1) table.append(seatBox(game, scene, seat));
    table.append(middle(game, scene, shown));
    const whole = made("div", "drawn");
    whole.append(table, facts(deal, scene));
    return whole;
  }

  root.EuchreTable = { draw, made };
})(self);
