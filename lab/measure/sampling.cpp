#include <lab/measure/sampling.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <numeric>
#include <random>

#include <lab/base/interruption.hpp>
#include <lab/measure/statistics.hpp>

namespace strider::lab {
namespace {

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point start) { return std::chrono::duration<double>(clock::now() - start).count(); }

/// One sampler, and what it gave.
struct series {
    ladders::sampler* from;
    std::vector<double> samples;                             ///< NaN where discarded
    double seconds = 0;                                      ///< that it took
    double width = std::numeric_limits<double>::infinity();  ///< of the interval, when it was last looked at

    void sample() {
        const auto start = clock::now();
        const ladders::kernel_sample sample = (*from)();
        samples.push_back(sample.throttled ? std::numeric_limits<double>::quiet_NaN() : sample.microseconds);
        seconds += seconds_since(start);
    }

    /// Whether more samples would say no more. Between two looks their number has doubled, so that the interval of
    /// independent ones is 0.7 times as wide: where it is hardly narrower, the machine changes, and will go on to.
    bool settles() {
        constexpr double narrow = 0.005, narrower = 0.9;
        const std::vector<double> all = kept(samples);
        if (all.size() < 10) return false;
        const estimate now = estimate_median(all);
        const double before = width;
        width = now.high - now.low;
        return width / 2 <= narrow * now.median || width > narrower * before;
    }
};

}  // namespace

unsigned fewest_samples(const sampling_options& options) { return std::min(options.samples.value_or(5), 5u); }

std::vector<std::vector<double>> sample_in_rounds(std::span<ladders::sampler> from, const sampling_options& options,
                                                  double seconds) {
    constexpr std::size_t warm_up = 2, first_look = 10, enough = 640;
    const double least_seconds = 0.05 * static_cast<double>(from.size());
    std::vector<series> curves;
    for (ladders::sampler& one : from) curves.push_back({&one, {}});
    std::vector<std::size_t> order(curves.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::mt19937_64 random(from.size());

    const std::size_t most = options.samples.value_or(enough);
    const auto start = clock::now();
    std::size_t next_look = first_look;
    for (std::size_t round = 0; round < warm_up + most && !order.empty(); ++round) {
        if (round == warm_up) {
            for (series& curve : curves) curve.samples.clear();
        }
        std::shuffle(order.begin(), order.end(), random);
        for (const std::size_t i : order) {
            if (!interruption::is_noted()) curves[i].sample();
        }
        if (interruption::is_noted()) break;
        std::erase_if(order, [&](std::size_t place) {
            return round + 1 >= warm_up + fewest_samples(options) && curves[place].seconds > seconds;
        });
        if (options.samples || round + 1 < warm_up + next_look || seconds_since(start) < least_seconds) continue;
        next_look = 2 * (round + 1 - warm_up);
        bool settled = true;
        for (const std::size_t i : order) settled = curves[i].settles() && settled;
        if (settled) break;
    }
    std::vector<std::vector<double>> samples;
    for (series& curve : curves) samples.push_back(std::move(curve.samples));
    return samples;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
