// Steps through the games of a page: a replay is made when its game is opened.
"use strict";

(function () {
  const { made, draw } = EuchreTable;
  const words = EuchreWords;

  const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

  class Replay {
    constructor(holder, game) {
      this.game = game;
      this.deals = game.deals.map((deal) => ({ deal, scenes: EuchreScenes.scenes(deal) }));
      this.number = 0;
      this.at = 0;
      this.holder = holder;
      this.build();
      this.go(0, 0);
    }

    build() {
      const box = made("div", "replay");
      box.tabIndex = 0;
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", "Replay: left and right arrow keys step, Home and End go to the deal's ends, Page Up and Page Down to other deals");
      box.addEventListener("keydown", (event) => this.key(event));
      this.stage = made("div", "stage");
      this.said = made("p", "said");
      this.said.setAttribute("aria-live", "polite");
      this.log = made("ol", "log");
      this.log.addEventListener("click", (event) => {
        const button = event.target.closest("button");
        if (button) this.go(this.number, Number(button.dataset.at));
      });
      const aside = made("div", "course");
      aside.append(this.said, this.log);
      const body = made("div", "body");
      body.append(this.stage, aside);
      box.append(this.controls(), body);
      this.holder.append(box);
    }

    controls() {
      const bar = made("div", "controls");
      const button = (sign, label, act) => {
        const node = made("button", "", sign);
        node.type = "button";
        node.setAttribute("aria-label", label);
        node.title = label;
        node.addEventListener("click", act);
        bar.append(node);
        return node;
      };
      this.back = [
        button("|◀", "To the beginning of the deal", () => this.go(this.number, 0)),
        button("◀", "One step back", () => this.step(-1)),
      ];
      this.slider = made("input");
      this.slider.type = "range";
      this.slider.min = "0";
      this.slider.setAttribute("aria-label", "Step");
      this.slider.addEventListener("input", () => this.go(this.number, Number(this.slider.value)));
      bar.append(this.slider);
      this.forth = [
        button("▶", "One step on", () => this.step(1)),
        button("▶|", "To the end of the deal", () => this.go(this.number, this.last())),
      ];
      this.place = made("span", "place");
      bar.append(this.place);
      if (this.deals.length > 1) bar.append(this.choice());
      return bar;
    }

    choice() {
      const label = made("label", "", "Deal ");
      this.select = made("select");
      this.deals.forEach((_, at) => {
        const option = made("option", "", String(at + 1));
        option.value = String(at);
        this.select.append(option);
      });
      this.select.addEventListener("change", () => this.go(Number(this.select.value), 0));
      label.append(this.select);
      return label;
    }

    last() {
      return this.deals[this.number].deal.steps.length;
    }

    step(by) {
      const at = this.at + by;
      if (at < 0 && this.number > 0) this.go(this.number - 1, this.deals[this.number - 1].deal.steps.length);
      else if (at > this.last() && this.number + 1 < this.deals.length) this.go(this.number + 1, 0);
      else this.go(this.number, at);
    }

    key(event) {
      if (event.target === this.slider || event.target === this.select || event.altKey || event.ctrlKey || event.metaKey) return;
      if (KEYS[event.key]) this.step(KEYS[event.key]);
      else if (event.key === "Home") this.go(this.number, 0);
      else if (event.key === "End") this.go(this.number, this.last());
      else if (event.key === "PageDown") this.go(this.number + 1, 0);
      else if (event.key === "PageUp") this.go(this.number - 1, 0);
      else return;
      event.preventDefault();
    }

    go(number, at) {
      const other = this.log.childElementCount === 0 || number !== this.number;
      this.number = Math.max(0, Math.min(number, this.deals.length - 1));
      this.at = Math.max(0, Math.min(at, this.last()));
      if (!this.deals.length) return;
      const { deal, scenes } = this.deals[this.number];
      this.stage.replaceChildren(draw(this.game, deal, scenes, this.at));
      this.slider.max = String(this.last());
      this.slider.value = String(this.at);
      this.place.textContent = `${this.at} of ${this.last()}`;
      if (this.select) this.select.value = String(this.number);
      for (const node of this.back) node.disabled = this.at === 0;
      for (const node of this.forth) node.disabled = this.at === this.last();
      if (other) this.write();
      this.mark();
      this.said.textContent = this.sentence();
    }

    name(seat) {
      return `${this.game.names[seat]} (seat ${seat})`;
    }

    sentence() {
      const { deal, scenes } = this.deals[this.number];
      const scene = scenes[this.at];
      if (this.at === 0) return `Deal ${this.number + 1}: ${this.name(scene.dealer)} dealt.`;
      const { seat, deed } = EuchreScenes.parted(deal.steps[this.at - 1][0]);
      const shown = EuchreScenes.shownTrick(deal, scenes, this.at);
      const took = shown.won === null ? "" : ` ${this.name(shown.won)} takes the trick.`;
      const over = scene.result ? ` ${words.resultWords(scene.result, this.game.names)}.` : "";
      const end = this.isEnd() && this.game.end ? ` ${this.ended(this.game.end)}.` : "";
      return `${this.name(seat)} ${words.deedWords(deed, words.cardWords)}.${took}${over}${end}`;
    }

    ended(end) {
      const whose = Number.isInteger(end.seat) ? ` of ${this.name(end.seat)}` : "";
      return `The game ended before its time: ${end.termination}${whose}${end.cause ? ` (${end.cause})` : ""}`;
    }

    isEnd() {
      return this.number + 1 === this.deals.length && this.at === this.last();
    }

    // The list of the deal's steps, with what the referee refused or decided before each.
    write() {
      const { deal } = this.deals[this.number];
      this.log.replaceChildren();
      this.log.append(this.entry(0, `${this.name(deal.first.dealer)} deals`, []));
      deal.steps.forEach(([text], at) => {
        const { seat, deed } = EuchreScenes.parted(text);
        const entry = this.entry(at + 1, `${this.game.names[seat]} ${words.deedWords(deed, words.cardSigns)}`, this.marks(deal, at));
        const spent = (deal.ms || [])[at];
        if (spent !== undefined && spent !== null) entry.append(made("span", "spent", words.duration(spent)));
        this.log.append(entry);
      });
      for (const text of this.marks(deal, deal.steps.length)) this.log.append(made("li", "mark", text));
    }

    entry(at, text, marks) {
      const item = made("li");
      for (const mark of marks) item.append(made("span", "mark", mark));
      const button = made("button", "", text);
      button.type = "button";
      button.dataset.at = String(at);
      item.prepend(button);
      return item;
    }

    marks(deal, at) {
      return (deal.marks || []).filter((mark) => mark.action === at).map((mark) => {
        if (mark.mark === "strike") return `refused: ${this.game.names[mark.seat]} sent “${mark.refused}” (${mark.reason})`;
        if (mark.mark === "lost") return `${this.game.names[mark.seat]} lost the deal (${mark.cause})`;
        return `made by the referee (${mark.cause || mark.mark})`;
      });
    }

    mark() {
      for (const button of this.log.querySelectorAll("button")) {
        const now = Number(button.dataset.at) === this.at;
        button.toggleAttribute("aria-current", false);
        if (now) {
          button.setAttribute("aria-current", "step");
          this.log.scrollTop = button.offsetTop - this.log.clientHeight / 2;
        }
      }
    }
  }

  function open(details) {
    const data = details.querySelector('script[type="application/json"]');
    if (!details.open || !data || details.querySelector(".replay")) return;
    const game = JSON.parse(data.textContent);
    if (game.deals.length) new Replay(details, game);
    else details.append(made("p", "note", "No deal was dealt in this game."));
  }

  // The game that the address names is opened, and its replay takes the keys.
  function follow() {
    const details = document.getElementById(location.hash.slice(1));
    if (!(details instanceof HTMLDetailsElement)) return;
    details.open = true;
    open(details);
    details.scrollIntoView();
    const replay = details.querySelector(".replay");
    // After the browser has gone to the address itself, which takes the focus away.
    if (replay) requestAnimationFrame(() => setTimeout(() => replay.focus({ preventScroll: true })));
  }

  for (const details of document.querySelectorAll("details.game")) details.addEventListener("toggle", () => open(details));
  addEventListener("hashchange", follow);
  follow();
})();
