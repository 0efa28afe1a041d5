#include <lab/model/counted.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace strider::lab::model {
namespace {

constexpr std::uint64_t least_elements = std::uint64_t{1} << 22;

/// What decides about the counts beside the number of elements. tools/count_for_model.py writes the same.
std::string key_of(const record& one) {
    record parameters = record::object();
    for (const auto& [name, value] : one.at("parameters").items()) {
        if (name != "block" && name != "columns" && name != "packed") parameters[name] = value;
    }
    const auto whole_tiles = [&one] { return one["parameters"].value("columns", 0) % 32 == 0; };
    if (one["pattern"] == "transpose" && !parameters.contains("odd")) parameters["odd"] = !whole_tiles();
    return record{one["pattern"], one["rung"], one["type"], parameters}.dump();
}

bool is_counted(const record& one) { return one.contains("multiprocessors") && one.contains("launches"); }

std::vector<launch> launches_at(const record& counted, double elements) {
    std::vector<launch> made;
    for (const record& line : counted["launches"]) {
        launch& one = made.emplace_back();
        one.kernel = line.value("kernel", "");
        for (const auto& [name, member] : launch_fields) {
            if (const record* const found = find(line, name)) {
                one.*member = std::max(0.0, found->at(0).get<double>() + found->at(1).get<double>() * elements);
            }
        }
    }
    return made;
}

std::string ladder_of(const record& one) {
    record parameters = one.at("parameters");
    parameters.erase("block");
    return record{one["pattern"], one["type"], parameters, one.value("ladder_elements", one["elements"])}.dump();
}

}  // namespace

std::vector<launch> counted_launches(const std::vector<record>& recorded, const record& of) {
    if (of.at("elements") < least_elements) return {};
    const std::string key = key_of(of);
    for (const record& one : recorded) {
        if (is_counted(one) && key_of(one) == key) return launches_at(one, of.at("elements").get<double>());
    }
    return {};
}

std::vector<point> points_of(const std::vector<record>& recorded) {
    std::map<std::string, const record*> counted;
    for (const record& one : recorded) {
        if (is_counted(one)) counted[key_of(one)] = &one;
    }
    std::vector<point> points;
    for (const record& one : recorded) {
        const bool of_a_ladder = text_at(one, "device") == "gpu" && one.contains("time") && !one.contains("exhibit") &&
                                 !one.contains("gpus") &&
                                 text_at(one, "fingerprint/command").find("--rungs") == std::string::npos;
        if (!of_a_ladder || text_at(one, "kind") == "contender" || one.at("elements") < least_elements) continue;
        const double microseconds = number_at(one, "time/kernel_us/median");
        const auto found = counted.find(key_of(one));
        if (found == counted.end() || std::isnan(microseconds)) continue;
        points.push_back({one, launches_at(*found->second, one["elements"].get<double>()), microseconds});
    }
    return points;
}

double error_of(const point& at, const constants& with) {
    return predict(at.launches, h200, with).microseconds / at.microseconds - 1;
}

double order_of(const std::vector<const point*>& points, const constants& with) {
    std::map<std::string, std::vector<std::pair<double, double>>> ladders;
    for (const point* one : points) {
        ladders[ladder_of(one->of)].emplace_back(one->microseconds, predict(one->launches, h200, with).microseconds);
    }
    double pairs = 0, in_order = 0;
    for (const auto& [name, rungs] : ladders) {
        for (std::size_t a = 0; a < rungs.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                const double recorded = std::log(rungs[a].first / rungs[b].first);
                if (std::abs(recorded) < 0.01) continue;
                ++pairs;
                in_order += (recorded > 0) == (rungs[a].second > rungs[b].second) ? 1 : -1;
            }
        }
    }
    return pairs == 0 ? 1 : in_order / pairs;
}

}  // namespace strider::lab::model
