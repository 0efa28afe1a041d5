// The cost of a rung as a whole program: allocate, copy in, run, copy out, free.
#pragma once

#include <vector>

#include <lab/base/record.hpp>
#include <lab/measure/sampling.hpp>
#include <lab/measure/verify.hpp>
#include <ladders/harness/device.hpp>

namespace strider::lab {

/// The programs of a rung that copy in one way.
struct program_samples {
    ladders::copying mode;
    std::vector<ladders::program_times> times;
};

/// Runs the rung's whole program some times in each of the device's ways of copying, and looks at each result; at the
/// first that is wrong there are no times.
std::vector<program_samples> sample_programs(verified_rung& checked, const sampling_options& options);

/// A time as records hold it: the median, its interval, and how many samples there are, or were discarded (NaN).
record time_record(std::span<const double> samples, bool with_raw);

/// The same of whole programs, with the median of each phase.
record program_record(const std::vector<ladders::program_times>& programs, bool with_raw);

/// The field of such programs under "time".
const char* field_of(ladders::copying mode);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
