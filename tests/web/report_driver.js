// Reads and steps through the page that it was added to, and leaves what it saw in an element of its own.
"use strict";

const FEW = 200;

function drive() {
  const told = {};
  const text = (selector, within = document) => within.querySelector(selector)?.textContent ?? null;
  const open = document.querySelector("details[open]");
  if (open) {
    const replay = open.querySelector(".replay");
    const cards = (seat) => [...replay.querySelectorAll(`.seat[data-seat="${seat}"] > .cards .card .unseen`)].map((node) => node.textContent.trim());
    const see = () => ({
      said: text(".said", replay),
      hands: [...replay.querySelectorAll(".seat")].map((_, seat) => cards(seat)),
      trick: [...replay.querySelectorAll(".trick .card .unseen")].map((node) => node.textContent.trim()),
      place: text(".place", replay),
      current: text("[aria-current]", replay),
      back: replay.querySelector('[aria-label="One step back"]').disabled,
    });
    const press = (key) => replay.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    told.opened = open.id;
    told.others = document.querySelectorAll(".replay").length;
    told.focused = document.activeElement === replay;
    told.steps = replay.querySelectorAll(".log button").length - 1;
    told.seen = [see()];
    for (let step = 0; step < told.steps; step += 1) {
      press("ArrowRight");
      told.seen.push(see());
    }
    press("Home");
    told.home = see().place;
    press("End");
    press("ArrowLeft");
    told.before = see().place;
    replay.querySelectorAll(".log button")[3].click();
    told.clicked = see().place;
  }
  told.asked = text("#asked");
  told.rows = [...document.querySelectorAll("#found tbody tr")].map((row) => row.querySelector("a").getAttribute("href"));
  told.colours = getComputedStyle(document.body).backgroundColor;
  const left = document.createElement("pre");
  left.id = "told";
  left.textContent = JSON.stringify(told);
  document.body.append(left);
}

// A replay that is opened by the address takes the keys; that is waited for, but not for ever.
function begin(tried) {
  const replay = document.querySelector("details[open] .replay");
  const ready = location.hash.startsWith("#b") ? replay && document.activeElement === replay : true;
  if (ready || tried === FEW) drive();
  else setTimeout(begin, 10, tried + 1);
}

addEventListener("load", () => begin(0));
