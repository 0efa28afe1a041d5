// The columns that the tables of several commands share.
#pragma once

#include <string>
#include <vector>

#include <lab/base/output/report.hpp>
#include <lab/records/recorded.hpp>
#include <ladders/harness/problem.hpp>

namespace strider::lab {

/// A text of the records.
column text_column(const char* title, const char* field, int spare = 0);

/// A number of the records, times `scale`.
column number_column(std::string group, std::string title, std::string path, std::string (*format)(double),
                     int spare = 0, double scale = 1);

/// Number and name of a rung.
std::vector<column> rung_columns();

/// All that the emulator counts.
std::vector<column> counter_columns();

/// The counters that the pattern names for its tables.
std::vector<column> shown_counter_columns(const ladders::pattern& pattern);

/// Kernel times, speedups, fraction of the roof and bandwidth where memory bounds it, the pattern's own rate.
std::vector<column> time_columns(const ladders::pattern& pattern);

/// Whole-program times and their phases.
std::vector<column> program_columns();

/// How many GPUs with how many elements, the time of a call, and what the GPUs are worth.
std::vector<column> scaling_columns();

/// "yes" or "WRONG": whether the result was the expected one, exactly.
column verified_column();

/// The recorded times of the same rungs, under a heading that says so; rates, too, where `detailed`.
std::vector<column> recorded_columns(const recorded_ladder& recorded, const ladders::pattern& pattern, bool detailed);

/// The largest bound of a time, its share of the time, and what it comes from.
std::vector<column> bound_columns();

/// The share of an H200's warps that fit, of the kernel that fills the least: from "occupancy" (occupancy_records).
column occupancy_column();

/// A device's name without its maker: "H200" of "NVIDIA H200".
std::string short_device_name(const std::string& name);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
