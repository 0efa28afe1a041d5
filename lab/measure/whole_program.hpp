// What a rung costs as a whole program: allocate, copy in, run, copy out, free.
#pragma once

#include <cstddef>
#include <vector>

#include <lab/measure/sampling.hpp>
#include <lab/records/record.hpp>
#include <ladders/device.hpp>

namespace strider::lab {

/// Where an output goes before a run: not one bit of it is right, so a result that was never written cannot pass.
std::vector<std::byte> poison_for(const ladders::problem& of);

/// The programs of a rung that copy in one way.
struct program_samples {
    ladders::copying how;
    std::vector<ladders::program_times> times;
};

/// Runs the rung's whole program some times in each of the device's ways of copying. `error` becomes that of the last
/// result; at the first that is wrong there are no times.
std::vector<program_samples> sample_programs(ladders::device& on, const ladders::rung& entry,
                                             const ladders::arguments& with, const ladders::problem& of,
                                             const sampling_options& how, double& error);

/// A time as records hold it: the median, its interval, and how many samples there are, or were discarded (NaN).
record time_record(std::span<const double> samples, bool with_raw);

/// The same of whole programs, with the median of each phase.
record program_record(const std::vector<ladders::program_times>& programs, bool with_raw);

/// The field of such programs under "time".
const char* field_of(ladders::copying how);

}  // namespace strider::lab
