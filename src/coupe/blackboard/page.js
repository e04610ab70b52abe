"use strict";
// One page, one or two runs: a run is a model (which look each node has) and what is drawn of it.
const data = JSON.parse(document.getElementById("data").textContent);
const SVG = "http://www.w3.org/2000/svg";
const HALF = 19, TALL = 33, GAP = 8, RING = 4.5;
const $ = (id) => document.getElementById(id);

function svg(name, attributes, parent, text) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  if (parent) parent.append(made);
  return made;
}

function triangle(x, y, half, tall, up) {
  return up ? `${x},${y} ${x + half},${y + tall} ${x - half},${y + tall}`
    : `${x - half},${y} ${x + half},${y} ${x},${y + tall}`;
}

function star(x, y, radius) {
  const points = [];
  for (let corner = 0; corner < 10; corner++) {
    const size = corner % 2 ? radius * 0.45 : radius, angle = Math.PI * corner / 5;
    points.push(`${x + size * Math.sin(angle)},${y - size * Math.cos(angle)}`);
  }
  return points.join(" ");
}

class Run {
  constructor(data, panel) {
    Object.assign(this, data);
    this.panel = panel;
    this.count = this.statement.length;
    this.at = -1;
    this.look = new Int32Array(this.nodes.length);
    this.remember();
    this.draw();
    const depths = [];
    this.stacks.forEach(([under], number) => { depths[number] = under < 0 ? 1 : depths[under] + 1; });
    panel.style.setProperty("--calls", Math.min(12, depths.reduce((most, depth) => Math.max(most, depth), 1)));
    this.choice = panel.querySelector(".listing");
    this.choice.addEventListener("change", () => { this.list(); this.show(this.at, true); });
    this.list();
  }

  // A change is a node and its new look; the old one is found here once, so that steps go back.
  remember() {
    const look = new Int32Array(this.nodes.length);
    this.before = this.changes.map((change) => {
      const old = new Int32Array(change.length / 2);
      for (let i = 0; i < change.length; i += 2) {
        old[i / 2] = look[change[i]];
        look[change[i]] = change[i + 1];
      }
      return old;
    });
  }

  draw() {
    const [width, height] = this.size, margin = 14;
    const root = svg("svg", {
      viewBox: `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`, "aria-hidden": "true",
    }, this.panel.querySelector(".scroll"));
    root.style.setProperty("--natural", `${width + 2 * margin}px`);
    root.style.setProperty("--tall", `${height + 2 * margin}px`);
    const edges = svg("g", {}, root), nodes = svg("g", {}, root);
    this.children = this.nodes.map(() => []);
    this.drawn = this.nodes.map((node, number) => {
      const made = this.drawNode(node, svg("g", {}, nodes));
      if (node[3] >= 0) {
        made.edge = this.drawEdge(this.nodes[node[3]], node, svg("g", {}, edges));
        this.children[node[3]].push(number);
      }
      return made;
    });
    this.drawn.forEach((_, number) => this.paint(number));
  }

  drawEdge(above, below, group) {
    const x1 = above[1], y1 = above[2] + TALL + (above[5] ? 13 : 0), x2 = below[1], y2 = below[2];
    svg("line", { x1, y1, x2, y2 }, group);
    const length = Math.hypot(x2 - x1, y2 - y1) || 1, dx = (x2 - x1) / length, dy = (y2 - y1) / length;
    const bar = (off) => {
      const x = (x1 + x2) / 2 + dx * off, y = (y1 + y2) / 2 + dy * off;
      return `M${x - dy * 6.5},${y + dx * 6.5}L${x + dy * 6.5},${y - dx * 6.5}`;
    };
    svg("path", { class: "bars", d: bar(-2.2) + bar(2.2) }, group);
    svg("polygon", { class: "star", points: star((x1 + x2) / 2, (y1 + y2) / 2, 7) }, group);
    return group;
  }

  drawNode([kind, x, top, , name, caption, text, wide], group) {
    const y = top + (caption ? 13 : 0), made = { group, kind };
    const say = (x, y, words, type) => svg("text", { x, y, class: type }, group, words);
    if (kind === "more") {
      svg("rect", { class: "shape", x: x - wide / 2, y, width: wide, height: 20, rx: 9 }, group);
      say(x, y + 14, name, "small middle");
      return made;
    }
    if (caption) say(x, top + 9.5, caption, "small middle");
    if (kind === "leaf") {
      svg("rect", { class: "ring", x: x - wide / 2 - 4, y: y - 4, width: wide + 8, height: 28, rx: 6 }, group);
      svg("rect", { class: "shape leaf", x: x - wide / 2, y, width: wide, height: 20, rx: 2 }, group);
      made.value = say(x, y + 14, text, "value middle");
      made.text = text;
      if (name) say(x, y + 30.5, name, "small soft middle");
      return made;
    }
    const up = kind === "max", slope = Math.hypot(HALF, TALL), more = RING * slope / HALF;
    const half = HALF + RING * (slope + HALF) / TALL;
    svg("polygon", {
      class: "ring", points: triangle(x, y - (up ? more : RING), half, TALL + more + RING, up),
    }, group);
    svg("polygon", { class: `shape ${kind}`, points: triangle(x, y, HALF, TALL, up) }, group);
    if (name && !text) say(x, up ? y + TALL - 5 : y + 14, name, "name middle");
    const right = x + HALF + GAP;
    if (text) made.name = say(right, y + TALL - 2, text, "name small");
    made.upper = say(right, y + TALL - 13.5, "", "small");
    made.lower = say(right, y + TALL - 2, "", "small");
    made.label = say(right, y + TALL - 2, "", "value");
    made.base = y + TALL - 2;
    return made;
  }

  paint(number) {
    const made = this.drawn[number], [state, label, low, high, cut, line] = this.looks[this.look[number]];
    made.group.setAttribute("class", `node ${state}${line ? " on" : ""}`);
    if (made.value) made.value.textContent = label || made.text;
    if (made.label) {
      made.upper.textContent = low && `α ${low}`;
      made.lower.textContent = high && `β ${high}`;
      made.label.textContent = low ? "" : label;
      if (made.name) made.name.setAttribute("y", made.base - (low ? 23 : label ? 11.5 : 0));
    }
    this.paintEdge(number);
    if (made.cut !== cut) {
      made.cut = cut;
      this.children[number].forEach((child) => this.paintEdge(child));
    }
  }

  paintEdge(number) {
    const edge = this.drawn[number].edge;
    if (!edge) return;
    const own = this.looks[this.look[number]], above = this.looks[this.look[this.nodes[number][3]]];
    const cut = own[0] === "l" && above[4] ? " cut" : "", on = own[5] && above[5] ? " on" : "";
    edge.setAttribute("class", `edge ${own[0]}${cut}${on}`);
  }

  list() {
    const lines = this.panel.querySelector(".code ol");
    this.listing = this.listings[this.choice.value];
    lines.replaceChildren(...this.listing.lines.map((line) => {
      const made = document.createElement("li");
      made.textContent = line || " ";
      return made;
    }));
    this.line = null;
  }

  // Step `at` is shown; the one after the last is the end, with the conclusion.
  show(at, again) {
    at = Math.max(0, Math.min(at, this.count));
    const dirty = new Set();
    for (let step = this.at + 1; step <= at; step++) {
      const change = this.changes[step];
      for (let i = 0; i < change.length; i += 2) { this.look[change[i]] = change[i + 1]; dirty.add(change[i]); }
    }
    for (let step = this.at; step > at; step--) {
      const change = this.changes[step];
      for (let i = change.length - 2; i >= 0; i -= 2) {
        this.look[change[i]] = this.before[step][i / 2];
        dirty.add(change[i]);
      }
    }
    if (at === this.at && !again) return;
    this.at = at;
    dirty.forEach((number) => this.paint(number));
    this.panel.querySelector(".sentence").textContent = this.sentenceAt(at);
    this.showCalls(at);
    this.showLine(at);
    const upTo = (steps) => below(steps, at + 1);
    this.panel.querySelector(".counts").textContent = filled(data.words.counts, {
      nodes: upTo(this.enters), leaves: upTo(this.leaves), cuts: upTo(this.cuts),
    });
    const passes = this.passes.filter(([step]) => step <= at);
    this.panel.querySelector(".pass").textContent = passes.length ? passes[passes.length - 1][1] : "";
    this.follow();
  }

  sentenceAt(at) {
    if (at === this.count) return this.conclusion;
    const [template, ...words] = this.sentences[this.sentence[at]];
    let next = 0;
    return this.templates[template].replace(/\0/g, () => this.words[words[next++]]);
  }

  showCalls(at) {
    const rows = [];
    for (let stack = at === this.count ? -1 : this.stack[at]; stack >= 0; stack = this.stacks[stack][0]) {
      rows.unshift(this.rows[this.stacks[stack][1]]);
    }
    const body = this.panel.querySelector("tbody");
    body.replaceChildren(...rows.map((row, number) => {
      const made = document.createElement("tr");
      row.forEach((cell, column) => {
        const here = document.createElement(column ? "td" : "th");
        if (!column) here.scope = "row";
        here.textContent = cell;
        made.append(here);
      });
      if (number === rows.length - 1) {
        made.className = "here";
        made.setAttribute("aria-current", "true");
        made.title = data.words.at;
      }
      return made;
    }));
  }

  showLine(at) {
    if (this.line) { this.line.className = ""; this.line.removeAttribute("aria-current"); }
    this.line = null;
    if (at === this.count) return;
    const place = this.statement[at];
    this.line = this.panel.querySelectorAll(".code li")[this.listing.at[place >> 1][place & 1]];
    this.line.className = "here";
    this.line.setAttribute("aria-current", "step");
    const box = this.line.parentElement, top = this.line.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + this.line.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2;
    }
  }

  // Where the tree is wider than its place, the node at work is kept in sight.
  follow() {
    const box = this.panel.querySelector(".scroll"), here = box.querySelector(".node.h");
    if (!here || box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight) return;
    const outer = box.getBoundingClientRect(), inner = here.getBoundingClientRect();
    if (inner.left < outer.left + 20 || inner.right > outer.right - 20) {
      box.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
    }
    if (inner.top < outer.top + 10 || inner.bottom > outer.bottom - 10) {
      box.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
    }
  }
}

function filled(words, values) {
  return words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// How many of the sorted numbers are smaller than a bound.
function below(sorted, bound) {
  let low = 0, high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < bound) low = middle + 1; else high = middle;
  }
  return low;
}

const runs = data.runs.map((run, number) => new Run(run, $(`run${number}`)));
const last = Math.max(...runs.map((run) => run.count));
const cuts = [...new Set(runs.flatMap((run) => run.cuts))].sort((one, other) => one - other);
let at = -1, timer = 0;

function go(step) {
  at = Math.max(0, Math.min(step, last));
  runs.forEach((run) => run.show(at));
  const words = filled(at === last ? data.words.end : data.words.step, { step: at + 1, last });
  $("number").textContent = words;
  $("slider").value = at;
  $("slider").setAttribute("aria-valuetext", words);
  for (const [id, off] of [["start", at === 0], ["back", at === 0], ["forward", at === last], ["end", at === last],
    ["cut", below(cuts, at + 1) === cuts.length], ["cutback", below(cuts, at) === 0]]) {
    $(id).setAttribute("aria-disabled", off);
  }
  const hash = `#step=${at === last ? "end" : at + 1}`; // people count from 1
  if (location.hash !== hash) {
    try { history.replaceState(null, "", hash); } catch { location.hash = hash; }
  }
  if (at === last) stop();
}

function stop() {
  clearInterval(timer);
  timer = 0;
  tell("play", "▶");
}

function play() {
  if (timer) { stop(); return; }
  if (at === last) go(0);
  timer = setInterval(() => go(at + 1), 1000 / Number($("speed").value));
  tell("pause", "‖");
}

function tell(word, sign) {
  const button = $("play");
  button.querySelector(".words").textContent = data.words[word];
  button.querySelector("[aria-hidden]").textContent = sign;
}

const moves = {
  start: () => go(0),
  end: () => go(last),
  back: () => go(at - 1),
  forward: () => go(at + 1),
  cut: () => { const next = below(cuts, at + 1); if (next < cuts.length) go(cuts[next]); },
  cutback: () => { const before = below(cuts, at); if (before) go(cuts[before - 1]); },
};
for (const id in moves) $(id).addEventListener("click", () => { stop(); moves[id](); });
$("play").addEventListener("click", play);
$("slider").addEventListener("input", () => { stop(); go(Number($("slider").value)); });
$("speed").addEventListener("change", () => { if (timer) { stop(); play(); } });

const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "start", End: "end", c: "cut", C: "cutback" };
document.addEventListener("keydown", (event) => {
  const on = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || on.tagName === "SELECT") return;
  if (event.key === " " && on.tagName !== "BUTTON") { event.preventDefault(); play(); }
  const move = keys[event.key];
  if (move) { event.preventDefault(); stop(); moves[move](); }
});

function ofHash() {
  const found = /step=(\d+|end)/.exec(location.hash);
  return found ? (found[1] === "end" ? last : Number(found[1]) - 1) : 0;
}
window.addEventListener("hashchange", () => { if (ofHash() !== at) { stop(); go(ofHash()); } });
window.addEventListener("resize", () => runs.forEach((run) => run.follow()));
go(ofHash());
