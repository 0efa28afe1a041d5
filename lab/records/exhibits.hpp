// Exhibits: published tables, as files in ladders/<pattern>/published/.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <ladders/harness/types.hpp>

namespace strider::lab {

/// One row as it was published. What the source does not give is left out.
struct published_row {
    std::string name;                       ///< the source's own
    std::string device;                     ///< the kind of device: "gpu" or "cpu"
    int rung = 0;                           ///< ours of the same idea
    std::vector<std::string> settings;      ///< parameters of this row, NAME=VALUE, besides the exhibit's
    std::optional<std::uint64_t> elements;  ///< if not the exhibit's
    std::optional<double> milliseconds, gbps, step, cumulative, whole_program_milliseconds;
    std::optional<double> value;  ///< of an exhibit that counts
};

struct exhibit {
    std::string name;  ///< the file's, as `reproduce` takes it
    std::string title, citation, remark, pattern, device_name;
    ladders::operation op = ladders::operation::sum;
    ladders::element_type type = ladders::element_type::i32;
    std::uint64_t elements = 0;
    std::vector<std::string> settings;  ///< parameters of the pattern, NAME=VALUE
    bool whole_program = false;

    // An exhibit that counts, on the emulator: its values are a counter of each row's rung, or, `against` another rung,
    // how many times as large the counter is there. Each is to be within `tolerance` of the published value.
    std::string counter;
    int against = 0;
    double tolerance = 0;
    bool counts() const { return !counter.empty(); }

    std::vector<published_row> rows;  ///< in the order of our rungs
};

/// Reads one file. Throws std::runtime_error, which names the file, where it is no exhibit.
exhibit read_exhibit(const std::filesystem::path& file);

/// All exhibits that came with this executable, by name.
std::vector<exhibit> exhibits();

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
