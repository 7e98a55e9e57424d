// Plays the match that lies in the page as JSON: adds up the changes to each position and shows the shapes that differ.
// Nothing from the match is ever markup: elements are made one by one, and texts go in as text.
"use strict";
(() => {
  const SVG = document.querySelector("svg").namespaceURI;
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (name) => document.getElementById(name);
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const STEP_MS = 1500;
  const WATCHER = "-1";

  // Shapes

  const attributes = (shape) => {
    const paint = (value, ...more) => [value && "p-" + value, ...more].filter(Boolean).join(" ");
    const [, , kind, a, b, c, d, e, f, g, h] = shape;
    switch (kind) {
      case "g":
        return ["g", { transform: `translate(${a} ${b})` + (c === 1 ? "" : ` scale(${c})`) }, d];
      case "r":
        return ["rect", { x: a, y: b, width: c, height: d, rx: e, class: paint(f) }];
      case "c":
        return ["circle", { cx: a, cy: b, r: c, class: paint(d) }];
      case "p":
        return ["polygon", { points: a, class: paint(b) }];
      case "l":
        return ["polyline", { points: a, class: paint(b, "open") }];
      default: {
        const found = { x: a, y: b, "font-size": d, class: paint(e, f, g) };
        if (h) Object.assign(found, { textLength: h, lengthAdjust: "spacingAndGlyphs" });
        return ["text", found, c];
      }
    }
  };

  const dress = (element, shape) => {
    const [name, wanted, text] = attributes(shape);
    for (const present of element.getAttributeNames()) {
      if (present !== "data-id" && !(present in wanted)) element.removeAttribute(present);
    }
    for (const [key, value] of Object.entries(wanted)) {
      if (element.getAttribute(key) !== String(value)) element.setAttribute(key, value);
    }
    if (name === "text") element.textContent = text;
    if (name === "g") {
      let title = [...element.children].find((child) => child.tagName === "title");
      if (text && !title) {
        title = document.createElementNS(SVG, "title");
        element.prepend(title);
      }
      if (title) title.textContent = text;
    }
  };

  // One part of the drawing, in one <svg>

  class Part {
    constructor(svg) {
      this.svg = svg;
      this.key = svg.dataset.part;
      this.elements = new Map();
      this.forms = new Map();
      this.box = null;
      if (data.titles[this.key]) svg.setAttribute("aria-label", data.titles[this.key]);
    }

    show(view, step, fresh) {
      const frames = (data.tracks[view] || {})[this.key] || data.tracks[WATCHER][this.key] || [];
      const now = new Map();
      let box = null;
      let focus = null;
      for (let index = 0; index <= step && index < frames.length; index += 1) {
        const frame = frames[index];
        if (!frame) continue;
        for (const id of frame[1]) now.delete(id);
        for (const form of frame[0]) now.set(data.shapes[form][0], form);
        if (frame[2]) {
          box = frame[2];
          focus = frame[3] || box;
        }
      }
      this.draw(now, fresh);
      return [box, focus];
    }

    draw(now, fresh) {
      for (const [id, element] of this.elements) {
        const form = now.get(id);
        if (form === undefined || data.shapes[form][2] !== data.shapes[this.forms.get(id)][2]) {
          element.remove();
          this.elements.delete(id);
          this.forms.delete(id);
        }
      }
      for (const [id, form] of now) {
        const shape = data.shapes[form];
        let element = this.elements.get(id);
        const parent = shape[1] < 0 ? this.svg : this.elements.get(shape[1]);
        if (!element) {
          element = document.createElementNS(SVG, attributes(shape)[0]);
          element.dataset.id = data.ids[id];
          element.number = id;
          this.elements.set(id, element);
          dress(element, shape);
          if (fresh && shape[2] === "g") element.classList.add("new");
        } else if (this.forms.get(id) !== form) {
          dress(element, shape);
        }
        if (element.parentNode !== parent) {
          const next = [...parent.children].find((other) => data.ranks[other.number] > data.ranks[id]);
          parent.insertBefore(element, next ?? null);
        }
        this.forms.set(id, form);
      }
    }

    look(box, animate) {
      if (!box) return;
      cancelAnimationFrame(this.moving);
      const from = this.box;
      const set = (seen) => {
        this.box = seen;
        this.svg.setAttribute("viewBox", seen.map((value) => value.toFixed(1)).join(" "));
      };
      if (!from || !animate || still.matches) {
        set(box);
        return;
      }
      const start = performance.now();
      const move = (time) => {
        const done = Math.min(Math.max((time - start) / 450, 0), 1);
        const eased = done * done * (3 - 2 * done);
        set(box.map((value, index) => from[index] + (value - from[index]) * eased));
        if (done < 1) this.moving = requestAnimationFrame(move);
      };
      this.moving = requestAnimationFrame(move);
    }
  }

  // The page

  const parts = [...document.querySelectorAll("svg[data-part]")].map((svg) => new Part(svg));
  const slider = byId("slider");
  const log = byId("log");
  const told = data.log.map((line) => line[0]);
  const stops = [...new Set([0, ...told, data.last])];
  const rows = [];
  const lines = [];
  let step = 0;
  let timer = 0;

  const lastOf = (list, limit) => {
    let found = -1;
    for (let index = 0; index < list.length && list[index] <= limit; index += 1) found = index;
    return found;
  };
  const after = (list) => list.find((index) => index > step) ?? data.last;
  const before = (list) => list.findLast((index) => index < step) ?? 0;

  const show = (wanted) => {
    const next = Math.min(Math.max(wanted, 0), data.last);
    const fresh = next > step && next <= (stops.find((stop) => stop > step) ?? data.last);
    step = next;
    const view = byId("view").value;
    for (const part of parts) {
      const [box, focus] = part.show(view, step, fresh && !still.matches);
      const near = part.key === "board" && byId("sight").value === "near";
      part.look(near ? focus : box, part.key === "board");
    }
    slider.value = step;
    const line = lastOf(told, step);
    const said = line < 0 ? data.texts.start : data.log[line][1];
    byId("said").textContent = said;
    byId("count").textContent = data.texts.of
      .replace("{step}", step)
      .replace("{last}", data.last)
      .replace("{entry}", data.entries[step]);
    byId("short").textContent = `${step} / ${data.last}`;
    slider.setAttribute("aria-valuetext", `${step}: ${said}`);
    lines.forEach((button, index) => {
      button.classList.toggle("later", index > line);
      if (index === line) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const current = lines[line];
    if (current) {
      const top = current.offsetTop - log.offsetTop;
      if (top < log.scrollTop || top + current.offsetHeight > log.scrollTop + log.clientHeight) {
        log.scrollTop = top - log.clientHeight / 2;
      }
    } else {
      log.scrollTop = 0;
    }
    const scoring = lastOf(data.scorings, step);
    rows.forEach((row, index) => {
      row.classList.toggle("later", index > scoring);
      if (index === scoring) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    });
    for (const name of ["first", "scoring-back", "back"]) byId(name).disabled = step === 0;
    for (const name of ["forward", "scoring", "last"]) byId(name).disabled = step === data.last;
    document.documentElement.dataset.step = step;
    try {
      history.replaceState(null, "", step ? `#step=${step}` : location.pathname);
    } catch {
      // a browser that keeps addresses of files to itself plays all the same
    }
  };

  const pause = () => {
    clearTimeout(timer);
    timer = 0;
    byId("play").setAttribute("aria-pressed", "false");
  };
  const go = (wanted) => {
    pause();
    show(wanted);
  };
  const tick = () => {
    show(after(stops));
    if (step === data.last) pause();
    else wait();
  };
  const wait = () => {
    const long = data.scorings.includes(step) ? 2 : 1;
    timer = setTimeout(tick, (STEP_MS * long) / Number(byId("speed").value));
  };
  const play = () => {
    if (timer) {
      pause();
      return;
    }
    if (step === data.last) show(0);
    byId("play").setAttribute("aria-pressed", "true");
    wait();
  };
  const cycle = (select, by) => {
    const count = select.options.length;
    select.selectedIndex = (select.selectedIndex + by + count) % count;
    select.dispatchEvent(new Event("change"));
  };
  const speed = (by) => {
    const select = byId("speed");
    select.selectedIndex = Math.min(Math.max(select.selectedIndex + by, 0), select.options.length - 1);
  };

  const KEYS = {
    ArrowRight: () => go(after(stops)),
    ArrowLeft: () => go(before(stops)),
    PageDown: () => go(after(data.turns)),
    PageUp: () => go(before(data.turns)),
    Home: () => go(0),
    End: () => go(data.last),
    s: () => go(after(data.leaps)),
    S: () => go(before(data.leaps)),
    v: () => cycle(byId("view"), 1),
    b: () => cycle(byId("sight"), 1),
    "+": () => speed(1),
    "-": () => speed(-1),
    "–": () => speed(-1),
    " ": play,
  };

  document.addEventListener("keydown", (event) => {
    const on = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || on.tagName === "SELECT") return;
    if (event.key === " " && on.tagName === "BUTTON") return;
    const act = KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  const clicks = {
    first: () => go(0),
    "scoring-back": () => go(before(data.leaps)),
    back: () => go(before(stops)),
    play,
    forward: () => go(after(stops)),
    scoring: () => go(after(data.leaps)),
    last: () => go(data.last),
  };
  for (const [name, act] of Object.entries(clicks)) byId(name).addEventListener("click", act);
  slider.addEventListener("input", () => go(Number(slider.value)));
  byId("view").addEventListener("change", () => show(step));
  byId("sight").addEventListener("change", () => show(step));

  // What stands still

  slider.max = data.last;
  for (const [seat, name] of data.views) byId("view").add(new Option(name, seat));
  byId("sight").value = window.matchMedia("(max-width: 980px)").matches ? "near" : "whole";
  for (const [index, text, seat] of data.log) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.dataset.step = index;
    if (seat >= 0) button.dataset.seat = data.parties[seat];
    if (data.scorings.includes(index) || index === data.last) button.classList.add("great");
    button.addEventListener("click", () => go(index));
    item.append(button);
    log.append(item);
    lines.push(button);
  }
  const table = byId("prizes");
  for (const name of data.names) {
    const head = document.createElement("th");
    head.scope = "col";
    head.textContent = name;
    head.title = name;
    table.tHead.rows[0].append(head);
  }
  data.milestones.forEach(([title, points, gains], index) => {
    const row = table.tBodies[0].insertRow();
    const head = document.createElement("th");
    const button = document.createElement("button");
    head.scope = "row";
    button.type = "button";
    button.textContent = `${index + 1} ${title}`;
    button.addEventListener("click", () => go(data.scorings[index]));
    head.append(button);
    row.append(head);
    const most = Math.max(...points.map((value) => value ?? -1));
    gains.forEach((gain, seat) => {
      const cell = row.insertCell();
      const won = document.createElement("small");
      won.textContent = gain;
      cell.append(points[seat] === null ? "?" : String(points[seat]), " ", won);
      cell.classList.toggle("best", points[seat] === most);
    });
    rows.push(row);
  });
  document.querySelector(".figures").classList.toggle("bare", data.milestones.length === 0);
  document.querySelector(".chart").hidden = !data.tracks[WATCHER].chart;

  const asked = () => Number((/^#step=(\d+)$/.exec(location.hash) || [0, 0])[1]);
  window.addEventListener("hashchange", () => go(asked()));
  show(asked());
})();
