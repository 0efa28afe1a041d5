// The columns that the tables of several commands share.
#pragma once

#include <string>
#include <vector>

#include <lab/output/report.hpp>
#include <lab/records/recorded.hpp>
#include <ladders/problem.hpp>

namespace strider::lab {

/// Number and name of a rung.
std::vector<column> rung_columns();

/// What the executor counts.
std::vector<column> counter_columns();

/// Kernel times, the pattern's own rate, bandwidth and fraction of the roof where memory bounds it, speedups.
std::vector<column> time_columns(const ladders::pattern& of);

/// Whole-program times and their phases.
std::vector<column> program_columns();

/// How many GPUs with how many elements, the time of a call, and what the GPUs are worth.
std::vector<column> scaling_columns();

/// "yes" or "WRONG": whether the result was the expected one, exactly.
column verified_column();

/// The recorded times of the same rungs, under a heading that says when.
std::vector<column> recorded_columns(const recorded_ladder& recorded, const ladders::pattern& of);

/// A device's name without its maker: "H200" of "NVIDIA H200".
std::string short_device_name(const std::string& name);

/// The lines that explain the columns, for those sections that have them.
inline constexpr const char* counter_legend =
    "threads: lanes at work per warp instruction, at most 32; wavefronts of shared memory: 1 per request is free of "
    "bank "
    "conflicts; sectors of global memory: 4 per request are 32 adjacent 4-byte words; barriers: summed over blocks; "
    "work: calls of the operator";
inline constexpr const char* scaling_legend =
    "us: median of whole calls, waited for; weak: as many elements on every GPU, strong: as many in all; efficiency: "
    "of "
    "so many times the rate of one GPU";
inline constexpr const char* time_legend =
    "us: median of single cold runs (caches flushed); +-: half the 95% interval; hot: caches not flushed; GB/s: "
    "minimum bytes "
    "over time; step, total: against the rung that this one changes, and the first, by the time for an element; =: no "
    "difference that is sure";

}  // namespace strider::lab
