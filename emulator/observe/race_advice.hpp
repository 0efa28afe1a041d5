// The advice of findings, from all that is known when all launches have ended.
#pragma once

#include <string>
#include <vector>

#include "code/places.hpp"
#include "run/findings.hpp"

namespace strider::emulation {

/// "HEAD PLACE BETWEEN PLACE TAIL". Remedies that differ only in places are merged.
struct remedy {
    std::string head;
    std::vector<std::string> places = {};
    std::string between = {}, tail = {};
    std::vector<source_line> lines = {};  ///< many places: between any two of these
};

struct seen_pair {
    const sighting& seen;
    bool both_orders;                              ///< each of the two was sometimes met first
    const code_place &where, &other;               ///< places of raw_finding::where and other
    const code_place &half_of_pc, &half_of_other;  ///< places of other_half_of_update() for pc and other
};

remedy remedy_of(const raw_finding& raw, const seen_pair& pair);

std::string text(const std::vector<remedy>& all);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
