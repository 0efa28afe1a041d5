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

function source_of(step) {
  const before = steps.get(step.follows), {code: own, registration} = lines_of(step.code);
  const lines = state.diff && before?.code ? near_changes(difference(lines_of(before.code).code, own)) : own;
  const all = [...Object.values(step.lines ?? {}), ...step.elsewhere ?? []];
  const most = Object.fromEntries(metrics.map(([name]) => [name, Math.max(0, ...all.map(one => cost_of(one, name)))]));
  const shown = metrics.filter(([name]) => most[name] > 0);
  if (!shown.some(([name]) => name === state.metric) && shown.length) state.metric = shown[0][0];
  const here = step.requests?.[state.request]?.line;
  const rows = lines.map(one => {
    if (one.skipped) return html("tr", {class: "skipped"}, html("td", {colspan: shown.length + 2}, "⋯"));
    const kind = [one.sign === "+" ? "added" : one.sign === "-" ? "removed" : "", one.number && one.number === here ? "here" : ""].join(" ");
    return html("tr", {class: kind}, ...heat_cells(step.lines?.[one.number], most, shown),
      html("td", {class: "number"}, one.number ?? ""), html("td", {class: "text"}, (state.diff ? one.sign + " " : "") + one.text));
  });
  const out = html("div", {}, html("div", {class: "wide", tabindex: 0}, html("table", {class: "code", "aria-label": `${step.file ?? "source"}, with the cost of its lines`},
    html("thead", {}, html("tr", {}, ...heat_heads(shown), html("th", {}, ""), html("th", {class: "words"}, step.file ?? ""))), html("tbody", {}, ...rows))));
  if (registration.length && !state.diff) out.append(html("details", {}, html("summary", {}, `Its registration (${registration.length} lines)`),
    html("div", {class: "wide", tabindex: 0}, html("pre", {class: "code"}, registration.map(one => one.text).join("\n")))));
  if (step.elsewhere?.length) {
    const share = one => Math.max(...shown.map(([name]) => cost_of(one, name) / most[name]));
    const others = [...step.elsewhere].sort((a, b) => share(b) - share(a)).map(one => html("tr", {}, ...heat_cells(one, most, shown),
      html("td", {class: "text"}, one.place), html("td", {class: "text"}, one.text)));
    const folded = html("details", {}, html("summary", {}, `Lines of other files (${others.length})`),
      html("div", {class: "wide", tabindex: 0}, html("table", {class: "code"}, html("thead", {}, html("tr", {}, ...heat_heads(shown),
        html("th", {class: "words"}, "line"), html("th", {}, ""))), html("tbody", {}, ...others))));
    folded.open = Object.keys(step.lines).length === 0;
    out.append(folded);
  }
  if (shown.length > 1) out.prepend(fill(chooser("Colour lines by", shown.map(([, words]) => words), shown.findIndex(([name]) => name === state.metric),
    at => { state.metric = shown[at][0]; show(); }), {class: "choice phone"}, []));
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

/// The lanes, and below them memory: a row is 128 bytes, which are four sectors of global and the 32 banks of shared memory.
function request_picture(request, width) {
  const {lanes, clash} = words_of(request), is_global = request.kind.startsWith("global");
  const rows = [...new Set([...lanes.keys()].map(word => Math.floor(word / 32)))].sort((a, b) => a - b);
  const left = Math.max(44, 7 * `+${rows.at(-1) * 128}`.length + 8), cell = Math.max(13.5, Math.min(24, (width - left - 4) / 32)), full = left + 32 * cell + 4;
  const out = picture(full, 0, words_about(request));
  out.classList.add("fine");
  const square = (column, y, kind, text, title) => out.append(
    svg("rect", {class: `cell ${kind}`, x: left + column * cell, y, width: cell, height: cell}, svg("title", {}, title)),
    svg("text", {class: /used|clash/.test(kind) ? "on" : "soft", x: left + (column + .5) * cell, y: y + cell / 2 + 4, "text-anchor": "middle", "font-size": cell < 18 ? 9 : 11}, text));
  const label = (y, text) => out.append(svg("text", {class: "soft", x: left - 6, y: y + cell / 2 + 4, "text-anchor": "end"}, text));
  const clashing = new Set([...clash].flatMap(word => lanes.get(word)));
  label(0, "lane");
  for (let lane = 0; lane < 32; ++lane)
    square(lane, 0, request.addresses[lane] < 0 ? "idle" : clashing.has(lane) ? "clash" : "used", lane, request.addresses[lane] < 0 ? `lane ${lane} takes no part` : `lane ${lane}: byte ${request.addresses[lane]}`);
  let y = cell + 26;
  for (let column = 0; column < 32; column += is_global ? 8 : 4)
    out.append(svg("text", {class: "soft", x: left + (column + (is_global ? 0 : .5)) * cell, y: y - 5, "text-anchor": is_global ? "start" : "middle"}, is_global ? `sector ${column / 8}` : column));
  if (!is_global) out.append(svg("text", {class: "soft", x: left - 6, y: y - 5, "text-anchor": "end"}, "bank"));
  const touched = word => is_global ? Array.from({length: 8}, (_, one) => word - word % 8 + one).some(one => lanes.has(one)) : lanes.has(word);
  rows.forEach((row, at) => {
    if (at && row !== rows[at - 1] + 1) { out.append(svg("text", {class: "soft", x: left - 6, y: y + 9, "text-anchor": "end"}, "⋮")); y += 14; }
    label(y, `+${row * 128}`);
    out.append(svg("rect", {class: "cell", x: left, y, width: 32 * cell, height: cell}),
      svg("path", {class: "axis", d: Array.from({length: 31}, (_, column) => `M${left + (column + 1) * cell},${y}v${cell}`).join("")}));
    for (let column = 0; column < 32; ++column) {
      const word = row * 32 + column, who = lanes.get(word);
      if (who) square(column, y, clash.has(word) ? "clash" : "used", who.length > 1 ? `${who[0]}+` : who[0], `byte ${word * 4}: lane ${list_of(who)}`);
      else if (touched(word)) square(column, y, "moved", "", `byte ${word * 4}: moved, not asked for`);
    }
    if (is_global) for (let sector = 0; sector < 4; ++sector) if (touched(row * 32 + sector * 8))
      out.append(svg("rect", {class: "sector", x: left + sector * 8 * cell, y, width: 8 * cell, height: cell}));
    y += cell;
  });
  fill(out, {height: y + 4, viewBox: `0 0 ${full} ${y + 4}`}, []);
  return out;
}

/// Shared memory from left to right, the warp's requests from top to bottom: trees, tiles and halos can be seen.
function shape_picture(step, width) {
  const shared = step.requests.map((one, at) => ({...one, at})).filter(one => one.row !== undefined);
  const words = shared.flatMap(one => one.addresses.filter(address => address >= 0).map(address => (one.row + address) / 4));
  const all = words.length ? Math.max(...words) + 1 : 0;
  if (shared.length < 2 || all < 2) return "";
  const high = Math.max(3, Math.min(12, 300 / shared.length)), wide = (width - 2) / all, out = picture(width, shared.length * high + 18, "Shared memory, request by request");
  out.classList.add("fine", "shape");
  out.append(svg("text", {class: "soft", y: 10}, "word 0"), svg("text", {class: "soft", x: width, y: 10, "text-anchor": "end"}, `word ${Math.ceil(all) - 1}`));
  shared.forEach((one, row) => {
    const marks = new Set(one.addresses.filter(address => address >= 0).map(address => (one.row + address) / 4)), y = 16 + row * high;
    if (one.at === state.request) out.append(svg("rect", {class: "now", x: 0, y, width, height: high}));
    out.append(svg("path", {class: one.kind.split(" ")[1], d: [...marks].map(word => `M${(word * wide).toFixed(1)},${(y + .5).toFixed(1)}h${Math.max(wide * one.bytes / 4, 1.2).toFixed(1)}v${(high - 1).toFixed(1)}h-${Math.max(wide * one.bytes / 4, 1.2).toFixed(1)}z`).join("")},
      svg("title", {}, `request ${one.at + 1}: ${one.kind}, ${marks.size} places`)));
  });
  return html("div", {}, html("h3", {}, "The shape of the accesses"), out,
    html("p", {class: "note"}, "Shared memory runs from left to right, the first warp's requests from top to bottom. Loads are blue, stores green, atomics orange."));
}

function requests_of(step, width) {
  const all = step.requests ?? [];
  if (!all.length) return html("p", {class: "note"}, "The emulator counted no requests of this rung.");
  const now = all[state.request];
  const slider = html("input", {type: "range", min: 0, max: all.length - 1, value: state.request, "aria-label": "request of the warp",
    "aria-valuetext": `${state.request + 1} of ${all.length}: ${now.kind}`});
  slider.addEventListener("input", () => { state.request = Number(slider.value); go(); });
  const most = Math.max(...all.map(one => one.cost)), strip = picture(600, 46, "Cost of each request");
  strip.classList.add("strip");
  strip.setAttribute("preserveAspectRatio", "none");
  all.forEach((one, at) => strip.append(svg("rect", {class: at === state.request ? "now" : "", x: at * 600 / all.length, width: 540 / all.length,
    y: 44 - 42 * one.cost / most, height: 42 * one.cost / most}, svg("title", {}, `${at + 1}: ${one.kind}, ${one.cost}`))));
  const where = now.line ? `line ${now.line}` + (now.place.endsWith(`:${now.line}`) && now.place.startsWith(step.file) ? "" : ` (${now.place})`) : now.place;
  return html("div", {class: "requests"}, html("div", {}, html("h3", {}, "The first warp, request by request"), strip, slider,
    html("p", {class: "sans"}, html("output", {}, `Request ${state.request + 1} of ${all.length}`), `: ${now.kind}, ${where}. ${words_about(now)}`),
    html("div", {class: "wide", tabindex: 0}, request_picture(now, width)),
    html("p", {class: "note"}, now.kind.startsWith("global") ? "A row is 128 bytes of memory. A box is 4 bytes, and shows the lane that asks for it. Framed sectors move. No lane asks for the pale boxes."
      : "A row is 128 bytes of shared memory, and a column is a bank. A box is 4 bytes, and shows the lane that asks for it. Orange boxes delay each other."),
    step.all_requests > all.length ? html("p", {class: "note"}, `The report keeps the first ${all.length} of ${step.all_requests} requests.`) : ""),
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
