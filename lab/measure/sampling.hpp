// Taking samples of several rungs until it is clear how long each takes: one rule for all devices.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <ladders/harness/device.hpp>

namespace strider::lab {

/// As many as are ever taken of a rung.
inline constexpr unsigned most_samples = 10000;

/// How long rungs are sampled.
struct sampling_options {
    std::optional<unsigned> samples;  ///< of each rung; else as many as it takes to settle
    double seconds = 2;               ///< for the cold and hot samples of a rung, at most
    bool keeps_raw = false;           ///< all samples are in the records
};

/// Fewer are no measurement; a rung takes so many whatever the limit of time.
unsigned fewest_samples(const sampling_options& options);

/// Samples in microseconds, those of one sampler at its place, a round each; NaN where the device was throttled. A
/// round takes one sample of each, in an order drawn anew, so that drift hits all alike and none has always the same
/// before it. Two rounds before the first warm up.
///
/// Rounds end when `how.samples` were taken, or else when all have settled: 10 samples at least, over 0.05 s a
/// sampler at least, and the interval of the median is within 0.5% of it, or no longer narrows. A sampler that has
/// taken `seconds` drops out. An interruption ends all, with what is there.
std::vector<std::vector<double>> sample_in_rounds(std::span<ladders::sampler> from, const sampling_options& options,
                                                  double seconds);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
