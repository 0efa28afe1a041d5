// The advice of findings, by what is known of them when all launches have run.
#pragma once

#include <string>
#include <vector>

#include "code/places.hpp"
#include "run/findings.hpp"

namespace strider::emulation {

/// "HEAD PLACE BETWEEN PLACE TAIL": those that differ in nothing but places are said in one.
struct remedy {
    std::string head;
    std::vector<std::string> places = {};
    std::string between = {}, tail = {};
    std::vector<source_line> lines = {};  ///< of many places: between any two of these
};

struct seen_pair {
    const sighting& seen;
    bool both_orders;                              ///< each of the two was met before the other one
    const code_place &where, &other;               ///< of raw_finding::where and other,
    const code_place &half_of_pc, &half_of_other;  ///< and of other_half_of_update() of pc and other
};

remedy remedy_of(const raw_finding& raw, const seen_pair& pair);

std::string text(const std::vector<remedy>& all);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
