// The caller's own numbers as the input of a ladder: --input, --offsets and --indices.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <lab/base/npy.hpp>
#include <lab/base/record.hpp>
#include <ladders/harness/problem.hpp>

namespace strider::lab {

/// The files, as they were named; empty where one was not given.
struct input_files {
    std::string values;
    std::string offsets;  ///< where segments begin, and the end of the last
    std::string indices;
};

/// A problem, and how far its floating-point results may be from the right ones: sums depend on their order.
struct given_problem {
    ladders::problem data;
    double tolerance = 0;  ///< the largest of all outputs
};

class given_input {
public:
    /// Reads the files for a ladder, and settles in `asked` what follows from them: the type, where `type` names none,
    /// the number of elements and the sides. `settings` are those of --set. Throws usage_error where the ladder cannot
    /// take the files.
    given_input(const input_files& files, const ladders::pattern& pattern, const std::string& type,
                std::span<const std::string> settings, ladders::instance& asked);

    /// The files' names, as tables and records show them.
    std::string name() const;

    /// The problem of the first elements, as many as `setting` has. Throws usage_error where they cannot be verified.
    /// Masks and edges, which are not given, follow from the seed.
    given_problem make(const ladders::instance& setting, std::uint64_t seed) const;

    /// An instance for titles: without the parameters that say how generated numbers are spread.
    ladders::instance shown(const ladders::instance& setting) const;

    /// Adds "input" and "tolerance" to the record of a rung, and removes those parameters.
    void describe(record& row, double tolerance) const;

    /// Parts of `make` read these.
    loaded_array values, side;

private:
    const ladders::pattern& pattern_;
    const struct input_rules& rules_;
};

/// The files' numbers for a command; null if no file is named. Throws usage_error as above, and where `elements`, those
/// of --elements, are given beside the files.
std::shared_ptr<const given_input> open_input(const input_files& files, const ladders::pattern& pattern,
                                              const std::string& elements, const std::string& type,
                                              std::span<const std::string> settings, ladders::instance& asked);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
