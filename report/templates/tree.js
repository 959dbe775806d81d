"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
const { nodes, links, buffer, times_ms: times } = data;

// Numbers of one or two bytes, low byte first.
function numbers(text, bytes) {
  const raw = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return bytes === 1 ? raw : new Uint16Array(raw.buffer);
}
const blocks = numbers(data.blocks, data.blocks_bytes);
const busy = numbers(data.busy, 1);
const ipd = numbers(data.ipd, 2);
const hosts = nodes.length - data.first_host;
const slowest = ipd.reduce((a, b) => Math.max(a, b), 1);

// Place of each link among the links with buffers: all but those to hosts.
let buffers = 0;
const place = links.map((link) => (link.ends[1] < data.first_host ? buffers++ : -1));

const used = (instant, link) => blocks[instant * buffers + place[link]];
const isFull = (instant, link) => used(instant, link) + buffer.packet > buffer.blocks;
const carried = (instant, link) => busy[instant * links.length + link] / data.busy_steps;
const delay = (instant, host) => (ipd.length ? ipd[instant * hosts + host] : 0);

// Colours from empty to all blocks in use.
const style = getComputedStyle(document.documentElement);
const stops = ["--empty", "--half", "--most"].map((name) => {
  const hex = style.getPropertyValue(name).trim();
  return [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16));
});
function colour(share) {
  const [from, to] = share < 0.5 ? [stops[0], stops[1]] : [stops[1], stops[2]];
  const part = share < 0.5 ? 2 * share : 2 * share - 1;
  return "rgb(" + from.map((value, i) => Math.round(value + part * (to[i] - value))).join(",") + ")";
}

const svg = at("fabric");
function draw(parent, name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  parent.appendChild(element);
  return element;
}

// Both directions of a cable are on the right-hand sides of each other; an arc bends to that side.
const RADIUS = { switch: 14, host: 4 };
function path(link) {
  const [from, to] = link.ends.map((end) => nodes[end].at);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const side = 2.2 + 4.4 * link.parallel;
  const [nx, ny] = [-dy / length, dx / length];
  const radius = (end) => (end < data.first_host ? RADIUS.switch : RADIUS.host);
  const point = (base, along) =>
    [base.x + (dx / length) * along + nx * side, base.y + (dy / length) * along + ny * side];
  const [a, b] = [point(from, radius(link.ends[0])), point(to, -radius(link.ends[1]))];
  const sign = link.ends[0] < link.ends[1] ? 1 : -1;
  const bend = 0.22 * length * sign;
  const middle = [(a[0] + b[0]) / 2 + nx * bend, (a[1] + b[1]) / 2 + ny * bend];
  const curve = link.arc ? `Q${middle}` : "L";
  return { d: `M${a}${curve} ${b}`, end: b };
}

const many = links.length > 400;
const shapes = links.map((link, number) => {
  const { d, end } = path(link);
  const shape = draw(svg, "path", { d, class: place[number] < 0 ? "link open" : "link" });
  if (place[number] >= 0) draw(svg, "circle", { cx: end[0], cy: end[1], r: many ? 1 : 2, class: "end" });
  return shape;
});
links.forEach((link, number) => {
  const shape = draw(svg, "path", { d: path(link).d, class: "over" });
  shape.addEventListener("pointerenter", () => tell({ link: number }));
});
const circles = nodes.map((node, number) => {
  const isSwitch = number < data.first_host;
  const { x, y } = node.at;
  const wide = RADIUS.switch;
  const shape = isSwitch
    ? draw(svg, "rect", { x: x - wide, y: y - wide, width: 2 * wide, height: 2 * wide, rx: 3, class: "switch" })
    : draw(svg, "circle", { cx: x, cy: y, r: RADIUS.host, class: "host" });
  shape.addEventListener("pointerenter", () => tell({ node: number }));
  if (isSwitch && data.first_host <= 64) {
    draw(svg, "text", { x, y: y - wide - 4, class: "name" }).textContent = node.name;
  } else if (!isSwitch && hosts <= 24) {
    const low = y + 16 + 11 * ((number - data.first_host) % 2);
    draw(svg, "text", { x, y: low, class: "name of-host" }).textContent = node.name;
  }
  return shape;
});

// The part of the drawing that is shown.
const whole = [0, 0, ...data.size];
let view = whole.slice();
function look(next) {
  view = next;
  svg.setAttribute("viewBox", view.join(" "));
}
look(whole.slice());
svg.addEventListener("wheel", (event) => {
  event.preventDefault();
  const box = svg.getBoundingClientRect();
  const scale = Math.max(view[2] / box.width, view[3] / box.height);
  const x = view[0] + view[2] / 2 + (event.clientX - box.left - box.width / 2) * scale;
  const y = view[1] + view[3] / 2 + (event.clientY - box.top - box.height / 2) * scale;
  const factor = event.deltaY < 0 ? 0.8 : 1.25;
  look([x - (x - view[0]) * factor, y - (y - view[1]) * factor, view[2] * factor, view[3] * factor]);
}, { passive: false });
let grip = null;
svg.addEventListener("pointerdown", (event) => { grip = [event.clientX, event.clientY, view.slice()]; });
svg.addEventListener("pointermove", (event) => {
  if (!grip) return;
  const box = svg.getBoundingClientRect();
  const scale = Math.max(view[2] / box.width, view[3] / box.height);
  const [x, y, from] = grip;
  look([from[0] - (event.clientX - x) * scale, from[1] - (event.clientY - y) * scale, from[2], from[3]]);
});
addEventListener("pointerup", () => { grip = null; });
svg.addEventListener("dblclick", () => look(whole.slice()));

// Number of full buffers over time.
const full = times.map((_, instant) => links.filter((_, l) => place[l] >= 0 && isFull(instant, l)).length);
const course = at("course");
const highest = Math.max(1, ...full);
course.setAttribute("viewBox", `0 0 ${times.length} ${highest}`);
const bars = full.map((count, i) => `M${i} ${highest}V${highest - count}H${i + 1}V${highest}Z`);
draw(course, "path", { d: bars.join("") });
const cursor = draw(course, "line", { y1: 0, y2: highest });

// The values of a link or node that the pointer is at.
let subject = null;
function tell(next) {
  subject = next;
  const percent = (value) => (100 * value).toFixed(1) + " %";
  if (!subject) return;
  if (subject.link !== undefined) {
    const number = subject.link;
    const fill = place[number] < 0 ? "no buffer at its end"
      : `${used(now, number)} of ${buffer.blocks} blocks in use (${percent(used(now, number) / buffer.blocks)})`
        + (isFull(now, number) ? ", full" : "");
    at("told").textContent = `${links[number].name}: ${fill}; link busy ${percent(carried(now, number))}`;
  } else {
    const host = subject.node - data.first_host;
    const of = links.map((_, l) => l).filter((l) => links[l].ends[1] === subject.node && place[l] >= 0);
    const state = host >= 0 ? `${data.delay} ${delay(now, host)}`
      : `${of.filter((l) => isFull(now, l)).length} of ${of.length} input buffers full`;
    at("told").textContent = `${nodes[subject.node].name}: ${state}`;
  }
}

let now = 0;
const drawn = [];
function show(instant) {
  now = Math.min(Math.max(instant, 0), times.length - 1);
  const names = [];
  links.forEach((link, number) => {
    if (place[number] < 0) return;
    const level = used(now, number);
    if (isFull(now, number)) names.push(link.name);
    if (drawn[number] === level) return;
    drawn[number] = level;
    const share = Math.min(1, level / buffer.blocks);
    shapes[number].style.stroke = colour(share);
    // Among many links, those with packets stand out.
    if (many) shapes[number].style.strokeOpacity = 0.25 + 0.75 * share;
    shapes[number].classList.toggle("full", isFull(now, number));
  });
  for (let host = 0; host < hosts && ipd.length; host++) {
    const part = Math.sqrt(delay(now, host) / slowest);
    circles[data.first_host + host].style.fill = `color-mix(in srgb, var(--slow) ${100 * part}%, var(--ground))`;
  }
  at("instant").value = now;
  at("time").textContent = `${times[now].toFixed(6)} ms (${now + 1} of ${times.length})`;
  at("count").textContent = `${names.length} of ${buffers}`;
  const MOST_LISTED = 60;
  at("full").textContent = names.slice(0, MOST_LISTED).join(", ")
    + (names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} others` : "");
  cursor.setAttribute("x1", now + 0.5);
  cursor.setAttribute("x2", now + 0.5);
  tell(subject);
}

// Play, step, keyboard.
const FRAME_MS = 100;
let timer = null;
function play(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => (now + 1 < times.length ? show(now + 1) : play(false)), FRAME_MS) : null;
  at("play").textContent = on ? "❚❚ pause" : "▶ play";
}
function toggle() {
  if (!timer && now + 1 === times.length) show(0);
  play(!timer);
}
const step = (to) => { play(false); show(to()); };
at("instant").max = times.length - 1;
at("instant").addEventListener("input", (event) => step(() => Number(event.target.value)));
const moves = {
  Home: () => 0, ArrowLeft: () => now - 1, ArrowRight: () => now + 1, End: () => times.length - 1,
};
for (const [id, key] of [["first", "Home"], ["back", "ArrowLeft"], ["next", "ArrowRight"], ["last", "End"]]) {
  at(id).addEventListener("click", () => step(moves[key]));
}
at("play").addEventListener("click", toggle);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (moves[event.key]) {
    event.preventDefault();
    step(moves[event.key]);
  } else if (event.key === " " && event.target.tagName !== "BUTTON") {
    event.preventDefault();
    toggle();
  }
});
course.addEventListener("click", (event) => {
  const box = course.getBoundingClientRect();
  step(() => Math.floor(((event.clientX - box.left) / box.width) * times.length));
});

// All instants as CSV, with the columns of the command's.
function table() {
  const lines = ["time_ms,what,name,blocks,share,full,busy,ipd"];
  times.forEach((time, instant) => {
    links.forEach((link, l) => {
      const stored = place[l] < 0 ? ",,"
        : `${used(instant, l)},${(used(instant, l) / buffer.blocks).toFixed(4)},${Number(isFull(instant, l))}`;
      lines.push(`${time},link,${link.name},${stored},${carried(instant, l).toFixed(3)},`);
    });
    for (let host = 0; host < hosts; host++) {
      lines.push(`${time},host,${nodes[data.first_host + host].name},,,,,${delay(instant, host)}`);
    }
  });
  return lines.join("\n") + "\n";
}
at("save").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([table()], { type: "text/csv" }));
  link.download = "congestion-tree.csv";
  link.click();
  URL.revokeObjectURL(link.href);
});

const gradient = Array.from({ length: 11 }, (_, i) => colour(i / 10)).join(",");
Object.assign(at("scale").style, {
  width: "8rem", height: ".8rem", background: `linear-gradient(to right, ${gradient})`,
});
at("scale").title = "share of blocks in use, from 0 to 100 %";

// The part of the address behind # is the number of an instant, from 1.
const asked = () => show((Number(location.hash.slice(1)) || 1) - 1);
addEventListener("hashchange", asked);
asked();
