#include <lab/measure/claims.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <ladders/harness/claims.hpp>

namespace strider::lab {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

double value_of(const observed_rung& of, std::string_view counter) {
    if (counter != ladders::time_counter) {
        return of.counted ? number_at(*of.counted, "counters/" + std::string(counter)) : nothing;
    }
    return of.timed ? 1e3 / number_at(*of.timed, "elements_per_us") : nothing;
}

}  // namespace

record claims_record(const ladders::rung& entry, const observed_rung& before, const observed_rung& after) {
    record claims = record::array();
    for (const ladders::expectation& claim : entry.expectations) {
        const double was = value_of(before, claim.counter), is = value_of(after, claim.counter);
        record row{{"counter", claim.counter}, {"way", ladders::name(claim.way)}};
        if (std::isnan(was) || std::isnan(is)) {
            row["verdict"] = "not measured";
        } else {
            row["before"] = count_or_ratio(was);
            row["after"] = count_or_ratio(is);
            row["verdict"] = ladders::moved(was, is) == claim.way ? "confirmed" : "refuted";
        }
        claims.push_back(std::move(row));
    }
    return claims;
}

record moved_record(const ladders::rung& entry, const observed_rung& before, const observed_rung& after) {
    record moved = record::array();
    const auto add = [&](const std::string& counter) {
        const auto claims_it = [&](const ladders::expectation& one) { return one.counter == counter; };
        const double was = value_of(before, counter), is = value_of(after, counter);
        if (std::isnan(was) || std::isnan(is) || std::ranges::any_of(entry.expectations, claims_it)) return;
        if (counter == "operations" && is == 0) return;  // the library's operator does not count its calls
        if (ladders::moved(was, is) == ladders::direction::stays) return;
        moved.push_back({{"counter", counter}, {"before", count_or_ratio(was)}, {"after", count_or_ratio(is)}});
    };
    add(ladders::time_counter);
    if (const record* const counters = after.counted ? find(*after.counted, "counters") : nullptr) {
        for (const auto& [name, value] : counters->items()) add(name);
    }
    return moved;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
