// Step by step: a rung's source with what its lines cost, and the accesses of one warp.
const steps = new Map(data.steps.map(one => [one.rung, one]));
const metrics = [["global_sectors", "sectors"], ["shared_wavefronts", "wavefronts"], ["divergent_branches", "divergent"], ["steps", "steps"]];
const state = {rung: data.steps[0]?.rung, request: 0, diff: false, metric: "global_sectors"};

/// The lines of a rung's file: its code, and its registration, whose texts stand above.
function lines_of(code) {
  const lines = (code ?? "").replace(/\n$/, "").split("\n").map((text, at) => ({sign: " ", number: at + 1, text}));
  const from = lines.findIndex(one => one.text.startsWith("static const registration"));
  const to = lines.findIndex((one, at) => at > from && one.text === "}};");
  if (from < 0 || to < 0) return {code: lines, registration: []};
  return {code: [...lines.slice(0, from), ...lines.slice(to + 2)], registration: lines.slice(from, to + 1)};
}

/// The lines of a longest common subsequence in both, those before alone as "-" and those after alone as "+".
function difference(before, after) {
  const same = (a, b) => before[a].text === after[b].text;
  const longest = Array.from({length: before.length + 1}, () => new Uint16Array(after.length + 1));
  for (let a = before.length - 1; a >= 0; --a) for (let b = after.length - 1; b >= 0; --b)
    longest[a][b] = same(a, b) ? longest[a + 1][b + 1] + 1 : Math.max(longest[a + 1][b], longest[a][b + 1]);
  const lines = [];
  for (let a = 0, b = 0; a < before.length || b < after.length;) {
    if (a < before.length && b < after.length && same(a, b)) { lines.push(after[b++]); ++a; }
    else if (a < before.length && (b === after.length || longest[a + 1][b] >= longest[a][b + 1])) lines.push({sign: "-", text: before[a++].text});
    else lines.push({...after[b++], sign: "+"});
  }
  return lines;
}

/// Of what both have, three lines around each change.
function near_changes(lines) {
  const kept = lines.map((_, at) => lines.slice(Math.max(0, at - 3), at + 4).some(one => one.sign !== " "));
  return lines.flatMap((one, at) => kept[at] ? [one] : at === 0 || kept[at - 1] ? [{skipped: true}] : []);
}

const cost_of = (costs, name) => costs?.[name] ?? 0;
function heat_cells(costs, most, shown) {
  return shown.map(([name, words]) => {
    const value = cost_of(costs, name), share = most[name] ? value / most[name] : 0;
    return html("td", {class: `heat${name === state.metric ? " first" : ""}`, title: `${value.toLocaleString("en")} ${words}`,
      style: share ? `background: rgba(var(--heat), ${(.06 + .4 * share).toFixed(2)})` : ""}, value ? figure(value) : "");
  });
}
const heat_heads = shown => shown.map(([name, words]) => html("th", {scope: "col", class: `heat${name === state.metric ? " first" : ""}`}, words));

function line_row(line, step, most, shown, traced) {
  if (line.skipped) return html("tr", {class: "skipped"}, html("td", {colspan: shown.length + 2}, "⋯"));
  const kind = [line.sign === "+" ? "added" : line.sign === "-" ? "removed" : "", line.number && line.number === traced ? "here" : ""].join(" ");
  return html("tr", {class: kind}, ...heat_cells(step.lines?.[line.number], most, shown),
    html("td", {class: "number"}, line.number ?? ""), html("td", {class: "text"}, (state.diff ? line.sign + " " : "") + line.text));
}

/// Lines of other files, the most expensive first.
function elsewhere_of(step, most, shown) {
  const share = line => Math.max(...shown.map(([name]) => cost_of(line, name) / most[name]));
  const rows = [...step.elsewhere].sort((a, b) => share(b) - share(a)).map(line => html("tr", {}, ...heat_cells(line, most, shown),
    html("td", {class: "text"}, line.place), html("td", {class: "text"}, line.text)));
  const folded = html("details", {}, html("summary", {}, `Lines of other files (${rows.length})`),
    html("div", {class: "wide", tabindex: 0}, html("table", {class: "code"}, html("thead", {}, html("tr", {}, ...heat_heads(shown),
      html("th", {class: "words"}, "line"), html("th", {}, ""))), html("tbody", {}, ...rows))));
  folded.open = Object.keys(step.lines).length === 0;
  return folded;
}

function source_of(step) {
  const before = steps.get(step.follows), {code: own, registration} = lines_of(step.code);
  const lines = state.diff && before?.code ? near_changes(difference(lines_of(before.code).code, own)) : own;
  const costs = [...Object.values(step.lines ?? {}), ...step.elsewhere ?? []];
  const most = Object.fromEntries(metrics.map(([name]) => [name, Math.max(0, ...costs.map(cost => cost_of(cost, name)))]));
  const shown = metrics.filter(([name]) => most[name] > 0);
  if (!shown.some(([name]) => name === state.metric) && shown.length) state.metric = shown[0][0];
  const traced = step.requests?.[state.request]?.line;
  const out = html("div", {}, html("div", {class: "wide", tabindex: 0}, html("table", {class: "code", "aria-label": `${step.file ?? "source"}, with the cost of its lines`},
    html("thead", {}, html("tr", {}, ...heat_heads(shown), html("th", {}, ""), html("th", {class: "words"}, step.file ?? ""))),
    html("tbody", {}, ...lines.map(line => line_row(line, step, most, shown, traced))))));
  if (registration.length && !state.diff) out.append(html("details", {}, html("summary", {}, `Its registration (${registration.length} lines)`),
    html("div", {class: "wide", tabindex: 0}, html("pre", {class: "code"}, registration.map(line => line.text).join("\n")))));
  if (step.elsewhere?.length) out.append(elsewhere_of(step, most, shown));
  if (shown.length > 1) out.prepend(fill(chooser("Colour lines by", shown.map(([, words]) => words), shown.findIndex(([name]) => name === state.metric),
    index => { state.metric = shown[index][0]; show(); }), {class: "choice phone"}, []));
  return out;
}

/// Which 4-byte words a request touches, by which lanes, and which of them get in each other's way.
function words_of(request) {
  const lanes = new Map(), clash = new Set(), is_shared = request.kind === "shared load" || request.kind === "shared store";
  const pass = is_shared ? (request.bytes <= 4 ? 32 : request.bytes <= 8 ? 16 : 8) : 32, banks = new Map();
  request.addresses.forEach((address, lane) => {
    if (address < 0) return;
    for (let word = Math.floor(address / 4); word <= Math.floor((address + request.bytes - 1) / 4); ++word) {
      lanes.set(word, [...lanes.get(word) ?? [], lane]);
      const bank = `${Math.floor(lane / pass)}:${word % 32}`;
      banks.set(bank, (banks.get(bank) ?? new Set()).add(word));
    }
  });
  if (is_shared) for (const words of banks.values()) { if (words.size > 1) words.forEach(word => clash.add(word)); }
  else if (request.kind.endsWith("atomic")) for (const [word, who] of lanes) if (who.length > 1) clash.add(word);
  return {lanes, clash};
}

const list_of = numbers => numbers.length < 7 ? numbers.join(", ") : `${numbers.slice(0, 5).join(", ")}, ... ${numbers.at(-1)}`;

function words_about(request) {
  const active = request.addresses.filter(one => one >= 0).length, asked = new Set();
  request.addresses.forEach(address => { for (let at = 0; address >= 0 && at < request.bytes; ++at) asked.add(address + at); });
  const who = `${active} ${active === 1 ? "lane asks" : "lanes ask"} for ${request.bytes} ${request.bytes === 1 ? "byte" : "bytes"} each`;
  if (request.kind.endsWith("atomic")) return `${who}; at most ${request.cost} of them ${request.cost === 1 ? "updates" : "update"} one address.`;
  if (request.kind.startsWith("global")) return `${who}, ${asked.size} different bytes in all: ${request.cost} ` +
    `${request.cost === 1 ? "sector moves" : "sectors move"}, ${request.cost * 32} bytes.`;
  return `${who}: ${request.cost} ${request.cost === 1 ? "wavefront" : "wavefronts"}` + (words_of(request).clash.size === 0 ? ", no bank conflict." : "; lanes that want different words of one bank wait for each other.");
}

/// Rows of 32 boxes, with labels on their left.
class word_grid {
  constructor(left, cell, words) {
    Object.assign(this, {left, cell, width: left + 32 * cell + 4});
    this.out = picture(this.width, 0, words);
    this.out.classList.add("fine");
  }
  square(column, y, kind, text, title) {
    const {left, cell} = this;
    this.out.append(svg("rect", {class: `cell ${kind}`, x: left + column * cell, y, width: cell, height: cell}, svg("title", {}, title)),
      svg("text", {class: /used|clash/.test(kind) ? "on" : "soft", x: left + (column + .5) * cell, y: y + cell / 2 + 4, "text-anchor": "middle", "font-size": cell < 18 ? 9 : 11}, text));
  }
  label(y, text) { this.out.append(svg("text", {class: "soft", x: this.left - 6, y, "text-anchor": "end"}, text)); }
  row_label(y, text) { this.label(y + this.cell / 2 + 4, text); }
}

function draw_lanes(grid, request, clashing) {
  grid.row_label(0, "lane");
  request.addresses.forEach((address, lane) => grid.square(lane, 0, address < 0 ? "idle" : clashing.has(lane) ? "clash" : "used", lane,
    address < 0 ? `lane ${lane} takes no part` : `lane ${lane}: byte ${address}`));
}

function draw_column_heads(grid, y, is_global) {
  for (let column = 0; column < 32; column += is_global ? 8 : 4)
    grid.out.append(svg("text", {class: "soft", x: grid.left + (column + (is_global ? 0 : .5)) * grid.cell, y, "text-anchor": is_global ? "start" : "middle"}, is_global ? `sector ${column / 8}` : column));
  if (!is_global) grid.label(y, "bank");
}

function draw_row(grid, y, row, {lanes, clash}, is_global) {
  const {out, left, cell} = grid;
  const touched = word => is_global ? Array.from({length: 8}, (_, place) => word - word % 8 + place).some(other => lanes.has(other)) : lanes.has(word);
  grid.row_label(y, `+${row * 128}`);
  out.append(svg("rect", {class: "cell", x: left, y, width: 32 * cell, height: cell}),
    svg("path", {class: "axis", d: Array.from({length: 31}, (_, column) => `M${left + (column + 1) * cell},${y}v${cell}`).join("")}));
  for (let column = 0; column < 32; ++column) {
    const word = row * 32 + column, who = lanes.get(word);
    if (who) grid.square(column, y, clash.has(word) ? "clash" : "used", who.length > 1 ? `${who[0]}+` : who[0], `byte ${word * 4}: lane ${list_of(who)}`);
    else if (touched(word)) grid.square(column, y, "moved", "", `byte ${word * 4}: moved, not asked for`);
  }
  if (is_global) for (let sector = 0; sector < 4; ++sector) if (touched(row * 32 + sector * 8))
    out.append(svg("rect", {class: "sector", x: left + sector * 8 * cell, y, width: 8 * cell, height: cell}));
}

/// The lanes, and below them memory: a row is 128 bytes, which are four sectors of global and the 32 banks of shared memory.
function request_picture(request, width) {
  const words = words_of(request), is_global = request.kind.startsWith("global");
  const rows = [...new Set([...words.lanes.keys()].map(word => Math.floor(word / 32)))].sort((a, b) => a - b);
  const left = Math.max(44, 7 * `+${rows.at(-1) * 128}`.length + 8);
  const grid = new word_grid(left, Math.max(13.5, Math.min(24, (width - left - 4) / 32)), words_about(request));
  draw_lanes(grid, request, new Set([...words.clash].flatMap(word => words.lanes.get(word))));
  let y = grid.cell + 26;
  draw_column_heads(grid, y - 5, is_global);
  rows.forEach((row, index) => {
    if (index && row !== rows[index - 1] + 1) { grid.label(y + 9, "⋮"); y += 14; }
    draw_row(grid, y, row, words, is_global);
    y += grid.cell;
  });
  return fill(grid.out, {height: y + 4, viewBox: `0 0 ${grid.width} ${y + 4}`}, []);
}

/// Shared memory from left to right, the warp's requests from top to bottom: trees, tiles and halos can be seen.
function shape_picture(step, width) {
  const shared = step.requests.map((request, index) => ({...request, index})).filter(request => request.row !== undefined);
  const words = shared.flatMap(request => request.addresses.filter(address => address >= 0).map(address => (request.row + address) / 4));
  const extent = words.length ? Math.max(...words) + 1 : 0;
  if (shared.length < 2 || extent < 2) return "";
  const high = Math.max(3, Math.min(12, 300 / shared.length)), wide = (width - 2) / extent, out = picture(width, shared.length * high + 18, "Shared memory, request by request");
  out.classList.add("fine", "shape");
  out.append(svg("text", {class: "soft", y: 10}, "word 0"), svg("text", {class: "soft", x: width, y: 10, "text-anchor": "end"}, `word ${Math.ceil(extent) - 1}`));
  shared.forEach((request, row) => {
    const marks = new Set(request.addresses.filter(address => address >= 0).map(address => (request.row + address) / 4)), y = 16 + row * high;
    if (request.index === state.request) out.append(svg("rect", {class: "now", x: 0, y, width, height: high}));
    out.append(svg("path", {class: request.kind.split(" ")[1], d: [...marks].map(word => `M${(word * wide).toFixed(1)},${(y + .5).toFixed(1)}h${Math.max(wide * request.bytes / 4, 1.2).toFixed(1)}v${(high - 1).toFixed(1)}h-${Math.max(wide * request.bytes / 4, 1.2).toFixed(1)}z`).join("")},
      svg("title", {}, `request ${request.index + 1}: ${request.kind}, ${marks.size} places`)));
  });
  return html("div", {}, html("h3", {}, "The shape of the accesses"), out,
    html("p", {class: "note"}, "Shared memory runs from left to right, the first warp's requests from top to bottom. Loads are blue, stores green, atomics orange."));
}

function requests_of(step, width) {
  const requests = step.requests ?? [];
  if (!requests.length) return html("p", {class: "note"}, "The emulator counted no requests of this rung.");
  const now = requests[state.request];
  const slider = html("input", {type: "range", min: 0, max: requests.length - 1, value: state.request, "aria-label": "request of the warp",
    "aria-valuetext": `${state.request + 1} of ${requests.length}: ${now.kind}`});
  slider.addEventListener("input", () => { state.request = Number(slider.value); go(); });
  const most = Math.max(...requests.map(request => request.cost)), strip = picture(600, 46, "Cost of each request");
  strip.classList.add("strip");
  strip.setAttribute("preserveAspectRatio", "none");
  requests.forEach((request, index) => strip.append(svg("rect", {class: index === state.request ? "now" : "", x: index * 600 / requests.length, width: 540 / requests.length,
    y: 44 - 42 * request.cost / most, height: 42 * request.cost / most}, svg("title", {}, `${index + 1}: ${request.kind}, ${request.cost}`))));
  const where = now.line ? `line ${now.line}` + (now.place.endsWith(`:${now.line}`) && now.place.startsWith(step.file) ? "" : ` (${now.place})`) : now.place;
  return html("div", {class: "requests"}, html("div", {}, html("h3", {}, "The first warp, request by request"), strip, slider,
    html("p", {class: "sans"}, html("output", {}, `Request ${state.request + 1} of ${requests.length}`), `: ${now.kind}, ${where}. ${words_about(now)}`),
    html("div", {class: "wide", tabindex: 0}, request_picture(now, width)),
    html("p", {class: "note"}, now.kind.startsWith("global") ? "A row is 128 bytes of memory. A box is 4 bytes, and shows the lane that asks for it. Framed sectors move. No lane asks for the pale boxes."
      : "A row is 128 bytes of shared memory, and a column is a bank. A box is 4 bytes, and shows the lane that asks for it. Orange boxes delay each other."),
    step.all_requests > requests.length ? html("p", {class: "note"}, `The report keeps the first ${requests.length} of ${step.all_requests} requests.`) : ""),
    shape_picture(step, width));
}

/// What the rung claims to move, what moved, and the verdict.
function claims_of(step) {
  if (!step.claims?.length) return "";
  const rows = step.claims.map(one => html("tr", {}, html("td", {class: "words"}, one.counter === "time" ? "time for an element, ns" : one.counter.replaceAll("_", " ")),
    html("td", {}, figure(one.before)), html("td", {}, figure(one.after)), html("td", {class: "words"}, one.way), html("td", {class: `words ${one.verdict}`}, one.verdict)));
  return html("div", {class: "wide"}, html("table", {class: "claims"}, html("thead", {}, html("tr", {}, ...["counter", `rung ${step.follows}`, `rung ${step.rung}`, "claim", "verdict"].map((one, at) =>
    html("th", {scope: "col", class: at % 3 && at < 4 ? "" : "words"}, one)))), html("tbody", {}, ...rows)));
}

function choices_of(step) {
  if (!steps.get(step.follows)?.code || !step.code) return "";
  return html("fieldset", {class: "view"}, ...[[false, "the source"], [true, `what changed since rung ${step.follows}`]].map(([diff, words]) => {
    const button = html("input", {type: "radio", name: "view"});
    button.checked = state.diff === diff;
    button.addEventListener("change", () => { state.diff = diff; go(); });
    return html("label", {}, button, " " + words);
  }));
}

const panel = html("div", {});
function show() {
  const step = steps.get(state.rung), focused = document.activeElement;
  const kept = panel.contains(focused) && (focused.type === "range" || focused.name === "view") ? `input[type=${focused.type}]${focused.type === "radio" ? ":checked" : ""}` : null;
  for (const link of document.querySelectorAll("nav.rungs a")) {
    if (Number(link.dataset.rung) === state.rung) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  const half = panel.clientWidth > 800 ? (panel.clientWidth - 32) / 2 : panel.clientWidth;
  panel.replaceChildren(html("h3", {}, `${step.rung} ${step.name}`), html("p", {}, step.idea ?? ""),
    step.hypothesis ? html("p", {}, html("em", {}, "Claim: "), step.hypothesis) : "", step.source ? html("p", {class: "note"}, `Source: ${step.source}`) : "", claims_of(step),
    choices_of(step), source_of(step), html("div", {class: "lanes"}, requests_of(step, half)));
  if (kept) panel.querySelector(kept)?.focus();
}

/// #rung=3&request=5&diff: a place in the report that can be linked to.
function read_address() {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (!asked.has("rung") || !steps.has(Number(asked.get("rung")))) return false;
  state.rung = Number(asked.get("rung"));
  state.diff = asked.has("diff");
  const count = steps.get(state.rung).requests?.length ?? 0;
  state.request = Math.max(0, Math.min(count, Number(asked.get("request")) || 1) - 1);
  return true;
}
function go() {
  history.replaceState(null, "", `#rung=${state.rung}&request=${state.request + 1}${state.diff ? "&diff" : ""}`);
  show();
}

document.documentElement.classList.add("scripted");
document.querySelector("header").append(html("nav", {class: "parts", "aria-label": "parts"}, ...[...document.querySelectorAll("section:not(#ideas)")].map(one =>
  html("a", {href: `#${one.id}`}, one.querySelector("h2").textContent))));
const figures = document.querySelectorAll("figure[data-chart]");
figures.forEach(draw);
if (steps.size) {
  document.getElementById("steps").append(html("nav", {class: "rungs", "aria-label": "rungs"}, ...data.steps.map(one =>
    html("a", {href: `#rung=${one.rung}`, "data-rung": one.rung}, `${one.rung} ${one.name}`))), panel);
  const was_asked = read_address();
  show();
  if (was_asked) document.getElementById("steps").scrollIntoView();
  addEventListener("hashchange", () => { if (read_address()) { show(); document.getElementById("steps").scrollIntoView(); } });
}
let drawn_for = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === drawn_for) return;
  drawn_for = innerWidth;
  figures.forEach(draw);
  if (steps.size) show();
});
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(one => { one.open = true; }));
/* SPDX-License-Identifier: Apache-2.0 */
