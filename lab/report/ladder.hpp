// The contents of a ladder's report: its records, sorted into the ladders that they are rungs of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lab/base/record.hpp>
#include <ladders/harness/rung.hpp>

namespace strider::lab {

/// Records of one problem on one device: one for each rung, the newest, in the order of their numbers.
struct measured_ladder {
    std::string device;       ///< gpu, emulator or cpu
    std::string device_name;  ///< "NVIDIA H200"
    std::string problem;      ///< "sum of i32", with the parameters that are not the usual ones
    std::uint64_t elements = 0;
    std::vector<record> rungs;

    /// "sum of i32, 2^26 elements, NVIDIA H200"
    std::string title() const;
    /// The record of a rung; a null pointer where there is none.
    const record* rung(int number) const;
};

struct reported_ladder {
    const ladders::pattern* pattern = nullptr;
    std::vector<measured_ladder> timed;    ///< the one to show first is the first
    std::vector<measured_ladder> counted;  ///< by the emulator; in the same order
    std::vector<record> programs;          ///< those with times of whole programs
    std::vector<record> published;         ///< runs of exhibits, each beside what was published
    std::vector<const ladders::rung*> rungs;
};

/// The verified records of this pattern.
reported_ladder sort_records(const ladders::pattern& pattern, const std::vector<record>& records);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
