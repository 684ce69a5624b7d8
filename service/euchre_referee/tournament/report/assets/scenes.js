// What lies on the table after each step of a game, from what retelling.py tells of it. No rules are known here.
"use strict";

(function (root) {
  const EMPTY = {
    hands: [], away: [], turn: null, down: false, proposed: null, trump: null, maker: null, alone: false,
    defender: null, out: [], bid: null, called: null, partner: null, withdrew: [], stayed: [], scores: [],
    phase: "", to: -1, leader: null, trick: [], tricks: [], dealer: -1, result: null, winners: [],
  };

  function cards(text) {
    return text ? text.split(" ") : [];
  }

  function parted(action) {
    const blank = action.indexOf(" ");
    return { seat: Number(action.slice(0, blank)), deed: action.slice(blank + 1) };
  }

  // A play by itself: the card goes from the hand to the trick, and whoever wins the trick leads the next.
  function played(scene, seat, card, won) {
    const hands = scene.hands.slice();
    hands[seat] = cards(hands[seat]).filter((each) => each !== card).join(" ");
    const trick = [...scene.trick, `${seat} ${card}`];
    if (won === undefined) return { ...scene, hands, trick, to: (seat + 1) % hands.length };
    const tricks = scene.tricks.slice();
    tricks[won] += 1;
    return { ...scene, hands, tricks, trick: [], leader: won, to: won };
  }

  function after(scene, step) {
    const { won, ...changes } = step[1] || {};
    const { seat, deed } = parted(step[0]);
    const play = deed.startsWith("play ");
    return { ...(play ? played(scene, seat, deed.slice(5), won) : scene), ...changes };
  }

  // The scenes of a deal: as dealt, and after every step.
  function scenes(deal) {
    const found = [{ ...EMPTY, ...deal.first }];
    for (const step of deal.steps) found.push(after(found[found.length - 1], step));
    return found;
  }

  // The trick to be shown after so many steps: the one under way, or the one that was completed last.
  function shownTrick(deal, scenesOfDeal, at) {
    const scene = scenesOfDeal[at];
    if (scene.trick.length || at === 0) return { cards: scene.trick, won: null };
    const step = deal.steps[at - 1];
    const { won } = step[1] || {};
    if (won === undefined) return { cards: [], won: null };
    const { seat, deed } = parted(step[0]);
    return { cards: [...scenesOfDeal[at - 1].trick, `${seat} ${deed.slice(5)}`], won };
  }

  const api = { cards, parted, scenes, shownTrick };
  if (typeof module === "object" && module.exports) module.exports = api;
  else root.EuchreScenes = api;
})(typeof self === "undefined" ? globalThis : self);
