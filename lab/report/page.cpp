#include <lab/report/page.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <lab/base/output/html.hpp>
#include <lab/report/assets.hpp>
#include <lab/report/html.hpp>
#include <lab/report/steps.hpp>
#include <lab/report/tables.hpp>
#include <lab/report/words.hpp>

namespace strider::lab {
namespace {

/// What the charts need of a record.
record plotted(const record& row) {
    record out = record::object();
    for (const char* field :
         {"rung", "name", "kind", "device_name", "elements", "time", "elements_per_us", "bandwidth_gbps", "roof_gbps",
          "roof_fraction", "counters", "instructions_by", "exhibit", "published", "cumulative_speedup"}) {
        if (const record* match = find(row, field)) out[field] = *match;
    }
    return out;
}

record plotted(const std::vector<record>& all) {
    record out = record::array();
    for (const record& row : all) out.push_back(plotted(row));
    return out;
}

record plotted(const std::vector<measured_ladder>& ladders) {
    record out = record::array();
    for (const measured_ladder& ladder : ladders) {
        out.push_back({{"title", ladder.title()},
                       {"problem", ladder.problem},
                       {"elements", ladder.elements},
                       {"device_name", ladder.device_name},
                       {"rungs", plotted(ladder.rungs)}});
    }
    return out;
}

/// The data as the content of a script element, which ends at the first "</".
std::string embedded(const record& data) {
    std::string text = data.dump(-1, ' ', false, record::error_handler_t::replace);
    for (std::size_t i = text.find('<'); i != std::string::npos; i = text.find('<', i)) text.replace(i, 1, "\\u003c");
    return text;
}

/// A chart, which the script draws, above what has the same figures.
std::string part_of(const char* id, const std::string& title, const std::string& words, const std::string& tables) {
    if (tables.empty()) return {};
    return fmt::format(
        "<section id=\"{0}\">\n<h2>{1}</h2>\n<p>{2}</p>\n<figure data-chart=\"{0}\"></figure>\n{3}</section>\n", id,
        title, words, tables);
}

std::string folded(const std::string& title, const std::string& tables) {
    if (tables.empty()) return {};
    return fmt::format("<details><summary>{}</summary>\n{}</details>\n", as_html(title), tables);
}

std::string tables_of(const std::vector<section>& parts) {
    std::string out;
    for (const section& part : parts) {
        if (!part.records.empty()) out += html_table(part);
    }
    return out;
}

std::string times_part(const reported_ladder& ladder) {
    if (ladder.timed.empty()) return {};
    std::string others;
    for (std::size_t i = 1; i < ladder.timed.size(); ++i) {
        if (ladder.timed[i].rungs.size() > 2) others += html_table(times_table(ladder.timed[i], *ladder.pattern));
    }
    std::string words =
        "Each rung changes one thing in an earlier rung. Times are medians of cold runs. Every result was verified "
        "before it was timed.";
    if (ladder.pattern->roof) words += " The roof is the highest rate of the memory, measured in the same run.";
    return part_of(
        "ladder", "The ladder", words,
        html_table(times_table(ladder.timed.front(), *ladder.pattern)) + folded("Other problems and sizes", others));
}

/// For paper, and for readers without a script.
std::string ideas(const reported_ladder& ladder) {
    std::string list;
    for (const ladders::rung* candidate : ladder.rungs) {
        if (!candidate->idea || !*candidate->idea) continue;
        list += fmt::format("<dt>{} {}</dt><dd>{}</dd>", candidate->number, as_html(candidate->name),
                            as_html(candidate->idea));
        if (candidate->hypothesis && *candidate->hypothesis)
            list += fmt::format("<dd>Claim: {}</dd>", as_html(candidate->hypothesis));
    }
    if (list.empty()) return {};
    return fmt::format("<section id=\"ideas\">\n<h2>The ideas</h2>\n<dl>{}</dl>\n</section>\n", list);
}

std::string words_part() {
    std::string list;
    for (const auto& [word, meaning, counts] : words)
        list += fmt::format("<dt>{}</dt><dd>{}</dd>", as_html(std::string(word)), as_html(std::string(meaning)));
    return "<section id=\"words\">\n<h2>Words</h2>\n<dl>" + list + "</dl>\n</section>\n";
}

/// Where the figures come from: device, date, commit and compiler of each run.
std::string sources_part(const reported_ladder& ladder) {
    std::set<std::string> lines;
    const auto add = [&lines](const record& row) {
        const auto print = [&row](const char* field) { return text_at(row, std::string("fingerprint/") + field); };
        lines.insert(fmt::format("{}: {}, commit {}, {}", text_at(row, "device_name"), print("date").substr(0, 10),
                                 print("commit"), print("compiler")));
    };
    for (const auto* ladders : {&ladder.timed, &ladder.counted}) {
        for (const measured_ladder& ladder : *ladders) {
            for (const record& row : ladder.rungs) add(row);
        }
    }
    std::string list;
    for (const std::string& line : lines) list += "<li>" + as_html(line) + "</li>\n";
    return "<section id=\"sources\">\n<h2>Where the figures come from</h2>\n<ul>\n" + list + "</ul>\n</section>\n";
}

record data_of(const reported_ladder& ladder) {
    return {{"pattern", ladder.pattern->name},
            {"unit", ladder.pattern->roof ? "GB/s" : "elements/us"},
            {"timed", plotted(ladder.timed)},
            {"counted", plotted(ladder.counted)},
            {"programs", plotted(ladder.programs)},
            {"published", plotted(ladder.published)},
            {"steps", steps_of(ladder)}};
}

std::string body_of(const reported_ladder& ladder) {
    std::string counters;
    if (!ladder.counted.empty()) counters = html_table(counters_table(ladder.counted.front()));
    return times_part(ladder) +
           "<section id=\"steps\">\n<h2>Step by step</h2>\n<noscript><p>A script draws the sources and pictures of "
           "this part.</p></noscript>\n</section>\n" +
           ideas(ladder) +
           part_of("counters", "What each step moves",
                   "Counters of the emulator, which runs the same kernels on a CPU.", counters) +
           part_of("sizes", "From small to large",
                   "Every launch costs a few microseconds, so small arrays cannot come near the roof.",
                   folded("Tables", tables_of(sizes_tables(ladder)))) +
           part_of("programs", "The whole program",
                   "A single call on the GPU also allocates, copies and frees memory: these times stand beside the "
                   "kernel's.",
                   tables_of({programs_table(ladder)})) +
           part_of("published", "What was published", "The same rungs, as their authors measured them.",
                   tables_of(published_tables(ladder))) +
           words_part() + sources_part(ladder);
}

/// What the pattern computes, and what its ladder shows.
std::string opening(const reported_ladder& ladder) {
    std::string text(ladder.pattern->meaning);
    text +=
        " Its ladder is a row of kernels. Each kernel changes one thing in an earlier kernel, and shows what that "
        "gains.";
    if (!ladder.timed.empty()) {
        const measured_ladder& first = ladder.timed.front();
        const auto rate = [](const record& row) { return number_at(row, "elements_per_us"); };
        const auto fastest = std::ranges::max_element(
            first.rungs, {}, [&](const record& row) { return text_at(row, "kind") == "contender" ? 0 : rate(row); });
        text += fmt::format(" On {} the fastest, {}, is {:.3g} times as fast as the first.", first.device_name,
                            text_at(*fastest, "name"), rate(*fastest) / rate(first.rungs.front()));
    }
    return text;
}

}  // namespace

std::string report_page(const reported_ladder& ladder) {
    std::string page = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\">\n<title>The {} ladder</title>\n<style>\n",
        ladder.pattern->name);
    page += report_css;
    page += fmt::format(
        "</style>\n</head>\n<body>\n<header><p class=\"over\">Strider</p><h1>The {} "
        "ladder</h1><p>{}</p></header>\n<main>\n",
        ladder.pattern->name, as_html(opening(ladder)));
    page += body_of(ladder);
    page +=
        "</main>\n<script type=\"application/json\" id=\"data\">" + embedded(data_of(ladder)) + "</script>\n<script>\n";
    page += report_js;
    page += "</script>\n</body>\n</html>\n";
    return page;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
