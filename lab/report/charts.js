// What the charts are drawn with, and the charts of records. Each is drawn for the width that it has.
const data = JSON.parse(document.getElementById("data").textContent);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

/// Three or four digits that count.
function figure(value) {
  if (value === undefined || Number.isNaN(value)) return "";
  const size = Math.abs(value);
  if (size >= 1e6) return figure(value / 1e6) + " M";
  if (size >= 1e4) return figure(value / 1e3) + " k";
  if (Number.isInteger(value)) return value.toLocaleString("en");
  return size >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
}
const elements = n => Number.isInteger(Math.log2(n)) && n >= 1024 ? `2^${Math.log2(n)}` : n.toLocaleString("en");
const time = us => us < 1000 ? `${figure(us)} us` : `${figure(us / 1000)} ms`;

const picture = (width, height, words) => svg("svg", {
  width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words});

/// A list to choose from, or nothing where there is no choice.
function chooser(words, names, chosen, choose) {
  if (names.length < 2) return "";
  const list = html("select", {}, ...names.map((name, at) => html("option", {value: at}, name)));
  list.value = chosen;
  list.addEventListener("change", () => choose(Number(list.value)));
  return html("label", {class: "choice"}, words + " ", list);
}

const legend = entries => html("ul", {class: "legend"}, ...entries.map(([name, mark]) =>
  html("li", {}, fill(svg("svg", {width: 26, height: 12, "aria-hidden": "true"}), {}, [mark]), name)));
const swatch = kind => svg("rect", {class: kind, x: 4, y: 1, width: 18, height: 10});

/// Rows of bars: {name, parts: [[value, class, words]], note, link}. On narrow pages names stand above their bars. Notes
/// stand behind their bars; where there is a roof, in a column beyond it, so that its line crosses none.
function bars(width, rows, most, words, roof) {
  const narrow = width < 600, row = narrow ? 40 : 25;
  const left = narrow ? 0 : Math.min(width / 2, 7.4 * Math.max(...rows.map(one => one.name.length)) + 12);
  const right = 8 * Math.max(...rows.map(one => one.note.length)) + 8;
  const scale = Math.max(20, width - left - right) / most;
  const out = picture(width, rows.length * row + 22, words);
  if (roof) {
    const x = left + roof * scale;
    out.append(svg("line", {class: "roof", x1: x, x2: x, y1: 14, y2: rows.length * row + 20}),
      svg("text", {class: "soft", x: x - 4, y: 10, "text-anchor": "end"}, "roof"));
  }
  rows.forEach((one, at) => {
    const y = at * row + 18, bar = y + (narrow ? 17 : 2);
    const name = svg("text", narrow ? {x: 0, y: y + 12} : {x: left - 10, y: y + 15, "text-anchor": "end"}, one.name);
    out.append(one.link ? svg("a", {href: one.link}, name) : name);
    let x = left;
    for (const [value, kind, title] of one.parts) {
      out.append(svg("rect", {class: kind, x, y: bar, width: Math.max(1, value * scale), height: 17},
        svg("title", {}, title)));
      x += value * scale;
    }
    out.append(svg("text", {class: "soft", x: (roof ? left + most * scale : x) + 6, y: bar + 13}, one.note));
  });
  return out;
}

const value_of = one => one.roof_fraction ?? one.elements_per_us;
/// A rung that takes fewer elements than its ladder says how many.
const note_of = (one, ladder) => time(one.time.kernel_us.median) + (one.elements === ladder.elements ? "" : ` for ${elements(one.elements)}`) +
  (one.roof_fraction === undefined ? "" : ` · ${(100 * one.roof_fraction).toFixed(one.roof_fraction < .0995 ? 1 : 0)}%`);

let ladder_shown = 0;
function ladder_chart(into, width) {
  const shown = data.timed[ladder_shown];
  const rows = shown.rungs.map(one => ({name: `${one.rung} ${one.name}`, note: note_of(one, shown), link: `#rung=${one.rung}`,
    parts: [[value_of(one), one.kind, `${one.name}: ${note_of(one, shown)}`]]}));
  const has_roof = shown.rungs.some(one => one.roof_fraction !== undefined);
  const most = Math.max(has_roof ? 1 : 0, ...shown.rungs.map(value_of));
  into.append(chooser("Problem", data.timed.map(one => one.title), ladder_shown, at => { ladder_shown = at; draw(into); }),
    legend([["rung", "rungs"], ["library", "the library"], ["contender", "contenders"]]
      .filter(([kind]) => shown.rungs.some(one => one.kind === kind)).map(([kind, words]) => [words, swatch(kind)])),
    bars(width, rows, most, `${has_roof ? "Share of the roof" : "Elements per microsecond"} of each rung`, has_roof ? 1 : 0),
    html("figcaption", {}, `${shown.title}: ${has_roof ? "share of the roof" : "elements per microsecond"}. Click a rung's name to see its step.`));
}

/// Axes, with `x` and `y` as [value, text] for each tick.
function axes(out, box, x, y, place) {
  for (const [value, text] of x) out.append(
    svg("line", {class: "axis", x1: place.x(value), x2: place.x(value), y1: box.top, y2: box.bottom}),
    svg("text", {class: "soft", x: place.x(value), y: box.bottom + 17, "text-anchor": "middle"}, text));
  for (const [value, text] of y) out.append(
    svg("line", {class: "axis", x1: box.left, x2: box.right, y1: place.y(value), y2: place.y(value)}),
    svg("text", {class: "soft", x: box.left - 7, y: place.y(value) + 4, "text-anchor": "end"}, text));
}

const path = points => "M" + points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L");

/// Round steps up to `most`, five or so.
function ticks(most) {
  const rough = most / 5, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find(one => one * power >= rough);
  return Array.from({length: Math.floor(most / step) + 1}, (_, at) => [at * step, figure(at * step)]);
}

let sizes_shown = 0;
function sizes_chart(into, width) {
  const device = data.timed[0].device_name, by_problem = new Map();
  for (const one of data.timed) if (one.device_name === device)
    by_problem.set(one.problem, [...by_problem.get(one.problem) ?? [], one].sort((a, b) => a.elements - b.elements));
  const problems = [...by_problem].filter(([, sizes]) => sizes.length >= 3);
  const [problem, sizes] = problems[sizes_shown];
  const rate = one => one.bandwidth_gbps !== undefined && data.unit === "GB/s" ? one.bandwidth_gbps : one.elements_per_us;
  const best = data.timed[0].rungs.filter(one => one.kind === "rung").sort((a, b) => b.elements_per_us - a.elements_per_us)[0];
  const series = new Map();
  for (const size of sizes) for (const one of size.rungs)
    if (one.kind !== "rung" || one.rung === best?.rung)
      series.set(one.name, [...series.get(one.name) ?? [], [size.elements, rate(one)]]);
  const roof = sizes.flatMap(size => size.rungs.filter(one => one.roof_gbps).slice(0, 1).map(one => [size.elements, one.roof_gbps]));
  const height = 320, box = {left: 54, right: width - 26, top: 14, bottom: height - 42};
  const [low, high] = [Math.log2(sizes[0].elements), Math.log2(sizes.at(-1).elements)];
  const most = 1.05 * Math.max(...[...series.values(), roof].flat().map(([, y]) => y));
  const place = {x: n => box.left + (Math.log2(n) - low) / (high - low) * (box.right - box.left),
                 y: v => box.bottom - v / most * (box.bottom - box.top)};
  const out = picture(width, height, `${data.unit} by the number of elements`);
  const every = Math.ceil(sizes.length / Math.max(2, width / 90));
  axes(out, box, sizes.filter((_, at) => at % every === 0).map(one => [one.elements, elements(one.elements)]), ticks(most), place);
  const placed = points => points.map(([x, y]) => [place.x(x), place.y(y)]);
  out.append(svg("text", {class: "soft", x: (box.left + box.right) / 2, y: height - 6, "text-anchor": "middle"}, `elements; ${data.unit}`));
  if (roof.length > 1) out.append(svg("path", {class: "roof", d: path(placed(roof))}));
  [...series].forEach(([name, points], at) => {
    out.append(svg("path", {class: `trace s${at % 4}`, d: path(placed(points))}));
    for (const [x, y] of points) out.append(svg("circle", {class: `dot s${at % 4}`, cx: place.x(x), cy: place.y(y), r: 3.5},
      svg("title", {}, `${name}, ${elements(x)}: ${figure(y)} ${data.unit}`)));
  });
  const marks = [...series.keys()].map((name, at) => [name, svg("path", {class: `trace s${at % 4}`, d: "M1,6H25"})]);
  into.append(chooser("Problem", problems.map(([name]) => name), sizes_shown, at => { sizes_shown = at; draw(into); }),
    legend([...marks, ...roof.length > 1 ? [["roof", svg("path", {class: "roof", d: "M1,6H25"})]] : []]),
    out, html("figcaption", {}, `${problem}, ${device}.`));
}

const counters_drawn = {
  threads_per_step: "threads at work in a step, of 32", shared_wavefronts_per_request: "wavefronts per request",
  shared_wavefronts: "wavefronts of shared memory", global_sectors_per_request: "sectors per request",
  global_sectors: "sectors of global memory", instructions: "machine instructions of warps", barriers: "barriers", atomics: "atomics"};
function counters_chart(into) {
  const rungs = data.counted[0].rungs, grid = html("div", {class: "small"});
  for (const [name, words] of Object.entries(counters_drawn)) {
    const values = rungs.map(one => one.counters[name] ?? 0), most = Math.max(...values);
    if (most === Math.min(...values)) continue;
    const width = 260, height = 110, step = (width - 4) / rungs.length;
    const out = picture(width, height, `${words} of each rung`);
    out.append(svg("text", {x: 0, y: 12}, words), svg("text", {class: "soft", x: width, y: 12, "text-anchor": "end"}, figure(most)));
    rungs.forEach((one, at) => {
      const tall = values[at] / most * (height - 40);
      out.append(svg("rect", {class: one.kind, x: at * step, y: height - 18 - tall, width: step * .78, height: Math.max(tall, .5)},
        svg("title", {}, `${one.rung} ${one.name}: ${name === "instructions" && one.instructions_by === "estimated" ? "about " : ""}${figure(values[at])}`)),
        svg("text", {class: "soft", x: (at + .39) * step, y: height - 4, "text-anchor": "middle", "font-size": 10}, one.rung));
    });
    grid.append(html("figure", {}, out));
  }
  into.append(grid);
}

const phases = ["allocate", "copy_in", "run", "copy_out", "release"];
function programs_chart(into, width) {
  const rows = data.programs.map(one => {
    const whole = one.time.whole_program_us;
    return {name: `${one.rung} ${one.name} (${one.device_name.replace("NVIDIA ", "")})`, note: time(whole.median),
      parts: phases.map((name, at) => [whole.phases[name], `p${at}`, `${name.replace("_", " ")}: ${time(whole.phases[name])}`])};
  });
  const most = Math.max(...rows.map(one => one.parts.reduce((sum, [value]) => sum + value, 0)));
  into.append(legend(["allocate", "copy in", "run", "copy out", "free"].map((name, at) => [name, swatch(`p${at}`)])),
    bars(width, rows, most, "Phases of whole programs"));
}

function published_chart(into, width) {
  const by_run = new Map();
  for (const one of data.published) if (one.published.cumulative_speedup && one.cumulative_speedup)
    by_run.set(`${one.exhibit} ${one.device_name}`, [...by_run.get(`${one.exhibit} ${one.device_name}`) ?? [], one]);
  for (const records of by_run.values()) {
    const name = records[0].exhibit;
    const rows = records.flatMap(one => [[one.published.cumulative_speedup, "contender", `${one.rung} ${one.published.name}`],
      [one.cumulative_speedup, "rung", ""]].map(([value, kind, words]) =>
      ({name: words, note: figure(value) + "x", parts: [[value, kind, `${figure(value)}x`]]})));
    into.append(html("figcaption", {}, `${name}: speedup over the first rung`),
      legend([[`published, ${records[0].published.device_name}`, swatch("contender")], [records[0].device_name, swatch("rung")]]),
      bars(width, rows, Math.max(...rows.map(one => one.parts[0][0])), `Speedups of ${name}`));
  }
}

const charts = {ladder: ladder_chart, sizes: sizes_chart, counters: counters_chart,
                programs: programs_chart, published: published_chart};
function draw(into) {
  into.replaceChildren();
  charts[into.dataset.chart](into, into.parentElement.clientWidth);
}
/* SPDX-License-Identifier: Apache-2.0 */
