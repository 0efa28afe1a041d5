#include <lab/report/steps.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>

#include <lab/base/location.hpp>
#include <lab/measure/claims.hpp>
#include <lab/records/sources.hpp>

namespace strider::lab {
namespace {

/// So many requests of a warp are shown: a loop's later rounds look like its first ones.
constexpr std::size_t most_requests = 96;

/// The counters that a line has a share of.
constexpr const char* of_lines[] = {"global_sectors", "shared_wavefronts", "divergent_branches",
                                    "steps",          "barriers",          "atomics"};

std::string place_text(const record& place) {
    if (text_at(place, "file").empty()) return "a place that the compiler does not tell";
    return fmt::format("{}:{}", text_at(place, "file"), place.value("line", 0));
}

void add_counters(record& to, const record& line) {
    for (const char* name : of_lines) {
        const record* const value = find(line, std::string("counters/") + name);
        if (value) to[name] = to.value(name, std::int64_t{0}) + value->get<std::int64_t>();
    }
}

/// One line of a file elsewhere in the source tree.
std::string line_text(const std::string& file, int number) {
    static std::map<std::string, std::vector<std::string>> files;
    const auto [entry, is_new] = files.try_emplace(file);
    if (is_new) {
        std::ifstream in(data_path(file));
        for (std::string line; std::getline(in, line);) entry->second.push_back(line);
    }
    const auto index = static_cast<std::size_t>(number);
    return number < 1 || index > entry->second.size() ? "" : entry->second[index - 1];
}

void add_lines(record& to, const record& counted, const std::string& file) {
    std::map<int, record> own;
    std::map<std::string, record> elsewhere;
    for (const record& line : counted.at("lines")) {
        if (const int number = own_line(line, file); number != 0) {
            add_counters(own.try_emplace(number, record::object()).first->second, line);
            continue;
        }
        record& other = elsewhere.try_emplace(place_text(line), record::object()).first->second;
        if (other.empty()) other["text"] = line_text(text_at(line, "file"), line.value("line", 0));
        add_counters(other, line);
    }
    to["lines"] = record::object();
    for (const auto& [number, costs] : own) to["lines"][std::to_string(number)] = costs;
    to["elsewhere"] = record::array();
    for (auto& [place, costs] : elsewhere) {
        costs["place"] = place;
        to["elsewhere"].push_back(std::move(costs));
    }
}

void add_requests(record& to, const record& counted, const std::string& file) {
    const record& requests = counted.at("requests");
    to["requests"] = record::array();
    for (std::size_t i = 0; i < std::min(requests.size(), most_requests); ++i) {
        const record& row = requests[i];
        to["requests"].push_back({{"kind", row.at("kind")},
                                  {"line", own_line(row, file)},
                                  {"place", place_text(row)},
                                  {"bytes", row.at("bytes")},
                                  {"cost", row.at("cost")},
                                  {"addresses", row.at("addresses")}});
        if (row.contains("row")) to["requests"].back()["row"] = row.at("row");
    }
    to["all_requests"] = requests.size();
}

record words_of(const ladders::rung& entry) {
    return {{"rung", entry.number},     {"name", entry.name}, {"kind", ladders::name(entry.kind)},
            {"follows", entry.follows}, {"idea", entry.idea}, {"hypothesis", entry.hypothesis},
            {"source", entry.source}};
}

/// The claims of a rung with their verdicts, by the ladders that are shown first. Counters of unlike numbers of
/// elements are not compared.
record claims_of(const reported_ladder& ladder, const ladders::rung& entry) {
    const auto rung_of = [](const std::vector<measured_ladder>& ladders, int number) {
        return ladders.empty() ? nullptr : ladders.front().rung(number);
    };
    observed_rung before{rung_of(ladder.counted, entry.follows), rung_of(ladder.timed, entry.follows)};
    const observed_rung after{rung_of(ladder.counted, entry.number), rung_of(ladder.timed, entry.number)};
    if (before.counted && after.counted && before.counted->at("elements") != after.counted->at("elements"))
        before.counted = nullptr;
    return claims_record(entry, before, after);
}

}  // namespace

record steps_of(const reported_ladder& ladder) {
    std::map<int, record> steps;
    for (const auto* ladders : {&ladder.timed, &ladder.counted}) {
        if (ladders->empty()) continue;
        for (const record& row : ladders->front().rungs) {
            steps[row.value("rung", 0)] = {
                {"rung", row.at("rung")}, {"name", row.at("name")}, {"kind", row.at("kind")}};
        }
    }
    for (const ladders::rung* entry : ladder.rungs) {
        record& step = steps[entry->number] = words_of(*entry);
        if (entry->follows != 0) step["claims"] = claims_of(ladder, *entry);
    }
    const std::string device = ladder.timed.empty() ? "gpu" : ladder.timed.front().device;
    record out = record::array();
    for (auto& [number, step] : steps) {
        const record* const counted = ladder.counted.empty() ? nullptr : ladder.counted.front().rung(number);
        const bool is_own = text_at(step, "kind") == "own";
        const auto [file, lines] =
            is_own && counted ? source_in(text_at(*counted, "file")) : source_of(ladder.pattern->name, number, device);
        if (!lines.empty()) {
            step["file"] = file;
            step["code"] = fmt::format("{}\n", fmt::join(lines, "\n"));
        }
        if (counted && counted->contains("lines")) {
            add_lines(step, *counted, file);
            add_requests(step, *counted, file);
        }
        out.push_back(std::move(step));
    }
    return out;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
