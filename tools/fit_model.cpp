// Fits the model of time to the recorded times of the rungs: prints results/model.jsonl. One record with the constants
// fitted to all ladders, and one for each ladder with the constants fitted to the others and the errors of its rungs.
//   strider_fit_model results > results/model.jsonl
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <set>

#include <lab/model/counted.hpp>
#include <lab/records/recorded.hpp>

namespace strider::lab::model {
namespace {

using selection = std::vector<const point*>;

/// The mean of |ln(predicted / recorded)|: twice as long is as wrong as half as long. One point counts for so much at
/// most, since what the model does not know at all says nothing about its constants. Constants far from where they
/// started count a little, so that those about which the points say nothing stay there.
double badness(const selection& points, const constants& with) {
    constexpr double most = 2;
    double sum = 0;
    for (const point* one : points) sum += std::min(most, std::abs(std::log1p(error_of(*one, with))));
    double moved = 0;
    for (const constant_field& field : constant_fields) {
        const double by = std::log(with.*field.member / (constants{}.*field.member));
        moved += by * by;
    }
    constexpr double weight = 0.003;
    return sum / static_cast<double>(points.size()) + weight * moved;
}

/// Each constant in turn a little larger or smaller, in ever smaller steps, while that helps.
constants fitted(const selection& points, constants best) {
    double least = badness(points, best);
    for (double step = 2; step > 1.01; step = std::sqrt(step)) {
        for (bool better = true; better;) {
            better = false;
            for (const constant_field& field : constant_fields) {
                for (const double factor : {step, 1 / step}) {
                    constants tried = best;
                    tried.*field.member = std::clamp(best.*field.member * factor, field.least, field.most);
                    const double found = badness(points, tried);
                    if (found >= least * (1 - 1e-5)) continue;
                    best = tried;
                    least = found;
                    better = true;
                }
            }
        }
    }
    return best;
}

double mean_error(const selection& points, const constants& with) {
    double sum = 0;
    for (const point* one : points) sum += std::abs(error_of(*one, with));
    return points.empty() ? 0 : sum / static_cast<double>(points.size());
}

/// To four digits, as they are written.
constants rounded(constants with) {
    for (const constant_field& field : constant_fields) {
        with.*field.member = std::stod(fmt::format("{:.4g}", with.*field.member));
    }
    return with;
}

record rung_record(const point& one, const constants& with) {
    const prediction made = predict(one.launches, h200, with);
    return {{"rung", one.of["rung"]},          {"elements", one.of["elements"]},
            {"type", one.of["type"]},          {"parameters", one.of["parameters"]},
            {"recorded_us", one.microseconds}, {"us", made.microseconds},
            {"limiter", name(made.limiter())}, {"error", error_of(one, with)}};
}

void print(const record& one) { fmt::print("{}\n", one.dump()); }

void run(const char* folder) {
    const std::vector<point> points = points_of(read_recorded(folder));
    std::set<std::string> ladders;
    selection all;
    for (const point& one : points) {
        ladders.insert(text_at(one.of, "pattern"));
        all.push_back(&one);
    }
    const constants of_all = rounded(fitted(all, {}));
    std::vector<record> records;
    double left_out = 0, order = 0;
    for (const std::string& ladder : ladders) {
        selection inside, outside;
        for (const point* one : all) (text_at(one->of, "pattern") == ladder ? inside : outside).push_back(one);
        const constants with = rounded(fitted(outside, of_all));
        record rungs = record::array();
        for (const point* one : inside) rungs.push_back(rung_record(*one, with));
        records.push_back({{"schema", 1},
                           {"model", "time"},
                           {"chip", h200.chip},
                           {"left_out", ladder},
                           {"rungs", inside.size()},
                           {"mean_error", mean_error(inside, with)},
                           {"order", order_of(inside, with)},
                           {"constants", to_record(with)},
                           {"predicted", std::move(rungs)}});
        left_out += mean_error(inside, with) * static_cast<double>(inside.size());
        order += order_of(inside, with) / static_cast<double>(ladders.size());
    }
    print({{"schema", 1},
           {"model", "time"},
           {"chip", h200.chip},
           {"rungs", all.size()},
           {"mean_error", mean_error(all, of_all)},
           {"order", order_of(all, of_all)},
           {"mean_error_left_out", left_out / static_cast<double>(all.size())},
           {"order_left_out", order},
           {"constants", to_record(of_all)}});
    for (const record& one : records) print(one);
}

}  // namespace
}  // namespace strider::lab::model

int main(int count, char** words) try {
    if (count != 2) {
        fmt::print(stderr, "usage: strider_fit_model RESULTS\n");
        return 2;
    }
    strider::lab::model::run(words[1]);
    return 0;
} catch (const std::exception& error) {
    fmt::print(stderr, "strider_fit_model: {}\n", error.what());
    return 1;
}
