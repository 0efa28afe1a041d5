#include <lab/bounds/rungs.hpp>

#include <algorithm>
#include <cstdlib>
#include <span>

#include <lab/records/patterns.hpp>

namespace strider::lab {
namespace {

constexpr std::uint64_t least_elements = std::uint64_t{1} << 22;

/// What decides about the counts beside the number of elements. tools/count_rungs.py writes the same.
std::string key_of(const record& row) {
    record parameters = record::object();
    for (const auto& [name, value] : row.at("parameters").items()) {
        if (name != "block" && name != "columns" && name != "packed") parameters[name] = value;
    }
    const auto whole_tiles = [&row] { return row["parameters"].value("columns", 0) % 32 == 0; };
    if (row["pattern"] == "transpose" && !parameters.contains("odd")) parameters["odd"] = !whole_tiles();
    return record{row["pattern"], row["rung"], row["type"], parameters}.dump();
}

bool is_counted(const record& one) { return one.contains("multiprocessors") && one.contains("launches"); }

std::vector<launch_counts> launches_at(const record& counted, double elements) {
    std::vector<launch_counts> made;
    for (const record& line : counted["launches"]) {
        launch_counts& launch = made.emplace_back();
        launch.kernel = line.value("kernel", "");
        for (const auto& [name, member] : launch_fields) {
            if (const record* const found = find(line, name)) {
                launch.*member = std::max(0.0, found->at(0).get<double>() + found->at(1).get<double>() * elements);
            }
        }
    }
    return made;
}

/// Of which there are more as a problem has more bytes: in most ladders as many more as elements.
constexpr double launch_counts::* grows_with_bytes[] = {
    &launch_counts::first_load_sectors, &launch_counts::first_store_sectors, &launch_counts::store_sectors};

/// The launches of a record with details, as if its counts grew with the elements. A grid that fills the emulator's
/// multiprocessors fills the chip's.
std::vector<launch_counts> own_launches(const record& counted, const record& like) {
    const double more = number_at(like, "elements") / number_at(counted, "elements");
    const double more_bytes = number_at(like, "minimum_bytes") / number_at(counted, "minimum_bytes");
    const double filled = std::atof(text_at(counted, "fingerprint/multiprocessors").c_str());
    std::vector<launch_counts> made;
    for (const record& line : counted.value("launches", record::array())) {
        launch_counts& launch = made.emplace_back(launch_counts_of(line.at("counts")));
        for (const auto& [name, member] : std::span(launch_fields).subspan(shape_fields)) {
            launch.*member *=
                std::ranges::find(grows_with_bytes, member) == std::end(grows_with_bytes) ? more : more_bytes;
        }
        // The tiles of a product grow with its result.
        if (!pattern_named(text_at(like, "pattern")).factors.empty()) launch.blocks *= more_bytes;
        if (launch.blocks >= filled)
            launch.blocks = std::max(launch.blocks * std::max(1.0, more), h200.multiprocessors);
        if (text_at(line, "instructions_by") != "sass") launch.instructions = 0;
    }
    return made;
}

/// The chip that `timed` was timed on; null if it is another.
const chip* chip_of(const record& timed) {
    const std::string device = text_at(timed, "device_name");
    for (const chip* const one : {&h200, &h100}) {
        if (device.find(one->name) != std::string::npos) return one;
    }
    return nullptr;
}

record to_record(const bounds& made, const chip& on) {
    record each = record::object();
    for (std::size_t index = 0; index < made.each.size(); ++index) {
        if (made.each[index] > 0) each[std::string(limit_names[index])] = made.each[index];
    }
    return {{"chip", on.name}, {"us", made.microseconds}, {"limit", name(made.largest())}, {"each", std::move(each)}};
}

}  // namespace

std::vector<launch_counts> counted_launches(const std::vector<record>& results, const record& like) {
    if (like.at("elements") < least_elements) return {};
    const std::string key = key_of(like);
    const auto same = [&key](const record& row) { return is_counted(row) && key_of(row) == key; };
    const auto match = std::ranges::find_if(results, same);
    return match == results.end() ? std::vector<launch_counts>()
                                  : launches_at(*match, like.at("elements").get<double>());
}

record bound_record(const record& counted, const record* timed, const std::vector<record>& results) {
    const record& like = timed ? *timed : counted;
    const bool is_of_another = timed && text_at(counted, "kind") != text_at(*timed, "kind");
    std::vector<launch_counts> launches;
    if (text_at(counted, "kind") != "own") launches = counted_launches(results, like);
    if (launches.empty()) launches = own_launches(counted, like);
    if (launches.empty()) return record::object();
    const chip* const timed_on = timed ? chip_of(*timed) : nullptr;
    const chip& on = timed_on ? *timed_on : h200;
    bounds made = bounds_of(launches, on);
    if (const std::string_view factors = pattern_named(text_at(like, "pattern")).factors; !factors.empty()) {
        const bool are_half = text_at(like.at("parameters"), factors) != "f32";
        add_arithmetic(made, number_at(like, "elements"), are_half, on);
    }
    record out = to_record(made, on);
    out["elements"] = like["elements"];
    if (timed_on && !is_of_another) out["share"] = number_at(out, "us") / number_at(*timed, "time/kernel_us/median");
    return out;
}

void add_bounds(std::vector<record>& records, const recorded_ladder& recorded, const std::vector<record>& results) {
    for (record& row : records) {
        if (row.contains("time") && !chip_of(row)) continue;
        const record* timed = row.contains("time") ? &row : recorded.rung(row.value("rung", 0));
        // No time of a user's rung is recorded: its bound is that of as many elements as the others'.
        if (text_at(row, "kind") == "own" && timed != &row)
            timed = recorded.rungs.empty() ? nullptr : &recorded.rungs.front();
        record made = bound_record(row, timed, results);
        if (!made.empty()) row["bound"] = std::move(made);
    }
}

void add_bound(record& kernel) {
    const std::vector<launch_counts> launches = launches_of_report(kernel);
    kernel.erase("launch_counts");
    if (!launches.empty()) kernel["bound"] = to_record(bounds_of(launches, h200), h200);
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
