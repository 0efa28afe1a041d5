// Records that were measured on a GPU and committed, for machines that have none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <lab/base/record.hpp>
#include <ladders/harness/problem.hpp>

namespace strider::lab {

/// The records of one file: JSON Lines, or an array. Throws std::runtime_error that names file and line where one is
/// not a record, or the file cannot be read.
std::vector<record> read_records(const std::filesystem::path& file);

/// Every record in the *.jsonl files of the results folder, file by file in the order of their names.
/// Throws std::runtime_error that names file and line where one is no record.
std::vector<record> read_recorded(const std::filesystem::path& folder);

/// The results that came with this executable; none where there are no results.
std::vector<record> recorded_results();

/// The recorded records of one ladder: one for each rung, the newest, all of one device and one number of elements.
struct recorded_ladder {
    std::string device_name;
    std::string date;  ///< of the newest, as 2026-11-20
    std::uint64_t elements = 0;
    std::vector<record> rungs;

    /// The record of a rung; a null pointer where there is none.
    const record* rung(int number) const;
};

/// The verified GPU records among `results` of this pattern, type, operation and parameters (those that follow from the
/// number of elements may differ as it does). Of several devices and numbers of elements
/// it takes the one with the most rungs; of equals, the one with as many elements as `like`, else as usual, else the
/// largest. Records with an exhibit's name are taken only for that exhibit: an empty `exhibit` takes those without.
recorded_ladder choose_recorded(const std::vector<record>& results, const ladders::pattern& pattern,
                                const ladders::instance& like, std::string_view exhibit = {});

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
