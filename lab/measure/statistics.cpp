#include <lab/measure/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>

namespace strider::lab {
namespace {

/// Orders `values` as far as the median needs it.
double median_in_place(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 != 0) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

struct interval {
    double low, high;
};

/// What lies between the outer `tail` of the values of `statistic` over 2,000 resamples of the rounds, joined with its
/// values over either half of them. A resample is as many places of rounds, in at least 12 blocks of neighbours, which
/// wrap around: fewer blocks would vary too little.
template <class Statistic>
interval bootstrap(std::size_t rounds, double tail, Statistic statistic) {
    constexpr std::size_t resamples = 2000;
    const std::size_t block = std::max<std::size_t>(rounds / 12, 1);
    std::mt19937_64 random(rounds);
    std::vector<double> values(resamples);
    std::vector<std::size_t> drawn(rounds);
    for (double& value : values) {
        for (std::size_t i = 0, first = 0; i < rounds; ++i) {
            if (i % block == 0) first = random() % rounds;
            drawn[i] = (first + i % block) % rounds;
        }
        value = statistic(std::span<const std::size_t>(drawn));
    }
    std::sort(values.begin(), values.end());
    const auto cut = static_cast<std::size_t>(tail * resamples);
    interval result{values[cut], values[resamples - 1 - cut]};

    std::iota(drawn.begin(), drawn.end(), std::size_t{0});
    const std::span<const std::size_t> all(drawn);
    for (const auto half : {all.first((rounds + 1) / 2), all.last((rounds + 1) / 2)}) {
        const double value = statistic(half);
        result = {std::min(result.low, value), std::max(result.high, value)};
    }
    return result;
}

/// The median of the samples at these places, by way of `memory`.
double median_at(std::span<const double> samples, std::span<const std::size_t> places, std::vector<double>& memory) {
    memory.resize(places.size());
    std::transform(places.begin(), places.end(), memory.begin(), [&](std::size_t place) { return samples[place]; });
    return median_in_place(memory);
}

}  // namespace

double median(std::span<const double> samples) {
    if (samples.empty()) throw std::invalid_argument("median: needs at least one sample, got none");
    std::vector<double> values(samples.begin(), samples.end());
    return median_in_place(values);
}

estimate estimate_median(std::span<const double> samples) {
    const double middle = median(samples);
    std::vector<double> memory;
    const auto [low, high] = bootstrap(
        samples.size(), 0.025, [&](std::span<const std::size_t> places) { return median_at(samples, places, memory); });
    return {middle, low, high, samples.size()};
}

std::string_view name(verdict is) {
    return is == verdict::faster ? "faster" : is == verdict::slower ? "slower" : "same";
}

verdict verdict_of(double low, double high) {
    if (low > 1 + least_difference) return verdict::faster;
    if (high < 1 / (1 + least_difference)) return verdict::slower;
    return verdict::same;
}

std::optional<comparison> compare(std::span<const double> before, std::span<const double> after) {
    constexpr std::size_t fewest = 5, enough = 8;
    std::vector<double> ours, theirs;  // of the rounds that have both
    for (std::size_t round = 0; round < std::min(before.size(), after.size()); ++round) {
        if (std::isnan(before[round]) || std::isnan(after[round])) continue;
        theirs.push_back(before[round]);
        ours.push_back(after[round]);
    }
    if (ours.size() < fewest) return std::nullopt;

    interval result{};
    if (ours.size() < enough) {
        const auto [fastest, slowest] = std::minmax_element(ours.begin(), ours.end());
        const auto [least, most] = std::minmax_element(theirs.begin(), theirs.end());
        result = {*least / *slowest, *most / *fastest};
    } else {
        std::vector<double> memory;
        result = bootstrap(ours.size(), 0.005, [&](std::span<const std::size_t> places) {
            return median_at(theirs, places, memory) / median_at(ours, places, memory);
        });
    }
    // One of the two may have been sampled for longer than the other.
    const double ratio = median(kept(before)) / median(kept(after));
    result = {std::min(result.low, ratio), std::max(result.high, ratio)};
    return comparison{ratio, result.low, result.high, verdict_of(result.low, result.high)};
}

std::vector<double> kept(std::span<const double> samples) {
    std::vector<double> all;
    std::copy_if(samples.begin(), samples.end(), std::back_inserter(all), [](double one) { return !std::isnan(one); });
    return all;
}

std::vector<references> references_of(std::span<const step_time> rows) {
    const auto timed = [](const step_time& row) { return !std::isnan(row.time); };
    const auto starts = [&](const step_time& row) { return row.is_rung && timed(row); };
    const auto first = std::find_if(rows.begin(), rows.end(), starts);
    std::vector<references> found(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!timed(rows[i])) continue;
        if (first != rows.end() && &*first != &rows[i]) found[i].first = first - rows.begin();
        const auto is_followed = [&](const step_time& row) {
            return rows[i].follows != 0 && row.number == rows[i].follows && timed(row) && &row != &rows[i];
        };
        const auto step = std::find_if(rows.begin(), rows.end(), is_followed);
        if (step != rows.end()) found[i].step = step - rows.begin();
    }
    return found;
}

std::vector<speedup> speedups(std::span<const step_time> rows) {
    const std::vector<references> against = references_of(rows);
    std::vector<speedup> gains(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (against[i].step) gains[i].step = rows[*against[i].step].time / rows[i].time;
        if (against[i].first) gains[i].cumulative = rows[*against[i].first].time / rows[i].time;
    }
    return gains;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
